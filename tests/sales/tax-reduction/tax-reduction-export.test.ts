// The request file for the tax authority: what is in it, and that it keeps to the rules of the published schema
// (Begaran and BegaranCOMPONENT, version 6.0) and of the e-service that reads it.
import * as fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { luhnDigit } from '#numbers/luhn'
import type { Day } from '#platform/day'
import { hoursOf, labourOf } from '#rules/sales/tax-reduction/reduction'
import { casesOf, type PaidInvoice } from '#rules/sales/tax-reduction/request'
import { salesAdmin } from '#sales'
import { checkedCompany } from '#support/checked'
import {
  type Answer,
  type NewTestCompany,
  requestsWith,
  type Service,
  START,
  startService,
  type TestCompany,
} from '#support/service'
import { ok } from '#tests/sales/booking/booked'
import { aLine, fieldsOf, published } from '#tests/sales/invoicing'
import { anna, bo, cilla, madeWork, personBorn, rot, rut, work } from './household.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (options: NewTestCompany = {}) => checkedCompany(await service.newCompany(options))

const exported = (company: TestCompany, query = '') => company.get(`/invoices/tax-reductions/export${query}`)

const pay = async (company: TestCompany, id: string, sumBaseCurrency: number, date = '2026-06-10') =>
  ok(await company.post(`/invoices/${id}/payments`, { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 }))

/** Makes and publishes an invoice of household work, pays all that the customer owes, and answers the invoice. */
const paidWork = async (company: TestCompany, changes: Record<string, unknown> = {}, date?: string) => {
  const invoice = await published(company, (await madeWork(company, changes)).id)
  await pay(company, invoice.id, invoice.totalAmount - invoice.taxReduction.deductionAmount, date)
  return invoice
}

type Element = { name: string; text: string; children: Element[] }

/** A node as the parser gives it: its name with what is in it, and its attributes beside. */
type Node = { [name: string]: Node[] | string | Record<string, string> }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  attributeNamePrefix: '',
  processEntities: true,
})
const TEXT = '#text'
const ATTRIBUTES = ':@'

/** The elements among nodes, each named by its namespace; `known` are the prefixes declared around them. */
const elementsOf = (nodes: readonly Node[], known: Record<string, string> = {}): Element[] =>
  nodes.flatMap((node) => {
    const tag = Object.keys(node).find((name) => name !== ATTRIBUTES)
    if (tag === undefined || tag === TEXT || tag.startsWith('?')) return []
    const prefixes = { ...known, ...(node[ATTRIBUTES] as Record<string, string> | undefined) }
    const inside = node[tag] as Node[]
    const [prefix, name] = tag.split(':')
    const text = inside.map((one) => one[TEXT] ?? '').join('')
    return [{ name: `${prefixes[`xmlns:${prefix}`]}#${name}`, text, children: elementsOf(inside, prefixes) }]
  })

const read = ({ text }: Answer): Element => {
  const xml = Buffer.from(text, 'latin1').toString('utf8')
  expect(XMLValidator.validate(xml)).toBe(true)
  const [root, ...others] = elementsOf(parser.parse(xml))
  expect(others).toEqual([])
  return root as Element
}

const BEGARAN = 'http://xmls.skatteverket.se/se/skatteverket/ht/begaran/6.0#'
const KOMPONENT = 'http://xmls.skatteverket.se/se/skatteverket/ht/komponent/begaran/6.0#'

/** What an element holds: a pattern and a range, or elements in this order; how often it may stand there. */
type Rule = {
  name: string
  least?: number
  most?: number
  text?: RegExp
  range?: [number, number]
  children?: readonly Rule[]
}

const AMOUNT: [number, number] = [0, 99_999_999_999]
const COST: [number, number] = [0, 9_999_999]
const WHOLE = /^\d+$/

const hoursAndMaterial = (name: string): Rule => ({
  name,
  least: 0,
  children: [
    { name: 'AntalTimmar', text: WHOLE, range: [0, 999] },
    { name: 'Materialkostnad', text: WHOLE, range: COST },
  ],
})
const standard = (name: string): Rule => ({ name, least: 0, children: [{ name: 'Utfort', text: /^true$/ }] })

