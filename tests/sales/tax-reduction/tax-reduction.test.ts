// The tax reduction of household work over HTTP: who owns it and who reads it, and its way from a draft to what the tax
// authority has answered, with what is booked on the way.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { dayFrom } from '#platform/day'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { newIntegration } from '#support/callers'
import { callingAs } from '#support/calling'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type NewTestCompany, type Service, START, startService, type TestCompany } from '#support/service'
import {
  balancesOf,
  bookedBy,
  credited,
  entriesOf,
  ok,
  paidAndRecorded,
  settledAndRecorded,
  statusOf,
} from '#tests/sales/booking/booked'
import { aLine, fieldsOf, published, warningsOf } from '#tests/sales/invoicing'
import { anna, another, bo, madeWork, rot, rut, work } from './household.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (options: NewTestCompany = {}) => checkedCompany(await service.newCompany(options))

const read = async (requests: Pick<TestCompany, 'get'>, id: string) => ok(await requests.get(`/invoices/${id}`))

const reductionOf = async (company: TestCompany, id: string) => (await read(company, id)).taxReduction

const bodyOf = ({ invoiceDate, dueDate, customerRef, lineItems, taxReduction }: Record<string, unknown>) => ({
  invoiceDate,
  dueDate,
  customerRef,
  lineItems,
  taxReduction,
})

describe('a draft', () => {
  test('has what its owner asks for, and is shown with the sum', async () => {
    const company = await newCompany()
    const { taxReduction, id } = await madeWork(company, {
      taxReduction: rut([
        [anna, 300],
        [bo, 200],
      ]),
    })
    const shown = {
      ...rut([
        [anna, 300],
        [bo, 200],
      ]),
      propertyType: null,
      realEstateNumber: null,
      tenantOrgNumber: null,
      apartmentNumber: null,
      deductionAmount: 500,
      askedAmount: 500,
      status: 'draft',
      submittedDate: null,
      paidAmount: 0,
      refusedAmount: 0,
      answeredDate: null,
    }
    expect(taxReduction).toEqual(shown)
    expect(await reductionOf(company, id)).toEqual(shown)
    expect(ok(await company.get('/invoices')).items[0].taxReduction).toEqual(shown)
  })

  test('is changed by its owner, and loses it', async () => {
    const company = await newCompany()
    const draft = await madeWork(company)
    const path = `/invoices/${draft.id}`
    const roof = [work({}, 'rotConstruction')]
    const changed = ok(await company.put(path, { ...bodyOf(draft), lineItems: roof, taxReduction: rot([[bo, 200]]) }))
    expect(changed.taxReduction).toMatchObject({ type: 'rot', realEstateNumber: 'Berga 1:23', deductionAmount: 200 })
    expect(changed.taxReduction.deductionPeople).toEqual([{ personalNumber: bo, deductionAmount: 200 }])
    const without = ok(await company.put(path, { ...bodyOf(draft), lineItems: [aLine()], taxReduction: null }))
    expect(without.taxReduction).toBeNull()
    expect((await company.delete(path)).status).toBe(204)
  })

  test('takes a further line of work, of its type alone', async () => {
    const company = await newCompany()
    const { id } = await madeWork(company)
    const add = (line: object) => company.post(`/invoices/${id}/line-items`, line)
    expect(fieldsOf(await add(work({}, 'rotPainting')))).toEqual(['#/taxReduction/taxReductionType'])
    ok(await add(work({}, 'rutGardening')))
    expect((await read(company, id)).lineItems).toHaveLength(2)
  })
})

