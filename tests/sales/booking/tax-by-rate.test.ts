// An invoice of several rates that is credited, discounted, lost and paid in parts: of each rate no more tax is taken
// back than was booked, and none is left when nothing is left of the invoice.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountingMethod } from '#ledger'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'
import {
  balancesOf,
  bookedBy,
  credited,
  ok,
  paid,
  paidAndRecorded,
  recorded,
  settled,
  settledAndRecorded,
  statusOf,
} from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  service.setNow(START)
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

/** 1 000 kronor at 25 % and as much at 6 %: 2 310 with tax. */
const twoRates = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1000, taxRate: 6 })]

type Begin = (lineItems: object[]) => Promise<{ id: string }>
const sold: Begin = (lineItems) => recorded(company, { lineItems })
const soldForCash: Begin = async (lineItems) => {
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
  return published(company, (await madeInvoice(company, { lineItems })).id)
}
const discount = (id: string, sum: number) => settledAndRecorded(company, id, { type: 'cashDiscount', sum })
const lose = (invoiceId: string, sum?: number) =>
  service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, {
      invoiceId,
      type: 'badDebt',
      date: '2026-06-10' as Day,
      ...(sum === undefined ? {} : { sum }),
    }),
  )
/** Under the cash method the end of the year puts right what was sold of a rate that is credited since. */
const endYear = async () => {
  service.setNow('2027-01-20T10:00:00Z')
  await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
}
const isSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])

/** A draft that credits lines of an invoice at these prices. */
const draftOf = async (id: string, prices: Record<number, number>): Promise<string> => {
  const note = ok(await company.post(`/invoices/${id}/credit`))
  const lineItems = note.lineItems
    .filter((line: { id: number }) => line.id in prices)
    .map((line: { id: number }) => ({ ...line, unitPrice: prices[line.id] }))
  return ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems })).id
}
const creditAt = async (id: string, prices: Record<number, number>) => {
  const note = await draftOf(id, prices)
  for (const action of ['publish', 'record']) ok(await company.post(`/credit-notes/${note}/${action}`))
}
const refusedOf = async (note: string) => {
  const { status, body } = await company.post(`/credit-notes/${note}/publish`)
  return [status, body.message]
}
const advice = {
  losses: 'Credit less of it',
  'cash discounts': 'Credit less of it, or first take back a cash discount with a negative one',
  'losses and cash discounts': 'Credit less of it, or first take back a cash discount with a negative one',
} as const
const refusal = (note: string, rate: number, left: string, by: keyof typeof advice = 'cash discounts') => [
  400,
  `The credit note ${note} credits more than remains on invoice 1: ${by} have lowered what was sold at ${rate} %; ` +
    `beside that, ${left} of it, excluding tax, is left to credit. ${advice[by]}`,
]

