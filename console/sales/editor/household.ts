// Tax reductions (rot, rut, green technology): kinds of work, and what may be asked for. The service judges; this
// proposes.
import {
  type Job,
  type JobType,
  jobOf,
  jobTypes,
  mostFor as mostOf,
  percentOn,
  type ReductionType,
  reductionTypes,
  shareKindOf,
} from '#rule/tax-reductions'
import type { InvoiceDraft } from './draft.ts'
import { type RatedLine, ratedLines } from './rated.ts'
import { totalsOf } from './totals.rules.ts'

export { type JobType, jobTypes, type ReductionType, reductionTypes }

/** Kronor that the work on the invoice allows to ask for, for all together. */
export const mostFor = (draft: InvoiceDraft): number => {
  const { reduction, dueDate, invoiceDate } = draft
  if (!reduction) return 0
  const day = dueDate || invoiceDate
  const groups = new Map<string, { job: Job; lines: RatedLine[] }>()
  for (const line of ratedLines(draft)) {
    const job = line.jobType === '' ? undefined : jobOf(line.jobType)
    if (!job) continue
    const key = `${shareKindOf(job)} ${standardPercentOf(job)}`
    groups.set(key, { job, lines: [...(groups.get(key)?.lines ?? []), line] })
  }
  const labours = new Map<ReturnType<typeof shareKindOf>, bigint>()
  for (const { job, lines } of groups.values()) {
    const kind = shareKindOf(job)
    const own = (totalsOf(lines, { rounds: false }).total * BigInt(standardPercentOf(job))) / WHOLE
    labours.set(kind, (labours.get(kind) ?? 0n) + own)
  }
  const most = [...labours].reduce((sum, [kind, labour]) => sum + mostOf(labour, percentOn(kind, day) ?? 0), 0n)
  return Number(most / ORE_PER_KRONA)
}

const WHOLE = 100n
const ORE_PER_KRONA = 100n

const standardPercentOf = ({ standardPercent }: Job): number => standardPercent ?? Number(WHOLE)
