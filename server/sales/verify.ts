// Verification of sales: stored sums equal their parts, numbers have no gaps, and recorded documents are in the books
// as recorded.
import { type CompanyTerm, type Comparison, companiesAtFault, faultsOf, MOST_FAULTS } from '#integrity/comparison'
import { countComparison } from '#integrity/count'
import type { CompanyCall, SetCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { hasPaper } from '#sales/archive/paper'
import { reducedInvoices } from '#sales/invoices/reduced-invoice'
import { taxReductionContribution } from '#sales/tax-reduction/contribution'
import { hasReduction } from '#sales/tax-reduction/standing'

/** All faults, as text; empty if the books are sound. The call's database must be one snapshot. */
export const verifySales = ({ db, companyId }: CompanyCall): Promise<string[]> =>
  faultsOf(
    db,
    comparisons.flatMap((of) => of(companyId)),
  )

/** The companies of a set that have any fault. */
export const companiesWrongInSales = ({ db, companyIds }: SetCall): Promise<string[]> =>
  companiesAtFault(db, companyIds, (company) => comparisons.flatMap((of) => of(company)))

/** Queries that find nothing in sound books. Amounts are in öre. */
type Comparisons = (companyId: CompanyTerm) => readonly Comparison[]

const ofDocuments: Comparisons = (companyId) => [
  {
    sentence: 'invoice {number}: {kept} is kept as paid, its payments add up to {sum}',
    statement: kept(companyId, sql`paid_base_ore`, sql`sales.payment p where p.invoice_id = i.id`, sql`p.sum_base_ore`),
  },
  {
    sentence: 'invoice {number}: {kept} is kept as settled, its settlements add up to {sum}',
    statement: kept(
      companyId,
      sql`settled_base_ore`,
      sql`sales.settlement p where p.invoice_id = i.id`,
      sql`p.sum_base_ore`,
    ),
  },
  {
    sentence: 'invoice {number}: {kept} is kept as credited, its credit notes add up to {sum}',
    statement: kept(
      companyId,
      sql`credited_base_ore`,
      sql`sales.invoice p where p.credits_id = i.id and p.published_at is not null`,
      sql`p.total_base_ore`,
    ),
  },
  {
    sentence: 'invoice {number}: it is kept as open on {kept}, and is so on {days}',
    statement: sql`
      select i.number, o.days as kept, d.days from sales.invoice i
      left join sales.open_days o on o.company_id = i.company_id and o.invoice_id = i.id
      cross join lateral sales.days_of_invoice(i) d
      where i.company_id = ${companyId} and i.kind = 'invoice' and i.published_at is not null
        and o.days is distinct from d.days limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'document {number}: net {net}, tax {tax} and rounding {rounding} do not add up to its total {total}',
    statement: sql`
      select number, net_ore as net, tax_ore as tax, rounding_ore as rounding, total_ore as total from sales.invoice
      where company_id = ${companyId} and number is not null and net_ore + tax_ore + rounding_ore <> total_ore
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'document {number}: its net is {net}, its lines add up to {sum}',
    statement: sql`
      select i.number, i.net_ore as net, coalesce(sum(l.net_ore), 0) as sum from sales.invoice i
      left join sales.invoice_line l on l.company_id = i.company_id and l.invoice_id = i.id
      where i.company_id = ${companyId} and i.number is not null
      group by i.company_id, i.id having i.net_ore <> coalesce(sum(l.net_ore), 0) limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'credit note {number}: its tax is {tax}, what it credits of each rate adds up to {sum}',
    statement: sql`
      select i.number, i.tax_ore as tax, t.sum from sales.invoice i
      cross join lateral (
        select coalesce(sum(ore::bigint), 0) as sum from jsonb_each_text(i.credited_parts -> 'taxes') own (rate, ore)
      ) t
      where i.company_id = ${companyId} and i.credited_parts is not null and i.tax_ore <> t.sum limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'document {number} is published and has no paper',
    statement: sql`
      select i.number from sales.invoice i where i.company_id = ${companyId} and i.published_at is not null
        and not ${hasPaper(sql`i.company_id`, sql`i.id`)} limit ${MOST_FAULTS}`,
  },
]

const ofNumbers: Comparisons = (companyId) => [
  {
    sentence: 'document number {missing} is missing',
    statement: sql`
      select lower(hole) as missing from (
        select range_agg(int8range(number, number, '[]')) + ${removedNumbers(companyId)} as given from sales.invoice
        where company_id = ${companyId} and number is not null
      ) g cross join lateral unnest(int8multirange(range_merge(g.given)) - g.given) hole
      order by 1 limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'document {number} went with a removed fiscal year, and is there',
    statement: sql`
      select number from sales.invoice
      where company_id = ${companyId} and number is not null and ${removedNumbers(companyId)} @> number
      order by number limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'the last document has number {last}, the next one would be {next}',
    statement: sql`
      select n.last, coalesce(c.next_invoice, 1) as next
      from (
        select greatest(max(number), upper(range_merge(${removedNumbers(companyId)})) - 1) as last
        from sales.invoice where company_id = ${companyId}) n
      left join sales.counter c on c.company_id = ${companyId}
      where n.last is not null and n.last + 1 is distinct from c.next_invoice`,
  },
]

const ofEntries: Comparisons = (companyId) => [
  {
    sentence: 'document {number} is recorded in a year under the accrual method and has no entry',
    statement: sql`
      select i.number from sales.invoice i
      join ledger.fiscal_year_view y on y.company_id = i.company_id and i.date between y.start_date and y.end_date
      where i.company_id = ${companyId} and i.recorded_at is not null and i.journal_entry_id is null
        and y.accounting_method = 'accrual' and i.total_base_ore <> 0
        and not exists (select from sales.invoice o
          where o.company_id = i.company_id and o.id = i.credits_id and o.journal_entry_id is null)
        and i.total_base_ore <> (select coalesce(sum(s.ore), 0) from sales.income_share s
          where s.company_id = i.company_id and s.invoice_id = i.id)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'document {number}: {what} is recorded with the entry {entry}, which belongs to no document',
    statement: sql`
      select i.number, r.what, r.entry from (${recorded(companyId)}) r
      join sales.invoice i on i.company_id = ${companyId} and i.id = r.invoice_id
      left join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = r.entry
      where e.origin is distinct from 'document' and r.entry is not null limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'invoice {number}: a recorded {what} has no entry',
    statement: sql`
      select i.number, r.what from (${recorded(companyId)}) r
      join sales.invoice i on i.company_id = ${companyId} and i.id = r.invoice_id
      where r.entry is null and r.what in ('payment', 'settlement') limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'invoice {number}: the entry of a payment has {booked} on its account, the payment is {sum}',
    statement: sql`
      select i.number, b.booked, p.sum_base_ore as sum from sales.payment p
      join sales.invoice i on i.company_id = p.company_id and i.id = p.invoice_id
      cross join lateral (${booked(sql`p.company_id`, sql`p.journal_entry_id`, sql`p.account`)}) b
      where p.company_id = ${companyId} and p.journal_entry_id is not null and b.booked <> p.sum_base_ore
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'document {number}: its entries leave {booked} on the receivable, but {expected} is recorded as unpaid',
    statement: receivables(companyId),
  },
]

const ofReductions: Comparisons = (companyId) =>
  taxReductionContribution.reductionComparisons(companyId, reducedInvoices)

const ofLists: Comparisons = (companyId) => [
  countComparison(
    companyId,
    'invoice',
    'invoices',
    sql`sales.invoice where company_id = ${companyId} and kind = 'invoice'`,
  ),
  countComparison(
    companyId,
    'creditNote',
    'credit notes',
    sql`sales.invoice where company_id = ${companyId} and kind = 'creditNote'`,
  ),
  countComparison(companyId, 'customer', 'customers', sql`sales.customer where company_id = ${companyId}`),
  countComparison(companyId, 'item', 'items', sql`sales.item where company_id = ${companyId}`),
]

const comparisons: readonly Comparisons[] = [ofNumbers, ofDocuments, ofEntries, ofReductions, ofLists]

/** The numbers of documents that went with removed fiscal years. */
const removedNumbers = (companyId: CompanyTerm): Sql => sql`coalesce((
  select range_agg(n.numbers) from ledger.removed_number_view n
  where n.company_id = ${companyId} and n.series = 'document'), '{}'::int8multirange)`

/** Where what is kept on an invoice differs from the sum it is kept for. */
const kept = (companyId: CompanyTerm, column: Sql, from: Sql, value: Sql): Sql => sql`
  select i.number, i.${column} as kept, s.sum from sales.invoice i
  cross join lateral (
    select coalesce(sum(${value}), 0) as sum from ${from} and p.company_id = i.company_id
  ) s
  where i.company_id = ${companyId} and i.kind = 'invoice' and i.${column} <> s.sum limit ${MOST_FAULTS}`

/** Everything that is recorded, with its entry. A loss of a sale that was never booked has none. */
const recorded = (companyId: CompanyTerm): Sql => sql`
  select id as invoice_id, 'document' as what, journal_entry_id as entry from sales.invoice
  where company_id = ${companyId} and recorded_at is not null
  union all
  select invoice_id, 'payment', journal_entry_id from sales.payment
  where company_id = ${companyId} and recorded_at is not null
  union all
  select invoice_id, 'settlement', journal_entry_id from sales.settlement
  where company_id = ${companyId} and recorded_at is not null and type <> 'badDebt'`

/** The balance of an account in an entry; debit is positive. */
const booked = (company: Sql, entry: Sql, account: Sql): Sql => sql`
  select coalesce(sum(it.debit - it.credit), 0) as booked from ledger.journal_entry_item_view it
  where it.company_id = ${company} and it.journal_entry_id = ${entry} and it.account = ${account}`

/**
 * Invoices whose entries, with those of their credit notes, payments and settlements, do not leave the unpaid amount on
 * the receivable. Only fully booked invoices without a tax reduction: for others, separate entries move amounts between
 * accounts.
 */
const receivables = (companyId: CompanyTerm): Sql => sql`
  select i.number, b.booked, x.expected from sales.invoice i
  cross join lateral (
    select array_agg(entry) as entries from (
      select i.journal_entry_id as entry
      union all
      select n.journal_entry_id from sales.invoice n where n.company_id = i.company_id and n.credits_id = i.id
      union all
      select p.journal_entry_id from sales.payment p where p.company_id = i.company_id and p.invoice_id = i.id
      union all
      select s.journal_entry_id from sales.settlement s where s.company_id = i.company_id and s.invoice_id = i.id
    ) of_invoice
  ) o
  cross join lateral (
    select coalesce(sum(it.debit - it.credit), 0) as booked from ledger.journal_entry_item_view it
    where it.company_id = i.company_id and it.journal_entry_id = any(o.entries) and it.account = i.receivable_account
  ) b
  cross join lateral (
    select i.total_base_ore
      - (select coalesce(sum(n.total_base_ore), 0) from sales.invoice n
        where n.company_id = i.company_id and n.credits_id = i.id and n.journal_entry_id is not null)
      - (select coalesce(sum(p.claim_base_ore), 0) from sales.payment p
        where p.company_id = i.company_id and p.invoice_id = i.id)
      - (select coalesce(sum(s.claim_base_ore), 0) from sales.settlement s
        where s.company_id = i.company_id and s.invoice_id = i.id) as expected
  ) x
  where i.company_id = ${companyId} and i.kind = 'invoice' and i.journal_entry_id is not null
    and not ${hasReduction(sql`i.company_id`, sql`i.id`)}
    and not exists (select from sales.income_share s where s.company_id = i.company_id and s.invoice_id = i.id)
    and b.booked <> x.expected
  limit ${MOST_FAULTS}`
