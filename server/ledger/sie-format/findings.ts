// Findings while reading a file: errors, decisions and notes, each of a declared kind, in every report language, with a
// remedy.
import { truncate } from '#text/truncate'
import { KEPT_OF_A_KIND, MESSAGE_MAX_CHARACTERS } from './limits.ts'

/** A text in the languages of reports. */
export type Words = { readonly sv: string; readonly en: string }

/** With an error, nothing is booked. Decisions are few and important, notes are optional reading. */
type Level = 'error' | 'decision' | 'note'

/** The groups of errors, in report order. */
export const findingGroups = {
  unbalanced: { sv: 'verifikationer som inte balanserar', en: 'vouchers out of balance' },
  accounts: { sv: 'konton', en: 'accounts' },
  company: { sv: 'företaget', en: 'the company' },
  year: { sv: 'räkenskapsåret', en: 'the fiscal year' },
  opening: { sv: 'ingående balanser', en: 'opening balances' },
  days: { sv: 'dagar som inte kan bokföras', en: 'days that cannot be booked on' },
  numbers: { sv: 'verifikationsnummer', en: 'voucher numbers' },
  form: { sv: 'filens format', en: 'the format of the file' },
} satisfies Record<string, Words>

type FindingGroup = keyof typeof findingGroups

/**
 * A declared kind of finding. `level`: in a file of a whole year (4E and types 1 to 3) and in one of vouchers (4I),
 * null if not applicable. `forcible`: an error that becomes a decision with `force`. Sentences have `{name}`
 * placeholders.
 */
type FindingKind = {
  readonly group: FindingGroup
  readonly level: readonly [in4E: Level | null, in4I: Level | null]
  readonly forcible: boolean
  readonly message: Words
  readonly remedy: Words
}

const levels = {
  error: ['error', 'error'],
  forcible: ['error', 'error'],
  decision: ['decision', 'decision'],
  note: ['note', 'note'],
  'error in 4I': ['note', 'error'],
  'forcible in 4I': ['note', 'error'],
  'error in 4E': ['error', 'note'],
  'error in 4E only': ['error', null],
  'error in 4I only': [null, 'error'],
  'note in 4E': ['note', null],
} as const

/** Declares a kind of finding. */
export const finding = (
  level: keyof typeof levels,
  group: FindingGroup,
  message: Words,
  remedy: Words,
): FindingKind => ({ group, level: levels[level], forcible: level.startsWith('forcible'), message, remedy })

/** The values of placeholders: the same in every language, or one for each. */
export type FindingValues = Readonly<Record<string, string | number | Words>>

/** A finding; `line` is null if it concerns the whole file. */
export type SieFinding = {
  readonly line: number | null
  readonly kind: string
  readonly group: FindingGroup
  readonly message: Words
  readonly remedy: Words
}

/** In line order; the first ones of each kind are kept, and all are counted. */
export type SieFindings = {
  readonly errorCount: number
  readonly errors: readonly SieFinding[]
  /** The number of errors of each group, in report order. */
  readonly errorGroups: ReadonlyMap<FindingGroup, number>
  readonly decisionCount: number
  readonly decisions: readonly SieFinding[]
  readonly noteCount: number
  readonly notes: readonly SieFinding[]
}

type Bucket = { count: number; readonly kept: SieFinding[] }

/** Collects findings. Whether a file is 4E or 4I is often known only at its end, so their level is decided then. */
export class Findings<Kinds extends Record<string, FindingKind>> {
  readonly #kinds: Kinds
  readonly #force: boolean
  readonly #buckets = new Map<keyof Kinds & string, Bucket>()

  constructor(kinds: Kinds, force: boolean) {
    this.#kinds = kinds
    this.#force = force
  }

  add(name: keyof Kinds & string, line: number | null, values: FindingValues = {}): void {
    const bucket = this.#bucket(name)
    bucket.count += 1
    if (bucket.kept.length === KEPT_OF_A_KIND) return
    const { group, message, remedy } = this.#kinds[name] as FindingKind
    bucket.kept.push({ line, kind: name, group, message: filled(message, values), remedy: filled(remedy, values) })
  }

  /** Counts findings whose text is not kept. */
  count(name: keyof Kinds & string, more: number): void {
    if (more > 0) this.#bucket(name).count += more
  }

  /** The number of errors so far. */
  errorCount(is4I: boolean): number {
    let count = 0
    for (const [name, bucket] of this.#buckets) if (this.#levelOf(name, is4I) === 'error') count += bucket.count
    return count
  }

  settle(is4I: boolean): SieFindings {
    const buckets = [...this.#buckets]
    const of = (level: Level) => {
      const here = buckets.filter(([name]) => this.#levelOf(name, is4I) === level).map(([, bucket]) => bucket)
      return { count: here.reduce((sum, { count }) => sum + count, 0), kept: byLine(here.flatMap(({ kept }) => kept)) }
    }
    const errors = of('error')
    const decisions = of('decision')
    const notes = of('note')
    const errorGroups = new Map<FindingGroup, number>()
    for (const [name, { count }] of buckets) {
      if (this.#levelOf(name, is4I) !== 'error') continue
      const { group } = this.#kinds[name] as FindingKind
      errorGroups.set(group, (errorGroups.get(group) ?? 0) + count)
    }
    return {
      errorCount: errors.count,
      errors: errors.kept,
      errorGroups,
      decisionCount: decisions.count,
      decisions: decisions.kept,
      noteCount: notes.count,
      notes: notes.kept,
    }
  }

  #levelOf(name: keyof Kinds & string, is4I: boolean): Level | null {
    const { level, forcible } = this.#kinds[name] as FindingKind
    const here = level[is4I ? 1 : 0]
    return here === 'error' && forcible && this.#force ? 'decision' : here
  }

  #bucket(name: keyof Kinds & string): Bucket {
    const bucket = this.#buckets.get(name) ?? { count: 0, kept: [] }
    this.#buckets.set(name, bucket)
    return bucket
  }
}

/** Combines several collections. */
export const allFindings = (...parts: readonly SieFindings[]): SieFindings => {
  const errorGroups = new Map<FindingGroup, number>()
  for (const part of parts) {
    for (const [group, count] of part.errorGroups) errorGroups.set(group, (errorGroups.get(group) ?? 0) + count)
  }
  const sum = (count: (part: SieFindings) => number) => parts.reduce((total, part) => total + count(part), 0)
  return {
    errorCount: sum((part) => part.errorCount),
    errors: byLine(parts.flatMap(({ errors }) => errors)),
    errorGroups,
    decisionCount: sum((part) => part.decisionCount),
    decisions: byLine(parts.flatMap(({ decisions }) => decisions)),
    noteCount: sum((part) => part.noteCount),
    notes: byLine(parts.flatMap(({ notes }) => notes)),
  }
}

const byLine = (findings: readonly SieFinding[]): SieFinding[] =>
  [...findings].sort((a, b) => (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER))

const filled = ({ sv, en }: Words, values: FindingValues): Words => ({
  sv: fill(sv, values, 'sv'),
  en: fill(en, values, 'en'),
})

/** A message may quote a field as long as a line. */
const fill = (sentence: string, values: FindingValues, language: keyof Words): string => {
  const text = sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder
    return typeof value === 'object' ? value[language] : String(value)
  })
  return text.length > MESSAGE_MAX_CHARACTERS ? `${truncate(text, MESSAGE_MAX_CHARACTERS - 1)}…` : text
}
