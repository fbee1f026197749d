// What the tests that enumerate the endpoints stand on: companies with something in their books, and for each row a
// request that succeeds, made from the row's own documentation.
import { expect } from 'vitest'
import { bankingAdmin } from '#banking'
import { audienceOf, placeholdersOf, type Row } from '#http'
import { addMember, agencyScopes } from '#identity'
import { reopenFiscalYear, setRate } from '#ledger'
import { sql } from '#platform/sql'
import { newAgency, newIntegration } from '#support/callers'
import { checked, checkedCompany } from '#support/checked'
import { aMail, bringMail } from '#support/mail-in'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { statusReportFile } from '#support/samples/status-report-file'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'
import { cookieOf, newPerson, newPersonInside } from '#support/visitor'
import { agencyBodies, type CallersAgency, callersAgency, connectionFor, newEmail, ofAgency } from './agency-world.ts'
import { endedYear, firstYear, isOfYearEnd, laterYear, oldYear } from './old-year.ts'
import { ofOperator, runsTheService } from './operator-world.ts'
import { ofPayroll, payrollBodies } from './payroll-world.ts'
import {
  aMarginPeriod,
  anOssQuarter,
  asOwner,
  aVatPeriod,
  forgetTestCompanies,
  type Owned,
  ofPeople,
} from './people-world.ts'
import { aProposalFor } from './proposal-world.ts'
import { aCustomer, aCustomerFor, ofRegisters, registerBodies, sentBefore, workInvoice } from './register-world.ts'
import { ofAnnualReports } from './report-world.ts'
import { ofSetOffs } from './set-off-world.ts'
import { bankPaymentFor, simulationBodies } from './simulation-world.ts'
import { matchBefore } from './statement-world.ts'
import { eInvoiceFile, ofUploadsIn, readAllOf, receivedEInvoice, uploadedTo } from './upload-world.ts'
import { failedDelivery, giveWebhook, newWebhook } from './webhook-world.ts'

/**
 * Values of a path's placeholders; `query` is what comes behind the path, and `body` the body, as JSON, where the
 * documented one cannot do.
 */
export type Parameters = Record<string, string>

/** A request for a row: where, and with what. */
export type Sample = { row: Row; path: string; init: RequestInit }

/** Who calls: a company by its own token, its agency by consent, and an integration by a general token. */
export type Caller = Owned & {
  agency: CallersAgency
  general: string
  signedPayment(): Promise<void>
  /** Makes a payment one that the bank has refused. */
  refusedPayment(id: string): Promise<void>
  failedDelivery(webhookId: string): Promise<string>
  giveWebhook(to: Parameters): Promise<void>
  operated(row: Row): Promise<Parameters>
  newMember(): Promise<string>
  /** Opens the years again that were closed. */
  reopen(): Promise<void>
}

export const newCaller = async (service: Service, options?: NewTestCompany): Promise<Caller> => {
  const company = checkedCompany(await service.newCompany({ isTest: true, ...options }))
  await withBankAccount(service, company)
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11.0625' }))
  const integration = await newIntegration(service)
  const signedPayment = async () => {
    const id = await madeBy(company, '/bank-payments', aBankPayment)
    await service.database.rows(sql`
      update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
      where id = ${id}`)
  }
  const refusedPayment = async (id: string) => {
    await service.database.rows(sql`
      update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
      where id = ${id}`)
    await service.database.rows(sql`
      update banking.payment set state = 'rejected', reason = 'Kontot saknas', needs_attention = true where id = ${id}`)
  }
  const agency = await callersAgency(service, company.id, integration)
  const newMember = async () => {
    const { id } = await newPerson(service)
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: id, role: 'reader' }))
    return id
  }
  const reopen = () =>
    service.operateFor(company.id, async (call) => {
      const closed = await call.db.rows<{ id: string }>(sql`
        select id from ledger.fiscal_year
        where company_id = ${company.id} and closed_at is not null and removed_at is null
        order by start_date desc`)
      for (const { id } of closed) await reopenFiscalYear(call, { id, reason: 'Nytt prov' })
    })
  const general = await integration.general(agencyScopes)
  const owner = await ownerOf(service, company, agency)
  return {
    ...company,
    agency,
    integration,
    general,
    owner,
    signedPayment,
    refusedPayment,
    failedDelivery: (webhookId) => failedDelivery(service, company, webhookId),
    giveWebhook: (to) => giveWebhook(service, to),
    newMember,
    operated: (row) => ofOperator(service, row),
    forgetTestCompanies: () => forgetTestCompanies(service),
    administeredAgency: () => administeredBy(service, owner),
    mailTo: (to) => bringMail(service, { ...aMail, to }),
    readAll: () => readAllOf(service),
    reopen,
  }
}

