// A reminder on paper, as plain data: the invoice that is not paid, and what is claimed beside it.
import type { Day } from '#platform/day'
import type { Paper, PaperAmount } from './paper.ts'

/** Days with one unpaid amount and one rate; the rate is decimal text in percent. */
export type ReminderSpan = { fromDate: Day; toDate: Day; days: number; unpaid: PaperAmount; rate: string }

export type ReminderPaper = {
  /** What the invoice says, with the seller as it is now. */
  invoice: Paper
  number: number
  date: Day
  dueDate: Day
  message: string
  unpaid: PaperAmount
  fees: PaperAmount
  interest: PaperAmount
  /** What is to be paid by the new due date. */
  total: PaperAmount
  spans: ReminderSpan[]
  /** Whether interest runs on after the new due date. */
  hasInterest: boolean
  madeAt: string
}