const buyer: readonly Rule[] = [
  { name: 'Kopare', text: /^\d{12}$/ },
  { name: 'BetalningsDatum', text: /^\d{4}-\d{2}-\d{2}$/ },
  { name: 'PrisForArbete', text: WHOLE, range: [2, AMOUNT[1]] },
  { name: 'BetaltBelopp', text: WHOLE, range: AMOUNT },
  { name: 'BegartBelopp', text: WHOLE, range: AMOUNT },
  { name: 'FakturaNr', text: /^.{1,20}$/, least: 0 },
  { name: 'Ovrigkostnad', text: WHOLE, range: COST, least: 0 },
]
const property: readonly Rule[] = [
  { name: 'Fastighetsbeteckning', text: /^.{1,40}$/, least: 0 },
  { name: 'LagenhetsNr', text: /^.{1,25}$/, least: 0 },
  { name: 'BrfOrgNr', text: /^[\d-]{1,12}$/, least: 0 },
]
const rotWork = ['Bygg', 'El', 'GlasPlatarbete', 'MarkDraneringarbete', 'Murning', 'MalningTapetsering', 'Vvs']
const rutWork = [
  'Stadning',
  'KladOchTextilvard',
  'Snoskottning',
  'Tradgardsarbete',
  'Barnpassning',
  'Personligomsorg',
  'Flyttjanster',
  'ItTjanster',
  'ReparationAvVitvaror',
  'Moblering',
  'TillsynAvBostad',
]
const standardWork = ['TransportTillForsaljning', 'TvattVidTvattinrattning']

const cases = (children: readonly Rule[]): readonly Rule[] => [{ name: 'Arenden', least: 1, most: 100, children }]
const done = (...children: Rule[]): Rule => ({ name: 'UtfortArbete', children })
const schema: readonly Rule[] = [
  { name: 'NamnPaBegaran', text: /^.{1,16}$/ },
  {
    name: 'RotBegaran',
    least: 0,
    children: cases([...buyer, ...property, done(...rotWork.map(hoursAndMaterial))]),
  },
  {
    name: 'HushallBegaran',
    least: 0,
    children: cases([...buyer, done(...rutWork.map(hoursAndMaterial), ...standardWork.map(standard))]),
  },
]

/** Where elements do not stand as the rules say. */
const misplaced = (elements: readonly Element[], rules: readonly Rule[], path: string): string[] => {
  const wrong: string[] = []
  let at = 0
  for (const { name, least = 1, most = 1, text, range, children } of rules) {
    let count = 0
    for (; elements[at]?.name === KOMPONENT + name; at += 1, count += 1) {
      const element = elements[at] as Element
      const place = `${path}/${name}`
      if (children) wrong.push(...misplaced(element.children, children, place))
      else if (element.children.length > 0) wrong.push(`${place} has elements`)
      if (text && !text.test(element.text)) wrong.push(`${place} is ${element.text}`)
      if (range && (Number(element.text) < range[0] || Number(element.text) > range[1]))
        wrong.push(`${place} is beyond`)
    }
    if (count < least || count > most) wrong.push(`${path} has ${count} ${name}`)
  }
  if (at < elements.length) wrong.push(`${path} has ${elements[at]?.name} out of place`)
  return wrong
}

/** A case as the file tells it. */
const caseOf = ({ children }: Element): Record<string, string> =>
  Object.fromEntries(children.map(({ name, text }) => [name.slice(KOMPONENT.length), text.trim()]))

const casesIn = (answer: Answer) => read(answer).children.at(-1)?.children.map(caseOf) ?? []

const workIn = (answer: Answer) =>
  (read(answer).children.at(-1)?.children ?? []).map((one) =>
    Object.fromEntries(
      (one.children.at(-1)?.children ?? []).map(({ name, children }) => [
        name.slice(KOMPONENT.length),
        children.map(({ text }) => text).join(' '),
      ]),
    ),
  )

