// A template of the agency while it is typed, by its kind.
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAction, useIntent, useKeptForm } from '#client'
import { type Tax, taxes, taxingOf, taxName, taxOf, taxWords } from '#console/accounts'
import { ConfirmButton, type FieldRow, Form, send, useDo } from '#console/form'
import { firstLines, itemOfLine, linesOf, type TemplateLine, TemplateLines } from '#console/ledger'
import { MAX_ENTRY_TITLE, MAX_TEMPLATE_NAME } from '#rule/limits'
import { ActionButton, entered, FailureMessage, focusFirstWrong, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import type { Agency } from './agency.ts'
import { type Kind, TEMPLATE, TEMPLATES, type Template, USES, useRefreshAt } from './template.ts'
import { templateWords } from './template-words.ts'

type Given = {
  agency: Agency
  /** What is changed, in the version that was read; null of what is new. */
  template: Template | null
  etag: string | null
}

type Content = Template['content']

export const TemplateEditor = ({ agency, template, etag, kind }: Given & { kind: Kind }) => {
  const mayWrite = agency.may('agency-templates:write')
  return (
    <fieldset className="bare stack" disabled={!mayWrite}>
      {kind === 'entryTemplate' ? (
        <EntryForm key={template?.version} agency={agency} template={template} etag={etag} />
      ) : (
        <FieldsForm key={`${kind} ${template?.version}`} agency={agency} template={template} etag={etag} kind={kind} />
      )}
      {template && mayWrite && <Remove agency={agency} template={template} />}
    </fieldset>
  )
}

/** Saves what a template is to say, and opens it. */
const useSave = ({ agency, template, etag }: Given) => {
  const texts = useWords(templateWords)
  const say = useAnnounce()
  const [, set] = useUrl()
  const intent = useIntent()
  const refresh = useRefreshAt()
  return async (content: object): Promise<void> => {
    const body = { content }
    const path: Record<string, string> = { agencyId: agency.id, ...(template ? { templateId: template.id } : {}) }
    const headers: Record<string, string> = template && etag ? { 'If-Match': etag } : intent.headers(body)
    const [method, address] = template ? (['PUT', TEMPLATE] as const) : (['POST', TEMPLATES] as const)
    const { id } = await send<Template>(method, address, { path, body, headers })
    say(texts.saved)
    await refresh(TEMPLATES, TEMPLATE, USES)
    set({ open: id })
  }
}

const FieldsForm = ({ kind, ...given }: Given & { kind: Exclude<Kind, 'entryTemplate'> }) => {
  const { template } = given
  const [, set] = useUrl()
  const save = useSave(given)
  const fields = useFields(kind, template !== null)
  const read = template ? { content: shownContent(template.content) } : undefined
  return (
    <Form
      name={`agency/template/${template?.id ?? `new-${kind}`}`}
      fields={fields}
      {...(read ? { read } : {})}
      {...(template ? {} : { onCancel: () => set({ open: null }) })}
      onSend={(changes) => save(writtenContent(kind, { ...read?.content, ...(changes.content as object) }))}
    />
  )
}

type Shown = Record<string, unknown>

/** A content as its form has it: codes as a text, and the tax as one choice. */
const shownContent = (content: Content): Shown => {
  const { kind: _, ...shown } = content
  if (content.kind === 'account') return { ...shown, sruCodes: (content.sruCodes ?? []).join(', ') }
  return content.kind === 'matchingRule' ? { ...shown, tax: taxOf(content) } : shown
}

/** The same as the service takes it. */
const writtenContent = (kind: Kind, { tax, sruCodes, direction, vatTreatment: _, taxRate: __, ...rest }: Shown) => {
  if (kind === 'account') {
    const codes = String(sruCodes ?? '')
    return { kind, ...rest, sruCodes: codes.split(/[\s,]+/).filter(Boolean) }
  }
  if (kind !== 'matchingRule') return { kind, ...rest }
  return { kind, ...rest, direction: direction || null, ...taxingOf((tax as Tax | undefined) ?? 'exempt') }
}

const textNames = [
  ...(['mailSubject', 'mailText', 'mailSubjectEnglish', 'mailTextEnglish', 'lateInterest'] as const),
  ...(['reminderText', 'reminderTextEnglish'] as const),
]

const useFields = (kind: Exclude<Kind, 'entryTemplate'>, isOld: boolean): FieldRow[] => {
  const texts = useWords(templateWords)
  const taxTexts = useWords(taxWords)
  const name: FieldRow = { name: 'content.name', label: texts.name, isRequired: true }
  if (kind === 'account') {
    return [
      { name: 'content.account', label: texts.account, kind: 'number', isRequired: true },
      name,
      { name: 'content.vatCode', label: texts.vatCode, hint: isOld ? texts.vatCodeHint : texts.vatCodeNewHint },
      { name: 'content.sruCodes', label: texts.sruCode, hint: texts.sruHint },
    ]
  }
  if (kind === 'texts') {
    return [
      { ...name, hint: texts.textsHint },
      ...textNames.map((text) => ({
        name: `content.${text}`,
        label: texts.texts[text],
        kind: /Subject|lateInterest/.test(text) ? ('text' as const) : ('long' as const),
      })),
    ]
  }
  return [
    name,
    { name: 'content.counterparty', label: texts.counterparty, hint: texts.counterpartyHint },
    { name: 'content.textContains', label: texts.textContains },
    { name: 'content.reference', label: texts.reference },
    {
      name: 'content.direction',
      label: texts.direction,
      kind: 'choice',
      choices: (['', 'in', 'out'] as const).map((value) => ({ value, label: texts.directions[value || 'both'] })),
    },
    { name: 'content.fromAmount', label: texts.fromAmount, kind: 'amount' },
    { name: 'content.toAmount', label: texts.toAmount, kind: 'amount' },
    { name: 'content.account', label: texts.ruleAccount, kind: 'number', isRequired: true },
    {
      name: 'content.tax',
      label: texts.tax,
      kind: 'choice',
      choices: ['exempt' as const, ...[...taxes.keys()].filter((tax) => tax !== 'exempt')].map((value) => ({
        value,
        label: taxName(value, taxTexts),
      })),
    },
    { name: 'content.title', label: texts.title },
  ]
}

type Typed = { name: string; title: string; lines: readonly TemplateLine[] }

const typedOf = (template: Template | null): Typed => {
  const content = template?.content
  if (content?.kind !== 'entryTemplate') return { name: '', title: '', lines: firstLines() }
  return { name: content.name, title: content.title ?? '', lines: linesOf(content.items) }
}

const EntryForm = (given: Given) => {
  const { template } = given
  const texts = useWords(templateWords)
  const [, set] = useUrl()
  const save = useSave(given)
  const { typed, change, drop } = useKeptForm(`agency/template/${template?.id ?? 'new-entryTemplate'}`, () =>
    typedOf(template),
  )
  const { run, isBusy, error, fields } = useAction()
  // What is refused stands at the field of the content.
  const wrong = Object.fromEntries(Object.entries(fields).map(([at, text]) => [at.replace('content.', ''), text]))
  const isShown = Object.keys(wrong).every((at) => /^(name|title|items\.\d+\..+)$/.test(at))
  const submit = async () => {
    const items = typed.lines.map(itemOfLine).map(({ tags: _, ...item }) => item)
    const content = { kind: 'entryTemplate', name: typed.name, title: typed.title.trim() || null, items }
    const isDone = await run(async () => {
      await save(content)
      drop()
    })
    if (!isDone) focusFirstWrong()
  }
  return (
    <form ref={template ? null : entered} className="stack" onSubmit={(event) => event.preventDefault()}>
      {error !== null && (Object.keys(wrong).length === 0 || !isShown) && <FailureMessage error={error} />}
      <TextInput
        label={texts.name}
        withAsterisk
        maxLength={MAX_TEMPLATE_NAME}
        value={typed.name}
        error={wrong.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextInput
        label={texts.title}
        description={texts.titleHint}
        maxLength={MAX_ENTRY_TITLE}
        value={typed.title}
        error={wrong.title}
        onChange={({ currentTarget: { value } }) => change({ title: value })}
      />
      <TemplateLines
        lines={typed.lines}
        wrong={wrong}
        onChange={(lines) => change({ lines })}
        accountField={({ onChange, ...field }) => (
          <TextInput
            {...field}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => onChange(value)}
          />
        )}
      />
      <div className="page-actions">
        <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void submit()}>
          {texts.save}
        </ActionButton>
        <ActionButton variant="default" onClick={() => [drop(), set({ open: null })]}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}

const Remove = ({ agency, template }: { agency: Agency; template: Template }) => {
  const texts = useWords(templateWords)
  const [, set] = useUrl()
  const { isBusy, run } = useDo()
  const refresh = useRefreshAt()
  const client = useQueryClient()
  const remove = () =>
    run(async () => {
      await send('DELETE', TEMPLATE, { path: { agencyId: agency.id, templateId: template.id } })
      set({ open: null })
      client.removeQueries({ queryKey: ['get', TEMPLATE] })
      await refresh(TEMPLATES, USES)
    }, texts.removed)
  return (
    <div className="page-actions">
      <ConfirmButton label={texts.remove} isBusy={isBusy} onSure={remove}>
        <p>{texts.removeLead}</p>
      </ConfirmButton>
    </div>
  )
}