describe('a credit note takes of each rate what a loss or discount has left of it', () => {
  type Lower = (id: string, sum: number) => Promise<unknown>
  const kept = { 3001: -100, 3003: -100 }
  const cases: [what: string, method: string, begin: Begin, lower: Lower, balances: object][] = [
    ['a discount', 'accrual', sold, discount, { ...kept, 3731: 200 }],
    ['a loss', 'accrual', sold, lose, { ...kept, 6351: 200 }],
    ['a discount', 'cash', soldForCash, discount, { ...kept, 3731: 200 }],
    ['a loss', 'cash', soldForCash, lose, {}],
  ]
  test.each(cases)('%s, %s', async (what, _method, begin, lower, balances) => {
    const { id } = await begin(twoRates)
    await lower(id, 231)
    const note = await draftOf(id, { 1: 1000 })
    expect(await refusedOf(note)).toEqual(refusal(note, 25, '900.00', what === 'a loss' ? 'losses' : 'cash discounts'))
    ok(await company.delete(`/credit-notes/${note}`))
    await creditAt(id, { 1: 900 })
    const other = await draftOf(id, { 2: 900.2 })
    expect((await refusedOf(other))[0]).toBe(400)
    await creditAt(id, { 2: 900 })
    expect(await balancesOf(company)).toEqual(balances)
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  test('and then a loss takes what the credit note has left', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    await creditAt(id, { 1: 900 })
    expect(await bookedBy(company, await lose(id, 477))).toEqual({ 6351: 450, 2631: 27, 1510: -477 })
    await lose(id)
    expect(await balancesOf(company)).toEqual({ 3001: -100, 3003: -1000, 3731: 200, 6351: 900 })
    await isSound()
  })

  test('and all of it, once the discount is taken back', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    await creditAt(id, { 1: 900 })
    await discount(id, -231)
    await credited(company, id)
    expect(await balancesOf(company)).toEqual({})
    expect(await statusOf(company, id)).toBe('credited')
    await isSound()
  })

  test('also where what takes the discount back is not in the books yet, and is needed then', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    const { id: back } = await settled(company, id, { type: 'cashDiscount', sum: -231 })
    await creditAt(id, { 1: 1000 })
    const path = `/invoices/${id}/settlements/${back}`
    const { message } = (await company.delete(path)).body
    expect(message).toMatch(/^Without the settlement .*, credits, discounts and losses would exceed/)
    ok(await company.post(`${path}/record`))
    expect(await balancesOf(company)).toEqual({ 1510: 1060, 3003: -1000, 2631: -60 })
    await isSound()
  })

  test('and a loss takes nothing of what is credited before the discount is taken back in the books', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    const { id: back } = await settled(company, id, { type: 'cashDiscount', sum: -231 })
    await creditAt(id, { 1: 1000 })
    expect(await bookedBy(company, await lose(id))).toEqual({ 6351: 1000, 2631: 60, 1510: -1060 })
    ok(await company.post(`/invoices/${id}/settlements/${back}/record`))
    expect(await balancesOf(company)).toEqual({ 3003: -1000, 6351: 1000 })
    await isSound()
  })

  test('with a loss beside a discount, of what both have left', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    await lose(id, 207.9)
    const note = await draftOf(id, { 1: 900 })
    expect(await refusedOf(note)).toEqual(refusal(note, 25, '810.00', 'losses and cash discounts'))
  })

  test('also of what was sold without tax', async () => {
    const { id } = await sold([aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1000, taxRate: 0 })])
    await discount(id, 225)
    const note = await draftOf(id, { 2: 1000 })
    expect(await refusedOf(note)).toEqual(refusal(note, 0, '900.00'))
  })

  test('and says it of each kind of that which is sold without tax', async () => {
    const untaxed = { unitPrice: 1000, taxRate: 0 }
    const kinds = [aLine(untaxed), aLine({ ...untaxed, productType: 'services' }), aLine({ unitPrice: 1000 })]
    const { id } = await sold(kinds)
    await discount(id, 325)
    const both = await draftOf(id, { 1: 1000, 2: 1000 })
    const services = await draftOf(id, { 1: 900, 2: 900.2 })
    expect(await refusedOf(both)).toEqual(refusal(both, 0, '900.00 (3004), 900.00 (3014)'))
    expect(await refusedOf(services)).toEqual(refusal(services, 0, '900.00 (3014)'))
  })

  test('in the currency of the invoice', async () => {
    const lineItems = [aLine(), aLine({ taxRate: 6 })]
    const { id } = await recorded(company, { lineItems, currency: 'EUR', currencyRate: 10 })
    await discount(id, 231)
    const note = await draftOf(id, { 1: 100 })
    expect(await refusedOf(note)).toEqual(refusal(note, 25, '90.00'))
    await creditAt(id, { 1: 90 })
    await lose(id)
    expect(await balancesOf(company)).toEqual({ 3001: -100, 3003: -1000, 3731: 200, 6351: 900 })
    await isSound()
  })

  test('under the cash method of what was paid before another rate was credited', async () => {
    const { id } = await soldForCash(twoRates)
    await paidAndRecorded(company, id, { sum: 500 })
    await creditAt(id, { 1: 1000 })
    await lose(id)
    await endYear()
    expect(await balancesOf(company)).toEqual({ 1930: 500, 3003: -471.7, 2631: -28.3 })
    await isSound()
  })
})

