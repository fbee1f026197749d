// Chooses which due jobs run next, and what happens after a failed attempt.
import type { JobKind } from '#platform/job'

/** Running jobs by kind, tenant and account; null without an account. */
export type Running = { kind: string; tenantId: string; accountId: string | null; count: number }

/** A job that may run now. */
export type Candidate = { id: string; kind: string; tenantId: string; accountId: string | null }

type Limits = Pick<JobKind, 'name' | 'atOnce' | 'perTenant'>

/** The kinds that are at their limit, and kinds of a tenant or an account, separated by a space. */
export const fullOf = (kinds: readonly Limits[], running: readonly Running[]) => {
  const counts = [...countsOf(running)]
  const full = (limit: number, isMeant: (key: string) => boolean) =>
    counts.flatMap(([key, count]) => (isMeant(key) && count >= limit ? [key] : []))
  return {
    kinds: kinds.flatMap(({ name, atOnce }) => full(atOnce, (key) => key === name)),
    pairs: kinds.flatMap(({ name, perTenant }) => full(perTenant, (key) => key.startsWith(`${name} `))),
  }
}

/** How many jobs are running of each kind, and of each kind per tenant and per account. */
const countsOf = (running: readonly Running[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of running) for (const key of keysOf(one)) counts.set(key, (counts.get(key) ?? 0) + one.count)
  return counts
}

/** The counters that a job adds to. */
const keysOf = ({ kind, tenantId, accountId }: Omit<Candidate, 'id'>): string[] => [
  kind,
  `${kind} ${tenantId}`,
  ...(accountId === null ? [] : [`${kind} ${accountId}`]),
]

/**
 * At most `slots` of the candidates, round-robin: one of each tenant, then a second of each, within the limits. Tenants
 * go in the order of their first candidate, and the order within a tenant is kept.
 */
export const choose = (
  candidates: readonly Candidate[],
  kinds: readonly Limits[],
  running: readonly Running[],
  slots: number,
): Candidate[] => {
  const counts = countsOf(running)
  const limits = new Map(kinds.map((kind) => [kind.name, kind]))
  const fits = (one: Candidate) => {
    const { atOnce = 0, perTenant = 0 } = limits.get(one.kind) ?? {}
    return keysOf(one).every((key) => (counts.get(key) ?? 0) < (key === one.kind ? atOnce : perTenant))
  }
  const queues = new Map<string, Candidate[]>()
  for (const one of candidates) queues.set(one.tenantId, [...(queues.get(one.tenantId) ?? []), one])
  const chosen: Candidate[] = []
  for (let left = true; left && chosen.length < slots; ) {
    left = false
    for (const waiting of queues.values()) {
      const next = waiting.findIndex(fits)
      if (next === -1 || chosen.length === slots) continue
      const [one] = waiting.splice(next, 1)
      if (!one) continue
      chosen.push(one)
      for (const key of keysOf(one)) counts.set(key, (counts.get(key) ?? 0) + 1)
      left = true
    }
  }
  return chosen
}

/** How many attempts a job of a kind has. */
export const attemptsOf = ({ pausesMs }: Pick<JobKind, 'pausesMs'>): number => pausesMs.length + 1

/**
 * The longest that a job of a kind can be told to wait after `attempts` failures, in milliseconds. One that waits for
 * longer was told so before a clock was turned back.
 */
export const longestWaitOf = (
  { pausesMs, jitter = 0, everyMs = 0, afterMs = 0, postponedMs = 0 }: Waiting,
  attempts: number,
): number =>
  Math.max(postponedMs, attempts === 0 ? Math.max(everyMs, afterMs) : (pausesMs[attempts - 1] ?? 0) * (1 + jitter))

type Waiting = Pick<JobKind, 'pausesMs' | 'jitter' | 'everyMs' | 'afterMs' | 'postponedMs'>

/** How long a job that a process does not understand is left to others, in milliseconds (a day). */
const LEFT_FOR_MS = 24 * 60 * 60 * 1000

/** Whether a job that is not understood may belong to a later version that is being deployed alongside this one. */
export const mayBeOfLater = (ageMs: number): boolean => ageMs < LEFT_FOR_MS

/**
 * The pause before the next attempt after `attempts` failures, in milliseconds; null if the job has failed for good.
 * Scheduled jobs never fail for good; they continue with their next turn. `chance` is from 0 to 1.
 */
export const pauseAfter = (
  { pausesMs, jitter = 0, everyMs }: Pick<JobKind, 'pausesMs' | 'jitter' | 'everyMs'>,
  { attempts, isFinal, chance }: { attempts: number; isFinal: boolean; chance: number },
): { ms: number; isNewTurn: boolean } | null => {
  const pause = isFinal ? undefined : pausesMs[attempts - 1]
  if (pause !== undefined) return { ms: Math.round(pause * (1 + jitter * chance)), isNewTurn: false }
  return everyMs === undefined ? null : { ms: everyMs, isNewTurn: true }
}
