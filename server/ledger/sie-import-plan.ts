// The first reading of a SIE file: everything it names beside its vouchers, and whether it fits the books.
import { findCompany } from '#identity'
import type { CompanyCall } from '#platform/call'
import { addBusinessDays, addMonths, type Day, dayOf } from '#platform/day'
import { MAX_AMOUNT } from '#platform/money'
import type { SieDimension, SieItem, SieObject, SieReport, SieRowItem, SieVoucherItem } from '#sie'
import { standardDimensions } from '#sie'
import { type Book, type BookYear, bookOf } from './book.ts'
import { MAX_MONTHS } from './fiscal-year.ts'
import { BUSINESS_DAYS_AHEAD, yearAt } from './journal-entry.rules.ts'
import { closedAfter } from './opening-balance.ts'

/** Something found about the file; `line` is null when it is about the whole file. */
export type Finding = { line: number | null; message: string }

/** Findings: all are counted, the first are kept. */
export class FindingList {
  readonly kept: Finding[] = []
  count = 0

  add(line: number | null, message: string): void {
    this.count += 1
    if (this.kept.length < MAX_FINDINGS) this.kept.push({ line, message: message.slice(0, MAX_MESSAGE_LENGTH) })
  }
}

/** Most findings of one kind that are kept. */
export const MAX_FINDINGS = 200
/** Most characters of a finding's text, which may quote a long field. */
const MAX_MESSAGE_LENGTH = 300
/** Highest account number that the books take, and its digits. */
const MAX_ACCOUNT = 99_999_999
const MAX_ACCOUNT_DIGITS = 8
/** Most tax form fields that are kept of one account. */
const MAX_SRU = 20
const MAX_ORE = BigInt(MAX_AMOUNT) * 100n
const DIGIT_ZERO = 48

/** What a reading gathers beside the vouchers themselves: bounded by accounts and objects, not by vouchers. */
export class Seen {
  readonly dimensions = new Map<number, SieDimension>()
  readonly objects = new Map<string, SieObject>()
  readonly accountTypes = new Map<string, string>()
  readonly units = new Map<string, string>()
  readonly sru = new Map<string, string[]>()
  /** What the format allows and the books cannot take. */
  readonly errors = new FindingList()
  readonly warnings = new FindingList()
  /** Where the fiscal year and the organization number stand. */
  yearLine: number | null = null
  organizationNumberLine: number | null = null
  readonly #oddAccounts = new Set<string>()
  #ownDays = { rows: 0, line: 0 }

  take = (item: SieItem): void => {
    switch (item.kind) {
      case 'fiscalYear':
        if (item.index === 0) this.yearLine = item.line
        break
      case 'orgNumber':
        this.organizationNumberLine = item.line
        break
      case 'account':
        this.#checkAccount(item.number, item.line)
        break
      case 'dimension':
        this.dimensions.set(item.number, item)
        break
      case 'object':
        this.objects.set(objectKey(item.dimension, item.code), item)
        break
      case 'accountType':
        this.accountTypes.set(item.account, item.type)
        break
      case 'unit':
        this.units.set(item.account, item.unit)
        break
      case 'sru':
        this.#takeSru(item.account, item.code)
        break
      case 'opening':
      case 'closing':
      case 'result':
        this.#checkAccount(item.account, item.line)
        break
      case 'voucher':
        for (const row of item.rows) this.#takeRow(row, item)
        break
      default:
        break
    }
  }

  /** Every dimension that is declared, that an object is in, or that another one is part of. */
  allDimensions(): SieDimension[] {
    const all = new Map(this.dimensions)
    const parents = [...this.dimensions.values()].flatMap(({ parent }) => (parent === null ? [] : [parent]))
    for (const number of [...parents, ...[...this.objects.values()].map(({ dimension }) => dimension)]) {
      if (all.has(number)) continue
      all.set(number, { number, name: standardDimensions.get(number) ?? `Dimension ${number}`, parent: null })
    }
    return [...all.values()].sort((a, b) => a.number - b.number)
  }

  /** Tells what is told once for the whole file. */
  finish(labels: ReadonlyMap<string, number>): void {
    const { rows, line } = this.#ownDays
    if (rows > 0) {
      const which = rows === 1 ? 'a row has' : `${rows} rows, the first on this line, have`
      this.warnings.add(line, `${which} another day than the voucher, whose day counts`)
    }
    const left = ['PBUDGET', 'OIB'].filter((label) => labels.has(label)).map((label) => `#${label}`)
    if (left.length > 0) this.warnings.add(null, `${left.join(' and ')} were read and are not kept`)
  }

