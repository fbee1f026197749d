// Identity of bank entries: every file of one kind that contains an entry gives it the same identity. Pure.
import { createHash } from 'node:crypto'
import type { Steps } from '#threads/steps'
import type { CamtAccount, CamtKind } from './camt.rules.ts'
import type { CamtEntry, CamtTransaction } from './camt-entry.ts'

/** What a file of statements is: a message in ISO 20022, or a table (CSV or XLSX). */
export const STATEMENT_KINDS = ['camt.053', 'camt.054', 'sheet'] as const satisfies readonly (CamtKind | 'sheet')[]
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/**
 * `keptAs`: the identity that its transactions are stored under, which may come from the other kind of file. `isSure`:
 * whether they are certainly its own, not merely an equal amount on the same day.
 */
export type IdentifiedEntry = CamtEntry & { identity: string; keptAs: string; isSure: boolean }

/**
 * The entries of one statement with their identities. The bank's reference with date and amount is the same in every
 * file; an entry without one is identified by the payer's end-to-end id, otherwise by all its data. Equal entries in
 * one statement are numbered.
 */
export const identified = (entries: readonly CamtEntry[]): IdentifiedEntry[] => entries.map(newIdentifying())

/** Identifies the entries of one statement, one after the other. */
export const newIdentifying = (): ((entry: CamtEntry) => IdentifiedEntry) => {
  const seen = new Map<string, number>()
  return (entry) => {
    const base = `${sourceOf(entry)} ${entry.date} ${entry.ore}`
    const before = seen.get(base) ?? 0
    seen.set(base, before + 1)
    const identity = before === 0 ? base : `${base} ${before + 1}`
    return { ...entry, identity, keptAs: identity, isSure: true }
  }
}

/** How the identity of a row in a table begins: other files give its money other identities. */
const OF_SHEET = 'row '

/** Whether an entry is known from a table only, by its identity. */
export const isOfSheet = (identity: string): boolean =>
  identity.startsWith(OF_SHEET) || identity.startsWith(`sheet ${OF_SHEET}`)

const sourceOf = ({ rowText, bankReference, readEarlier, details: now }: CamtEntry): string => {
  if (rowText !== undefined) return `${OF_SHEET}${createHash('sha256').update(rowText).digest('base64url')}`
  const details = readEarlier ?? now
  if (bankReference !== null) return `bank ${bankReference}`
  const [only, second] = details
  if (only?.endToEndId && !second) return `end ${only.endToEndId}`
  // The exchanged amount is left out, so that files imported before it was read give the same identities.
  const said = details.map(({ ore, instructed: _, ...rest }) => ({ ore: String(ore), ...rest }))
  return `said ${createHash('sha256').update(JSON.stringify(said)).digest('base64url')}`
}

/** The identity of each part of an entry; an entry without details has its own. */
const identityOfPart = ({ keptAs, isDetailed }: IdentifiedEntry, index: number): string =>
  isDetailed ? `${keptAs} #${index + 1}` : keptAs

/** A stored transaction of an entry. */
export type KnownTransaction = { id: string; entryIdentity: string; isDetailed: boolean; isMatched: boolean }

export type NewTransaction = { entry: IdentifiedEntry; detail: CamtTransaction; identity: string }

export type Line = { known: string; entry: IdentifiedEntry } | { added: NewTransaction }

/** The outcome for a statement: known and new transactions, in order, and those replaced by new ones. */
type Decision = { lines: Line[]; replaced: string[] }

/**
 * An entry imported before is known. Details replace it only if it was imported without details and is unmatched: they
 * are the same money, and name the payers.
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

/** The fields of a bank account that a file is matched by. */
type NamedAccount = { iban: string; bankgiro: string | null }

/**
 * The bank account that a file refers to: by IBAN, by bankgiro number, or by the domestic number (BBAN), which banks
 * write with and without the clearing number that their IBANs omit. Undefined if none or several fit.
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

/** The digits of a clearing number; those starting with 8 may have an extra check digit. */
const CLEARING = 4
const CLEARING_OF_8 = 5

/** The positions of the bank code and the account number in a Swedish IBAN. */
const BANK_CODE_AT = 4
const NUMBER_AT = 7

const numbersOf = (iban: string): string[] => [
  withoutZeros(iban.slice(BANK_CODE_AT)),
  withoutZeros(iban.slice(NUMBER_AT)),
]

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')
