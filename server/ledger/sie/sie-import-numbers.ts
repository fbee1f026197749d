// Voucher numbers of an import. The program assigns them, not the database, so that a dry run and a real import agree.
import type { SieSummary, SieVoucherItem } from '#ledger/sie-format/items'
import { SieSpareNumbers } from '#ledger/sie-format/numbers'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** The last number of each series and fiscal year, by {@link seriesKey}. */
export type LastNumbers = ReadonlyMap<string, bigint>

export const seriesKey = (fiscalYearId: string | null, series: string): string => `${fiscalYearId} ${series}`

/** The last numbers before the import. */
export const readLastNumbers = async ({ db, companyId }: CompanyCall): Promise<LastNumbers> => {
  const rows = await db.rows<{ fiscal_year_id: string; series: string; last_number: bigint }>(
    sql`select fiscal_year_id, series, last_number from ledger.series where company_id = ${companyId}`,
  )
  return new Map(rows.map((row) => [seriesKey(row.fiscal_year_id, row.series), row.last_number]))
}

/** The number of a voucher; must be called once for each booked voucher, in file order. */
export type NumberOf = (
  voucher: Pick<SieVoucherItem, 'series' | 'number' | 'repeated'>,
  fiscalYearId: string | null,
  series: string,
) => bigint

/**
 * A voucher keeps its number. If the number is repeated in the file, or is missing in a file of a whole year, the
 * voucher gets the next number after the highest of its series in the file. Vouchers of type 4I without numbers get the
 * next ones after those in the books and in the file.
 */
export const numberVouchers = (summary: SieSummary, last: LastNumbers): NumberOf => {
  const spare = new SieSpareNumbers(summary.series)
  const next = nextInBooks(summary, last)
  return (voucher, fiscalYearId, series) => {
    if (voucher.number !== null && !voucher.repeated) return BigInt(voucher.number)
    if (!summary.is4I || voucher.repeated) return BigInt(spare.next(voucher.series))
    return next(fiscalYearId, series)
  }
}

const nextInBooks = (summary: SieSummary, last: LastNumbers) => {
  const given = new Map(last)
  return (fiscalYearId: string | null, series: string): bigint => {
    const { highest = null, renumbered = 0 } = summary.series.get(series) ?? {}
    const ofFile = BigInt((highest ?? 0) + renumbered)
    const ofBooks = given.get(seriesKey(fiscalYearId, series)) ?? 0n
    const number = (ofBooks > ofFile ? ofBooks : ofFile) + 1n
    given.set(seriesKey(fiscalYearId, series), number)
    return number
  }
}
