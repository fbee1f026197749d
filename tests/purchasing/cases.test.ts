// The worked cases of the domain that are purchases: each is done over HTTP, and what its steps book is compared with
// the case, account by account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boxesOf, boxesOfBuyer, boxesOfCompany, casesOf, moreThan, rowsOf, useAccounts } from '#support/cases'
import { entriesOf, sumsOf } from '#support/entries'
import { type Case, cases } from '#support/samples/worked-cases'
import { type Service, startService } from '#support/service'
import { type Buyer, newBuyer, paidOn, recordedOne, wrongWith } from './bought.ts'

/** A company in a case, with the invoice that the case is about. */
type Office = Buyer & { invoiceId: string }
type Act = (office: Office) => Promise<unknown>

type Purchase = {
  /** Roles whose accounts the case has otherwise than we. */
  accounts?: Record<string, number>
  cash?: true
  /** What has happened when the case begins. */
  before?: Act[]
  steps: Record<number, Act>
  /** Steps that are no purchases, by their place. */
  left?: Record<number, string>
}

type Line = { account: number; netAmount: number; vatTreatment?: string }

const invoice =
  (totalAmount: number, ...lines: Line[]): Act =>
  async (office) => {
    office.invoiceId = (await recordedOne(office, { totalAmount }, { lines })).id
  }

const pay =
  (amount: number, bookkeepingAccountNumber = 1930): Act =>
  (office) =>
    paidOn(office, office.invoiceId, { amount, bookkeepingAccountNumber })

const together =
  (...acts: Act[]): Act =>
  async (office) => {
    for (const act of acts) await act(office)
  }

const purchases: Record<string, Purchase> = {
  'CRN-02': { accounts: { inputVat: 2640 }, steps: { 0: invoice(-1000, { account: 4000, netAmount: -800 }) } },
  'CSH-02': {
    cash: true,
    before: [invoice(2500, { account: 4010, netAmount: 2000 })],
    steps: { 0: pay(2500, 1940) },
  },
  'SUP-01': {
    accounts: { inputVat: 2640 },
    steps: { 0: invoice(18_750, { account: 6530, netAmount: 15_000 }), 1: pay(18_750) },
  },
  'SUP-03': {
    steps: { 0: invoice(783, { account: 5611, netAmount: 526.5 }, { account: 5619, netAmount: 100 }) },
  },
  'SUP-05': { steps: { 0: invoice(125_000, { account: 1211, netAmount: 100_000 }) } },
  'RC-01': {
    steps: { 0: invoice(10_000, { account: 4056, netAmount: 10_000, vatTreatment: 'euGoods' }) },
  },
  'RC-03': {
    steps: { 0: together(invoice(6000, { account: 4515, netAmount: 6000, vatTreatment: 'euGoods' }), pay(6000)) },
  },
  'RC-05': {
    steps: { 1: invoice(50_000, { account: 4425, netAmount: 50_000, vatTreatment: 'domesticServicesReverseCharge' }) },
    left: { 0: 'the seller books a sale' },
  },
}

/** Every account of a case; what the usual chart lacks is added to it. */
const accountsOf = (steps: Case['steps']): number[] =>
  steps.flatMap(({ rows }) => rows.map(([account]) => Number(account)))

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('every case of purchases runs here, with all its steps', () => {
  expect(Object.keys(purchases).sort()).toEqual([...casesOf.purchases].sort())
  for (const [id, { steps, left = {} }] of Object.entries(purchases)) {
    const places = [...Object.keys(steps), ...Object.keys(left)].map(Number)
    expect(places.sort(), id).toEqual(cases.find((one) => one.id === id)?.steps.map((_, index) => index))
  }
})

describe('what the steps of a case book, account by account', () => {
  for (const { id, title, steps } of cases) {
    const purchase = purchases[id]
    if (!purchase) continue
    test(`${id}: ${title}`, async () => {
      const { accounts = {}, cash, before = [] } = purchase
      const office = { ...(await newBuyer(service, { accountingMethod: cash ? 'cash' : 'accrual' })), invoiceId: '' }
      await useAccounts(service, office.company, accounts, accountsOf(steps))
      for (const act of before) await act(office)
      const earlierBoxes = await boxesOfCompany(office.company)
      for (const [index, step] of steps.entries()) {
        const act = purchase.steps[index]
        if (!act) continue
        const earlier = await entriesOf(office.company)
        await act(office)
        const made = (await entriesOf(office.company)).slice(earlier.length)
        expect(sumsOf(made), step.text).toEqual(rowsOf(step))
      }
      const boxes = moreThan(earlierBoxes, await boxesOfCompany(office.company))
      expect(boxes).toEqual(id === 'RC-05' ? boxesOfBuyer : boxesOf[id])
      expect(await wrongWith(service, office)).toEqual([])
    })
  }
})

describe('under the other method a purchase is in the same boxes once it is paid, goods from the Union before', () => {
  /** What is left to pay, and waits for it, when the steps of a case are done. */
  const left: Record<string, number> = {
    'CRN-02': -1000,
    'SUP-03': 783,
    'SUP-05': 125_000,
    'RC-05': 50_000,
  }
  for (const { id, title, steps } of cases) {
    const purchase = purchases[id]
    if (!purchase) continue
    test(`${id}: ${title}`, async () => {
      const { accounts = {}, cash, before = [] } = purchase
      const office = { ...(await newBuyer(service, { accountingMethod: cash ? 'accrual' : 'cash' })), invoiceId: '' }
      await useAccounts(service, office.company, accounts, accountsOf(steps))
      for (const act of [...before, ...Object.values(purchase.steps)]) await act(office)
      const rest = left[id]
      if (rest !== undefined) {
        expect(await boxesOfCompany(office.company)).toEqual({})
        await pay(rest)(office)
      }
      expect(await boxesOfCompany(office.company)).toEqual(id === 'RC-05' ? boxesOfBuyer : boxesOf[id])
    })
  }
})
