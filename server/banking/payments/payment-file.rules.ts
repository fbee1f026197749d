// The payment file for the bank: ISO 20022 CustomerCreditTransferInitiation, pain.001.001.03 or .09, as Swedish banks
// read it (Svenska Bankföreningen, Swedish Common Interpretation of ISO 20022 Payment Messages, appendix 1). A bankgiro
// is addressed through Bankgirot with the scheme BGNR, a plusgiro and an account by the clearing number of its bank,
// everything else by IBAN.
import { bankTextOf } from '#banking/statements/bank-text.rules'
import { type XmlNode, xmlText } from '#paper'
import { type Day, momentText } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { MAX_PAYMENT_MESSAGE } from '#rule/limits'
import type { OwnBankAccount } from './bank-account.ts'
import { currencyOf, MAX_NAME_LENGTH, MAX_TOWN_LENGTH, type PaymentCurrency, type Recipient } from './payment.rules.ts'

/** The place of a party; banks accept a town with its country, or neither. */
type Town = { city: string; country: string }

type FiledPayment = {
  endToEndId: string
  amountOre: Ore
  paymentDate: Day
  recipient: Recipient
  /** The recipient's place, if known from elsewhere. */
  town?: Town | null
  /** Pay is filed apart from other payments. */
  purpose?: 'salary' | null
}

