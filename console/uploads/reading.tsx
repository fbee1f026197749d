// What was read of a document: where it stands on the paper, which fields it has filled in, and what is said of it.
import { Button } from '@mantine/core'
import { createContext, type FocusEvent, useContext, useState } from 'react'
import { api, queries, type Schema, useAction, useCompany, useRefresh } from '#client'
import type { Place } from '#console/document-view'
import { amountText, bound, keysText, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

type Reading = Schema<'Reading'>
export type ReadProposals = NonNullable<Reading['proposals']>

/** What was filled in from a document: the value, and where it stands there, if it stands anywhere. */
export type Mark = { value: unknown; at: Place | null }
export type Marks = Readonly<Record<string, Mark>>

/** The place that is shown, and on which document. */
const ShownPlace = createContext<{ uploadId: string; at: Place } | null>(null)
export const ReadPlace = ShownPlace.Provider

/** The place that is shown on this document. */
export const usePlaceOn = (uploadId: string): Place | null => {
  const shown = useContext(ShownPlace)
  return shown?.uploadId === uploadId ? shown.at : null
}

/** The reading of a document, as far as it has come; what comes later arrives by the feed. */
export const useReading = (uploadId: string | null): Reading | null => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/uploads/{uploadId}/reading',
    { params: { path: { companyId, uploadId: uploadId ?? '' } } },
    { enabled: uploadId !== null && may('uploads:read') },
  )
  return uploadId === null ? null : (data ?? null)
}

/** Marks a field that still has the value read from the document; a changed one is not marked. */
export const readMark = (marks: Marks | undefined, field: string, value: unknown) =>
  marks?.[field] && marks[field].value === value ? { 'data-read': field } : {}

/** Shows the source position of the focused field. Form elements with `data-read` have one. */
export const useShownPlace = (uploadId: string | null, marks: Marks | undefined) => {
  const [field, setField] = useState<string | null>(null)
  const at = field === null ? null : (marks?.[field]?.at ?? null)
  return {
    shown: uploadId !== null && at ? { uploadId, at } : null,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setField(target.dataset.read ?? null),
  }
}

type Noted = {
  uploadId: string | null
  reading: Reading | null
  /** What stands there as it was read, in words. */
  filled: readonly string[]
  onClear: () => void
}

/** What came of the reading, said below the head of the form. */
export const ReadNote = ({ uploadId, reading, filled, onClear }: Noted) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { run, isBusy } = useAction()
  if (!reading || !uploadId || reading.state === 'off') return null
  const ask = () =>
    run(async () => {
      await api.POST('/companies/{companyId}/uploads/{uploadId}/reading', { params: { path: { companyId, uploadId } } })
      await refresh('uploads')
    })
  const { state, reason, proposals } = reading
  const mayAsk = may('uploads:write') && (state === 'notAsked' || state === 'unreadable')
  return (
    <div className="read-note" role="status">
      {state === 'waiting' && <span>{texts.isRead}</span>}
      {state === 'unreadable' && <span>{texts.unreadable(reason ?? '')}</span>}
      {filled.length > 0 && <span>{texts.filled(filled.join(', '))}</span>}
      {state === 'read' && <InDoubt candidates={proposals?.candidates ?? []} />}
      {filled.length > 0 && (
        <Button
          size="xs"
          variant="default"
          {...bound('Mod+u')}
          data-keys-label={texts.clear}
          data-stays=""
          rightSection={<kbd className="key">{keysText('Mod+u')}</kbd>}
          onClick={onClear}
        >
          {texts.clear}
        </Button>
      )}
      {mayAsk && (
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void ask()}>
          {state === 'notAsked' ? texts.read : texts.readAgain}
        </Button>
      )}
    </div>
  )
}

/** What can be read in several ways: people see which. */
const InDoubt = ({ candidates }: Pick<ReadProposals, 'candidates'>) => {
  const texts = useWords(words)
  const language = useLanguage()
  const ways = (field: string) =>
    candidates
      .filter((one) => one.field === field)
      .map(({ value }) => (field === 'total' ? amountText(oreOf(Number(value)), language) : value))
  const days = ways('date')
  const totals = ways('total')
  return (
    <>
      {days.length > 0 && <span>{texts.doubtfulDay(days.join(', '))}</span>}
      {totals.length > 0 && <span>{texts.doubtfulTotal(totals.join(', '))}</span>}
    </>
  )
}

/** What a document says, on one line: who sold, when, for how much. */
export const ReadSummary = ({ uploadId }: { uploadId: string }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const reading = useReading(uploadId)
  const { supplier, date, total, currency } = reading?.proposals ?? {}
  const said = [
    supplier?.name,
    date?.value,
    total && `${amountText(oreOf(total.value), language)} ${currency?.value ?? ''}`.trim(),
  ].filter(Boolean)
  return said.length === 0 ? null : <p className="soft">{texts.says(said.join(' · '))}</p>
}
