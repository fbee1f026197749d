// What is read of an e-invoice, and what it is proposed to be booked as; sums that do not agree are told by the rule.
import { describe, expect, test } from 'vitest'
import { proposalOf } from '#rules/e-invoices/proposal'
import { readUbl } from '#rules/e-invoices/ubl'
import { type IncomingInvoice, incoming, incomingIn } from '#support/samples/e-invoice-file'

const read = (xml: string) => {
  const reading = readUbl(Buffer.from(xml))
  if ('findings' in reading) throw new Error(reading.findings.join('\n'))
  return reading
}

test('giros, the reference and the day it is due are read', () => {
  const { content } = read(incoming({ reference: '123456782', dueDate: '2026-07-01' }))
  expect(content.accounts).toEqual([{ type: 'bankgiro', number: '5050-1055', bic: null }])
  expect(content).toMatchObject({ paymentReference: '123456782', dueDate: '2026-07-01' })
})

describe('a long text is cut between characters', () => {
  type Told = (content: ReturnType<typeof read>['content']) => string | null | undefined
  const cases: [string, number, Told][] = [
    ['BuyerReference', 1000, ({ references }) => references.buyer],
    ['PaymentID', 1000, ({ paymentReference }) => paymentReference],
    ['Name', 1000, ({ lines }) => lines[0]?.name],
    ['RegistrationName', 200, ({ seller }) => seller.name],
    ['CityName', 200, ({ seller }) => seller.address.city],
    ['CompanyID', 50, ({ seller }) => seller.vatNumber],
    ['IdentificationCode', 2, ({ seller }) => seller.address.country],
  ]
  test.each(cases)('%s, of %i', (name, limit, told) => {
    const kept = `${'1'.repeat(limit - 1)}😀`
    const xml = incoming().replace(new RegExp(`<cbc:${name}>[^<]*`), `<cbc:${name}>${kept}😀`)
    expect(told(read(xml).content)).toBe(kept)
  })

  test('the names of what is attached, of 1000', () => {
    const kept = `${'1'.repeat(999)}😀`
    const attachment = { name: `${kept}😀`, type: 'application/pdf', bytes: Buffer.from('%PDF') }
    const { content, embedded } = read(incoming({ attachment }))
    expect([content.attachments[0]?.name, embedded[0]?.name]).toEqual([kept, kept])
  })
})

describe('what does not agree is told by its rule', () => {
  const cases: [string, string, string, string][] = [
    [
      'the lines',
      '<cbc:LineExtensionAmount currencyID="SEK">1000.00</cbc:LineExtensionAmount>\n    <cbc:TaxE',
      '1000.01',
      'BR-CO-10',
    ],
    ['the tax', '<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">250.00<', '249.99', 'BR-CO-14'],
    ['what is to be paid', '<cbc:PayableAmount currencyID="SEK">1250.00<', '1251.00', 'BR-CO-16'],
    ['what is taxed', '<cbc:TaxableAmount currencyID="SEK">1000.00<', '990.00', 'BR-S-08'],
  ]
  test.each(cases)('%s', (_, part, amount, rule) => {
    const xml = incoming()
    expect(xml).toContain(part)
    const reading = readUbl(Buffer.from(xml.replace(part, part.replace(/\d+\.\d\d/, amount))))
    expect('findings' in reading && reading.findings.join('; ')).toContain(`${rule}: `)
  })

  test('a tax that is a krona or more beside its rate is doubtful, and no more', () => {
    const { doubts } = read(incoming({ tax: 251 }))
    const values = { rule: 'BR-CO-17', name: 'TaxAmount', made: '250.00', said: '251.00' }
    const message = 'BR-CO-17: TaxAmount should be 250.00, but is 251.00'
    expect(doubts).toEqual([{ rule: 'BR-CO-17', message, reason: 'e-invoice.sum', values }])
    expect(read(incoming({ tax: 250.99 })).doubts).toEqual([])
  })
})

