// Documents are decided on the book that a process has cached. What another process has changed of it since counts all
// the same: in what is booked, in what is refused, and in reports.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerAdmin, noteVatReport, setLockDate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { entryOf, paid, recorded } from '#tests/sales/booking/booked'
import { madeInvoice, published } from './invoicing.ts'

let service: Service
let other: Service
beforeAll(async () => {
  service = await startService()
  other = await startService({ beside: service })
})
afterAll(async () => {
  await other.close()
  await service.close()
})

const EARLIER = { invoiceDate: '2026-05-10', dueDate: '2026-06-09' }

const draft = async (company: TestCompany) => (await madeInvoice(company, EARLIER)).id
const sent = async (company: TestCompany) => {
  const id = await draft(company)
  await published(company, id)
  return id
}
const recordingOf = async (company: TestCompany) => {
  const id = await sent(company)
  return () => company.post(`/invoices/${id}/record`)
}
const publishingOf = async (company: TestCompany) => {
  const id = await draft(company)
  return () => company.post(`/invoices/${id}/publish`)
}
const payingOf = async (company: TestCompany) => {
  const { id } = await recorded(company)
  const body = { date: '2026-06-10', sumBaseCurrency: 125, bookkeepingAccountNumber: 1940 }
  return () => company.post(`/invoices/${id}/payments`, body)
}

/** What an answer has come to: the day and the accounts of its entry, `done` where it has none, or `refused`. */
const cameTo = async (company: TestCompany, { status, body }: Answer): Promise<string> => {
  if (status !== 200) return `refused ${status}`
  if (!body.journalEntryRef) return 'done'
  const { date, items } = await entryOf(company, body)
  const accounts = items.map(({ account }: { account: number }) => account)
  return `${date} ${accounts.sort().join(' ')}`
}

const lock = (day: string | null) => (call: CompanyCall) =>
  setLockDate(call, { date: day === null ? null : dayFrom(day) })
const report = (call: CompanyCall) => noteVatReport(call, { start: dayFrom('2026-05-01'), end: dayFrom('2026-05-31') })
const receivable = (call: CompanyCall) => ledgerAdmin.setAccountRole(call, { role: 'receivable', account: 1511 })
const closed = (call: CompanyCall) => ledgerAdmin.setAccountActive(call, { number: 1940, active: false })

type Change = (call: CompanyCall) => Promise<unknown>
type Ready = (company: TestCompany) => Promise<() => Promise<Answer>>

const cases: [what: string, ready: Ready, before: Change | null, change: Change, came: string][] = [
  ['a record finds another account    ', recordingOf, null, receivable, '2026-05-10 1511 2611 3001'],
  ['a record finds its day locked     ', recordingOf, null, lock('2026-05-31'), '2026-06-01 1510 2611 3001'],
  ['a record finds its VAT reported   ', recordingOf, null, report, '2026-06-01 1510 2611 3001'],
  ['a publication finds its day locked', publishingOf, null, lock('2026-05-31'), 'refused 400'],
  ['a publication finds its day open  ', publishingOf, lock('2026-05-31'), lock(null), 'done'],
  ['a payment finds its account closed', payingOf, null, closed, 'refused 400'],
]

test.each(cases)('%s', async (_, ready, before, change, came) => {
  const company = await service.newCompany()
  const request = await ready(company)
  if (before) await service.operateFor(company.id, before)
  // The answering process has cached the current book.
  await paid(company, (await recorded(company)).id, { sum: 10 })
  await other.operateFor(company.id, change)
  expect(await cameTo(company, await request())).toBe(came)
})

test('a report finds other opening balances', async () => {
  const company = await service.newCompany()
  await recorded(company)
  const standing = async () => {
    const { rows } = ok(await company.get('/reports/trial-balance?accounts=1940'))
    return rows.at(-1).values[0].closing
  }
  expect(await standing()).toBe(0)
  await other.operateFor(company.id, (call) =>
    ledgerAdmin.setOpeningBalances(call, {
      fiscalYearId: company.fiscalYearId,
      balances: [
        { account: 1940, amount: 5 },
        { account: 2081, amount: -5 },
      ],
      force: false,
    }),
  )
  expect(await standing()).toBe(5)
})