describe('of what was recorded before it was kept what that lowers of each rate', () => {
  /** Keeps of losses and discounts that they lower this, as far as anything is kept. */
  const keep = (lowered: object | null) =>
    service.database.of(company.id).transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(sql`
        update sales.settlement set lowered = ${lowered && JSON.stringify(lowered)}::jsonb
        where company_id = ${company.id}`)
    })
  const anHourLater = () => service.setNow(new Date(service.now().getTime() + 3_600_000))
  /** The first line is credited, and then there is a discount of a tenth on the other. */
  const discountedAfterCredit = async (): Promise<string> => {
    const { id } = await sold(twoRates)
    await creditAt(id, { 1: 1000 })
    anHourLater()
    expect(await bookedBy(company, await discount(id, 106))).toEqual({ 3731: 100, 2631: 6, 1510: -106 })
    anHourLater()
    await keep(null)
    return id
  }

  test('a loss takes what is left of the rates that were not credited then', async () => {
    const id = await discountedAfterCredit()
    expect(await bookedBy(company, await lose(id))).toEqual({ 6351: 900, 2631: 54, 1510: -954 })
    await isSound()
  })

  test('a credit note may be of what is left of them', async () => {
    const id = await discountedAfterCredit()
    const note = await draftOf(id, { 2: 1000 })
    expect((await refusedOf(note))[0]).toBe(400)
    ok(await company.delete(`/credit-notes/${note}`))
    await creditAt(id, { 2: 900 })
    expect(await balancesOf(company)).toEqual({ 3003: -100, 3731: 100 })
    await isSound()
  })

  test('a reversal of a discount restores what the discount reduced, despite later credit notes', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    anHourLater()
    await creditAt(id, { 1: 900 })
    anHourLater()
    await discount(id, -231)
    await keep(null)
    await creditAt(id, { 1: 100 })
    expect(await bookedBy(company, await lose(id))).toEqual({ 6351: 1000, 2631: 60, 1510: -1060 })
    await isSound()
  })

  test('a loss of more than was left of the sale was a loss of fees', async () => {
    const { id } = await sold(twoRates)
    await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 })
    await lose(id, 2340)
    await keep(null)
    anHourLater()
    expect(await bookedBy(company, await lose(id))).toEqual({ 6350: 30, 1510: -30 })
    await isSound()
  })

  test('one rate of which too much is credited does not prevent crediting another', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 231)
    await keep({ 'tax 25': '30000' })
    const note = await draftOf(id, { 1: 1 })
    expect(await refusedOf(note)).toEqual(refusal(note, 25, '0.00'))
    ok(await company.delete(`/credit-notes/${note}`))
    await creditAt(id, { 2: 500 })
    const { id: back } = await settled(company, id, { type: 'cashDiscount', sum: -10 })
    expect((await company.delete(`/invoices/${id}/settlements/${back}`)).status).toBe(204)
  })
})

/** What happens to an invoice; shares are of what is outstanding, or of what is lost or discounted. */
type Event =
  | { what: 'pay' | 'discount' | 'takeBack' | 'takeBackLater' | 'lose' | 'removed'; share: number; isStated: boolean }
  | { what: 'fee'; ore: number }
  | { what: 'credit'; line: number; share: number }
type Story = { rates: [taxRate: number, ore: number][]; events: Event[]; isCredited: boolean }

