// Which of the jobs that are due are done next, and what becomes of one whose attempt has failed.
import type { JobKind } from './job.ts'

/** Jobs that are being done, by kind, tenant, and the account that they are for; null of those that are for none. */
export type Running = { kind: string; tenantId: string; accountId: string | null; count: number }

/** A job that could be done now. */
export type Candidate = { id: string; kind: string; tenantId: string; accountId: string | null }

type Limits = Pick<JobKind, 'name' | 'atOnce' | 'perTenant'>

/** Of what no further job may be done now: kinds, and kinds of a tenant or an account, with a space between. */
export const fullOf = (kinds: readonly Limits[], running: readonly Running[]) => {
  const counts = [...countsOf(running)]
  const full = (limit: number, isMeant: (key: string) => boolean) =>
    counts.flatMap(([key, count]) => (isMeant(key) && count >= limit ? [key] : []))
  return {
    kinds: kinds.flatMap(({ name, atOnce }) => full(atOnce, (key) => key === name)),
    pairs: kinds.flatMap(({ name, perTenant }) => full(perTenant, (key) => key.startsWith(`${name} `))),
  }
}

/** How many are being done of each kind, and of each kind of a tenant and of an account. */
const countsOf = (running: readonly Running[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of running) for (const key of keysOf(one)) counts.set(key, (counts.get(key) ?? 0) + one.count)
  return counts
}

/** What a job counts for. */
const keysOf = ({ kind, tenantId, accountId }: Omit<Candidate, 'id'>): string[] => [
  kind,
  `${kind} ${tenantId}`,
  ...(accountId === null ? [] : [`${kind} ${accountId}`]),
]

/**
 * At most `slots` of the candidates, in turns: one of each tenant, then a second of each, as far as limits let them.
 * Tenants take turns as they come first among the candidates, whose order within a tenant is kept.
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

/** How often a job of a kind is attempted. */
export const attemptsOf = ({ pausesMs }: Pick<JobKind, 'pausesMs'>): number => pausesMs.length + 1

/**
 * How long a job of a kind may be told to wait, in milliseconds, `attempts` of it having failed. One that waits for
 * longer was told so by a clock that was put back since.
 */
export const longestWaitOf = (
  { pausesMs, jitter = 0, everyMs = 0, afterMs = 0, postponedMs = 0 }: Waiting,
  attempts: number,
): number =>
  Math.max(postponedMs, attempts === 0 ? Math.max(everyMs, afterMs) : (pausesMs[attempts - 1] ?? 0) * (1 + jitter))

type Waiting = Pick<JobKind, 'pausesMs' | 'jitter' | 'everyMs' | 'afterMs' | 'postponedMs'>

/** How long a job that a process does not understand is left to others, in milliseconds (a day). */
const LEFT_FOR_MS = 24 * 60 * 60 * 1000

/** Whether a job that is not understood may be of a later version, which is being put in place beside this one. */
export const mayBeOfLater = (ageMs: number): boolean => ageMs < LEFT_FOR_MS

/**
 * After how many milliseconds a job is attempted again, `attempts` of it having failed; null when it has failed for
 * good. What is done by itself never has: it goes on with its next turn. `chance` is from 0 to 1.
 */
export const pauseAfter = (
  { pausesMs, jitter = 0, everyMs }: Pick<JobKind, 'pausesMs' | 'jitter' | 'everyMs'>,
  { attempts, isFinal, chance }: { attempts: number; isFinal: boolean; chance: number },
): { ms: number; isNewTurn: boolean } | null => {
  const pause = isFinal ? undefined : pausesMs[attempts - 1]
  if (pause !== undefined) return { ms: Math.round(pause * (1 + jitter * chance)), isNewTurn: false }
  return everyMs === undefined ? null : { ms: everyMs, isNewTurn: true }
}
