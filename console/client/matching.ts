// A proposal of the service for a bank transaction, as the match that takes it.
import type { TaxRate } from '#rule/vat-rates'
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
  ...rule
}: Pick<Proposal, 'kind' | 'id' | 'account' | 'parts' | ByRule>): Schema<'BankTransactionMatch'> => {
  if (kind === 'account') return { ...(account === undefined ? {} : { account }), ...byRuleOf(rule) }
  if (kind !== 'parts') return { [fields[kind]]: id }
  return { parts: parts.map((part) => ({ ...partOf(part), amount: part.amount })) }
}

/** What a rule says beside the account; what is booked is what was seen, even if the rule has been changed since. */
type ByRule = 'title' | 'vatTreatment' | 'taxRate' | 'tags'

const byRuleOf = ({ title, vatTreatment, taxRate, tags }: Pick<Proposal, ByRule>) => ({
  ...(title === undefined ? {} : { title }),
  ...(vatTreatment === undefined ? {} : { vatTreatment }),
  ...(taxRate === undefined ? {} : { taxRate: taxRate as TaxRate }),
  ...(tags === undefined ? {} : { tags }),
})

const partOf = ({ kind, id }: NonNullable<Proposal['parts']>[number]) =>
  kind === 'invoice' ? { invoiceId: id } : { supplierInvoiceId: id }
