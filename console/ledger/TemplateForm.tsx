// An entry template while it is typed: its name, and its lines with what stands on each.
import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { isRefused, type Schema, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { Sure, send, useDo } from '#console/form'
import { Act, DecimalInput, DraftElsewhere, focusFirstWrong, MoneyInput, Tag, useSay, Wrong } from '#ui'
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

/** `etag`: the version that is changed; null of what is new. */
type Typed = { name: string; title: string; lines: readonly TemplateLine[]; etag: string | null }

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
  const draft = useDraft<Typed>(`entry-template:${template?.id ?? 'new'}`)
  const [typed, setTyped] = useState<Typed>(() => draft.kept() ?? typedFrom(template, etag))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isTouched, setIsTouched] = useState(() => draft.kept() !== null)
  // What nobody has touched is shown as it is now.
  if (!isTouched && typed.etag !== etag) setTyped(typedFrom(template, etag))
  const isOwn = may('journal-entries:write')
  const wrong = isRefused(error) ? error.fields : {}
  const change = (changes: Partial<Typed>) => {
    const after = { ...typed, ...changes }
    setIsTouched(true)
    setTyped(after)
    draft.keep(after)
  }
  const save = async (version = typed.etag) => {
    const body: Schema<'EntryTemplateWrite'> = {
      ...{ name: typed.name, title: typed.title.trim() || null, items: typed.lines.map(itemOfLine) },
      tags: template?.tags?.map(({ tagId, weight = 1 }) => ({ tagId, weight })) ?? [],
    }
    setIsBusy(true)
    setError(null)
    try {
      const headers: Record<string, string> = version ? { 'If-Match': version } : intent.headers(body)
      const [method, address] = template
        ? (['PUT', `${ADDRESS}/{entryTemplateId}`] as const)
        : (['POST', ADDRESS] as const)
      const path: Record<string, string> = { companyId, ...(template ? { entryTemplateId: template.id } : {}) }
      const made = await send<Template>(method, address, { path, body, headers })
      draft.drop()
      say(texts.saved)
      await refresh('entry-templates')
      setIsTouched(false)
      onDone(made.id)
    } catch (thrown) {
      setError(thrown)
      if (isRefused(thrown) && thrown.isChanged) await refresh('entry-templates')
      else focusFirstWrong()
    } finally {
      setIsBusy(false)
    }
  }
  const remove = () =>
    removal.run(async () => {
      const path = { companyId, entryTemplateId: template?.id ?? '' }
      await send('DELETE', `${ADDRESS}/{entryTemplateId}`, { path })
      draft.drop()
      await refresh('entry-templates')
      onDone(null)
    }, texts.deleted)
  const isShown = Object.keys(wrong).every((field) => /^(name|title|items\.\d+\..+)$/.test(field))
  return (
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <DraftElsewhere elsewhere={isTouched ? null : draft.elsewhere} onTake={setTyped} />
      {error !== null &&
        (isRefused(error) && error.isChanged ? (
          <Overtaken
            onTake={() => {
              draft.drop()
              setError(null)
              setIsTouched(false)
            }}
            onSave={() => void save(etag)}
          />
        ) : (
          (Object.keys(wrong).length === 0 || !isShown) && <Wrong error={error} />
        ))}
      <TextInput
        label={texts.name}
        withAsterisk
        maxLength={200}
        autoFocus={template === null}
        readOnly={!isOwn}
        value={typed.name}
        error={wrong.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextInput
        label={texts.title}
        description={texts.titleHint}
        maxLength={1000}
        readOnly={!isOwn}
        value={typed.title}
        error={wrong.title}
        onChange={({ currentTarget: { value } }) => change({ title: value })}
      />
      <fieldset className="template-lines" disabled={!isOwn}>
        <Lines lines={typed.lines} wrong={wrong} onChange={(lines) => change({ lines })} />
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
          <Act keys="Mod+Enter" loading={isBusy} onClick={() => void save()}>
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
        <Act variant="default" onClick={() => [draft.drop(), onDone(null)]}>
          {texts.cancel}
        </Act>
      </div>
    </form>
  )
}

/** Somebody else was faster: one takes theirs, or saves one's own over it. */
const Overtaken = ({ onTake, onSave }: { onTake: () => void; onSave: () => void }) => {
  const texts = useWords(templateWords)
  return (
    <div role="alert" className="form-kept">
      <p>{texts.changed}</p>
      <div className="button-row">
        <Act variant="default" onClick={onTake}>
          {texts.takeTheirs}
        </Act>
        <Act variant="default" onClick={onSave}>
          {texts.saveOver}
        </Act>
      </div>
    </div>
  )
}

const typedFrom = (template: Template | null, etag: string | null): Typed => ({
  etag,
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
        wrong={texts.noAmount}
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
