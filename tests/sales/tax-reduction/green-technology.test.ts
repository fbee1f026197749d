// Tax reduction for installation of green technology beside rot and rut: shares by kind and day of payment, a cap of
// its own, material that counts, and a file with a case for each kind of installation.
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import type { JobType } from '#rule/tax-reductions'
import type { WorkLine } from '#rules/sales/tax-reduction/reduction'
import { casesOf } from '#rules/sales/tax-reduction/request'
import { salesAdmin } from '#sales'
import { checkedCompany } from '#support/checked'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'
import { bookedBy, ok, paid } from '#tests/sales/booking/booked'
import { aLine, fieldsOf, published } from '#tests/sales/invoicing'
import { anna, bo, madePerson, madeWork, rot, work } from './household.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async () => {
  const made = checkedCompany(await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] }))
  await service.operateFor(made.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31' }),
  )
  return made
}

type Green = 'greenSolarCells' | 'greenStorage' | 'greenCharging'

/** Work of some hours at 800 kronor, 1 000 with tax. */
const installing = (jobType: Green, quantity = 10, changes: Record<string, unknown> = {}) =>
  work({ description: 'Montering', quantity, taxReduction: { taxReductionType: 'green', jobType }, ...changes })

/** Material at a price without tax. */
const material = (jobType: Green, unitPrice: number) =>
  aLine({ description: 'Material', unitPrice, taxReduction: { taxReductionType: 'green', jobType } })

type Shares = Parameters<typeof rot>[0]
const green = (shares: Shares, changes: Record<string, unknown> = {}) =>
  rot(shares, { type: 'green', description: 'Solceller och batteri', ...changes })

/** 10 000 of work and 90 000 of material with tax for solar cells, 5 000 and 45 000 for storage. */
const solar = [installing('greenSolarCells'), material('greenSolarCells', 72_000)]
const storage = [installing('greenStorage', 5), material('greenStorage', 36_000)]
const charging = [installing('greenCharging', 4), material('greenCharging', 12_800)]

const draft = async (company: TestCompany, changes: Record<string, unknown>) =>
  company.post('/invoices', {
    customerRef: { id: (await madePerson(company)).id },
    invoiceDate: '2026-06-10',
    ...changes,
  })

const atPeople = '#/taxReduction/deductionPeople'
const flat = { propertyType: 'housingDesignation', realEstateNumber: null, apartmentNumber: '1203' }

const requests: [string, Record<string, unknown>, string[]][] = [
  ['solar, 15 %                ', { lineItems: solar, taxReduction: green([[anna, 15_000]]) }, []],
  ['solar, more                ', { lineItems: solar, taxReduction: green([[anna, 15_001]]) }, [atPeople]],
  [
    'solar, 20 % before July    ',
    {
      invoiceDate: '2025-06-01',
      dueDate: '2025-06-30',
      lineItems: solar,
      taxReduction: green([[anna, 20_000]]),
    },
    [],
  ],
  [
    'solar, 15 % from July on   ',
    {
      invoiceDate: '2025-07-01',
      dueDate: '2025-07-31',
      lineItems: solar,
      taxReduction: green([[anna, 15_001]]),
    },
    [atPeople],
  ],
  ['storage, 50 %              ', { lineItems: storage, taxReduction: green([[anna, 25_000]]) }, []],
  ['storage, more              ', { lineItems: storage, taxReduction: green([[anna, 25_001]]) }, [atPeople]],
  ['charging, 50 %             ', { lineItems: charging, taxReduction: green([[anna, 10_000]]) }, []],
  ['two kinds, 15 and 50 %     ', { lineItems: [...solar, ...storage], taxReduction: green([[anna, 40_000]]) }, []],
  [
    'two kinds, more            ',
    { lineItems: [...solar, ...storage], taxReduction: green([[anna, 40_001]]) },
    [atPeople],
  ],
  [
    'beyond the cap of a person ',
    {
      lineItems: [...storage, material('greenStorage', 80_000)],
      taxReduction: green([[anna, 50_001]]),
    },
    [`${atPeople}/0/deductionAmount`],
  ],
  ['only material              ', { lineItems: [solar[1]], taxReduction: green([[anna, 100]]) }, ['#/taxReduction']],
  [
    'work in pieces             ',
    { lineItems: [installing('greenCharging', 1, { unitType: 'piece' })], taxReduction: green([[anna, 100]]) },
    ['#/taxReduction'],
  ],
  [
    'no home                    ',
    { lineItems: solar, taxReduction: green([[anna, 100]], { propertyType: null }) },
    ['#/taxReduction/propertyType'],
  ],
  [
    'a flat without its numbers ',
    { lineItems: solar, taxReduction: green([[anna, 100]], flat) },
    ['#/taxReduction/tenantOrgNumber'],
  ],
  [
    'work of rot beside         ',
    { lineItems: [...solar, work({}, 'rotElectricity')], taxReduction: green([[anna, 100]]) },
    ['#/lineItems/2/taxReduction/taxReductionType'],
  ],
  [
    'rot with material of it    ',
    {
      lineItems: [work({}, 'rotElectricity'), material('greenCharging', 800)],
      taxReduction: rot([[anna, 100]]),
    },
    ['#/lineItems/1/taxReduction/taxReductionType'],
  ],
]

