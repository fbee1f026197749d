// The proposals of a day, or of all: the sure ones are ticked, and what is ticked is booked together, each by itself.
import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  answered,
  api,
  matchOf,
  refusalWithin,
  type Schema,
  sentencesOf,
  useCompany,
  useIntent,
  useRefresh,
} from '#client'
import { MAX_OPERATIONS } from '#rule/limits'
import { type Column, Table } from '#table'
import { ActionButton, amountText, Empty, FailureMessage, Money, oreOf, Page, Tag, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath } from './booking.ts'
import { bestOf, type Line, reasonOf, saidOf } from './proposals.ts'
import { useDropping } from './queue.ts'
import { words } from './words.ts'

/** What came of each line: nothing yet, booked (null), or the sentence that it was refused with. */
type Results = ReadonlyMap<string, string | null>

export const Preview = ({
  lines: given,
  sure,
  older,
  onClose,
}: {
  lines: readonly Line[]
  sure: readonly Line[]
  /** Says where there are more lines than those that these are of. */
  older: ReactNode
  onClose: () => void
}) => {
  const texts = useWords(words)
  const [{ day = '' }, set] = useUrl()
  // Exactly what was reviewed is booked, even if more arrives meanwhile.
  const [kept, setKept] = useState<readonly Line[] | null>(null)
  const lines = kept ?? given.filter(({ date }) => day === '' || date === day)
  // Those whose box is another than it was at first.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isSure = (id: string) => sure.some((one) => one.id === id)
  const [booking, setBooking] = useState<readonly Line[]>([])
  const chosen = kept ? booking : lines.filter(({ id }) => isSure(id) !== turned.has(id))
  const { bookAll, results, isBusy, wrong } = useBookingAll()
  const isShown = new Set(lines.map(({ id }) => id))
  const turns = (id: string, keys: ReadonlySet<string>) =>
    isShown.has(id) ? isSure(id) !== keys.has(id) : turned.has(id)
  const sum = chosen.reduce((all, { amount }) => all + oreOf(amount), 0)
  const bookedCount = [...results.values()].filter((result) => result === null).length
  return (
    <Page
      title={texts.previewTitle}
      lead={results.size > 0 ? texts.done(bookedCount, results.size) : texts.previewLead}
      actions={
        <>
          {results.size === 0 && (
            <ActionButton
              keys="Mod+Enter"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => {
                setKept(lines)
                setBooking(chosen)
                void bookAll(chosen)
              }}
            >
              {texts.bookAll(chosen.length)}
            </ActionButton>
          )}
          <ActionButton keys="Escape" variant="default" onClick={onClose}>
            {texts.back}
          </ActionButton>
        </>
      }
    >
      {wrong !== null && <FailureMessage error={wrong} />}
      {older}
      <div className="filters">
        {results.size === 0 && <Days lines={given} day={day} onChange={(date) => set({ day: date || null })} />}
        <p>
          {texts.sum} <Money ore={sum} />
        </p>
      </div>
      <Table
        label={texts.previewTitle}
        columns={useColumns(results)}
        rows={lines}
        keyOf={({ id }) => id}
        {...(results.size === 0
          ? {
              selected: new Set(chosen.map(({ id }) => id)),
              onSelect: (keys: ReadonlySet<string>) =>
                setTurned(new Set(given.map(({ id }) => id).filter((id) => turns(id, keys)))),
            }
          : {})}
        empty={<Empty>{texts.allDone}</Empty>}
      />
    </Page>
  )
}

/** The days that have proposals, with how many. */
const Days = ({ lines, day, onChange }: { lines: readonly Line[]; day: string; onChange: (day: string) => void }) => {
  const texts = useWords(words)
  const counts = new Map<string, number>()
  for (const { date } of lines) counts.set(date, (counts.get(date) ?? 0) + 1)
  return (
    <NativeSelect
      aria-label={texts.day}
      value={day}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: texts.allDays(lines.length) },
        ...[...counts].map(([date, count]) => ({ value: date, label: `${date} (${count})` })),
      ]}
    />
  )
}

const useColumns = (results: Results): Column<Line>[] => {
  const texts = useWords(words)
  const language = useLanguage()
  const money = (kronor: number) => amountText(oreOf(kronor), language)
  return [
    { key: 'date', title: texts.date, width: '8rem', cell: ({ date }) => date },
    { key: 'text', title: texts.text, width: 'minmax(6rem, 2fr)', isWide: true, cell: saidOf },
    {
      key: 'amount',
      title: texts.amount,
      width: '7rem',
      align: 'right' as const,
      cell: ({ amount }) => <Money kronor={amount} />,
    },
    {
      key: 'proposal',
      title: texts.proposal,
      width: 'minmax(7rem, 3fr)',
      cell: (line) => {
        const best = bestOf(line)
        const result = results.get(line.id)
        if (result === null) return <Tag tone="good">{texts.booked}</Tag>
        if (result !== undefined) return <span className="is-wrong">{result}</span>
        return best && reasonOf(line, best, { texts: texts.reasons, money })
      },
    },
  ]
}

/** What came of one, in the language of the page. */
const resultOf = async ({ status, body }: Schema<'BulkResults'>['results'][number]): Promise<string | null> =>
  status < 400 ? null : sentencesOf(await refusalWithin(status, body)).join(' · ')

const useBookingAll = () => {
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const refresh = useRefresh()
  const drop = useDropping()
  const [results, setResults] = useState<Results>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const bookAll = async (lines: readonly Line[]) => {
    setIsBusy(true)
    setWrong(null)
    try {
      const chosen = lines.slice(0, MAX_OPERATIONS)
      const operations = chosen.flatMap((line) => {
        const best = bestOf(line)
        return best ? [{ method: 'POST' as const, path: matchPath(line), body: matchOf(best) }] : []
      })
      const body = { mode: 'independent' as const, operations }
      const { results: answers } = answered(
        await api.POST('/companies/{companyId}/bulk', {
          params: { path: { companyId } },
          headers: intent.headers(body),
          body,
        }),
      )
      const became = await Promise.all(answers.map(resultOf))
      const told: Results = new Map(became.map((result, place) => [chosen[place]?.id ?? '', result]))
      setResults(told)
      drop(new Set([...told].filter(([, wrong]) => wrong === null).map(([id]) => id)))
      await refresh('bank-statements', 'invoices', 'supplier-invoices', 'journal-entries')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return { bookAll, results, isBusy, wrong }
}
