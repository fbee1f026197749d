// Every write takes an Idempotency-Key: it happens once however often it is sent, and the key stands for nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceOf, isWrite, placeholdersOf, type Row } from '#http'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { pngFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService } from '#support/service'
import { eInvoiceFile } from './upload-world.ts'
import {
  type Caller,
  credentialsFor,
  firstOfEach,
  initOf,
  keptParametersFor,
  newCaller,
  type Parameters,
  parametersFor,
  pathOf,
  send,
  sieFile,
  statementFile,
  successOf,
} from './world.ts'

let service: Service
let company: Caller
beforeAll(async () => {
  // It looks at whole tables.
  service = await startService({ alone: true })
  company = await newCaller(service)
})
afterAll(() => service.close())

const REPLAYED = 'idempotent-replayed'

/** A write, made anew for each request, as a client that repeats itself does. */
type Write = { path: string; init: () => RequestInit }

const sendWrite = (row: Row, { path, init }: Write, key: string): Promise<Answer> =>
  send(service, { path, init: init() }, { ...credentialsFor(row, company), 'idempotency-key': key })

const writeOf = (row: Row, parameters: Parameters): Write => ({
  path: pathOf(row, parameters),
  init: () => initOf(row, parameters),
})

/** What a body that asks for something else says otherwise than the documented one. */
const otherwise: Record<string, object> = {
  createJournalEntry: { title: 'Annat' },
  proposeWrite: { reference: 'annat' },
  approveProposal: { revision: 2 },
  returnProposal: { words: 'Annat' },
  putProposalLimits: { drafts: false },
  simulateCustomerPayment: { covers: 'part' },
  simulateBankStatement: { transactions: [{ amount: -80 }] },
  simulateBankPaymentRefusal: { reasonCode: 'AC01' },
  simulateTaxDecision: { grantedAmount: 50 },
  simulateMailBounce: { reason: '552 5.2.2 Mailbox full' },
  simulateElectronicInvoice: { netAmount: 900 },
  sendInvoice: { subject: 'Annat' },
  sendCustomerStatement: { subject: 'Annat' },
  sendCreditNote: { subject: 'Annat' },
  createPrivateToken: { name: 'Annan' },
  createWebhook: { url: 'https://example.com/annan' },
  changeWebhook: { url: 'https://example.com/annan' },
  redeliverWebhookDeliveries: { states: ['delivered'] },
  changeCompanyInformation: { phone: '1' },
  changeSalesSettings: { seat: 'Annat' },
  changeAgencyMember: { role: 'consultant' },
  inviteMember: { email: 'annan@example.com' },
  setSupplierInvoiceRate: { rate: 12 },
  putStatementColumns: { layouts: [] },
  markBankMonth: { closingBalance: 1251 },
  addBankAccount: { name: 'Annat' },
  changeBankAccount: { name: 'Annat' },
  setVatSetting: { vatSetting: 'monthly' },
  setAccountingCurrency: { accountingCurrency: 'SEK' },
  reportVat: { reportedElsewhere: true },
  makeOssReturn: { currencyRate: 11.3 },
  setOssAccounts: { accounts: [] },
  setMarginAccounts: { accounts: [] },
  workOutMargin: { endDate: '2026-03-30' },
  writeOffInvoice: { sumBaseCurrency: 1 },
  adjustInvoiceBalance: { sumBaseCurrency: 1 },
  changeMember: { role: 'administrator' },
  createFiscalYear: { accountingMethod: 'cash' },
  changeAccountMap: { account: 3741 },
  setLockDate: { lockDate: null },
  setPurchasingSettings: { approves: false },
  createJournalEntryComment: { content: 'Annat' },
  updateJournalEntryComment: { content: 'Annat' },
  changeAccount: { name: 'Annat' },
  createAccount: { account: 6542 },
  applyChartUpdate: { add: [] },
  setOpeningBalances: { reason: 'Annat' },
  setBudget: { accounts: [] },
  setJournalEntryTags: { items: [] },
  createTagGroup: { name: 'Annan' },
  doInBulk: { operations: [{ method: 'POST', path: '/customers', body: { name: 'Annan', type: 'company' } }] },
  updateTagGroup: { name: 'Annan' },
  createEntryTemplate: { name: 'Annan' },
  createMatchingRule: { name: 'Annan' },
  updateMatchingRule: { name: 'Annan' },
  useMatchingHabit: { isUsed: true },
  updateEntryTemplate: { name: 'Annan' },
  createTag: { name: 'Annan' },
  payTaxReduction: { amount: 50 },
  refuseTaxReduction: { amount: 50 },
  updateTag: { name: 'Annan' },
  createCustomer: { name: 'Annan' },
  updateCustomer: { name: 'Annan' },
  createSupplier: { name: 'Annan' },
  updateSupplier: { name: 'Annan' },
  createSupplierInvoice: { invoiceNumber: 'Annat' },
  updateSupplierInvoice: { invoiceNumber: 'Annat' },
  connectUploadToSupplierInvoice: { id: newId() },
  orderUploadsOfSupplierInvoice: { uploadRefs: [] },
  recordSupplierInvoice: { date: '2026-06-02' },
  createSupplierInvoicePayment: { amount: 1 },
  createBankPayment: { ownNote: 'Annat' },
  createBankPayments: {
    payments: [
      {
        amount: 1,
        paymentDate: '2099-06-30',
        recipientRef: { kind: 'transfer', recipientName: 'Annan', clearingNumber: '6000', accountNumber: '123456789' },
      },
    ],
  },
  matchBankTransaction: { title: 'Annat' },
  closeYearEnd: { shares: [{ account: 2019, amount: 1 }] },
  reopenFiscalYear: { reason: 'Annat' },
  markYearDeadline: { isDone: false },
  createFixedAsset: { name: 'Annan' },
  updateFixedAsset: { name: 'Annan' },
  bookDepreciations: { to: '2026-04' },
  disposeOfFixedAsset: { price: 1 },
  disposeOfPart: { price: 1 },
  bookWriteDown: { amount: 1 },
  bookWriteDownReversal: { amount: 1 },
  createRecurringInvoice: { paymentTermsDays: 9 },
  updateRecurringInvoice: { paymentTermsDays: 9 },
  createReminder: { number: 1 },
  cancelReminder: { reason: 'Annat' },
  placeReminderHold: { reason: 'Annat' },
  changeReminderSettings: { fee: 50 },
  createAccrual: { months: 9 },
  createEmployee: { lastName: 'Annan' },
  updateEmployee: { lastName: 'Annan' },
  createEmployment: { title: 'Annan' },
  updateEmployment: { title: 'Annan' },
  createPayItem: { note: 'Annan' },
  updatePayItem: { note: 'Annan' },
  createPayRun: { name: 'Annan' },
  updatePayRun: { name: 'Annan' },
  payPayRun: { way: 'outside' },
  putPayrollSettings: { accounts: {} },
  createEmployerReturn: { month: '2026-04' },
  fileEmployerReturn: { receipt: 'Annan' },
  createAbsence: { to: '2026-03-12' },
  updateAbsence: { to: '2026-03-12' },
  putWorkingSchedules: { schedules: [] },
  putHolidayYears: { years: [] },
  bookHolidayDebt: { date: '2026-04-30' },
  bookAccrualPortions: { to: '2026-05' },
  createItem: { description: 'Annat' },
  updateItem: { description: 'Annat' },
  giveVatKinds: { items: [{ id: newId(), vatKind: 'books' }] },
  createInvoice: { buyerReference: 'Annan' },
  updateInvoice: { buyerReference: 'Annan' },
  createInvoiceLineItem: { description: 'Annat' },
  createInvoicePayment: { sumBaseCurrency: 1 },
  createInvoiceSettlement: { type: 'currency' },
  setOffInvoice: { sumBaseCurrency: 1 },
  reverseInvoiceSetOff: { date: '2026-06-08' },
  setOffSupplierInvoice: { amount: 1 },
  reverseSupplierInvoiceSetOff: { date: '2026-06-08' },
  createSupplierAdvance: { description: 'Annat' },
  useSupplierAdvance: { amount: 1 },
  reverseSupplierAdvanceUse: { date: '2026-06-08' },
  connectUploadToJournalEntry: { id: newId() },
  updateCreditNote: { buyerReference: 'Annan' },
  connectAgency: { agencyId: newId() },
  createClientCompany: { name: 'Annan AB' },
  changeClientsOfMember: { isMember: false },
  makeAccount: { name: 'Annan Ek' },
  makeAgency: { name: 'Annan AB' },
  setOperatedReferenceRate: { percent: 3 },
  createCompany: { name: 'Annat AB' },
  makeTestCompany: { name: 'Annat AB' },
  moveCompanyClock: { date: '2030-06-11' },
  keepDraft: { content: 'Annat' },
  setPlanOfCompany: { addons: ['api'] },
  setOperatedRate: { rate: 9 },
  retryJobs: { kind: 'books.verify' },
  approveIntegration: { approval: 'machineToMachine' },
  withdrawApproval: { approval: 'machineToMachine' },
  changeMe: { name: 'Annan' },
  createOwnIntegration: { name: 'Annan' },
  changeOwnIntegration: { name: 'Annan' },
  createAgencyTemplate: { content: { kind: 'texts', name: 'Annan', mailText: 'Hej!' } },
  updateAgencyTemplate: { content: { kind: 'texts', name: 'Annan', mailText: 'Hej!' } },
  takeAgencyTemplate: { resourceId: '1940' },
  createTemplateRollout: { overwrites: true },
  applyTemplateRollout: { stepIds: [newId()] },
  createAgencyInvitation: { email: 'annan@example.com' },
  createCompanyInvitation: { email: 'annan@example.com' },
  createCurrencyRevaluation: { isReversed: false },
  changeYearEndProposalInputs: { declined: ['reserve'] },
  putAnnualReportText: { business: 'Annat' },
  putAnnualReportSigning: { reportDate: '2026-01-31' },
  withdrawAnnualReport: { reason: 'Annat' },
  noteAnnualReportFiling: { channel: 'paper' },
  putTaxFormValue: { value: '13000' },
  importTaxAccountTransactions: { items: [{ date: '2026-05-04', text: 'Kostnadsränta', amount: -3 }] },
  matchTaxAccountTransaction: { account: 8423 },
  bookTaxAccountTransactions: { transactionIds: [newId()] },
  importLawEdition: { edition: 'Annan' },
}

