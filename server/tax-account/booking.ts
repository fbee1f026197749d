// Rows of the tax account are booked one by one or together, or matched with entries that are there.
import { addUsualAccount, bookDocument, bookOf, lockBooks, usualAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { numberFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { TAX_ACCOUNT } from '#rule/account-ranges'
import { entryOfRow } from './match.rules.ts'
import { taxAccountFaults as faults, taxAccountRefusals as refusals } from './refusals.ts'
import {
  entryOnAccount,
  getTransaction,
  openTransactions,
  readTransaction,
  type ShownTransaction,
  type TransactionRecord,
} from './transaction.ts'

/** What a row is: an entry that is there, or an account; what is proposed where neither is given. */
type AskedMatch = {
  journalEntryId?: string | undefined
  account?: number | undefined
  title?: string | undefined
}

/** Errors in a body by itself. */
export const wrongInMatch = (body: unknown): FieldError[] => {
  const { journalEntryId, account, title } = Object(body) as AskedMatch
  return [
    ...(journalEntryId !== undefined && account !== undefined ? [faults.oneTarget('#')] : []),
    ...(journalEntryId !== undefined && title !== undefined ? [faults.titleOfAccount('#/title')] : []),
    ...(account === TAX_ACCOUNT ? [faults.taxAccountItself('#/account')] : []),
  ]
}

/** Matches or books one row. */
export const matchRow = async (call: CompanyCall, id: string, asked: AskedMatch): Promise<ShownTransaction> => {
  refuseIfAny(wrongInMatch(asked))
  await lockBooks(call)
  const row = await getTransaction(call, id)
  requireOpen(row)
  await take(call, row, asked)
  return getTransaction(call, id)
}

const requireOpen = ({ id, status, journalEntryNumber }: TransactionRecord): void => {
  if (status !== 'open') throw refusals.matchedAlready({ id, entry: journalEntryNumber ?? '' })
}

const take = async (call: CompanyCall, row: ShownTransaction, asked: AskedMatch): Promise<void> => {
  const { journalEntryId, title } = asked
  if (journalEntryId !== undefined) return keepMatch(call, row, await requireEntry(call, row, journalEntryId), false)
  if (asked.account === undefined && row.proposal?.kind === 'journalEntry')
    return keepMatch(call, row, row.proposal.entry.id, false)
  const account = asked.account ?? (row.proposal?.kind === 'account' ? row.proposal.account : undefined)
  if (account === undefined) throw refusals.noProposal({ id: row.id, text: row.text })
  const { accounts } = await bookOf(call, true)
  for (const one of [TAX_ACCOUNT, account])
    if (!accounts.has(one) && usualAccount(one)) await addUsualAccount(call, one)
  const booked = await bookDocument(call, {
    title: title ?? `Skattekonto: ${row.text}`,
    date: row.date,
    items: entryOfRow(row.ore, account).map((item) => ({ account: item.account, debit: item.ore })),
    isReversible: true,
  })
  await keepMatch(call, row, booked.id, true)
}

const requireEntry = async (call: CompanyCall, row: TransactionRecord, id: string): Promise<string> => {
  const field = '#/journalEntryId'
  const entry = await entryOnAccount(call, id)
  if (!entry) {
    refuseIfAny([faults.unknownEntry(field, { id })])
    return id
  }
  const { number, ore, isReversed, isTaken } = entry
  const amounts = { number, booked: numberFromOre(ore), account: TAX_ACCOUNT, amount: numberFromOre(row.ore) }
  refuseIfAny([
    ...(ore === row.ore ? [] : [faults.entry(field, amounts)]),
    ...(isReversed ? [faults.entryReversed(field, { number })] : []),
    ...(isTaken ? [faults.entryTaken(field, { number })] : []),
  ])
  return id
}

const keepMatch = async (
  call: CompanyCall,
  { id }: TransactionRecord,
  entryId: string,
  isBooked: boolean,
): Promise<void> => {
  const { db, companyId, now, actor } = call
  // The entry before it is reversed: its match is undone first.
  await clear(call, id)
  await db.rows(sql`
    update tax_account.transaction set journal_entry_id = ${entryId}, is_booked = ${isBooked}, matched_at = ${now},
      matched_by_kind = ${actor.kind}, matched_by_id = ${actor.id}, matched_by_name = ${actor.name},
      modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'tax-account-transaction.matched', { id }, { id, journalEntryId: entryId, isBooked })
}

const clear = ({ db, companyId, now }: CompanyCall, id: string): Promise<unknown> =>
  db.rows(sql`
    update tax_account.transaction set journal_entry_id = null, is_booked = null, matched_at = null,
      matched_by_kind = null, matched_by_id = null, matched_by_name = null, modified_at = ${now}
    where company_id = ${companyId} and id = ${id} and journal_entry_id is not null`)

/** Undoes a match that booked nothing. */
export const unmatchRow = async (call: CompanyCall, id: string): Promise<void> => {
  await lockBooks(call)
  const { status, journalEntryId, journalEntryNumber } = await readTransaction(call, id)
  if (status === 'open') throw refusals.notMatched({ id })
  if (status === 'booked') throw refusals.entryBooked({ id, entry: journalEntryNumber ?? '' })
  await clear(call, id)
  recordEvent(call, 'tax-account-transaction.unmatched', { id }, { id, before: { journalEntryId } })
}

/** Maximum number of rows booked at once. */
export const MAX_BOOKED = 500

/**
 * Takes the proposals of the rows that are named, or of all whose proposal is sure. All of them or none: a row that is
 * named and has no proposal is refused.
 */
export const bookRows = async (call: CompanyCall, ids: readonly string[] | undefined): Promise<ShownTransaction[]> => {
  await lockBooks(call)
  const open = await openTransactions(call)
  const wrong = (ids ?? []).flatMap((id, at) =>
    open.some((row) => row.id === id) ? [] : [faults.unknownTransaction(`#/transactionIds/${at}`, { id })],
  )
  refuseIfAny(wrong)
  const asked = ids ? open.filter(({ id }) => ids.includes(id)) : open.filter(({ proposal }) => proposal?.isSure)
  const rows = asked.slice(0, MAX_BOOKED)
  if (rows.length === 0) throw refusals.nothingToBook()
  for (const row of rows) await take(call, row, {})
  const booked: ShownTransaction[] = []
  for (const { id } of rows) {
    const row = await readTransaction(call, id)
    booked.push({ ...row, declaration: open.find((one) => one.id === id)?.declaration ?? null, proposal: null })
  }
  return booked
}
