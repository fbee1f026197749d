// The worked cases that are sales: each is done over HTTP, and what its steps book is compared with the case, account
// by account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { changeSettings, salesAdmin } from '#sales'
import {
  boxesOf,
  boxesOfCompany,
  boxesOfSeller,
  casesLeft,
  casesOf,
  moreThan,
  rowsOf,
  useAccounts,
} from '#support/cases'
import { checkedCompany } from '#support/checked'
import { cases } from '#support/samples/worked-cases'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'
import { entriesOf, ok, paidAndRecorded, recorded, settledAndRecorded, sumsOf } from './booked.ts'

/** A company in a case, with the invoice that the case is about. */
type Shop = { company: TestCompany; invoiceId: string; day: string }
type Act = (shop: Shop) => Promise<unknown>

type Sale = {
  /** Accounts that the case uses where we have others. */
  accounts?: Record<string, number>
  cash?: true
  roundsTotal?: true
  day?: string
  /** What has happened when the case begins. */
  before?: Act[]
  steps: Act[]
  /** Steps that are no sales, by their place. */
  left?: Record<number, string>
}

const invoice =
  (lines: object[], changes: object = {}, record = true): Act =>
  async (shop) => {
    const body = { invoiceDate: shop.day, lineItems: lines.map((line) => aLine({ ...line })), ...changes }
    const { id } = record
      ? await recorded(shop.company, body)
      : await published(shop.company, (await madeInvoice(shop.company, body)).id)
    shop.invoiceId = id
  }

const pay =
  (sum: number): Act =>
  ({ company, invoiceId, day }) =>
    paidAndRecorded(company, invoiceId, { sum, date: day })

const settle =
  (settlement: { type: string; sum: number; vatScheme?: string }): Act =>
  ({ company, invoiceId, day }) =>
    settledAndRecorded(company, invoiceId, { ...settlement, date: day })

/** An entry that is made by hand, since nothing of sales makes it. */
const byHand =
  (...rows: [account: number, debit: number][]): Act =>
  async ({ company, day }) => {
    const items = rows.map(([account, ore]) => (ore > 0 ? { account, debit: ore } : { account, credit: -ore }))
    ok(await company.post('/journal-entries', { title: 'Bokfört för hand', date: day, items }))
  }

const together =
  (...acts: Act[]): Act =>
  async (shop) => {
    for (const act of acts) await act(shop)
  }

/** Work and other things for a home, with a tax reduction for one person. */
const household =
  (type: 'rot' | 'rut', deductionAmount: number, work: number, other: number[]): Act =>
  async (shop) => {
    const customerRef = { id: (await madeCustomer(shop.company, { name: 'Karin Ek', type: 'private' })).id }
    const jobType = type === 'rot' ? 'rotPainting' : 'rutCleaning'
    const property = type === 'rot' ? { propertyType: 'realEstate', realEstateNumber: 'Vaxholm Kullen 1:1' } : {}
    const taxReduction = { taxReductionType: type, jobType }
    const labour = { productType: 'services', unitType: 'hour', quantity: 10, unitPrice: work / 10, taxReduction }
    const lines = [labour, ...other.map((unitPrice) => ({ unitPrice }))]
    await invoice(lines, {
      customerRef,
      taxReduction: {
        type,
        description: 'Arbete i hemmet',
        ...property,
        deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount }],
      },
    })(shop)
  }

/** The tax authority is asked for the deduction, and pays it. */
const paidByAuthority =
  (amount: number): Act =>
  ({ company, invoiceId, day }) =>
    service.operateFor(company.id, async (call) => {
      await salesAdmin.submitTaxReduction(call, invoiceId)
      await salesAdmin.payTaxReduction(call, { invoiceId, amount, date: dayFrom(day) })
    })

const berlin = { line1: 'Hauptstraße 5', postalCode: '10827', city: 'Berlin', country: 'DE' }