const otherFileOf = ({ operationId, upload }: Row): RequestInit => {
  const body = new FormData()
  const others: Record<string, string | Buffer> = {
    importSie: sieFile('Annat'),
    importBankStatement: statementFile('Annat'),
    importTaxAccountStatement: Buffer.from('2026-05-04;Kostnadsränta;-3'),
    receiveElectronicInvoice: eInvoiceFile(),
  }
  const file = others[operationId] ?? pngFile({ width: 9 })
  body.append(upload?.field ?? '', new Blob([typeof file === 'string' ? file : Uint8Array.from(file)]), 'prov')
  return { body }
}

/** What is said to the same place, but is not the same. */
const otherSaid = (row: Row): RequestInit => {
  if (row.upload) return { ...initOf(row), ...otherFileOf(row) }
  const changes = otherwise[row.operationId]
  if (!changes) throw new Error(`Say here what else ${row.operationId} may be asked for`)
  return { ...initOf(row), body: JSON.stringify({ ...(row.example?.body as object), ...changes }) }
}

/** Whether a row names anything beside its tenant. */
const namesOwn = (row: Row): boolean => placeholdersOf(row.path).some((name) => name !== `${audienceOf(row)}Id`)

/** Of connections the last one holds: what else may be asked for is made when the first has been answered. */
const isOfConnections = ({ path }: Row): boolean => /connections/i.test(path)

