// What a file says of transactions that are kept, beyond what was said of them before: one kind of file often has the
// names and references that the other leaves out. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Steps } from '#platform/steps'
import type { CamtEntry, CamtTransaction } from './camt-entry.ts'
import type { IdentifiedEntry, KnownTransaction, Line } from './statement.rules.ts'

/** What files say of a transaction: null, or empty, where they say nothing. */
export type Said = Pick<CamtEntry, 'bankReference' | 'valueDate'> & Omit<CamtTransaction, 'ore'>

/** A transaction that is kept, with what was said of it. */
export type KeptTransaction = Omit<Said, 'instructed'> & {
  isExchanged: boolean
  id: string
  date: Day
  ore: Ore
  isReversal: boolean
  isBooked: boolean
  isPayment: boolean
}

/** What was said of a transaction now, where nothing was said of it before. */
export type SaidMore = { kept: KeptTransaction; more: Said }

/**
 * What the lines of a statement say of known transactions where nothing was said, as far as it is sure that they are
 * of these. A part of an entry is recognized by its amount, as long as no other part has the same.
 */
export function* saidMoreOf(lines: readonly Line[], known: readonly KeptTransaction[]): Steps<SaidMore[]> {
  const byId = new Map(known.map((one) => [one.id, one]))
  const byEntry = new Map<IdentifiedEntry, KeptTransaction[]>()
  for (const line of lines) {
    const one = 'known' in line ? byId.get(line.known) : undefined
    if (one && 'known' in line && isOf(line.entry, one)) {
      const those = byEntry.get(line.entry)
      if (those) those.push(one)
      else byEntry.set(line.entry, [one])
    }
    yield
  }
  const said: SaidMore[] = []
  for (const [entry, those] of byEntry) {
    const [details, kept] = [alone(entry.details), alone(those)]
    for (const one of those) {
      const more = moreOf(one, entry, kept.has(one.ore) ? details.get(one.ore) : undefined)
      if (isSomething(more)) said.push({ kept: one, more })
      yield
    }
  }
  return said
}

/** What went out or came in within a transaction that was told, and booked, as one. */
export type ToldWithin = Pick<KeptTransaction, 'id' | 'date' | 'isReversal'> &
  Pick<CamtTransaction, 'ore' | 'endToEndId'>

/**
 * What the lines of a statement say that known transactions are made of which were booked as a whole. They stay whole;
 * what they were made of may still be payments of ours.
 */
export function* toldWithin(
  lines: readonly Line[],
  known: readonly (KeptTransaction & Pick<KnownTransaction, 'isDetailed'>)[],
): Steps<ToldWithin[]> {
  const whole = new Map(known.flatMap((one) => (one.isBooked && !one.isDetailed ? [[one.id, one] as const] : [])))
  const within: ToldWithin[] = []
  for (const line of lines) {
    yield
    const kept = 'known' in line ? whole.get(line.known) : undefined
    if (!kept || !('known' in line) || line.entry.details.length < 2 || !isOf(line.entry, kept)) continue
    const { id, date, isReversal } = kept
    for (const { ore, endToEndId } of line.entry.details) within.push({ id, date, isReversal, ore, endToEndId })
  }
  return within
}

/** What is once added stays: that of another payer would mislead for good. */
const isOf = ({ isSure, bankReference }: IdentifiedEntry, kept: KeptTransaction): boolean =>
  isSure || (bankReference !== null && bankReference === kept.bankReference)

/** Those whose amount no other has, by their amounts. */
const alone = <One extends { ore: Ore }>(those: readonly One[]): ReadonlyMap<Ore, One> => {
  const found = new Map<Ore, One | null>()
  for (const one of those) found.set(one.ore, found.has(one.ore) ? null : one)
  return new Map([...found].flatMap(([ore, one]): [Ore, One][] => (one ? [[ore, one]] : [])))
}

const moreOf = (kept: KeptTransaction, entry: IdentifiedEntry, detail: CamtTransaction | undefined): Said => {
  const where = <Value>(before: Value | null, now: Value | null | undefined) => (before === null ? (now ?? null) : null)
  return {
    bankReference: where(kept.bankReference, entry.bankReference),
    valueDate: where(kept.valueDate, entry.valueDate),
    counterparty: where(kept.counterparty, detail?.counterparty),
    counterpartyAccount: where(kept.counterpartyAccount, detail?.counterpartyAccount),
    references: kept.references.length === 0 ? (detail?.references ?? []) : [],
    message: where(kept.message, detail?.message),
    // Matched with a bank payment it has that one's name, or would contradict whoever matched it.
    endToEndId: kept.isPayment ? null : where(kept.endToEndId, detail?.endToEndId),
    instructed: kept.isExchanged ? null : (detail?.instructed ?? null),
  }
}

const isSomething = ({ references, ...said }: Said): boolean =>
  references.length > 0 || Object.values(said).some((one) => one !== null)
