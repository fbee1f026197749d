// What the tests that enumerate the endpoints stand on: companies with something in their books, and for each row a
// request that succeeds, made from the row's own documentation.
import { expect } from 'vitest'
import { audienceOf, placeholdersOf, type Row } from '#http'
import { newIntegration, type TestIntegration } from '#support/callers'
import { checked, checkedCompany } from '#support/checked'
import { pngFile } from '#support/sample-files'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'

/** Values of a path's placeholders. */
export type Parameters = Record<string, string>

/** A request for a row: where, and with what. */
export type Sample = { row: Row; path: string; init: RequestInit }

/** Who calls: a company by its own token, and an integration by a general one. */
export type Caller = TestCompany & { integration: TestIntegration; general: string }

export const newCaller = async (service: Service, options?: NewTestCompany): Promise<Caller> => {
  const company = checkedCompany(await service.newCompany(options))
  const integration = await newIntegration(service)
  return { ...company, integration, general: await integration.general() }
}

/** The caller's token that reaches a row. */
export const tokenFor = (row: Row, { token, general }: Caller): string =>
  audienceOf(row) === 'company' ? token : general

/** Placeholders that name a resource by its id, and not the tenant itself. */
export const idsOf = (row: Row): string[] =>
  placeholdersOf(row.path).filter((name) => name !== `${audienceOf(row)}Id` && /Id$/.test(name))

/** A file that imports: one voucher of a program that keeps no books itself. */
export const sieFile = (mark = 'Hyra') =>
  [
    '#FLAGGA 0',
    '#PROGRAM "Prov" 1.0',
    '#FORMAT PC8',
    '#GEN 20260601',
    '#SIETYP 4',
    '#FNAMN "Provbolaget AB"',
    `#VER "A" "" 20260301 "${mark}"`,
    '{',
    '#TRANS 5010 {} 100.00',
    '#TRANS 1930 {} -100.00',
    '}',
    '',
  ].join('\r\n')

/** Makes what the placeholders of a row name, anew for each request, in the company's books. */
export const parametersFor = async (row: Row, company: Caller): Promise<Parameters> => {
  const names = placeholdersOf(row.path)
  const parameters: Parameters = { companyId: company.id, account: '1930', fiscalYearId: company.fiscalYearId }
  if (names.includes('journalEntryId')) parameters.journalEntryId = await madeBy(company, '/journal-entries', anEntry)
  if (names.includes('commentId')) {
    const comments = `/journal-entries/${parameters.journalEntryId}/comments`
    parameters.commentId = await madeBy(company, comments, { content: 'Kvittot saknas' })
  }
  if (names.includes('customerId')) parameters.customerId = await madeBy(company, '/customers', aCustomer)
  if (names.includes('itemId')) parameters.itemId = await madeBy(company, '/items', anItem)
  if (names.includes('invoiceId')) parameters.invoiceId = await invoiceFor(row, company)
  const money = `/invoices/${parameters.invoiceId}`
  if (names.includes('paymentId')) parameters.paymentId = await madeBy(company, `${money}/payments`, aPayment)
  if (names.includes('settlementId')) {
    parameters.settlementId = await madeBy(company, `${money}/settlements`, aSettlement)
  }
  if (names.includes('attachmentId')) parameters.attachmentId = await attachedTo(company, parameters.invoiceId ?? '')
  if (names.includes('creditNoteId')) parameters.creditNoteId = await creditNoteFor(row, company)
  if (names.includes('connectionId')) {
    const { connectionId } = await company.integration.connect({ type: 'company', id: company.id })
    parameters.connectionId = connectionId
  }
  if (row.operationId === 'exportTaxReductions') await workPaidFor(company)
  const missing = names.filter((name) => !parameters[name])
  if (missing.length > 0) throw new Error(`Say here what {${missing.join(', ')}} of ${row.operationId} may name`)
  return parameters
}

const anEntry = {
  title: 'Hyra',
  date: '2026-06-01',
  items: [
    { account: 5010, debit: 100 },
    { account: 1930, credit: 100 },
  ],
}

const aCustomer = { name: 'Kund AB', type: 'company' }
const anItem = { itemType: 'descriptionOnlyItem', description: 'Tack för förtroendet' }

/** What is done to drafts; everything else is done to published invoices, and money is booked on recorded ones. */
const onDrafts = /\/invoices\/\{invoiceId\}(?:$|\/line-items|\/attachments|\/publish)/
const onRecorded = /\/invoices\/\{invoiceId\}\/(?:payments|settlements)/

