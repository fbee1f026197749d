// Uploads as rows name them: free ones, and those of a supplier invoice.
import { expect } from 'vitest'
import type { Row } from '#http'
import { readingsContribution } from '#readings'
import { factsOf } from '#rules/readings/facts'
import type { Reader } from '#server/readings/reader'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { typedPage } from '#support/reading/typed-page'
import { incoming } from '#support/samples/e-invoice-file'
import { pngFile } from '#support/samples/sample-files'
import type { Service, TestCompany } from '#support/service'

export const uploadedTo = async (company: TestCompany): Promise<string> => {
  const answer = await company.upload('/uploads', 'kvitto.png', pngFile())
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

const connectedTo = async (company: TestCompany, supplierInvoiceId: string): Promise<string> =>
  ok(await company.post(`/supplier-invoices/${supplierInvoiceId}/uploads`, { id: await uploadedTo(company) })).id

/** What a row names of uploads; of a supplier invoice those that are connected with it. */
export const ofUploadsIn = async (
  { path, operationId }: Row,
  company: TestCompany & { readAll(): Promise<void> },
  supplierInvoiceId: string | undefined,
): Promise<Record<string, string>> => {
  if (operationId === 'orderUploadsOfSupplierInvoice' && supplierInvoiceId) {
    const first = await connectedTo(company, supplierInvoiceId)
    const second = await connectedTo(company, supplierInvoiceId)
    return { body: JSON.stringify({ uploadRefs: [{ id: second }, { id: first }] }) }
  }
  if (operationId === 'receiveElectronicInvoice') return { body: eInvoiceFile() }
  if (!path.includes('{uploadId}')) return {}
  const uploadId = await (supplierInvoiceId ? connectedTo(company, supplierInvoiceId) : uploadedTo(company))
  if (operationId === 'getReading' || operationId === 'askForReading') await company.readAll()
  return { uploadId }
}

let eInvoices = 0

/** An e-invoice with a number of its own. */
export const eInvoiceFile = (): string => {
  eInvoices += 1
  return incoming({ number: `E${eInvoices}` })
}

/** A supplier invoice that came as one. */
export const receivedEInvoice = async (company: TestCompany): Promise<string> =>
  ok(await company.upload('/supplier-invoices/e-invoices', 'faktura.xml', Buffer.from(eInvoiceFile()))).id

/** A reader that finds the same receipt in every file. */
const readsReceipt: Reader = async (_, known) => ({ facts: factsOf([typedPage(RECEIPT)], known) })

const RECEIPT = 'Papper AB\nOrg.nr 556036-0793\n2026-06-05 12:41\nMoms 25 %  25,90\nAtt betala  129,50'

/** Has all that waits for it read. */
export const readAllOf = async (service: Service): Promise<void> => {
  await newRunner(service, readingsContribution.jobs(readsReceipt)).runDue()
}
