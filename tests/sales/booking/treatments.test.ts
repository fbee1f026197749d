// Every way in which the tax of a sale is dealt with, as one table: what the invoice says in Swedish and English, the
// category and the reason of the e-invoice, and whose VAT numbers must stand on it (mervärdesskattelagen 2023:200,
// 17 kap. 24 §; directive 2006/112/EC, article 226; EN 16931). What lacks them is not published, since it cannot be
// added later (EU Court, C-247/21).
import { describe, expect, test } from 'vitest'
import type { AccountMap } from '#ledger'
import type { VatTreatment } from '#paper'
import { usualAccounts } from '#rules/ledger/accounts/account-map'
import { usualVatCode } from '#rules/ledger/accounts/vat-code'
import { categoryOf, notesOn, reasonCodeOf } from '#rules/paper/treatments'
import { type TaxedDocument, treatmentOf, wrongInTreatment } from '#rules/sales/publishing/vat'

const numbers = Array.from({ length: 9000 }, (_, place) => place + 1000)
const vatCodes = new Map(numbers.map((number) => [number, usualVatCode(number)]))
const accounts: AccountMap = { ...usualAccounts, vatCodes }

const swedish = { country: 'SE', type: 'company', vatNumber: 'SE556036079301' } as const
const german = { country: 'DE', type: 'company', vatNumber: 'DE811907980' } as const
const norwegian = { country: 'NO', type: 'company', vatNumber: null } as const
const seller = { vatNumber: 'SE559999000801' }

type Row = {
  treatment: VatTreatment
  line: [taxRate: number, productType: 'goods' | 'services', account: number | null]
  buyer: TaxedDocument['buyer']
  reason?: string
  sv: string[]
  en: string[]
  category: string
  code: string | null
  /** Whose VAT numbers the law wants; `seller` where only a registered company sells so. */
  numbers: ('seller' | 'buyer')[]
}

