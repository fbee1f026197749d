// What the law and the contract allow of a tax reduction: cases on either side of each limit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { largestRemainder } from '#rules/sales/tax-reduction/reduction'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { credited, ok } from '#tests/sales/booking/booked'
import { aLine, fieldsOf, madeCustomer, published } from '#tests/sales/invoicing'
import { anna, bo, cilla, madePerson, madeWork, personBorn, rot, rut, work } from './household.ts'

let service: Service
let company: TestCompany
let person: string
beforeAll(async () => {
  service = await startService()
  company = await newCompany()
  person = (await madePerson(company)).id
})
afterAll(() => service.close())

/** A company with the years from 2023 to 2026. */
const newCompany = async () => {
  const made = checkedCompany(await service.newCompany({ fiscalYear: ['2023-01-01', '2023-12-31'] }))
  await service.operateFor(made.id, async (call) => {
    for (const year of [2024, 2025, 2026]) {
      await createFiscalYear(call, { startDate: `${year}-01-01`, endDate: `${year}-12-31` })
    }
  })
  return made
}

const ask = (changes: Record<string, unknown>, of = company, customer = person) =>
  of.post('/invoices', {
    customerRef: { id: customer },
    invoiceDate: '2026-06-10',
    lineItems: [work()],
    taxReduction: rut(),
    ...changes,
  })

const reduced = (taxReduction: Record<string, unknown>, lineItems = [work()]) => ({ taxReduction, lineItems })
const roof = [work({}, 'rotConstruction')]
const home = { propertyType: 'housingDesignation', realEstateNumber: null }
const at = (part: string) => `#/taxReduction/${part}`
const line = (part = '') => `#/lineItems/0/taxReduction${part}`
const ofPerson = (part: string, place = 0) => at(`deductionPeople/${place}/${part}`)