/** A person who owns the company, is an administrator of the agency, and an operator. */
const ownerOf = async (
  service: Service,
  { id }: TestCompany,
  agency: CallersAgency,
): Promise<Record<string, string>> => {
  const { person, visitor } = await newPersonInside(service)
  await service.operate(async (call) => {
    await addMember(call, { tenant: { type: 'company', id }, personId: person.id, role: 'owner' })
    await addMember(call, { tenant: { type: 'agency', id: agency.id }, personId: person.id, role: 'administrator' })
  })
  await runsTheService(service, person.id)
  const cookie = cookieOf(visitor)
  const { session } = (await checked(`${service.base}/me`, { headers: { cookie } })).body
  return { cookie, 'csrf-token': session.csrfToken }
}

/** An agency of a logged-in person. */
const administeredBy = async (service: Service, headers: Record<string, string>): Promise<string> => {
  const { session } = (await checked(`${service.base}/me`, { headers })).body
  const { id } = await newAgency(service)
  const asked = { tenant: { type: 'agency', id }, personId: session.person.id, role: 'administrator' } as const
  await service.operate((call) => addMember(call, asked))
  return id
}

/** Payments are made from it, and its statements are read. */
const withBankAccount = (service: Service, { id }: TestCompany) =>
  service.operateFor(id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, account: 1930 }),
  )

/** What the caller sends to be let in to a row: a token, or the session of a person where only people are. */
export const credentialsFor = (row: Row, caller: Caller): Record<string, string> =>
  row.by === 'people' ? caller.owner : bearer(tokenFor(row, caller))

/** The caller's token that reaches a row. */
export const tokenFor = (row: Row, { token, agency, general }: Caller): string =>
  ({ company: token, agency: agency.token, general, token, person: token })[audienceOf(row)]

/** Placeholders that name a resource by its id, and not the tenant itself. */
export const idsOf = (row: Row): string[] =>
  placeholdersOf(row.path).filter((name) => !isTenant(row, name) && /Id$/.test(name))

const isTenant = (row: Row, name: string): boolean => {
  const audience = audienceOf(row)
  return (audience === 'company' || audience === 'agency') && name === `${audience}Id`
}

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

/** Whether a row pays supplier invoices, which another row may have made wait for approval, or decides on that. */
const needsNoApproval = ({ operationId, path }: Row): boolean =>
  operationId === 'setPurchasingSettings' || /\/set-offs|\{supplierAdvanceId\}/.test(path)