describe('of another integration', () => {
  const callers: [string, (company: TestCompany) => Promise<Pick<TestCompany, 'get' | 'put'>>][] = [
    ['a private one  ', (company) => another(service, company)],
    [
      'a connected one',
      async ({ id, url }) => {
        const { token } = await (await newIntegration(service)).connect({ type: 'company', id })
        return checkedRequests(url, token)
      },
    ],
  ]

  test.each(callers)('%s reads numbers masked, and its change is ignored', async (_, callerOf) => {
    const company = await newCompany()
    const draft = await madeWork(company)
    const other = await callerOf(company)
    const seen = await read(other, draft.id)
    expect(seen.taxReduction.deductionPeople).toEqual([{ personalNumber: '19850709-XXXX', deductionAmount: 500 }])
    const { items } = ok(await other.get('/invoices'))
    expect(JSON.stringify(items)).not.toContain(anna)
    for (const taxReduction of [seen.taxReduction, null, rut([[bo, 100]])]) {
      const body = { ...bodyOf(seen), buyerReference: 'Kim', taxReduction }
      const changed = ok(await other.put(`/invoices/${draft.id}`, body))
      expect(changed.buyerReference).toBe('Kim')
      expect(changed.taxReduction).toEqual(seen.taxReduction)
    }
    expect(await reductionOf(company, draft.id)).toEqual(draft.taxReduction)
  })

  test('an invoice that is repeated without the ids of its lines keeps its tax part', async () => {
    const company = await newCompany()
    const other = await another(service, company)
    const draft = await madeWork(company)
    const seen = await read(other, draft.id)
    const taxParts = ({ lineItems }: { lineItems: { taxReduction?: object }[] }) =>
      lineItems.map(({ taxReduction }) => taxReduction ?? null)
    const withoutIds = (lines: { id: number }[]) => lines.map(({ id: _, ...line }) => line)
    const repeated = { ...bodyOf(seen), lineItems: withoutIds(seen.lineItems) }
    ok(await other.put(`/invoices/${draft.id}`, repeated))
    const after = ok(await company.get(`/invoices/${draft.id}`))
    expect(taxParts(after).some((part) => part !== null)).toBe(true)
    expect([taxParts(after), after.taxReduction]).toEqual([taxParts(draft), draft.taxReduction])
    // A copy of the work is more than was there: it has no tax part.
    const [line] = repeated.lineItems
    ok(await other.put(`/invoices/${draft.id}`, { ...repeated, lineItems: [...repeated.lineItems, line] }))
    expect(taxParts(ok(await company.get(`/invoices/${draft.id}`)))).toEqual([...taxParts(draft), null])
  })

  test('no line is taken that the reduction does not allow', async () => {
    const company = await newCompany()
    const draft = await madeWork(company)
    const other = await another(service, company)
    const body = { ...bodyOf(await read(other, draft.id)), lineItems: [work({ id: 1, unitPrice: 700 })] }
    expect(fieldsOf(await other.put(`/invoices/${draft.id}`, body))).toEqual(['#/taxReduction/deductionPeople'])
  })

  test('an invoice of its own is its own', async () => {
    const company = await newCompany()
    const draft = await madeWork({ ...company, ...(await another(service, company)) })
    expect(draft.taxReduction.deductionPeople[0].personalNumber).toBe(anna)
    expect((await reductionOf(company, draft.id)).deductionPeople[0].personalNumber).toBe('19850709-XXXX')
  })
})

/** Invoices work for 1 000 kronor, 500 of them asked for, and a chair for 100 kronor: 600 for the customer to pay. */
const invoiced = async (
  company: TestCompany,
  { record = true, taxReduction = rut() as object } = {},
): Promise<string> => {
  const { id } = await madeWork(company, { lineItems: [work(), aLine({ unitPrice: 80 })], taxReduction })
  await published(company, id)
  if (record) ok(await company.post(`/invoices/${id}/record`))
  return id
}

/** Publishes a credit note of a quarter of the work; answers its id. */
const creditedQuarter = async (company: TestCompany, id: string): Promise<string> => {
  const draft = ok(await company.post(`/invoices/${id}/credit`))
  const [first] = draft.lineItems
  const body = { creditDate: draft.creditDate, dueDate: draft.dueDate, lineItems: [{ ...first, quantity: 0.25 }] }
  ok(await company.put(`/credit-notes/${draft.id}`, body))
  ok(await company.post(`/credit-notes/${draft.id}/publish`))
  return draft.id
}