/** The request, and the fields with errors: none if it is valid. */
const requests: [string, Record<string, unknown>, string[]][] = [
  ['rut                           ', {}, []],
  ['rot of real estate            ', reduced(rot(), roof), []],
  [
    'rot of a flat                 ',
    reduced(rot(undefined, { ...home, tenantOrgNumber: '769600-1231', apartmentNumber: '1203' }), roof),
    [at('tenantOrgNumber')],
  ],
  [
    'two persons                   ',
    reduced(
      rut([
        [anna, 250],
        [bo, 250],
      ]),
    ),
    [],
  ],
  ['a coordination number         ', reduced(rut([[cilla, 500]])), []],
  [
    'one who pays all              ',
    reduced(
      rut([
        [anna, 500],
        [bo, 0],
      ]),
    ),
    [],
  ],
  ['no line of work               ', reduced(rut(), [aLine()]), [at('').slice(0, -1)]],
  ['work without a reduction      ', { taxReduction: null }, [line()]],
  ['work of the other type        ', reduced(rut(), roof), [line('/taxReductionType')]],
  [
    'a job of the other type       ',
    reduced(rut(), [work({ taxReduction: { taxReductionType: 'rut', jobType: 'rotPainting' } })]),
    [line('/jobType')],
  ],
  ['goods                         ', reduced(rut(), [work({ productType: 'goods' })]), [line()]],
  ['work by the day               ', reduced(rut(), [work({ unitType: 'day' })]), [line()]],
  ['work without a unit           ', reduced(rut(), [work({ unitType: 'unspecified' })]), []],
  ['another currency              ', { currency: 'EUR', currencyRate: 11 }, ['#/taxReduction']],
  ['no description                ', reduced(rut(undefined, { description: ' ' })), [at('description')]],
  ['rut with a property           ', reduced(rut(undefined, { propertyType: 'realEstate' })), [at('propertyType')]],
  [
    'rut with a number of one      ',
    reduced(rut(undefined, { realEstateNumber: 'Berga 1:23' })),
    [at('realEstateNumber')],
  ],
  ['rot without a property        ', reduced(rot(undefined, { propertyType: null }), roof), [at('propertyType')]],
  [
    'rot without its number        ',
    reduced(rot(undefined, { realEstateNumber: ' ' }), roof),
    [at('realEstateNumber')],
  ],
  [
    'rot of a flat without numbers ',
    reduced(rot(undefined, home), roof),
    [at('tenantOrgNumber'), at('apartmentNumber')],
  ],
  [
    'rot of both kinds             ',
    reduced(rot(undefined, { apartmentNumber: '1203' }), roof),
    [at('apartmentNumber')],
  ],
  ['no person                     ', reduced(rut([])), [at('deductionPeople')]],
  ['a number without a century    ', reduced(rut([['850709-9805', 500]])), [ofPerson('personalNumber')]],
  ['no type                       ', reduced(rut(undefined, { type: undefined })), [at('type')]],
  [
    'a wrong line before its work  ',
    reduced(rut([['19850709-9806', 500]]), [aLine({ taxRate: 7 }), work({ productType: 'goods' })]),
    ['#/lineItems/0/taxRate', ofPerson('personalNumber')],
  ],
  ['a wrong check digit           ', reduced(rut([['19850709-9806', 500]])), [ofPerson('personalNumber')]],
  ['no such day                   ', reduced(rut([[personBorn('19850231'), 500]])), [ofPerson('personalNumber')]],
  ['a masked number               ', reduced(rut([['19850709-XXXX', 500]])), [ofPerson('personalNumber')]],
  ['a person who is born later    ', reduced(rut([[personBorn('20260611'), 500]])), [ofPerson('personalNumber')]],
  ['a person who turns 18         ', reduced(rut([[personBorn('20081231'), 500]])), []],
  ['a person who turns 17         ', reduced(rut([[personBorn('20090101'), 500]])), [ofPerson('personalNumber')]],
  [
    'a person twice                ',
    reduced(
      rut([
        [anna, 250],
        [anna, 250],
      ]),
    ),
    [ofPerson('personalNumber', 1)],
  ],
  ['öre                           ', reduced(rut([[anna, 499.5]])), [ofPerson('deductionAmount')]],
  ['nothing                       ', reduced(rut([[anna, 0]])), [at('deductionPeople')]],
  ['a krona too much              ', reduced(rut([[anna, 501]])), [at('deductionPeople')]],
  [
    'a krona too much by two       ',
    reduced(
      rut([
        [anna, 250],
        [bo, 251],
      ]),
    ),
    [at('deductionPeople')],
  ],
  ['more than is left to pay      ', reduced(rut(), [work(), aLine({ unitPrice: -500 })]), [at('deductionPeople')]],
  ['half of what öre are dropped  ', reduced(rut([[anna, 499]]), [work({ unitPrice: 799.99 })]), []],
  [
    'half of it, up                ',
    reduced(rut([[anna, 500]]), [work({ unitPrice: 799.99 })]),
    [at('deductionPeople')],
  ],
  ['half of it after a discount   ', reduced(rut([[anna, 450]]), [work(), work({ unitPrice: -80 })]), []],
  [
    'material does not count       ',
    reduced(rut([[anna, 501]]), [work(), aLine({ unitPrice: 800 })]),
    [at('deductionPeople')],
  ],
  ['washing counts by half        ', reduced(rut([[anna, 250]]), [work({}, 'rutWaterWashingOfTextiles')]), []],
  [
    'washing, a krona too much     ',
    reduced(rut([[anna, 251]]), [work({}, 'rutWaterWashingOfTextiles')]),
    [at('deductionPeople')],
  ],
  ['999 hours                     ', reduced(rut(), [work({ quantity: 999 })]), []],
  ['more hours                    ', reduced(rut(), [work({ quantity: 999.000001 })]), ['#/taxReduction']],
  ['1998 hours of two kinds       ', reduced(rut(), [work({ quantity: 999 }), work({ quantity: 999 }, 'rutSnow')]), []],
]

describe('of requests', () => {
  test.each(requests)('%s', async (_, changes, fields) => {
    const answer = await ask(changes)
    expect(fieldsOf(answer), answer.text).toEqual(fields)
    expect(answer.status).toBe(fields.length === 0 ? 200 : 400)
  })

  test('a flat of an association with a right number is taken', async () => {
    const flat = { ...home, tenantOrgNumber: '769600-1235', apartmentNumber: '1203' }
    const right = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `769600-123${digit}`)
    const answers = []
    for (const tenantOrgNumber of right) {
      answers.push(await ask(reduced(rot(undefined, { ...flat, tenantOrgNumber }), roof)))
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a company has none', async () => {
    const customer = await madeCustomer(company)
    expect(fieldsOf(await ask({}, company, customer.id))).toEqual(['#/taxReduction'])
  })

  test('without a customer a draft may have one, and is not published', async () => {
    const { id } = ok(await ask({ customerRef: undefined }))
    expect((await company.post(`/invoices/${id}/publish`)).status).toBe(400)
  })

  test('no message repeats a personal number', async () => {
    const shares = [
      [anna, 10_000_000],
      ['19850709-9806', 0.5],
    ] as const
    for (const answer of [await ask(reduced(rut(shares))), await ask(reduced(rut([[anna, 90_000]])))]) {
      expect(answer.status).toBe(400)
      expect(answer.text).not.toMatch(/\d{8}-\d{4}/)
    }
  })
})

