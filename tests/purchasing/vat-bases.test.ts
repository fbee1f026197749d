// The base of reverse-charge VAT is declared with it, for any cost account. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, ledgerAdmin } from '#ledger'
import { sql } from '#platform/sql'
import { bookUnpaidPurchases, lockUnpaidPurchases } from '#purchasing'
import { boxesOfCompany } from '#support/cases'
import { balancesOf, bookedBy, ok, warningsOf } from '#support/entries'
import { every } from '#support/every'
import { type Service, startService } from '#support/service'
import { type Buyer, invoiced, newBuyer, newCashBuyer, paidOn, recordedOne, recording, wrongWith } from './bought.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** The box of each treatment, and those of its tax. */
const treatments = [
  ['euGoods', '20', ['30', '31', '32']],
  ['euServices', '21', ['30', '31', '32']],
  ['nonEuServices', '22', ['30', '31', '32']],
  ['domesticGoodsReverseCharge', '23', ['30', '31', '32']],
  ['domesticServicesReverseCharge', '24', ['30', '31', '32']],
  ['import', '50', ['60', '61', '62']],
] as const
const rates = [25, 12, 6] as const
/** Costs without a box, one with that of services from the EU, and stock on the balance sheet. */
const accounts = [4010, 5420, 5460, 6540, 7690, 4535, 1460]

const cases = treatments.flatMap(([vatTreatment, box, taxBoxes]) =>
  rates.flatMap((taxRate, place) =>
    accounts.map((account) => ({ vatTreatment, box, taxBox: taxBoxes[place] ?? '', taxRate, account })),
  ),
)
type Case = (typeof cases)[number]
const nameOf = ({ vatTreatment, taxRate, account }: Case) => `${vatTreatment} at ${taxRate} % on ${account}`

const boxesFor = ({ box, taxBox, taxRate }: Case, share = 1) => ({
  [box]: 1000 * share,
  [taxBox]: taxRate * 10 * share,
  '48': taxRate * 10 * share,
})

const recorded = (buyer: Buyer, { vatTreatment, taxRate, account }: Case, sign = 1) =>
  recordedOne(
    buyer,
    { totalAmount: 1000 * sign },
    { lines: [{ account, netAmount: 1000 * sign, vatTreatment, taxRate }] },
  )

test('an invoice has its base in the box of its treatment, and a credit note takes it back', async () => {
  await every(cases, nameOf, async (one) => {
    const buyer = await newBuyer(service)
    await recorded(buyer, one)
    expect(await boxesOfCompany(buyer.company)).toEqual(boxesFor(one))
    await recorded(buyer, one, -1)
    expect(await boxesOfCompany(buyer.company)).toEqual({})
    expect(await wrongWith(service, buyer)).toEqual([])
  })
})

test('an invoice that is booked as it is paid has its base with each payment', async () => {
  const asPaid = cases.filter(({ vatTreatment, taxRate }) => !/euGoods|import/.test(vatTreatment) && taxRate !== 12)
  await every(asPaid, nameOf, async (one) => {
    const buyer = await newCashBuyer(service)
    const { id } = await recorded(buyer, one)
    expect(await boxesOfCompany(buyer.company)).toEqual({})
    await paidOn(buyer, id, { amount: 250 })
    expect(await boxesOfCompany(buyer.company)).toEqual(boxesFor(one, 0.25))
    await paidOn(buyer, id, { amount: 750 })
    expect(await boxesOfCompany(buyer.company)).toEqual(boxesFor(one))
    expect(await wrongWith(service, buyer)).toEqual([])
  })
})