const operator = ({ id: companyId }: TestCompany) => ({
  submit: (id: string) => service.operateFor(companyId, (call) => salesAdmin.submitTaxReduction(call, id)),
  pay: (invoiceId: string, amount?: number) =>
    service.operateFor(companyId, (call) =>
      salesAdmin.payTaxReduction(call, { invoiceId, ...(amount ? { amount } : {}) }),
    ),
  refuse: (invoiceId: string, amount?: number) =>
    service.operateFor(companyId, (call) =>
      salesAdmin.refuseTaxReduction(call, { invoiceId, ...(amount ? { amount } : {}) }),
    ),
})

const income = { 2611: -220, 3001: -80, 3011: -800 }

describe('after publication', () => {
  test('the customer owes the rest, and the tax authority is asked when that is paid', async () => {
    const company = await newCompany()
    const { submit, pay } = operator(company)
    const id = await invoiced(company)
    expect(await bookedBy(company, await read(company, id))).toEqual({ ...income, 1510: 600, 1513: 500 })
    const seen = async () => [await statusOf(company, id), (await reductionOf(company, id)).status]
    const thatAre = async (status: string) =>
      ok(await company.get(`/invoices?query=taxReductionStatus==${status}`)).items.map((one: { id: string }) => one.id)
    expect(await seen()).toEqual(['published', 'awaitingPayment'])
    await paidAndRecorded(company, id, { sum: 500 })
    expect(await seen()).toEqual(['underPaid', 'awaitingPayment'])
    await expect(submit(id)).rejects.toThrow(/is awaitingPayment/)
    await settledAndRecorded(company, id, { type: 'bankFee', sum: 99.5 })
    expect(await seen()).toEqual(['paid', 'readyToSubmit'])
    await expect(pay(id)).rejects.toThrow(/is readyToSubmit/)
    expect(await thatAre('readyToSubmit')).toEqual([id])
    expect(await submit(id)).toEqual({ status: 'submitted', paid: 0, refused: 0, unanswered: 500 })
    expect([await thatAre('readyToSubmit'), await thatAre('submitted')]).toEqual([[], [id]])
    expect(await seen()).toEqual(['paid', 'submitted'])
    await expect(submit(id)).rejects.toThrow(/is submitted/)
    expect(await pay(id, 200)).toEqual({ status: 'submitted', paid: 200, refused: 0, unanswered: 300 })
    await expect(pay(id, 301)).rejects.toMatchObject({ errors: [{ field: '#/amount' }] })
    const toSales = service.operateFor(company.id, (call) =>
      salesAdmin.payTaxReduction(call, { invoiceId: id, account: 3001 }),
    )
    await expect(toSales).rejects.toMatchObject({ errors: [{ field: '#/bookkeepingAccountNumber' }] })
    expect(await pay(id)).toEqual({ status: 'completed', paid: 500, refused: 0, unanswered: 0 })
    expect(await seen()).toEqual(['paid', 'completed'])
    expect(await balancesOf(company)).toMatchObject({ ...income, 1930: 1000 })
    expect(await balancesOf(company)).not.toHaveProperty('1513')
    expect((await entriesOf(company)).at(-1)).toMatchObject({
      title: 'Skattereduktion för faktura 1',
      date: '2026-06-10',
    })
  })

  test('the invoice tells when it was asked for, and what the tax authority has answered', async () => {
    const company = await newCompany()
    const { submit } = operator(company)
    const id = await invoiced(company)
    const told = async () => {
      const { submittedDate, paidAmount, refusedAmount, answeredDate } = await reductionOf(company, id)
      const [listed] = ok(await company.get('/invoices')).items
      expect(listed.taxReduction).toMatchObject({ submittedDate, paidAmount, refusedAmount, answeredDate })
      return [submittedDate, paidAmount, refusedAmount, answeredDate]
    }
    await paidAndRecorded(company, id, { sum: 600 })
    expect(await told()).toEqual([null, 0, 0, null])
    await submit(id)
    expect(await told()).toEqual(['2026-06-10', 0, 0, null])
    const answer = { invoiceId: id, amount: 200, date: dayFrom('2026-06-08') }
    await service.operateFor(company.id, (call) => salesAdmin.payTaxReduction(call, answer))
    expect(await told()).toEqual(['2026-06-10', 200, 0, '2026-06-08'])
    await service.operateFor(company.id, (call) => salesAdmin.refuseTaxReduction(call, { invoiceId: id }))
    expect(await told()).toEqual(['2026-06-10', 200, 300, '2026-06-10'])
  })

  test('a file that has a part of it alone does not make it submitted', async () => {
    const company = await newCompany()
    const asOwner = await callingAs(service, company, 'owner')
    const id = await invoiced(company)
    for (const date of ['2025-12-20', '2026-01-15']) {
      const payment = { date, sumBaseCurrency: 300, bookkeepingAccountNumber: 1930 }
      ok(await company.post(`/invoices/${id}/payments`, payment))
    }
    const submitted = (amount: number) => asOwner('POST', `/invoices/${id}/tax-reduction/submitted?amount=${amount}`)
    const inFile = async (year: number) =>
      (await company.get(`/invoices/tax-reductions/export?from=${year}-01-01`)).text.match(/BegartBelopp>\d+/g)
    expect((await submitted(250)).body).toMatchObject({
      code: 'operation-not-allowed',
      message: expect.stringMatching(/250 kronor for invoice 1, and 500 .+ 2025-12-20, 2026-01-15/),
    })
    expect((await reductionOf(company, id)).status).toBe('readyToSubmit')
    expect([await inFile(2025), await inFile(2026)]).toEqual([['BegartBelopp>250'], ['BegartBelopp>250']])
    expect(ok(await submitted(500))).toMatchObject({ status: 'submitted', unanswered: 500 })
    expect([await inFile(2025), await inFile(2026)]).toEqual([null, null])
  })

  test('a file that asks for more than there is left to ask for does not make it submitted either', async () => {
    const company = await newCompany()
    const asOwner = await callingAs(service, company, 'owner')
    const id = await invoiced(company)
    await paidAndRecorded(company, id, { sum: 600 })
    await creditedQuarter(company, id)
    const submitted = (query = '') => asOwner('POST', `/invoices/${id}/tax-reduction/submitted${query}`)
    expect((await submitted('?amount=500')).body).toMatchObject({
      code: 'operation-not-allowed',
      message: expect.stringMatching(/500 kronor for invoice 1, and no more than 375 .+ correct the request/),
    })
    expect((await reductionOf(company, id)).status).toBe('readyToSubmit')
    expect((await submitted('?amount=250')).body.message).toMatch(/send what is left too/)
    expect(ok(await submitted())).toMatchObject({ status: 'submitted', unanswered: 375 })
  })

  test('a payment that is taken back is not paid', async () => {
    const company = await newCompany()
    const id = await invoiced(company)
    const payment = { date: '2026-06-10', sumBaseCurrency: 600, bookkeepingAccountNumber: 1930 }
    const { id: paymentId } = ok(await company.post(`/invoices/${id}/payments`, payment))
    expect((await reductionOf(company, id)).status).toBe('readyToSubmit')
    expect((await company.delete(`/invoices/${id}/payments/${paymentId}`)).status).toBe(204)
    expect((await reductionOf(company, id)).status).toBe('awaitingPayment')
  })

  test.each([
    ['in whole', undefined, 'removed', { 1510: 500, 1930: 600 }],
    ['in part ', 100, 'completed', { 1510: 100, 1930: 1000 }],
  ] as const)('what is refused %s the customer owes again', async (_, amount, status, left) => {
    const company = await newCompany()
    const { submit, pay, refuse } = operator(company)
    const id = await invoiced(company)
    await paidAndRecorded(company, id, { sum: 600 })
    await submit(id)
    await refuse(id, amount)
    if (amount !== undefined) await pay(id)
    expect((await reductionOf(company, id)).status).toBe(status)
    expect(await statusOf(company, id)).toBe('underPaid')
    expect(await balancesOf(company)).toEqual({ ...income, ...left })
    await paidAndRecorded(company, id, { sum: left[1510] })
    expect(await statusOf(company, id)).toBe('paid')
    expect(await balancesOf(company)).toEqual({ ...income, 1930: 1100 })
  })

  test('under the cash method each pays for income and tax in proportion', async () => {
    const company = await newCompany({ accountingMethod: 'cash' })
    const { submit, pay, refuse } = operator(company)
    const id = await invoiced(company)
    expect(await entriesOf(company)).toEqual([])
    await paidAndRecorded(company, id, { sum: 600 })
    await submit(id)
    await refuse(id, 100)
    expect(await statusOf(company, id)).toBe('underPaid')
    await pay(id)
    expect(await balancesOf(company)).toMatchObject({ 1930: 1000 })
    await paidAndRecorded(company, id, { sum: 100 })
    expect(await balancesOf(company)).toEqual({ ...income, 1930: 1100 })
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('under the cash method a repayment to the customer excludes the tax authority’s payment', async () => {
    const company = await newCompany({ accountingMethod: 'cash' })
    const { submit, pay } = operator(company)
    const id = await invoiced(company)
    await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 })
    await paidAndRecorded(company, id, { sum: 660 })
    await submit(id)
    await pay(id)
    await paidAndRecorded(company, id, { sum: -660 })
    const half = { 2611: -100, 3001: -36.36, 3011: -363.64 }
    expect(await balancesOf(company)).toEqual({ ...half, 1930: 500, 3930: -60, 1510: 60 })
  })

  test('under the cash method the end of the year puts it on the account of the tax authority', async () => {
    const company = await newCompany({ accountingMethod: 'cash' })
    const year = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'cash' } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, year as never))
    const id = await invoiced(company)
    await paidAndRecorded(company, id, { sum: 600 })
    await operator(company).submit(id)
    service.setNow('2027-01-15T10:00:00.000Z')
    try {
      await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
      expect(await balancesOf(company)).toEqual({ ...income, 1513: 500, 1930: 600 })
      await operator(company).pay(id)
      expect(await balancesOf(company)).toEqual({ ...income, 1930: 1100 })
    } finally {
      service.setNow(START)
    }
  })

  test('what is not recorded is not answered', async () => {
    const company = await newCompany({ accountingMethod: 'cash' })
    const id = await invoiced(company, { record: false })
    const payment = { date: '2026-06-10', sumBaseCurrency: 600, bookkeepingAccountNumber: 1930 }
    ok(await company.post(`/invoices/${id}/payments`, payment))
    await operator(company).submit(id)
    await expect(operator(company).pay(id)).rejects.toThrow(/is not recorded yet/)
  })

  test('an invoice without one, and one of another company, are not there', async () => {
    const company = await newCompany()
    const other = await newCompany()
    const id = await invoiced(company)
    await expect(operator(other).submit(id)).rejects.toThrow(/^There is no invoice/)
    const { id: plain } = await madeWork(company, { taxReduction: null, lineItems: [aLine()] })
    await expect(operator(company).submit(plain)).rejects.toThrow(/has no tax reduction/)
  })

  test('it is written down who did what', async () => {
    const company = await newCompany()
    const id = await invoiced(company)
    await paidAndRecorded(company, id, { sum: 600 })
    await operator(company).submit(id)
    const rows = await service.operateFor(company.id, ({ db, companyId }) =>
      db.rows<{ what: string; detail: object }>({
        text: "select what, detail from platform.history where company_id = $1 and what like 'tax-reduction.%'",
        values: [companyId],
      } as never),
    )
    expect(rows).toEqual([{ what: 'tax-reduction.submitted', detail: { invoiceId: id, asked: 500 } }])
  })
})

