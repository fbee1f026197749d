// Books the vouchers of a SIE file as entries, one portion at a time, keeping series and numbers.
import { type Book, bookOf } from '#ledger/book'
import { OWN_SERIES, yearAt } from '#ledger/entries/journal-entry.rules'
import { journalEntryNumber, postFile } from '#ledger/entries/posting'
import type { EntryOfMany, ItemOfMany, ManyEntries } from '#ledger/entries/posting-many'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import type { ImportFindings } from './sie-import-kinds.ts'
import { type LastNumbers, type NumberOf, seriesKey } from './sie-import-numbers.ts'
import { dayRule, type Plan } from './sie-import-plan.ts'
import { objectKey } from './sie-import-seen.ts'
import type { Portion, SpooledVoucher } from './sie-import-spool.ts'

type VoucherInput = {
  portions: AsyncIterable<Portion>
  plan: Plan
  /** The fiscal year of all vouchers; null if each is booked in the year of its date. */
  fiscalYearId: string | null
  numberOf: NumberOf
  /** The last number of each series before the import: higher numbers are not in the books. */
  last: LastNumbers
  tagIds: ReadonlyMap<string, string>
  dryRun: boolean
  findings: ImportFindings
  /** Called with the number of vouchers processed so far. */
  progress: (done: number) => void
}

export type VoucherOutcome = {
  booked: number
  alreadyBooked: number
  /** The movements booked, by account. */
  movements: ReadonlyMap<number, bigint>
  touched: readonly Touched[]
}

/** A series of a fiscal year in which entries were booked. */
type Touched = { fiscalYearId: string; series: string }

/** A voucher with its place in the books; the year is null if the books lack it, or if no year contains its date. */
type Placed = { voucher: SpooledVoucher; number: bigint; fiscalYearId: string | null; series: string }

/** Books the vouchers; those already in the books are skipped, and those that cannot be booked become findings. */
export const bookVouchers = async (call: CompanyCall, input: VoucherInput): Promise<VoucherOutcome> => {
  const { plan, findings, dryRun } = input
  const refuseDay = dayRule(call, plan)
  const book = dryRun ? plan.book : await bookOf(call, true)
  const touched = new Map<string, Touched>()
  const movements = new Map<number, bigint>()
  const outcome = { booked: 0, alreadyBooked: 0 }
  const booking = new Booking(call, book, input.tagIds)
  for await (const { read, vouchers } of input.portions) {
    const placed = vouchers.map((voucher) => placedIn(book, voucher, input))
    const fresh = await withoutKnown(call, input.last, placed, findings)
    outcome.alreadyBooked += placed.length - fresh.length
    outcome.booked += fresh.length
    for (const { voucher, fiscalYearId, series } of fresh) {
      const wrong = refuseDay(voucher)
      if (wrong) findings.add(wrong.kind, voucher.line, wrong.values)
      addMovements(movements, voucher)
      if (fiscalYearId !== null) touched.set(seriesKey(fiscalYearId, series), { fiscalYearId, series })
    }
    if (dryRun) await showLife(call)
    else if (findings.errorCount(plan.year === null) === 0) await booking.add(fresh)
    input.progress(read)
  }
  await booking.finish()
  return { ...outcome, movements, touched: [...touched.values()] }
}

/** Keeps the transaction alive: the database ends idle transactions. */
const showLife = ({ db }: CompanyCall): Promise<unknown[]> => db.rows(sql`select`)

const placedIn = (book: Book, voucher: SpooledVoucher, { plan, numberOf, fiscalYearId }: VoucherInput): Placed => {
  const series = seriesOf(voucher, plan)
  const own = plan.year ? fiscalYearId : (yearAt(book, voucher.date as Day)?.id ?? null)
  return { voucher, number: numberOf(voucher, own, series), fiscalYearId: own, series }
}

/** A 4I voucher without series and number gets the next number of the service's own series. */
const seriesOf = ({ series, number }: SpooledVoucher, { year }: Plan): string =>
  series === '' && number === null && !year ? OWN_SERIES : series

