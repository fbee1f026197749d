// Where what is to be done is shown, and where it is done.
import { placeOf, type Schema } from '#client'

type Item = Schema<'QueueItem'>
type Kind = Item['kind']
export type Place = { path: string; search: Record<string, string> }

/** What of the console shows a kind; what is sold is an invoice or a credit note. */
const things: Readonly<Record<Kind, string>> = {
  'bankTransaction.unmatched': 'transaction',
  'receipt.unrecorded': 'upload',
  'supplierInvoice.unapproved': 'supplierInvoice',
  'supplierInvoice.unpaid': 'supplierInvoice',
  'invoice.unpaid': 'invoice',
  'invoice.unrecorded': 'invoice',
  'invoicePayment.unrecorded': 'invoice',
  'invoice.draft': 'invoice',
  'invoice.vatRate': 'invoice',
  'recurringInvoice.failed': 'recurringInvoice',
  'sending.failed': 'invoice',
  'reminder.failed': 'invoice',
  'statement.failed': 'customer',
  'payment.unsigned': 'bankPayment',
  'payment.refused': 'bankPayment',
  'payment.contradicted': 'bankPayment',
  'vat.unreported': 'vatPeriod',
  'fiscalYear.unclosed': 'fiscalYear',
  'incomeTaxReturn.due': 'taxReturn',
  'annualReport.due': 'annualReport',
  'storage.nearlyFull': 'storage',
  'proposal.waiting': 'proposal',
}

/** What one must be allowed to do it; everybody else only looks. */
const scopes: Readonly<Record<Kind, string>> = {
  'bankTransaction.unmatched': 'bank-statements:write',
  'receipt.unrecorded': 'journal-entries:write',
  'supplierInvoice.unapproved': 'supplier-invoices:approve',
  'supplierInvoice.unpaid': 'bank-payments:write',
  'invoice.unpaid': 'invoices:write',
  'invoice.unrecorded': 'invoices:write',
  'invoicePayment.unrecorded': 'invoices:write',
  'invoice.draft': 'invoices:write',
  'invoice.vatRate': 'invoices:write',
  'recurringInvoice.failed': 'invoices:write',
  'sending.failed': 'invoices:write',
  'reminder.failed': 'invoices:write',
  'statement.failed': 'customers:write',
  'payment.unsigned': 'bank-payments:write',
  'payment.refused': 'bank-payments:write',
  'payment.contradicted': 'bank-payments:write',
  'vat.unreported': 'reports:write',
  'fiscalYear.unclosed': 'fiscal-years:manage',
  'incomeTaxReturn.due': 'fiscal-years:manage',
  'annualReport.due': 'fiscal-years:manage',
  'storage.nearlyFull': 'company-information:read',
  'proposal.waiting': 'proposals:decide',
}

export const scopeOf = ({ kind, documentType }: Pick<Item, 'kind' | 'documentType'>): string =>
  documentType === 'creditNote' ? 'credit-notes:write' : scopes[kind]

/** The page of what an item is about, with its row open. */
export const placeOfItem = ({ kind, id, documentType }: Pick<Item, 'kind' | 'id' | 'documentType'>): Place | null => {
  const isAnswer = kind === 'payment.refused' || kind === 'payment.contradicted'
  if (isAnswer) return { path: '/payments', search: { show: 'toCheck', open: id } }
  return placeOf(documentType ?? things[kind], id)
}

/** Where its proposal is carried out: one step nearer than its page, where there is such a step. */
export const placeToDo = (item: Item): Place | null => {
  const { kind, id, documentType, isOverdue, isRemindable = true } = item
  const place = placeOfItem(item)
  if (kind === 'supplierInvoice.unpaid') return { path: '/payments', search: { choose: id, prepare: '1' } }
  if (kind === 'payment.unsigned') return { path: '/payments', search: { show: 'toSign', open: id } }
  if (kind === 'invoice.draft' && documentType === 'invoice') return { path: `/invoices/${id}/edit`, search: {} }
  if (kind === 'sending.failed' && place) return { ...place, search: { ...place.search, send: '1' } }
  if (kind === 'statement.failed' && place) return { ...place, search: { ...place.search, statement: '1' } }
  if (kind === 'invoice.unpaid' && isOverdue && place)
    return { ...place, search: { ...place.search, [isRemindable ? 'remind' : 'send']: '1' } }
  return place
}

/** Which words say what is proposed where the service proposes nothing. */
export const wordOf = ({
  kind,
  isOverdue,
  isRemindable = true,
}: Pick<Item, 'kind' | 'isOverdue' | 'isRemindable'>): Kind | 'invoice.overdue' | 'invoice.sendAgain' => {
  if (kind !== 'invoice.unpaid' || !isOverdue) return kind
  return isRemindable ? 'invoice.overdue' : 'invoice.sendAgain'
}
