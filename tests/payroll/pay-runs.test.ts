// Pay runs over HTTP: what a run gathers and comes to, its steps, its entry, payments, corrections, and what may not be
// done with it. Amounts of tax are those of the official tables of 2026.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { entryOf, ok, sumsOf } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { anEmployee, anEmployment, newPersonalNumber } from '#tests/surface/payroll-world'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  return checkedCompany(await service.newCompany())
}

const account = { clearingNumber: '9071', accountNumber: '4172383' }

const hired = async (company: TestCompany, employee: object = {}, employment: object = {}): Promise<string> => {
  const { id } = ok(await company.post('/employees', anEmployee({ bankAccount: account, ...employee })))
  return ok(await company.post('/employments', anEmployment(id, employment))).id
}

const runOf = (month: string, day = '25') => ({
  name: `Lön ${month}`,
  payDate: `2026-${month}-${day}`,
  from: `2026-${month}-01`,
  to: `2026-${month}-${month === '02' ? 28 : ['04', '06'].includes(month) ? 30 : 31}`,
})

const run = async (company: TestCompany, month: string, more: object = {}) =>
  ok(await company.post('/pay-runs', { ...runOf(month), ...more }))

const steps = async (company: TestCompany, id: string, ...words: string[]) => {
  let last = ok(await company.get(`/pay-runs/${id}`))
  for (const word of words)
    last = ok(await company.post(`/pay-runs/${id}/${word}`, word === 'pay' ? { way: 'bankPayments' } : undefined))
  return last
}

const payslipsOf = async (company: TestCompany, id: string) => ok(await company.get(`/pay-runs/${id}/payslips`)).items

const reasonOf = (answer: { body: { reason?: string } }) => answer.body.reason

test('hired in mid-month, paid, raised, and corrected in the next run', async () => {
  const company = await newCompany()
  const employment = await hired(company, {}, { from: '2026-03-16', pays: [{ from: '2026-03-16', amount: 31_000 }] })
  const march = await run(company, '03')
  // 16 of 31 days.
  expect(march).toMatchObject({ state: 'draft', people: 1, gross: 16_000 })
  const paid = await steps(company, march.id, 'review', 'approve', 'book', 'pay')
  expect(paid).toMatchObject({ state: 'paid', journalEntryRef: { id: expect.any(String) } })
  expect(sumsOf([await entryOf(company, paid)])).toEqual({
    7210: 16_000,
    2710: -march.tax,
    2820: -march.net,
    7510: 5027.2,
    2731: -5027.2,
  })
  const [slip] = await payslipsOf(company, march.id)
  expect(slip).toMatchObject({
    personalNumber: expect.stringMatching(/^\d{8}-XXXX$/),
    bankAccount: '**** 2383',
    lines: [{ payType: 'monthlyPay', from: '2026-03-16', to: '2026-03-31', amount: 16_000 }],
    changes: [{ what: 'first' }],
    bankPaymentRef: { id: expect.any(String) },
  })
  // A raise from May, and overtime that March had left out.
  const old = ok(await company.get(`/employments/${employment}`))
  ok(
    await company.put(`/employments/${employment}`, {
      ...old,
      pays: [...old.pays, { from: '2026-05-01', amount: 33_000 }],
    }),
  )
  const item = { employmentRef: { id: employment }, from: '2026-03-30' }
  const correction = ok(
    await company.post('/pay-items', {
      ...item,
      payType: 'overtime',
      quantity: 2.5,
      rate: 300,
      correctsPayRunRef: { id: march.id },
    }),
  )
  const may = await run(company, '05')
  expect(may.gross).toBe(33_750)
  const [mays] = await payslipsOf(company, may.id)
  expect(mays.changes).toEqual(
    expect.arrayContaining([
      { what: 'payType', payType: 'monthlyPay', before: 16_000, now: 33_000 },
      { what: 'payType', payType: 'overtime', before: 0, now: 750 },
    ]),
  )
  expect(mays.lines.find(({ payType }: { payType: string }) => payType === 'overtime')).toMatchObject({
    correctsPayRunRef: { id: march.id },
    payItemRef: { id: correction.id },
  })
  expect(mays.year.gross).toBe(16_000 + 33_750)
  await steps(company, may.id, 'review')
  // What a reviewed run has is corrected, not changed.
  const locked = await company.delete(`/pay-items/${correction.id}`)
  expect(reasonOf(locked)).toBe('pay-item.in-use')
  // Fixed pay of May is paid once.
  const extra = await run(company, '05', { payDate: '2026-05-28', name: 'Extra' })
  expect(extra.people).toBe(0)
  expect(reasonOf(await company.post(`/pay-runs/${extra.id}/review`))).toBe('pay-run.empty')
})

