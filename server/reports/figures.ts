// The figures of reports: amounts by account between days, from balances of whole months and of single days for partial
// months: the days inside, or those outside if they are fewer. No report sums all lines: the cost depends on the number
// of accounts, months and days, not on the number of entries. Daily balances lag slightly: what they do not include yet
// is added, and what was registered after the report's state of knowledge is subtracted.
import { type Book, NO_BOX, vatLinesApart } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, instantFrom, lastOfMonth } from '#platform/day'
import { invalidWith, refuseIfAny } from '#platform/refusal'
import { empty, join, type Sql, sql } from '#platform/sql'
import { taggedLines } from '#reports/ledgers/tagged-lines'
import { type Account, type Amounts, type Figures, type Moved, readFigures } from './figures.rules.ts'
import { type Layout, layOut, type Period, type SignedDays, type Years } from './period.rules.ts'
import { reportFaults } from './refusals.ts'
import { shiftingEntries } from './shift.ts'

/**
 * Everything registered, or up to a number; `moment` is the time of that state: now, the requested time, or the
 * registration time of the number.
 */
export type Known = { registration: number; moment: Date; of: 'all' | 'most' | 'few' }

/** The state of knowledge at a registration number or time; everything by default. */
export const knownAt = async (call: CompanyCall, text: string | undefined): Promise<Known> => {
  const number = text !== undefined && /^\d+$/.test(text) ? Number(text) : null
  const moment = text === undefined || number !== null ? null : momentOf(text)
  const row = await call.db.one<{ count: bigint; last: bigint | null; at: Date | null; gone: bigint }>(
    sql`
    select b.entry_count as count, ${moment ? lastAt(moment) : sql`null`} as last,
      ${number === null ? sql`null` : registeredAt(number)} as at,
      (select coalesce(max(r.last_registration), 0) from ledger.removed_year_view r
        where r.company_id = ${call.companyId}) as gone
    from ledger.book_view b where b.company_id = ${call.companyId}`,
    `report-known-at ${moment ? 'moment' : number === null ? 'now' : 'number'}`,
  )
  const count = Number(row.count)
  if (number !== null && number > count) refuseIfAny([reportFaults.notYetRegistered('knownAt', { count })])
  if (moment && moment > call.now) refuseIfAny([reportFaults.notYetThere('knownAt')])
  const registration = number ?? (moment ? Number(row.last ?? 0n) : count)
  const gone = Number(row.gone)
  if (registration < gone) refuseIfAny([reportFaults.registeredBefore('knownAt', { count: gone })])
  const known = moment ?? (number === null ? call.now : (row.at ?? BEFORE_ALL))
  return { registration, moment: known, of: shareOf(registration, count, gone) }
}

/** Few entries are summed directly, unless some in the range were removed with a fiscal year. */
const shareOf = (registration: number, count: number, gone: number): Known['of'] => {
  if (registration === count) return 'all'
  return registration * 2 < count && gone === 0 ? 'few' : 'most'
}

const lastAt = (moment: Date): Sql => sql`(
  select max(e.registration) from ledger.journal_entry_view e
  where e.company_id = b.company_id and e.registered_at <= ${moment}::timestamptz)`

const registeredAt = (registration: number): Sql => sql`(
  select e.registered_at from ledger.journal_entry_view e
  where e.company_id = b.company_id and e.registration = ${registration}::bigint)`

/** The state before the first registration. */
const BEFORE_ALL = new Date(0)

const momentOf = (text: string): Date => {
  try {
    return new Date(instantFrom(text).epochMilliseconds)
  } catch {
    throw invalidWith([reportFaults.knownAt('knownAt')])
  }
}

/** `forVat`: also the amounts of VAT settlement entries and of shift entries. */
export type Wanted = { years: Years; periods: readonly Period[]; known: Known; forVat?: boolean }

/**
 * The figures of some periods, optionally of one tag, without opening balances then. The fiscal years must be of the
 * same snapshot.
 */
export const figuresOf = async (
  call: CompanyCall,
  { tagId, ...wanted }: Wanted & { tagId?: string | undefined },
): Promise<Figures> => {
  const { years, periods, known, forVat = false } = wanted
  if (tagId !== undefined) return (await figuresOfTags(call, wanted, [tagId]))(tagId)
  const layout = layOut(years, periods, known.registration)
  const counted = { known, forVat }
  const rows = await call.db.rows<Row>(
    statementOf(call.companyId, layout, counted),
    `report-figures ${shapeOf(layout, counted)}`,
  )
  return figuresIn(rows, { years, layout, registration: known.registration })
}

