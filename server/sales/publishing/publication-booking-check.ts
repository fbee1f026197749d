// Whether a draft could be booked: nothing is published that cannot be.
import { type Book, firstOpenDay, wrongDay } from '#ledger'
import { MAX_AMOUNT } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { invoiceFaults as faults } from '#sales/invoices/invoice-refusals'
import { areTooLarge, isSalesLine } from '#sales/invoices/line-draft.rules'
import { pointer } from '#text/json'
import { wrongSalesAccount } from './sales-account.rules.ts'

/**
 * Refuses a draft whose day is closed for booking, whose lines are on accounts that accept no sales, or whose amounts
 * are too large for an entry.
 */
export const requireBookableForPublication = (book: Book, draft: InvoiceRecord): void => {
  // A credit note reuses the accounts and lines of its invoice, even if they have changed since.
  const wrongLines = draft.kind === 'invoice' ? [...wrongAccounts(draft, book), ...wrongSizes(draft)] : []
  refuseIfAny([...wrongDays(draft, book), ...wrongLines])
}

const wrongDays = ({ kind, date }: InvoiceRecord, book: Book): FieldError[] => {
  const field = kind === 'invoice' ? '#/invoiceDate' : '#/creditDate'
  const wrong = wrongDay(book, date, field)
  if (!wrong) return []
  const first = firstOpenDay(book, date)
  const reason = wrong.message
  return [first ? faults.unbookableDay(field, { reason, first }) : faults.noOpenDay(field, { reason })]
}

/** Accounts may have been closed or given another role since the draft was written. */
const wrongAccounts = ({ lines }: InvoiceRecord, facts: Book): FieldError[] => {
  return lines.flatMap((line, index) => {
    if (!isSalesLine(line) || line.account === null) return []
    return wrongSalesAccount(line.account, pointer('lineItems', index, 'bookkeepingAccountNumber'), facts) ?? []
  })
}

/** Older drafts were only limited by their total: each line that is too large is reported, or otherwise all. */
const wrongSizes = ({ lines, currencyRate }: InvoiceRecord): FieldError[] => {
  if (!areTooLarge(lines.filter(isSalesLine), currencyRate)) return []
  const large = lines.flatMap((line, index) =>
    isSalesLine(line) && areTooLarge([line], currencyRate) ? [pointer('lineItems', index)] : [],
  )
  const fields = large.length > 0 ? large : [pointer('lineItems')]
  return fields.map((field) => faults.tooLarge(field, { limit: MAX_AMOUNT }))
}
