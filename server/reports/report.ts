// Reports from balances: trial balance (saldobalans), income statement (resultaträkning) and balance sheet
// (balansräkning), for any period and by the state of knowledge at any time.
import { bookOf, cachedBook, type Rate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { refuseIfAny } from '#platform/refusal'
import { ratesOfEuro } from '#reports/vat/rate-of-euro'
import { layOutVat } from '#reports/vat/vat-report.rules'
import { CURRENCY_OF_LAW } from '#rule/currency'
import { type AskedPeriod, acrossYears, BUDGET, readColumns } from './asked.rules.ts'
import { besideBudget, refuseBudgetOfTags } from './budget.ts'
import { type Figures, isAmong } from './figures.rules.ts'
import { figuresAtOnce, knownAt } from './figures.ts'
import type { Column } from './period.rules.ts'
import { reportRefusals } from './refusals.ts'
import { type Level, layOutBalance, layOutIncome, layOutTrial, type Row, type Value } from './statement.rules.ts'
import { type AskedTags, figuresByTags } from './tags.ts'

type AskedReport = AskedPeriod &
  AskedTags & { knownAt?: string | undefined; level?: Level | undefined; accounts?: string | undefined }

export type Report<Of extends Value> = { registration: number; columns: readonly Column[]; rows: readonly Row<Of>[] }

type LayOut<Of extends Value> = (
  figures: Figures,
  asked: { columns: readonly Column[]; level: Level; rates?: readonly (Rate | null)[] | undefined },
) => Row<Of>[]

type Shape = { isOfOneYear: boolean; forVat?: boolean }

/**
 * A report of the requested period; reads one snapshot. `isOfOneYear`: its columns must not span fiscal years.
 * `forVat`: it separates VAT settlement entries and shift entries.
 */
const report =
  <Of extends Value>(layOut: LayOut<Of>, { isOfOneYear, forVat = false }: Shape) =>
  async (call: CompanyCall, given: AskedReport): Promise<Report<Of>> => {
    const { knownAt: moment, tagId, tagGroupId, ...asked } = given
    const { years } = await bookOf(call, true)
    const { columns: periods, errors } = readColumns(asked, { years, today: dayOf(call.now) })
    refuseIfAny(errors)
    if (!periods) throw reportRefusals.noFiscalYear()
    if (isOfOneYear) refuseIfAny(acrossYears(periods, years))
    const known = await knownAt(call, moment)
    const tags = { tagId, tagGroupId }
    if (asked.compare === BUDGET) refuseBudgetOfTags(tags)
    const told = await figuresByTags(call, tags, { years, periods, known, forVat })
    const shown = await besideBudget(call, years, told)
    return laidOut(layOut, given, { ...shown, rates: forVat ? await ratesOfEuro(call, shown.columns) : undefined })
  }

/**
 * The same in one statement, for everything registered, without a transaction. Null if the request is for another
 * state, if the cached book is outdated, or if something must be refused.
 */
const reportAtOnce =
  <Of extends Value>(layOut: LayOut<Of>, { isOfOneYear, forVat = false }: Shape) =>
  async (call: CompanyCall, given: AskedReport): Promise<Report<Of> | null> => {
    const book = cachedBook(call)
    const isPlain = (given.knownAt ?? given.tagId ?? given.tagGroupId) === undefined && given.compare !== BUDGET
    // Books in euro are declared in kronor, by rates that are read first.
    const isConverted = forVat && book?.currency !== CURRENCY_OF_LAW
    if (!book || !isPlain || isConverted) return null
    const { columns, errors } = readColumns(given, { years: book.years, today: dayOf(call.now) })
    if (!columns || errors.length > 0 || (isOfOneYear && acrossYears(columns, book.years).length > 0)) return null
    const figures = await figuresAtOnce(call, book, { periods: columns, forVat })
    return figures && laidOut(layOut, given, { figures, columns })
  }

const laidOut = <Of extends Value>(
  layOut: LayOut<Of>,
  { level = 'account', accounts, tagId }: AskedReport,
  {
    figures,
    columns,
    rates,
  }: { figures: Figures; columns: readonly Column[]; rates?: readonly (Rate | null)[] | undefined },
): Report<Of> => {
  const rows = layOut(narrowedTo(figures, accounts), { columns, level, rates })
  // A filtered part of the books need not balance.
  const isWhole = accounts === undefined && tagId === undefined
  const { registration } = figures
  return { registration, columns, rows: isWhole ? rows : rows.filter(({ kind }) => kind !== 'difference') }
}

const narrowedTo = (figures: Figures, accounts: string | undefined): Figures => {
  const among = isAmong(accounts)
  return { ...figures, accounts: figures.accounts.filter(({ number }) => among(number)) }
}

const trial = [layOutTrial, { isOfOneYear: true }] as const
const income = [layOutIncome, { isOfOneYear: false }] as const
const balance = [layOutBalance, { isOfOneYear: false }] as const
const vat = [layOutVat, { isOfOneYear: false, forVat: true }] as const

export const trialBalance = report(...trial)
export const trialBalanceAtOnce = reportAtOnce(...trial)
export const incomeStatement = report(...income)
export const incomeStatementAtOnce = reportAtOnce(...income)
export const balanceSheet = report(...balance)
export const balanceSheetAtOnce = reportAtOnce(...balance)
export const vatReport = report(...vat)
export const vatReportAtOnce = reportAtOnce(...vat)
