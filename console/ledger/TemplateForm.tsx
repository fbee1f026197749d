// An entry template while it is typed: its name, and its lines with what stands on each.
import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { type Schema, useCompany, useDoing, useIntent, useRefresh, useTyped } from '#client'
import { AccountInput } from '#console/accounts'
import { Sure, send, useDo } from '#console/form'
import { Act, DecimalInput, focusFirstWrong, MoneyInput, Tag, TypedNotes, useSay, Wrong } from '#ui'
import { useWords } from '#words'
import { LineTags } from './LineTags.tsx'
import {
  firstLines,
  itemOfLine,
  kinds,
  linesOf,
  newTemplateLine,
  type Template,
  type TemplateLine,
  vatRates,
} from './template.ts'
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
  const say = useSay()
  const refresh = useRefresh()
  const intent = useIntent()
  const removal = useDo()
  const { id: companyId, may } = useCompany()
  const typed = useTyped<Form>(`entry-template:${template?.id ?? 'new'}`, () => formOf(template), { etag })
  const { form, change } = typed
  const { run, isBusy, error, fields: wrong } = useDoing()
  const isOwn = may('journal-entries:write')
  const save = async () => {
    const body: Schema<'EntryTemplateWrite'> = {
      ...{ name: form.name, title: form.title.trim() || null, items: form.lines.map(itemOfLine) },
      tags: template?.tags?.map(({ tagId, weight = 1 }) => ({ tagId, weight })) ?? [],
    }
    const headers: Record<string, string> = typed.etag ? { 'If-Match': typed.etag } : intent.headers(body)
    const [method, address] = template
      ? (['PUT', `${ADDRESS}/{entryTemplateId}`] as const)
      : (['POST', ADDRESS] as const)
    const path: Record<string, string> = { companyId, ...(template ? { entryTemplateId: template.id } : {}) }
    const made = await send<Template>(method, address, { path, body, headers })
    typed.drop()
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
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <TypedNotes typed={typed} names={{ name: texts.name, title: texts.title }} />
      {typed.trouble(error) && (Object.keys(wrong).length === 0 || !isShown) ? <Wrong error={error} /> : null}
      <TextInput
        label={texts.name}
        withAsterisk
        maxLength={200}
        autoFocus={template === null}
        readOnly={!isOwn}
        value={form.name}
        error={wrong.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextInput
        label={texts.title}
        description={texts.titleHint}
        maxLength={1000}
        readOnly={!isOwn}
        value={form.title}
        error={wrong.title}
        onChange={({ currentTarget: { value } }) => change({ title: value })}
      />
      <fieldset className="template-lines" disabled={!isOwn}>
        <Lines lines={form.lines} wrong={wrong} onChange={(lines) => change({ lines })} />
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
          <Act keys="Mod+Enter" loading={isBusy} onClick={() => void submit()}>
            {texts.save}
          </Act>
        )}
        {template && isOwn && onUse && (
          <Act variant="default" keys="b" onClick={onUse}>
            {texts.use}
          </Act>
        )}
        {template && isOwn && (
          <Sure label={texts.delete} isBusy={removal.isBusy} onSure={remove}>
            <p>{texts.deleteLead}</p>
          </Sure>
        )}
        <Act variant="default" onClick={() => [typed.drop(), onDone(null)]}>
          {texts.cancel}
        </Act>
      </div>
    </form>
  )
}

const formOf = (template: Template | null): Form => ({
  name: template?.name ?? '',
  title: template?.title ?? '',
  lines: template ? linesOf(template.items) : firstLines(),
})

type LinesGiven = {
  lines: readonly TemplateLine[]
  wrong: Readonly<Record<string, string>>
  onChange: (lines: readonly TemplateLine[]) => void
}

const Lines = ({ lines, wrong, onChange }: LinesGiven) => {
  const texts = useWords(templateWords)
  const list = useRef<HTMLDivElement>(null)
  const change = (index: number, changes: Partial<TemplateLine>) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, ...changes } : line)))
  return (
    <div className="stack" role="group" aria-label={texts.lines} ref={list}>
      {lines.map((line, index) => (
        <div
          className={line.kind === 'rest' ? 'template-line is-rest' : 'template-line'}
          key={line.key}
          role="group"
          aria-label={texts.line(index + 1)}
        >
          <div className="template-account">
            <AccountInput
              aria-label={texts.accountOf(index + 1)}
              placeholder={texts.account}
              value={line.account}
              error={wrong[`items.${index}.account`]}
              onChange={(account) => change(index, { account })}
            />
          </div>
          {line.kind !== 'rest' && (
            <NativeSelect
              className="template-side"
              aria-label={texts.sideOf(index + 1)}
              value={line.side}
              data={[
                { value: 'debit', label: texts.debit },
                { value: 'credit', label: texts.credit },
              ]}
              onChange={({ currentTarget: { value } }) => change(index, { side: value as TemplateLine['side'] })}
            />
          )}
          <NativeSelect
            className="template-kind"
            aria-label={texts.kindOf(index + 1)}
            value={line.kind}
            error={wrong[`items.${index}.kind`]}
            data={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
            onChange={({ currentTarget: { value } }) => change(index, { kind: value as TemplateLine['kind'] })}
          />
          <div className="template-much">
            <Much line={line} index={index} wrong={wrong} onChange={(changes) => change(index, changes)} />
          </div>
          <CloseButton
            size="sm"
            aria-label={texts.remove(index + 1)}
            disabled={lines.length <= 2}
            onClick={() => onChange(lines.filter((_, place) => place !== index))}
          />
          <LineTags tags={line.tags} />
        </div>
      ))}
      <div>
        <Act
          variant="default"
          onClick={() => {
            onChange([...lines, newTemplateLine({ side: 'credit' })])
            requestAnimationFrame(() =>
              list.current?.querySelector<HTMLElement>('.template-line:last-of-type input')?.focus(),
            )
          }}
        >
          {texts.addLine}
        </Act>
      </div>
    </div>
  )
}

/** How much stands on a line: a part of the amount, its VAT, or an amount of its own. */
const Much = ({
  line,
  index,
  wrong,
  onChange,
}: {
  line: TemplateLine
  index: number
  wrong: Readonly<Record<string, string>>
  onChange: (changes: Partial<TemplateLine>) => void
}) => {
  const texts = useWords(templateWords)
  if (line.kind === 'fixed')
    return (
      <MoneyInput
        aria-label={texts.amountOf(index + 1)}
        value={line.ore}
        error={wrong[`items.${index}.amount`]}
        onChange={(ore) => onChange({ ore })}
      />
    )
  if (line.kind === 'share')
    return (
      <DecimalInput
        aria-label={texts.percentOf(index + 1)}
        value={line.percent}
        rightSection="%"
        error={wrong[`items.${index}.percent`]}
        onChange={(percent) => onChange({ percent })}
      />
    )
  if (line.kind === 'rest') return <p className="soft">{texts.restHelp}</p>
  return (
    <NativeSelect
      aria-label={texts.vatOf(index + 1)}
      value={`${line.vatRate} ${line.vatIncluded}`}
      data={[true, false].flatMap((isIncluded) =>
        vatRates.map((rate) => ({
          value: `${rate} ${isIncluded}`,
          label: isIncluded ? texts.vatIncluded(rate) : texts.vatAdded(rate),
        })),
      )}
      onChange={({ currentTarget: { value } }) => {
        const rate = vatRates.find((one) => value.startsWith(`${one} `)) ?? 25
        onChange({ vatRate: rate, vatIncluded: value.endsWith('true') })
      }}
    />
  )
}
