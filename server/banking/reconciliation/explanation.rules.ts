// Why the bank and the ledger have different balances of an account on a day, line by line. Pure.
import { compare as compareDays, type Day, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'

/**
 * What a line says: money that the bank has and the ledger lacks, or the other way around; the same money twice in one
 * of them; on different days, or with different amounts; and money that both have, of the same amount and day, which is
 * not matched.
 */
export const DIFFERENCE_KINDS = [
  'missingInLedger',
  'missingAtBank',
  'doubleInLedger',
  'doubleAtBank',
  'otherDay',
  'otherAmount',
  'notMatched',
] as const
type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** A transaction of the bank; `entries` are those that it is matched with. Money in is positive. */
export type BankRow = {
  id: string
  statementId: string
  date: Day
  ore: Ore
  text: string
  entries: readonly string[]
}

/** An entry, with what it has on the account, debit positive; `reversesId`: the entry that it reverses. */
export type LedgerRow = { id: string; number: string; date: Day; ore: Ore; title: string; reversesId: string | null }

/** A line; `ore` is its part of the difference: the bank's balance less that of the ledger. */
export type Difference = {
  kind: DifferenceKind
  ore: Ore
  bank: readonly BankRow[]
  ledger: readonly LedgerRow[]
  /** Of money that is twice in one of them: the row or entry that is right. */
  twinId: string | null
}

type Within = { from: Day; to: Day }

/** How far apart the days of the same money may be, and those of amounts that were mistyped. */
const MAX_DAYS_APART = 31
const MAX_DAYS_MISTYPED = 7

/**
 * The lines of a difference, the earliest first. Their sum is exactly what the rows of the bank in these days make more
 * than the entries in these days. Rows and entries of other days count nothing, and are given for what they are matched
 * with, and for the same money on another day.
 */
export const explain = (
  { bank, ledger }: { bank: readonly BankRow[]; ledger: readonly LedgerRow[] },
  within: Within,
): Difference[] => {
  const isWithin = ({ date }: { date: Day }): boolean => date >= within.from && date <= within.to
  const sum = (rows: readonly { date: Day; ore: Ore }[]): Ore =>
    rows.reduce((total, row) => total + (isWithin(row) ? row.ore : 0n), 0n)
  const lines: Difference[] = []
  const alone = { bank: [] as BankRow[], ledger: [] as LedgerRow[] }
  const settled: Group[] = []
  for (const group of groupsOf(bank, ledger)) {
    const ore = sum(group.bank) - sum(group.ledger)
    const isMatched = group.bank.length > 0 && group.ledger.length > 0
    if (isMatched) settled.push(group)
    // An entry and its reversal cancel each other out.
    if (!isMatched && group.bank.length === 0 && group.ledger.length > 1 && ore === 0n) continue
    if (!isMatched) {
      // What is left of an entry that was reversed on a day outside is not sought elsewhere.
      const isSingle = group.bank.length + group.ledger.length === 1
      alone.bank.push(...group.bank.filter((row) => isSingle || isWithin(row)))
      alone.ledger.push(...group.ledger.filter((row) => isSingle || isWithin(row)))
    } else if (ore !== 0n) {
      const whole = totalOf(group.bank) === totalOf(group.ledger)
      lines.push({ kind: whole ? 'otherDay' : 'otherAmount', ore, ...group, twinId: null })
    }
  }
  lines.push(...explainAlone(alone, settled, isWithin))
  return lines.sort(byDay)
}

type Group = { bank: BankRow[]; ledger: LedgerRow[] }

const totalOf = (rows: readonly { ore: Ore }[]): Ore => rows.reduce((total, { ore }) => total + ore, 0n)

const byDay = (one: Difference, other: Difference): number => compareDays(firstDay(one), firstDay(other))

/** A line has at least one row or entry. */
const firstDay = ({ bank, ledger }: Difference): Day =>
  [...bank, ...ledger].map(({ date }) => date).sort(compareDays)[0] as Day

/** What belongs together: rows with the entries that they are matched with, and entries with their reversals. */
const groupsOf = (bank: readonly BankRow[], ledger: readonly LedgerRow[]): Group[] => {
  const roots = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    for (let next = roots.get(root); next !== undefined && next !== root; next = roots.get(root)) root = next
    roots.set(key, root)
    return root
  }
  const join = (one: string, other: string): void => void roots.set(rootOf(one), rootOf(other))
  const known = new Set(ledger.map(({ id }) => id))
  for (const { id, entries } of bank) for (const entry of entries) if (known.has(entry)) join(id, entry)
  for (const { id, reversesId } of ledger) if (reversesId !== null && known.has(reversesId)) join(id, reversesId)
  const groups = new Map<string, Group>()
  const groupOf = (id: string): Group => {
    const root = rootOf(id)
    const group = groups.get(root) ?? { bank: [], ledger: [] }
    groups.set(root, group)
    return group
  }
  for (const row of bank) groupOf(row.id).bank.push(row)
  for (const row of ledger) groupOf(row.id).ledger.push(row)
  return [...groups.values()]
}