/** Everything registered, of any amount: no statement is needed to find out. */
export const everything = ({ now }: CompanyCall): Known => ({
  registration: Number.MAX_SAFE_INTEGER,
  moment: now,
  of: 'all',
})

/**
 * The same for everything registered, in one statement, without a transaction. Null if the book version has changed, or
 * if there are no figures.
 */
export const figuresAtOnce = async (
  call: CompanyCall,
  { version, years }: Book,
  { periods, forVat = false }: Omit<Wanted, 'years' | 'known'>,
): Promise<Figures | null> => {
  const known = everything(call)
  const layout = layOut(years, periods, known.registration)
  const counted = { known, forVat }
  const rows = await call.db.rows<Row & { count: bigint }>(
    sql`
    select b.entry_count as count, f.* from ledger.book_view b
    cross join lateral (${statementOf(call.companyId, layout, counted)}) f
    where b.company_id = ${call.companyId} and b.version = ${version}::uuid order by f.number`,
    `report-figures at once ${shapeOf(layout, counted)}`,
  )
  const [first] = rows
  return first ? figuresIn(rows, { years, layout, registration: Number(first.count) }) : null
}

const figuresIn = (rows: readonly Row[], of: { years: Years; layout: Layout; registration: number }): Figures => {
  const amounts = new Map<number | string, Amounts>()
  const accounts = rows.flatMap(({ number, name, kind, sru, vatCode, amounts: text }): Account[] => {
    const account = { number, name, kind, sru, vatCode }
    const apart = apartIn(text, vatCode)
    amounts.set(number, amountsLess(amountsIn(text), apart))
    return [
      account,
      ...[...apart].map(([code, own]): Account => {
        const part = `${number} ${code}`
        amounts.set(part, own)
        return { ...account, vatCode: code === NO_BOX ? null : code, part }
      }),
    ]
  })
  return readFigures({ ...of, accounts, amounts })
}

/** What counts towards another box than that of the account, by its VAT row. */
const apartIn = (text: string, own: string | null): ReadonlyMap<string, Map<number, Moved>> => {
  const apart = new Map<string, Map<number, Moved>>()
  for (const one of text.split(' ')) {
    const [place = '', debit = '', credit = '', code = ''] = one.split(':')
    if (code === '' || code === (own ?? NO_BOX)) continue
    const sums = apart.get(code) ?? new Map<number, Moved>()
    apart.set(code, sums.set(Number(place), { debit: BigInt(debit), credit: BigInt(credit) }))
  }
  return apart
}

const amountsLess = (all: Amounts, apart: ReadonlyMap<string, Amounts>): Amounts => {
  if (apart.size === 0) return all
  const left = new Map(all)
  for (const sums of apart.values())
    for (const [place, { debit, credit }] of sums) {
      const before = left.get(place) ?? { debit: 0n, credit: 0n }
      left.set(place, { debit: before.debit - debit, credit: before.credit - credit })
    }
  return left
}

/** The figures of each of some tags, from lines: the cost depends on the number of entries with these tags. */
export const figuresOfTags = async (
  call: CompanyCall,
  { years, periods, known: { registration } }: Wanted,
  tagIds: readonly string[],
): Promise<(tagId: string) => Figures> => {
  const layout = layOut(years, periods, registration)
  const rows = await call.db.rows<Row & { tag_id: string }>(
    taggedSums(call.companyId, layout, registration, tagIds),
    'report-figures-of-tags',
  )
  return (tagId) => {
    const own = rows.filter(({ tag_id }) => tag_id === tagId)
    const amounts = new Map(own.map(({ number, amounts }) => [number, amountsIn(amounts)]))
    const accounts = own.map(({ amounts: _, tag_id: __, ...account }): Account => account)
    return readFigures({ years, layout: { ...layout, bases: [] }, accounts, amounts, registration })
  }
}

const taggedSums = (companyId: string, { slots }: Layout, registration: number, tagIds: readonly string[]): Sql => sql`
  select s.tag_id, a.number, a.name, a.kind, a.sru, a.vat_code as "vatCode",
    string_agg(s.place || ':' || s.debit || ':' || s.credit, ' ') as amounts
  from (
    select e.tag_id, e.account, d.place, sum(e.debit)::bigint as debit, sum(e.credit)::bigint as credit
    from (${taggedLines(companyId, tagIds)}) e
    join unnest(${slots.map((_, place) => place)}::integer[], ${slots.map(({ from }) => from)}::date[],
      ${slots.map(({ to }) => to)}::date[]) as d (place, first, last) on e.date between d.first and d.last
    where e.registration <= ${registration}
    group by e.tag_id, e.account, d.place
  ) s
  join ledger.account_view a on a.company_id = ${companyId} and a.number = s.account
  where s.debit <> 0 or s.credit <> 0
  group by s.tag_id, a.number, a.name, a.kind, a.sru, a.vat_code order by a.number`

