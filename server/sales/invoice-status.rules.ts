// Where an invoice is in its life: what was published, paid, settled and credited decides, and the day.
import type { Day } from '#platform/day'
import { type Ore, size } from '#platform/money'

/** Every status that the API has words for; `credit` is what none of our documents has. */
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

/** What the status depends on, amounts in SEK. */
export type StatusFacts = {
  kind: 'invoice' | 'creditNote'
  publishedAt: Date | null
  currency: string
  /** Its due date, or a later day where the tax authority has refused something. */
  owedOn: Day
  totalBaseOre: Ore
  reductionBaseOre: Ore
  paidBaseOre: Ore
  settledBaseOre: Ore
  creditedBaseOre: Ore
}

/** Less than this is no debt but a rounding: differences below one krona (only where the invoice is in SEK). */
export const ROUNDING_LIMIT: Ore = 100n

/** What the customer still owes, in SEK; below zero when more was paid than was due. */
export const outstandingOf = (facts: Omit<StatusFacts, 'kind' | 'publishedAt' | 'currency' | 'owedOn'>): Ore =>
  facts.totalBaseOre - facts.reductionBaseOre - facts.creditedBaseOre - facts.paidBaseOre - facts.settledBaseOre

/** The status on a day. The column `state` of sales.invoice and `statusSql` say the same in SQL. */
export const statusOf = (facts: StatusFacts, today: Day): InvoiceStatus => {
  const state = stateOf(facts)
  return (state === 'published' || state === 'underPaid') && isOverdue(facts, today) ? 'overdue' : state
}

/** Only who owes can be late: a credit note is not. */
const isOverdue = ({ kind, owedOn }: StatusFacts, today: Day): boolean => kind === 'invoice' && owedOn < today

/** The status but for the day. */
const stateOf = (facts: StatusFacts): InvoiceStatus => {
  if (facts.publishedAt === null) return 'draft'
  if (facts.kind === 'creditNote') return 'published'
  if (facts.totalBaseOre > 0n && facts.creditedBaseOre >= facts.totalBaseOre) return 'credited'
  const outstanding = outstandingOf(facts)
  const touched = facts.paidBaseOre !== 0n || facts.settledBaseOre !== 0n
  const isRounding = touched && facts.currency === 'SEK' && size(outstanding) < ROUNDING_LIMIT
  if (outstanding === 0n || isRounding) return 'paid'
  if (outstanding < 0n) return 'overPaid'
  return facts.paidBaseOre + facts.settledBaseOre > 0n ? 'underPaid' : 'published'
}
