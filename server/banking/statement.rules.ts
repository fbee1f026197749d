// Which money is the same: every file of a kind that tells of an entry makes the same identity of it. Pure.
import { createHash } from 'node:crypto'
import type { Steps } from '#platform/steps'
import type { CamtAccount } from './camt.rules.ts'
import type { CamtEntry, CamtTransaction } from './camt-entry.ts'

/**
 * `keptAs`: the identity that its transactions are kept by, which may be that of the other kind of file. `isSure`:
 * whether these are its own beyond doubt, and not merely as much money on the same day.
 */
export type IdentifiedEntry = CamtEntry & { identity: string; keptAs: string; isSure: boolean }

/**
 * The entries of one statement with their identities. The bank's reference with day and amount is the same in every
 * file; an entry without it goes by what the payer's side called it, and else by all that is said of it. Of several
 * that are alike in one statement each is another.
 */
export const identified = (entries: readonly CamtEntry[]): IdentifiedEntry[] => {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const base = `${sourceOf(entry)} ${entry.date} ${entry.ore}`
    const before = seen.get(base) ?? 0
    seen.set(base, before + 1)
    const identity = before === 0 ? base : `${base} ${before + 1}`
    return { ...entry, identity, keptAs: identity, isSure: true }
  })
}

const sourceOf = ({ bankReference, readEarlier, details: now }: CamtEntry): string => {
  const details = readEarlier ?? now
  if (bankReference !== null) return `bank ${bankReference}`
  const [only, second] = details
  if (only?.endToEndId && !second) return `end ${only.endToEndId}`
  // What was exchanged is left out, as files that came before it was read have the same identities.
  const said = details.map(({ ore, instructed: _, ...rest }) => ({ ore: String(ore), ...rest }))
  return `said ${createHash('sha256').update(JSON.stringify(said)).digest('base64url')}`
}

/** The identity of each part of an entry; the entry itself, told without details, has its own. */
export const identityOfPart = ({ keptAs, isDetailed }: IdentifiedEntry, index: number): string =>
  isDetailed ? `${keptAs} #${index + 1}` : keptAs

/** A transaction of an entry that was told before. */
export type KnownTransaction = { id: string; entryIdentity: string; isDetailed: boolean; isMatched: boolean }

export type NewTransaction = { entry: IdentifiedEntry; detail: CamtTransaction; identity: string }

export type Line = { known: string; entry: IdentifiedEntry } | { added: NewTransaction }

/** What becomes of a statement: transactions that are known, or new, in its order; and those that new ones replace. */
export type Decision = { lines: Line[]; replaced: string[] }

/**
 * An entry that was told before is known. Only when it was told without details, is not matched, and has details now,
 * do they replace it: they are the same money, and say who paid.
 */
export function* decide(entries: readonly IdentifiedEntry[], known: readonly KnownTransaction[]): Steps<Decision> {
  const byEntry = new Map<string, KnownTransaction[]>()
  for (const one of known) {
    const those = byEntry.get(one.entryIdentity)
    if (those) those.push(one)
    else byEntry.set(one.entryIdentity, [one])
    yield
  }
  const decision: Decision = { lines: [], replaced: [] }
  for (const entry of entries) {
    yield
    const before = byEntry.get(entry.keptAs) ?? []
    const whole = before.find(({ isDetailed, isMatched }) => !isDetailed && !isMatched)
    if (before.length > 0 && !(whole && entry.isDetailed)) {
      decision.lines.push(...before.map(({ id }) => ({ known: id, entry })))
      continue
    }
    if (whole) decision.replaced.push(whole.id)
    decision.lines.push(
      ...entry.details.map((detail, index) => ({ added: { entry, detail, identity: identityOfPart(entry, index) } })),
    )
  }
  return decision
}

/** What of an own bank account is asked when a file names one. */
export type NamedAccount = { iban: string; bankgiro: string | null }

/**
 * The own account that a file means: by IBAN, by its bankgiro number, or by the number within the country (BBAN), which
 * banks write with and without the clearing number that their IBANs leave out. Undefined when none fits, or several.
 */
export const accountMeant = <Account extends NamedAccount>(
  named: CamtAccount,
  accounts: readonly Account[],
): Account | undefined => {
  if ('iban' in named) return accounts.find(({ iban }) => iban === named.iban)
  const digits = digitsOf(named.other)
  if (digits === '') return undefined
  const byGiro = accounts.filter(({ bankgiro }) => bankgiro !== null && digitsOf(bankgiro) === digits)
  if (byGiro.length === 1 && (named.scheme === null || named.scheme === 'BGNR')) return byGiro[0]
  const exact = accounts.filter(({ iban }) => numbersOf(iban).includes(withoutZeros(digits)))
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  const clearing = digits.startsWith('8') && digits.length > CLEARING_OF_8 ? CLEARING_OF_8 : CLEARING
  const bare = accounts.filter(({ iban }) => numbersOf(iban).includes(withoutZeros(digits.slice(clearing))))
  return bare.length === 1 ? bare[0] : undefined
}

/** Digits of a clearing number; those that begin with 8 may have a check digit more. */
const CLEARING = 4
const CLEARING_OF_8 = 5

/** Where the bank's code and the account's number begin in a Swedish IBAN. */
const BANK_CODE_AT = 4
const NUMBER_AT = 7

const numbersOf = (iban: string): string[] => [
  withoutZeros(iban.slice(BANK_CODE_AT)),
  withoutZeros(iban.slice(NUMBER_AT)),
]

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')