describe('what is taken off and added as a whole', () => {
  const cases: [string, NonNullable<IncomingInvoice['charges']>, number[], number][] = [
    ['an allowance          ', [{ isAdded: false, amount: 100 }], [-100], 1125],
    ['a charge              ', [{ isAdded: true, amount: 100 }], [100], 1375],
    ['an allowance below 0  ', [{ isAdded: false, amount: -10 }], [10], 1262.5],
    ['a charge below 0      ', [{ isAdded: true, amount: -10 }], [-10], 1237.5],
    [
      'one of each kind',
      [
        { isAdded: false, amount: 100 },
        { isAdded: false, amount: -10 },
        { isAdded: true, amount: 20 },
      ],
      [-100, 10, 20],
      1162.5,
    ],
  ]
  test.each(cases)('%s makes the total with its tax', (_, charges, amounts, payable) => {
    const { content, doubts } = read(incoming({ charges }))
    expect(content.charges.map(({ amount }) => amount)).toEqual(amounts)
    expect(content.totals.payable).toBe(payable)
    expect(content.taxes).toMatchObject([{ netAmount: payable / 1.25, taxAmount: payable - payable / 1.25 }])
    expect(doubts).toEqual([])
  })

  test('an allowance below zero is not let through as a charge', () => {
    const xml = incoming({ charges: [{ isAdded: false, amount: -10 }] })
    const reading = readUbl(Buffer.from(xml.replace('AllowanceTotalAmount currencyID="SEK">-10', '$&0')))
    expect('findings' in reading && reading.findings.join('; ')).toContain('BR-CO-11: ')
  })
})

/** What is wrong with a file, in English. */
const toldOf = (xml: string): string[] => {
  const reading = readUbl(Buffer.from(xml))
  return 'findings' in reading ? reading.findings.map(String) : []
}

describe('what is no e-invoice', () => {
  const cases: [string, string, string][] = [
    ['another form', 'no xml', 'it is not an XML file: ask the supplier for the invoice as Peppol BIS Billing 3'],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b "c">]><Invoice/>',
      'it has a document type declaration, which is not accepted',
    ],
    [
      'another standard',
      '<Invoice><CustomizationID>urn:sfti</CustomizationID></Invoice>',
      'it does not follow the European standard EN 16931: ask the supplier for Peppol BIS Billing 3',
    ],
    ['another document', '<Order/>', 'it is neither an invoice nor a credit note in UBL, its root is Order'],
    [
      'too much',
      `<Invoice>${'<a/>'.repeat(300_000)}</Invoice>`,
      'without its attachments it is more than 1048576 bytes',
    ],
    ['many elements', `<Invoice>${'<a/>'.repeat(50_000)}</Invoice>`, 'it has more than 50000 elements'],
    ['many comments', `<Invoice>${'<!---->'.repeat(50_000)}</Invoice>`, 'it has more than 50000 elements'],
    [
      'many attributes',
      `<Invoice>${'<a b="" c=""/>'.repeat(15_001)}</Invoice>`,
      'it has more than 30000 attributes, or an element with more than 100',
    ],
    [
      'many attributes of one element',
      `<Invoice ${Array.from({ length: 101 }, (_, at) => `a${at}=">"`).join(' ')}/>`,
      'it has more than 30000 attributes, or an element with more than 100',
    ],
    [
      'many names that are no attributes',
      `<Invoice ${'a '.repeat(101)}/>`,
      'it has more than 30000 attributes, or an element with more than 100',
    ],
    [
      'many references',
      `<Invoice>${'&lt;'.repeat(30_001)}</Invoice>`,
      'it has more than 30000 references to characters',
    ],
    ['a long text', `<Invoice>${'a'.repeat(500_001)}</Invoice>`, 'it has a text of more than 500000 characters'],
    [
      'many attachments',
      `<Invoice>${'<EmbeddedDocumentBinaryObject>QQ==</EmbeddedDocumentBinaryObject>'.repeat(1001)}</Invoice>`,
      'it has more than 1000 attachments',
    ],
  ]
  test.each(cases)('%s is refused', (_, xml, problem) => {
    expect(toldOf(xml)).toEqual([problem])
  })

  test('what is as much as may be is told for what it is', () => {
    const most = [
      '<a/>'.repeat(49_990),
      `<a ${Array.from({ length: 100 }, (_, at) => `b${at}="="`).join(' ')}/>`.repeat(290),
      '&lt;'.repeat(30_000),
      'a'.repeat(400_000),
      `<![CDATA[${'&<a b c d>'.repeat(2900)}]]>`,
      '<EmbeddedDocumentBinaryObject>QQ==</EmbeddedDocumentBinaryObject>'.repeat(1000),
    ]
    const problem = 'it does not follow the European standard EN 16931: ask the supplier for Peppol BIS Billing 3'
    for (const one of most) expect(toldOf(`<Invoice>${one}</Invoice>`)).toEqual([problem])
  })
})

