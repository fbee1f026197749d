// A printed reminder, as plain data: the unpaid invoice, and the charges.
import type { Day } from '#platform/day'
import type { Paper, PaperAmount } from './paper.ts'

/** A period with one unpaid amount and one rate; the rate is decimal text in percent. */
export type ReminderSpan = { fromDate: Day; toDate: Day; days: number; unpaid: PaperAmount; rate: string }

export type ReminderPaper = {
  /** The content of the invoice, with the seller's current data. */
  invoice: Paper
  number: number
  date: Day
  dueDate: Day
  message: string
  unpaid: PaperAmount
  fees: PaperAmount
  /** Whether they are the compensation for late payment between businesses; sheets of earlier versions have none. */
  isCompensation?: boolean
  interest: PaperAmount
  /** The amount due by the new due date. */
  total: PaperAmount
  spans: ReminderSpan[]
  /** Whether interest continues after the new due date. */
  hasInterest: boolean
  madeAt: string
}
