// Where in a client company the work of a kind is done: the list that has it.
import type { Schema } from '#client'

export type Client = Schema<'ClientOverviewItem'>
export type Kind = Client['counts'][number]['kind']

type Place = { path: string; search: Readonly<Record<string, string>> }

const lists: Readonly<Record<Kind, Place>> = {
  'bankTransaction.unmatched': { path: '/bank', search: {} },
  'receipt.unrecorded': { path: '/documents', search: {} },
  'supplierInvoice.unapproved': { path: '/supplier-invoices', search: { show: 'toApprove' } },
  'supplierInvoice.unpaid': { path: '/payments', search: {} },
  'invoice.unpaid': { path: '/invoices', search: { status: 'unpaid' } },
  'invoice.unrecorded': { path: '/invoices', search: {} },
  'invoicePayment.unrecorded': { path: '', search: {} },
  'invoice.draft': { path: '/invoices', search: { status: 'draft' } },
  'invoice.vatRate': { path: '', search: {} },
  'recurringInvoice.failed': { path: '/recurring-invoices', search: {} },
  'sending.failed': { path: '/invoices', search: { status: 'unsentFailed' } },
  'reminder.failed': { path: '/reminders', search: {} },
  'statement.failed': { path: '/customers', search: {} },
  'payment.unsigned': { path: '/payments', search: { show: 'toSign' } },
  'payment.refused': { path: '/payments', search: { show: 'toCheck' } },
  'payment.contradicted': { path: '/payments', search: { show: 'toCheck' } },
  'vat.unreported': { path: '/vat', search: { open: 'toReport' } },
  'fiscalYear.unclosed': { path: '/year-end', search: {} },
  'incomeTaxReturn.due': { path: '/tax-return', search: {} },
  'annualReport.due': { path: '/annual-report', search: {} },
  'storage.nearlyFull': { path: '/settings/storage', search: {} },
  'proposal.waiting': { path: '/proposals', search: {} },
}

export const kinds = Object.keys(lists) as Kind[]

/** Below the company; all kinds together are in its queue, on its start page. */
export const listOf = (kind: Kind | null): Place => (kind === null ? { path: '', search: {} } : lists[kind])