/** By the days between invoice and due date: the most kronor of work for 1 000 kronor; null when there is no rate. */
const shares: [string, string, string, number | null][] = [
  ['rotConstruction', '2025-05-11', '2025-05-11', 300],
  ['rotConstruction', '2025-05-11', '2025-05-12', 500],
  ['rotConstruction', '2025-05-12', '2025-12-31', 500],
  ['rotConstruction', '2025-12-31', '2026-01-30', 500],
  ['rotConstruction', '2026-01-01', '2026-01-31', 300],
  ['rotPlumbing    ', '2024-07-01', '2024-07-31', 300],
  ['rutCleaning    ', '2025-06-01', '2025-06-30', 500],
  ['rutCleaning    ', '2021-01-01', '2021-01-31', 500],
  ['rutCleaning    ', '2020-12-31', '2021-01-01', 500],
  ['rutCleaning    ', '2020-12-01', '2020-12-31', null],
]

describe('the day of payment decides', () => {
  test.each(shares)('%s from %s to %s: %s of 1 000', async (job, invoiceDate, dueDate, most) => {
    const jobType = job.trim()
    const body = (kronor: number) => ({
      invoiceDate,
      dueDate,
      lineItems: [work({}, jobType)],
      taxReduction: jobType.startsWith('rot') ? rot([[anna, kronor]]) : rut([[anna, kronor]]),
    })
    if (most === null) expect(fieldsOf(await ask(body(1)))).toEqual([at('type')])
    else {
      expect((await ask(body(most))).status).toBe(200)
      expect(fieldsOf(await ask(body(most + 1)))).toEqual([at('deductionPeople')])
    }
  })
})

type Use = [type: 'rot' | 'rut', date: string, kronor: number]

const large = (jobType: string) => [work({ unitPrice: 160_000, quantity: 2 }, jobType)]

const useOf = ([type, invoiceDate, kronor]: Use) => ({
  invoiceDate,
  dueDate: invoiceDate,
  lineItems: large(type === 'rot' ? 'rotPainting' : 'rutGardening'),
  taxReduction: type === 'rot' ? rot([[anna, kronor]]) : rut([[anna, kronor]]),
})

/** What a person has had, and the most that is left of each type on a day. */
const caps: [string, Use[], Use][] = [
  ['rot alone                  ', [], ['rot', '2026-06-10', 50_000]],
  ['rut alone                  ', [], ['rut', '2026-06-10', 75_000]],
  ['rut after rut              ', [['rut', '2026-01-01', 60_000]], ['rut', '2026-12-31', 15_000]],
  ['rot after rut              ', [['rut', '2026-06-10', 60_000]], ['rot', '2026-06-10', 15_000]],
  ['rot after some rut         ', [['rut', '2026-06-10', 20_000]], ['rot', '2026-06-10', 50_000]],
  ['rut after rot              ', [['rot', '2026-06-10', 50_000]], ['rut', '2026-06-10', 25_000]],
  ['rot after rot of last year ', [['rot', '2025-12-31', 50_000]], ['rot', '2026-01-01', 50_000]],
  ['rot before 1 July 2024     ', [], ['rot', '2024-06-30', 50_000]],
  ['rot from 1 July 2024       ', [['rut', '2024-06-30', 75_000]], ['rot', '2024-07-01', 75_000]],
  ['rut from 1 July 2024       ', [['rot', '2024-07-01', 75_000]], ['rut', '2024-12-31', 75_000]],
  ['rot of all of 2024         ', [['rot', '2024-03-01', 50_000]], ['rot', '2024-07-01', 25_000]],
  ['rot of 2025                ', [['rot', '2024-12-31', 75_000]], ['rot', '2025-01-01', 50_000]],
]

