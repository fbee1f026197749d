// The margins of VAT periods: what was sold and bought under the margin scheme, the tax in what is between, and its
// entry. A calculation stays as it was made; a later one of the same period books what differs.
import { addUsualAccount, type Book, bookDocument, bookOf, lockBooks } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Ore, textFromOre } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { shiftingEntries } from '#reports'
import { requirePeriod } from './asked-period.ts'
import {
  areSame,
  type CarriedMargin,
  isTraded,
  MARGIN_TAX_ACCOUNTS,
  type Margin,
  type MarginLine,
  type MarginSum,
  marginLines,
  marginsOf,
} from './margin.rules.ts'
import { openingMargins } from './margin-accounts.ts'
import { marginRefusals as refusals, marginWarnings as warnings } from './margin-refusals.ts'
import { vatFaults } from './refusals.ts'
import type { Days } from './return.rules.ts'

/** The entry of a calculation. */
type MarginEntry = { title: string; date: Day; items: readonly MarginLine[] }

/** What is between sales and purchases in a period, by the books as they are. */
export type MarginWorking = {
  startDate: Day
  endDate: Day
  margins: readonly Margin[]
  accounts: readonly MarginSum[]
  /** What remains to be booked; null if nothing does. */
  entry: MarginEntry | null
  /** The calculation of the period that was made last. */
  lastId: string | null
  /** Something was sold or bought, and the last calculation says otherwise. */
  isDue: boolean
}

/** A calculation as it was made. */
export type MarginRecord = Pick<MarginWorking, 'startDate' | 'endDate' | 'margins' | 'accounts' | 'entry'> & {
  id: string
  journalEntryId: string | null
  journalEntryNumber: string | null
  registration: number
  madeAt: Date
  madeBy: string
}

/** The margins of a period, over or not. Nothing is booked. */
export const previewMargin = (call: CompanyCall, days: Days): Promise<MarginWorking> => {
  if (days.end < days.start) refuseIfAny([vatFaults.order('#/endDate')])
  return workingOf(call, days)
}

/** Works out the margins of a period that is over, and books the tax in them. */
export const workOutMargin = async (call: CompanyCall, days: Days): Promise<MarginRecord> => {
  if (days.end >= dayOf(call.now)) refuseIfAny([vatFaults.notOver('#/endDate', { end: days.end })])
  await requirePeriod(call, days)
  await lockBooks(call)
  const working = await workingOf(call, days)
  const { margins, accounts, entry } = working
  if (accounts.length === 0) throw refusals.noAccounts()
  if (!working.isDue) throw refusals.nothingToDo({ start: days.start, end: days.end })
  await warnOfWorking(call, working)
  const booked = entry && (await bookEntry(call, await bookOf(call, true), entry))
  const made: MarginRecord = {
    id: newId(),
    startDate: days.start,
    endDate: days.end,
    margins,
    accounts,
    entry,
    journalEntryId: booked?.id ?? null,
    journalEntryNumber: booked?.journalEntryNumber ?? null,
    registration: await registrationOf(call),
    madeAt: call.now,
    madeBy: call.actor.name,
  }
  await store(call, made)
  return made
}

/** Refuses a return of a period whose margins are not worked out by the books as they are. */
export const requireMarginWorkedOut = async (call: CompanyCall, days: Days): Promise<void> => {
  const { isDue } = await workingOf(call, days)
  if (isDue) throw refusals.notWorkedOut({ start: days.start, end: days.end })
}

const workingOf = async (call: CompanyCall, days: Days): Promise<MarginWorking> => {
  const accounts = await sumsOf(call, days)
  const carried = accounts.length === 0 ? [] : await carriedInto(call, days.start)
  const margins = marginsOf(accounts, carried)
  const last = await lastOf(call, days)
  const items = marginLines(margins, accounts, await taxBooked(call, days))
  const entry = items.length === 0 ? null : { title: titleOf(days, last !== null), date: days.end, items }
  const isSame = last !== null && areSame(last.margins, margins) && entry === null
  const isTouched = last !== null || isTraded(margins, accounts)
  return {
    startDate: days.start,
    endDate: days.end,
    margins,
    accounts,
    entry,
    lastId: last?.id ?? null,
    isDue: isTouched && !isSame,
  }
}

const titleOf = ({ start, end }: Days, isAgain: boolean): string =>
  `${isAgain ? 'Rättad vinstmarginal' : 'Vinstmarginal'} ${start} – ${end}`

/** Adds an account of tax that the chart was created without. */
const bookEntry = async (call: CompanyCall, { accounts }: Book, { title, date, items }: MarginEntry) => {
  for (const { account } of items) if (!accounts.has(account)) await addUsualAccount(call, account)
  return bookDocument(call, {
    title,
    date,
    items: items.map(({ account, ore, vatCode }) => ({ account, debit: ore, vatCode })),
  })
}

