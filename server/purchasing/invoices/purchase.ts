// The booked content of a supplier invoice as recorded, and the titles of its entries.
import type { CompanyCall } from '#platform/call'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { BookedLine, BookedPurchase } from './booking.rules.ts'
import { readSupplierInvoice, type SupplierInvoiceRecord } from './supplier-invoice.ts'
import type { taxRates, VatTreatment } from './vat.rules.ts'

/** A recorded invoice with its lines. */
export const purchaseOf = async (
  { db, companyId }: CompanyCall,
  { id, totalOre, totalBaseOre, currencyRate }: SupplierInvoiceRecord,
): Promise<BookedPurchase> => {
  const lines = await db.rows<BookedLine>(
    sql`
    select account, net_ore as "netOre", tax_rate as "taxRate", tax_ore as "taxOre", vat_treatment as "vatTreatment"
    from purchasing.supplier_invoice_line where company_id = ${companyId} and supplier_invoice_id = ${id}
    order by position`,
    'supplier-invoice-lines',
  )
  return { totalOre, totalBaseOre, currencyRate, lines }
}

type TaxRate = (typeof taxRates)[number]

/** A recorded line: amounts in the invoice's currency, `taxAmount` only if the invoice charges the VAT. */
type RecordedLineShown = {
  account: number
  netAmount: number
  taxRate: TaxRate
  taxAmount?: number
  vatTreatment: VatTreatment
  description: string | null
}

/** The recorded lines of an invoice; empty before it is recorded. */
export const recordOf = async (call: CompanyCall, id: string): Promise<{ lines: RecordedLineShown[] }> => {
  await readSupplierInvoice(call, id)
  const lines = await call.db.rows<BookedLine & { taxRate: TaxRate; description: string | null }>(
    sql`
    select account, net_ore as "netOre", tax_rate as "taxRate", tax_ore as "taxOre", vat_treatment as "vatTreatment",
      description
    from purchasing.supplier_invoice_line where company_id = ${call.companyId} and supplier_invoice_id = ${id}
    order by position`,
    'recorded-lines',
  )
  return {
    lines: lines.map(({ account, netOre, taxRate, taxOre, vatTreatment, description }) => ({
      account,
      netAmount: numberFromOre(netOre),
      taxRate,
      ...(vatTreatment === 'domestic' ? { taxAmount: numberFromOre(taxOre) } : {}),
      vatTreatment,
      description,
    })),
  }
}

/**
 * The entry that the uploads of an invoice document: its own, otherwise that of its first payment. Null before both.
 */
export const entryOf = async (
  { db, companyId }: CompanyCall,
  invoice: SupplierInvoiceRecord,
): Promise<string | null> => {
  if (invoice.journalEntryId !== null) return invoice.journalEntryId
  const payment = await db.maybe<{ entryId: string }>(
    sql`
    select journal_entry_id as "entryId" from purchasing.payment
    where company_id = ${companyId} and supplier_invoice_id = ${invoice.id} order by id limit 1`,
    'first-supplier-payment',
  )
  return payment?.entryId ?? null
}

type Named = Pick<SupplierInvoiceRecord, 'totalOre' | 'invoiceNumber' | 'supplierName'>

/** `Leverantörsfaktura 4711, Papper AB` */
export const titleOf = (invoice: Named): string => {
  const name = nameOf(invoice)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/**
 * `Betalning av leverantörsfaktura 4711, Papper AB`; `base` is the money that left the account, zero for a discount
 * alone.
 */
export const paymentTitleOf = (invoice: Named, base: Ore): string => {
  if (base === 0n) return `Kassarabatt på ${nameOf(invoice)}`
  return `${base > 0n ? 'Betalning' : 'Återbetalning'} av ${nameOf(invoice)}`
}

const nameOf = ({ totalOre, invoiceNumber, supplierName }: Named): string => {
  const kind = totalOre < 0n ? 'leverantörskreditfaktura' : 'leverantörsfaktura'
  return [invoiceNumber === null ? kind : `${kind} ${invoiceNumber}`, supplierName].join(', ')
}
