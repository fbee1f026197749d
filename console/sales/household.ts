// Household work (rot and rut): kinds of work, and what may be asked for. The service judges; this proposes.
import { type JobType, jobOf, jobTypes, mostFor as mostOf, percentOn, type ReductionType } from '#rule/household-work'
import type { InvoiceDraft, LineDraft } from './draft.ts'
import { ratedLines } from './rated.ts'
import { totalsOf } from './totals.rules.ts'

export { type JobType, jobTypes, type ReductionType }

/** Kronor that the work on the invoice allows to ask for, for all together. */
export const mostFor = (draft: InvoiceDraft): number => {
  const { reduction, dueDate, invoiceDate } = draft
  if (!reduction) return 0
  const percent = percentOn(reduction.type, dueDate || invoiceDate) ?? 0
  const shares = new Map<number, LineDraft[]>()
  for (const line of ratedLines(draft)) {
    const share = line.jobType === '' ? 0 : (jobOf(line.jobType)?.standardPercent ?? 100)
    shares.set(share, [...(shares.get(share) ?? []), line])
  }
  const labour = [...shares].reduce(
    (sum, [share, work]) => sum + (totalsOf(work, { rounds: false }).total * BigInt(share)) / 100n,
    0n,
  )
  return Number(mostOf(labour, percent) / 100n)
}