/** What the accounts of the scheme have in a period, each on the days on which it has this kind and rate. */
const sumsOf = ({ db, companyId }: CompanyCall, { start, end }: Days): Promise<MarginSum[]> =>
  db.rows<MarginSum>(
    sql`
    with segment as materialized (
      select a.account, a.kind, a.method, a.tax_rate, greatest(a.from_date, ${start}::date) as first_day,
        least(coalesce(lead(a.from_date) over (partition by a.account order by a.from_date) - 1, ${end}::date),
          ${end}::date) as last_day
      from vat.margin_account a where a.company_id = ${companyId}
    ), line as materialized (
      select e.date, i.account, i.credit - i.debit as ore, coalesce(i.vat_code, c.vat_code) as code,
        exists (select from vat.margin m where m.company_id = ${companyId} and m.journal_entry_id = e.id) as is_margin
      from ledger.journal_entry_view e
      join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
      left join ledger.account_view c on c.company_id = e.company_id and c.number = i.account
      where e.company_id = ${companyId} and e.date between ${start}::date and ${end}::date
        and i.account in (select s.account from segment s)
        and e.id not in (select s.id from (${shiftingEntries(companyId)}) s)
    )
    select g.account, g.kind, g.method, g.tax_rate as "taxRate",
      (coalesce(sum(l.ore) filter (where not l.is_margin), 0)
        * case when g.kind = 'purchases' then -1 else 1 end)::bigint as amount,
      coalesce(sum(l.ore) filter (where l.code = '07'), 0)::bigint as boxed
    from segment g
    left join line l on l.account = g.account and l.date between g.first_day and g.last_day
    where g.first_day <= g.last_day
    group by g.account, g.kind, g.method, g.tax_rate, g.first_day
    order by g.account, g.first_day`,
    'margin-sums',
  )

/** The tax that calculations of these days have booked, in öre by account: credit is positive. */
const taxBooked = async ({ db, companyId }: CompanyCall, { start, end }: Days): Promise<ReadonlyMap<number, Ore>> => {
  const rows = await db.rows<{ account: number; ore: Ore }>(
    sql`
    select i.account, sum(i.credit - i.debit)::bigint as ore
    from vat.margin m
    join ledger.journal_entry_item_view i on i.company_id = m.company_id and i.journal_entry_id = m.journal_entry_id
    where m.company_id = ${companyId} and m.start_date >= ${start}::date and m.end_date <= ${end}::date
      and i.account = any(${Object.values(MARGIN_TAX_ACCOUNTS)}::integer[])
    group by i.account`,
    'margin-tax-booked',
  )
  return new Map(rows.map(({ account, ore }) => [account, ore]))
}

/** What is carried forward into a period that begins on a day: by the last calculation, or as the company began. */
const carriedInto = async (call: CompanyCall, start: Day): Promise<CarriedMargin[]> => {
  const before = await lastBefore(call, start)
  if (!before) return openingMargins(call)
  return before.margins.flatMap(({ taxRate, carriedOut }) => (carriedOut > 0n ? [{ taxRate, amount: carriedOut }] : []))
}

type Row = Omit<MarginRecord, 'margins' | 'accounts' | 'entry' | 'registration'> & {
  margins: InText<Margin>[]
  accounts: InText<MarginSum>[]
  entry: (Omit<MarginEntry, 'items'> & { items: InText<MarginLine>[] }) | null
  registration: bigint
}
type InText<Of> = { [Key in keyof Of]: Of[Key] extends Ore ? string : Of[Key] }

const columns = sql`
  m.id, m.start_date as "startDate", m.end_date as "endDate", m.margins, m.accounts, m.entry,
  m.journal_entry_id as "journalEntryId", e.journal_entry_number as "journalEntryNumber", m.registration,
  m.made_at as "madeAt", m.actor_name as "madeBy"`

const from = sql`
  vat.margin m
  left join ledger.journal_entry_view e on e.company_id = m.company_id and e.id = m.journal_entry_id`

const recordOf = ({ margins, accounts, entry, registration, ...row }: Row): MarginRecord => ({
  ...row,
  margins: margins.map((one) => ({
    ...one,
    sales: BigInt(one.sales),
    purchases: BigInt(one.purchases),
    carriedIn: BigInt(one.carriedIn),
    margin: BigInt(one.margin),
    base: BigInt(one.base),
    tax: BigInt(one.tax),
    carriedOut: BigInt(one.carriedOut),
  })),
  accounts: accounts.map((one) => ({ ...one, amount: BigInt(one.amount), boxed: BigInt(one.boxed) })),
  entry: entry && { ...entry, items: entry.items.map((item) => ({ ...item, ore: BigInt(item.ore) })) },
  registration: Number(registration),
})

const lastOf = async ({ db, companyId }: CompanyCall, { start, end }: Days): Promise<MarginRecord | null> => {
  const row = await db.maybe<Row>(
    sql`select ${columns} from ${from}
      where m.company_id = ${companyId} and m.start_date = ${start}::date and m.end_date = ${end}::date
      order by m.made_at desc, m.id desc limit 1`,
    'last-margin',
  )
  return row ? recordOf(row) : null
}

const lastBefore = async ({ db, companyId }: CompanyCall, day: Day): Promise<MarginRecord | null> => {
  const row = await db.maybe<Row>(
    sql`select ${columns} from ${from} where m.company_id = ${companyId} and m.end_date < ${day}::date
      order by m.end_date desc, m.made_at desc, m.id desc limit 1`,
    'last-margin-before',
  )
  return row ? recordOf(row) : null
}

