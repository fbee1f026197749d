// Transactions of bank statements, as stored and as the API shows them, with their proposals.
import type { Taxing } from '#banking/matching/account-tax.rules'
import { certainAmong, documentsOf, isCertainAlone, type Proposed } from '#banking/matching/certainty.rules'
import type { Candidate, MatchingRule, MatchKind, MatchReason, Proposal } from '#banking/matching/match.rules'
import { proposalsOf } from '#banking/matching/match-candidates'
import type { Recipient } from '#banking/payments/payment.rules'
import type { TagUse } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, momentText } from '#platform/day'
import type { FilterTable } from '#platform/filter'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { VatTreatment } from '#purchasing'
import { readStatement } from './statement.ts'
import { statementRefusals as refusals } from './statement-refusals.ts'

/** `replaced`: another file has its details, which are the same money. */
export const TRANSACTION_STATUSES = ['open', 'booked', 'replaced'] as const
type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/**
 * What a transaction or a part of it was matched with; `journalEntry` means it was booked before the statement arrived.
 */
export type MatchedWithOne =
  | { kind: 'invoice'; invoiceId: string; paymentId: string }
  | { kind: 'supplierInvoice'; supplierInvoiceId: string; paymentId: string }
  | { kind: 'supplierAdvance'; supplierAdvanceId: string }
  | ({ kind: 'account'; account: number } & Partial<Taxing>)
  | { kind: 'journalEntry'; journalEntryId: string }

/** A part of a transaction, in kronor, with its entry. */
export type MatchedPart = MatchedWithOne & { amount: number; entryId: string }

export type MatchedWith = MatchedWithOne | { kind: 'parts'; parts: MatchedPart[] }

/** A positive amount was received; in öre of the bank account's currency. */
export type TransactionRecord = {
  id: string
  /** The first statement that contained it. */
  statementId: string
  position: number
  bankAccountId: string
  /** The ledger account of the bank account. */
  bankAccountNumber: number
  currency: string
  date: Day
  valueDate: Day | null
  ore: Ore
  isReversal: boolean
  counterparty: string | null
  counterpartyAccount: string | null
  references: string[]
  message: string | null
  endToEndId: string | null
  bankReference: string | null
  /** The instructed amount in another currency according to the bank, positive. */
  instructedOre: Ore | null
  instructedCurrency: string | null
  status: TransactionStatus
  paymentId: string | null
  /** The amount of the bank payment that it paid, in the recipient's currency. */
  paymentOre: Ore | null
  /** The recipient of the bank payment that it paid. */
  recipient: Recipient | null
  journalEntryId: string | null
  matchedWith: MatchedWith | null
  modifiedAt: Date
}

/** A transaction as the API shows it; missing data is omitted. */
export type BankTransaction = {
  id: string
  date: Day
  valueDate?: Day
  amount: number
  currency: string
  status: TransactionStatus
  isReversal: boolean
  counterparty?: string
  counterpartyAccount?: string
  references: string[]
  message?: string
  endToEndId?: string
  bankReference?: string
  instructedAmount?: { amount: number; currency: string }
  bankPaymentRef: { id: string } | null
  journalEntryRef: { id: string } | null
  matchedWith: ShownMatch | null
  proposals: ShownProposal[]
  modifiedDateTime: string
}

type ShownMatchOfOne = {
  invoiceId?: string
  supplierInvoiceId?: string
  supplierAdvanceId?: string
  paymentId?: string
  account?: number
  vatTreatment?: VatTreatment
  taxRate?: number
  journalEntryId?: string
}

type ShownMatch = ShownMatchOfOne & {
  parts?: (ShownMatchOfOne & { amount: number; journalEntryRef: { id: string } })[]
}

export type ShownProposal = {
  reason: MatchReason
  kind: MatchKind
  isSure: boolean
  /** Set for a document or entry. */
  id?: string
  number?: string
  name?: string
  /** Set for an account. */
  account?: number
  times?: number
  /** Set for a rule: how it books. */
  matchingRuleRef?: { id: string; name: string }
  title?: string
  vatTreatment?: VatTreatment
  taxRate?: number
  tags?: TagUse[]
  parts?: ShownPart[]
  /** Set for an invoice with reminders: the charges in the amount. */
  charges?: { reminderFee: number; lateInterest: number }
  amount: number
}

type ShownPart = { kind: MatchKind; id: string; number?: string; name?: string; amount: number }

/** A page of a statement's transactions, last first, each with its proposals. */
export const listTransactions = async (
  call: CompanyCall,
  statementId: string,
  request: PageRequest,
): Promise<Page<BankTransaction>> => {
  await readStatement(call, statementId)
  const list: List<TransactionRecord, TransactionRecord> = {
    name: `transactions of ${statementId}`,
    columns,
    from: source,
    where: sql`l.company_id = ${call.companyId} and l.statement_id = ${statementId}`,
    key: [sql`l.position`],
    keyOf: ({ position }) => [position],
    filters,
    itemOf: (row) => row,
  }
  const page = await listPage(call, list, request)
  return { ...page, items: await withProposals(call, page.items) }
}