/** Holds a file against both, and answers it. */
const right = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/xml')
  expect(answer.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/)
  const root = read(answer)
  expect(root.name).toBe(`${BEGARAN}Begaran`)
  expect(misplaced(root.children, schema, '')).toEqual([])
  expect(root.children).toHaveLength(2)
  const all = casesIn(answer)
  expect(new Set(all.map(({ BetalningsDatum }) => BetalningsDatum?.slice(0, 4))).size).toBe(1)
  for (const one of all) {
    const [price, paid, asked] = [one.PrisForArbete, one.BetaltBelopp, one.BegartBelopp].map(Number) as [
      number,
      number,
      number,
    ]
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(paid)
    expect(asked + paid).toBeLessThanOrEqual(price)
    expect(one.BetalningsDatum && one.BetalningsDatum >= '2009-07-01').toBe(true)
    const isReal = one.Fastighetsbeteckning !== undefined
    expect(isReal && one.BrfOrgNr !== undefined).toBe(false)
    expect((one.LagenhetsNr === undefined) === (one.BrfOrgNr === undefined)).toBe(true)
  }
  return answer
}

const digits = (number: string) => number.replace('-', '')

describe('a case', () => {
  test('of rut: hours rounded up by kind, material and other costs beside the work, in whole kronor', async () => {
    const company = await newCompany()
    const lineItems = [
      work({ quantity: 1.25 }),
      work({ quantity: 1.3 }),
      work({ quantity: 0.1 }, 'rutGardening'),
      work({ unitPrice: -80 }),
      aLine({ description: 'Rengöringsmedel', unitPrice: 99.5 }),
      aLine({ description: 'Resa', productType: 'services', unitPrice: 200 }),
      { itemType: 'descriptionOnlyItem', description: 'Tack' },
    ]
    const { id } = await paidWork(company, { lineItems, taxReduction: rut([[anna, 1200]]) })
    const file = right(await exported(company))
    expect(casesIn(file)).toEqual([
      expect.objectContaining({
        Kopare: digits(anna),
        BetalningsDatum: '2026-06-10',
        // 2 040 + 80 - 80 kronor of work is 2 550 with tax.
        PrisForArbete: '2550',
        BetaltBelopp: '1350',
        BegartBelopp: '1200',
        FakturaNr: '1',
        Ovrigkostnad: '250',
      }),
    ])
    const [kinds] = workIn(file)
    expect(kinds).toMatchObject({
      Stadning: expect.stringMatching(/^3 /),
      Tradgardsarbete: expect.stringMatching(/^1 /),
    })
    const material = Object.values(kinds ?? {}).map((text) => Number(text.split(' ')[1]))
    expect(material.reduce((sum, one) => sum + one, 0)).toBe(124)
    // It has personal numbers in clear: another integration gets nothing of it.
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Annan', scopes: ['invoices:read'] }),
    )
    expect((await exported({ ...company, ...requestsWith(company.url, token) })).status).toBe(404)
    await service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, id))
    expect((await exported(company)).status).toBe(404)
  })

  test('of rot: a real estate, or a flat', async () => {
    const company = await newCompany()
    const lineItems = [work({ quantity: 3 }, 'rotPainting'), work({ quantity: 2 }, 'rotConstruction')]
    await paidWork(company, { lineItems, taxReduction: rot([[anna, 1500]], { realEstateNumber: 'Ö & <Berga> 1:23' }) })
    const flat = { propertyType: 'housingDesignation', realEstateNumber: null, apartmentNumber: '1203' }
    const tenantOrgNumber = `769600-123${luhnDigit('769600123')}`
    const asked = rot([[bo, 1000]], { ...flat, tenantOrgNumber })
    await paidWork(company, { lineItems, taxReduction: asked })
    const file = right(await exported(company, '?type=rot'))
    const [house, home] = casesIn(file)
    expect(house).toMatchObject({
      Fastighetsbeteckning: 'Ö & <Berga> 1:23',
      BegartBelopp: '1500',
      PrisForArbete: '5000',
    })
    expect(home).toMatchObject({ LagenhetsNr: '1203', BrfOrgNr: expect.stringMatching(/^16769600\d{4}$/) })
    expect(workIn(file)[0]).toEqual({ Bygg: '2 0', MalningTapetsering: '3 0' })
  })

  const texts: [string, string, string][] = [
    ['an entity of XML  ', 'Berga &amp; Ö 1:2', '>Berga &amp;amp; Ö 1:2<'],
    ['an entity of HTML ', 'Berga&nbsp;1:2', '>Berga&amp;nbsp;1:2<'],
    ['a character by hex', 'Berga &#x41; 1:2', '>Berga &amp;#x41; 1:2<'],
    ['an element        ', '<a/>]]>"\'', '>&lt;a/&gt;]]&gt;'],
  ]
  test.each(texts)('of a real estate whose name looks like %s says that name', async (_, realEstateNumber, inFile) => {
    const company = await newCompany()
    const lineItems = [work({}, 'rotConstruction')]
    await paidWork(company, { lineItems, taxReduction: rot([[anna, 100]], { realEstateNumber }) })
    const file = right(await exported(company))
    expect(Buffer.from(file.text, 'latin1').toString('utf8')).toContain(`Fastighetsbeteckning${inFile}`)
    expect(casesIn(file)).toMatchObject([{ Fastighetsbeteckning: realEstateNumber }])
  })

  test('of each person who shares, in proportion; none for a person who asks for nothing', async () => {
    const company = await newCompany()
    const lineItems = [work({ quantity: 7, unitPrice: 799.99 }), aLine({ unitPrice: 100 })]
    await paidWork(company, {
      lineItems,
      taxReduction: rut([
        [anna, 2333],
        [bo, 0],
        [cilla, 1166],
      ]),
    })
    const file = right(await exported(company))
    const all = casesIn(file)
    expect(all.map(({ Kopare, BegartBelopp }) => [Kopare, BegartBelopp])).toEqual([
      [digits(anna), '2333'],
      [digits(cilla), '1166'],
    ])
    expect(all.reduce((sum, { PrisForArbete }) => sum + Number(PrisForArbete), 0)).toBe(6999)
    expect(workIn(file).map(({ Stadning }) => Stadning)).toEqual(['5 83', '2 42'])
  })

  test('of washing and transport tells that it was done; half of the price is work', async () => {
    const company = await newCompany()
    const lineItems = [work({}, 'rutWaterWashingOfTextiles'), work({}, 'rutTransportOfHouseholdGoods')]
    await paidWork(company, { lineItems: [...lineItems, aLine()], taxReduction: rut([[anna, 500]]) })
    const file = right(await exported(company))
    expect(casesIn(file)).toMatchObject([{ PrisForArbete: '1000', BegartBelopp: '500', Ovrigkostnad: '1125' }])
    expect(workIn(file)).toEqual([{ TransportTillForsaljning: 'true', TvattVidTvattinrattning: 'true' }])
  })

  test('after a credit note asks for what is left', async () => {
    const company = await newCompany()
    const { id } = await published(
      company,
      (await madeWork(company, { lineItems: [work({ quantity: 4 })], taxReduction: rut([[anna, 2000]]) })).id,
    )
    const draft = ok(await company.post(`/invoices/${id}/credit`))
    const [line] = draft.lineItems
    const body = { creditDate: draft.creditDate, dueDate: draft.dueDate, lineItems: [{ ...line, quantity: 1.5 }] }
    ok(await company.put(`/credit-notes/${draft.id}`, body))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    await pay(company, id, 1250)
    const file = right(await exported(company))
    expect(casesIn(file)).toMatchObject([{ PrisForArbete: '2500', BetaltBelopp: '1250', BegartBelopp: '1250' }])
    expect(workIn(file)).toEqual([{ Stadning: '3 0' }])
  })

  test('that was paid on a day with a lower rate asks for no more than that', async () => {
    const company = await newCompany({ fiscalYear: ['2025-07-01', '2026-12-31'] })
    const changes = { invoiceDate: '2025-12-20', dueDate: '2025-12-31', lineItems: [work({}, 'rotPlumbing')] }
    await paidWork(
      company,
      {
        ...changes,
        taxReduction: rot([
          [anna, 250],
          [bo, 250],
        ]),
      },
      '2026-01-02',
    )
    const all = casesIn(right(await exported(company)))
    // Three sevenths of the 500 that the customer has paid.
    expect(all.map(({ BetaltBelopp, BegartBelopp }) => [BetaltBelopp, BegartBelopp])).toEqual([
      ['250', '107'],
      ['250', '107'],
    ])
    expect(all.reduce((sum, { PrisForArbete }) => sum + Number(PrisForArbete), 0)).toBe(1000)
  })

  test('asks for what was paid, in the year when it was paid, once all is paid', async () => {
    const company = await newCompany({ fiscalYear: ['2025-07-01', '2026-12-31'] })
    const changes = {
      invoiceDate: '2025-12-10',
      dueDate: '2026-01-31',
      lineItems: [work({ quantity: 3 }, 'rotPlumbing')],
    }
    const { id } = await published(
      company,
      (await madeWork(company, { ...changes, taxReduction: rot([[anna, 1500]]) })).id,
    )
    await pay(company, id, 700, '2025-12-20')
    expect((await exported(company, '?from=2025-01-01')).status).toBe(404)
    await pay(company, id, 800, '2026-01-15')
    const casesOfYear = async (from: string) => casesIn(right(await exported(company, `?from=${from}`)))
    expect(await casesOfYear('2025-01-01')).toMatchObject([
      { BetalningsDatum: '2025-12-20', PrisForArbete: '1400', BetaltBelopp: '700', BegartBelopp: '700' },
    ])
    expect(await casesOfYear('2026-01-01')).toMatchObject([
      { BetalningsDatum: '2026-01-15', PrisForArbete: '1600', BetaltBelopp: '800', BegartBelopp: '342' },
    ])
  })

  test('takes no payment of a day that has not come', async () => {
    const company = await newCompany()
    const { id } = await published(company, (await madeWork(company)).id)
    await pay(company, id, 400)
    await pay(company, id, 100, '2026-06-11')
    expect((await exported(company)).status).toBe(404)
    service.setNow(new Date('2026-06-11T10:00:00Z'))
    expect(casesIn(right(await exported(company)))).toMatchObject([{ BetaltBelopp: '500', BegartBelopp: '500' }])
    service.setNow(START)
  })
})

