// Proposals of what a bank transaction is for: in words, and which of them the service is sure of.
import type { Schema } from '#client'
import { oreOf } from '#ui'

type Transaction = Schema<'BankTransaction'>
/** A transaction with the statement that it was read from, and the bank account that it is on. */
export type Line = Transaction & { statementId: string; bankAccountId: string }
export type Proposal = Transaction['proposals'][number]

/** The best proposal; the service gives the surest first. */
export const bestOf = ({ status, proposals }: Transaction): Proposal | null =>
  status === 'open' ? (proposals[0] ?? null) : null

/** Whether the best proposal books the line; a bank payment says only how it was paid. */
export const isTakeable = (line: Transaction): boolean => {
  const best = bestOf(line)
  return best !== null && best.kind !== 'bankPayment'
}

const isWhole = ({ amount }: Transaction, proposal: Proposal): boolean => oreOf(amount) === oreOf(proposal.amount)

/** The lines whose best proposal the service is sure of. */
export const sureLines = (lines: readonly Line[]): Line[] => lines.filter((line) => bestOf(line)?.isSure === true)

type Words = {
  ocr: (ocr: string, number: string, amount: string) => string
  ocrPart: (ocr: string, number: string, amount: string) => string
  withFee: (amount: string) => string
  withInterest: (amount: string) => string
  number: (number: string, amount: string) => string
  numberPart: (number: string, amount: string) => string
  giro: (name: string, number: string) => string
  amountAndName: (name: string, number: string) => string
  entry: (number: string, name: string) => string
  endToEndId: (name: string) => string
  numbers: (numbers: string, amount: string) => string
  sumAndName: (name: string, numbers: string) => string
  ownTransfer: (name: string, account: string) => string
  habit: (times: number, account: string, taxRate: number) => string
  rule: (name: string, account: string, taxRate: number) => string
  taxAccount: (account: string) => string
}

/** Why something is proposed, as a sentence. */
export const reasonOf = (
  transaction: Transaction,
  proposal: Proposal,
  { texts, money }: { texts: Words; money: (kronor: number) => string },
): string => {
  const { reason, number = '', name = '', parts = [], account = '', times = 0 } = proposal
  const amount = money(Math.abs(proposal.amount))
  const whole = isWhole(transaction, proposal)
  const ocr = transaction.references[0] ?? ''
  const beside = proposal.charges ? chargesIn(proposal.charges, texts, money) : ''
  if (reason === 'ocr') return `${whole ? texts.ocr(ocr, number, amount) : texts.ocrPart(ocr, number, amount)}${beside}`
  if (reason === 'number') return `${whole ? texts.number(number, amount) : texts.numberPart(number, amount)}${beside}`
  const numbers = parts.map((part) => part.number ?? part.name ?? '').join(', ')
  if (reason === 'numbers') return texts.numbers(numbers, amount)
  if (reason === 'sumAndName') return texts.sumAndName(parts[0]?.name ?? '', numbers)
  if (reason === 'ownTransfer') return texts.ownTransfer(name, String(account))
  if (reason === 'rule') return texts.rule(proposal.matchingRuleRef?.name ?? '', String(account), proposal.taxRate ?? 0)
  if (reason === 'habit') return texts.habit(times, String(account), proposal.taxRate ?? 0)
  if (reason === 'taxAccount') return texts.taxAccount(String(account))
  if (reason === 'endToEndId') return texts.endToEndId(name)
  return reason === 'entry' ? texts.entry(number, name) : texts[reason](name, number).trim()
}

/** What is paid beside the invoice, as its reminders claim it. */
const chargesIn = (
  { reminderFee, lateInterest }: NonNullable<Proposal['charges']>,
  texts: Words,
  money: (kronor: number) => string,
): string =>
  [
    reminderFee > 0 ? texts.withFee(money(reminderFee)) : '',
    lateInterest > 0 ? texts.withInterest(money(lateInterest)) : '',
  ].join('')

/** What the bank says of a transaction, in one line. */
export const saidOf = ({ counterparty, message, references }: Transaction): string =>
  [counterparty, message, ...(message ? [] : references)].filter(Boolean).join(' · ')