export type PaymentFileContent = {
  /** At most 32 characters. */
  messageId: string
  madeAt: Date
  /** The day the file is made: no earlier execution date is requested. */
  today: Day
  company: { name: string; organizationNumber: string; city: string | null; country: string }
  account: Pick<OwnBankAccount, 'iban' | 'bic' | 'currency' | 'bankgiro' | 'agreement' | 'paymentFormat'>
  /** All in one currency. */
  payments: readonly FiledPayment[]
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:'

/** Maximum number of payments in one file. */
export const MAX_FILE_PAYMENTS = 1000

/** The text of a file, in UTF-8. */
export const paymentFileText = (content: PaymentFileContent): string => {
  const { messageId, madeAt, company, account, payments } = content
  const party = account.agreement
    ? organization(account.agreement, 'BANK')
    : organization(digitsOf(company.organizationNumber), 'COID')
  return xmlText({
    Document: {
      '@xmlns': `${NAMESPACE}${account.paymentFormat}`,
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

/**
 * The route of a payment: domestic, SEPA, or other cross-border. In SEPA each side pays its own charges by rule,
 * elsewhere they are shared.
 */
type Way = 'domestic' | 'sepa' | 'abroad'

const ways: Readonly<Record<Way, { service: string; charges: string | null }>> = {
  domestic: { service: 'NURG', charges: null },
  sepa: { service: 'SEPA', charges: 'SLEV' },
  abroad: { service: 'NURG', charges: 'SHAR' },
}

const wayOf = (recipient: Recipient): Way => {
  if (recipient.kind !== 'internationalPayment') return 'domestic'
  const country = recipient.iban.slice(0, 2)
  if (recipient.currency === 'EUR') return SEPA.has(country) ? 'sepa' : 'abroad'
  return country === 'SE' ? 'domestic' : 'abroad'
}

/** The countries of the SEPA schemes (EPC409-09, list of SEPA scheme countries), by IBAN prefix. */
const SEPA: ReadonlySet<string> = new Set(
  `AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI
   SK SM VA`.split(/\s+/),
)

type Group = { date: Day; way: Way; fromBankgiro: boolean; isPay: boolean; payments: FiledPayment[] }

/** What tells the groups of a file. */
export type Grouped = Pick<PaymentFileContent, 'payments' | 'today'> & {
  account: Pick<PaymentFileContent['account'], 'bankgiro'>
}

/**
 * One group for each day and route, and for pay; payments to bankgiro numbers are separate if the company's bankgiro
 * identifies the account.
 */
const groupsOf = ({ payments, today, account }: Grouped): Group[] => {
  const groups = new Map<string, Group>()
  for (const payment of payments) {
    const date = payment.paymentDate < today ? today : payment.paymentDate
    // Older accounts may have a blank bankgiro.
    const fromBankgiro = Boolean(account.bankgiro) && payment.recipient.kind === 'bankgiro'
    const way = wayOf(payment.recipient)
    const isPay = payment.purpose === 'salary'
    const key = `${date} ${fromBankgiro ? 1 : 2} ${way}${isPay ? ' salary' : ''}`
    const group = groups.get(key) ?? { date, way, fromBankgiro, isPay, payments: [] }
    group.payments.push(payment)
    groups.set(key, group)
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

const paymentInformation = (
  { messageId, company, account }: PaymentFileContent,
  { date, way, fromBankgiro, isPay, payments }: Group,
  index: number,
): XmlNode => ({
  // 35 characters: 32 of the message id, and two of the group's place.
  PmtInfId: `${messageId}-${(index + 1).toString(PLACE_BASE)}`,
  PmtMtd: 'TRF',
  // Each payment is booked separately on the statement, where it is then found.
  BtchBookg: 'false',
  ...sums(payments),
  PmtTpInf: { SvcLvl: { Cd: ways[way].service }, CtgyPurp: { Cd: isPay ? 'SALA' : 'SUPP' } },
  ReqdExctnDt: isNew(account) ? { Dt: date } : date,
  Dbtr: {
    Nm: bankTextOf(company.name, MAX_NAME_LENGTH),
    PstlAdr: addressOf(company.city === null ? null : { city: company.city, country: company.country }),
    Id: organization(digitsOf(company.organizationNumber), 'COID'),
  },
  DbtrAcct: {
    Id: fromBankgiro ? other(digitsOf(account.bankgiro ?? ''), BANKGIRO_SCHEME) : { IBAN: account.iban },
    Ccy: account.currency,
  },
  DbtrAgt: { FinInstnId: account.bic ? bankOf(account, account.bic) : { Othr: { Id: 'NOTPROVIDED' } } },
  ChrgBr: ways[way].charges,
  CdtTrfTxInf: payments.map((payment) => transaction(account, payment)),
})

/** From version .09, a date may be a date and time, and the bank's code has another element name. */
const isNew = ({ paymentFormat }: Pick<OwnBankAccount, 'paymentFormat'>): boolean => paymentFormat === 'pain.001.001.09'

const bankOf = (account: Pick<OwnBankAccount, 'paymentFormat'>, bic: string): XmlNode =>
  isNew(account) ? { BICFI: bic } : { BIC: bic }

/** With a town and its country, or omitted: banks reject incomplete addresses. */
const addressOf = (town: Town | null): XmlNode | null => {
  const name = town && bankTextOf(town.city, MAX_TOWN_LENGTH)
  return name ? { TwnNm: name, Ctry: town.country } : null
}

const PLACE_BASE = 36

/** A file as named by a bank: its message id, and the place of a group; null for the whole file. */
export type NamedBatch = { messageId: string; place: number | null }

/** The file, or group, that a name refers to; null if it has another form. */
export const batchNamed = (name: string): NamedBatch | null => {
  const [, messageId, place] = /^([0-9a-f]{32})(?:-([0-9a-z]{1,2}))?$/i.exec(name.trim()) ?? []
  if (messageId === undefined) return null
  return { messageId, place: place === undefined ? null : Number.parseInt(place, PLACE_BASE) }
}

/** The payments of a file that a bank refers to by this name. */
export const paymentsOfBatch = (file: Grouped, { place }: NamedBatch): readonly FiledPayment[] =>
  place === null ? file.payments : (groupsOf(file)[place - 1]?.payments ?? [])

const transaction = (
  account: PaymentFileContent['account'],
  { endToEndId, amountOre, recipient, town = null }: FiledPayment,
): XmlNode => {
  const { recipientCity: city, recipientCountry: country } = recipient
  return {
    PmtId: { EndToEndId: endToEndId },
    Amt: { InstdAmt: amountText(amountOre, currencyOf(recipient)) },
    CdtrAgt: agentOf(account, recipient),
    Cdtr: {
      Nm: bankTextOf(recipient.recipientName, MAX_NAME_LENGTH),
      PstlAdr: addressOf(city && country ? { city, country } : town),
    },
    CdtrAcct: { Id: accountOf(recipient) },
    RmtInf: remittanceOf(recipient, amountOre),
  }
}

/** The recipient's bank: by clearing number or BIC; without a BIC it follows from the IBAN. */
const agentOf = (account: PaymentFileContent['account'], recipient: Recipient): XmlNode | null => {
  if (recipient.kind === 'internationalPayment') {
    return recipient.bic ? { FinInstnId: bankOf(account, recipient.bic) } : null
  }
  return { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'SESBA' }, MmbId: memberOf(recipient) } } }
}

/** Bankgirot's clearing number. */
const BANKGIROT = '9900'
/** PlusGirot's clearing number, which is Nordea's. */
const PLUSGIROT = '9500'
const BANKGIRO_SCHEME = { Prtry: 'BGNR' }
/** A clearing number has four digits; Swedbank's fifth is a check digit. */
const CLEARING_DIGITS = 4

type Domestic = Exclude<Recipient, { kind: 'internationalPayment' }>

const memberOf = (recipient: Domestic): string => {
  switch (recipient.kind) {
    case 'bankgiro':
      return BANKGIROT
    case 'plusgiro':
      return PLUSGIROT
    case 'transfer':
      return recipient.clearingNumber.slice(0, CLEARING_DIGITS)
  }
}

const accountOf = (recipient: Recipient): XmlNode => {
  switch (recipient.kind) {
    case 'bankgiro':
      return other(digitsOf(recipient.bankgiroNumber), BANKGIRO_SCHEME)
    case 'plusgiro':
      return other(digitsOf(recipient.plusgiroNumber), { Cd: 'BBAN' })
    case 'transfer':
      return other(`${memberOf(recipient)}${recipient.accountNumber}`, { Cd: 'BBAN' })
    case 'internationalPayment':
      return { IBAN: recipient.iban }
  }
}

/**
 * The remittance information: an OCR reference as structured creditor reference with its amount; other text
 * unstructured.
 */
const remittanceOf = (recipient: Recipient, amountOre: Ore): XmlNode => {
  const isGiro = recipient.kind === 'bankgiro' || recipient.kind === 'plusgiro'
  const text = isGiro ? recipient.message : recipient.recipientReference
  if (!isGiro || recipient.ocr === undefined) return text ? { Ustrd: bankTextOf(text, MAX_PAYMENT_MESSAGE) } : {}
  return {
    Strd: {
      RfrdDocAmt: { RmtdAmt: amountText(amountOre, 'SEK') },
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

const amountText = (amountOre: Ore, currency: PaymentCurrency): XmlNode => ({
  '@Ccy': currency,
  '#': textFromOre(amountOre),
})

const digitsOf = (text: string): string => text.replace(/\D/g, '')
