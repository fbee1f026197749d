// What the tests of supplier invoices share.
import { expect } from 'vitest'
import { ledgerAdmin } from '#ledger'
import { sql } from '#platform/sql'
import { pngFile } from '#support/samples/sample-files'
import type { Answer, Service, TestCompany } from '#support/service'

/** Makes something of a company, and answers what came back. */
export const madeAt = async (company: TestCompany, path: string, body: object): Promise<Answer['body']> => {
  const answer = await company.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

export const newSupplier = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<string> =>
  (await madeAt(company, '/suppliers', { name: 'Papper AB', ...changes })).id

/** A supplier invoice of 12 500, with `changes` over it. */
export const anInvoiceOf = (supplierId: string, changes: Record<string, unknown> = {}) => ({
  supplierRef: { id: supplierId },
  invoiceNumber: '4711',
  invoiceDate: '2026-06-01',
  dueDate: '2026-07-01',
  totalAmount: 12500,
  ...changes,
})

let marks = 0

/** A new upload that is connected to nothing. */
export const newUpload = async (company: TestCompany): Promise<string> => {
  marks += 1
  const answer = await company.upload('/uploads', `kvitto-${marks}.png`, pngFile({ width: marks }))
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

/** Loads rates into the installation of a service, written as lines of a file. */
export const loaded = (service: Service, ...lines: string[]) =>
  service.operate((call) => ledgerAdmin.loadRates(call, { name: 'rates.csv', text: lines.join('\n') }))

/** What is wrong by an answer: `field: message`. */
export const wrongIn = ({ status, body, text }: Answer): string[] => {
  expect([status, body.code], text).toEqual([400, 'validation-error'])
  return body.errors.map(({ field, message }: Answer['body']) => `${field}: ${message}`)
}

/** The company's processing history of one kind of change, in order. */
export const historyOf = async ({ database }: Service, company: { id: string } | null, what: string) =>
  (
    await database.rows<{ detail: Answer['body'] }>(sql`
      select detail from platform.history
      where company_id is not distinct from ${company?.id ?? null}::uuid and what = ${what} order by id`)
  ).map(({ detail }) => detail)