/** An open transaction, with the first statement that contained it. */
type OpenTransaction = BankTransaction & { bankStatementRef: { id: string }; bankAccountRef: { id: string } }

/** A page of unmatched transactions of all statements, latest day first. */
export const listOpenTransactions = async (call: CompanyCall, request: PageRequest): Promise<Page<OpenTransaction>> => {
  const list: List<TransactionRecord, TransactionRecord> = {
    name: 'open transactions',
    columns,
    from: source,
    where: sql`t.company_id = ${call.companyId} and l.company_id = ${call.companyId} and l.statement_id = t.statement_id
      and t.journal_entry_id is null and t.replaced_by_statement_id is null`,
    key: [sql`t.date`, sql`t.id`],
    keyOf: ({ date, id }) => [date, id],
    filters: { properties: openFilters },
    itemOf: (row) => row,
  }
  const page = await listPage(call, list, request)
  const shownItems = await withProposals(call, page.items)
  const items = shownItems.map((item, place) => {
    const { statementId, bankAccountId } = page.items[place] as TransactionRecord
    return { ...item, bankStatementRef: { id: statementId }, bankAccountRef: { id: bankAccountId } }
  })
  return { ...page, items }
}

/** The transactions as the API shows them, in the same order. */
const withProposals = async (call: CompanyCall, records: readonly TransactionRecord[]): Promise<BankTransaction[]> => {
  const proposals = await judgedProposals(call, records)
  return records.map((record) => shown(record, proposals.get(record.id) ?? []))
}

/** Maximum number of competing open transactions; with more, no proposal counts as certain. */
const MAX_RIVALS = 200

/** The proposals for each of these transactions, by id, as the API shows them: only the first can be certain. */
const judgedProposals = async (
  call: CompanyCall,
  records: readonly TransactionRecord[],
): Promise<ReadonlyMap<string, ShownProposal[]>> => {
  const proposals = await proposalsOf(call, records)
  const proposed = records.map(({ id, ore }) => ({ id, ore, proposals: proposals.get(id) ?? [] }))
  const rivals = await rivalsOf(call, records, proposed.filter(isCertainAlone))
  const theirs = await proposalsOf(call, rivals)
  const others = rivals.map(({ id, ore }) => ({ id, ore, proposals: theirs.get(id) ?? [] }))
  const sure = rivals.length < MAX_RIVALS ? certainAmong(proposed, others) : new Set<string>()
  return new Map(
    proposed.map(({ id, proposals: those }) => [
      id,
      those.map((one, place) => shownProposal(one, place === 0 && sure.has(id))),
    ]),
  )
}

/** Other open transactions that may be for what the `sure` ones use: of the same amount or the same number. */
const rivalsOf = async (
  call: CompanyCall,
  records: readonly TransactionRecord[],
  sure: readonly Proposed[],
): Promise<TransactionRecord[]> => {
  const taking = sure.filter(({ proposals }) => proposals.slice(0, 1).flatMap(documentsOf).length > 0)
  if (taking.length === 0) return []
  const ids = new Set(taking.map(({ id }) => id))
  const references = records.flatMap((one) => (ids.has(one.id) ? one.references : []))
  const parts = taking.flatMap(({ proposals: [best] }) => (best?.kind === 'parts' ? best.parts : []))
  const amounts = [...taking, ...parts].map(({ ore }) => String(ore))
  return call.db.rows<TransactionRecord>(sql`
    select ${columns} from ${source}
    where t.company_id = ${call.companyId} and l.company_id = ${call.companyId} and l.statement_id = t.statement_id
      and t.journal_entry_id is null and t.replaced_by_statement_id is null
      and t.id <> all(${records.map(({ id }) => id)}::uuid[])
      and (t.amount_ore = any(${amounts}::bigint[]) or t.payment_references && ${references}::text[])
    order by t.date, t.id limit ${MAX_RIVALS}`)
}

/** One transaction of a statement, as the API shows it. */
export const getTransaction = async (call: CompanyCall, statementId: string, id: string): Promise<BankTransaction> => {
  const [one] = await withProposals(call, [await readTransaction(call, statementId, id)])
  return one as BankTransaction
}

/**
 * One transaction of a statement; refused as not found if it does not exist. With `lock` it is locked against other
 * matches.
 */
