// Reports of the books from balances: trial balance (saldobalans), income statement (resultaträkning) and balance sheet
// (balansräkning), for any days and as known at any moment.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { refuseIfAny } from '#platform/refusal'
import { isAmong } from './accounts.rules.ts'
import { type AskedPeriod, acrossYears, readColumns } from './asked.rules.ts'
import type { Figures } from './figures.rules.ts'
import { knownAt } from './figures.ts'
import type { Column } from './period.rules.ts'
import { reportRefusals } from './refusals.ts'
import { type Level, layOutBalance, layOutIncome, layOutTrial, type Row, type Value } from './statement.rules.ts'
import { type AskedTags, figuresByTags } from './tags.ts'
import { layOutVat } from './vat-report.rules.ts'

export type AskedReport = AskedPeriod &
  AskedTags & { knownAt?: string | undefined; level?: Level | undefined; accounts?: string | undefined }

export type Report<Of extends Value> = { registration: number; columns: readonly Column[]; rows: readonly Row<Of>[] }

type LayOut<Of extends Value> = (figures: Figures, asked: { columns: readonly Column[]; level: Level }) => Row<Of>[]

/**
 * A report of the days that were asked for; reads one snapshot. `isOfOneYear`: its columns must not reach from one
 * fiscal year into another. `withSettled`: it tells entries that settle tax apart.
 */
const report =
  <Of extends Value>(
    layOut: LayOut<Of>,
    { isOfOneYear, withSettled = false }: { isOfOneYear: boolean; withSettled?: boolean },
  ) =>
  async (call: CompanyCall, given: AskedReport): Promise<Report<Of>> => {
    const { knownAt: moment, level = 'account', accounts, tagId, tagGroupId, ...asked } = given
    const { years } = await bookOf(call, true)
    const { columns: periods, errors } = readColumns(asked, { years, today: dayOf(call.now) })
    refuseIfAny(errors)
    if (!periods) throw reportRefusals.noFiscalYear()
    if (isOfOneYear) refuseIfAny(acrossYears(periods, years))
    const known = await knownAt(call, moment)
    const tags = { tagId, tagGroupId }
    const { figures, columns } = await figuresByTags(call, tags, { years, periods, known, withSettled })
    const rows = layOut(narrowedTo(figures, accounts), { columns, level })
    // A part of the books is not in balance, and lacks nothing by that.
    const isWhole = accounts === undefined && tagId === undefined
    const { registration } = known
    return { registration, columns, rows: isWhole ? rows : rows.filter(({ kind }) => kind !== 'difference') }
  }

const narrowedTo = (figures: Figures, accounts: string | undefined): Figures => {
  const among = isAmong(accounts)
  return { ...figures, accounts: figures.accounts.filter(({ number }) => among(number)) }
}

export const trialBalance = report(layOutTrial, { isOfOneYear: true })
export const incomeStatement = report(layOutIncome, { isOfOneYear: false })
export const balanceSheet = report(layOutBalance, { isOfOneYear: false })
export const vatReport = report(layOutVat, { isOfOneYear: false, withSettled: true })
