// The e-invoice: each kind of document fits the format and breaks no rule of it, and says what the paper says.
import { describe, expect, test } from 'vitest'
import { peppolAddress } from '#numbers/peppol-address'
import { type Paper, ublOf } from '#paper'
import { Refusal } from '#platform/refusal'
import { needs } from '#support/needs'
import { isOfficialHere, networkFaults, officialFaults } from './official-rules.ts'
import { all, anywhere, first, linesOf, quantityOf, rootOf, text } from './ubl-document.ts'
import { addressIn, type PaperChanges, papers, paperWith } from './ubl-papers.ts'
import { broken } from './ubl-rules.ts'
import { misplaced } from './ubl-structure.ts'

/** The e-invoice of a paper, after our own rules were asked of it: they take a hundredth of the time. */
const soundByOwn = (paper: Paper) => {
  const root = rootOf(ublOf(paper))
  expect(misplaced(root)).toEqual([])
  expect(broken(root)).toEqual([])
  return root
}

/** The same, after all that is known of the format was asked of it. */
const sound = (paper: Paper, ...rest: Parameters<typeof ublOf> extends [Paper, ...infer Rest] ? Rest : never) => {
  const xml = ublOf(paper, ...rest)
  const root = rootOf(xml)
  expect(misplaced(root)).toEqual([])
  expect(broken(root)).toEqual([])
  expect(officialFaults(xml)).toEqual([])
  return root
}

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'

test('the official rules are asked', () => {
  needs('standards')
  needs('xmllint')
  expect(officialFaults('<Invoice/>')).not.toEqual([])
})

test.each(Object.entries(papers))('%s is sound', (_, paper) => {
  sound(paper)
})

test('the same paper gives the same bytes', () => {
  expect(ublOf(papers.everything)).toBe(ublOf(structuredClone(papers.everything)))
})

