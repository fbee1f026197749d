// What all parts of a run have in common.
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '#http'
import type { Exchange } from './exchange.ts'
import type { Findings } from './findings.ts'
import { faultIn, takesLongest } from './judge.ts'
import { type Change, changed, type Draft, type Rendered, rendered } from './request.ts'
import type { Counts } from './residue.ts'
import type { Target } from './service.ts'
import type { Tally } from './tally.ts'

export type Kind = 'bodies' | 'sequences' | 'files' | 'headers' | 'sockets' | 'pages'

/** Requests run in parallel until one needs to be alone: then those in progress are awaited, and others wait. */
type Quiet = { side<T>(work: () => Promise<T>): Promise<T>; alone<T>(work: () => Promise<T>): Promise<T> }

const POLL_MS = 5

export const newQuiet = (): Quiet => {
  let underWay = 0
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return {
    async side(work) {
      while (isClosed) await turn
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
    alone(work) {
      const mine = turn.then(async () => {
        isClosed = true
        while (underWay > 0) await pause(POLL_MS)
        return work()
      })
      turn = mine
        .catch(() => {})
        .then(() => {
          isClosed = false
        })
      return mine
    },
  }
}

export type Run = {
  seed: number
  quiet: Quiet
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
  const { operationId } = draft.row
  const ask = () => run.exchange(sent)
  const outcome = await (takesLongest(draft.row) ? ask() : run.quiet.side(ask))
  const status = outcome.answer?.status ?? null
  run.tally.count(operationId, status, outcome.tookMs)
  const fault = faultIn(changed(draft, changes), sent, outcome)
  if (fault)
    await run.findings.take({ draft, changes, sent, outcome, fault }, (one, some) => again(run, one, some), where)
  return { status, body: outcome.answer?.body }
}

/** What takes least of all. */
const LEAST: Rendered = { method: 'GET', path: '/v1/me', headers: [], body: undefined }

/** Of so many the fastest tells what the machine gives at the moment. */
const LEAST_OF = 5

const again = async (run: Run, draft: Draft, changes: readonly Change[]) => {
  const whole = changed(draft, changes)
  const sent = rendered(whole)
  return run.quiet.alone(async () => {
    const times: number[] = []
    for (let time = 0; time < LEAST_OF; time += 1) times.push((await run.exchange(LEAST)).tookMs)
    const leastMs = Math.min(...times)
    const outcome = await run.exchange(sent)
    return { outcome, fault: faultIn(whole, sent, outcome, leastMs) }
  })
}
