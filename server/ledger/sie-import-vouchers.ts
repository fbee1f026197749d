// The second reading of a SIE file: its vouchers become entries, a batch at a time, under their own series and numbers.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import type { SieVoucherItem } from '#sie'
import { type Book, bookOf } from './book.ts'
import { type EntryItem, OWN_SERIES, yearAt } from './journal-entry.rules.ts'
import type { BookedTag } from './journal-entry-tags.ts'
import { type Booking, journalEntryNumber, post } from './posting.ts'
import type { ImportFindings } from './sie-import-kinds.ts'
import { type LastNumbers, type NumberOf, seriesKey } from './sie-import-numbers.ts'
import { dayRule, type Plan } from './sie-import-plan.ts'
import { objectKey } from './sie-import-seen.ts'

export type VoucherInput = {
  vouchers: AsyncIterable<SieVoucherItem>
  plan: Plan
  /** The fiscal year of all vouchers; null when each is booked in the year of its own day. */
  fiscalYearId: string | null
  numberOf: NumberOf
  /** What the series of the books came to before: a number above is not in the books. */
  last: LastNumbers
  tagIds: ReadonlyMap<string, string>
  dryRun: boolean
  findings: ImportFindings
  /** Told how many vouchers were dealt with so far. */
  progress: (done: number) => void
}

export type VoucherOutcome = {
  booked: number
  alreadyBooked: number
  /** What was booked, by account. */
  movements: ReadonlyMap<number, bigint>
  touched: readonly Touched[]
}

/** A series of a fiscal year that entries were booked in. */
export type Touched = { fiscalYearId: string; series: string }

/** How many vouchers, and about how many rows and characters of their texts, are booked in one statement at most. */
const BATCH_VOUCHERS = 500
const BATCH_ROWS = 5000
const BATCH_CHARACTERS = 1_000_000

/** A voucher with its place in the books; the year is null when the books lack it, or no year has its day. */
type Placed = { voucher: SieVoucherItem; number: bigint; fiscalYearId: string | null; series: string }

/** Books the vouchers; those that stand in the books already are left out, and those that cannot are found. */
export const bookVouchers = async (call: CompanyCall, input: VoucherInput): Promise<VoucherOutcome> => {
  const { plan, findings, dryRun } = input
  const refuseDay = dayRule(call, plan)
  const book = dryRun ? plan.book : await bookOf(call, true)
  const touched = new Map<string, Touched>()
  const movements = new Map<number, bigint>()
  const outcome = { booked: 0, alreadyBooked: 0 }
  let batch: Placed[] = []
  let rows = 0
  let characters = 0
  let done = 0
  let batches = 0
  const flush = async () => {
    const fresh = await withoutKnown(call, input.last, batch, findings)
    outcome.alreadyBooked += batch.length - fresh.length
    outcome.booked += fresh.length
    for (const { voucher, fiscalYearId, series } of fresh) {
      const wrong = refuseDay(voucher)
      if (wrong) findings.add(wrong.kind, voucher.line, wrong.values)
      addMovements(movements, voucher)
      if (fiscalYearId !== null) touched.set(seriesKey(fiscalYearId, series), { fiscalYearId, series })
    }
    if (!dryRun && findings.errorCount(plan.year === null) === 0) await bookBatch(call, book, fresh, input.tagIds)
    batches += 1
    if (isPowerOfTwo(batches)) await forgetPlans(call)
    batch = []
    rows = 0
    characters = 0
    input.progress(done)
  }
  for await (const voucher of input.vouchers) {
    done += 1
    if (voucher.rows.length === 0) continue
    const series = seriesOf(voucher, plan)
    const fiscalYearId = plan.year ? input.fiscalYearId : (yearAt(book, voucher.date as Day)?.id ?? null)
    batch.push({ voucher, number: input.numberOf(voucher, fiscalYearId, series), fiscalYearId, series })
    rows += voucher.rows.length
    for (const row of voucher.rows) characters += row.text.length
    if (batch.length >= BATCH_VOUCHERS || rows >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush()
  }
  await flush()
  return { ...outcome, movements, touched: [...touched.values()] }
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count))

