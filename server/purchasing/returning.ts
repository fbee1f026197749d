// Payments of supplier invoices that come back: what each paid is taken back with its money.
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { isOnSideOf, type MadePayment, takenBackOf } from './booking.rules.ts'
import type { SupplierInvoiceRecord } from './supplier-invoice.ts'

/**
 * What is paid on an invoice, in its currency, when this money (SEK) comes back of it: as {@link takenBackOf} says.
 * Null as well where the money goes the way in which the invoice is paid. The invoice must be locked.
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
