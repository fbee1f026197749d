// What is to be done next with a supplier invoice, in a word.
import type { Schema } from '#client'
import { Tag, today } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const isOverdue = ({ status, dueDate, totalAmount }: Schema<'SupplierInvoiceGet'>): boolean =>
  status === 'toPay' && totalAmount > 0 && dueDate < today()

export const StatusTag = ({ invoice }: { invoice: Schema<'SupplierInvoiceGet'> }) => {
  const texts = useWords(words)
  if (isOverdue(invoice)) return <Tag tone="wrong">{texts.overdue}</Tag>
  if (invoice.status === 'paid') return <Tag tone="good">{texts.states.paid}</Tag>
  return <Tag tone={invoice.status === 'toPay' ? 'plain' : 'waiting'}>{texts.states[invoice.status]}</Tag>
}
