// An entry that paid several of our payments as one: where the bank names them, or the file that they stood in, and
// does not say how much each was, the payments themselves do. Pure.
import type { Ore } from '#platform/money'
import type { CamtEntry, CamtTransaction } from './camt-entry.ts'

/** A bank payment of ours, under its end-to-end id; the amount is above zero. */
export type OwnPayment = { endToEndId: string; ore: Ore; currency: string }

/** Ours by their end-to-end ids, and those of files and groups by the names that the bank gave for them. */
export type OwnPayments<One extends OwnPayment> = {
  byName: ReadonlyMap<string, One>
  byBatch: ReadonlyMap<string, readonly One[]>
}

/** The payments that an entry names, and what it is made of: null where it is not sure that it paid just these. */
type Division<One extends OwnPayment> = { payments: readonly One[]; details: CamtTransaction[] | null }

/**
 * What an entry on an account in `currency` is made of. That is sure where it names payments of ours alone, each once
 * and with no other amount than its own, and where these make the entry; or where those of the file or group make it.
 */
export const divisionOf = <One extends OwnPayment>(
  { named = [], batch, details: [whole], ore }: CamtEntry,
  currency: string,
  { byName, byBatch }: OwnPayments<One>,
): Division<One> => {
  const found = named.map(({ endToEndId }) => (endToEndId === null ? undefined : byName.get(plain(endToEndId))))
  const payments = [...new Set(found.flatMap((one) => (one ? [one] : [])))]
  const makeIt = (those: readonly One[]): boolean =>
    those.length > 0 &&
    those.every((one) => one.currency === currency) &&
    those.reduce((sum, one) => sum + one.ore, 0n) === -ore
  if (payments.length > 0) {
    const details = named.flatMap((one, place) => {
      const payment = found[place]
      return payment && (one.ore === 'not told' || one.ore === -payment.ore) ? { ...one, ore: -payment.ore } : []
    })
    const isSure = payments.length === named.length && details.length === named.length && makeIt(payments)
    return { payments, details: isSure ? details : null }
  }
  const ofBatch = batch === undefined ? [] : (byBatch.get(batch) ?? [])
  if (!makeIt(ofBatch)) return { payments: ofBatch, details: null }
  const said = ofBatch.length === 1 && whole ? whole : { ...UNSAID, message: whole?.message ?? null }
  const details = ofBatch.map((one) => ({ ...said, endToEndId: one.endToEndId, ore: -one.ore }))
  return { payments: ofBatch, details }
}

/** A name as ours are compared: banks write it with hyphens or without. */
const plain = (endToEndId: string): string => endToEndId.trim().toLowerCase().replaceAll('-', '')

const UNSAID = { counterparty: null, counterpartyAccount: null, references: [], instructed: null }
