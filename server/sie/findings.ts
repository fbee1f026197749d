// What is wrong with a file, collected while it is read: each kind is counted in full and kept up to a limit.

import { ERRORS_MAX_KEPT, MESSAGE_MAX_CHARACTERS, WARNINGS_MAX_KEPT } from './limits.ts'

/** One thing found; `line` is null when it is about the file as a whole. */
export type SieFinding = { readonly line: number | null; readonly message: string }

/** With an error nothing of the file should be booked; a warning is for the user to read. In order of lines. */
export type SieFindings = {
  readonly errorCount: number
  /** The first {@link ERRORS_MAX_KEPT}. */
  readonly errors: readonly SieFinding[]
  readonly warningCount: number
  /** The first {@link WARNINGS_MAX_KEPT}. */
  readonly warnings: readonly SieFinding[]
}

/** How bad a finding is in a file of a whole year (4E and types 1 to 3) and in one of vouchers only (4I). */
export type Weight = keyof typeof weights

const weights = {
  error: ['error', 'error'],
  warning: ['warning', 'warning'],
  'error in 4I': ['warning', 'error'],
  'error in 4E': ['error', null],
  'warning in 4E': ['warning', null],
  'warning in 4I': [null, 'warning'],
} as const

type Bucket = { count: number; readonly kept: SieFinding[] }

/** Collects findings. What a file is, 4E or 4I, is often known only at its end, so their weight is settled there. */
export class Findings {
  readonly #buckets = new Map<Weight, Bucket>()
  #last: SieFinding | null = null

  error(line: number | null, message: string): void {
    this.add('error', line, message)
  }

  warn(line: number | null, message: string): void {
    this.add('warning', line, message)
  }

  add(weight: Weight, line: number | null, message: string): void {
    const bucket = this.#bucket(weight)
    bucket.count += 1
    if (bucket.kept.length < WARNINGS_MAX_KEPT) bucket.kept.push({ line, message: shortened(message) })
  }

  /** Counts findings whose text is not kept. */
  count(weight: Weight, more: number): void {
    if (more > 0) this.#bucket(weight).count += more
  }

  /** The reason reading stopped: it is kept however many errors there are. */
  stop(line: number | null, message: string): void {
    this.#last = { line, message }
  }

  settle(is4I: boolean): SieFindings {
    const errors = this.#of('error', is4I)
    const warnings = this.#of('warning', is4I)
    const kept = errors.kept.slice(0, ERRORS_MAX_KEPT - (this.#last === null ? 0 : 1))
    return {
      errorCount: errors.count + (this.#last === null ? 0 : 1),
      errors: this.#last === null ? kept : [...kept, this.#last],
      warningCount: warnings.count,
      warnings: warnings.kept.slice(0, WARNINGS_MAX_KEPT),
    }
  }

  #bucket(weight: Weight): Bucket {
    const bucket = this.#buckets.get(weight) ?? { count: 0, kept: [] }
    this.#buckets.set(weight, bucket)
    return bucket
  }

  #of(level: 'error' | 'warning', is4I: boolean): Bucket {
    const all: Bucket = { count: 0, kept: [] }
    for (const [weight, bucket] of this.#buckets) {
      if (weights[weight][is4I ? 1 : 0] !== level) continue
      all.count += bucket.count
      all.kept.push(...bucket.kept)
    }
    all.kept.sort((a, b) => (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER))
    return all
  }
}

/** A message may quote a field, and a field may be a whole long line. */
const shortened = (message: string): string =>
  message.length > MESSAGE_MAX_CHARACTERS ? `${message.slice(0, MESSAGE_MAX_CHARACTERS - 1)}…` : message
