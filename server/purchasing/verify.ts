// Verification of purchases: what is kept as paid is what the payments make, and what is recorded stands in the books
// as it was recorded.
import { type CompanyTerm, type Comparison, companiesAtFault, faultsOf, MOST_FAULTS } from '#integrity/comparison'
import { countComparison } from '#integrity/count'
import type { CompanyCall, SetCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'

/** All faults, as text; empty if the books are sound. The call's database must be one snapshot. */
export const verifyPurchasing = ({ db, companyId }: CompanyCall): Promise<string[]> =>
  faultsOf(
    db,
    comparisons.flatMap((of) => of(companyId)),
  )

/** The companies of a set that have any fault. */
export const companiesWrongInPurchasing = ({ db, companyIds }: SetCall): Promise<string[]> =>
  companiesAtFault(db, companyIds, (company) => comparisons.flatMap((of) => of(company)))

/** Queries that find nothing in sound books. Amounts are in öre. */
type Comparisons = (companyId: CompanyTerm) => readonly Comparison[]

const ofInvoices: Comparisons = (companyId) => [
  {
    sentence: 'supplier invoice {id}: {kept} is kept as paid, its payments add up to {sum}',
    statement: sql`
      select i.id, i.paid_ore as kept, s.sum from purchasing.supplier_invoice i
      cross join lateral (
        select coalesce(sum(p.ore), 0) as sum from purchasing.payment p
        where p.company_id = i.company_id and p.supplier_invoice_id = i.id
      ) s
      where i.company_id = ${companyId} and i.paid_ore <> s.sum limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id}: {paid} is paid, but its total is {total}',
    statement: sql`
      select id, paid_ore as paid, total_ore as total from purchasing.supplier_invoice
      where company_id = ${companyId} and paid_ore not between least(total_ore, 0) and greatest(total_ore, 0)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id}: it is kept as open on {kept}, and is so on {days}',
    statement: sql`
      select i.id, o.days as kept, d.days from purchasing.supplier_invoice i
      left join purchasing.open_days o on o.company_id = i.company_id and o.supplier_invoice_id = i.id
      cross join lateral purchasing.days_of_supplier_invoice(i) d
      where i.company_id = ${companyId} and o.days is distinct from d.days limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id} is recorded and has no lines',
    statement: sql`
      select i.id from purchasing.supplier_invoice i
      where i.company_id = ${companyId} and i.recorded_at is not null and not exists (
        select from purchasing.supplier_invoice_line l
        where l.company_id = i.company_id and l.supplier_invoice_id = i.id) limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id}: its lines add up to {sum} with tax, but its total is {total}',
    statement: sql`
      select i.id, sum(l.net_ore + l.tax_ore) as sum, i.total_ore as total from purchasing.supplier_invoice i
      join purchasing.supplier_invoice_line l on l.company_id = i.company_id and l.supplier_invoice_id = i.id
      where i.company_id = ${companyId} and i.recorded_at is not null group by i.company_id, i.id
      having abs(sum(l.net_ore + l.tax_ore) - i.total_ore) >=
        case when i.currency = 'SEK' and i.currency_rate = 1 then 100 else 1 end
      limit ${MOST_FAULTS}`,
  },
]

