// Reports of the books from balances: trial balance (saldobalans), income statement (resultaträkning) and balance sheet
// (balansräkning), for any days and as known at any moment.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { refuseIfAny } from '#platform/refusal'
import { type AskedPeriod, acrossYears, readColumns } from './asked.rules.ts'
import type { Figures } from './figures.rules.ts'
import { figuresOf, knownAt } from './figures.ts'
import type { Column } from './period.rules.ts'
import { reportRefusals } from './refusals.ts'
import { type Level, layOutBalance, layOutIncome, layOutTrial, type Row, type Value } from './statement.rules.ts'
import { layOutVat } from './vat-report.rules.ts'

export type AskedReport = AskedPeriod & { knownAt?: string | undefined; level?: Level | undefined }

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
  async (call: CompanyCall, { knownAt: moment, level = 'account', ...asked }: AskedReport): Promise<Report<Of>> => {
    const { years } = await bookOf(call, true)
    const { columns, errors } = readColumns(asked, { years, today: dayOf(call.now) })
    refuseIfAny(errors)
    if (!columns) throw reportRefusals.noFiscalYear()
    if (isOfOneYear) refuseIfAny(acrossYears(columns, years))
    const known = await knownAt(call, moment)
    const figures = await figuresOf(call, { years, periods: columns, known, withSettled })
    return { registration: known.registration, columns, rows: layOut(figures, { columns, level }) }
  }

export const trialBalance = report(layOutTrial, { isOfOneYear: true })
export const incomeStatement = report(layOutIncome, { isOfOneYear: false })
export const balanceSheet = report(layOutBalance, { isOfOneYear: false })
export const vatReport = report(layOutVat, { isOfOneYear: false, withSettled: true })