const rows: Row[] = [
  {
    treatment: 'rate',
    line: [25, 'goods', null],
    buyer: swedish,
    sv: [],
    en: [],
    category: 'S',
    code: null,
    numbers: ['seller'],
  },
  {
    treatment: 'exempt',
    line: [0, 'services', null],
    buyer: swedish,
    sv: ['Undantaget från moms enligt mervärdesskattelagen (2023:200).'],
    en: ['Exempt from VAT under the Swedish VAT Act (2023:200).'],
    category: 'E',
    code: null,
    numbers: [],
  },
  {
    treatment: 'exempt',
    line: [0, 'services', 3014],
    buyer: german,
    reason: 'Utbildning, 10 kap.',
    sv: ['Utbildning, 10 kap.'],
    en: ['Utbildning, 10 kap.'],
    category: 'E',
    code: null,
    numbers: [],
  },
  {
    treatment: 'reverseCharge',
    line: [0, 'services', 3231],
    buyer: swedish,
    sv: ['Omvänd betalningsskyldighet: köparen ska betala momsen.'],
    en: ['Reverse charge: the buyer is liable for the VAT.'],
    category: 'AE',
    code: 'VATEX-EU-AE',
    numbers: ['seller', 'buyer'],
  },
  {
    treatment: 'reverseCharge',
    line: [0, 'goods', 3232],
    buyer: swedish,
    reason: 'Avfall, 16 kap. 15 §',
    sv: ['Omvänd betalningsskyldighet: köparen ska betala momsen.', 'Avfall, 16 kap. 15 §'],
    en: ['Reverse charge: the buyer is liable for the VAT.', 'Avfall, 16 kap. 15 §'],
    category: 'AE',
    code: 'VATEX-EU-AE',
    numbers: ['seller', 'buyer'],
  },
  {
    treatment: 'euGoods',
    line: [0, 'goods', null],
    buyer: german,
    sv: ['Unionsintern varuleverans, undantagen från moms enligt artikel 138 i direktiv 2006/112/EG.'],
    en: ['Intra-Union supply of goods, exempt from VAT under Article 138 of Directive 2006/112/EC.'],
    category: 'K',
    code: 'VATEX-EU-IC',
    numbers: ['seller'],
  },
  {
    treatment: 'euGoods',
    line: [0, 'services', 3541],
    buyer: german,
    reason: 'Frakt',
    sv: ['Unionsintern varuleverans, undantagen från moms enligt artikel 138 i direktiv 2006/112/EG.', 'Frakt'],
    en: ['Intra-Union supply of goods, exempt from VAT under Article 138 of Directive 2006/112/EC.', 'Frakt'],
    category: 'K',
    code: 'VATEX-EU-IC',
    numbers: ['seller'],
  },
  {
    treatment: 'triangular',
    line: [0, 'goods', 3107],
    buyer: german,
    sv: [
      'Omvänd betalningsskyldighet: köparen ska betala momsen, trepartshandel enligt artiklarna 141 och 197 i direktiv 2006/112/EG.',
    ],
    en: [
      'Reverse charge: the buyer is liable for the VAT, triangular trade under Articles 141 and 197 of Directive 2006/112/EC.',
    ],
    category: 'AE',
    code: 'VATEX-EU-AE',
    numbers: ['seller', 'buyer'],
  },
  {
    treatment: 'triangular',
    line: [0, 'goods', 3057],
    buyer: german,
    reason: 'Simplified triangulation',
    sv: [
      'Omvänd betalningsskyldighet: köparen ska betala momsen, trepartshandel enligt artiklarna 141 och 197 i direktiv 2006/112/EG.',
      'Simplified triangulation',
    ],
    en: [
      'Reverse charge: the buyer is liable for the VAT, triangular trade under Articles 141 and 197 of Directive 2006/112/EC.',
      'Simplified triangulation',
    ],
    category: 'AE',
    code: 'VATEX-EU-AE',
    numbers: ['seller', 'buyer'],
  },
  {
    treatment: 'euServices',
    line: [0, 'services', null],
    buyer: german,
    sv: ['Omvänd betalningsskyldighet: köparen ska betala momsen, artikel 196 i direktiv 2006/112/EG.'],
    en: ['Reverse charge: the buyer is liable for the VAT, Article 196 of Directive 2006/112/EC.'],
    category: 'AE',
    code: 'VATEX-EU-AE',
    numbers: ['seller'],
  },
  {
    treatment: 'exportGoods',
    line: [0, 'goods', null],
    buyer: norwegian,
    sv: ['Export av varor, undantagen från moms enligt artikel 146 i direktiv 2006/112/EG.'],
    en: ['Export of goods, exempt from VAT under Article 146 of Directive 2006/112/EC.'],
    category: 'G',
    code: 'VATEX-EU-G',
    numbers: [],
  },
  {
    treatment: 'exportServices',
    line: [0, 'services', null],
    buyer: norwegian,
    sv: ['Tjänsten är omsatt utanför EU: svensk moms tas inte ut.'],
    en: ['Service supplied outside the EU: no Swedish VAT is charged.'],
    category: 'G',
    code: 'VATEX-EU-G',
    numbers: [],
  },
  ...(
    [
      ['Begagnade varor', 'VATEX-EU-F', 'för begagnade varor', 'Second-hand goods'],
      ['Konstverk', 'VATEX-EU-I', 'för konstverk', 'Works of art'],
      ['Antikviteter', 'VATEX-EU-J', 'för samlarföremål och antikviteter', 'Collector’s items and antiques'],
      ['Resebyråer', 'VATEX-EU-D', 'för resebyråer', 'Travel agents'],
    ] as const
  ).map(
    ([reason, code, sv, en]): Row => ({
      treatment: 'marginScheme',
      line: [0, 'goods', 3211],
      buyer: swedish,
      reason,
      sv: [`Vinstmarginalbeskattning ${sv}. ${reason}`],
      en: [`Margin scheme – ${en}. ${reason}`],
      category: 'E',
      code,
      numbers: ['seller'],
    }),
  ),
]

const named = (row: Row): [string, Row] => {
  const parts = [row.treatment, ...row.line, row.reason].filter((part) => part !== null && part !== undefined)
  return [parts.join(' '), row]
}

describe('a sale', () => {
  test.each(rows.map(named))('%s', (_, { line: [taxRate, productType, account], buyer, reason = null, ...row }) => {
    const line = { taxRate, productType, account }
    expect(treatmentOf(line, buyer, accounts)).toBe(row.treatment)
    const paper = { taxes: [{ treatment: row.treatment }], vatExemptionReason: reason }
    expect(notesOn([row.treatment], { ...paper, language: 'sv' })).toEqual(row.sv)
    expect(notesOn([row.treatment], { ...paper, language: 'en' })).toEqual(row.en)
    const category = categoryOf(row.treatment, seller)
    expect([category, reasonCodeOf(category, [row.treatment], paper)]).toEqual([row.category, row.code])
    const document = { lines: [line], vatExemptionReason: reason, deliveryCountry: null, isUnregistered: false }
    expect(wrongInTreatment({ ...document, buyer }, accounts)).toEqual([])
    const lacks: Row['numbers'] = []
    if (wrongInTreatment({ ...document, buyer, isUnregistered: true }, accounts).length > 0) lacks.push('seller')
    // Without the number of a buyer in another member state, it is not known that the buyer owes the tax.
    const unknown = { ...document, buyer: { ...buyer, vatNumber: null } }
    const isAsked = treatmentOf(line, unknown.buyer, accounts) === row.treatment
    if (isAsked && wrongInTreatment(unknown, accounts).length > 0) lacks.push('buyer')
    expect(lacks).toEqual(row.numbers)
  })

  test('of every kind is in the table', () => {
    const all: Record<VatTreatment, true> = {
      rate: true,
      exempt: true,
      reverseCharge: true,
      euGoods: true,
      triangular: true,
      euServices: true,
      exportGoods: true,
      exportServices: true,
      marginScheme: true,
    }
    expect(new Set(rows.map(({ treatment }) => treatment))).toEqual(new Set(Object.keys(all)))
  })
})

