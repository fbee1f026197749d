// What is measured while it is done, for those who watch from outside. Nobody measures unless somebody reads it.

/** What became of an attempt at a job. */
export const attemptOutcomes = ['done', 'failed', 'failed-for-good', 'postponed', 'broken-off'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** Times are in seconds. */
export type Measures = {
  /** A request was answered. `route` is the pattern of its address; `seconds` is null where it waited for news. */
  answered(request: { method: string; route: string; status: number; seconds: number | null }): void
  /** An attempt at a job has ended. */
  attempted(attempt: { kind: string; outcome: AttemptOutcome; seconds: number }): void
  /** Somebody who waited for news has them, so long after they came. */
  caughtUp(seconds: number): void
}