/** Makes what the placeholders of a row name, anew for each request, in the company's books. */
export const parametersFor = async (row: Row, company: Caller): Promise<Parameters> => {
  const names = placeholdersOf(row.path)
  const parameters: Parameters = { companyId: company.id, account: '1930', fiscalYearId: company.fiscalYearId }
  Object.assign(parameters, await ofAgency(row, company), await ofPeople(row, company))
  Object.assign(parameters, await ofYears(row, company), await ofRegisters(row, company), await ofPayroll(row, company))
  Object.assign(parameters, await ofSetOffs(row, company), await ofAnnualReports(row, company))
  if (row.operators) return { ...parameters, ...(await company.operated(row)) }
  if (needsNoApproval(row)) await approves(company, false)
  if (names.includes('journalEntryId')) parameters.journalEntryId = await madeBy(company, '/journal-entries', anEntry)
  if (names.includes('tagGroupId')) parameters.tagGroupId = await tagGroup(company)
  if (names.includes('tagId')) {
    parameters.tagId = await madeBy(company, `/tag-groups/${parameters.tagGroupId}/tags`, { name: 'Kontoret' })
  }
  if (names.includes('commentId')) {
    const comments = `/journal-entries/${parameters.journalEntryId}/comments`
    parameters.commentId = await madeBy(company, comments, { content: 'Kvittot saknas' })
  }
  if (names.includes('customerId')) parameters.customerId = await aCustomerFor(row, company)
  if (names.includes('supplierId')) parameters.supplierId = await madeBy(company, '/suppliers', aSupplier)
  if (names.includes('supplierInvoiceId')) parameters.supplierInvoiceId ??= await supplierInvoiceFor(row, company)
  if (names.includes('itemId')) parameters.itemId = await madeBy(company, '/items', anItem)
  if (names.includes('invoiceId')) parameters.invoiceId ??= await invoiceFor(row, company)
  const { supplierInvoiceId } = parameters
  const money = supplierInvoiceId ? `/supplier-invoices/${supplierInvoiceId}` : `/invoices/${parameters.invoiceId}`
  if (names.includes('paymentId'))
    parameters.paymentId = await madeBy(company, `${money}/payments`, supplierInvoiceId ? aSupplierPayment : aPayment)
  if (names.includes('settlementId')) {
    parameters.settlementId = await madeBy(company, `${money}/settlements`, aSettlement)
  }
  if (names.includes('attachmentId')) parameters.attachmentId = await attachedTo(company, parameters.invoiceId ?? '')
  if (names.includes('creditNoteId')) parameters.creditNoteId = await creditNoteFor(row, company)
  Object.assign(parameters, await ofUploadsIn(row, company, supplierInvoiceId))
  if (names.includes('bankPaymentId')) parameters.bankPaymentId = await bankPaymentFor(row, company, aBankPayment)
  if (row.operationId === 'acknowledgeBankPayment') await company.refusedPayment(parameters.bankPaymentId ?? '')
  if (names.includes('paymentFileId') || row.operationId === 'createPaymentFile') await company.signedPayment()
  if (names.includes('paymentFileId')) parameters.paymentFileId = await madeBy(company, '/bank-payments/files')
  if (names.includes('statusReportId'))
    parameters.statusReportId = await reportOn(company, parameters.paymentFileId ?? '')
  if (names.includes('bankStatementId')) Object.assign(parameters, await statementOf(company, row))
  const changes = await named[row.operationId]?.(company)
  if (changes) parameters.body = JSON.stringify({ ...(row.example?.body as object), ...changes })
  const returned = async () => madeBy(company, '/vat-returns', await aVatPeriod(company))
  if (names.includes('vatReturnId')) parameters.vatReturnId = await returned()
  if (names.includes('ossReturnId')) {
    parameters.ossReturnId = await madeBy(company, '/oss-returns', {
      ...(await anOssQuarter(company)),
      currencyRate: 11.2,
    })
  }
  const margins = async () => madeBy(company, '/margins', await aMarginPeriod(company))
  if (names.includes('marginId')) parameters.marginId = await margins()
  if (names.includes('tokenId')) {
    const token = await asOwner(company, 'POST', '/tokens', { name: 'Kassan', scopes: ['invoices:read'] })
    parameters.tokenId = token.body.id
  }
  if (names.includes('memberId')) {
    const isOfAgency = audienceOf(row) === 'agency'
    parameters.memberId = await (isOfAgency ? company.agency.newUser('agency') : company.newMember())
  }
  if (names.includes('webhookId')) parameters.webhookId = await newWebhook(company)
  if (row.path.includes('deliver')) parameters.deliveryId = await company.failedDelivery(parameters.webhookId ?? '')
  if (names.includes('webhookId') && names.includes('integrationId')) await company.giveWebhook(parameters)
  if (names.includes('connectionId')) parameters.connectionId = await connectionFor(row, company)
  if (row.operationId === 'exportTaxReductions') await workPaidFor(company)
  if (/NoteId\}\/sendings$|invoiceId\}\/sendings$/.test(row.path)) await sentBefore(row, company, parameters)
  if (row.path.endsWith('/payment-link/end')) await company.post(`/invoices/${parameters.invoiceId}/payment-link`)
  const missing = names.filter((name) => !parameters[name])
  if (missing.length > 0) throw new Error(`Say here what {${missing.join(', ')}} of ${row.operationId} may name`)
  return parameters
}