const share = fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 1, noNaN: true }))
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: fc.constantFrom(
      'pay' as const,
      'discount' as const,
      'takeBack' as const,
      'takeBackLater' as const,
      'lose' as const,
      'removed' as const,
    ),
    share,
    isStated: fc.boolean(),
  }),
  fc.record({ what: fc.constant('fee' as const), ore: fc.integer({ min: 100, max: 9000 }) }),
  fc.record({ what: fc.constant('credit' as const), line: fc.nat({ max: 3 }), share }),
)
const story: fc.Arbitrary<Story> = fc.record({
  rates: fc.uniqueArray(fc.tuple(fc.constantFrom(25, 12, 6, 0), fc.integer({ min: 1000, max: 99_999 })), {
    selector: ([taxRate]) => taxRate,
    minLength: 2,
  }),
  events: fc.array(event, { maxLength: 8 }),
  isCredited: fc.boolean(),
})

type Money = { sumBaseCurrency: number }
type Listed = { type: string; invoiceSettlementDetails: Money }

/** How an invoice stands, in öre. */
const standing = async (id: string, { total, notes }: { total: number; notes: readonly number[] }) => {
  const list = async (what: string) => ok(await company.get(`/invoices/${id}/${what}?pageSize=100`)).items
  const settlements: Listed[] = await list('settlements')
  const payments: Money[] = await list('payments')
  const ore = ({ sumBaseCurrency }: Money) => Math.round(sumBaseCurrency * 100)
  const settledAs = (...types: string[]) =>
    settlements.reduce((sum, one) => (types.includes(one.type) ? sum + ore(one.invoiceSettlementDetails) : sum), 0)
  const paid = payments.reduce((sum, one) => sum + ore(one), 0)
  const discounted = settledAs('cashDiscount')
  const lost = settledAs('badDebt')
  const due = total - notes.reduce((sum, one) => sum + one, 0) - paid - discounted - lost - settledAs('reminderFee')
  return { paid, discounted, lost, due }
}

/** What stands on the accounts of value added tax, in öre; in debit above zero. */
const taxOf = async (): Promise<number[]> =>
  Object.entries(await balancesOf(company)).flatMap(([account, sum]) =>
    account.startsWith('26') ? [Math.round(sum * 100)] : [],
  )

/** Credits a line, or what is left of its rate where that is less; what the note comes to, if it is published. */
const creditLine = async (id: string, line: number, part: number): Promise<number[]> => {
  const { status, body: draft } = await company.post(`/invoices/${id}/credit`)
  if (status !== 200) return []
  const one = draft.lineItems[line % draft.lineItems.length]
  const publish = async (unitPrice: number) => {
    ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: [{ ...one, unitPrice }] }))
    return company.post(`/credit-notes/${draft.id}/publish`)
  }
  let answer = await publish(Math.max(0.01, Math.round(one.unitPrice * part * 100) / 100))
  const [, left] = /beside that, ([\d.]+) of it/.exec(answer.body.message ?? '') ?? []
  if (left && Number(left) > 0) answer = await publish(Number(left))
  if (answer.status !== 200) {
    expect(answer.body.message).toMatch(/is left to credit/)
    ok(await company.delete(`/credit-notes/${draft.id}`))
    return []
  }
  ok(await company.post(`/credit-notes/${draft.id}/record`))
  return [Math.round(answer.body.totalAmount * 100)]
}

/** `later` are settlements and payments that are not recorded yet. */
type Told = { id: string; total: number; notes: number[]; later: string[] }

/** Takes discounts back, or money, which is recorded before anything else than losses, fees and payments happens. */
const takeBackLater = async (told: Told, share: number, isMoney: boolean): Promise<void> => {
  const { id } = told
  const { paid: money, discounted } = await standing(id, told)
  const sum = -Math.floor((isMoney ? money : discounted) * share) / 100
  if (sum >= 0) return
  const one = isMoney ? paid(company, id, { sum }) : settled(company, id, { type: 'cashDiscount', sum })
  told.later.push(`${isMoney ? 'payments' : 'settlements'}/${(await one).id}`)
}
const recordLater = async ({ id, later }: Told): Promise<void> => {
  for (const one of later.splice(0)) ok(await company.post(`/invoices/${id}/${one}/record`))
}
const waits: readonly Event['what'][] = ['lose', 'fee', 'pay', 'takeBackLater']