test('what may be asked for follows from the kind of installation and the day of payment', async () => {
  const company = await newCompany()
  await every(
    requests,
    ([name]) => name,
    async ([, changes, wrong]) => {
      const answer = await draft(company, changes)
      expect(wrong.length > 0 ? fieldsOf(answer) : answer.status, answer.text).toEqual(wrong.length > 0 ? wrong : 200)
    },
  )
})

test('its cap of 50 000 is beside that of rot and rut', async () => {
  const company = await newCompany()
  const roof = { lineItems: [work({ quantity: 200 }, 'rotConstruction')], taxReduction: rot([[anna, 50_000]]) }
  await published(company, (await madeWork(company, roof)).id)
  const battery = [...storage, material('greenStorage', 40_000)]
  await published(company, (await madeWork(company, { lineItems: battery, taxReduction: green([[anna, 49_000]]) })).id)
  const another = async (kronor: number) =>
    fieldsOf(await draft(company, { lineItems: charging, taxReduction: green([[anna, kronor]]) }))
  expect(await another(1001)).toEqual([`${atPeople}/0/deductionAmount`])
  ok(await draft(company, { lineItems: charging, taxReduction: green([[anna, 1000]]) }))
})

/** Both kinds for 150 000 kronor with tax and 2 500 of travel, 40 000 of it asked for. */
const both = {
  lineItems: [...solar, ...storage, aLine({ description: 'Resa', productType: 'services', unitPrice: 2000 })],
  taxReduction: green([
    [anna, 30_000],
    [bo, 10_000],
  ]),
}

const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: false })

