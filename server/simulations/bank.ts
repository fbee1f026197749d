// What a bank does: statements (camt.053) with what customers have paid and what has left the account, and status
// reports (pain.002) on files of payments.

import { type BankLine, statementFile } from '#demo/demo-papers'
import type { CompanyRowCall } from '#http'
import { xmlText } from '#paper'
import { type Day, dayOf, momentText } from '#platform/day'
import { newId } from '#platform/id'
import { openInvoices } from '#sales'
import { oreIn } from './amount.ts'
import type { Enter } from './entrance.ts'
import { simulationRefusals as refusals } from './refusals.ts'

type Page<Item> = { items: Item[] }
type Account = { iban: string; currency: string; isDefault: boolean }
type Payment = {
  id: string
  status: string
  amount: number
  currency?: string
  paymentDate: string
  recipientRef: { recipientName?: string }
  paymentFileRef?: { id: string }
}

export const PAYS = ['all', 'part', 'tooMuch', 'twice'] as const
type CustomerPayment = { invoiceId: string; covers: (typeof PAYS)[number]; amount?: number; date?: Day }
type Transaction = { amount: number; name?: string; text?: string; reference?: string }

/** Most payments and statements that are looked at. */
const MOST = 100
/** Most unpaid invoices among which one is looked for. */
const MOST_INVOICES = 10_000
/** What a customer pays too much, in öre, unless it is said. */
const TOO_MUCH_ORE = 10_000

/** In statements amounts are whole öre as numbers. */
const oreOf = (kronor: number, field = '#/amount'): number => Number(oreIn(kronor, field))

/** A customer pays an invoice: the money comes in on the account, with the reference of the invoice. */
export const customerPays = async (
  call: CompanyRowCall,
  enter: Enter,
  { invoiceId, covers, amount, date = dayOf(call.now) }: CustomerPayment,
): Promise<unknown> => {
  const { currency } = await enter<{ currency: string }>('getInvoice', { params: { invoiceId } })
  const invoice = (await openInvoices(call, MOST_INVOICES)).find(({ id }) => id === invoiceId)
  if (!invoice || currency !== 'SEK') throw refusals.notPayable()
  const left = Number(invoice.outstandingOre)
  const given = amount === undefined ? null : oreOf(amount)
  const paid = {
    all: [given ?? left],
    part: [given ?? Math.ceil(left / 2)],
    tooMuch: [left + (given ?? TOO_MUCH_ORE)],
    twice: [given ?? left, given ?? left],
  }[covers]
  const { customerName, number } = invoice
  const name = customerName ?? ''
  const reference = invoice.paymentReference ?? number
  return sendStatement(enter, { date, lines: paid.map((ore) => ({ date, ore, name, ocr: reference })) })
}

/** The statement of a day: payments that are on their way leave the account, and what else is said to have happened. */
export const bankSendsStatement = async (
  call: CompanyRowCall,
  enter: Enter,
  { date = dayOf(call.now), transactions = [] }: { date?: Day; transactions?: readonly Transaction[] },
): Promise<unknown> => {
  const query = { query: 'status==onTheWay', pageSize: String(MOST) }
  const { items } = await enter<Page<Payment>>('listBankPayments', { query })
  const due = items.filter(({ paymentFileRef, paymentDate, currency = 'SEK' }) => {
    return paymentFileRef !== undefined && paymentDate <= date && currency === 'SEK'
  })
  const left = due.map(({ id, amount, recipientRef }) => ({
    date,
    ore: -oreOf(amount),
    name: recipientRef.recipientName ?? '',
    endToEndId: nameInFile(id),
  }))
  const others = transactions.map(({ amount, name = '', text, reference }, index) => ({
    date,
    ore: oreOf(amount, `#/transactions/${index}/amount`),
    name,
    ...(text === undefined ? {} : { text }),
    ...(reference === undefined ? {} : { ocr: reference }),
  }))
  if (left.length + others.length === 0) throw refusals.nothingHappened()
  return sendStatement(enter, { date, lines: [...left, ...others] })
}

/** The bank refuses a payment of a file: a status report on the file, with the reason. */
export const bankRefusesPayment = async (
  call: CompanyRowCall,
  enter: Enter,
  { bankPaymentId, reasonCode, text }: { bankPaymentId: string; reasonCode: string; text?: string },
): Promise<unknown> => {
  const { id, paymentFileRef } = await enter<Payment>('getBankPayment', { params: { bankPaymentId } })
  if (!paymentFileRef) throw refusals.notAtBank({ id })
  const reason = { Rsn: { Cd: reasonCode }, ...(text === undefined ? {} : { AddtlInf: text }) }
  const report = xmlText({
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.03',
      CstmrPmtStsRpt: {
        GrpHdr: { MsgId: nameInFile(newId()), CreDtTm: momentText(call.now) },
        OrgnlGrpInfAndSts: {
          OrgnlMsgId: nameInFile(paymentFileRef.id),
          OrgnlMsgNmId: 'pain.001.001.03',
          GrpSts: 'PART',
        },
        OrgnlPmtInfAndSts: {
          OrgnlPmtInfId: `${nameInFile(paymentFileRef.id)}-1`,
          TxInfAndSts: { OrgnlEndToEndId: nameInFile(id), TxSts: 'RJCT', StsRsnInf: reason },
        },
      },
    },
  })
  return enter('importBankStatement', { file: { name: 'pain002.xml', bytes: Buffer.from(report) } })
}

/** An id as payment files name it. */
const nameInFile = (id: string): string => id.replaceAll('-', '')

/** Imports a statement of the company's account, which goes on where the last one ended. */
const sendStatement = async (
  enter: Enter,
  { date, lines }: { date: Day; lines: readonly BankLine[] },
): Promise<unknown> => {
  const { items: accounts } = await enter<Page<Account>>('listBankAccounts', { query: { pageSize: String(MOST) } })
  const inSek = accounts.filter(({ currency }) => currency === 'SEK')
  const account = inSek.find(({ isDefault }) => isDefault) ?? inSek[0]
  if (!account) throw refusals.noBankAccount()
  const { items } = await enter<Page<{ iban?: string; closingBalance?: number }>>('listBankStatements', {
    query: { query: `iban==${account.iban}`, pageSize: '1' },
  })
  const openingOre = oreOf(items[0]?.closingBalance ?? 0)
  const bytes = statementFile({ id: nameInFile(newId()), iban: account.iban, openingOre, lines })
  return enter('importBankStatement', { file: { name: `kontoutdrag ${date}.xml`, bytes } })
}
