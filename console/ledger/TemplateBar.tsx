// A template for the entry that is typed: it is chosen, its amount is typed, and the lines that the service works out
// are filled in.
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { isRefused, queries, useAllPages, useCompany } from '#client'
import { bound, type Choice, FailureMessage, keysText, kronorOf, MoneyInput, Pick } from '#ui'
import { useWords } from '#words'
import { type Draft, filledFrom } from './entry.ts'
import type { Template } from './template.ts'
import { templateWords } from './template-words.ts'

/** How long after the last key the lines are worked out, in milliseconds. */
const PAUSE_MS = 150
/** Choices that are offered at once. */
const MOST = 40

type Chosen = NonNullable<Draft['template']>

type Given = {
  chosen: Chosen | null
  /** While the entry is on its way. */
  isReadOnly: boolean
  onChoose: (chosen: Chosen | null) => void
  onFill: (from: ReturnType<typeof filledFrom>) => void
  /** The hand is done here, and goes on. */
  onDone: () => void
}

export const TemplateBar = ({ chosen, isReadOnly, onChoose, onFill, onDone }: Given) => {
  const texts = useWords(templateWords)
  const templates = useTemplates()
  const template = templates.find(({ id }) => id === chosen?.id)
  const { data, error } = useWorkedOut(template, chosen)
  useEffect(() => {
    if (!data || !chosen || chosen.isFilled) return
    onFill(filledFrom(data))
    // Filled in once for each amount, when it has been worked out.
  }, [data, chosen])
  if (templates.length === 0) return null
  const choicesFor = (text: string): Choice[] => {
    const asked = text.trim().toLowerCase()
    return templates
      .filter(({ name }) => name.toLowerCase().includes(asked))
      .toSorted((one, other) => rank(one, asked) - rank(other, asked) || one.name.localeCompare(other.name, 'sv'))
      .slice(0, MOST)
      .map(({ id, name }) => ({ value: id, label: name }))
  }
  const wrong = isRefused(error) ? error.fields.amount : undefined
  return (
    <div className="entry-template">
      <Pick
        {...bound('Mod+i')}
        data-keys-label={texts.choose}
        label={texts.template}
        placeholder={`${texts.choose} (${keysText('Mod+i')})`}
        value={chosen?.id ?? ''}
        readOnly={isReadOnly}
        shown={template?.name ?? ''}
        choicesFor={choicesFor}
        onChange={(id) => {
          onChoose(id === '' ? null : { id, ore: chosen?.ore ?? null, isFilled: false })
          // On to the amount, once the field for it is drawn.
          requestAnimationFrame(() => document.querySelector<HTMLElement>('.entry-template .money input')?.focus())
        }}
      />
      {template?.takesAmount && (
        <MoneyInput
          label={texts.total}
          value={chosen?.ore ?? null}
          readOnly={isReadOnly}
          error={wrong}
          onChange={(ore) => onChoose({ id: template.id, ore, isFilled: false })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            onDone()
          }}
        />
      )}
      {error !== null && !wrong && <FailureMessage error={error} />}
    </div>
  )
}

const rank = ({ name }: Template, asked: string): number => (name.toLowerCase().startsWith(asked) ? 0 : 1)

/** All templates of the company; empty until the first have been read. */
const useTemplates = (): readonly Template[] => {
  const { id: companyId } = useCompany()
  return useAllPages<Template>('/entry-templates', { companyId }).rows
}

/** The entry that a template creates from the amount, unless it is already filled in. */
const useWorkedOut = (template: Template | undefined, chosen: Chosen | null) => {
  const { id: companyId } = useCompany()
  const amount = template?.takesAmount ? (chosen?.ore ?? null) : null
  const now = useMemo(() => ({ id: template?.id ?? '', amount }), [template?.id, amount])
  const [{ id, amount: ore }] = useDebouncedValue(now, PAUSE_MS)
  const isAsked = id !== '' && id === template?.id && ore === amount && chosen?.isFilled === false
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/entry-templates/{entryTemplateId}/entry',
    { params: { path: { companyId, entryTemplateId: id }, query: ore === null ? {} : { amount: kronorOf(ore) } } },
    { enabled: isAsked && (ore !== null || !template?.takesAmount), retry: false, gcTime: 0 },
  )
  return isAsked ? { data, error } : { data: undefined, error: null }
}