describe('an invoice with solar cells and a battery', () => {
  test('is booked, requested with a case for each kind and person, and answered in part', async () => {
    const company = await newCompany()
    const { id } = await published(company, (await madeWork(company, both)).id)
    const recorded = ok(await company.post(`/invoices/${id}/record`))
    expect(await bookedBy(company, recorded)).toMatchObject({ 1510: 112_500, 1513: 40_000 })
    await paid(company, id, { sum: 112_500, date: '2026-06-10' })
    const answer = await company.get('/invoices/tax-reductions/export?type=green')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('gron-20260610.xml')
    const { 'p:Begaran': file } = parser.parse(Buffer.from(answer.text, 'latin1').toString('utf8'))
    expect(file).toMatchObject({
      '@_xmlns:p': 'http://xmls.skatteverket.se/se/skatteverket/skattered/begaran/1.0',
      'p:NamnPaBegaran': 'GRON 20260610',
      'p:TypAvBegaran': 'GRON_TEKNIK',
      'p:Utforare': expect.stringMatching(/^\d{12}$/),
    })
    const told = file['p:Arende'].map((one: Record<string, Record<string, string> | string>) => {
      const done = one['p:UtfortArbete'] as Record<string, string>
      return [
        String(one['p:Kopare']).slice(0, 8),
        done['p:TypAvUtfortArbete'],
        ...[done['p:AntalTimmar'], done['p:Kostnad'], one['p:BetaltBelopp'], one['p:BegartBelopp']].map(Number),
      ]
    })
    expect(told).toEqual([
      ['19850709', 'INSTALLATION_SOLCELLER', 8, 75_000, 63_750, 11_250],
      ['19121212', 'INSTALLATION_SOLCELLER', 2, 25_000, 21_250, 3750],
      ['19850709', 'INSTALLATION_LAGRING', 4, 37_500, 18_750, 18_750],
      ['19121212', 'INSTALLATION_LAGRING', 1, 12_500, 6250, 6250],
    ])
    expect(file['p:Arende'][0]).toMatchObject({
      'p:FakturaNr': '1',
      'p:Fastighet': { 'p:Fastighetsbeteckning': 'Berga 1:23' },
      'p:OvrigKostnad': expect.stringMatching(/^\d+$/),
      'p:Betalningsdatum': '2026-06-10',
    })
    await service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, id))
    const ask = { invoiceId: id }
    await service.operateFor(company.id, (call) => salesAdmin.payTaxReduction(call, { ...ask, amount: 35_000 }))
    await service.operateFor(company.id, (call) => salesAdmin.refuseTaxReduction(call, ask))
    expect(ok(await company.get(`/invoices/${id}`)).taxReduction).toMatchObject({
      status: 'completed',
      paidAmount: 35_000,
      refusedAmount: 5000,
    })
  })

  test('keeps what the solar cells allow when the battery is credited', async () => {
    const company = await newCompany()
    const invoice = await published(company, (await madeWork(company, both)).id)
    ok(await company.post(`/invoices/${invoice.id}/record`))
    const note = ok(await company.post(`/invoices/${invoice.id}/credit`))
    ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems: note.lineItems.slice(2, 4) }))
    ok(await company.post(`/credit-notes/${note.id}/publish`))
    expect(ok(await company.get(`/invoices/${invoice.id}`)).taxReduction.askedAmount).toBe(15_000)
  })
})

/** A line of work as an invoice keeps it, in öre without tax. */
const lineOf = (jobType: JobType, hours: number, netOre: bigint): WorkLine => ({
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'hour',
  quantity: String(hours),
  taxRate: 25,
  netOre,
  reductionType: 'green',
  jobType,
})

type Told = [day: string, element: string, asked: number][]

/** What is asked for 40 000 kronor of 150 000, of which the customer pays 110 000 on these days. */
const payments: [string, paid: [day: string, kronor: number][], asked: Told][] = [
  [
    'in one year     ',
    [['2026-06-10', 110_000]],
    [
      ['2026-06-10', 'INSTALLATION_SOLCELLER', 15_000],
      ['2026-06-10', 'INSTALLATION_LAGRING', 25_000],
    ],
  ],
  [
    'in two years    ',
    [
      ['2026-12-10', 55_000],
      ['2027-01-10', 55_000],
    ],
    [
      ['2026-12-10', 'INSTALLATION_SOLCELLER', 7500],
      ['2027-01-10', 'INSTALLATION_SOLCELLER', 7500],
      ['2026-12-10', 'INSTALLATION_LAGRING', 12_500],
      ['2027-01-10', 'INSTALLATION_LAGRING', 12_500],
    ],
  ],
  // 20 000 and 25 000 may be asked for: the agreed 40 000 is divided by these.
  [
    'before July 2025',
    [['2025-06-30', 110_000]],
    [
      ['2025-06-30', 'INSTALLATION_SOLCELLER', 17_778],
      ['2025-06-30', 'INSTALLATION_LAGRING', 22_222],
    ],
  ],
]

test('each kind has its own share of what was agreed, by the day of payment', () =>
  every(
    payments,
    ([name]) => name,
    ([, paidOn, asked]) => {
      const all = casesOf({
        type: 'green',
        number: '1',
        payments: paidOn.map(([date, kronor]) => ({ date: date as never, ore: BigInt(kronor) * 100n })),
        chargedOre: 0n,
        dueOre: 110_000_00n,
        realEstateNumber: 'Berga 1:23',
        tenantOrgNumber: null,
        apartmentNumber: null,
        lines: [lineOf('greenSolarCells', 10, 80_000_00n), lineOf('greenStorage', 5, 40_000_00n)],
        people: [{ personalNumber: anna, askedOre: 40_000_00n }],
      })
      expect(all.map((one) => [one.paidOn, one.work[0]?.element, one.asked])).toEqual(asked)
    },
  ))
