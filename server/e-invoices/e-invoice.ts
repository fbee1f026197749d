// A received e-invoice, with a booking proposal.
import { vatSettingOf } from '#identity'
import { accountMapOf, bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import type { KeptValues } from '#platform/sentences'
import { sql } from '#platform/sql'
import { linesBefore, readSupplierInvoice } from '#purchasing'
import type { EInvoiceContent, EInvoiceWarning } from './e-invoice.rules.ts'
import { type ProposedLine, proposalOf } from './proposal.rules.ts'
import { eInvoiceRefusals as refusals } from './refusals.ts'

type EInvoice = EInvoiceContent & {
  doubts: { rule: string; message: string; reason: string | null; values: KeptValues }[]
  receivedDateTime: string
  proposedLines: ProposedLine[]
}

type EInvoiceRow = { content: EInvoiceContent; doubts: EInvoiceWarning[]; receivedAt: Date }

/** The e-invoice of a supplier invoice; refused as not found if it was not received as one. */
export const readEInvoice = async (call: CompanyCall, id: string): Promise<EInvoice> => {
  const { supplierId } = await readSupplierInvoice(call, id)
  const row = await call.db.maybe<EInvoiceRow>(
    sql`
      select content, doubts, received_at as "receivedAt" from e_invoices.e_invoice
      where company_id = ${call.companyId} and supplier_invoice_id = ${id}`,
    'read-e-invoice',
  )
  if (!row) throw refusals.noElectronicInvoice({ id })
  const { accounts, currency: accountingCurrency } = await bookOf(call)
  const before = await linesBefore(call, supplierId)
  const { rounding } = await accountMapOf(call)
  const isActive = (account: number) => accounts.get(account) === true
  const deducts = (await vatSettingOf(call)) !== 'notRegisteredForVat'
  return {
    ...row.content,
    doubts: row.doubts.map(({ rule, message, reason = null, values = {} }) => ({ rule, message, reason, values })),
    receivedDateTime: momentText(row.receivedAt),
    proposedLines: proposalOf(row.content, { before, rounding, isActive, deducts, accountingCurrency }),
  }
}
