// Employer's returns over HTTP: what a month of payment says, its file, what is sent after one that was filed, and
// whether what is declared, booked and paid agrees.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { anEmployee, anEmployment, newPersonalNumber } from '#tests/surface/payroll-world'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const contact = { name: 'Anna Ek', phone: '070-123 45 67', email: 'anna.ek@example.com' }

const hired = async (company: TestCompany, amount: number, personalNumber = newPersonalNumber()): Promise<string> => {
  const { id } = ok(await company.post('/employees', anEmployee({ personalNumber })))
  return ok(await company.post('/employments', anEmployment(id, { pays: [{ from: '2026-03-01', amount }] }))).id
}

const paid = async (company: TestCompany, more: object = {}) => {
  const period = { name: 'Maj', payDate: '2026-05-25', from: '2026-05-01', to: '2026-05-31', ...more }
  const { id } = ok(await company.post('/pay-runs', period))
  for (const step of ['review', 'approve', 'book']) ok(await company.post(`/pay-runs/${id}/${step}`))
  return ok(await company.post(`/pay-runs/${id}/pay`, { way: 'outside' }))
}

test('a month is declared, filed, and corrected by what differs', async () => {
  service.setNow('2026-06-10T10:00:00.000Z')
  const company = checkedCompany(await service.newCompany())
  const anna = await hired(company, 32_000.5)
  const young = await hired(company, 30_000, newPersonalNumber('2005'))
  ok(
    await company.post('/pay-items', {
      employmentRef: { id: anna },
      payType: 'carBenefit',
      from: '2026-05-01',
      amount: 4000.9,
    }),
  )
  ok(
    await company.post('/pay-items', {
      employmentRef: { id: young },
      payType: 'careOfChild',
      from: '2026-05-06',
      quantity: 8,
      rate: 0.01,
    }),
  )
  const run = await paid(company)
  const proposal = ok(await company.get('/employer-returns/proposal?month=2026-05'))
  // (32,000 + 4,000 + 4,999) at 31.42 percent, and 25,000 at 20.81, each without öre.
  expect(proposal).toMatchObject({
    isCorrection: false,
    faults: [],
    absences: 1,
    tax: run.tax,
    contributions: 12_881 + 5202,
    agreement: { net: { waiting: 0 }, tax: { declared: run.tax, booked: run.tax } },
  })
  expect(proposal.statements[0].fields).toMatchObject({
    KontantErsattningUlagAG: '32000',
    SkatteplBilformanUlagAG: '4000',
  })
  // Öre that the return drops are the whole difference.
  expect(proposal.agreement.differences).toEqual([
    { what: 'contributions', between: 'declaredAndBooked', amount: expect.any(Number), because: 'rounding' },
  ])
  const made = ok(await company.post('/employer-returns', { month: '2026-05', contact }))
  const file = await company.get(`/employer-returns/${made.id}/download`)
  expect(file.text).toContain('<agd:SummaSkatteavdr faltkod="497">')
  expect(file.text).toContain('TILLFALLIG_FORALDRAPENNING')
  ok(await company.post(`/employer-returns/${made.id}/file`, { filedOn: '2026-06-09', receipt: 'AGI-1' }))
  expect(ok(await company.get('/employer-returns/proposal?month=2026-05')).isSame).toBe(true)
  // A bonus in the same month: one statement anew, and the main one.
  ok(
    await company.post('/pay-items', {
      employmentRef: { id: anna },
      payType: 'bonus',
      from: '2026-05-20',
      amount: 10_000,
    }),
  )
  await paid(company, { name: 'Bonus', payDate: '2026-05-29' })
  const second = ok(await company.post('/employer-returns', { month: '2026-05', contact }))
  const correction = await company.get(`/employer-returns/${second.id}/download`)
  expect(correction.text.match(/<agd:IU>/g)).toHaveLength(1)
  expect(correction.text).toContain('<agd:KontantErsattningUlagAG faltkod="011">42000<')
  expect(correction.text).not.toContain('FRANVARO')
})
