// Proposals of what a bank transaction is for: in words, as a request, and which of them are sure.
import type { Schema } from '#client'
import { oreOf } from '#ui'

export type Transaction = Schema<'BankTransaction'>
/** A transaction with the statement that it was read from. */
export type Line = Transaction & { statementId: string }
export type Proposal = Transaction['proposals'][number]

/** The best proposal; the service gives the surest first. */
export const bestOf = ({ status, proposals }: Transaction): Proposal | null =>
  status === 'open' ? (proposals[0] ?? null) : null

const fields = {
  invoice: 'invoiceId',
  supplierInvoice: 'supplierInvoiceId',
  bankPayment: 'bankPaymentId',
  journalEntry: 'journalEntryId',
} as const

/** A proposal as the service is asked to book it. */
export const matchOf = ({ kind, id }: Pick<Proposal, 'kind' | 'id'>): Schema<'BankTransactionMatch'> => ({
  [fields[kind]]: id,
})

const isWhole = ({ amount }: Transaction, proposal: Proposal): boolean => oreOf(amount) === oreOf(proposal.amount)

/**
 * Whether nobody needs to look twice: the amount is right to the öre, and no other proposal has that amount. A name
 * alone is never sure, and a bank payment leaves the transaction open for what it paid.
 */
const isSure = (line: Line): boolean => {
  const best = bestOf(line)
  if (!best || !isWhole(line, best) || best.kind === 'bankPayment' || best.reason === 'amountAndName') return false
  const rivals = line.proposals.filter((one) => one !== best && isWhole(line, one))
  return rivals.every(({ reason }) => best.reason === 'ocr' && reason !== 'ocr' && reason !== 'entry')
}

/** The lines whose best proposal is sure, and is that of no other line: a tie is never broken by a guess. */
export const sureLines = (lines: readonly Line[]): Line[] => {
  const sought = new Map<string, number>()
  for (const line of lines) {
    const id = bestOf(line)?.id
    if (id) sought.set(id, (sought.get(id) ?? 0) + 1)
  }
  return lines.filter((line) => isSure(line) && sought.get(bestOf(line)?.id ?? '') === 1)
}

type Words = {
  ocr: (ocr: string, number: string, amount: string) => string
  ocrPart: (ocr: string, number: string, amount: string) => string
  number: (number: string, amount: string) => string
  numberPart: (number: string, amount: string) => string
  giro: (name: string, number: string) => string
  amountAndName: (name: string, number: string) => string
  entry: (number: string, name: string) => string
  endToEndId: (name: string) => string
}

/** Why something is proposed, as a sentence. */
export const reasonOf = (
  transaction: Transaction,
  proposal: Proposal,
  { texts, money }: { texts: Words; money: (kronor: number) => string },
): string => {
  const { reason, number = '', name = '' } = proposal
  const amount = money(Math.abs(proposal.amount))
  const whole = isWhole(transaction, proposal)
  const ocr = transaction.references[0] ?? ''
  if (reason === 'ocr') return whole ? texts.ocr(ocr, number, amount) : texts.ocrPart(ocr, number, amount)
  if (reason === 'number') return whole ? texts.number(number, amount) : texts.numberPart(number, amount)
  if (reason === 'endToEndId') return texts.endToEndId(name)
  return reason === 'entry' ? texts.entry(number, name) : texts[reason](name, number).trim()
}

/** What the bank says of a transaction, in one line. */
export const saidOf = ({ counterparty, message, references }: Transaction): string =>
  [counterparty, message, ...(message ? [] : references)].filter(Boolean).join(' · ')