/** What is matched with nothing: paired where it is the same money, and else missing, or there twice. */
const explainAlone = (
  alone: Group,
  settled: readonly Group[],
  isWithin: (row: { date: Day }) => boolean,
): Difference[] => {
  const lines: Difference[] = []
  const left = { bank: new Set(alone.bank), ledger: new Set(alone.ledger) }
  const pair = (kindOf: (row: BankRow, entry: LedgerRow) => DifferenceKind | null): void => {
    for (const [row, entry] of nearestPairs(left, kindOf)) {
      const kind = kindOf(row, entry)
      if (kind === null) continue
      left.bank.delete(row)
      left.ledger.delete(entry)
      const ore = (isWithin(row) ? row.ore : 0n) - (isWithin(entry) ? entry.ore : 0n)
      lines.push({ kind, ore, bank: [row], ledger: [entry], twinId: null })
    }
  }
  pair((row, entry) => {
    if (row.ore !== entry.ore || !(isWithin(row) || isWithin(entry))) return null
    if (daysBetween(row.date, entry.date) > MAX_DAYS_APART) return null
    return row.date === entry.date ? 'notMatched' : 'otherDay'
  })
  for (const row of left.bank) if (!isWithin(row)) left.bank.delete(row)
  for (const entry of left.ledger) if (!isWithin(entry)) left.ledger.delete(entry)
  const twins = twinsAmong(settled.flatMap(({ ledger }) => ledger))
  const rowTwins = rowTwinsAmong(settled.flatMap(({ bank }) => bank))
  for (const entry of left.ledger) {
    const twinId = twins(entry)
    if (twinId === null) continue
    left.ledger.delete(entry)
    lines.push({ kind: 'doubleInLedger', ore: -entry.ore, bank: [], ledger: [entry], twinId })
  }
  for (const row of left.bank) {
    const twinId = rowTwins(row)
    if (twinId === null) continue
    left.bank.delete(row)
    lines.push({ kind: 'doubleAtBank', ore: row.ore, bank: [row], ledger: [], twinId })
  }
  pair((row, entry) =>
    isMistyped(row.ore, entry.ore) && daysBetween(row.date, entry.date) <= MAX_DAYS_MISTYPED ? 'otherAmount' : null,
  )
  for (const row of left.bank)
    lines.push({ kind: 'missingInLedger', ore: row.ore, bank: [row], ledger: [], twinId: null })
  for (const entry of left.ledger)
    lines.push({ kind: 'missingAtBank', ore: -entry.ore, bank: [], ledger: [entry], twinId: null })
  return lines
}

/** Pairs that are the same money by `kindOf`, those nearest in time first; each row and entry is taken once. */
const nearestPairs = (
  left: { bank: ReadonlySet<BankRow>; ledger: ReadonlySet<LedgerRow> },
  kindOf: (row: BankRow, entry: LedgerRow) => DifferenceKind | null,
): (readonly [BankRow, LedgerRow])[] => {
  const byKey = new Map<string, LedgerRow[]>()
  for (const entry of left.ledger)
    for (const key of keysOf(entry.ore)) byKey.set(key, [...(byKey.get(key) ?? []), entry])
  const pairs: { row: BankRow; entry: LedgerRow; days: number }[] = []
  for (const row of left.bank) {
    for (const entry of new Set(keysOf(row.ore).flatMap((key) => byKey.get(key) ?? []))) {
      if (kindOf(row, entry) !== null) pairs.push({ row, entry, days: daysBetween(row.date, entry.date) })
    }
  }
  pairs.sort((one, other) => one.days - other.days || (one.row.id < other.row.id ? -1 : 1))
  const taken = new Set<BankRow | LedgerRow>()
  return pairs.flatMap(({ row, entry }) => {
    if (taken.has(row) || taken.has(entry)) return []
    taken.add(row).add(entry)
    return [[row, entry] as const]
  })
}

/** Amounts that may be the same money have a key in common: the amount, or its digits in order of size. */
const keysOf = (ore: Ore): string[] => [String(ore), `digits ${digitsOf(ore)}`]

const digitsOf = (ore: Ore): string => {
  const text = String(ore < 0n ? -ore : ore)
  return `${ore < 0n ? '-' : ''}${[...text].sort().join('')}`
}

/** Whether digits changed places: `1 250` for `1 520`. */
const isMistyped = (one: Ore, other: Ore): boolean => one !== other && digitsOf(one) === digitsOf(other)

/** Finds a matched entry of the same amount and almost the same day. */
const twinsAmong = (settled: readonly LedgerRow[]): ((entry: LedgerRow) => string | null) => {
  const byAmount = new Map<Ore, LedgerRow[]>()
  for (const entry of settled) byAmount.set(entry.ore, [...(byAmount.get(entry.ore) ?? []), entry])
  const taken = new Set<LedgerRow>()
  return (entry) => {
    const twin = byAmount
      .get(entry.ore)
      ?.find((one) => !taken.has(one) && daysBetween(one.date, entry.date) <= MAX_DAYS_MISTYPED)
    if (!twin) return null
    taken.add(twin)
    return twin.id
  }
}

/** Finds a matched row of the same amount, day and text: two such rows may also be two purchases. */
const rowTwinsAmong = (settled: readonly BankRow[]): ((row: BankRow) => string | null) => {
  const keyOf = ({ date, ore, text }: BankRow): string => `${date} ${ore} ${text.trim().toLowerCase()}`
  const twins = new Map(settled.map((row) => [keyOf(row), row.id]))
  return (row) => (row.text.trim() === '' ? null : (twins.get(keyOf(row)) ?? null))
}