const toBerlin =
  (lines: object[], changes: object = {}): Act =>
  async (shop) => {
    const buyer = { name: 'Berlin Möbel GmbH', vatNumber: 'DE136695976', address: berlin }
    const customerRef = { id: (await madeCustomer(shop.company, buyer)).id }
    await invoice(lines, { customerRef, ...changes })(shop)
  }

/** To a business with a VAT number, which owes the tax. */
const toBusiness =
  (lines: object[]): Act =>
  async (shop) => {
    const customerRef = { id: (await madeCustomer(shop.company, { vatNumber: 'SE556036079301' })).id }
    await invoice(lines, { customerRef })(shop)
  }

const sales: Record<string, Sale> = {
  'INV-01': {
    accounts: { salesServices25: 3041 },
    steps: [invoice([{ productType: 'services', unitPrice: 2000 }]), pay(2500)],
  },
  'INV-03': { steps: [invoice([{ unitPrice: 3500 }, { unitPrice: 720 }, { unitPrice: 247.75 }])] },
  'INV-05': { before: [invoice([{ unitPrice: 1000.4 }])], steps: [pay(1251)] },
  'ROT-01': {
    accounts: { receivable: 1511, outputVat25: 2610, salesServices25: 3010, salesGoods25: 3010 },
    steps: [household('rut', 1250, 2000, [1000, 200])],
  },
  'ROT-03': {
    accounts: { salesServices25: 3001 },
    day: '2025-06-10',
    steps: [household('rot', 6250, 10_000, [8000])],
  },
  'ROT-05': {
    before: [
      household('rot', 3750, 10_000, [8000]),
      pay(18_750),
      ({ invoiceId, company }) =>
        service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, invoiceId)),
    ],
    steps: [
      ({ company, invoiceId }) =>
        service.operateFor(company.id, (call) => salesAdmin.refuseTaxReduction(call, { invoiceId })),
    ],
  },
  'LOS-02': {
    accounts: { outputVat25: 2610 },
    before: [invoice([{ unitPrice: 3600 }]), byHand([6352, 3600], [1519, -3600])],
    steps: [
      together(
        ({ company, invoiceId, day: date }) =>
          service.operateFor(company.id, (call) =>
            salesAdmin.settleInConsole(call, { invoiceId, type: 'badDebt', date: date as never }),
          ),
        byHand([1519, 3600], [6352, -3600]),
      ),
    ],
  },
  'LOS-04': { steps: [byHand([6352, 50_000], [1519, -50_000])] },
  'FX-02': {
    before: [toBerlin([{ unitPrice: 100_000, taxRate: 0 }], { currency: 'EUR', currencyRate: 9.55 })],
    steps: [together(pay(975_000), settle({ type: 'currency', sum: -20_000 }))],
  },
  'FEE-02': {
    before: [invoice([{ unitPrice: 4000 }, { unitPrice: 60, taxRate: 0, bookkeepingAccountNumber: 3930 }])],
    steps: [pay(5060)],
  },
  'RC-05': {
    steps: [toBusiness([{ productType: 'services', unitPrice: 50_000, taxRate: 0, bookkeepingAccountNumber: 3231 }])],
    left: { 1: 'the buyer books a purchase' },
  },
  'EU-01': { steps: [toBerlin([{ unitPrice: 20_000, taxRate: 0 }])] },
  'CRD-02': {
    accounts: { inputVat: 2640 },
    cash: true,
    before: [invoice([{ unitPrice: 399.2 }], {}, false)],
    steps: [together(pay(490), settle({ type: 'paymentServiceFee', sum: 9, vatScheme: 'domestic' }))],
  },
  'OVR-01': { before: [invoice([{ unitPrice: 1500 }])], steps: [pay(2000), pay(-125)] },
  'SIE-01': {
    accounts: { salesGoods25: 3010, outputVat25: 2610 },
    roundsTotal: true,
    steps: [invoice([{ unitPrice: 3000 }, { unitPrice: 35 }])],
  },
  'SIE-03': { accounts: { salesGoods25: 3051 }, steps: [invoice([{ unitPrice: 6400 }])] },
}

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newShop = async ({ accounts = {}, cash, roundsTotal, day = '2026-06-10' }: Sale): Promise<Shop> => {
  service.setNow(day === '2026-06-10' ? START : `${day}T10:00:00Z`)
  const year = day.slice(0, 4)
  const company = await service.newCompany({
    fiscalYear: [`${year}-01-01`, `${year}-12-31`],
    accountingMethod: cash ? 'cash' : 'accrual',
  })
  await useAccounts(service, company, accounts)
  if (roundsTotal) await service.operateFor(company.id, (call) => changeSettings(call, { roundsTotal: true }))
  return { company: checkedCompany(company), invoiceId: '', day }
}

