// What a run has done, counted: answers by class, operations that were reached, the slowest, memory.
import type { Memory } from './service.ts'

export type Tally = {
  count(operation: string, status: number | null, tookMs: number): void
  /** A request that stood for its operation and was refused: why that was not reached, if nothing else does. */
  missed(operation: string, reason: string): void
  /** Memory after so many requests. */
  sample(memory: Memory): void
  /** What was more at the end of the second half of a run than at its beginning; null: too few requests to tell. */
  growth(): string[] | null
  total(): number
  report(operations: readonly string[], seconds: number): string
}

/** What is left after so many requests. */
type Sample = { at: number; memory: Memory }

/** Fewer requests than this do not tell a leak from caches that fill. */
const ENOUGH = 50_000
const ENOUGH_SAMPLES = 12
const SLOWEST = 10
/** The first part of a run fills caches and is left out of the slope. */
const WARM = 0.5
/**
 * MiB by which each may grow in the second half of a run, however long that is, by the line through its samples: what
 * is under way at the moment of a sample differs, and the resident memory has gaps that are unused.
 */
const MOST_GROWTH: Readonly<Record<keyof Memory, number>> = { resident: 150, heap: 25, outside: 25 }

export const newTally = (): Tally => {
  const classes = new Map<string, number>()
  const slowest = new Map<string, number>()
  const reached = new Set<string>()
  const reasons = new Map<string, string>()
  const memory: Sample[] = []
  let total = 0
  return {
    count(operation, status, tookMs) {
      total += 1
      const name = classOf(status)
      classes.set(name, (classes.get(name) ?? 0) + 1)
      if (status !== null && status >= 200 && status < 300) reached.add(operation)
      if (tookMs > (slowest.get(operation) ?? 0)) slowest.set(operation, tookMs)
    },
    missed: (operation, reason) => void reasons.set(operation, reason),
    sample: (one) => void memory.push({ at: total, memory: one }),
    growth: () => (total < ENOUGH || memory.length < ENOUGH_SAMPLES ? null : grown(memory)),
    total: () => total,
    report(operations, seconds) {
      const missing = operations.filter((one) => !reached.has(one))
      const slow = [...slowest].sort(([, one], [, other]) => other - one).slice(0, SLOWEST)
      return [
        `\n${total} requests in ${Math.round(seconds)} s, ${Math.round(total / seconds)} a second`,
        ...[...classes].sort().map(([name, count]) => `  ${name.padEnd(10)} ${String(count).padStart(9)}`),
        `Operations reached with a 2xx: ${operations.length - missing.length} of ${operations.length}`,
        ...missing.map((one) => `  not ${one}: ${reasons.get(one) ?? 'never asked'}`),
        'Slowest answers',
        ...slow.map(([name, ms]) => `  ${String(Math.round(ms)).padStart(6)} ms  ${name}`),
        ...memoryReport(memory),
      ].join('\n')
    },
  }
}

/** 0 is what a broken connection was left with: nothing that can be answered. */
const classOf = (status: number | null): string => {
  if (status === null) return 'no answer'
  if (status === 0) return 'left alone'
  return status === 503 ? '503' : `${Math.floor(status / 100)}xx`
}

const memoryReport = (samples: readonly Sample[]): string[] => {
  if (samples.length < 2) return ['Memory: too short a run to tell']
  return [
    `Memory after garbage was collected, ${samples.length} samples; slopes of the second half`,
    ...parts.map((part) => {
      const [first, last] = [samples[0], samples.at(-1)].map((one) => one?.memory[part] ?? 0)
      const slope = (slopeIn(samples, part) * 100_000).toFixed(1)
      return `  ${part.padEnd(9)} ${first} → ${last} MiB, ${slope} MiB per 100,000 requests`
    }),
  ]
}

const parts = ['resident', 'heap', 'outside'] as const

/** What has grown by more than it may. */
const grown = (samples: readonly Sample[]): string[] => {
  const judged = warmed(samples)
  const requests = (judged.at(-1)?.at ?? 0) - (judged[0]?.at ?? 0)
  return parts.flatMap((part) => {
    const by = slopeIn(samples, part) * requests
    const says = `${part} memory has grown by ${by.toFixed(1)} MiB with the last ${requests} requests`
    return by > MOST_GROWTH[part] ? [says] : []
  })
}

const warmed = (samples: readonly Sample[]): readonly Sample[] => samples.slice(Math.floor(samples.length * WARM))

/** MiB per request, once caches are filled. */
const slopeIn = (samples: readonly Sample[], part: keyof Memory): number =>
  slopeOf(warmed(samples).map(({ at, memory }) => [at, memory[part]]))

/** Least squares: by how much the second grows with each of the first. */
const slopeOf = (points: readonly (readonly [number, number])[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(([at]) => at))
  const y = mean(points.map(([, value]) => value))
  const across = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return across === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / across
}
