// Whether a draft could be booked as it is: nothing is published that can't be.
import { type Book, firstOpenDay, wrongDay } from '#ledger'
import { pointer } from '#platform/json'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import type { InvoiceRecord } from './invoice.ts'
import { invoiceFaults as faults } from './invoice-refusals.ts'
import { isSalesLine } from './line.rules.ts'
import { wrongSalesAccount } from './sales-account.rules.ts'

/** Refuses a draft whose day cannot be booked, now or later, or whose lines are on accounts that take no sales. */
export const requireBookable = (book: Book, draft: InvoiceRecord): void => {
  // A credit note has the accounts of its invoice, whatever became of them.
  const wrongLines = draft.kind === 'invoice' ? wrongAccounts(draft, book) : []
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

/** Accounts may have been closed, or have got another role, since the draft was written. */
const wrongAccounts = ({ lines }: InvoiceRecord, facts: Book): FieldError[] => {
  return lines.flatMap((line, index) => {
    if (!isSalesLine(line) || line.account === null) return []
    return wrongSalesAccount(line.account, pointer('lineItems', index, 'bookkeepingAccountNumber'), facts) ?? []
  })
}