describe('a credit note', () => {
  test('of everything takes the reduction with it', async () => {
    const company = await newCompany()
    const id = await invoiced(company)
    const note = await credited(company, id)
    expect(await bookedBy(company, note)).toEqual({ 1510: -600, 1513: -500, 2611: 220, 3001: 80, 3011: 800 })
    expect(await balancesOf(company)).toEqual({})
    expect((await reductionOf(company, id)).status).toBe('removed')
    expect(await statusOf(company, id)).toBe('credited')
  })

  test.each([
    ['that is recorded first    ', true],
    ['that is recorded afterwards', false],
  ])('of part of the work lowers it in proportion: an invoice %s', async (_, record) => {
    const company = await newCompany()
    const id = await invoiced(company, {
      record,
      taxReduction: rut([
        [anna, 301],
        [bo, 199],
      ]),
    })
    const draft = await creditedQuarter(company, id)
    if (!record) ok(await company.post(`/invoices/${id}/record`))
    ok(await company.post(`/credit-notes/${draft}/record`))
    // Of 750 kronor of work half may be asked for: 225.75 and 149.25 in whole kronor are 225 and 149.
    expect(await balancesOf(company)).toEqual({ 1510: 476, 1513: 374, 2611: -170, 3001: -80, 3011: -600 })
    await paidAndRecorded(company, id, { sum: 476 })
    expect(await statusOf(company, id)).toBe('paid')
    expect((await reductionOf(company, id)).status).toBe('readyToSubmit')
    expect(await operator(company).submit(id)).toMatchObject({ unanswered: 374 })
  })

  test('of goods alone leaves it', async () => {
    const company = await newCompany()
    const id = await invoiced(company)
    const draft = ok(await company.post(`/invoices/${id}/credit`))
    const [, chair] = draft.lineItems
    const body = { creditDate: draft.creditDate, dueDate: draft.dueDate, lineItems: [chair] }
    ok(await company.put(`/credit-notes/${draft.id}`, body))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    ok(await company.post(`/credit-notes/${draft.id}/record`))
    expect(await balancesOf(company)).toEqual({ 1510: 500, 1513: 500, 2611: -200, 3011: -800 })
  })

  test('after submission: what is refused of what was credited is no one’s debt', async () => {
    const company = await newCompany()
    const { submit, refuse } = operator(company)
    const id = await invoiced(company)
    await paidAndRecorded(company, id, { sum: 600 })
    await submit(id)
    await credited(company, id)
    expect(await balancesOf(company)).toEqual({ 1510: -600, 1930: 600 })
    expect(await refuse(id)).toMatchObject({ status: 'removed', refused: 500 })
    expect(await balancesOf(company)).toEqual({ 1510: -600, 1930: 600 })
  })
})

