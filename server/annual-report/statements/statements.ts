// The annual statements of a fiscal year: income statement and balance sheet by a framework, with the year before.

import { accountsOf } from '#annual-report/data'
import type { YearAccount } from '#annual-report/data.rules'
import { annualReportRefusals as refusals, statementWarnings as warnings } from '#annual-report/refusals'
import { companyInformation } from '#identity'
import { type BookYear, bookOf, ledgerContribution, requireKronor } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { addDays, type Day } from '#platform/day'
import { textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { frameworks } from './frameworks.rules.ts'
import { type Framework, rowsOn } from './lines.rules.ts'
import {
  inKronor,
  type Kronor,
  openingPosition,
  type Position,
  positionOf,
  type ShownRow,
  shownRows,
} from './statements.rules.ts'

type Span = { startDate: Day; endDate: Day }

/** A year on its lines, in öre and in whole kronor. */
export type YearSheet = Span & { position: Position; kronor: Kronor; accounts: readonly YearAccount[] }

/** The year before: `isOpening` if it is not in the books, so that only its closing balance sheet is known. */
type YearBefore = Pick<YearSheet, 'position' | 'kronor'> & { span: Span | null; isOpening: boolean }

export type Statements = {
  framework: Framework
  year: BookYear
  registration: number
  now: YearSheet
  before: YearBefore | null
  income: ShownRow[]
  balance: ShownRow[]
}

/** The framework of a company of a form, unless another one is asked for. */
const frameworkFor = (companyType: string, asked: string | undefined): Framework => {
  if (asked === 'k3') throw refusals.noSuchFramework({ framework: 'K3' })
  if (asked === 'k1' || asked === 'k2') return frameworks[asked]
  return companyType === 'proprietorship' ? frameworks.k1 : frameworks.k2
}

/** The statements of a year; reads one snapshot. */
export const statementsOf = async (
  call: CompanyCall,
  { id, framework: asked }: { id: string; framework?: string | undefined },
): Promise<Statements> => {
  const { companyType } = await companyInformation(call)
  const framework = frameworkFor(companyType, asked)
  const { years } = await bookOf(call, true)
  const year = years.find((one) => !one.removed && one.id === id)
  if (!year) throw ledgerContribution.refusals.fiscalYearNotFound({ id })
  await requireKronor(call, refusals.inKronor)
  const now = await sheetOf(call, framework, year)
  const before = await yearBefore(call, framework, { years, now })
  const { count } = await call.db.one<{ count: bigint }>(
    sql`select entry_count as count from ledger.book_view where company_id = ${call.companyId}`,
  )
  const shown = (part: 'income' | 'balance', earlier: ReadonlyMap<string, bigint> | null) =>
    shownRows(rowsOn(framework[part], year.startDate), now.kronor[part], earlier)
  return {
    framework,
    year,
    registration: Number(count),
    now,
    before,
    income: shown('income', before && !before.isOpening ? before.kronor.income : null),
    balance: shown('balance', before?.kronor.balance ?? null),
  }
}

/** Warns of what keeps statements from being right: accounts without a line, and a sheet that does not balance. */
export const warnOfStatements = (call: CompanyCall, { now: { position } }: Statements): void => {
  for (const { account, name, ore } of position.unmapped.slice(0, MAX_WARNED))
    warn(call, warnings.unmapped({ account, name, amount: textFromOre(ore) }))
  if (position.difference !== 0n) warn(call, warnings.difference({ amount: textFromOre(position.difference) }))
}

/** Maximum number of accounts without a line in warnings. */
const MAX_WARNED = 8

/** A year of the books on its lines. */
export const sheetOf = async (
  call: CompanyCall,
  framework: Framework,
  { id, startDate, endDate }: Pick<BookYear, 'id' | 'startDate' | 'endDate'>,
): Promise<YearSheet> => {
  const accounts = await accountsOf(call, id)
  const position = positionOf(framework, startDate, accounts)
  return { startDate, endDate, accounts, position, kronor: inKronor(framework, startDate, position) }
}

type Around = { years: readonly BookYear[]; now: YearSheet }

/** The year before, from its own books, or from the opening balances of this one; null if nothing was opened. */
const yearBefore = async (
  call: CompanyCall,
  framework: Framework,
  { years, now }: Around,
): Promise<YearBefore | null> => {
  const earlier = years.find(({ endDate, removed }) => !removed && endDate === addDays(now.startDate, -1))
  const opened = openingPosition(framework, now.startDate, now.accounts)
  const opening = { position: opened, kronor: inKronor(framework, now.startDate, opened) }
  if (earlier) {
    const { position, kronor, startDate, endDate } = await sheetOf(call, framework, earlier)
    const span = { startDate, endDate }
    if (position.income.size > 0 || isSameSheet(kronor, opening.kronor))
      return { position, kronor, span, isOpening: false }
    return { ...opening, span, isOpening: true }
  }
  return opened.balance.size > 0 ? { ...opening, span: null, isOpening: true } : null
}

const isSameSheet = (one: Kronor, other: Kronor): boolean => one.balance.get('assets') === other.balance.get('assets')