describe('however it is shared', () => {
  const line = fc.record({
    itemType: fc.constant('salesItem' as const),
    productType: fc.constantFrom('goods' as const, 'services' as const),
    quantity: fc.integer({ min: 1, max: 50_000_000 }).map((micro) => (micro / 1_000_000).toFixed(6)),
    taxRate: fc.constantFrom(0, 6, 12, 25),
    netOre: fc.bigInt({ min: 1n, max: 5_000_000n }),
    job: fc.constantFrom(null, 'rutCleaning', 'rutSnow', 'rutGardening', 'rutWaterWashingOfTextiles'),
  })
  const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map((some) =>
    some.map(({ job, ...rest }) => ({
      ...rest,
      ...(job ? { productType: 'services' as const, reductionType: 'rut' as const, jobType: job } : {}),
    })),
  )
  const asked = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 6 })
  const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-06-10') as fc.Arbitrary<Day>
  const payments = fc.array(fc.tuple(day, fc.bigInt({ min: -100_000n, max: 2_000_000n })), { maxLength: 4 })

  test('the cases keep to the rules', () => {
    fc.assert(
      fc.property(lines, asked, payments, fc.bigInt({ min: 1n, max: 2_000_000n }), (some, kronor, paidIn, dueOre) => {
        const invoice: PaidInvoice = {
          type: 'rut',
          number: '1',
          lines: some,
          payments: paidIn.map(([date, ore]) => ({ date, ore })),
          dueOre,
          realEstateNumber: null,
          tenantOrgNumber: null,
          apartmentNumber: null,
          chargedOre: 0n,
          people: kronor.map((each) => ({ personalNumber: anna, askedOre: BigInt(each) * 100n })),
        }
        const all = casesOf(invoice)
        const wanted = kronor.reduce((sum, one) => sum + one, 0)
        expect(all.reduce((sum, one) => sum + one.asked, 0)).toBeLessThanOrEqual(wanted)
        for (const one of all) {
          expect(one.asked).toBeGreaterThan(0)
          expect(one.asked).toBeLessThanOrEqual(one.paid)
          expect(one.asked + one.paid).toBeLessThanOrEqual(one.price)
          expect(one.work.every(({ hours, material }) => material >= 0 && (hours === null || hours >= 0))).toBe(true)
        }
        const labour = labourOf(some)
        expect(BigInt(all.reduce((sum, one) => sum + one.price, 0))).toBe(all.length > 0 ? labour / 100n : 0n)
        const worked = [...hoursOf(some).values()].reduce((sum, one) => sum + one, 0)
        const told = all.flatMap(({ work: done }) => done).reduce((sum, { hours }) => sum + (hours ?? 0), 0)
        expect(told).toBe(all.length > 0 ? worked : 0)
      }),
    )
  })
})

