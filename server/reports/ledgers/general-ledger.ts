// The general ledger (huvudbok): each account with its opening balance, its lines with the running balance, and its
// closing balance.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { listFaults, markOf } from '#platform/list'
import type { Ore } from '#platform/money'
import { decodeCursor, encodeCursor } from '#platform/page'
import { invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { acrossYears, readColumns } from '#reports/asked.rules'
import { figuresOf, type Known, knownAt } from '#reports/figures'
import { type Account, type Figures, isAmong } from '#reports/figures.rules'
import type { Period, Years } from '#reports/period.rules'
import { reportRefusals } from '#reports/refusals'
import { type AskedShare, figuresOfUntagged, requireTags } from '#reports/tags'
import { allLines, type LedgerLine, type LedgerScope, type LineKey, linesAfter } from './ledger-lines.ts'

export type AskedLedger = {
  from?: string | undefined
  to?: string | undefined
  fiscalYearId?: string | undefined
  knownAt?: string | undefined
  accounts?: string | undefined
  tagId?: string | undefined
  untaggedGroupId?: string | undefined
}

/** The normalized parameters as text. */
export const textOf = (asked: AskedLedger): string => {
  const { from, to, fiscalYearId, knownAt, accounts, tagId, untaggedGroupId } = asked
  return JSON.stringify([from, to, fiscalYearId, knownAt, accounts, tagId, untaggedGroupId])
}

/** An account of the ledger; amounts in öre, debit positive. */
export type LedgerAccount = { number: number; name: string; opening: Ore; debit: Ore; credit: Ore; closing: Ore }

/** A line with the running balance. */
export type BalancedLine = LedgerLine & { balance: Ore }

/** A line with what stands on its account after it; `before` is what stood there. */
export const afterLine = (before: Ore, line: LedgerLine): BalancedLine => ({
  ...line,
  balance: before + line.debit - line.credit,
})

export type LedgerPage = Opened & { shown: readonly { account: LedgerAccount; lines: readonly BalancedLine[] }[] } & {
  nextCursor?: string
}

type Opened = { period: Period; registration: number; accounts: readonly LedgerAccount[]; scope: LedgerScope }

export const DEFAULT_LINES = 100
export const MAX_LINES = 1000

/** A page of lines. Later pages use the state of knowledge of the first. */
export const ledgerPage = async (
  call: CompanyCall,
  { cursor, pageSize = DEFAULT_LINES, ...asked }: AskedLedger & { cursor?: string | undefined; pageSize?: number },
): Promise<LedgerPage> => {
  const mark = markOf(call.companyId, 'general-ledger', textOf(asked))
  const place = cursor ? placeIn(cursor, mark, call.cursorKey) : null
  const opened = await open(call, place ? { ...asked, knownAt: String(place.known) } : asked)
  const found = await linesAfter(call, opened.scope, { after: place?.after ?? null, limit: pageSize + 1 })
  const lines = found.slice(0, pageSize)
  const last = lines.at(-1)
  const hasMore = found.length > pageSize
  const shown = balanced(opened.accounts, lines, place).filter(
    ({ account: { number } }) => number >= (place?.after.account ?? 0) && (!hasMore || number <= (last?.account ?? 0)),
  )
  const balance = shown.at(-1)?.lines.at(-1)?.balance
  const next =
    hasMore && last && balance !== undefined
      ? [mark, opened.registration, last.account, last.date, last.registration, last.line, String(balance)]
      : null
  return { ...opened, shown, ...(next ? { nextCursor: encodeCursor(next, call.cursorKey) } : {}) }
}

type Place = { known: number; after: LineKey; balance: Ore }

const placeIn = (cursor: string, mark: string, key: Buffer): Place => {
  const [of, known, account, date, registration, line, balance] = decodeCursor(cursor, key) ?? []
  if (of !== mark) throw invalidWith([listFaults.badCursor('cursor')])
  const after = { account: Number(account), date: String(date) as Day, registration: Number(registration) }
  return { known: Number(known), after: { ...after, line: Number(line) }, balance: BigInt(balance ?? 0) }
}

/** The accounts with their lines and running balances. */
const balanced = (accounts: readonly LedgerAccount[], lines: readonly LedgerLine[], place: Place | null) => {
  const byAccount = new Map<number, LedgerLine[]>()
  for (const line of lines) {
    const own = byAccount.get(line.account)
    if (own) own.push(line)
    else byAccount.set(line.account, [line])
  }
  return accounts.map((account) => {
    let balance = place?.after.account === account.number ? place.balance : account.opening
    const own = (byAccount.get(account.number) ?? []).map((line) => {
      const shown = afterLine(balance, line)
      balance = shown.balance
      return shown
    })
    return { account, lines: own }
  })
}

/** The whole ledger, account by account; the lines come in portions from one statement. */
export const wholeLedger = async (
  call: CompanyCall,
  asked: AskedLedger,
): Promise<Opened & { lines: AsyncGenerator<LedgerLine[]> }> => {
  const opened = await open(call, asked)
  return { ...opened, lines: allLines(call, opened.scope) }
}

const open = async (call: CompanyCall, asked: AskedLedger): Promise<Opened> => {
  const { knownAt: moment, accounts: among, tagId, untaggedGroupId, ...days } = asked
  const { years } = await bookOf(call, true)
  const { columns, errors } = readColumns(days, { years, today: dayOf(call.now) })
  refuseIfAny(errors)
  const [period] = columns ?? []
  if (!columns || !period) throw reportRefusals.noFiscalYear()
  refuseIfAny(acrossYears(columns, years))
  await requireTags(call, { tagId, untaggedGroupId })
  const known = await knownAt(call, moment)
  const accounts = (await accountsOf(call, { years, period, known, tagId, untaggedGroupId })).filter(({ number }) =>
    isAmong(among)(number),
  )
  const scope: LedgerScope = {
    period: { from: period.from, to: period.to },
    registration: known.registration,
    accounts: accounts.map(({ number }) => number),
    tagId,
    untaggedGroupId,
    isNarrowed: among !== undefined,
  }
  return { period: scope.period, registration: known.registration, accounts, scope }
}

type Asked = AskedShare & { years: Years; period: Period; known: Known }

/** The accounts with a balance or lines, by number. */
const accountsOf = async (call: CompanyCall, { tagId, untaggedGroupId, ...asked }: Asked): Promise<LedgerAccount[]> => {
  const { years, period, known } = asked
  const wanted = { years, periods: [period], known }
  const isShare = tagId !== undefined || untaggedGroupId !== undefined
  const figures =
    untaggedGroupId === undefined
      ? await figuresOf(call, { ...wanted, tagId })
      : await figuresOfUntagged(call, untaggedGroupId, wanted)
  const moved = await movedAccounts(call, period)
  const all = new Map([...moved, ...figures.accounts].map((one) => [one.number, one]))
  const numbers = new Set(moved.map(({ number }) => number))
  return [...all.values()]
    .sort((left, right) => left.number - right.number)
    .map((account) => inLedger(figures, account, period))
    .filter(
      ({ number, opening, debit, credit }) =>
        opening !== 0n || debit !== 0n || credit !== 0n || (!isShare && numbers.has(number)),
    )
}

const inLedger = (figures: Figures, account: Account, period: Period): LedgerAccount => {
  const { debit, credit } = figures.moved(account, period)
  const opening = figures.opening(account, period)
  return { number: account.number, name: account.name, opening, debit, credit, closing: opening + debit - credit }
}

/** Accounts with lines in the months of a period, even if these cancel out. */
const movedAccounts = ({ db, companyId }: CompanyCall, { from, to }: Period): Promise<Account[]> =>
  db.rows<Account>(
    sql`
    select a.number, a.name, a.kind, a.sru, a.vat_code as "vatCode" from ledger.account_view a
    where a.company_id = ${companyId} and a.number in (
      select m.account from ledger.fiscal_year_view y
      join ledger.month_balance_view m on m.company_id = y.company_id and m.fiscal_year_id = y.id
      where y.company_id = ${companyId} and y.start_date <= ${to} and y.end_date >= ${from}
        and m.month between date_trunc('month', ${from}::date) and ${to})
    order by a.number`,
    'ledger-moved',
  )
