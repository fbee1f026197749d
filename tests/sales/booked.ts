// What tests of booked sales share: invoices brought to the books over HTTP, and what then stands there.
import { expect } from 'vitest'
import type { Answer, TestCompany } from '#support/service'
import { madeInvoice, published } from './invoicing.ts'

export const ok = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Makes, publishes and records an invoice, and answers it. */
export const recorded = async (company: TestCompany, changes: Record<string, unknown> = {}) => {
  const { id } = await madeInvoice(company, changes)
  await published(company, id)
  return ok(await company.post(`/invoices/${id}/record`))
}

type Paid = { date?: string; sum: number; account?: number }

/** Adds a payment to an invoice and answers it. */
export const paid = async (company: TestCompany, invoiceId: string, { date, sum, account = 1930 }: Paid) =>
  ok(
    await company.post(`/invoices/${invoiceId}/payments`, {
      date: date ?? '2026-06-10',
      sumBaseCurrency: sum,
      bookkeepingAccountNumber: account,
    }),
  )

/** The same, recorded at once. */
export const paidAndRecorded = async (company: TestCompany, invoiceId: string, payment: Paid) => {
  const { id } = await paid(company, invoiceId, payment)
  return ok(await company.post(`/invoices/${invoiceId}/payments/${id}/record`))
}

type Settled = { type: string; sum: number; date?: string; vatScheme?: string }

/** Adds a settlement to an invoice and answers it. */
export const settled = async (company: TestCompany, invoiceId: string, { type, sum, date, vatScheme }: Settled) =>
  ok(
    await company.post(`/invoices/${invoiceId}/settlements`, {
      type,
      invoiceSettlementDetails: {
        date: date ?? '2026-06-10',
        sumBaseCurrency: sum,
        ...(vatScheme ? { vatScheme } : {}),
      },
    }),
  )

/** The same, recorded at once. */
export const settledAndRecorded = async (company: TestCompany, invoiceId: string, settlement: Settled) => {
  const { id } = await settled(company, invoiceId, settlement)
  return ok(await company.post(`/invoices/${invoiceId}/settlements/${id}/record`))
}

/** Makes a credit note of all that remains of an invoice, publishes and records it, and answers it. */
export const credited = async (company: TestCompany, invoiceId: string, record = true) => {
  const { id } = ok(await company.post(`/invoices/${invoiceId}/credit`))
  const note = ok(await company.post(`/credit-notes/${id}/publish`))
  return record ? ok(await company.post(`/credit-notes/${id}/record`)) : note
}

type Item = { account: number; debit: number; credit: number }

/** The sum of each account over entries, in kronor and by number: debit is positive. Accounts at zero are left out. */
export const sumsOf = (entries: readonly { items: readonly Item[] }[]): Record<number, number> => {
  const ore = new Map<number, number>()
  for (const { account, debit, credit } of entries.flatMap(({ items }) => items)) {
    ore.set(account, (ore.get(account) ?? 0) + Math.round(debit * 100) - Math.round(credit * 100))
  }
  return Object.fromEntries([...ore].filter(([, sum]) => sum !== 0).map(([account, sum]) => [account, sum / 100]))
}

/** The entry that a document, payment or settlement was recorded with. */
export const entryOf = async (
  company: TestCompany,
  { journalEntryRef }: { journalEntryRef: { id: string } | null },
): Promise<Answer['body']> => ok(await company.get(`/journal-entries/${journalEntryRef?.id}`))

/** The accounts of that entry with their sums. */
export const bookedBy = async (company: TestCompany, recordedOne: { journalEntryRef: { id: string } | null }) =>
  sumsOf([await entryOf(company, recordedOne)])

/** Every entry of a company with its number, the one booked first first. */
export const entriesOf = async (company: TestCompany): Promise<Answer['body'][]> =>
  ok(await company.get('/journal-entries?pageSize=100')).items.reverse()

/** What stands on every account of a company. */
export const balancesOf = async (company: TestCompany) => sumsOf(await entriesOf(company))

export const statusOf = async (company: TestCompany, invoiceId: string): Promise<string> =>
  ok(await company.get(`/invoices/${invoiceId}`)).status
