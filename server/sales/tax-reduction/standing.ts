// The state of a published reduction: ready to submit, submitted, and the tax authority's decisions.
import { isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import type { ReductionType } from '#rule/tax-reductions'
import { statusSql } from './reduction.ts'
import type { TaxReductionStatus } from './schema.ts'

export type ReductionStanding = {
  status: TaxReductionStatus
  submittedOre: bigint | null
  paidOre: bigint
  refusedOre: bigint
}

/** The state of an invoice's reduction; null if it has none. `invoices` is a query of invoices. */
export const standingOf = (
  { db, companyId }: CompanyCall,
  invoices: Sql,
  invoiceId: string,
): Promise<ReductionStanding | null> =>
  db.maybe<ReductionStanding>(sql`
    select ${statusSql} as status, r.submitted_ore as "submittedOre", r.paid_ore as "paidOre",
      r.refused_ore as "refusedOre"
    from sales.tax_reduction r
    join (${invoices}) i on i.company_id = r.company_id and i.id = r.invoice_id
    where r.company_id = ${companyId} and r.invoice_id = ${invoiceId}`)

/** The reductions ready to be submitted, optionally of one type, as far as the caller may submit them. */
export const awaitingPayment = ({ companyId, actor }: CompanyCall, type: ReductionType | null): Sql => sql`
  select r.company_id, r.invoice_id, r.type, r.real_estate_number, r.tenant_org_number, r.apartment_number
  from sales.tax_reduction r
  where r.company_id = ${companyId} and r.type = coalesce(${type}, r.type) and r.status = 'awaitingPayment'
    and ${isOfApi(actor.kind) ? sql`r.owner_kind = ${actor.kind} and r.owner_id = ${actor.id}` : sql`true`}`

/** Whether an invoice has a reduction. */
export const hasReduction = (companyId: Sql, invoiceId: Sql): Sql => sql`
  exists (select from sales.tax_reduction t where t.company_id = ${companyId} and t.invoice_id = ${invoiceId})`

/** Records the amount submitted to the tax authority. */
export const noteSubmitted = async (call: CompanyCall, invoiceId: string, ore: Ore): Promise<void> => {
  await call.db.rows(sql`
    update sales.tax_reduction set status = 'submitted', submitted_at = ${call.now}, submitted_ore = ${ore}
    where company_id = ${call.companyId} and invoice_id = ${invoiceId}`)
}

/** A decision of the tax authority, and its entry. */
export type ReductionAnswer = { id: string; kind: 'paid' | 'refused'; ore: Ore; date: Day; entryId: string | null }

/** Stores a decision, and the resulting state of the reduction. */
export const noteAnswer = async (
  { db, companyId, now }: CompanyCall,
  invoiceId: string,
  { id, kind, ore, date, entryId }: ReductionAnswer,
): Promise<void> => {
  const [paid, refused] = kind === 'paid' ? [ore, 0n] : [0n, ore]
  await db.rows(sql`
    insert into sales.tax_reduction_answer (company_id, id, invoice_id, kind, date, ore, journal_entry_id, created_at)
    values (${companyId}, ${id}, ${invoiceId}, ${kind}, ${date}, ${ore}, ${entryId}, ${now})`)
  await db.rows(sql`
    update sales.tax_reduction r set paid_ore = r.paid_ore + ${paid}, refused_ore = r.refused_ore + ${refused},
      status = case
        when r.submitted_ore > r.paid_ore + r.refused_ore + ${ore} then r.status
        when r.paid_ore + ${paid} = 0 then 'removed'
        else 'completed' end
    where r.company_id = ${companyId} and r.invoice_id = ${invoiceId}`)
}

/** The amounts refused for an invoice, which the customer owes again from that day: negative. */
export const refusalsOfReduction = (companyId: string | Sql, invoiceId: string | Sql): Sql => sql`
  select t.date, -t.ore as ore from sales.tax_reduction_answer t
  where t.company_id = ${companyId} and t.invoice_id = ${invoiceId} and t.kind = 'refused'`
