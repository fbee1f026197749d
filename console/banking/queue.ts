// The queue of the bank: its lines together, whichever file they came in.
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { answered, api, queries, type Schema, soughtIn, useCompany, useDraft } from '#client'
import type { Line } from './proposals.ts'

export type Statement = Schema<'BankStatement'>

/** How many statements can be chosen among; what is booked is read of the latest ones. */
const MOST_STATEMENTS = 100
const BOOKED_STATEMENTS = 20
/** How many lines of one list are read. */
const MOST_LINES = 500
const PAGE_SIZE = 100
const OPEN_LINES = '/companies/{companyId}/bank-transactions'

export type Shown = 'todo' | 'later' | 'booked'

/** A list of lines: everything open, or the lines of one statement. */
type Source = { statement: Statement | null; query: string }

const queryOf = (isOpen: boolean, statementId: string | null, text: string): string => {
  const status = statementId === null ? [] : [`status==${isOpen ? 'open' : 'booked'}`]
  const sought = soughtIn(text, { texts: ['counterparty', 'message'], amounts: ['amount'] })
  return [...status, ...(sought === undefined ? [] : [sought])].join('&&')
}

/** As many lines of a list as are read, and whether there are more, all of them older. */
type Read = { lines: readonly Line[]; hasMore: boolean }

const readLines = async (companyId: string, { statement, query: sought }: Source): Promise<Read> => {
  const lines: Line[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined && lines.length < MOST_LINES) {
    const query = { ...(sought === '' ? {} : { query: sought }), pageSize: PAGE_SIZE, cursor }
    if (statement === null) {
      const page: Schema<'OpenBankTransactionPage'> = answered(
        await api.GET(OPEN_LINES, { params: { path: { companyId }, query } }),
      )
      lines.push(
        ...page.items.map((item) => {
          const { bankStatementRef, bankAccountRef } = item
          return { ...item, statementId: bankStatementRef.id, bankAccountId: bankAccountRef.id }
        }),
      )
      cursor = page.nextCursor
    } else {
      const page: Schema<'BankTransactionPage'> = answered(
        await api.GET('/companies/{companyId}/bank-statements/{bankStatementId}/transactions', {
          params: { path: { companyId, bankStatementId: statement.id }, query },
        }),
      )
      const at = { statementId: statement.id, bankAccountId: statement.bankAccountRef.id }
      lines.push(...page.items.map((item) => ({ ...item, ...at })))
      cursor = page.nextCursor
    }
  }
  return { lines, hasMore: cursor !== undefined }
}

export const useStatements = () => {
  const { id: companyId } = useCompany()
  return queries.useQuery('get', '/companies/{companyId}/bank-statements', {
    params: { path: { companyId }, query: { pageSize: MOST_STATEMENTS } },
  })
}

/**
 * The lines of a statement that is chosen, or of all; oldest first, as they are worked through. Of all, those that are
 * open come as one list, with the proposals of the service, and what is booked statement by statement.
 */
export const useLines = (
  statements: readonly Statement[],
  { chosen, shown, text }: { chosen: Statement | undefined; shown: Shown; text: string },
) => {
  const { id: companyId } = useCompany()
  const isOpen = shown !== 'booked'
  const filled = statements.filter(({ newTransactions }) => newTransactions > 0)
  const read = chosen ? [chosen] : filled.slice(0, BOOKED_STATEMENTS)
  const areLeftOut = !isOpen && !chosen && filled.length > read.length
  const sources: readonly (Statement | null)[] = isOpen && !chosen ? [null] : read
  const found = useQueries({
    queries: sources.map((statement) => {
      const statementId = statement?.id ?? null
      const source = { statement, query: queryOf(isOpen, statementId, text) }
      const ofStatement = `/companies/{companyId}/bank-statements/${statementId}/transactions`
      return {
        queryKey: ['get', statementId === null ? OPEN_LINES : ofStatement, companyId, source.query],
        queryFn: () => readLines(companyId, source),
      }
    }),
    combine: (all) => ({
      lines: all.flatMap(({ data }) => data?.lines ?? []),
      hasMore: areLeftOut || all.some(({ data }) => data?.hasMore),
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

/** Removes lines from the list of open ones at once, so that the user does not meet them while it is read again. */
export const useDropping = (): ((ids: ReadonlySet<string>) => void) => {
  const { id: companyId } = useCompany()
  const client = useQueryClient()
  return (ids) =>
    void client.setQueriesData<Read>(
      { queryKey: ['get', OPEN_LINES, companyId] },
      (read) => read && { ...read, lines: read.lines.filter(({ id }) => !ids.has(id)) },
    )
}

/** Lines postponed by the user, kept in the browser until they are taken up again. */
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