export const readTransaction = async (
  { db, companyId }: CompanyCall,
  statementId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<TransactionRecord> => {
  if (lock) {
    await db.rows(sql`select from banking.transaction where company_id = ${companyId} and id = ${id} for update`)
  }
  const found = await db.maybe<TransactionRecord>(sql`
    select ${columns} from ${source}
    where l.company_id = ${companyId} and l.statement_id = ${statementId} and t.id = ${id}`)
  if (!found) throw refusals.transactionNotFound({ id })
  return found
}

const shown = (record: TransactionRecord, proposals: ShownProposal[]): BankTransaction => {
  const { valueDate, counterparty, counterpartyAccount, message, endToEndId, bankReference, matchedWith } = record
  const { instructedOre, instructedCurrency } = record
  return {
    id: record.id,
    date: record.date,
    ...(valueDate && { valueDate }),
    amount: numberFromOre(record.ore),
    currency: record.currency,
    status: record.status,
    isReversal: record.isReversal,
    ...(counterparty && { counterparty }),
    ...(counterpartyAccount && { counterpartyAccount }),
    references: record.references,
    ...(message && { message }),
    ...(endToEndId && { endToEndId }),
    ...(bankReference && { bankReference }),
    ...(instructedOre !== null &&
      instructedCurrency !== null && {
        instructedAmount: { amount: numberFromOre(instructedOre), currency: instructedCurrency },
      }),
    bankPaymentRef: record.paymentId === null ? null : { id: record.paymentId },
    journalEntryRef: record.journalEntryId === null ? null : { id: record.journalEntryId },
    matchedWith: matchedWith === null ? null : shownMatch(matchedWith),
    proposals,
    modifiedDateTime: momentText(record.modifiedAt),
  }
}

const shownMatch = ({ kind: _, ...matched }: MatchedWith): ShownMatch =>
  'parts' in matched
    ? {
        parts: matched.parts.map(({ kind: __, entryId, ...part }) => ({ ...part, journalEntryRef: { id: entryId } })),
      }
    : matched

const shownProposal = (proposal: Proposal, isSure: boolean): ShownProposal => {
  if (proposal.kind === 'parts') {
    const { kind, reason, parts, ore } = proposal
    return { reason, kind, isSure, parts: parts.map((part) => shownPart(part)), amount: numberFromOre(ore) }
  }
  if (proposal.kind === 'account') {
    const { kind, reason, account, name, times, rule, taxing, ore } = proposal
    return {
      reason,
      kind,
      isSure,
      account,
      ...(name && { name }),
      ...(times !== null && { times }),
      ...(rule && shownRule(rule)),
      ...taxing,
      amount: numberFromOre(ore),
    }
  }
  const { charges } = proposal
  return {
    reason: proposal.reason,
    isSure,
    ...shownPart(proposal),
    ...(charges && {
      charges: { reminderFee: numberFromOre(charges.feeOre), lateInterest: numberFromOre(charges.interestOre) },
    }),
  }
}

const shownRule = ({ id, name, title, vatTreatment, taxRate, tags }: MatchingRule): Partial<ShownProposal> => ({
  matchingRuleRef: { id, name },
  ...(title && { title }),
  ...(vatTreatment === 'exempt' ? {} : { vatTreatment, taxRate }),
  ...(tags.length > 0 && { tags: [...tags] }),
})

const shownPart = ({ kind, id, number, name, ore }: Candidate): ShownPart => ({
  kind,
  id,
  ...(number && { number }),
  ...(name && { name }),
  amount: numberFromOre(ore),
})

const source = sql`
  banking.statement_line l
  join banking.transaction t on t.company_id = l.company_id and t.id = l.transaction_id
  join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
  left join banking.payment p on p.company_id = t.company_id and p.id = t.payment_id`

const status = sql`(case when t.journal_entry_id is not null then 'booked'
  when t.replaced_by_statement_id is not null then 'replaced' else 'open' end)`

const columns = sql`
  t.id, t.statement_id as "statementId", l.position, t.bank_account_id as "bankAccountId",
  a.account as "bankAccountNumber", a.currency, t.date,
  t.value_date as "valueDate", t.amount_ore as ore, t.is_reversal as "isReversal", t.counterparty,
  t.counterparty_account as "counterpartyAccount", t.payment_references as "references", t.message,
  t.end_to_end_id as "endToEndId", t.bank_reference as "bankReference", t.instructed_ore as "instructedOre",
  t.instructed_currency as "instructedCurrency", ${status} as status,
  t.payment_id as "paymentId", p.amount_ore as "paymentOre", p.recipient, t.journal_entry_id as "journalEntryId",
  t.matched_with as "matchedWith", t.modified_at as "modifiedAt"`

const openFilters: FilterTable['properties'] = {
  date: { type: 'date', column: sql`t.date` },
  amount: { type: 'amount', column: sql`t.amount_ore` },
  counterparty: { type: 'string', column: sql`t.counterparty` },
  message: { type: 'string', column: sql`t.message` },
  modifiedDateTime: { type: 'datetime', column: sql`t.modified_at` },
}

const filters: FilterTable = {
  properties: { ...openFilters, status: { type: { oneOf: TRANSACTION_STATUSES }, column: status } },
}

/** The most probable target of transactions, by id; those without proposals are left out. */
export const bestProposals = async (
  call: CompanyCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownProposal>> => {
  if (ids.length === 0) return new Map()
  const records = await call.db.rows<TransactionRecord>(sql`
    select ${columns} from ${source}
    where t.company_id = ${call.companyId} and t.id = any(${[...ids]}::uuid[])
      and l.company_id = ${call.companyId} and l.statement_id = t.statement_id`)
  const proposals = await judgedProposals(call, records)
  return new Map([...proposals].flatMap(([id, [best]]): [string, ShownProposal][] => (best ? [[id, best]] : [])))
}