describe('a person has a cap for the year', () => {
  test.each(caps)('%s', async (_, before, [type, date, most]) => {
    const own = await newCompany()
    const customer = (await madePerson(own)).id
    for (const use of before) await published(own, ok(await ask(useOf(use), own, customer)).id)
    expect(fieldsOf(await ask(useOf([type, date, most + 1]), own, customer))).toEqual([ofPerson('deductionAmount')])
    expect((await ask(useOf([type, date, most]), own, customer)).status).toBe(200)
  })

  test('which drafts, other people and other companies do not use', async () => {
    const own = await newCompany()
    const other = await newCompany()
    await published(other, (await madeWork(other, useOf(['rut', '2026-06-10', 75_000]))).id)
    await madeWork(own, useOf(['rut', '2026-06-10', 75_000]))
    const ofBo = { ...useOf(['rut', '2026-06-10', 1]), taxReduction: rut([[bo, 75_000]]) }
    await published(own, (await madeWork(own, ofBo)).id)
    expect((await madeWork(own, useOf(['rut', '2026-06-10', 75_000]))).taxReduction.deductionAmount).toBe(75_000)
  })

  test('that publication holds to: of two drafts the second one is refused', async () => {
    const own = await newCompany()
    const drafts = [await madeWork(own, useOf(['rut', '2026-06-10', 75_000]))]
    drafts.push(await madeWork(own, useOf(['rut', '2026-06-10', 75_000])))
    const answers = await Promise.all(drafts.map(({ id }) => own.post(`/invoices/${id}/publish`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.flatMap(fieldsOf)).toEqual([ofPerson('deductionAmount')])
  })

  test('and gets back what is credited', async () => {
    const own = await newCompany()
    const { id } = await madeWork(own, useOf(['rut', '2026-06-10', 75_000]))
    await published(own, id)
    expect(fieldsOf(await ask(useOf(['rut', '2026-06-10', 1]), own, (await madePerson(own)).id))).toHaveLength(1)
    await credited(own, id, false)
    expect((await madeWork(own, useOf(['rut', '2026-06-10', 75_000]))).id).toBeTypeOf('string')
  })
})

/** Kronor that anna may still ask for in a year: so many, and not one more. */
const isLeft = async (own: TestCompany, customer: string, year: number, kronor: number) => {
  const date = `${year}-06-10`
  expect(fieldsOf(await ask(useOf(['rut', date, kronor + 1]), own, customer))).toEqual([ofPerson('deductionAmount')])
  expect((await ask(useOf(['rut', date, kronor]), own, customer)).status).toBe(200)
}

/** Work for 80 000 kronor of December 2025, half of it asked for, which is due in January. */
const overNewYear = async (own: TestCompany): Promise<string> => {
  const days = { invoiceDate: '2025-12-10', dueDate: '2026-01-31' }
  const made = await madeWork(own, { ...days, ...reduced(rut([[anna, 40_000]]), [work({ unitPrice: 64_000 })]) })
  await published(own, made.id)
  return made.id
}

const pays = async (own: TestCompany, id: string, date: string, sumBaseCurrency: number) =>
  ok(await own.post(`/invoices/${id}/payments`, { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 }))

describe('what counts in a year', () => {
  test('is what was paid in it, and what is due in it and not paid', async () => {
    const own = await newCompany()
    const customer = (await madePerson(own)).id
    const id = await overNewYear(own)
    await isLeft(own, customer, 2025, 75_000)
    await isLeft(own, customer, 2026, 35_000)
    await pays(own, id, '2025-12-20', 24_000)
    await isLeft(own, customer, 2025, 51_000)
    await isLeft(own, customer, 2026, 59_000)
    await pays(own, id, '2026-01-15', 16_000)
    await isLeft(own, customer, 2025, 51_000)
    await isLeft(own, customer, 2026, 59_000)
  })

  test('stays in its year when a part is refused, and when the customer pays that', async () => {
    const own = await newCompany()
    const customer = (await madePerson(own)).id
    const asOwner = await callingAs(service, own, 'owner')
    const id = await overNewYear(own)
    ok(await own.post(`/invoices/${id}/record`))
    await pays(own, id, '2025-12-20', 40_000)
    await isLeft(own, customer, 2025, 35_000)
    ok(await asOwner('POST', `/invoices/${id}/tax-reduction/submitted`))
    ok(await asOwner('POST', `/invoices/${id}/tax-reduction/refused`, { amount: 10_000 }))
    await isLeft(own, customer, 2025, 45_000)
    await isLeft(own, customer, 2026, 75_000)
    await pays(own, id, '2026-06-10', 10_000)
    await isLeft(own, customer, 2025, 45_000)
    await isLeft(own, customer, 2026, 75_000)
  })
})

describe('by largest remainder', () => {
  const cases: [amount: number, weights: number[], shares: number[]][] = [
    [7, [2333, 1166], [5, 2]],
    [1, [1, 1], [1, 0]],
    [10, [1, 1, 1], [4, 3, 3]],
    [5, [3, 0, 2], [3, 0, 2]],
    [2, [1, 5, 4], [0, 1, 1]],
    [3, [0, 0], [0, 0]],
    [0, [1, 2], [0, 0]],
  ]
  test.each(cases)('%i over %j is %j', (amount, weights, shares) => {
    expect(largestRemainder(BigInt(amount), weights.map(BigInt)).map(Number)).toEqual(shares)
  })
})
