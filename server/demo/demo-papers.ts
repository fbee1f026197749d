// Documents of the demo: supplier invoices as PDFs, created by our own renderer, and statements of the bank.
import { type Paper, type PaperSeller, pdfOf, type XmlNode, xmlText } from '#paper'
import type { Day } from '#platform/day'

/** In whole kronor, before 25 % VAT. */
type SupplierPaper = {
  supplier: string
  organizationNumber: string
  bankgiro: string
  number: string
  date: Day
  dueDate: Day
  description: string
  net: number
}

const ORE = 100
const TAX_RATE = 25

/** The invoice as its supplier would have created it. */
export const supplierPdf = (paper: SupplierPaper): Promise<Buffer> =>
  pdfOf(paperOf(paper), { logo: null, attachments: [], personalNumbers: [] })

const address = (line1: string, postalCode: string, city: string) => ({
  line1,
  line2: null,
  postalCode,
  city,
  country: 'SE',
  countrySubdivision: null,
})

export const paperOf = (given: SupplierPaper): Paper => {
  const { number, date, dueDate, description } = given
  const net = given.net * ORE
  const tax = (net * TAX_RATE) / 100
  return {
    kind: 'invoice',
    language: 'sv',
    number,
    date,
    dueDate,
    publishedAt: `${date}T08:00:00Z`,
    credits: null,
    paymentReference: null,
    paymentTerms: '20 dagar netto',
    deliveryAddress: null,
    currency: 'SEK',
    references: { orderNumber: null, project: null, buyer: 'Demi Demo', contract: null },
    seller: sellerOf(given),
    buyer: {
      name: 'Demobolaget AB',
      isCompany: true,
      customerNumber: '1007',
      organizationNumber: '559999-0008',
      vatNumber: null,
      address: address('Storgatan 1', '903 26', 'Umeå'),
      contact: null,
    },
    currencyRate: '1',
    lines: [
      {
        kind: 'sale',
        description,
        productType: 'goods',
        quantity: '1',
        unitType: 'piece',
        unitPrice: String(given.net),
        taxRate: TAX_RATE,
        treatment: 'rate',
        net,
        taxReduction: null,
      },
    ],
    taxes: [{ taxRate: TAX_RATE, treatment: 'rate', net, tax, baseTax: null }],
    net,
    tax,
    rounding: 0,
    total: net + tax,
    taxReduction: null,
    payable: net + tax,
  }
}

const sellerOf = ({ supplier, organizationNumber, bankgiro }: SupplierPaper): PaperSeller => ({
  name: supplier,
  organizationNumber,
  isLimitedCompany: true,
  vatNumber: null,
  address: address('Industrivägen 4', '906 20', 'Umeå'),
  phone: '090-12 34 56',
  email: null,
  website: null,
  seat: 'Umeå',
  hasFTax: true,
  bankgiro,
  plusgiro: null,
  iban: null,
  bic: null,
  lateInterest: null,
})

/** A transaction on the account: öre, positive for incoming money. */
export type BankLine = { date: Day; ore: number; name: string; text?: string; ocr?: string; endToEndId?: string }

type DemoStatement = { id: string; iban: string; openingOre: number; lines: readonly BankLine[] }

/** A statement as from a bank (camt.053.001.02). */
export const statementFile = ({ id, iban, openingOre, lines }: DemoStatement): Buffer => {
  const closing = lines.reduce((sum, { ore }) => sum + ore, openingOre)
  const last = lines.at(-1)?.date ?? ''
  const balance = (code: string, ore: number): XmlNode => ({
    Tp: { CdOrPrtry: { Cd: code } },
    ...money(ore),
    Dt: { Dt: last },
  })
  const statement: XmlNode = {
    Id: id,
    CreDtTm: `${last}T20:00:00+01:00`,
    Acct: { Id: { IBAN: iban }, Ccy: 'SEK' },
    Bal: [balance('OPBD', openingOre), balance('CLBD', closing)],
    Ntry: lines.map((line, place) => entryOf(line, `${id}-${place + 1}`)),
  }
  const header = { MsgId: id, CreDtTm: `${last}T20:00:00+01:00` }
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'
  const text = xmlText({ Document: { '@xmlns': namespace, BkToCstmrStmt: { GrpHdr: header, Stmt: statement } } })
  return Buffer.from(text)
}

const money = (ore: number): XmlNode => ({
  Amt: { '@Ccy': 'SEK', '#': (Math.abs(ore) / ORE).toFixed(2) },
  CdtDbtInd: ore < 0 ? 'DBIT' : 'CRDT',
})

const entryOf = ({ date, ore, name, text, ocr, endToEndId }: BankLine, reference: string): XmlNode => ({
  ...money(ore),
  Sts: 'BOOK',
  BookgDt: { Dt: date },
  AcctSvcrRef: reference,
  BkTxCd: { Domn: { Cd: 'PMNT' } },
  NtryDtls: {
    TxDtls: {
      Refs: { EndToEndId: endToEndId ?? 'NOTPROVIDED' },
      AmtDtls: { TxAmt: { Amt: { '@Ccy': 'SEK', '#': (Math.abs(ore) / ORE).toFixed(2) } } },
      RltdPties: { [ore > 0 ? 'Dbtr' : 'Cdtr']: { Nm: name } },
      RmtInf: {
        Ustrd: text ?? null,
        Strd: ocr ? { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' } }, Ref: ocr } } : null,
      },
    },
  },
})
