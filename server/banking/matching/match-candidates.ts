// Candidates for bank transactions: unpaid customer invoices, unpaid supplier invoices, bank payments, and existing
// entries, read for many transactions at once.
import { columns, endToEndIdOf, type PaymentRecord } from '#banking/payments/payment'
import { numberOf, type Recipient } from '#banking/payments/payment.rules'
import { currencyInSql } from '#banking/payments/payment-currency'
import { type AccountMap, accountAtRate, accountingCurrencyOf, bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { type OpenSupplierInvoice, openSupplierInvoices } from '#purchasing'
import { TAX_ACCOUNT } from '#rule/account-ranges'
import { rateOfKind } from '#rule/vat-kinds'
import { type AwaitedInvoice, invoicesAwaiting, openInvoices, overpaidInvoices } from '#sales'
import { type Habit, habitsOf } from './habits.ts'
import {
  type Candidate,
  isTaxAgency,
  type MatchingRule,
  type Proposal,
  type ProposalOfAccount,
  proposalsFor,
  ranked,
  type TransactionFacts,
  wordsIn,
  wordsOfNames,
} from './match.rules.ts'
import { entriesFor } from './match-entry.ts'
import { returnedFor } from './match-returns.ts'
import { byOwner, severalFor, type Waiting } from './match-several.rules.ts'
import { rulesFor } from './matching-rule.rules.ts'
import { activeRules } from './matching-rule.ts'
import { type OwnAccount, ownTransfersOf } from './own-transfers.ts'

/** The fields of a transaction that its proposals depend on. */
type Asking = TransactionFacts & {
  id: string
  bankAccountNumber: number
  currency: string
  isReversal: boolean
  status: 'open' | 'booked' | 'replaced'
  paymentId: string | null
  recipient: Recipient | null
}

/** Maximum number of documents on each side that sums are searched among, earliest due first. */
const MAX_WAITING = 1_000
/** Maximum number of bank payments considered. */
const MAX_PAYMENTS = 1_000

/** The proposals for each open transaction, by its id. */
export const proposalsOf = async (
  call: CompanyCall,
  transactions: readonly Asking[],
): Promise<Map<string, Proposal[]>> => {
  const own = await accountingCurrencyOf(call)
  const waits = transactions.filter((one) => one.status === 'open' && one.currency === own)
  const returned = await returnedFor(call, waits)
  // A reversed transaction matches nothing new: either a known payment has come back, or people see what it reverses.
  const open = waits.filter((one) => !one.isReversal)
  const back = waits.filter((one) => one.isReversal)
  const candidates = [
    ...(await invoicesFor(call, open)),
    ...(await refundsFor(call, open)),
    ...(await supplierInvoicesFor(call, open)),
    ...(await bankPaymentsFor(call, open)),
  ]
  const entries = await entriesFor(call, open)
  const wordsOf = wordsOfNames()
  const ones = new Map(
    open.map((one) => {
      const waiting = one.paymentId ? candidates.filter(isDocument) : candidates
      const own = [...(entries.get(one.id) ?? []), ...(returned.get(one.id) ?? [])]
      return [one.id, proposalsFor(toldWith(one), [...waiting, ...own], wordsOf)]
    }),
  )
  const unknown = open.filter((one) => !ones.get(one.id)?.some(({ ore }) => ore === one.ore))
  const waiting = await waitingFor(call, unknown)
  const accounts = await accountsFor(call, open)
  const proposed = (one: Asking): Proposal[] => {
    const several = unknown.includes(one) ? severalFor(toldWith(one), waiting) : null
    return ranked(one, ones.get(one.id) ?? [], several, accounts(one))
  }
  const returning = (one: Asking): Proposal[] => ranked(one, proposalsFor(one, returned.get(one.id) ?? []), null, [])
  return new Map([
    ...open.map((one): [string, Proposal[]] => [one.id, proposed(one)]),
    ...back.map((one): [string, Proposal[]] => [one.id, returning(one)]),
  ])
}

/** All unpaid documents on the sides of these transactions, for transactions that pay several at once. */
const waitingFor = async (call: CompanyCall, unknown: readonly Asking[]): Promise<Waiting> => {
  const isSaid = unknown.filter(
    (one) => one.counterparty ?? one.counterpartyAccount ?? one.message ?? one.references[0],
  )
  const isIn = isSaid.some(({ ore }) => ore > 0n)
  const isOut = isSaid.some(({ ore }) => ore < 0n)
  return byOwner([
    ...(isIn ? (await openInvoices(call, MAX_WAITING)).map(ofInvoice) : []),
    // Overpayments are deducted from the customer's next payment, or several are repaid at once.
    ...(isIn || isOut ? (await overpaidInvoices(call, null, MAX_WAITING)).map(ofInvoice) : []),
    ...(isOut ? (await openSupplierInvoices(call, null, MAX_WAITING)).map(ofSupplierInvoice) : []),
  ])
}

type AccountProposal = Omit<ProposalOfAccount, 'kind' | 'ore'>

/** Account proposals for these transactions: by rule, own bank account, habit, and the tax account. */
const accountsFor = async (call: CompanyCall, open: readonly Asking[]): Promise<(one: Asking) => AccountProposal[]> => {
  const transfers = await ownTransfersOf(call, open)
  const ids = open.map(({ id }) => id)
  const habits = await habitsOf(call, ids)
  const hasTaxAccount = open.some((one) => isTaxAgency(one)) && (await bookOf(call)).accounts.get(TAX_ACCOUNT) === true
  const { roles } = await bookOf(call)
  const rules = await usableRules(call)
  return (one) => [
    ...rulesFor(toldWith(one), rules)
      .filter(({ account }) => account !== one.bankAccountNumber)
      .map((rule) => ofRule(onDay(rule, one.date, roles))),
    ...[transfers.get(one.id)].flatMap((own) => (own ? [ofOwnAccount(own)] : [])),
    ...(habits.get(one.id) ?? []).filter(({ account }) => account !== one.bankAccountNumber).map(ofHabit),
    ...(hasTaxAccount && isTaxAgency(one) ? [{ reason: 'taxAccount' as const, ...onTaxAccount }] : []),
  ]
}

const onTaxAccount = { account: TAX_ACCOUNT, name: null, times: null, rule: null } as const

const ofOwnAccount = ({ account, name }: OwnAccount): AccountProposal => ({
  reason: 'ownTransfer',
  account,
  name,
  times: null,
  rule: null,
})
const ofHabit = ({ account, times, vatTreatment, taxRate }: Habit): AccountProposal => ({
  reason: 'habit',
  account,
  name: null,
  times,
  rule: null,
  ...(vatTreatment !== undefined && taxRate !== undefined && { taxing: { vatTreatment, taxRate } }),
})

/** A rule with a kind has the rate of the day, and the account of that rate. */
const onDay = (rule: MatchingRule, day: Day, roles: AccountMap): MatchingRule => {
  const taxRate = rule.vatKind === null ? null : rateOfKind(rule.vatKind, day)
  return taxRate === null ? rule : { ...rule, taxRate, account: accountAtRate(roles, rule.account, taxRate) }
}

const ofRule = (rule: MatchingRule): AccountProposal => ({
  reason: 'rule',
  account: rule.account,
  name: null,
  times: null,
  rule,
})

/** Rules whose accounts are open for booking. */
const usableRules = async (call: CompanyCall): Promise<MatchingRule[]> => {
  const rules = await activeRules(call)
  if (rules.length === 0) return []
  const { accounts } = await bookOf(call)
  return rules.filter(({ account }) => accounts.get(account))
}

const isDocument = ({ kind }: Candidate): boolean => kind !== 'bankPayment'

/** The text of a transaction together with that of the bank payment it paid. */
const toldWith = ({ recipient, ...told }: Asking): TransactionFacts => {
  if (!recipient) return told
  const { recipientName } = recipient
  const words = 'ocr' in recipient || 'message' in recipient ? [recipient.ocr, recipient.message] : []
  const reference = 'recipientReference' in recipient ? [recipient.recipientReference] : []
  const said = { account: accountsTo(recipient)[0] ?? null, words: [...words, ...reference] }
  return {
    ...told,
    counterparty: told.counterparty ?? recipientName,
    counterpartyAccount: said.account,
    references: [...told.references, ...said.words.filter((word) => word !== undefined)],
  }
}

const invoicesFor = async (call: CompanyCall, open: readonly Asking[]): Promise<Candidate[]> => {
  const coming = open.filter(({ ore }) => ore > 0n)
  if (coming.length === 0) return []
  const words = [...new Set(coming.flatMap((one) => [...wordsIn(one)]))]
  const amounts = coming.map(({ ore }) => ore)
  const awaited = await invoicesAwaiting(call, { references: words, numbers: words, amounts })
  return [...awaited.map(ofInvoice), ...awaited.flatMap(withCharges)]
}

/** Repayments to customers, by exact amount only: a customer's reference may equal a supplier's. */
const refundsFor = async (call: CompanyCall, open: readonly Asking[]): Promise<Candidate[]> => {
  const going = open.filter(({ ore }) => ore < 0n).map(({ ore }) => ore)
  return (await overpaidInvoices(call, going)).map(ofInvoice)
}

/** The invoice, also with the charges claimed in its reminders, if any. */
const withCharges = (invoice: AwaitedInvoice): Candidate[] => {
  const { feeOre, interestOre, outstandingOre } = invoice
  const ore = outstandingOre + feeOre + interestOre
  return ore === outstandingOre ? [] : [{ ...ofInvoice(invoice), ore, charges: { feeOre, interestOre } }]
}

const ofInvoice = (invoice: AwaitedInvoice): Candidate => ({
  kind: 'invoice',
  id: invoice.id,
  number: invoice.number,
  ocr: invoice.paymentReference,
  name: invoice.customerName,
  accounts: [],
  endToEndId: null,
  ore: invoice.outstandingOre,
  dueDate: invoice.dueDate,
})

const supplierInvoicesFor = async (call: CompanyCall, open: readonly Asking[]): Promise<Candidate[]> => {
  if (open.length === 0) return []
  const awaited = await openSupplierInvoices(
    call,
    open.map(({ ore }) => -ore),
  )
  return awaited.map(ofSupplierInvoice)
}

const ofSupplierInvoice = (invoice: OpenSupplierInvoice): Candidate => ({
  kind: 'supplierInvoice',
  id: invoice.id,
  number: invoice.invoiceNumber,
  ocr: null,
  name: invoice.supplierName,
  accounts: accountsIn(invoice.paymentDetails),
  endToEndId: null,
  ore: -invoice.remainingOre,
  dueDate: invoice.dueDate,
})

const accountsIn = (details: OpenSupplierInvoice['paymentDetails']): string[] => {
  switch (details?.type) {
    case 'bankgiro':
      return [details.bankgiroNumber]
    case 'plusgiro':
      return [details.plusgiroNumber]
    case 'transfer':
      return [`${details.clearingNumber}${details.accountNumber}`, details.accountNumber]
    case 'internationalPayment':
      return [details.iban]
    default:
      return []
  }
}

/** Signed payments of the caller's integration that no transaction has paid. */
const bankPaymentsFor = async (call: CompanyCall, open: readonly Asking[]): Promise<Candidate[]> => {
  const amounts: Ore[] = open.filter(({ ore, paymentId }) => ore < 0n && paymentId === null).map(({ ore }) => -ore)
  if (amounts.length === 0) return []
  const payments = await call.db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.created_by_id = ${call.actor.id}
      and p.state in ('signed', 'rejected', 'error', 'paid') and p.amount_ore = any(${amounts.map(String)}::bigint[])
      and ${currencyInSql(sql`p`)} = ${await accountingCurrencyOf(call)}
      and not exists (select from banking.transaction t where t.company_id = p.company_id and t.payment_id = p.id)
    order by p.payment_date, p.id limit ${MAX_PAYMENTS}`)
  return payments.map(ofBankPayment)
}

const ofBankPayment = ({ id, amountOre, paymentDate, recipient }: PaymentRecord): Candidate => ({
  kind: 'bankPayment',
  id,
  number: null,
  name: recipient.recipientName,
  ocr: 'ocr' in recipient ? (recipient.ocr ?? null) : null,
  accounts: accountsTo(recipient),
  endToEndId: endToEndIdOf(id),
  ore: -amountOre,
  dueDate: paymentDate,
})

/** The account numbers by which a statement may name the recipient of a bank payment. */
const accountsTo = (recipient: Recipient): string[] =>
  recipient.kind === 'transfer'
    ? [`${recipient.clearingNumber}${recipient.accountNumber}`, recipient.accountNumber]
    : [numberOf(recipient)]