/** Warns of earlier days that are not worked out, of later periods that build on this one, and of what looks wrong. */
const warnOfWorking = async (call: CompanyCall, { startDate, endDate, margins, lastId }: MarginWorking) => {
  const { db, companyId } = call
  for (const { method, taxRate, margin } of margins) {
    if (method === 'perItem' && margin < 0n)
      warn(call, warnings.belowZero({ rate: taxRate, amount: textFromOre(-margin) }))
  }
  const before = await lastBefore(call, startDate)
  const skipped = before && { start: addDays(before.endDate, 1), end: addDays(startDate, -1) }
  if (skipped && skipped.start <= skipped.end) await warnOfSkipped(call, skipped)
  const last = lastId === null ? null : await readMargin(call, lastId)
  const carried = (of: readonly Margin[]) => of.map(({ taxRate, carriedOut }) => `${taxRate} ${carriedOut}`).join()
  const later = await db.maybe<{ start: Day }>(
    sql`select start_date as start from vat.margin where company_id = ${companyId} and start_date > ${endDate}::date
      order by end_date, start_date limit 1`,
    'later-margin',
  )
  if (later && carried(last?.margins ?? []) !== carried(margins)) warn(call, warnings.later(later))
  const deducting = await deductingEntries(call, { start: startDate, end: endDate })
  if (deducting.length > 0) warn(call, warnings.inputTax({ entries: deducting.join(', ') }))
}

const warnOfSkipped = async (call: CompanyCall, days: Days): Promise<void> => {
  const accounts = await sumsOf(call, days)
  if (!isTraded(marginsOf(accounts, []), accounts)) return
  warn(call, warnings.earlier({ names: `${days.start} – ${days.end}` }))
}

/** Maximum number of entries that a warning names. */
const MOST_NAMED = 5

/** The entries of a period that buy under the scheme and deduct input VAT. */
const deductingEntries = async ({ db, companyId }: CompanyCall, { start, end }: Days): Promise<string[]> => {
  const rows = await db.rows<{ number: string }>(
    sql`
    select e.journal_entry_number as number
    from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.date between ${start}::date and ${end}::date
      and exists (
        select from ledger.journal_entry_item_view i
        join vat.margin_account a on a.company_id = i.company_id and a.account = i.account and a.kind = 'purchases'
        where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.debit > 0)
      and exists (
        select from ledger.journal_entry_item_view i
        left join ledger.account_view c on c.company_id = i.company_id and c.number = i.account
        where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.debit > 0
          and coalesce(i.vat_code, c.vat_code) = '48')
    order by e.registration limit ${MOST_NAMED}`,
    'margin-deductions',
  )
  return rows.map(({ number }) => number)
}

const registrationOf = async ({ db, companyId }: CompanyCall): Promise<number> => {
  const { registration } = await db.one<{ registration: bigint }>(sql`
    select coalesce(max(registration), 0)::bigint as registration from ledger.journal_entry_view
    where company_id = ${companyId}`)
  return Number(registration)
}

const store = async (call: CompanyCall, made: MarginRecord): Promise<void> => {
  const inText = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
  const { id, startDate, endDate, margins, accounts, entry } = made
  await call.db.rows(sql`
    insert into vat.margin (company_id, id, start_date, end_date, margins, accounts, entry, journal_entry_id,
      registration, made_at, actor_kind, actor_id, actor_name)
    values (${call.companyId}, ${id}, ${startDate}, ${endDate}, ${inText(margins)}::jsonb,
      ${inText(accounts)}::jsonb, ${entry && inText(entry)}::jsonb, ${made.journalEntryId}, ${made.registration},
      ${call.now}, ${call.actor.kind}, ${call.actor.id}, ${call.actor.name})`)
  recordEvent(call, 'margin.made', { id }, { start: startDate, end: endDate })
}

export const readMargin = async ({ db, companyId }: CompanyCall, id: string): Promise<MarginRecord> => {
  const row = await db.maybe<Row>(
    sql`select ${columns} from ${from} where m.company_id = ${companyId} and m.id = ${id}`,
    'margin',
  )
  if (!row) throw refusals.notFound({ id })
  return recordOf(row)
}

/** The calculations of the company, those of the latest period first, the last of each period before earlier ones. */
export const listMargins = (call: CompanyCall, request: PageRequest): Promise<Page<MarginRecord>> => {
  const list: List<Row, MarginRecord> = {
    name: 'margins',
    columns,
    from,
    where: sql`m.company_id = ${call.companyId}`,
    key: [sql`m.start_date`, sql`m.id`],
    keyOf: ({ startDate, id }) => [startDate, id],
    filters: {
      properties: {
        startDate: { type: 'date', column: sql`m.start_date` },
        endDate: { type: 'date', column: sql`m.end_date` },
        modifiedDateTime: { type: 'datetime', column: sql`m.made_at` },
      },
    },
    itemOf: recordOf,
  }
  return listPage(call, list, request)
}
