// Open supplier invoices, as candidates for outgoing bank transactions.
import { accountingCurrencyIn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { PaymentDetails } from '#purchasing/suppliers/supplier.rules'

/** A payable invoice, with its remainder in its currency; negative if the supplier owes it. */
export type OpenSupplierInvoice = {
  id: string
  invoiceNumber: string | null
  supplierName: string
  paymentDetails: PaymentDetails | null
  dueDate: Day
  currency: string
  remainingOre: Ore
}

/** Maximum number of open invoices considered: those due first. */
const MAX_OPEN = 10_000

/**
 * Recorded and approved supplier invoices in SEK with one of these remaining amounts, or all of them (null); earliest
 * due first.
 */
export const openSupplierInvoices = (
  { db, companyId }: CompanyCall,
  remaining: readonly Ore[] | null,
  limit = MAX_OPEN,
): Promise<OpenSupplierInvoice[]> =>
  db.rows<OpenSupplierInvoice>(
    sql`
    select i.id, i.invoice_number as "invoiceNumber", s.name as "supplierName",
      s.payment_details as "paymentDetails", i.due_date as "dueDate", i.currency,
      i.total_ore - i.paid_ore as "remainingOre"
    from purchasing.supplier_invoice i
    join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id
    where i.company_id = ${companyId} and i.paid_ore <> i.total_ore
      and i.recorded_at is not null and i.approved_at is not null
      and i.currency = ${accountingCurrencyIn(sql`${companyId}::uuid`)}
      and (${remaining === null}::boolean or i.total_ore - i.paid_ore = any(${(remaining ?? []).map(String)}::bigint[]))
    order by i.due_date, i.id limit ${limit}`,
    'open-supplier-invoices',
  )

/** Locks these supplier invoices for a joint payment, always in the same order. */
export const lockSupplierInvoices = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db.rows(sql`
    select from purchasing.supplier_invoice where company_id = ${companyId} and id = any(${[...ids]}::uuid[])
    order by id for update`)
}