describe('the file', () => {
  test('has what was paid from one day to another, of one type and one year, in the order of payment', async () => {
    const company = await newCompany()
    const roof = { lineItems: [work({}, 'rotConstruction')] }
    await paidWork(company, { taxReduction: rut([[anna, 500]]) }, '2026-06-09')
    await paidWork(company, { taxReduction: rut([[bo, 400]]) }, '2026-06-01')
    await paidWork(company, { taxReduction: rut([[cilla, 300]]) }, '2025-12-31')
    await paidWork(company, { ...roof, taxReduction: rot([[anna, 200]]) }, '2026-06-09')
    await published(company, (await madeWork(company)).id)
    const amounts = async (query: string) =>
      casesIn(right(await exported(company, query))).map(({ BegartBelopp }) => Number(BegartBelopp))
    expect(await amounts('?type=rut')).toEqual([400, 500])
    expect(await amounts('?type=rot')).toEqual([200])
    expect(await amounts('?type=rut&from=2026-06-02')).toEqual([500])
    expect(await amounts('?type=rut&to=2026-06-01')).toEqual([400])
    expect(await amounts('?from=2026-06-01&to=2026-06-08')).toEqual([400])
    expect(await amounts('?from=2025-01-01')).toEqual([300])
    expect(fieldsOf(await exported(company))).toEqual(['type'])
    expect(fieldsOf(await exported(company, '?type=rut&from=2025-12-31&to=2026-01-01'))).toEqual(['to'])
    expect(fieldsOf(await exported(company, '?type=rut&from=2026-06-02&to=2026-06-01'))).toEqual(['to'])
    expect(fieldsOf(await exported(company, '?type=rut&part=2'))).toEqual(['part'])
    expect((await exported(company, '?type=rut&from=2024-01-01')).status).toBe(404)
  })

  test('changes nothing, and has a name of its own', async () => {
    const company = await newCompany()
    const { id } = await paidWork(company)
    const files = [await exported(company), await exported(company)]
    expect(files[0]?.text).toBe(files[1]?.text)
    expect(files[0]?.headers.get('content-disposition')).toContain('rut-20260610.xml')
    expect(ok(await company.get(`/invoices/${id}`)).taxReduction.status).toBe('readyToSubmit')
  })

  test('has no case of another company', async () => {
    const company = await newCompany()
    const other = await newCompany()
    await paidWork(other)
    expect((await exported(company)).status).toBe(404)
  })

  test('has at most a hundred cases, those of an invoice together; more come in parts', async () => {
    const company = await newCompany()
    const shares = Array.from({ length: 51 }, (_, index) => [personBorn('19850709', String(index + 800)), 10] as const)
    for (const _ of [1, 2]) await paidWork(company, { lineItems: [work({ quantity: 2 })], taxReduction: rut(shares) })
    const all = await exported(company)
    expect(all.body).toMatchObject({
      code: 'limit-exceeded',
      message: expect.stringMatching(/102 cases.+parts 1 to 2/),
    })
    const parts = [right(await exported(company, '?part=1')), right(await exported(company, '?part=2'))]
    expect(parts.map((part) => casesIn(part).map(({ FakturaNr }) => FakturaNr))).toEqual(
      ['1', '2'].map((number) => shares.map(() => number)),
    )
    expect(parts.map((part) => read(part).children[0]?.text)).toEqual(['RUT 20260610', 'RUT 20260610-2'])
  })
})