/**
 * Has the server plan its statements anew. Plans that were made while the books were empty may go by any index that
 * begins with the company, and then read all of its entries for each voucher: the rest of the file would take minutes.
 */
const forgetPlans = ({ db }: CompanyCall): Promise<unknown[]> => db.rows(sql`discard plans`)

/** A voucher of a feed that has neither series nor number gets the next number of our own series. */
const seriesOf = ({ series, number }: SieVoucherItem, { year }: Plan): string =>
  series === '' && number === null && !year ? OWN_SERIES : series

const addMovements = (movements: Map<number, bigint>, { rows }: SieVoucherItem): void => {
  for (const { account, amount } of rows) {
    const number = Number(account)
    movements.set(number, (movements.get(number) ?? 0n) + amount)
  }
}

/**
 * Leaves out the vouchers that the books have under the same series and number with the same day and rows. One that
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

/** The same rows in any order; or each item as one row or several, as one that is shared between tags is written. */
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

/** Books a batch in one statement, its rows tied to their tags. */
const bookBatch = async (
  call: CompanyCall,
  book: Book,
  batch: readonly Placed[],
  tagIds: ReadonlyMap<string, string>,
): Promise<void> => {
  const posted = await post(
    call,
    book.version,
    batch.map((placed) => bookingOf(call, placed, tagIds)),
  )
  if (!posted) throw new Error('The books are locked by the import and yet changed')
}

const bookingOf = (
  call: CompanyCall,
  { voucher, number, fiscalYearId, series }: Placed,
  tagIds: ReadonlyMap<string, string>,
): Booking => {
  if (fiscalYearId === null) throw new Error(`The voucher on line ${voucher.line} has no fiscal year`)
  return {
    fiscalYearId,
    series,
    number,
    date: voucher.date as Day,
    title: voucher.text,
    origin: 'import',
    items: itemsOf(voucher),
    tags: tagsOf(voucher, tagIds),
    actor: call.actor,
    registeredAt: call.now,
    ...(voucher.registeredOn ? { sourceRegisteredOn: voucher.registeredOn as Day } : {}),
    ...(voucher.sign ? { sourceSign: voucher.sign } : {}),
  }
}

const itemsOf = ({ rows }: SieVoucherItem): EntryItem[] =>
  rows.map(({ account, amount, text, quantity }, index) => ({
    line: index + 1,
    account: Number(account),
    debit: amount > 0n ? amount : 0n,
    credit: amount < 0n ? -amount : 0n,
    ...(text ? { text } : {}),
    ...(quantity === null ? {} : { quantity: plainDecimal(quantity) }),
  }))

/** A decimal number as PostgreSQL writes it: `.5` is `0.5`, `007.` is `7`. */
const plainDecimal = (text: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)0*(\d*)\.?(\d*)$/.exec(text) ?? []
  const digits = `${whole || '0'}${fraction ? `.${fraction}` : ''}`
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
}

/** One tag of a group on each row: the first object of a dimension. */
const tagsOf = ({ rows }: SieVoucherItem, tagIds: ReadonlyMap<string, string>): BookedTag[] =>
  rows.flatMap(({ objects }, index) =>
    objects
      .filter(({ dimension }, at) => objects.findIndex((other) => other.dimension === dimension) === at)
      .map(({ dimension, code }) => {
        const tagId = tagIds.get(objectKey(dimension, code))
        if (!tagId) throw new Error(`Object ${code} of dimension ${dimension} was read and not made`)
        return { line: index + 1, tagId, weight: 1 }
      }),
  )

/** Writes down which numbers a file left out of the series: nothing else may leave holes. */
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