test('every case is of sales or of purchases and runs there, or is named with the reason why not', () => {
  expect(Object.keys(sales).sort()).toEqual([...casesOf.sales].sort())
  const named = new Set([...Object.values(casesOf).flat(), ...Object.keys(casesLeft)])
  expect([...named].sort()).toEqual(cases.map(({ id }) => id).sort())
  for (const { id, steps } of cases) {
    const sale = sales[id]
    if (sale) expect(sale.steps.length + Object.keys(sale.left ?? {}).length, id).toBe(steps.length)
  }
})

describe('what the steps of a case book, account by account', () => {
  for (const { id, title, steps } of cases) {
    const sale = sales[id]
    if (!sale) continue
    test(`${id}: ${title}`, async () => {
      const shop = await newShop(sale)
      for (const act of sale.before ?? []) await act(shop)
      const before = await boxesOfCompany(shop.company)
      for (const [index, step] of steps.entries()) {
        const act = sale.steps[index]
        if (!act) continue
        const earlier = await entriesOf(shop.company)
        await act(shop)
        const made = (await entriesOf(shop.company)).slice(earlier.length)
        expect(sumsOf(made), step.text).toEqual(rowsOf(step))
      }
      const boxes = moreThan(before, await boxesOfCompany(shop.company))
      expect(boxes).toEqual(id === 'RC-05' ? boxesOfSeller : boxesOf[id])
    })
  }
})

describe('under the cash method a sale is in the same boxes once it is paid, and in none before but in the Union', () => {
  /** What is left to pay when the steps of a case are done, and the boxes of sales that were made before its steps. */
  const paid: Record<string, { rest?: Act; boxes?: Record<string, number>; isInUnion?: true }> = {
    'INV-01': {},
    'INV-03': { rest: pay(5584.69) },
    'INV-05': { boxes: { '05': 1000.4, '10': 250.1, '49': 250.1 } },
    'ROT-01': { rest: together(pay(2750), paidByAuthority(1250)) },
    'FEE-02': { boxes: { '05': 4000, '10': 1000, '49': 1000 } },
    'RC-05': { rest: pay(50_000), boxes: boxesOfSeller },
    'EU-01': { rest: pay(20_000), isInUnion: true },
    'OVR-01': { boxes: { '05': 1500, '10': 375, '49': 375 } },
    'SIE-01': { rest: pay(3794) },
    'SIE-03': { rest: pay(8000) },
  }
  for (const { id, title } of cases) {
    const sale = sales[id]
    const { rest, boxes = boxesOf[id], isInUnion } = paid[id] ?? {}
    if (!sale || !paid[id]) continue
    test(`${id}: ${title}`, async () => {
      const shop = await newShop({ ...sale, cash: true })
      const acts = [...(sale.before ?? []), ...sale.steps, ...(rest ? [rest] : [])]
      const [first, ...others] = acts
      await first?.(shop)
      expect(await boxesOfCompany(shop.company)).toEqual(isInUnion ? boxes : {})
      for (const act of others) await act(shop)
      expect(await boxesOfCompany(shop.company)).toEqual(boxes)
    })
  }
})