describe('how it is proposed to be booked', () => {
  const habits = {
    before: [{ account: 6110, taxRate: 25, vatTreatment: 'domestic' as const }],
    isActive: () => true,
    rounding: 3740,
    deducts: true,
    accountingCurrency: 'SEK' as const,
  }
  const cases: [string, IncomingInvoice, object][] = [
    [
      'on the account of last time',
      {},
      { account: 6110, netAmount: 1000, taxRate: 25, taxAmount: 250, vatTreatment: 'domestic' },
    ],
    [
      'building work',
      { category: 'AE' },
      { account: 4425, netAmount: 1000, taxRate: 25, vatTreatment: 'domesticServicesReverseCharge' },
    ],
    [
      'services of another member state',
      { category: 'AE', country: 'DE' },
      { account: 4535, netAmount: 1000, taxRate: 25, vatTreatment: 'euServices' },
    ],
    [
      'goods of another member state',
      { category: 'K', country: 'DE' },
      { account: 4515, netAmount: 1000, taxRate: 25, vatTreatment: 'euGoods' },
    ],
    ['what is exempt', { category: 'E' }, { account: 6110, netAmount: 1000, taxRate: 0, vatTreatment: 'exempt' }],
    [
      'foreign tax, as a cost',
      { country: 'DE' },
      { account: 6110, netAmount: 1250, taxRate: 0, vatTreatment: 'exempt' },
    ],
  ]
  test.each(cases)('%s', (_, invoice, line) => {
    expect(proposalOf(read(incoming(invoice)).content, habits)).toEqual([line])
  })

  test('not on the account of roundings, which last time had one', () => {
    const round = { account: 3740, taxRate: 0, vatTreatment: 'exempt' as const }
    const { content } = read(incoming({ category: 'E' }))
    expect(proposalOf(content, { ...habits, before: [round, ...habits.before] })).toMatchObject([{ account: 6110 }])
  })

  const paper = { account: 6110, netAmount: 1000, taxRate: 25, taxAmount: 250, vatTreatment: 'domestic' }
  const cost = (netAmount: number) => ({ account: 6110, netAmount, taxRate: 0, vatTreatment: 'exempt' })
  const round = (netAmount: number) => ({ ...cost(netAmount), account: 3740 })
  const beyond: [string, string, IncomingInvoice, object[]][] = [
    ['tax that is rounded up          ', 'SEK', { tax: 250.99 }, [{ ...paper, taxAmount: 250.99 }]],
    ['tax beyond its rate, as a cost  ', 'SEK', { tax: 251 }, [paper, cost(1)]],
    [
      'the same of a credit note',
      'SEK',
      { kind: 'CreditNote', tax: 252 },
      [{ ...paper, netAmount: -1000, taxAmount: -250 }, cost(-2)],
    ],
    ['tax on the other side           ', 'SEK', { tax: -5 }, [{ ...paper, taxAmount: 0 }, cost(-5)]],
    ['a rounding of kronor            ', 'SEK', { rounding: -0.99 }, [paper]],
    ['more than that                  ', 'SEK', { rounding: 1 }, [paper, round(1)]],
    ['a rounding of another currency  ', 'EUR', { rounding: -0.05 }, [paper, round(-0.05)]],
  ]
  test.each(beyond)('%s (%s)', (_, currency, invoice, lines) => {
    expect(proposalOf(read(incomingIn(currency, invoice)).content, habits)).toEqual(lines)
  })

  test('the rounding of kronor in books in euro, where lines must add up to the öre', () => {
    const { content } = read(incomingIn('SEK', { rounding: -0.05 }))
    expect(proposalOf(content, { ...habits, accountingCurrency: 'EUR' })).toEqual([paper, round(-0.05)])
  })
})
