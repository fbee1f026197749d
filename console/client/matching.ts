// A proposal of the service for a bank transaction, as the match that takes it.
import type { Schema } from './api.ts'

type Proposal = Schema<'BankTransaction'>['proposals'][number]

const fields = {
  invoice: 'invoiceId',
  supplierInvoice: 'supplierInvoiceId',
  bankPayment: 'bankPaymentId',
  journalEntry: 'journalEntryId',
} as const

/** What is sent to book a transaction on a proposal. */
export const matchOf = ({
  kind,
  id,
  account,
  parts = [],
}: Pick<Proposal, 'kind' | 'id' | 'account' | 'parts'>): Schema<'BankTransactionMatch'> => {
  if (kind === 'account') return { ...(account === undefined ? {} : { account }) }
  if (kind !== 'parts') return { [fields[kind]]: id }
  return { parts: parts.map((part) => ({ ...partOf(part), amount: part.amount })) }
}

const partOf = ({ kind, id }: NonNullable<Proposal['parts']>[number]) =>
  kind === 'invoice' ? { invoiceId: id } : { supplierInvoiceId: id }
