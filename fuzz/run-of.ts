// What all parts of a run have in common.
import type { Row } from '#http'
import type { Exchange } from './exchange.ts'
import type { Findings } from './findings.ts'
import { faultIn } from './judge.ts'
import { type Change, changed, type Draft, rendered } from './request.ts'
import type { Counts } from './residue.ts'
import type { Target } from './service.ts'
import type { Tally } from './tally.ts'

export type Kind = 'bodies' | 'sequences' | 'files' | 'headers' | 'sockets'

export type Run = {
  seed: number
  target: Target
  exchange: Exchange
  tally: Tally
  findings: Findings
  rows: readonly Row[]
  countRows(companyId: string): Promise<Counts>
  /** Whether the run goes on. */
  goesOn(): boolean
}

/** Sends a draft with changes, counts it, and tells what is wrong with what came of it. */
export const shoot = async (
  run: Run,
  draft: Draft,
  changes: readonly Change[],
  where: string,
): Promise<{ status: number | null; body: unknown }> => {
  const sent = rendered(changed(draft, changes))
  const outcome = await run.exchange(sent)
  const { operationId } = draft.row
  const status = outcome.answer?.status ?? null
  run.tally.count(operationId, status, outcome.tookMs)
  const fault = faultIn(changed(draft, changes), sent, outcome)
  if (fault)
    await run.findings.take({ draft, changes, sent, outcome, fault }, (one, some) => again(run, one, some), where)
  return { status, body: outcome.answer?.body }
}

const again = async (run: Run, draft: Draft, changes: readonly Change[]) => {
  const whole = changed(draft, changes)
  const sent = rendered(whole)
  const outcome = await run.exchange(sent)
  return { outcome, fault: faultIn(whole, sent, outcome) }
}
