// Statistics of a file's vouchers: their series, numbers and days.
import { Unreadable } from './encoding.ts'
import type { Words } from './findings.ts'
import type { SieCounts, SieFiscalYear, SieSeries, SieSummary } from './items.ts'
import type { ReadingFindings } from './kinds.ts'
import { FILE_MAX_SERIES } from './limits.ts'
import { SeriesNumbers } from './numbers.ts'
import { Renumbering } from './renumbering.ts'
import { seriesTitle, voucherTitle } from './values.ts'
import type { ReadVoucher } from './vouchers.ts'

type Counts = Pick<SieCounts, 'duplicateNumbers' | 'notAscending' | 'numberGaps' | 'outsideYear'>

/** Collects the vouchers of one file. Memory grows with series and days, and with numbers out of order. */
export class VoucherOrder {
  readonly #series = new Map<string, SeriesNumbers>()
  readonly #renumbering: Renumbering
  readonly #findings: ReadingFindings
  readonly #counts: Counts
  /** Vouchers before the #RAR of the year: their number per day, and the line of the first. */
  readonly #undated = new Map<string, { vouchers: number; line: number }>()
  #days: { first: string; last: string } | null = null
  #outside = 0

  constructor(findings: ReadingFindings, counts: Counts) {
    this.#findings = findings
    this.#counts = counts
    this.#renumbering = new Renumbering(findings)
  }

  /** Adds a voucher, and marks it if its series and number occurred before. */
  add(voucher: ReadVoucher, year: SieFiscalYear | undefined): void {
    this.#addNumber(voucher)
    this.#addDay(voucher, year)
  }

  /** Completes the checks, and returns the summary of series and days. */
  finish(
    year: SieFiscalYear | undefined,
    is4I: boolean,
    hasVouchers: boolean,
  ): { series: ReadonlyMap<string, SieSeries>; days: SieSummary['days'] } {
    for (const [date, { vouchers, line }] of this.#undated) {
      if (year === undefined || isWithin(date, year)) continue
      this.#outside += vouchers
      this.#findings.add('outsideYear', line, { which: manyAre(vouchers), date, start: year.start, end: year.end })
    }
    this.#counts.outsideYear = year === undefined || !hasVouchers ? null : this.#outside
    const series = new Map<string, SieSeries>()
    for (const [name, numbers] of this.#series) {
      this.#reportGaps(name, numbers)
      const { lowest, highest } = numbers.bounds() ?? { lowest: null, highest: null }
      const renumbered = this.#renumbering.countOf(name, is4I)
      series.set(name, { vouchers: numbers.vouchers, lowest, highest, renumbered })
    }
    this.#renumbering.report(series, is4I)
    return { series, days: this.#days }
  }

  #addNumber(voucher: ReadVoucher): void {
    const { series, number, line, rows } = voucher
    let numbers = this.#series.get(series)
    if (numbers === undefined) {
      if (this.#series.size === FILE_MAX_SERIES) {
        throw new Unreadable(line, 'tooMany', {
          limit: FILE_MAX_SERIES,
          what: { sv: 'verifikationsserier', en: 'voucher series' },
        })
      }
      numbers = new SeriesNumbers()
      this.#series.set(series, numbers)
    }
    numbers.vouchers += 1
    const { ascends, isNew } = number === null ? { ascends: true, isNew: true } : numbers.add(Number(number))
    if (!ascends) this.#counts.notAscending += 1
    if (isNew && !ascends) {
      this.#findings.add('notAscending', line, { voucher: voucherTitle(series, number) })
    }
    // A voucher without rows is not booked and needs no number.
    if (rows.length === 0) return
    voucher.repeated = !isNew
    if (!isNew) this.#counts.duplicateNumbers += 1
    if (!isNew || number === null) this.#renumbering.add(voucher)
  }

  #addDay({ date, line, series, number }: ReadVoucher, year: SieFiscalYear | undefined): void {
    if (this.#days === null) this.#days = { first: date, last: date }
    else if (date < this.#days.first) this.#days.first = date
    else if (date > this.#days.last) this.#days.last = date
    if (year === undefined) {
      const known = this.#undated.get(date)
      if (known === undefined) this.#undated.set(date, { vouchers: 1, line })
      else known.vouchers += 1
    } else if (!isWithin(date, year)) {
      this.#outside += 1
      const { sv, en } = voucherTitle(series, number)
      const which = { sv: `${sv} är daterad`, en: `${en} is` }
      this.#findings.add('outsideYear', line, { which, date, start: year.start, end: year.end })
    }
  }

  #reportGaps(name: string, numbers: SeriesNumbers): void {
    const { count, firstAfter } = numbers.gaps()
    if (count === 0) return
    this.#counts.numberGaps += count
    const gaps = count === 1 ? { sv: 'en lucka', en: 'a gap' } : { sv: `${count} luckor`, en: `${count} gaps` }
    this.#findings.add('numberGaps', null, { series: seriesTitle(name), gaps, after: firstAfter ?? '' })
  }
}

const manyAre = (vouchers: number): Words =>
  vouchers === 1
    ? { sv: 'En verifikation är daterad', en: 'A voucher is' }
    : {
        sv: `${vouchers} verifikationer, den första på den här raden, är daterade`,
        en: `${vouchers} vouchers, the first on this line, are`,
      }

const isWithin = (date: string, year: SieFiscalYear): boolean => date >= year.start && date <= year.end