describe('the base', () => {
  const services = { account: 6540, netAmount: 1000, vatTreatment: 'euServices' }
  const pair = { 6540: 1000, 4535: 1000, 4598: -1000, 2645: 250, 2614: -250 }

  test('stands on a pair of accounts beside the cost, and on none where the account declares it itself', async () => {
    const buyer = await newBuyer(service)
    const invoice = await recordedOne(buyer, { totalAmount: 1000 }, { lines: [services] })
    expect(await bookedBy(buyer.company, invoice)).toEqual({ ...pair, 2440: -1000 })
    const declared = await recordedOne(buyer, { totalAmount: 1000 }, { lines: [{ ...services, account: 4535 }] })
    expect(await bookedBy(buyer.company, declared)).toEqual({ 4535: 1000, 2645: 250, 2614: -250, 2440: -1000 })
  })

  test('leaves the box of an account that is for another treatment', async () => {
    const buyer = await newBuyer(service)
    const line = { ...services, account: 4535, vatTreatment: 'nonEuServices' }
    const invoice = await recordedOne(buyer, { totalAmount: 1000 }, { lines: [line] })
    expect(await bookedBy(buyer.company, invoice)).toEqual({ 4531: 1000, 2645: 250, 2614: -250, 2440: -1000 })
    expect(await boxesOfCompany(buyer.company)).toMatchObject({ 22: 1000, 30: 250 })
  })

  test('falls with a cash discount that the invoice states', async () => {
    const buyer = await newBuyer(service)
    const { id } = await recordedOne(buyer, { totalAmount: 1000 }, { lines: [services] })
    const payment = await paidOn(buyer, id, { amount: 980, cashDiscount: 20 })
    expect(await bookedBy(buyer.company, payment)).toEqual({
      2440: 1000,
      1930: -980,
      4731: -20,
      4535: -20,
      4598: 20,
      2645: -5,
      2614: 5,
    })
    expect(await boxesOfCompany(buyer.company)).toEqual({ 21: 980, 30: 245, 48: 245 })
    expect(await wrongWith(service, buyer)).toEqual([])
  })

  test('of what is unpaid at the end of a year under the cash method is declared then, and not again', async () => {
    const buyer = await newCashBuyer(service)
    const dated = { invoiceDate: '2025-12-01', dueDate: '2026-01-10', totalAmount: 1000 }
    const { id } = await recordedOne(buyer, dated, { lines: [services] })
    const { fiscalYearId } = buyer.company
    await service.operateFor(buyer.company.id, async (call) =>
      bookUnpaidPurchases(call, await lockUnpaidPurchases(call, { fiscalYearId })),
    )
    expect(await balancesOf(buyer.company)).toEqual({ ...pair, 2440: -1000 })
    await paidOn(buyer, id, { amount: 1000, date: '2026-01-10' })
    expect(await balancesOf(buyer.company)).toEqual({ ...pair, 1930: -1000 })
  })

  test('takes an account that the company has given the VAT code where the usual one is for something else', async () => {
    const buyer = await newBuyer(service)
    await service.operateFor(buyer.company.id, async (call) => {
      await createAccount(call, { number: 4590, name: 'EU-tjänster', vatCode: '21' })
      await createAccount(call, { number: 4699, name: 'Motkonto' })
      await ledgerAdmin.setAccountRole(call, { role: 'reverseBaseContra', account: 4699 })
    })
    ok(await buyer.company.patch('/chart-of-accounts/4535', { vatCode: '22' }))
    const invoice = await recordedOne(buyer, { totalAmount: 1000 }, { lines: [services] })
    expect(await bookedBy(buyer.company, invoice)).toMatchObject({ 4590: 1000, 4699: -1000 })
    ok(await buyer.company.patch('/chart-of-accounts/4590', { vatCode: '' }))
    const { id } = await invoiced(buyer, { totalAmount: 1000 })
    const refused = await recording(buyer, id, { lines: [services] })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The base in box 21 of the VAT return cannot be booked: no active account counts towards that box; give account 4535 the VAT code 21',
    ])
  })

  test('is not booked against an account that counts towards a box itself', async () => {
    const buyer = await newBuyer(service)
    ok(await buyer.company.patch('/chart-of-accounts/4598', { vatCode: '21' }))
    ok(await buyer.company.patch('/chart-of-accounts/3099', { vatCode: '05' }))
    const { id } = await invoiced(buyer, { totalAmount: 1000 })
    const refused = await recording(buyer, id, { lines: [services] })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The base in box 21 of the VAT return cannot be booked: its contra account 4598 counts towards box 21 itself; remove the VAT code of that account',
    ])
    ok(await recording(buyer, id, { lines: [{ ...services, account: 4535 }] }))
  })

  test('adds its accounts to a chart that is older than they are, and says so', async () => {
    const buyer = await newBuyer(service)
    const { id: companyId } = buyer.company
    await service.database.of(companyId).transaction(async (at) => {
      await at.rows(sql`set local session_replication_role = replica`)
      await at.rows(sql`delete from ledger.account where company_id = ${companyId} and number in (4598, 4532)`)
      // Without triggers the chart has no new version, and the process would remember the old one.
      await at.rows(sql`update ledger.book set version = gen_random_uuid() where company_id = ${companyId}`)
    })
    const { id } = await invoiced(buyer, { totalAmount: 1000 })
    const line = { account: 6540, netAmount: 1000, vatTreatment: 'nonEuServices', taxRate: 12 }
    const answer = await recording(buyer, id, { lines: [line] })
    expect(await bookedBy(buyer.company, ok(answer))).toMatchObject({ 4532: 1000, 4598: -1000 })
    expect(warningsOf(answer)).toEqual([
      'Account 4532 (Inköp av tjänster från ett land utanför EU, 12 % moms) was added to the chart: the base of VAT is booked on it',
      'Account 4598 (Motkonto, underlag för omvänd betalningsskyldighet) was added to the chart: the base of VAT is booked on it',
    ])
  })
})
