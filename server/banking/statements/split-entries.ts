// Splits entries that paid several bank payments in one sum before they are imported, so that each payment gets its own
// transaction.
import type { OwnBankAccount } from '#banking/payments/bank-account'
import { endToEndIdOf, idOfEndToEndId, isSeenBy } from '#banking/payments/payment'
import { currencyOf, type PaymentState, type Recipient } from '#banking/payments/payment.rules'
import { batchNamed, type NamedBatch, paymentsOfBatch } from '#banking/payments/payment-file.rules'
import { type CompanyCall, warn } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { phrase } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { arrayText, mapInSlices, yieldToEventLoop } from '#threads/event-loop'
import type { StatementRead } from './camt-worker.ts'
import { type OwnPayment, type OwnPayments, splitOf } from './split-entries.rules.ts'
import type { IdentifiedEntry } from './statement.rules.ts'

type Told = { statement: StatementRead; account: OwnBankAccount; entries: IdentifiedEntry[] }

/** The statements with their entries split where it is certain what they paid; otherwise the caller is warned. */
export const splitEntries = async (call: CompanyCall, told: readonly Told[]): Promise<Told[]> => {
  const own = await ownPaymentsOf(
    call,
    told.flatMap(({ entries }) => entries),
  )
  const all: Told[] = []
  for (const { statement, account, entries: whole } of told) {
    const entries = await mapInSlices(whole, (entry): IdentifiedEntry => {
      const { payments, details } = splitOf(entry, account.currency, own)
      if (details) return { ...entry, details, isDetailed: true, isDisputed: false }
      warnOfUnsure(call, entry, payments)
      return entry
    })
    await yieldToEventLoop()
    const disputed = entries.filter(({ isDisputed }) => isDisputed).length
    all.push({ account, entries, statement: { ...statement, disputed } })
  }
  return all
}

/** A bank payment that an entry may have paid. */
type Paid = OwnPayment & {
  amountOre: Ore
  paymentDate: Day
  recipient: Recipient
  state: PaymentState
  isSeen: boolean
}

const ownPaymentsOf = async (call: CompanyCall, entries: readonly IdentifiedEntry[]): Promise<OwnPayments<Paid>> => {
  const ids = await mapInSlices(entries, ({ named = [] }) =>
    named.flatMap(({ endToEndId }) => (endToEndId === null ? [] : (idOfEndToEndId(endToEndId) ?? []))),
  )
  const payments = await paymentsWhere(call, sql`p.id`, ids.flat())
  await yieldToEventLoop()
  return {
    byName: new Map(payments.map((one) => [one.endToEndId, one])),
    byBatch: await paymentsByBatch(call, [...new Set(entries.flatMap(({ batch }) => batch ?? []))]),
  }
}

/** The payments of each file or group that the bank names and has not rejected, by that name. */
const paymentsByBatch = async (
  call: CompanyCall,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Paid[]>> => {
  const named = await mapInSlices(names, (name): { name: string; batch: NamedBatch; fileId: string }[] => {
    const batch = batchNamed(name)
    const fileId = batch && idOfEndToEndId(batch.messageId)
    return batch && fileId ? [{ name, batch, fileId }] : []
  })
  const batches = named.flat()
  const ids = batches.map(({ fileId }) => fileId)
  const payments = await paymentsWhere(call, sql`p.payment_file_id`, ids)
  const files = new Map((await filesBy(call, ids)).map((file) => [file.id, file]))
  return new Map(
    batches.flatMap(({ name, batch, fileId }): [string, Paid[]][] => {
      const file = files.get(fileId)
      if (!file) return []
      const inFile = payments.filter((one) => one.fileId === fileId)
      const grouped = { payments: inFile, today: dayOf(file.createdAt), account: { bankgiro: file.bankgiro } }
      const meant = new Set(paymentsOfBatch(grouped, batch).map(({ endToEndId }) => endToEndId))
      const isMade = ({ endToEndId, state }: Paid) => meant.has(endToEndId) && (state === 'signed' || state === 'paid')
      return [[name, inFile.filter(isMade)]]
    }),
  )
}

const paymentsWhere = async (
  call: CompanyCall,
  column: Sql,
  ids: readonly string[],
): Promise<(Paid & { fileId: string | null })[]> => {
  if (ids.length === 0) return []
  const rows = await call.db.rows<Omit<Paid, keyof OwnPayment> & { id: string; fileId: string | null }>(sql`
    select p.id, p.amount_ore as "amountOre", p.payment_date as "paymentDate", p.recipient, p.state,
      p.payment_file_id as "fileId", ${isSeenBy(call)} as "isSeen"
    from banking.payment p
    where p.company_id = ${call.companyId} and ${column} = any(${await arrayText(ids)}::uuid[])
    order by p.id`)
  return rows.map(({ id, ...row }) => ({
    ...row,
    endToEndId: endToEndIdOf(id),
    ore: row.amountOre,
    currency: currencyOf(row.recipient),
  }))
}

/** The files with the bankgiro number of their account at the time they were made, where stored. */
const filesBy = async (
  { db, companyId }: CompanyCall,
  ids: readonly string[],
): Promise<{ id: string; createdAt: Date; bankgiro: string | null }[]> => {
  if (ids.length === 0) return []
  return db.rows(sql`
    select f.id, f.created_at as "createdAt", nullif(coalesce(f.bankgiro, a.bankgiro), '') as bankgiro
    from banking.payment_file f
    join banking.account a on a.company_id = f.company_id and a.id = f.bank_account_id
    where f.company_id = ${companyId} and f.id = any(${await arrayText(ids)}::uuid[])`)
}

/**
 * Warns about an entry whose named payments do not add up to it: it is unknown which of them the bank made. An entry
 * that names a single payment may only indicate its file.
 */
const warnOfUnsure = (call: CompanyCall, entry: IdentifiedEntry, payments: readonly Paid[]): void => {
  const { ore, date, named, isDetailed } = entry
  if (isDetailed && named === undefined && payments.length < 2) return
  const unsure = payments.filter(({ isSeen, state }) => isSeen && state !== 'paid' && state !== 'cancelled')
  if (unsure.length === 0) return
  const told = unsure.slice(0, MAX_TOLD).map(({ recipient, amountOre }) => {
    const currency = currencyOf(recipient)
    return `${recipient.recipientName} ${textFromOre(amountOre)}${currency === 'SEK' ? '' : ` ${currency}`}`
  })
  const more = unsure.length > MAX_TOLD ? `; +${unsure.length - MAX_TOLD}` : ''
  const values = { amount: textFromOre(-ore), day: date, payments: `${told.join('; ')}${more}` }
  warn(call, `#/file: ${unsurePayments(values)}`)
}

/** Maximum number of payments named in a warning; the others are counted. */
const MAX_TOLD = 4

const unsurePayments = phrase(
  'bank-transaction.unsure-payments',
  'an entry of {amount} on {day} names payments that do not add up to it; check whether they were made: {payments}',
  'en post på {amount} den {day} går inte ihop med betalningarna som den nämner; kontrollera om de är gjorda: {payments}',
)