const invoiceFor = async (row: Row, company: Caller): Promise<string> => {
  const customerRef = { id: await madeBy(company, '/customers', aCustomer) }
  const id = await madeBy(company, '/invoices', { ...anInvoice, customerRef })
  if (onDrafts.test(row.path)) return id
  await madeBy(company, `/invoices/${id}/publish`)
  if (onRecorded.test(row.path)) await madeBy(company, `/invoices/${id}/record`)
  return id
}

/** Household work that its customer has paid, so that there is something to ask the tax authority for. */
const workPaidFor = async (company: TestCompany): Promise<void> => {
  if ((await company.get('/invoices/tax-reductions/export')).status !== 404) return
  const customerRef = { id: await madeBy(company, '/customers', { name: 'Kim Kund', type: 'private' }) }
  const id = await madeBy(company, '/invoices', { ...workInvoice, customerRef })
  await madeBy(company, `/invoices/${id}/publish`)
  await madeBy(company, `/invoices/${id}/payments`, { ...aPayment, sumBaseCurrency: 500 })
}

const workInvoice = {
  invoiceDate: '2026-06-01',
  lineItems: [
    {
      ...{ description: 'Städning', itemType: 'salesItem', productType: 'services', unitType: 'hour' },
      ...{ unitPrice: 800, taxRate: 25, taxReduction: { taxReductionType: 'rut', jobType: 'rutCleaning' } },
    },
  ],
  taxReduction: {
    ...{ type: 'rut', description: 'Städning hemma' },
    deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount: 500 }],
  },
}

const aPayment = { date: '2026-06-09', sumBaseCurrency: 100, bookkeepingAccountNumber: 1930 }
const aSettlement = { type: 'bankFee', invoiceSettlementDetails: { date: '2026-06-09', sumBaseCurrency: 5 } }

const attachedTo = async (company: TestCompany, invoiceId: string): Promise<string> => {
  const answer = await company.upload(`/invoices/${invoiceId}/attachments`, 'bild.png', pngFile())
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

/** What is done to credit notes that are published; everything else is done to drafts. */
const onPublishedNotes = /\/credit-notes\/\{creditNoteId\}\/(?:record|download)$/

const creditNoteFor = async (row: Row, company: Caller): Promise<string> => {
  const customerRef = { id: await madeBy(company, '/customers', aCustomer) }
  const invoiceId = await madeBy(company, '/invoices', { ...anInvoice, customerRef })
  await madeBy(company, `/invoices/${invoiceId}/publish`)
  const id = await madeBy(company, `/invoices/${invoiceId}/credit`)
  if (onPublishedNotes.test(row.path)) await madeBy(company, `/credit-notes/${id}/publish`)
  return id
}

const anInvoice = {
  invoiceDate: '2026-06-01',
  lineItems: [
    { description: 'Stol', itemType: 'salesItem', productType: 'goods', quantity: 4, unitPrice: 1000, taxRate: 25 },
  ],
}

const madeBy = async (company: TestCompany, path: string, body?: object): Promise<string> => {
  const answer = await company.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

export const pathOf = (row: Row, parameters: Parameters): string =>
  row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))

/** What the documentation shows as the body of a row, ready to be sent. */
export const initOf = (row: Row): RequestInit => {
  const { method, operationId } = row
  if (row.upload) {
    const body = new FormData()
    const file = operationId === 'importSie' ? sieFile() : Uint8Array.from(pngFile())
    body.append(row.upload.field, new Blob([file]), 'prov')
    return { method, body }
  }
  if (!row.body) return { method }
  if (row.example?.body === undefined) throw new Error(`${operationId} has no example of its body`)
  return { method, body: JSON.stringify(row.example.body), headers: { 'content-type': 'application/json' } }
}

/** A request for a row that succeeds, in this company. */
export const sampleOf = async (row: Row, company: Caller): Promise<Sample> => ({
  row,
  path: pathOf(row, await parametersFor(row, company)),
  init: initOf(row),
})

/** Sends a sample with changed headers, its answer checked. */
export const send = (
  { base }: Service,
  { path, init }: Pick<Sample, 'path' | 'init'>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  checked(`${base}${path}`, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What a refusal says, without the id that is new each time. */
export const saying = ({ status, body: { serviceErrorId: _, ...rest } }: Answer) => ({ status, ...rest })