test('benefits, deductions and reimbursements do what their pay types say', async () => {
  const company = await newCompany()
  const id = await hired(company)
  const add = async (payType: string, more: object) =>
    ok(await company.post('/pay-items', { employmentRef: { id }, payType, from: '2026-05-10', ...more }))
  await add('carBenefit', { amount: 4000, monthly: true })
  await add('grossDeduction', { amount: 1000 })
  await add('unionFee', { amount: 300, monthly: true })
  await add('freeMileage', { quantity: 120 })
  await add('expenses', { amount: 450.5 })
  await add('enforcement', { amount: 9000, protectedAmount: 20_000 })
  const may = await run(company, '05')
  const [slip] = await payslipsOf(company, may.id)
  // 32,000 less 1,000 and 4,000 of benefit: 35,000 by table 32, column 1.
  expect(slip.taxParts).toEqual([{ what: 'table', percent: null, base: 35_000, amount: may.tax }])
  expect(may).toMatchObject({ gross: 31_000, benefits: 4000, reimbursed: 750.5, contributions: 10_997 })
  // The attachment leaves 20,000 of the net pay, without mileage and expenses.
  expect(may.net).toBe(20_750.5)
  expect(may.deductions).toBe(31_000 - may.tax - 20_000)
  const booked = await steps(company, may.id, 'review', 'approve', 'book')
  expect(sumsOf([await entryOf(company, booked)])).toEqual({
    7210: 31_000,
    7385: 4000,
    7399: -4000,
    7331: 300,
    2890: 450.5,
    2794: -300,
    2750: -(may.deductions - 300),
    2710: -may.tax,
    2820: -may.net,
    7510: 10_997,
    2731: -10_997,
  })
  const june = await run(company, '06')
  expect(june).toMatchObject({ gross: 32_000, benefits: 4000, deductions: 300, reimbursed: 0 })
})

test('two employments of a young person are added together before contributions and tax', async () => {
  const company = await newCompany()
  const { id } = ok(
    await company.post('/employees', anEmployee({ personalNumber: newPersonalNumber('2005'), bankAccount: account })),
  )
  for (const amount of [20_000, 10_000])
    ok(await company.post('/employments', anEmployment(id, { pays: [{ from: '2026-03-01', amount }] })))
  const may = await run(company, '05')
  // 25,000 at 20.81 percent, and 5,000 at 31.42.
  expect(may).toMatchObject({ people: 1, gross: 30_000, contributions: 6773.5 })
})

test('four eyes: another person approves, where the settings say so', async () => {
  const company = await newCompany()
  await hired(company)
  ok(await company.put('/payroll-settings', { needsTwo: true }))
  const may = await run(company, '05')
  const owner = await callingAs(service, company, 'owner')
  const other = await callingAs(service, company, 'administrator')
  ok(await owner('POST', `/pay-runs/${may.id}/review`))
  expect(reasonOf(await owner('POST', `/pay-runs/${may.id}/approve`))).toBe('pay-run.same-person')
  expect(reasonOf(await company.post(`/pay-runs/${may.id}/approve`))).toBe('pay-run.only-people')
  expect(ok(await other('POST', `/pay-runs/${may.id}/approve`)).state).toBe('approved')
})

