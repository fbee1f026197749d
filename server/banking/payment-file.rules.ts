// The file that carries payments to the bank: ISO 20022 CustomerCreditTransferInitiation, pain.001.001.03, as the banks
// in Sweden read it (Svenska Bankföreningen, Swedish Common Interpretation of ISO 20022 Payment Messages, appendix 1).
// A bankgiro is addressed through Bankgirot by the scheme BGNR, an account by the clearing number of its bank.
import { type XmlNode, xmlText } from '#paper'
import type { Day } from '#platform/day'
import { momentText } from '#platform/moment'
import { type Ore, textFromOre } from '#platform/money'
import type { OwnBankAccount } from './bank-account.ts'
import { bankTextOf } from './bank-text.rules.ts'
import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH, type Recipient } from './payment.rules.ts'

export type FiledPayment = { endToEndId: string; amountOre: Ore; paymentDate: Day; recipient: Recipient }

export type PaymentFileContent = {
  /** At most 32 characters. */
  messageId: string
  madeAt: Date
  /** The day on which the file is made: nothing is asked for an earlier one. */
  today: Day
  company: { name: string; organizationNumber: string; city: string | null; country: string }
  account: Pick<OwnBankAccount, 'iban' | 'bic' | 'currency' | 'bankgiro' | 'agreement'>
  payments: readonly FiledPayment[]
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03'

/** Most payments of one file. */
export const MAX_FILE_PAYMENTS = 1000

/** The text of a file, in UTF-8. */
export const paymentFileText = (content: PaymentFileContent): string => {
  const { messageId, madeAt, company, account, payments } = content
  const party = account.agreement
    ? organization(account.agreement, 'BANK')
    : organization(digitsOf(company.organizationNumber), 'COID')
  return xmlText({
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: momentText(madeAt),
          ...sums(payments),
          InitgPty: { Nm: bankTextOf(company.name, MAX_NAME_LENGTH), Id: party },
        },
        PmtInf: groupsOf(content).map((group, index) => paymentInformation(content, group, index)),
      },
    },
  })
}

type Group = { date: Day; fromBankgiro: boolean; payments: readonly FiledPayment[] }

/** One group for each day; where the company's bankgiro stands for the account, bankgiro payments have their own. */
const groupsOf = ({ payments, today, account }: PaymentFileContent): Group[] => {
  const groups = new Map<string, { date: Day; fromBankgiro: boolean; payments: FiledPayment[] }>()
  for (const payment of payments) {
    const date = payment.paymentDate < today ? today : payment.paymentDate
    const fromBankgiro = account.bankgiro !== null && payment.recipient.kind === 'bankgiro'
    const key = `${date} ${fromBankgiro ? 1 : 2}`
    const group = groups.get(key) ?? { date, fromBankgiro, payments: [] }
    group.payments.push(payment)
    groups.set(key, group)
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

const paymentInformation = (
  { messageId, company, account }: PaymentFileContent,
  { date, fromBankgiro, payments }: Group,
  index: number,
): XmlNode => ({
  // 35 characters: the 32 of the message, and two of the place.
  PmtInfId: `${messageId}-${(index + 1).toString(PLACE_BASE)}`,
  PmtMtd: 'TRF',
  // Each payment stands by itself on the statement, and is found there.
  BtchBookg: 'false',
  ...sums(payments),
  PmtTpInf: { SvcLvl: { Cd: 'NURG' }, CtgyPurp: { Cd: 'SUPP' } },
  ReqdExctnDt: date,
  Dbtr: {
    Nm: bankTextOf(company.name, MAX_NAME_LENGTH),
    PstlAdr: { TwnNm: company.city && bankTextOf(company.city, MAX_TOWN_LENGTH), Ctry: company.country },
    Id: organization(digitsOf(company.organizationNumber), 'COID'),
  },
  DbtrAcct: {
    Id: fromBankgiro ? other(digitsOf(account.bankgiro ?? ''), BANKGIRO_SCHEME) : { IBAN: account.iban },
    Ccy: account.currency,
  },
  DbtrAgt: { FinInstnId: account.bic ? { BIC: account.bic } : { Othr: { Id: 'NOTPROVIDED' } } },
  CdtTrfTxInf: payments.map(transaction),
})

const PLACE_BASE = 36
/** Most characters of a town (Max35Text). */
const MAX_TOWN_LENGTH = 35

const transaction = ({ endToEndId, amountOre, recipient }: FiledPayment): XmlNode => ({
  PmtId: { EndToEndId: endToEndId },
  Amt: { InstdAmt: inKronor(amountOre) },
  CdtrAgt: { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'SESBA' }, MmbId: memberOf(recipient) } } },
  Cdtr: { Nm: bankTextOf(recipient.recipientName, MAX_NAME_LENGTH), PstlAdr: { Ctry: 'SE' } },
  CdtrAcct: { Id: accountOf(recipient) },
  RmtInf: remittanceOf(recipient, amountOre),
})

/** Bankgirot's own number among the clearing numbers. */
const BANKGIROT = '9900'
const BANKGIRO_SCHEME = { Prtry: 'BGNR' }
/** A clearing number has four digits; Swedbank's fifth is only its check digit. */
const CLEARING_DIGITS = 4

const memberOf = (recipient: Recipient): string =>
  recipient.kind === 'bankgiro' ? BANKGIROT : recipient.clearingNumber.slice(0, CLEARING_DIGITS)

const accountOf = (recipient: Recipient): XmlNode =>
  recipient.kind === 'bankgiro'
    ? other(digitsOf(recipient.bankgiroNumber), BANKGIRO_SCHEME)
    : other(`${memberOf(recipient)}${recipient.accountNumber}`, { Cd: 'BBAN' })

/** An OCR reference goes as the creditor's structured reference, with the amount that it is for; words as they are. */
const remittanceOf = (recipient: Recipient, amountOre: Ore): XmlNode => {
  const text = recipient.kind === 'bankgiro' ? recipient.message : recipient.recipientReference
  if (recipient.kind === 'transfer' || recipient.ocr === undefined) {
    return text ? { Ustrd: bankTextOf(text, MAX_MESSAGE_LENGTH) } : {}
  }
  return {
    Strd: {
      RfrdDocAmt: { RmtdAmt: inKronor(amountOre) },
      CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' } }, Ref: recipient.ocr },
    },
  }
}

const sums = (payments: readonly FiledPayment[]): XmlNode => ({
  NbOfTxs: String(payments.length),
  CtrlSum: textFromOre(payments.reduce((sum, { amountOre }) => sum + amountOre, 0n)),
})

const organization = (id: string, scheme: string): XmlNode => ({
  OrgId: { Othr: { Id: id, SchmeNm: { Cd: scheme } } },
})

const other = (id: string, scheme: XmlNode): XmlNode => ({ Othr: { Id: id, SchmeNm: scheme } })

const inKronor = (amountOre: Ore): XmlNode => ({ '@Ccy': 'SEK', '#': textFromOre(amountOre) })

const digitsOf = (text: string): string => text.replace(/\D/g, '')
