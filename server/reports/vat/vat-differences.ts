// Differences between a tax and its base in the VAT return: the entries that have one without the other.
import { bookOf, isDebitBox, type Rate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { join, type Sql, sql } from '#platform/sql'
import { type AskedPeriod, readColumns } from '#reports/asked.rules'
import { figuresOf, knownAt, settlements } from '#reports/figures'
import type { Period } from '#reports/period.rules'
import { reportRefusals } from '#reports/refusals'
import { shiftingEntries } from '#reports/shift'
import { vatRates } from '#rule/vat-rates'
import { type VatFigures, type VatPairKey, vatFiguresIn, vatPairs } from './vat-report.rules.ts'

/** An entry in öre: its base, the base implied by its tax, and the difference. */
type VatDifferenceEntry = { id: string; number: string; date: Day; title: string } & Compared
type Compared = { base: Ore; ofTax: Ore; difference: Ore }

/**
 * The difference of a pair of boxes in a period, beyond rounding. `entries` are those with the largest differences, of
 * `count` in all.
 */
export type VatDifference = { key: VatPairKey; difference: Ore; count: number; entries: readonly VatDifferenceEntry[] }

/** The rounding of an entry's tax in terms of its base: one krona. */
const ROUNDING: Ore = 100n
/** Maximum number of entries listed for each pair. */
export const MAX_DIFFERENCE_ENTRIES = 50

/**
 * The pairs of boxes whose base and tax differ in a period, by the state of knowledge, with the entries. A base in one
 * entry and its tax in another of the same period offset each other. VAT settlement entries and shift entries are
 * ignored.
 */
export const vatDifferences = async (
  call: CompanyCall,
  period: Period,
  registration: number,
): Promise<VatDifference[]> => {
  const rows = await call.db.rows<Row>(
    sql`
    with counted as materialized (
      select a.number, a.vat_code as code from ledger.account_view a
      where a.company_id = ${call.companyId} and a.vat_code = any(${vatPairs.flatMap(boxesOf)}::text[])
    ), apart as materialized (
      select id from (${settlements(call.companyId)}) s union select id from (${shiftingEntries(call.companyId)}) s
    ), entry as (
      select e.id, i.base, i.of_tax, i.pair
      from ledger.journal_entry_view e
      cross join lateral (${sumsOf(call.companyId)}) i
      where e.company_id = ${call.companyId} and e.date between ${period.from}::date and ${period.to}::date
        and e.registration <= ${registration} and e.id not in (select id from apart)
        and abs(i.base - i.of_tax) > ${ROUNDING}
    ), ranked as (
      select *, row_number() over (partition by pair order by abs(base - of_tax) desc, id) as place,
        count(*) over (partition by pair) as count, sum(base - of_tax) over (partition by pair) as whole
      from entry
    )
    select r.pair, r.count, r.whole::bigint as whole, r.base::bigint as base, r.of_tax::bigint as "ofTax",
      e.id, e.journal_entry_number as number, e.date, e.title
    from ranked r join ledger.journal_entry_view e on e.company_id = ${call.companyId} and e.id = r.id
    where r.place <= ${MAX_DIFFERENCE_ENTRIES} and abs(r.whole) > ${ROUNDING}
    order by r.pair, r.place`,
    'vat-differences',
  )
  return vatPairs.flatMap(({ key }, place): VatDifference[] => {
    const own = rows.filter(({ pair }) => pair === place)
    const [first] = own
    if (!first) return []
    const entries = own.map(({ id, number, date, title, base, ofTax }) => {
      return { id, number, date, title, base, ofTax, difference: base - ofTax }
    })
    return [{ key, difference: first.whole, count: Number(first.count), entries }]
  })
}

type AskedDifferences = Pick<AskedPeriod, 'from' | 'to' | 'fiscalYearId'> & { knownAt?: string | undefined }

/** The same for the requested period. */
export const vatDifferencesOf = async (
  call: CompanyCall,
  { knownAt: moment, ...asked }: AskedDifferences,
): Promise<{ registration: number; period: Period; differences: readonly VatDifference[] }> => {
  const { years } = await bookOf(call, true)
  const { columns, errors } = readColumns(asked, { years, today: dayOf(call.now) })
  refuseIfAny(errors)
  const [period] = columns ?? []
  if (!period) throw reportRefusals.noFiscalYear()
  const { registration } = await knownAt(call, moment)
  return { registration, period, differences: await vatDifferences(call, period, registration) }
}

type Row = Omit<VatDifferenceEntry, 'difference'> & { pair: number; count: bigint; whole: Ore }

const boxesOf = ({ bases, taxes }: (typeof vatPairs)[number]): readonly string[] => [...bases, ...taxes]

/** The amounts of one entry in each pair: bases of purchases and imports are debits, all others credits. */
const sumsOf = (companyId: string): Sql => sql`
  select p.pair, coalesce(sum((i.credit - i.debit) * p.base), 0) as base,
    round(coalesce(sum((i.credit - i.debit) * p.per_tax), 0)) as of_tax
  from ledger.journal_entry_item_view i
  left join counted c on c.number = i.account
  join (values ${join(vatPairs.flatMap(weightsOf))}) as p (pair, code, base, per_tax)
    on p.code = coalesce(i.vat_code, c.code)
  where i.company_id = ${companyId} and i.journal_entry_id = e.id
  group by p.pair offset 0`

const weightsOf = ({ bases, taxes }: (typeof vatPairs)[number], pair: number): Sql[] => [
  ...bases.map((code) => sql`(${pair}::integer, ${code}::text, ${isDebitBox(code) ? -1 : 1}::numeric, 0::numeric)`),
  ...taxes.map(
    (code, place) => sql`(${pair}::integer, ${code}::text, 0::numeric, 100::numeric / ${vatRates[place] ?? 0})`,
  ),
]

/** The figures of each period, and the last registration number included. */
export const vatFigures = async (
  call: CompanyCall,
  periods: readonly Period[],
  rates?: readonly (Rate | null)[],
): Promise<{ registration: number; figures: readonly VatFigures[] }> => {
  const { years } = await bookOf(call, true)
  const known = await knownAt(call, undefined)
  const figures = await figuresOf(call, { years, periods, known, forVat: true })
  return { registration: known.registration, figures: vatFiguresIn(figures, periods, rates) }
}