const ofEntries: Comparisons = (companyId) => [
  {
    sentence: 'supplier invoice {id} is recorded in a year under the accrual method and has no entry',
    statement: sql`
      select i.id from purchasing.supplier_invoice i
      join ledger.fiscal_year_view y
        on y.company_id = i.company_id and i.recorded_on between y.start_date and y.end_date
      where i.company_id = ${companyId} and i.recorded_at is not null and i.journal_entry_id is null
        and y.accounting_method = 'accrual' limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id}: {what} is booked by the entry {entry}, which belongs to no document',
    statement: sql`
      select r.id, r.what, r.entry from (
        select id, 'it' as what, journal_entry_id as entry from purchasing.supplier_invoice
        where company_id = ${companyId} and journal_entry_id is not null
        union all
        select supplier_invoice_id, 'a payment', journal_entry_id from purchasing.payment
        where company_id = ${companyId}
        union all
        select supplier_invoice_id, 'a payment', moved_entry_id from purchasing.payment
        where company_id = ${companyId} and moved_entry_id is not null
      ) r
      left join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = r.entry
      where e.origin is distinct from 'document' limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id}: the entry of a payment has {booked} on its account, the payment is {sum}',
    statement: sql`
      select p.supplier_invoice_id as id, b.booked, p.base_ore as sum from purchasing.payment p
      cross join lateral (
        select coalesce(sum(it.credit - it.debit), 0) as booked from ledger.journal_entry_item_view it
        where it.company_id = p.company_id and it.journal_entry_id = p.journal_entry_id and it.account = p.account
      ) b
      where p.company_id = ${companyId} and p.advance_id is null and b.booked <> p.base_ore limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'advance {id}: {kept} is kept as used, its uses add up to {sum}',
    statement: sql`
      select a.id, a.used_ore as kept, u.sum from purchasing.advance a
      cross join lateral (
        select coalesce(sum(u.ore), 0) as sum, coalesce(sum(u.base_ore), 0) as base from purchasing.advance_use u
        where u.company_id = a.company_id and u.advance_id = a.id
      ) u
      where a.company_id = ${companyId} and (a.used_ore <> u.sum or a.used_base_ore <> u.base) limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'advance {id}: its entry has {booked} on its account, the advance is {sum}',
    statement: sql`
      select a.id, b.booked, a.base_ore as sum from purchasing.advance a
      cross join lateral (
        select coalesce(sum(it.debit - it.credit), 0) as booked from ledger.journal_entry_item_view it
        where it.company_id = a.company_id and it.journal_entry_id = a.journal_entry_id and it.account = a.account
      ) b
      where a.company_id = ${companyId} and a.journal_entry_id is not null and b.booked <> a.base_ore
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'advance {id}: the entry of a use has {booked} on its account, the use is {sum}',
    statement: sql`
      select a.id, b.booked, u.base_ore as sum from purchasing.advance_use u
      join purchasing.advance a on a.company_id = u.company_id and a.id = u.advance_id
      cross join lateral (
        select coalesce(sum(it.credit - it.debit), 0) as booked from ledger.journal_entry_item_view it
        where it.company_id = u.company_id and it.journal_entry_id = u.journal_entry_id and it.account = a.account
      ) b
      where u.company_id = ${companyId} and u.kind <> 'deducted' and a.supplier_invoice_id is null
        and b.booked <> u.base_ore limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'supplier invoice {id}: its entries leave {booked} of the debt, but {expected} is recorded as unpaid',
    statement: payables(companyId),
  },
]

const ofLists: Comparisons = (companyId) => [
  countComparison(companyId, 'supplier', 'suppliers', sql`purchasing.supplier where company_id = ${companyId}`),
  countComparison(
    companyId,
    'supplierInvoice',
    'supplier invoices',
    sql`purchasing.supplier_invoice where company_id = ${companyId}`,
  ),
]

const comparisons: readonly Comparisons[] = [ofInvoices, ofEntries, ofLists]

/** Booked invoices whose entries do not leave what is unpaid on the account of the debt, in SEK as it was booked. */
const payables = (companyId: CompanyTerm): Sql => sql`
  select i.id, b.booked, x.expected from purchasing.supplier_invoice i
  cross join lateral (
    select coalesce(sum(p.claim_base_ore), 0) as paid, array_agg(p.journal_entry_id) || array_agg(p.moved_entry_id)
      as entries
    from purchasing.payment p where p.company_id = i.company_id and p.supplier_invoice_id = i.id
  ) p
  cross join lateral (select i.total_base_ore - p.paid as expected) x
  cross join lateral (
    select coalesce(sum(it.credit - it.debit), 0) as booked from ledger.journal_entry_item_view it
    where it.company_id = i.company_id and it.account = i.payable_account
      and it.journal_entry_id = any(array[i.journal_entry_id] || p.entries)
  ) b
  where i.company_id = ${companyId} and i.journal_entry_id is not null and b.booked <> x.expected
  limit ${MOST_FAULTS}`
