// Returned payments of supplier invoices: the returned money takes back what each paid.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { isOnSideOf, type MadePayment, takenBackOf } from '#purchasing/invoices/booking.rules'
import type { SupplierInvoiceRecord } from '#purchasing/invoices/supplier-invoice'

/**
 * The amount taken back on an invoice, in its currency, by returned money in SEK, see {@link takenBackOf}. Also null if
 * the money goes in the direction of a payment. The invoice must be locked.
 */
export const takenBack = async (
  { db, companyId }: CompanyCall,
  invoice: Pick<SupplierInvoiceRecord, 'id' | 'totalOre' | 'paidOre'>,
  baseOre: Ore,
): Promise<Ore | null> => {
  if (baseOre === 0n || isOnSideOf(baseOre, invoice.totalOre)) return null
  const payments = await db.rows<MadePayment>(
    sql`
    select p.ore - p.discount_ore as ore, p.base_ore as "baseOre" from purchasing.payment p
    where p.company_id = ${companyId} and p.supplier_invoice_id = ${invoice.id}
      and p.base_ore in (${String(baseOre)}::bigint, ${String(-baseOre)}::bigint)
    order by p.id`,
    'payments-of-this-money',
  )
  return takenBackOf(invoice, payments, baseOre)
}

/** A payment that may be returned, with its invoice. */
export type ReturnablePayment = {
  id: string
  supplierInvoiceId: string
  invoiceNumber: string | null
  supplierName: string
  dueDate: Day
}

/** The payments among these that may be returned in full: as much as each paid is still paid on its invoice. */
export const returnablePayments = (
  { db, companyId }: CompanyCall,
  ids: readonly string[],
): Promise<ReturnablePayment[]> =>
  db.rows<ReturnablePayment>(
    sql`
    select p.id, i.id as "supplierInvoiceId", i.invoice_number as "invoiceNumber", s.name as "supplierName",
      i.due_date as "dueDate"
    from purchasing.payment p
    join purchasing.supplier_invoice i on i.company_id = p.company_id and i.id = p.supplier_invoice_id
    join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id
    where p.company_id = ${companyId} and p.id = any(${[...ids]}::uuid[])
      and p.ore > 0 and i.paid_ore >= p.ore - p.discount_ore`,
    'returnable-payments',
  )