const happen = async (event: Event, told: Told): Promise<void> => {
  const { id, notes } = told
  if (!waits.includes(event.what)) await recordLater(told)
  if (event.what === 'takeBackLater') return takeBackLater(told, event.share, event.isStated)
  if (event.what === 'credit') {
    notes.push(...(await creditLine(id, event.line, event.share)))
    return
  }
  if (event.what === 'fee') {
    await settledAndRecorded(company, id, { type: 'reminderFee', sum: -event.ore / 100 })
    return
  }
  const { due, discounted, lost } = await standing(id, told)
  const { what, isStated: termsOnInvoice } = event
  const most = what === 'takeBack' ? discounted : what === 'pay' ? due + lost : due
  const sum = Math.floor(most * event.share) / 100
  if (sum <= 0) return
  const type = 'cashDiscount'
  if (what === 'pay') await paidAndRecorded(company, id, { sum })
  if (what === 'lose') await lose(id, sum)
  if (what === 'discount') await settledAndRecorded(company, id, { type, sum, termsOnInvoice })
  if (what === 'takeBack') await settledAndRecorded(company, id, { type, sum: -sum, termsOnInvoice })
  if (what === 'removed') {
    const { id: one } = await settled(company, id, { type, sum, termsOnInvoice })
    expect((await company.delete(`/invoices/${id}/settlements/${one}`)).status).toBe(204)
  }
}

/** Pays everything back, and credits or loses all that is left: discounts that leave their tax are taken back first. */
const end = async (told: Told, { events, isCredited }: Story): Promise<void> => {
  const { id, notes } = told
  await recordLater(told)
  const { paid, discounted, lost } = await standing(id, told)
  const leavesTax = events.some((one) => one.what === 'discount' && !one.isStated)
  const credits = isCredited && lost === 0
  if (discounted > 0 && (credits || leavesTax)) await discount(id, -discounted / 100)
  if (paid !== 0) await paidAndRecorded(company, id, { sum: -paid / 100 })
  if (credits) {
    const { status, body } = await company.post(`/invoices/${id}/credit`)
    if (status !== 200) return
    notes.push(Math.round(ok(await company.post(`/credit-notes/${body.id}/publish`)).totalAmount * 100))
    ok(await company.post(`/credit-notes/${body.id}/record`))
  }
  const { due } = await standing(id, told)
  if (due > 0) await lose(id, due / 100)
}

const tell = async (accountingMethod: AccountingMethod, one: Story): Promise<void> => {
  service.setNow('2026-06-10T10:00:00Z')
  company = await service.newCompany({ accountingMethod })
  const lineItems = one.rates.map(([taxRate, ore]) => aLine({ taxRate, unitPrice: ore / 100 }))
  const { id } = await madeInvoice(company, { lineItems })
  const { totalAmount } = await published(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  const told: Told = { id, total: Math.round(totalAmount * 100), notes: [], later: [] }
  for (const event of one.events) {
    await happen(event, told)
    if (accountingMethod === 'accrual' && told.later.length === 0) {
      for (const tax of await taxOf()) expect(tax).toBeLessThanOrEqual(0)
    }
  }
  await end(told, one)
  if (accountingMethod === 'cash') await endYear()
  const rounded = accountingMethod === 'cash' ? one.events.length + 2 : 0
  for (const tax of await taxOf()) expect(Math.abs(tax)).toBeLessThanOrEqual(rounded)
  await isSound()
}

/** Many requests take minutes on a machine that is busy; in milliseconds. */
const LONG = { timeout: 300_000 }

test.each(['accrual', 'cash'] as const)('no rate is reversed twice: %s', LONG, async (method) => {
  await fc.assert(
    fc.asyncProperty(story, (one) => tell(method, one)),
    { numRuns: 25, seed: 20261127 },
  )
})