const addMovements = (movements: Map<number, bigint>, { items }: SpooledVoucher): void => {
  for (const [account, ore] of items) movements.set(account, (movements.get(account) ?? 0n) + BigInt(ore))
}

/**
 * Skips vouchers that the books have under the same series and number with the same date and rows. A voucher that
 * differs is an error: neither it nor the booked one may be lost.
 */
const withoutKnown = async (
  call: CompanyCall,
  last: LastNumbers,
  batch: readonly Placed[],
  findings: ImportFindings,
): Promise<readonly Placed[]> => {
  const maybeKnown = batch.filter(
    ({ fiscalYearId, series, number }) => number <= (last.get(seriesKey(fiscalYearId, series)) ?? 0n),
  )
  if (maybeKnown.length === 0) return batch
  const found = await call.db.rows<KnownRow>(sql`
    select fiscal_year_id, journal_entry_number, date, items from ledger.journal_entry
    where company_id = ${call.companyId}
      and journal_entry_number = any(${maybeKnown.map(({ series, number }) => journalEntryNumber(series, number))})
      and fiscal_year_id = any(${[...new Set(maybeKnown.flatMap(({ fiscalYearId }) => fiscalYearId ?? []))]})`)
  if (found.length === 0) return batch
  const known = new Map(found.map((row) => [`${row.fiscal_year_id} ${row.journal_entry_number}`, row]))
  return batch.filter(({ voucher, fiscalYearId, series, number }) => {
    const name = journalEntryNumber(series, number)
    const row = known.get(`${fiscalYearId} ${name}`)
    if (!row) return true
    if (row.date !== voucher.date || !isSame(row.items, itemsOf(voucher))) {
      findings.add('numberTaken', voucher.line, { number: name })
    }
    return false
  })
}

type KnownRow = {
  fiscal_year_id: string
  journal_entry_number: string
  date: string
  items: { account: number; debit: number; credit: number }[]
}

type Sided = { account: number; debit: number | bigint; credit: number | bigint }

/** The same rows in any order, or one item split into several rows, as an export writes items shared between tags. */
const isSame = (booked: readonly Sided[], read: readonly Sided[]): boolean =>
  fingerprint(booked) === fingerprint(read) || areParts(booked, read)

const fingerprint = (items: readonly Sided[]): string =>
  items
    .map(({ account, debit, credit }) => `${account} ${debit} ${credit}`)
    .sort()
    .join('\n')

const areParts = (booked: readonly Sided[], read: readonly Sided[]): boolean => {
  let next = 0
  for (const item of booked) {
    let amount = amountOf(item)
    do {
      const row = read[next]
      if (!row || row.account !== item.account) return false
      const part = amountOf(row)
      if (part > 0n !== amount > 0n || part < 0n !== amount < 0n) return false
      amount -= part
      next += 1
    } while (amount !== 0n)
  }
  return next === read.length
}

const amountOf = ({ debit, credit }: Sided): bigint => BigInt(debit) - BigInt(credit)

/** Books portions, preparing the next one while the database books the current one. */
class Booking {
  readonly #call: CompanyCall
  readonly #book: Book
  readonly #tagIds: ReadonlyMap<string, string>
  #underWay: Promise<void> = Promise.resolve()
  #portions = 0

  constructor(call: CompanyCall, book: Book, tagIds: ReadonlyMap<string, string>) {
    this.#call = call
    this.#book = book
    this.#tagIds = tagIds
  }