describe('what is not published', () => {
  const sold = (line: Row['line'], buyer: object, changes: Partial<TaxedDocument> = {}) => {
    const [taxRate, productType, account] = line
    const document = { vatExemptionReason: null, deliveryCountry: null, isUnregistered: false, ...changes }
    return wrongInTreatment(
      { ...document, lines: [{ taxRate, productType, account }], buyer: { ...german, ...buyer } },
      accounts,
    ).map(({ message }) => message)
  }
  const triangular: Row['line'] = [0, 'goods', 3107]
  const cases: [what: string, Row['line'], object, Partial<TaxedDocument>, RegExp[]][] = [
    [
      'triangular trade, unknown VAT number  ',
      triangular,
      { vatNumber: null },
      {},
      [/number of the customer in another/],
    ],
    ['with a number of the seller’s country ', triangular, { vatNumber: 'SE556036079301' }, {}, [/in another EU/]],
    ['with a number from outside the Union  ', triangular, { vatNumber: 'NO974760673MVA' }, {}, [/in another EU/]],
    ['with a Northern Irish number it is    ', triangular, { vatNumber: 'XI123456789', country: 'GB' }, {}, []],
    ['to a private person                   ', triangular, { type: 'private' }, {}, [/private person/]],
    ['of goods that are delivered here      ', triangular, {}, { deliveryCountry: 'SE' }, [/delivered in Sweden/]],
    ['with tax                              ', [25, 'goods', 3107], {}, {}, [/account 3107 .* no tax is charged/]],
    ['with tax, on another account like that', [25, 'services', 3232], {}, {}, [/account 3232 .* no tax is charged/]],
    [
      'reverse charge without a VAT number   ',
      [0, 'services', 3232],
      { vatNumber: null },
      {},
      [/state the VAT number/],
    ],
    ['a margin scheme without its name      ', [0, 'goods', 3211], swedish, {}, [/has to name it/]],
    [
      'a margin scheme with two names        ',
      [0, 'goods', 3211],
      swedish,
      { vatExemptionReason: 'Begagnade konstverk' },
      [/name it/],
    ],
    ['a margin scheme with tax              ', [25, 'goods', 3211], swedish, {}, [/account 3211 .* shows no tax/]],
    ['by an unregistered seller             ', triangular, {}, { isUnregistered: true }, [/not registered for VAT/]],
    ['goods to a German with a British number', [0, 'goods', null], { vatNumber: 'GB123456789' }, {}, [/to DE needs/]],
    ['what is exempt, to a German, unexplained', [0, 'services', 3014], {}, {}, [/to DE needs/]],
  ]
  test.each(cases)('%s', (_, line, buyer, changes, messages) => {
    expect(sold(line, buyer, changes)).toEqual(messages.map((pattern) => expect.stringMatching(pattern)))
  })
})

describe('where a paper has several, what the seller says of why', () => {
  const said = (treatments: VatTreatment[], vatExemptionReason: string) =>
    notesOn(treatments, { taxes: treatments.map((treatment) => ({ treatment })), vatExemptionReason, language: 'sv' })

  test('is said of what is exempt, and the law’s words of the rest stay', () => {
    expect(said(['triangular', 'exempt', 'rate'], 'Vård')).toEqual([
      expect.stringMatching(/^Omvänd betalningsskyldighet.*trepartshandel/),
      'Vård',
    ])
  })

  test('is said once', () => {
    expect(said(['euGoods', 'euServices'], 'Se avtalet')).toEqual([
      expect.stringMatching(/artikel 138/),
      expect.stringMatching(/artikel 196/),
      'Se avtalet',
    ])
  })

  test('is the name of a margin scheme beside what is exempt', () => {
    expect(said(['exempt', 'marginScheme'], 'Vinstmarginalbeskattning för begagnade varor')).toEqual([
      'Undantaget från moms enligt mervärdesskattelagen (2023:200).',
      'Vinstmarginalbeskattning för begagnade varor',
    ])
  })
})