test('a booked run is taken back by its entry, and a paid one is not', async () => {
  const company = await newCompany()
  await hired(company)
  const april = await run(company, '04')
  const booked = await steps(company, april.id, 'review', 'approve', 'book')
  expect(ok(await company.post(`/pay-runs/${april.id}/take-back`))).toMatchObject({
    state: 'draft',
    journalEntryRef: null,
  })
  const { reversedByJournalEntryRef } = await entryOf(company, booked)
  // The reversal stands: the run is booked anew.
  const again = await company.post(`/journal-entries/${reversedByJournalEntryRef.id}/reverse`)
  expect(again.status).toBe(400)
  const second = await steps(company, april.id, 'review', 'approve', 'book', 'pay')
  expect(reasonOf(await company.post(`/pay-runs/${april.id}/take-back`))).toBe('pay-run.wrong-state')
  const reversed = await company.post(`/journal-entries/${second.journalEntryRef.id}/reverse`)
  expect(reasonOf(reversed)).toBe('ledger.reversed-of-pay-run')
})

test('a locked day takes no entry, and nothing of the run is lost', async () => {
  const company = await newCompany()
  await hired(company)
  const april = await run(company, '04')
  await steps(company, april.id, 'review', 'approve')
  const owner = await callingAs(service, company, 'owner')
  ok(await owner('PATCH', '/lock-date', { lockDate: '2026-04-30' }))
  expect((await company.post(`/pay-runs/${april.id}/book`)).status).toBe(400)
  expect(ok(await company.get(`/pay-runs/${april.id}`)).state).toBe('approved')
})

test('tax and the net pay say why they cannot be', async () => {
  const company = await newCompany()
  const id = await hired(company)
  expect(reasonOf(await company.post('/pay-runs', { ...runOf('05'), payDate: '2031-05-25' }))).toBe('pay-run.no-tables')
  ok(await company.post('/pay-items', { employmentRef: { id }, payType: 'loan', from: '2026-05-01', amount: 60_000 }))
  const may = await run(company, '05')
  expect(reasonOf(await company.post(`/pay-runs/${may.id}/review`))).toBe('pay-run.below-zero')
})

test('drafts and items change and go, and the payslips of an erased person stay', async () => {
  const company = await newCompany()
  const { id: employeeId } = ok(await company.post('/employees', anEmployee({ bankAccount: account })))
  const period = { from: '2026-03-01', to: '2026-05-31' }
  const { id } = ok(await company.post('/employments', anEmployment(employeeId, period)))
  const body = { employmentRef: { id }, payType: 'overtime', from: '2026-05-04', quantity: 1, rate: 200 }
  const item = ok(await company.post('/pay-items', body))
  const may = await run(company, '05', { employmentRefs: [{ id }] })
  expect(may.gross).toBe(32_200)
  ok(await company.put(`/pay-items/${item.id}`, { ...body, quantity: 2 }))
  expect(ok(await company.post(`/pay-runs/${may.id}/compute`)).gross).toBe(32_400)
  ok(await company.delete(`/pay-items/${item.id}`))
  expect(ok(await company.put(`/pay-runs/${may.id}`, { ...runOf('05'), name: 'Maj' }))).toMatchObject({
    name: 'Maj',
    gross: 32_000,
  })
  const extra = await run(company, '05', { name: 'Extra' })
  ok(await company.delete(`/pay-runs/${extra.id}`))
  expect(ok(await company.get('/pay-runs')).items.map((one: { name: string }) => one.name)).toEqual(['Maj'])
  expect(ok(await company.get('/pay-items')).items).toEqual([])
  await steps(company, may.id, 'review', 'approve', 'book')
  // A payment that has not left the bank would keep the person.
  ok(await company.post(`/pay-runs/${may.id}/pay`, { way: 'outside' }))
  expect(reasonOf(await company.delete(`/employments/${id}`))).toBe('employment.in-use')
  const owner = await callingAs(service, company, 'owner')
  const copy = await owner('GET', `/employees/${employeeId}/personal-data`)
  expect(JSON.stringify(copy.body)).toContain('"payslips"')
  ok(await owner('POST', `/employees/${employeeId}/erasure`))
  expect(await payslipsOf(company, may.id)).toHaveLength(1)
})