  async add(placed: readonly Placed[]): Promise<void> {
    if (placed.length === 0) return
    const groups = groupsOf(placed, this.#tagIds)
    await this.#underWay
    this.#underWay = this.#post(groups)
    // The error is reported by the next await.
    this.#underWay.catch(() => {})
  }

  /** Waits for the booking in progress. */
  async finish(): Promise<void> {
    await this.#underWay
  }

  async #post(groups: readonly ManyEntries[]): Promise<void> {
    const posted = await postFile(this.#call, this.#book, groups)
    if (!posted) throw new Error('The book changed although the import holds its lock')
    this.#portions += 1
    if (isPowerOfTwo(this.#portions)) await forgetPlans(this.#call)
  }
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count))

/**
 * Discards cached plans. Plans made while the books were empty may use any index that starts with the company, and
 * would then scan all its entries for each voucher: the rest of the file would take minutes.
 */
const forgetPlans = ({ db }: CompanyCall): Promise<unknown[]> => db.rows(sql`discard plans`)

const groupsOf = (placed: readonly Placed[], tagIds: ReadonlyMap<string, string>): ManyEntries[] => {
  const groups = new Map<string, { fiscalYearId: string; series: string; entries: EntryOfMany[] }>()
  for (const { voucher, number, fiscalYearId, series } of placed) {
    if (fiscalYearId === null) throw new Error(`The voucher on line ${voucher.line} has no fiscal year`)
    const key = seriesKey(fiscalYearId, series)
    const group = groups.get(key) ?? { fiscalYearId, series, entries: [] }
    groups.set(key, group)
    group.entries.push({
      number,
      date: voucher.date as Day,
      title: voucher.text,
      items: itemsOf(voucher),
      sourceRegisteredOn: (voucher.registeredOn || null) as Day | null,
      sourceSign: voucher.sign || null,
      tags: tagsOf(voucher, tagIds),
    })
  }
  return [...groups.values()]
}

const itemsOf = ({ items }: SpooledVoucher): ItemOfMany[] =>
  items.map(([account, ore, text, quantity], index) => {
    const item: ItemOfMany = { line: index + 1, account, debit: ore > 0 ? ore : 0, credit: ore < 0 ? -ore : 0 }
    if (text) item.text = text
    if (quantity !== null) item.quantity = plainDecimal(quantity)
    return item
  })

/** A decimal number in PostgreSQL's notation: `.5` is `0.5`, `007.` is `7`. */
const plainDecimal = (text: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)0*(\d*)\.?(\d*)$/.exec(text) ?? []
  const digits = `${whole || '0'}${fraction ? `.${fraction}` : ''}`
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
}

/** One tag of each group per row. */
const tagsOf = ({ items }: SpooledVoucher, tagIds: ReadonlyMap<string, string>): EntryOfMany['tags'] =>
  items.every(([, , , , objects]) => objects.length === 0)
    ? noTags
    : items.flatMap(([, , , , objects], index) =>
        objects.map(({ dimension, code }) => {
          const tagId = tagIds.get(objectKey(dimension, code))
          if (!tagId) throw new Error(`Object ${code} of dimension ${dimension} was read but not created`)
          return { line: index + 1, tagId }
        }),
      )

const noTags: EntryOfMany['tags'] = []

/** Records the numbers that a file skipped in its series: no other gaps are allowed. */
export const recordGaps = async (
  { db, companyId }: CompanyCall,
  touched: readonly Touched[],
  importId: string,
): Promise<void> => {
  const rows = JSON.stringify(touched.map(({ fiscalYearId, series }) => ({ fiscal_year_id: fiscalYearId, series })))
  await db.rows(sql`
    delete from ledger.series_gap g
    using jsonb_to_recordset(${rows}::jsonb) as touched (fiscal_year_id uuid, series text)
    where g.company_id = ${companyId} and g.fiscal_year_id = touched.fiscal_year_id and g.series = touched.series`)
  await db.rows(sql`
    insert into ledger.series_gap (company_id, fiscal_year_id, series, first_number, last_number, sie_import_id)
    select ${companyId}, fiscal_year_id, series, before + 1, number - 1, ${importId}
    from (
      select fiscal_year_id, series, number,
        lag(number, 1, 0::bigint) over (partition by fiscal_year_id, series order by number) as before
      from ledger.journal_entry
      where company_id = ${companyId} and (fiscal_year_id, series) in (
        select fiscal_year_id, series
        from jsonb_to_recordset(${rows}::jsonb) as touched (fiscal_year_id uuid, series text))
    ) as numbers
    where number > before + 1`)
}