/** The row's request for something else. What is refused is made once for all rows of a path. */
const elsewiseFor = async (row: Row): Promise<Write> =>
  writeOf(row, await (isOfConnections(row) ? parametersFor(row, company) : keptParametersFor(row, company)))

/** Where nothing is named and nothing is said, only another endpoint is another request. */
const elsewhereFor = async ({ operators }: Row): Promise<Write[]> => {
  const another = operators ? 'retryJobs' : 'createCustomer'
  const elsewhere = rows.find(({ operationId }) => operationId === another)
  return elsewhere ? [writeOf(elsewhere, await keptParametersFor(elsewhere, company))] : []
}

/** Other requests than a write: to other things, and with other words. */
const othersThan = async (row: Row, { path }: Write, elsewise: Write | null): Promise<Write[]> => {
  const others = [
    // Some rows name what there is only one of.
    ...(elsewise && elsewise.path !== path ? [elsewise] : []),
    ...(row.body || row.upload ? [{ path, init: () => otherSaid(row) }] : []),
  ]
  return others.length > 0 ? others : elsewhereFor(row)
}

/** All that stands in the company's books and sales, and who is where, as one digest for each table. */
const everything = async (): Promise<Record<string, string>> => {
  const found = await service.database.rows<{ name: string; digest: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name,
      (xpath('//digest/text()', query_to_xml(format(
        'select md5(string_agg(t::text, '','' order by t::text)) as digest from %I.%I t where %s',
        table_schema, table_name, narrowed), true, true, '')))[1]::text as digest
    from (
      select table_schema, table_name, format('company_id = %L', ${company.id}::text)
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where column_name = 'company_id' and table_type = 'BASE TABLE'
        and (table_schema, table_name) <> ('ledger', 'book')
        and table_schema in ('ledger', 'vat', 'sales', 'history', 'documents', 'purchasing', 'banking', 'webhooks',
          'assets', 'accruals', 'year_end', 'annual_report', 'desk', 'recurring', 'reminders', 'mail_in', 'readings',
          'tax_account', 'payroll', 'proposals')
      union all values ('access', 'connection', 'true'), ('identity', 'agency_company', 'true'),
        ('identity', 'agency_member', 'true'), ('identity', 'company_member', 'true'),
        ('identity', 'invitation', 'true'), ('identity', 'api_token', 'true'), ('identity', 'company', 'true'),
        ('identity', 'person', 'true'), ('platform', 'job', 'true'), ('platform', 'mail', 'true'),
        ('identity', 'session', 'true'), ('operator', 'verification', 'true'), ('operator', 'law_edition', 'true'),
        ('ledger', 'book', 'true'), ('ledger', 'currency_rate', 'true'), ('reminders', 'reference_rate', 'true'),
        ('plans', 'company_plan', 'true'), ('agency', 'template', 'true'),
        ('agency', 'template_rollout', 'true'),
        ('desk', 'draft', 'true'), ('access', 'integration', 'true'), ('access', 'client_secret', 'true')
    ) tables (table_schema, table_name, narrowed)`)
  expect(found.length).toBeGreaterThan(20)
  return Object.fromEntries(found.map(({ name, digest }) => [name, digest]))
}

/** In characters. */
const LONGEST_KEY = 255
const noKeys = ['x'.repeat(LONGEST_KEY + 1), '', ' ', 'two words', 'é', 'a\tb']

/** A key is read by the same for all rows: those of the first of each method are tried in every way. */
const firsts = firstOfEach(rows.filter(isWrite), ({ method, upload }) => `${method} ${upload?.field}`)

const expectReplayed = async (row: Row, write: Write, key: string, first: Answer): Promise<void> => {
  const again = await sendWrite(row, write, key)
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(again.headers.get(REPLAYED)).toBe('true')
  for (const name of ['etag', 'content-type']) expect(again.headers.get(name)).toBe(first.headers.get(name))
}

test(
  'every write happens once under a key, repeats its first answer, byte for byte, and refuses the key for another ' +
    'request, and what is no key',
  () =>
    every(
      rows.filter(isWrite),
      ({ operationId }) => operationId,
      async (row) => {
        const isLate = isOfConnections(row)
        const elsewise = namesOwn(row) && !isLate ? await elsewiseFor(row) : null
        const write = writeOf(row, await parametersFor(row, company))
        const early = isLate ? [] : await othersThan(row, write, elsewise)
        const key = `!~${row.operationId}`.padEnd(LONGEST_KEY, 'x')
        const before = await everything()
        for (const none of noKeys.slice(0, firsts.has(row) ? undefined : 1)) {
          const answer = await sendWrite(row, write, none)
          expect(answer.status, none).toBe(400)
          expect(answer.body.errors).toEqual([{ field: 'Idempotency-Key', message: expect.any(String) }])
        }
        const first = await sendWrite(row, write, key)
        expect(first.status, first.text).toBe(successOf(row))
        expect(first.headers.get(REPLAYED)).toBeNull()
        const after = await everything()
        expect(after).not.toEqual(before)
        const others = isLate ? await othersThan(row, write, namesOwn(row) ? await elsewiseFor(row) : null) : early
        const standing = isLate ? await everything() : after
        expect(others.length).toBeGreaterThan(0)
        await expectReplayed(row, write, key, first)
        for (const other of others) {
          const answer = await sendWrite(row, other, key)
          expect([answer.status, answer.body.code]).toEqual([422, 'idempotency-key-reuse'])
        }
        await expectReplayed(row, write, key, first)
        expect(await everything()).toEqual(standing)
      },
    ),
  EVERY_MS,
)
