// Measurements for monitoring, taken while the work is done, and only if metrics are read.

const attemptOutcomes = ['done', 'failed', 'failed-for-good', 'postponed', 'broken-off'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** Times are in seconds. */
export type Measures = {
  /** A request was answered. `route` is the pattern of its path; `seconds` is null if it was a long poll. */
  answered(request: { method: string; route: string; status: number; seconds: number | null }): void
  /** An attempt at a job has ended. */
  attempted(attempt: { kind: string; outcome: AttemptOutcome; seconds: number }): void
  /** A waiting reader got its events, so long after they were committed. */
  caughtUp(seconds: number): void
}
