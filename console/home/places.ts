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
  'invoice.draft': 'invoice',
  'recurringInvoice.failed': 'recurringInvoice',
  'payment.unsigned': 'bankPayment',
  'vat.unreported': 'vatPeriod',
  'fiscalYear.unclosed': 'fiscalYear',
  'incomeTaxReturn.due': 'taxReturn',
  'annualReport.due': 'annualReport',
}

/** The page of what an item is about, with its row open. */
export const placeOfItem = ({ kind, id, documentType }: Pick<Item, 'kind' | 'id' | 'documentType'>): Place | null =>
  placeOf(documentType ?? things[kind], id)

/** Where its proposal is carried out: one step nearer than its page, where there is such a step. */
export const placeToDo = (item: Item): Place | null => {
  const { kind, id, documentType, isOverdue } = item
  const place = placeOfItem(item)
  if (kind === 'supplierInvoice.unpaid') return { path: '/payments', search: { choose: id, prepare: '1' } }
  if (kind === 'payment.unsigned') return { path: '/payments', search: { show: 'toSign', open: id } }
  if (kind === 'invoice.draft' && documentType === 'invoice') return { path: `/invoices/${id}/edit`, search: {} }
  if (kind === 'invoice.unpaid' && isOverdue && place) return { ...place, search: { ...place.search, send: '1' } }
  return place
}

/** Which words say what is proposed where the service proposes nothing. */
export const wordOf = (kind: Kind, isOverdue: boolean): Kind | 'invoice.overdue' =>
  kind === 'invoice.unpaid' && isOverdue ? 'invoice.overdue' : kind
