// The form of an entry template: its name and its lines.
import { TextInput } from '@mantine/core'
import { type Schema, useAction, useCompany, useIntent, useRefresh, useTyped } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { MAX_ENTRY_TITLE, MAX_TEMPLATE_NAME } from '#rule/limits'
import { ActionButton, FailureMessage, FieldLock, focusFirstWrong, Tag, TypedNotes, useAnnounce } from '#ui'
import { useWords } from '#words'
import { LineBoxes } from './LineBoxes.tsx'
import { TemplateLines } from './TemplateLines.tsx'
import { firstLines, itemOfLine, linesOf, type Template, type TemplateLine } from './template.ts'
import { templateWords } from './template-words.ts'

const ADDRESS = '/companies/{companyId}/entry-templates'

type Form = { name: string; title: string; lines: readonly TemplateLine[] }

type Given = {
  /** What is changed, in the version that was read; null of what is new. */
  template: Template | null
  etag: string | null
  onDone: (id: string | null) => void
  /** Uses the template for an entry. */
  onUse?: () => void
}

export const TemplateForm = ({ template, etag, onDone, onUse }: Given) => {
  const texts = useWords(templateWords)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const removal = useDo()
  const { id: companyId, may } = useCompany()
  const typed = useTyped<Form>(`entry-template:${template?.id ?? 'new'}`, () => formOf(template), { etag })
  const { form } = typed
  const { run, isBusy, error, fields: wrong } = useAction()
  // What is new is not here any more once it has been made.
  const isHeld = isBusy && template === null
  const change: typeof typed.change = (some) => (isHeld ? undefined : typed.change(some))
  const isOwn = may('journal-entries:write')
  const save = async () => {
    const body: Schema<'EntryTemplateWrite'> = {
      name: form.name,
      title: form.title.trim() || null,
      items: form.lines.map(itemOfLine),
      tags: template?.tags?.map(({ tagId, weight = 1 }) => ({ tagId, weight })) ?? [],
    }
    const headers: Record<string, string> = typed.etag ? { 'If-Match': typed.etag } : intent.headers(body)
    const [method, address] = template
      ? (['PUT', `${ADDRESS}/{entryTemplateId}`] as const)
      : (['POST', ADDRESS] as const)
    const path: Record<string, string> = { companyId, ...(template ? { entryTemplateId: template.id } : {}) }
    const made = await send<Template>(method, address, { path, body, headers })
    typed.drop(form)
    say(texts.saved)
    await refresh('entry-templates')
    onDone(made.id)
  }
  const submit = async () => {
    if (!(await run(() => typed.send(save, () => refresh('entry-templates'))))) focusFirstWrong()
  }
  const remove = () =>
    removal.run(async () => {
      const path = { companyId, entryTemplateId: template?.id ?? '' }
      await send('DELETE', `${ADDRESS}/{entryTemplateId}`, { path })
      typed.drop()
      await refresh('entry-templates')
      onDone(null)
    }, texts.deleted)
  const isShown = Object.keys(wrong).every((field) => /^(name|title|items\.\d+\..+)$/.test(field))
  return (
    <FieldLock isHeld={isHeld}>
      <form className="stack" onSubmit={(event) => event.preventDefault()}>
        <TypedNotes typed={typed} names={{ name: texts.name, title: texts.title }} />
        {typed.trouble(error) && (Object.keys(wrong).length === 0 || !isShown) ? (
          <FailureMessage error={error} />
        ) : null}
        <TextInput
          label={texts.name}
          withAsterisk
          maxLength={MAX_TEMPLATE_NAME}
          autoFocus={template === null}
          readOnly={!isOwn || undefined}
          value={form.name}
          error={wrong.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <TextInput
          label={texts.title}
          description={texts.titleHint}
          maxLength={MAX_ENTRY_TITLE}
          readOnly={!isOwn || undefined}
          value={form.title}
          error={wrong.title}
          onChange={({ currentTarget: { value } }) => change({ title: value })}
        />
        <fieldset className="template-lines" disabled={!isOwn}>
          <TemplateLines lines={form.lines} wrong={wrong} onChange={(lines) => change({ lines })} />
          <LineBoxes
            lines={form.lines}
            isReadOnly={!isOwn}
            isBlank={({ account }) => account === ''}
            onChange={(lines) => change({ lines })}
          />
        </fieldset>
        {template?.tags && template.tags.length > 0 && (
          <p>
            {texts.tags}:{' '}
            {template.tags.map(({ tagId, tagName }) => (
              <Tag key={tagId}>{tagName}</Tag>
            ))}
          </p>
        )}
        <div className="page-actions">
          {isOwn && (
            <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void submit()}>
              {texts.save}
            </ActionButton>
          )}
          {template && isOwn && onUse && (
            <ActionButton variant="default" keys="b" onClick={onUse}>
              {texts.use}
            </ActionButton>
          )}
          {template && isOwn && (
            <ConfirmButton label={texts.delete} isBusy={removal.isBusy} onSure={remove}>
              <p>{texts.deleteLead}</p>
            </ConfirmButton>
          )}
          <ActionButton variant="default" onClick={() => [typed.drop(), onDone(null)]}>
            {texts.cancel}
          </ActionButton>
        </div>
      </form>
    </FieldLock>
  )
}

const formOf = (template: Template | null): Form => ({
  name: template?.name ?? '',
  title: template?.title ?? '',
  lines: template ? linesOf(template.items) : firstLines(),
})