describe('what it says', () => {
  const totalsOf = (paper: Paper) => {
    const total = first(sound(paper), 'cac:LegalMonetaryTotal')
    return Object.fromEntries((total?.children ?? []).map(({ name, text: amount }) => [name.slice(4), amount]))
  }

  test('of sums, with rounding and what the tax authority pays', () => {
    expect(totalsOf(papers.everything)).toEqual({
      LineExtensionAmount: '9718.87',
      TaxExclusiveAmount: '9718.87',
      TaxInclusiveAmount: '12034.08',
      PayableRoundingAmount: '-0.08',
      PayableAmount: '12034.00',
    })
    expect(totalsOf(papers.prepaid)).toMatchObject({ PrepaidAmount: '375.00', PayableAmount: '875.00' })
    expect(text(sound(papers.prepaid), 'cbc:Note')).toMatch(/^Skattereduktion ROT: Målning\. Vi begär/)
    expect(totalsOf(papers.negative)).toMatchObject({ TaxInclusiveAmount: '-250.00', PayableAmount: '-250.00' })
  })

  test('of tax by category', () => {
    const groups = (paper: Paper) =>
      all(sound(paper), 'cac:TaxTotal/cac:TaxSubtotal').map((group) => [
        text(group, 'cac:TaxCategory/cbc:ID'),
        text(group, 'cac:TaxCategory/cbc:Percent'),
        text(group, 'cbc:TaxableAmount'),
        text(group, 'cbc:TaxAmount'),
        text(group, 'cac:TaxCategory/cbc:TaxExemptionReasonCode'),
      ])
    expect(groups(papers.exempt)).toEqual([
      ['E', '0', '1000.00', '0.00', undefined],
      ['S', '25', '9008.65', '2252.16', undefined],
      ['S', '6', '599.97', '36.00', undefined],
      ['S', '12', '4.00', '0.48', undefined],
    ])
    expect(groups(papers.reverseCharge)[0]).toEqual(['AE', '0', '1000.00', '0.00', 'VATEX-EU-AE'])
    expect(groups(papers.euServices)).toEqual([['AE', '0', '1000.00', '0.00', 'VATEX-EU-AE']])
    expect(groups(papers.euGoods)).toEqual([['K', '0', '211.44', '0.00', 'VATEX-EU-IC']])
    expect(groups(papers.exportGoods)).toEqual([['G', '0', '2000.00', '0.00', 'VATEX-EU-G']])
    expect(groups(papers.outside)).toEqual([['O', undefined, '1000.00', '0.00', 'VATEX-EU-O']])
  })

  test('of tax in SEK when the currency is another', () => {
    const told = all(sound(papers.foreignCurrency), 'cac:TaxTotal/cbc:TaxAmount')
    expect(told.map((each) => [each.attributes.currencyID, each.text])).toEqual([
      ['USD', '2288.64'],
      ['SEK', '23875.33'],
    ])
  })

  test('of a discount, with a price that is not negative', () => {
    const line = linesOf(sound(papers.everything))[3]
    expect([quantityOf(line as never)?.text, text(line, 'cac:Price/cbc:PriceAmount')]).toEqual(['-1', '250.55'])
    expect(text(line, 'cbc:LineExtensionAmount')).toBe('-250.55')
  })

  test('of texts, beside the sale that they go with', () => {
    const lines = ['Rubrik', 'Mer', { unitPrice: '1' }, 'Efter', 'Sist', { unitPrice: '2' }]
    const notes = linesOf(sound(paperWith({ lines }))).map((line) => text(line, 'cbc:Note'))
    expect(notes).toEqual(['Rubrik\nMer\nEfter\nSist', undefined])
  })

  test('of a credit note, and of what it credits', () => {
    const root = sound(papers.credit)
    expect(root.name).toBe('CreditNote')
    const reference = first(root, 'cac:BillingReference/cac:InvoiceDocumentReference')
    expect([text(reference, 'cbc:ID'), text(reference, 'cbc:IssueDate')]).toEqual(['1001', '2026-06-01'])
    expect(text(root, 'cac:AdditionalDocumentReference/cbc:ID')).toBe('P-12')
    expect(text(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount')).toBe('11901.00')
  })

  test('of how it is paid', () => {
    const paid = (changes: PaperChanges) =>
      all(sound(paperWith(changes)), 'cac:PaymentMeans').map((means) => [
        text(means, 'cbc:PaymentMeansCode'),
        text(means, 'cbc:PaymentID'),
        text(means, 'cac:PayeeFinancialAccount/cbc:ID'),
        text(means, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID'),
      ])
    const bankgiro = ['30', '100162', '58056201', 'SE:BANKGIRO']
    const plusgiro = ['30', '100162', '2865434', 'SE:PLUSGIRO']
    const iban = ['30', '100162', 'SE4550000000058398257466', 'ESSESESS']
    const nothing = { bankgiro: null, plusgiro: null, iban: null, bic: null }
    expect(paid({})).toEqual([bankgiro, plusgiro, iban])
    expect(paid({ currency: 'EUR' })).toEqual([iban])
    expect(paid({ currency: 'EUR', seller: { ...nothing, bankgiro: '5805-6201' } })).toEqual([bankgiro])
    expect(paid({ seller: nothing })).toEqual([])
    expect(paid({ seller: { bic: null, bankgiro: null, plusgiro: null } })).toEqual([[...iban.slice(0, 3), undefined]])
    expect(paid({ kind: 'cashInvoice' })).toEqual([['10', undefined, undefined, undefined]])
  })

  test('of who asked for it: a reference, an order, else the contact or the customer number', () => {
    const none = { orderNumber: null, project: null, buyer: null, contract: null }
    const told = (changes: PaperChanges) => {
      const root = sound(paperWith(changes))
      return [text(root, 'cbc:BuyerReference'), text(root, 'cac:OrderReference/cbc:ID')]
    }
    expect(told({ references: { ...none, buyer: 'Ref', orderNumber: 'PO' } })).toEqual(['Ref', 'PO'])
    expect(told({ references: { ...none, orderNumber: 'PO' } })).toEqual([undefined, 'PO'])
    expect(told({ references: none })).toEqual(['Eva Ek', undefined])
    expect(told({ references: { ...none, buyer: '  ' }, buyer: { contact: null } })).toEqual(['17', undefined])
  })

  test('with files in it', () => {
    const content = Buffer.from('%PDF-1.7 a')
    const root = sound(papers.plain, [{ fileName: 'Avtal "A" & b.pdf', contentType: 'application/pdf', content }])
    const file = first(root, 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject')
    expect(file?.attributes).toEqual({ mimeCode: 'application/pdf', filename: 'Avtal "A" & b.pdf' })
    expect(Buffer.from(file?.text ?? '', 'base64').equals(content)).toBe(true)
  })
})

describe('units', () => {
  const codes: [string, string, string][] = [
    ['unspecified ', '2.5', 'C62 2.5'],
    ['piece       ', '2.5', 'H87 2.5'],
    ['hour        ', '2.5', 'HUR 2.5'],
    ['day         ', '2.5', 'DAY 2.5'],
    ['week        ', '2.5', 'WEE 2.5'],
    ['month       ', '2.5', 'MON 2.5'],
    ['year        ', '2.5', 'ANN 2.5'],
    ['minute      ', '2.5', 'MIN 2.5'],
    ['gram        ', '2.5', 'GRM 2.5'],
    ['kilogram    ', '2.5', 'KGM 2.5'],
    ['ton         ', '2.5', 'TNE 2.5'],
    ['liter       ', '2.5', 'LTR 2.5'],
    ['millimeter  ', '2.5', 'MMT 2.5'],
    ['centimeter  ', '2.5', 'CMT 2.5'],
    ['meter       ', '2.5', 'MTR 2.5'],
    ['kilometer   ', '2.5', 'KMT 2.5'],
    ['mile        ', '0.123456', 'KMT 1.23456'],
    ['meterSquared', '2.500000', 'MTK 2.5'],
    ['hectar      ', '-0.50', 'H18 -0.5'],
    ['meterCubic  ', '10', 'MTQ 10'],
    ['megabyte    ', '0.000001', '4L 0.000001'],
    ['gigabyte    ', '100.000000', 'E34 100'],
    ['words       ', '00', 'D68 0'],
  ]
  test.each(codes)('%s %s', (unitType, quantity, expected) => {
    const root = soundByOwn(paperWith({ lines: [{ unitType: unitType.trim(), quantity, unitPrice: '12.345678' }] }))
    const found = anywhere(root, 'cbc:InvoicedQuantity')[0]
    expect(`${found?.attributes.unitCode} ${found?.text}`).toBe(expected)
  })

  test('are all in the lists of the network', () => {
    sound(paperWith({ lines: codes.map(([unitType]) => ({ unitType: unitType.trim() })) }))
  })
})

describe('where the buyer is found', () => {
  const elsewhere = (country: string, vatNumber: string | null, organizationNumber: string | null = null) =>
    ({ vatNumber, organizationNumber, address: addressIn(country) }) satisfies PaperChanges['buyer']
  const found: [string, NonNullable<PaperChanges['buyer']>, string][] = [
    ['a Swedish number      ', {}, '0007 5560360793'],
    ['a Swedish VAT number  ', { organizationNumber: null }, '0007 5560360793'],
    ['one abroad, Swedish   ', elsewhere('DK', 'SE556036079301'), '0007 5560360793'],
    ['a German VAT number   ', elsewhere('DE', 'DE811907980', 'HRB 86786'), '9930 DE811907980'],
    ['a Greek VAT number    ', elsewhere('GR', 'EL094014298'), '9933 EL094014298'],
    ['a Danish VAT number   ', elsewhere('DK', 'DK13585628'), '0184 DK13585628'],
    ['a Norwegian VAT number', elsewhere('NO', 'NO974760673MVA'), '0192 974760673'],
    ['a Norwegian number    ', elsewhere('NO', null, '974 760 673'), '0192 974760673'],
    ['a British VAT number  ', elsewhere('GB', '123456789'), '9932 GB123456789'],
    ['a Finnish VAT number  ', elsewhere('FI', 'FI20774740'), '0216 003720774740'],
    ['a Belgian VAT number  ', elsewhere('BE', 'BE0202239951'), '0208 0202239951'],
    ['an Italian VAT number ', elsewhere('IT', 'IT00743110157'), '0211 IT00743110157'],
    ['a Dutch VAT number    ', elsewhere('NL', 'NL004495445B01'), '9944 NL004495445B01'],
    ['an address of its own ', { peppolAddress: { scheme: '0088', id: '7300010000001' } }, '0088 7300010000001'],
    [
      'one in America        ',
      { ...elsewhere('US', null), peppolAddress: { scheme: '0060', id: '123456789' } },
      '0060 123456789',
    ],
    [
      'one in Switzerland    ',
      { ...elsewhere('CH', 'CHE123456788MWST'), peppolAddress: { scheme: '0183', id: 'CHE123456788' } },
      '0183 CHE123456788',
    ],
    [
      'one in Northern Irel. ',
      { ...elsewhere('GB', 'XI123456789'), peppolAddress: { scheme: '9932', id: 'GB123456789' } },
      '9932 GB123456789',
    ],
  ]
  test.each(found)('%s', (_, buyer, expected) => {
    const root = sound(paperWith({ buyer }))
    const endpoint = first(root, `${BUYER}/cbc:EndpointID`)
    expect(`${endpoint?.attributes.schemeID} ${endpoint?.text}`).toBe(expected)
  })
})

test('a buyer of Northern Ireland without an address is in the United Kingdom', () => {
  const buyer = { vatNumber: 'XI123456789', organizationNumber: null, address: null }
  const root = sound(paperWith({ buyer: { ...buyer, peppolAddress: { scheme: '9932', id: 'GB123456789' } } }))
  const country = first(root, `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`)
  expect(country?.text).toBe('GB')
})

describe('an address of the customer', () => {
  /** A scheme, a number that is of it, and one that is not. */
  const addresses: [string, string, string][] = [
    ['0007', '5560360793', '5560360794'],
    ['0088', '7300010000001', '7300010000002'],
    ['0088', '7300010000001', '73000100000010'],
    ['0096', '1234567890', '12345'],
    ['0106', '12345678', '1234567'],
    ['0151', '51824753556', '51824753557'],
    ['0184', 'DK13585628', 'SE13585628'],
    ['0190', '00000003271247710000', '327124771000'],
    ['0192', '974760673', '974760674'],
    ['0198', 'DK13585628', 'DK135856281'],
    ['0201', 'UFY9MH', 'UFY9MHX'],
    ['0208', '0202239951', '0202239952'],
    ['0210', 'RSSMRA85T10A562S', 'RSSMRA85T10'],
    ['0211', 'IT00743110157', 'IT00743110158'],
    ['9944', 'NL004495445B01', 'NL4495445B01'],
  ]
  test.each(addresses)('of scheme %s is judged as the network judges it: %s, not %s', (scheme, right, wrong) => {
    const faultsOf = (id: string) => networkFaults(ublOf(paperWith({ buyer: { peppolAddress: { scheme, id } } })))
    expect(peppolAddress({ scheme, id: right })).toEqual({ scheme, id: right })
    expect(peppolAddress({ scheme, id: wrong })).toBe(null)
    expect(faultsOf(right)).toEqual([])
    if (isOfficialHere()) expect(faultsOf(wrong)).not.toEqual([])
  })

  const read: [string, string, string | null][] = [
    ['0007', '556036-0793', '5560360793'],
    ['0007', ' 556036 0793 ', '5560360793'],
    ['0007', '202100-0002', null],
    ['0216', '003720774740', '003720774740'],
    ['0216', '003720774740LY01', '003720774740LY01'],
    ['0216', 'FI20774740', null],
    ['0213', 'FI20774740', null],
    ['9999', '1', null],
    ['0060', '', null],
    ['0060', 'a/b', null],
    ['0060', '1'.repeat(51), null],
    ['0060', '123 456 789', '123456789'],
  ]
  test.each(read)('%s %j is read as %j', (scheme, id, expected) => {
    expect(peppolAddress({ scheme, id })?.id ?? null).toBe(expected)
  })
})

describe('there is none', () => {
  const none: [string, PaperChanges, RegExp][] = [
    [
      'for a person           ',
      { buyer: { isCompany: false } },
      /1001 has no e-invoice: the customer is a private person$/,
    ],
    [
      'when no one is found   ',
      { buyer: { organizationNumber: null, vatNumber: null } },
      /neither organization number nor VAT number gives .+: give the customer a peppolAddress$/,
    ],
    ['without a sale         ', { lines: ['Hej'] }, /it has no line with an amount$/],
    ['without a VAT number   ', { seller: { vatNumber: null } }, /the VAT number of the company is missing$/],
    [
      'with several wrongs    ',
      { seller: { vatNumber: null }, buyer: { isCompany: false } },
      /private person; the VAT number of the company is missing$/,
    ],
    [
      'of goods to the Union  ',
      { lines: [{ treatment: 'euGoods' }], buyer: { vatNumber: null } },
      /the VAT number of the customer is missing$/,
    ],
  ]
  test.each(none)('%s', (_, changes, sentence) => {
    const refused = () => ublOf(paperWith(changes))
    expect(refused).toThrow(Refusal)
    expect(refused).toThrow(sentence)
  })

  test('of a paper whose sums do not agree: that is a bug', () => {
    const wrong: Partial<Paper>[] = [{ net: 1 }, { tax: 1 }, { total: 1 }, { rounding: 1 }]
    for (const changes of wrong) {
      expect(() => ublOf({ ...papers.plain, ...changes }), JSON.stringify(changes)).toThrow(/sums .* do not agree/)
    }
  })
})

describe('texts from outside', () => {
  const hostile: [string, string, string][] = [
    ['markup             ', '<b>&amp; "x" \'y\' ]]></b>', '<b>&amp; "x" \'y\' ]]></b>'],
    ['what looks like one', '&nbsp; &#0; &x; &', '&nbsp; &#0; &x; &'],
    ['control characters ', 'a\u0000b\u0008c\u001fd\ufffee', 'abcde'],
    ['half characters    ', 'a\ud800b\udc00c', 'abc'],
    ['many blanks        ', '  a \n\t b\u00a0 c ', 'a b c'],
    ['other scripts      ', 'Łódź 日本 😀 ‮x', 'Łódź 日本 😀 ‮x'],
    ['nothing            ', ' \u0000 ', '-'],
  ]
  test.each(hostile)('%s stay texts', (_, given, expected) => {
    const root = soundByOwn(paperWith({ lines: [{ description: given }], buyer: { name: `K ${given}` } }))
    expect(text(linesOf(root)[0], 'cac:Item/cbc:Name')).toBe(expected)
    expect(text(root, `${BUYER}/cac:PartyName/cbc:Name`)).toBe(expected === '-' ? 'K' : `K ${expected}`)
    expect(text(root, `${SELLER}/cac:PartyName/cbc:Name`)).toBe('Åkeriet & Söner AB')
  })

  test('are nothing that the official rules stumble over', () => {
    sound(paperWith({ lines: hostile.map(([, given]) => ({ description: given })) }))
  })
})