  #takeSru(account: string, code: string): void {
    if (code === '') return
    const codes = this.sru.get(account)
    if (codes === undefined) this.sru.set(account, [code])
    else if (codes.length < MAX_SRU && !codes.includes(code)) codes.push(code)
  }

  /** Also takes the objects that rows name without their being declared. */
  #takeRow(row: SieRowItem, { date }: SieVoucherItem): void {
    this.#checkAccount(row.account, row.line)
    if (row.amount > MAX_ORE || row.amount < -MAX_ORE) {
      this.errors.add(row.line, `the amount is beyond ${MAX_AMOUNT} kronor`)
    }
    if (row.date !== null && row.date !== date) {
      if (this.#ownDays.rows === 0) this.#ownDays.line = row.line
      this.#ownDays.rows += 1
    }
    const { objects } = row
    if (objects.length === 0) return
    for (const [index, { dimension, code }] of objects.entries()) {
      const key = objectKey(dimension, code)
      if (!this.objects.has(key)) this.objects.set(key, { dimension, code, name: code })
      if (objects.findIndex((other) => other.dimension === dimension) < index) {
        this.warnings.add(row.line, `the row names several objects of dimension ${dimension}; the first counts`)
      }
    }
  }

  #checkAccount(number: string, line: number): void {
    if (number.length <= MAX_ACCOUNT_DIGITS && number.charCodeAt(0) !== DIGIT_ZERO) return
    if (this.#oddAccounts.has(number)) return
    this.#oddAccounts.add(number)
    this.errors.add(line, `account ${number}: account numbers go from 1 to ${MAX_ACCOUNT} and do not begin with 0`)
  }
}

export const objectKey = (dimension: number, code: string): string => `${dimension} ${code}`

/** How the file goes into the books. `year` is the fiscal year of its balances; null for files of vouchers only. */
export type Plan = {
  book: Book
  year: PlannedYear | null
}

export type PlannedYear = { startDate: Day; endDate: Day; existing: BookYear | null; line: number | null }

/** Fits the file's fiscal year and company to the books; what does not fit goes to `errors` and `warnings`. */
export const planImport = async (
  call: CompanyCall,
  { summary }: SieReport,
  seen: Seen,
  { errors, warnings }: { errors: FindingList; warnings: FindingList },
): Promise<Plan> => {
  const { organizationNumber: own } = await findCompany(call.db, call.companyId)
  const told = summary.header.orgNumber
  if (digitsOf(told) !== '' && digitsOf(told) !== digitsOf(own)) {
    warnings.add(seen.organizationNumberLine, `the file is of ${told}, these books are of ${own}`)
  }
  const book = await bookOf(call, true)
  const line = seen.yearLine
  if (summary.is4I) return { book, year: null }
  const year = summary.years.get(0)
  if (!year) {
    errors.add(null, '#RAR of year 0 is missing: it cannot be known which year the balances are of')
    return { book, year: null }
  }
  const startDate = year.start as Day
  const endDate = year.end as Day
  const existing = book.years.find((one) => one.startDate === startDate && one.endDate === endDate) ?? null
  if (existing?.closed) errors.add(line, `the fiscal year ${startDate} to ${endDate} is closed`)
  if (!existing) for (const problem of newYearProblems(book, startDate, endDate)) errors.add(line, problem)
  const after = await closedAfter(call, endDate)
  if (after) errors.add(line, `the fiscal year ${after} is closed and carries on from this one: nothing can change it`)
  return { book, year: { startDate, endDate, existing, line } }
}

/** The ten digits of an organization number, however it is written; some programs put 16 before it. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(-10)

const newYearProblems = ({ years }: Book, startDate: Day, endDate: Day): string[] => {
  const period = `${startDate} to ${endDate}`
  const problems = years
    .filter((year) => year.startDate <= endDate && startDate <= year.endDate)
    .map((year) => `the file's fiscal year ${period} overlaps ${year.startDate} to ${year.endDate} of the books`)
  if (startDate === endDate) problems.push(`the file's fiscal year ${period} is a single day`)
  if (endDate >= addMonths(startDate, MAX_MONTHS)) {
    problems.push(`the file's fiscal year ${period} is longer than ${MAX_MONTHS} months`)
  }
  return problems
}

/** Whether a voucher's day may be booked on: what keeps it from that, or null. */
export const dayRule = (call: CompanyCall, { book, year }: Plan): ((voucher: SieVoucherItem) => string | null) => {
  const last = addBusinessDays(dayOf(call.now), BUSINESS_DAYS_AHEAD)
  return ({ date }) => {
    if (date > last) return `${date} is more than two business days ahead`
    if (book.lockDate && date <= book.lockDate) return `the books are locked up to and including ${book.lockDate}`
    if (year) return null
    const own = yearAt(book, date as Day)
    if (!own) return `${date} is in no fiscal year`
    return own.closed ? `${date} is in a fiscal year that is closed` : null
  }
}
