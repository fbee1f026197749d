// The queue of the bank: the lines of the latest statements together, whichever file they came in.
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { answered, api, queries, type Schema, useCompany, useDraft } from '#client'
import type { Line } from './proposals.ts'

export type Statement = Schema<'BankStatement'>

/** How many statements the queue reads, the latest first; an older one is chosen by itself. */
const STATEMENTS = 20
/** How many statements can be chosen among. */
const MOST_STATEMENTS = 100
/** How many lines of one statement are read. */
const MOST_LINES = 500
const PAGE_SIZE = 100

export type Shown = 'todo' | 'later' | 'booked'

const queryOf = (shown: Shown, text: string): string => {
  const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
  const sought = text === '' ? '' : `&&(counterparty~${quoted}||message~${quoted})`
  return `status==${shown === 'booked' ? 'booked' : 'open'}${sought}`
}

const readLines = async (companyId: string, statementId: string, query: string): Promise<Line[]> => {
  const lines: Line[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined && lines.length < MOST_LINES) {
    const page: Schema<'BankTransactionPage'> = answered(
      await api.GET('/companies/{companyId}/bank-statements/{bankStatementId}/transactions', {
        params: {
          path: { companyId, bankStatementId: statementId },
          query: { query, pageSize: PAGE_SIZE, cursor },
        },
      }),
    )
    lines.push(...page.items.map((item) => ({ ...item, statementId })))
    cursor = page.nextCursor
  }
  return lines
}

export const useStatements = () => {
  const { id: companyId } = useCompany()
  return queries.useQuery('get', '/companies/{companyId}/bank-statements', {
    params: { path: { companyId }, query: { pageSize: MOST_STATEMENTS } },
  })
}

/** The lines of one statement, or of the latest ones; oldest first, as they are worked through. */
export const useLines = (statements: readonly Statement[], { shown, text }: { shown: Shown; text: string }) => {
  const { id: companyId } = useCompany()
  const query = queryOf(shown, text)
  const found = useQueries({
    queries: statements
      .filter(({ newTransactions }) => newTransactions > 0)
      .slice(0, STATEMENTS)
      .map(({ id }) => ({
        queryKey: ['get', `/companies/{companyId}/bank-statements/${id}/transactions`, companyId, query],
        queryFn: () => readLines(companyId, id, query),
      })),
    combine: (all) => ({
      lines: all.flatMap(({ data }) => data ?? []),
      error: all.find(({ error }) => error)?.error ?? null,
      isLoading: all.some(({ isLoading }) => isLoading),
    }),
  })
  const lines = useMemo(
    () =>
      [...new Map(found.lines.map((line) => [line.id, line])).values()].toSorted(
        (one, two) => one.date.localeCompare(two.date) || one.id.localeCompare(two.id),
      ),
    [found.lines],
  )
  return { ...found, lines }
}

/** Lines that somebody has put off, kept in their browser until they take them up. */
export const usePutOff = () => {
  const draft = useDraft<string[]>('bank:later')
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(draft.kept() ?? []))
  const change = (id: string, isOff: boolean) =>
    setIds((before) => {
      const next = new Set(before)
      if (isOff) next.add(id)
      else next.delete(id)
      draft.keep([...next])
      return next
    })
  return { ids, putOff: (id: string) => change(id, true), takeUp: (id: string) => change(id, false) }
}
