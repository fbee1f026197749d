// The status of an invoice, determined by publication, payments, settlements, credit notes, and the day.
import type { Day } from '#platform/day'
import { type Ore, size } from '#platform/money'
import { roundsToWhole } from '#rule/currency'

/** Every status in the API; no document here has `credit`. */
export const INVOICE_STATUSES = [
  'draft',
  'published',
  'paid',
  'overPaid',
  'underPaid',
  'overdue',
  'credited',
  'credit',
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The inputs of the status; amounts in SEK. */
export type StatusFacts = {
  kind: 'invoice' | 'creditNote'
  publishedAt: Date | null
  currency: string
  currencyRate: string
  /** The due date, or a later day if the tax authority has refused a reduction. */
  owedOn: Day
  totalBaseOre: Ore
  reductionBaseOre: Ore
  paidBaseOre: Ore
  settledBaseOre: Ore
  creditedBaseOre: Ore
}

/** A smaller amount is a rounding difference, not a debt: below one krona, for invoices in SEK of books in SEK only. */
export const ROUNDING_LIMIT: Ore = 100n

/** The customer's outstanding debt in SEK; negative if overpaid. */
export const outstandingOf = (
  facts: Omit<StatusFacts, 'kind' | 'publishedAt' | 'currency' | 'currencyRate' | 'owedOn'>,
): Ore => facts.totalBaseOre - facts.reductionBaseOre - facts.creditedBaseOre - facts.paidBaseOre - facts.settledBaseOre

/** The status on a day. Must agree with the column `state` of sales.invoice and with `statusSql`. */
export const statusOf = (facts: StatusFacts, today: Day): InvoiceStatus => {
  const state = stateOf(facts)
  return (state === 'published' || state === 'underPaid') && isOverdue(facts, today) ? 'overdue' : state
}

/** Only an invoice can be overdue, not a credit note. */
const isOverdue = ({ kind, owedOn }: StatusFacts, today: Day): boolean => kind === 'invoice' && owedOn < today

/** The status without regard to the day. */
const stateOf = (facts: StatusFacts): InvoiceStatus => {
  if (facts.publishedAt === null) return 'draft'
  if (facts.kind === 'creditNote') return 'published'
  if (facts.totalBaseOre > 0n && facts.creditedBaseOre >= facts.totalBaseOre) return 'credited'
  const outstanding = outstandingOf(facts)
  const touched = facts.paidBaseOre !== 0n || facts.settledBaseOre !== 0n
  const isRounding = touched && roundsToWhole(facts) && size(outstanding) < ROUNDING_LIMIT
  if (outstanding === 0n || isRounding) return 'paid'
  if (outstanding < 0n) return 'overPaid'
  return facts.paidBaseOre + facts.settledBaseOre > 0n ? 'underPaid' : 'published'
}
