// Additional data about known transactions in a new file: one kind of file often has names and references that the
// other omits. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Steps } from '#threads/steps'
import type { CamtEntry, CamtTransaction } from './camt-entry.ts'
import type { IdentifiedEntry, KnownTransaction, Line } from './statement.rules.ts'

/** The data of a transaction in a file: null or empty if missing. */
type ReportedData = Pick<CamtEntry, 'bankReference' | 'valueDate'> & Omit<CamtTransaction, 'ore'>

/** A known transaction with its stored data. */
export type KeptTransaction = Omit<ReportedData, 'instructed'> & {
  isExchanged: boolean
  id: string
  date: Day
  ore: Ore
  isReversal: boolean
  isBooked: boolean
  isPayment: boolean
}

/** The data that a file adds to a transaction. */
export type AddedData = { kept: KeptTransaction; more: ReportedData }

/**
 * The data that a statement adds to known transactions, if it is certain that they are the same. A part of an entry is
 * identified by its amount, if no other part has the same.
 */
export function* addedDataOf(lines: readonly Line[], known: readonly KeptTransaction[]): Steps<AddedData[]> {
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
  const said: AddedData[] = []
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

/** A detail within a transaction that was imported and booked as a whole. */
type ReportedDetail = Pick<KeptTransaction, 'id' | 'date' | 'isReversal'> & Pick<CamtTransaction, 'ore' | 'endToEndId'>

/**
 * The details that a statement gives for known transactions that were booked as a whole. These are not split, but their
 * details may still be our bank payments.
 */
export function* reportedDetailsOf(
  lines: readonly Line[],
  known: readonly (KeptTransaction & Pick<KnownTransaction, 'isDetailed'>)[],
): Steps<ReportedDetail[]> {
  const whole = new Map(known.flatMap((one) => (one.isBooked && !one.isDetailed ? [[one.id, one] as const] : [])))
  const within: ReportedDetail[] = []
  for (const line of lines) {
    yield
    const kept = 'known' in line ? whole.get(line.known) : undefined
    if (!kept || !('known' in line) || line.entry.details.length < 2 || !isOf(line.entry, kept)) continue
    const { id, date, isReversal } = kept
    for (const { ore, endToEndId } of line.entry.details) within.push({ id, date, isReversal, ore, endToEndId })
  }
  return within
}

/** Added data is permanent: data of another payer would mislead for good. */
const isOf = ({ isSure, bankReference }: IdentifiedEntry, kept: KeptTransaction): boolean =>
  isSure || (bankReference !== null && bankReference === kept.bankReference)

/** The items with a unique amount, by amount. */
const alone = <One extends { ore: Ore }>(those: readonly One[]): ReadonlyMap<Ore, One> => {
  const found = new Map<Ore, One | null>()
  for (const one of those) found.set(one.ore, found.has(one.ore) ? null : one)
  return new Map([...found].flatMap(([ore, one]): [Ore, One][] => (one ? [[ore, one]] : [])))
}

const moreOf = (kept: KeptTransaction, entry: IdentifiedEntry, detail: CamtTransaction | undefined): ReportedData => {
  const where = <Value>(before: Value | null, now: Value | null | undefined) => (before === null ? (now ?? null) : null)
  return {
    bankReference: where(kept.bankReference, entry.bankReference),
    valueDate: where(kept.valueDate, entry.valueDate),
    counterparty: where(kept.counterparty, detail?.counterparty),
    counterpartyAccount: where(kept.counterpartyAccount, detail?.counterpartyAccount),
    references: kept.references.length === 0 ? (detail?.references ?? []) : [],
    message: where(kept.message, detail?.message),
    // A transaction matched with a bank payment has its name, or must not contradict the person who matched it.
    endToEndId: kept.isPayment ? null : where(kept.endToEndId, detail?.endToEndId),
    instructed: kept.isExchanged ? null : (detail?.instructed ?? null),
  }
}

const isSomething = ({ references, ...said }: ReportedData): boolean =>
  references.length > 0 || Object.values(said).some((one) => one !== null)