/** Bodies that name something else of the company, by operation: laid over the documented example. */
const named: Record<string, (company: Caller) => Promise<object>> = {
  connectAgency: async ({ agency }) => ({ agencyId: await agency.newAgency() }),
  createClientCompany: async ({ agency }) => ({ ownerEmail: agency.administrator.email }),
  changeClientsOfMember: async ({ id }) => ({ companyIds: [id] }),
  createAgencyInvitation: async () => ({ email: newEmail() }),
  createCompanyInvitation: async () => ({ email: newEmail() }),
  ...agencyBodies,
  createTagGroup: async () => aTagGroup(),
  updateTagGroup: async () => aTagGroup(),
  ...registerBodies,
  ...payrollBodies,
  setJournalEntryTags: async (company) => ({ tags: [await aTag(company)] }),
  connectUploadToJournalEntry: async (company) => ({ id: await uploadedTo(company) }),
  createSupplierInvoice: (company) => ofSupplier(company),
  createSupplierAdvance: (company) => ofSupplier(company),
  updateSupplierInvoice: (company) => ofSupplier(company),
  createFiscalYear: nextYear,
  connectUploadToSupplierInvoice: async (company) => ({ id: await uploadedTo(company) }),
  reportVat: aVatPeriod,
  makeOssReturn: anOssQuarter,
  workOutMargin: aMarginPeriod,
  ...simulationBodies((company) => reducedFor('paid', company as Caller)),
}