/**
 * `amounts`: range index (negative for a base), debit and credit in öre, and after these a VAT code where it is a part
 * of the account that counts towards another box.
 */
type Row = Account & { amounts: string }

export const amountsIn = (text: string): Amounts =>
  new Map(
    text.split(' ').flatMap((one) => {
      const [place = '', debit = '', credit = '', code] = one.split(':')
      return code === undefined ? [[Number(place), { debit: BigInt(debit), credit: BigInt(credit) }]] : []
    }),
  )

/** Identifies the variant of {@link amountsSql} in its statement name. */
export const shapeOf = ({ days }: Layout, { known: { of }, forVat = false }: Counted): string =>
  `${of}${of !== 'few' && days.length > 0 ? ' cut' : ''}${forVat ? ' for vat' : ''}`

type Counted = { known: Known; forVat?: boolean }

/** Debit and credit by account and range: from stored balances, or from lines. */
export const amountsSql = (companyId: string, layout: Layout, { known, forVat = false }: Counted): Sql => {
  const parts = [
    ...(known.of === 'few' ? [lineSums(companyId, layout, known.registration)] : keptSums(companyId, layout, known)),
    openings(companyId, layout),
    ...(forVat ? sumsForVat(companyId, layout, known.registration) : []),
  ]
  return join(parts, ' union all ')
}

/** Stored balances of months and days, corrected to the state of knowledge. */
const keptSums = (companyId: string, { months, days }: Layout, { of, registration }: Known): Sql[] => {
  const put = [
    ...(of === 'all' ? [] : months.map(({ place, month }) => ({ place, ...wholeMonth(month), ofMonth: true }))),
    ...days.map((one) => ({ ...one, ofMonth: false })),
  ]
  return [
    monthSums(companyId, months),
    ...(days.length === 0 ? [] : [daySums(companyId, days)]),
    ...(of === 'all' && days.length === 0 ? [] : [putRight(companyId, put, registration)]),
  ]
}

const wholeMonth = (month: Day): SignedDays => ({ from: month, to: lastOfMonth(month), sign: 1 })

const statementOf = (companyId: string, layout: Layout, counted: Counted): Sql => sql`
    with amount as (${amountsSql(companyId, layout, counted)}), summed as (
      select account, place, '' as code, sum(debit)::bigint as debit, sum(credit)::bigint as credit
      from amount group by account, place
      ${counted.forVat ? apartSums(companyId, layout, counted.known) : empty}
    )
    select a.number, a.name, a.kind, a.sru, a.vat_code as "vatCode",
      string_agg(s.place || ':' || s.debit || ':' || s.credit || s.code, ' ') as amounts
    from summed s join ledger.account_view a on a.company_id = ${companyId} and a.number = s.account
    where s.debit <> 0 or s.credit <> 0
    group by a.number, a.name, a.kind, a.sru, a.vat_code order by a.number`

const monthSums = (companyId: string, months: Layout['months']): Sql => sql`
  select w.place, m.account, m.debit, m.credit
  from unnest(${months.map(({ place }) => place)}::integer[], ${months.map(({ month }) => month)}::date[])
    as w (place, month)
  join ledger.month_balance_view m on m.company_id = ${companyId} and m.month = w.month`

const daySums = (companyId: string, days: Layout['days']): Sql => sql`
  select w.place, d.account, w.sign * d.debit, w.sign * d.credit
  from unnest(${days.map(({ place }) => place)}::integer[], ${days.map(({ from }) => from)}::date[],
    ${days.map(({ to }) => to)}::date[], ${days.map(({ sign }) => sign)}::integer[]) as w (place, first, last, sign)
  cross join lateral (
    select d.account, d.debit, d.credit from ledger.day_balance_view d
    where d.company_id = ${companyId} and d.day between w.first and w.last offset 0
  ) d`

type Kept = Layout['days'][number] & { ofMonth: boolean }

/**
 * What stored balances lack of the state of knowledge, less what they have beyond it: monthly balances include all
 * entries, daily ones the first entries.
 */