test('the database holds a published reduction to its content', async () => {
  const company = await newCompany()
  const id = await invoiced(company)
  const attempts = [
    "update sales.tax_reduction set description = 'Annat' where invoice_id = $1",
    'update sales.tax_reduction_person set deduction_ore = 100, asked_ore = 0 where invoice_id = $1',
    'update sales.tax_reduction_person set position = 7 where invoice_id = $1',
    'delete from sales.tax_reduction_person where invoice_id = $1',
    'delete from sales.tax_reduction where invoice_id = $1',
  ]
  for (const text of attempts) {
    await expect(service.database.rows({ text, values: [id] } as never), text).rejects.toMatchObject({ code: 'GB041' })
  }
  await expect(
    service.database.rows({ text: 'truncate sales.tax_reduction_person', values: [] } as never),
  ).rejects.toThrow(/never removed all at once/)
})

test('verification finds what does not agree', async () => {
  const company = await newCompany()
  const { submit, pay } = operator(company)
  const id = await invoiced(company)
  await paidAndRecorded(company, id, { sum: 600 })
  await submit(id)
  await pay(id, 200)
  const faults = () => service.operateFor(company.id, (call) => salesContribution.verify(call))
  expect(await faults()).toEqual([])
  const change = (text: string) => service.database.rows({ text, values: [id] } as never)
  await change('update sales.invoice set reduction_base_ore = 40000 where id = $1')
  await change('update sales.tax_reduction set paid_ore = 10000 where invoice_id = $1')
  expect(await faults()).toEqual([
    'invoice 1: 40000 is kept as asked for, the parts of its people add up to 50000',
    'invoice 1: 10000 and 0 are kept as paid and refused, the answers add up to 20000 and 0',
  ])
})

/** Lagen 2009:194, 6 §: the tax authority pays to a company that is approved for F-tax. */
test('a seller without F-tax is told as household work is published, and nothing else is', async () => {
  const company = await newCompany()
  const asOwner = await callingAs(service, company, 'owner')
  const publish = async () => {
    const { id } = await madeWork(company)
    return warningsOf(await company.post(`/invoices/${id}/publish`)).join()
  }
  expect(await publish()).toContain('approved for F-tax')
  ok(await asOwner('PATCH', '/sales-settings', { fTax: true }))
  expect(await publish()).not.toContain('F-tax')
})
