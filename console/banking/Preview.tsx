// All sure proposals at once: looked through, and then booked together, each by itself.
import { useState } from 'react'
import { answered, api, matchOf, useCompany, useIntent, useRefresh } from '#client'
import { type Column, Table } from '#table'
import { Act, amountText, Empty, Money, oreOf, Page, Tag, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath } from './booking.ts'
import { bestOf, type Line, reasonOf, saidOf } from './proposals.ts'
import { words } from './words.ts'

/** What came of each line: nothing yet, booked (null), or the sentence that it was refused with. */
type Results = ReadonlyMap<string, string | null>

export const Preview = ({ lines: given, onClose }: { lines: readonly Line[]; onClose: () => void }) => {
  const texts = useWords(words)
  // What was looked through is what is booked, whatever arrives meanwhile.
  const [kept, setKept] = useState<readonly Line[] | null>(null)
  const lines = kept ?? given
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = lines.filter(({ id }) => !left.has(id))
  const { bookAll, results, isBusy, wrong } = useBookingAll()
  const sum = chosen.reduce((all, { amount }) => all + oreOf(amount), 0)
  const bookedCount = [...results.values()].filter((result) => result === null).length
  return (
    <Page
      title={texts.previewTitle}
      lead={results.size > 0 ? texts.done(bookedCount, results.size) : texts.previewLead}
      actions={
        <>
          {results.size === 0 && (
            <Act
              keys="Mod+Enter"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => {
                setKept(lines)
                void bookAll(chosen)
              }}
            >
              {texts.bookAll(chosen.length)}
            </Act>
          )}
          <Act keys="Escape" variant="default" onClick={onClose}>
            {texts.back}
          </Act>
        </>
      }
    >
      {wrong !== null && <Wrong error={wrong} />}
      <p>
        {texts.sum} <Money ore={sum} />
      </p>
      <Table
        label={texts.previewTitle}
        columns={useColumns(results)}
        rows={lines}
        keyOf={({ id }) => id}
        {...(results.size === 0
          ? {
              selected: new Set(chosen.map(({ id }) => id)),
              onSelect: (keys: ReadonlySet<string>) =>
                setLeft(new Set(lines.map(({ id }) => id).filter((id) => !keys.has(id)))),
            }
          : {})}
        empty={<Empty>{texts.allDone}</Empty>}
      />
    </Page>
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
      ...{ key: 'amount', title: texts.amount, width: '7rem', align: 'right' as const },
      cell: ({ amount }) => <Money kronor={amount} />,
    },
    {
      ...{ key: 'proposal', title: texts.proposal, width: 'minmax(7rem, 3fr)' },
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

/** Operations of one request. */
const MOST_AT_ONCE = 1000

const useBookingAll = () => {
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const refresh = useRefresh()
  const [results, setResults] = useState<Results>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const bookAll = async (lines: readonly Line[]) => {
    setIsBusy(true)
    setWrong(null)
    try {
      const chosen = lines.slice(0, MOST_AT_ONCE)
      const operations = chosen.flatMap((line) => {
        const best = bestOf(line)
        return best ? [{ method: 'POST' as const, path: matchPath(line), body: matchOf(best) }] : []
      })
      const body = { mode: 'independent' as const, operations }
      const { results: answers } = answered(
        await api.POST('/companies/{companyId}/bulk', {
          ...{ params: { path: { companyId } }, headers: intent.headers(body), body },
        }),
      )
      setResults(
        new Map(
          answers.map(({ status, body: answer }, place) => {
            const { message = '' } = (answer ?? {}) as { message?: string }
            return [chosen[place]?.id ?? '', status < 400 ? null : message]
          }),
        ),
      )
      await refresh('bank-statements', 'invoices', 'supplier-invoices', 'journal-entries')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return { bookAll, results, isBusy, wrong }
}
