// What of tax reductions must agree in sound books.
import { type CompanyTerm, type Comparison, MOST_FAULTS } from '#integrity/comparison'
import { type Sql, sql } from '#platform/sql'

/** Queries that find nothing in sound books. `invoices` is a query of them. Amounts are in öre. */
export const reductionComparisons = (companyId: CompanyTerm, invoices: Sql): readonly Comparison[] => [
  {
    sentence: 'invoice {number}: {kept} is kept as asked for, the parts of its people add up to {sum}',
    statement: sql`
      select i.number, i.reduction_base_ore as kept, s.sum from (${invoices}) i
      cross join lateral (
        select coalesce(sum(p.asked_ore), 0) as sum from sales.tax_reduction_person p
        where p.company_id = i.company_id and p.invoice_id = i.id
      ) s
      where i.company_id = ${companyId} and i.kind = 'invoice' and i.reduction_base_ore <> s.sum limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'invoice {number}: {paid} and {refused} are kept as paid and refused, the answers add up to {sum}',
    statement: sql`
      select i.number, r.paid_ore as paid, r.refused_ore as refused, s.paid || ' and ' || s.refused as sum
      from sales.tax_reduction r
      join (${invoices}) i on i.company_id = r.company_id and i.id = r.invoice_id
      cross join lateral (
        select coalesce(sum(a.ore) filter (where a.kind = 'paid'), 0) as paid,
          coalesce(sum(a.ore) filter (where a.kind = 'refused'), 0) as refused
        from sales.tax_reduction_answer a where a.company_id = r.company_id and a.invoice_id = r.invoice_id
      ) s
      where r.company_id = ${companyId} and (r.paid_ore, r.refused_ore) <> (s.paid, s.refused) limit ${MOST_FAULTS}`,
  },
]