const putRight = (companyId: string, kept: readonly Kept[], registration: number): Sql => sql`
  select w.place, i.account, w.sign * n.times * i.debit, w.sign * n.times * i.credit
  from ledger.book_view b
  cross join lateral (
    select e.id, e.date, e.registration from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.registration > least(b.day_balances_to, ${registration}::bigint) offset 0
  ) e
  join unnest(${kept.map(({ place }) => place)}::integer[], ${kept.map(({ from }) => from)}::date[],
    ${kept.map(({ to }) => to)}::date[], ${kept.map(({ sign }) => sign)}::integer[],
    ${kept.map(({ ofMonth }) => ofMonth)}::boolean[]) as w (place, first, last, sign, of_month)
    on e.date between w.first and w.last
  cross join lateral (
    select (e.registration <= ${registration})::integer
      - (w.of_month or e.registration <= b.day_balances_to)::integer as times
  ) n
  cross join lateral (${itemsById(companyId)}) i
  where b.company_id = ${companyId} and n.times <> 0`

/** Joins each entry of the period to its lines by key, also without table statistics. */
const lineSums = (companyId: string, { slots }: Layout, registration: number): Sql => sql`
  select d.place, i.account, i.debit, i.credit
  from unnest(${slots.map((_, place) => place)}::integer[], ${slots.map(({ from }) => from)}::date[],
    ${slots.map(({ to }) => to)}::date[]) as d (place, first, last)
  cross join lateral (
    select e.id from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.date between d.first and d.last and e.registration <= ${registration}
    offset 0
  ) e
  cross join lateral (${itemsById(companyId)}) i`

const itemsById = (companyId: string): Sql => sql`
  select i.account, i.debit, i.credit from ledger.journal_entry_item_view i
  where i.company_id = ${companyId} and i.journal_entry_id = e.id offset 0`

const openings = (companyId: string, { bases }: Layout): Sql => sql`
  select -b.place, o.account, o.amount, 0
  from unnest(${bases.map((_, index) => index + 1)}::integer[], ${bases.map(({ year }) => year.id)}::uuid[],
    ${bases.map(({ revision }) => revision)}::integer[]) as b (place, year, revision)
  join ledger.opening_balance_view o
    on o.company_id = ${companyId} and o.fiscal_year_id = b.year and o.revision = b.revision`

/** The amounts of VAT settlement entries, after the ranges, and then those of shift entries. */
const sumsForVat = (companyId: string, layout: Layout, registration: number): Sql[] => {
  const { length } = layout.slots
  return [
    sumsOfEntries(companyId, layout, { entries: settlements(companyId), behind: length, registration }),
    sumsOfEntries(companyId, layout, { entries: shiftingEntries(companyId), behind: 2 * length, registration }),
  ]
}

type Apart = { entries: Sql; behind: number; registration: number }

const sumsOfEntries = (companyId: string, { slots }: Layout, { entries, behind, registration }: Apart): Sql => sql`
  select ${behind}::integer + d.place, i.account, i.debit, i.credit
  from (${entries}) e
  join unnest(${slots.map((_, place) => place)}::integer[], ${slots.map(({ from }) => from)}::date[],
    ${slots.map(({ to }) => to)}::date[]) as d (place, first, last) on e.date between d.first and d.last
  cross join lateral (${itemsById(companyId)}) i
  where e.registration <= ${registration}`

/** What counts towards another box than that of its account, in the ranges, in settlements and in shifts. */
const apartSums = (companyId: string, { slots }: Layout, { registration }: Known): Sql => sql`
  union all
  select l.account, b.behind + d.place, ':' || coalesce(l.vat_code, ${NO_BOX}), sum(l.debit)::bigint,
    sum(l.credit)::bigint
  from (${vatLinesApart(companyId)}) l
  join unnest(${slots.map((_, place) => place)}::integer[], ${slots.map(({ from }) => from)}::date[],
    ${slots.map(({ to }) => to)}::date[]) as d (place, first, last) on l.date between d.first and d.last
  cross join lateral (
    select 0 as behind
    union all
    select ${slots.length}::integer where l.journal_entry_id in (select s.id from (${settlements(companyId)}) s)
    union all
    select ${2 * slots.length}::integer
    where l.journal_entry_id in (select s.id from (${shiftingEntries(companyId)}) s)
  ) b
  where l.registration <= ${registration}
  group by 1, 2, 3`

/** VAT settlement entries: those with an item on a settlement account (265x, 165x), found by index. */
export const settlements = (companyId: string): Sql => sql`
  select e.id, e.date, e.registration
  from (
    select distinct s.journal_entry_id as id from ledger.journal_entry_item_view s
    where s.company_id = ${companyId} and left(s.account::text, 3) in ('165', '265')
  ) s
  cross join lateral (
    select e.id, e.date, e.registration from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.id = s.id offset 0
  ) e`