/** The calendar year after the last one of a company. */
async function nextYear(company: Caller): Promise<{ startDate: string; endDate: string }> {
  const { items } = (await company.get('/fiscal-years?pageSize=1')).body
  const year = Number(items[0].endDate.slice(0, 4)) + 1
  return { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
}

/** What rows of fiscal years name, and what they stand on. */
const ofYears = async (row: Row, company: Caller): Promise<Parameters> => {
  if (isOfYearEnd(row)) return { fiscalYearId: await endedYear(row, company), kind: 'annualReport' }
  if (spoilsBooks(row)) return { fiscalYearId: await oldYear(company) }
  if (row.path.endsWith('/{check}')) return { check: 'draftInvoices' }
  if (row.path.includes('{proposal}')) return aProposalFor(row, company)
  if (row.path.endsWith('/sru/{file}') || row.path.endsWith('/tax-forms/files/{file}')) {
    await asOwner(company, 'PATCH', '/company-information', { address: { postalCode: '111 22', city: 'Malmö' } })
    return { file: 'BLANKETTER.SRU' }
  }
  if (row.operationId === 'proposeBudget') return { fiscalYearId: await laterYear(company) }
  if (row.operationId !== 'setOpeningBalances') return {}
  await company.reopen()
  await asOwner(company, 'PATCH', '/lock-date', { lockDate: null })
  return { fiscalYearId: (await firstYear(company)).id }
}

/** A removed year leaves no room before those that are left, and the first of these has its opening balances. */
export const spoilsBooks = ({ operationId }: Row): boolean => operationId === 'removeFiscalYear'

/** Sets whether new supplier invoices wait for approval. */
const approves = (company: Caller, waits: boolean) =>
  asOwner(company, 'PATCH', '/purchasing-settings', { approves: waits })

/** A statement of a fee, another one each time. */
export const statementFile = (id = 'U1') =>
  camtFile({ statements: [{ id, entries: [{ ore: -4500n, reference: id, info: 'Bankavgift' }] }] })

const statementOf = async (company: TestCompany, { operationId }: Row): Promise<Parameters> => {
  statements += 1
  const { status, text, body } = await company.upload('/bank-statements', 'utdrag.xml', statementFile(`W${statements}`))
  expect(status, text).toBe(200)
  const [{ id: bankStatementId }] = body.statements
  const { items } = (await company.get(`/bank-statements/${bankStatementId}/transactions`)).body
  const [{ id: transactionId, amount }] = items
  if (operationId === 'unmatchBankTransaction') await matchBefore(company, { bankStatementId, transactionId, amount })
  return { bankStatementId, transactionId }
}
let statements = 0

const anEntry = {
  title: 'Hyra',
  date: '2026-06-01',
  items: [
    { account: 5010, debit: 100 },
    { account: 1930, credit: 100 },
  ],
}

/** A group's name and alias are its own: another one each time. */
const aTagGroup = () => {
  tagGroups += 1
  return { name: `Grupp ${tagGroups}`, alias: `g${tagGroups.toString(36)}` }
}
let tagGroups = 0

const tagGroup = (company: TestCompany): Promise<string> => madeBy(company, '/tag-groups', aTagGroup())

const aTag = async (company: TestCompany) => ({
  tagId: await madeBy(company, `/tag-groups/${await tagGroup(company)}/tags`, { name: 'Kontoret' }),
})

const aBankPayment = {
  amount: 100,
  paymentDate: '2099-06-30',
  recipientRef: { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' },
}
const aSupplier = { name: 'Papper AB' }

const ofSupplier = async (company: TestCompany, currency = 'SEK') => ({
  supplierRef: { id: await madeBy(company, '/suppliers', { ...aSupplier, currency }) },
})

/** Money is paid on recorded supplier invoices. */
const supplierInvoiceFor = async (row: Row, company: Caller): Promise<string> => {
  const waits = row.operationId === 'approveSupplierInvoice'
  await approves(company, waits)
  if (row.operationId === 'getElectronicInvoice') return receivedEInvoice(company)
  const currency = row.operationId === 'setSupplierInvoiceRate' ? 'EUR' : 'SEK'
  const id = await madeBy(company, '/supplier-invoices', await aSupplierInvoice(company, currency))
  const record = { lines: [{ account: 6110, netAmount: 10_000 }] }
  if (row.path.includes('/payments')) await madeBy(company, `/supplier-invoices/${id}/record`, record)
  return id
}

const aSupplierInvoice = async (company: TestCompany, currency: string) => ({
  ...(await ofSupplier(company, currency)),
  invoiceDate: '2026-06-01',
  dueDate: '2026-07-01',
  totalAmount: 12500,
})

const anItem = { itemType: 'descriptionOnlyItem', description: 'Tack för förtroendet' }

/** What is done to drafts; everything else is done to published invoices, and money is booked on recorded ones. */
const onDrafts = /\/invoices\/\{invoiceId\}(?:$|\/line-items|\/attachments|\/publish)/
const onRecorded = /\/invoices\/\{invoiceId\}\/(?:payments|settlements|bad-debt|balance-adjustment)/
const onReduced = /\/invoices\/\{invoiceId\}\/tax-reduction\/(.*)$/

const invoiceFor = async (row: Row, company: Caller): Promise<string> => {
  const [, step] = onReduced.exec(row.path) ?? []
  if (step !== undefined) return reducedFor(step, company)
  const customerRef = { id: await madeBy(company, '/customers', aCustomer) }
  const id = await madeBy(company, '/invoices', { ...anInvoice, customerRef })
  if (onDrafts.test(row.path)) return id
  await madeBy(company, `/invoices/${id}/publish`)
  if (onRecorded.test(row.path)) await madeBy(company, `/invoices/${id}/record`)
  return id
}

/** Household work in the books that its customer has paid, and that is asked for where its answer comes next. */
const reducedFor = async (step: string, company: Caller): Promise<string> => {
  const customerRef = { id: await madeBy(company, '/customers', { name: 'Kim Kund', type: 'private' }) }
  const id = await madeBy(company, '/invoices', { ...workInvoice, customerRef })
  await madeBy(company, `/invoices/${id}/publish`)
  await madeBy(company, `/invoices/${id}/record`)
  await madeBy(company, `/invoices/${id}/payments`, { ...aPayment, sumBaseCurrency: 500 })
  if (step !== 'submitted') await asOwner(company, 'POST', `/invoices/${id}/tax-reduction/submitted`)
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

const aSupplierPayment = { date: '2026-06-09', amount: 100 }
const aPayment = { date: '2026-06-09', sumBaseCurrency: 100, bookkeepingAccountNumber: 1930 }
const aSettlement = { type: 'bankFee', invoiceSettlementDetails: { date: '2026-06-09', sumBaseCurrency: 5 } }

const attachedTo = async (company: TestCompany, invoiceId: string): Promise<string> => {
  const answer = await company.upload(`/invoices/${invoiceId}/attachments`, 'bild.png', pngFile())
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

/** What is done to credit notes that are published; everything else is done to drafts. */
const onPublishedNotes = /\/credit-notes\/\{creditNoteId\}\/(?:record|download|send|mail|sendings)$/

const creditNoteFor = async (row: Row, company: Caller): Promise<string> => {
  const customerRef = { id: await madeBy(company, '/customers', aCustomer) }
  const invoiceId = await madeBy(company, '/invoices', { ...anInvoice, customerRef })
  await madeBy(company, `/invoices/${invoiceId}/publish`)
  await madeBy(company, `/invoices/${invoiceId}/record`)
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

/** A status report on a file of payments, as it is kept. */
const reportOn = async (company: TestCompany, fileId: string): Promise<string> => {
  const report = statusReportFile({ messageId: fileId.replaceAll('-', ''), status: 'ACCP' })
  const answer = await company.upload('/bank-statements', 'aterrapport.xml', report)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.paymentStatusReport.statusReportRef.id
}

const madeBy = async (company: TestCompany, path: string, body?: object): Promise<string> => {
  const answer = await company.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

export const pathOf = (row: Row, parameters: Parameters): string => {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return parameters.query ? withQuery(path, parameters.query) : path
}

/** A path with more in its query. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** What the documentation shows as the body of a row, or the body among the parameters, ready to be sent. */
export const initOf = (row: Row, { body: given }: Parameters = {}): RequestInit => {
  const { method, operationId } = row
  if (row.upload) {
    const body = new FormData()
    body.append(row.upload.field, new Blob([given ?? fileFor(operationId)]), 'prov')
    return { method, body }
  }
  if (!row.body) return { method }
  if (row.example?.body === undefined) throw new Error(`${operationId} has no example of its body`)
  return { method, body: given ?? JSON.stringify(row.example.body), headers: { 'content-type': 'application/json' } }
}

/** What is uploaded to an operation. */
const fileFor = (operationId: string): string | Uint8Array<ArrayBuffer> => {
  if (operationId === 'importSie') return sieFile()
  if (operationId === 'receiveElectronicInvoice') return eInvoiceFile()
  if (operationId === 'importTaxAccountStatement') return '2026-05-03;Intäktsränta;9'
  return Uint8Array.from(operationId === 'importBankStatement' ? statementFile() : pngFile())
}

/** The status of a request that succeeds: what is made for the first time may have its own. */
export const successOf = ({ answer }: Row): number => {
  if (answer === 'nothing') return 204
  return 'makes' in answer ? 201 : 200
}

const sampleWith = (row: Row, parameters: Parameters): Sample => ({
  row,
  path: pathOf(row, parameters),
  init: initOf(row, parameters),
})

/** A request for a row that succeeds, in this company. */
export const sampleOf = async (row: Row, company: Caller): Promise<Sample> =>
  sampleWith(row, await parametersFor(row, company))

const kept = new WeakMap<Caller, Map<string, Promise<Parameters>>>()

/** Their bodies name what the resource belongs to. */
const ownBody = new Set(['updateEmployment', 'updateAbsence', 'updatePayItem'])

/** Rows of one path stand on the same, except those whose query or body names something. */
const keptName = ({ path, operationId, example }: Row): string =>
  example?.query || named[operationId] || ownBody.has(operationId) ? operationId : path

/**
 * Values of the placeholders of a row that are made once: for requests that are refused or only read, which leave what
 * they name as it was.
 */
export const keptParametersFor = (row: Row, company: Caller): Promise<Parameters> => {
  const known = kept.get(company) ?? new Map<string, Promise<Parameters>>()
  kept.set(company, known)
  const parameters = known.get(keptName(row)) ?? parametersFor(row, company)
  known.set(keptName(row), parameters)
  return parameters
}

/** A request for a row that stands on what is made once: to be refused, or to read. */
export const keptSampleOf = async (row: Row, company: Caller): Promise<Sample> =>
  sampleWith(row, await keptParametersFor(row, company))

/** The first row of each sort: it is tried in every way, and the others of its sort in those that differ most. */
export const firstOfEach = (rows: readonly Row[], sortOf: (row: Row) => string): ReadonlySet<Row> =>
  new Set(new Map(rows.toReversed().map((row) => [sortOf(row), row])).values())

/** Sends a sample with changed headers, its answer checked. */
export const send = (
  { base }: Service,
  { path, init }: Pick<Sample, 'path' | 'init'>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  checked(`${base}${path}`, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What a refusal says, without the id that is new each time. */
export const saying = ({
  status,
  body: { serviceErrorId: _, docUrl: _url, reason: _reason, values: _values, ...rest },
}: Answer) => ({ status, ...rest })
