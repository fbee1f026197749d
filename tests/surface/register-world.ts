// What rows of the registers beside the books name, made anew for each request: fixed assets, accruals, templates and
// recurring invoices.
import type { Row } from '#http'
import { newId } from '#platform/id'
import { ok } from '#support/entries'
import { camtFile } from '#support/samples/camt-file'
import type { TestCompany } from '#support/service'

/** It is depreciated from the month that the documented disposal is in. */
const anAsset = {
  name: 'Svarv',
  acquisitionDate: '2026-03-02',
  acquisitionValue: 60_000,
  account: 1220,
  months: 60,
}

const rent = {
  title: 'Hyra',
  date: '2026-03-02',
  items: [
    { account: 5010, debit: 900 },
    { account: 1930, credit: 900 },
  ],
}

const made = async (company: TestCompany, path: string, body: object): Promise<string> =>
  ok(await company.post(path, body)).id

const anAccrual = async (company: TestCompany): Promise<string> =>
  made(company, '/accruals', {
    journalEntryRef: { id: await made(company, '/journal-entries', rent) },
    account: 5010,
    firstMonth: '2026-03',
    months: 3,
  })

/** Each is of a day of its own, after those before. */
const aRevaluation = async (company: TestCompany): Promise<string> => {
  const day = String(1 + (revaluationsMade % 28)).padStart(2, '0')
  const date = `2026-0${3 + Math.floor(revaluationsMade / 28)}-${day}`
  revaluationsMade += 1
  const accounts = [{ account: 1940, currency: 'EUR', balance: 10 }]
  return made(company, '/currency-revaluations', { date, accounts, rates: [{ currency: 'EUR', rate: 11 }] })
}
let revaluationsMade = 0

/** A field of a tax form, with a value where one is taken back. */
const ofTaxForms = async ({ operationId }: Row, company: TestCompany): Promise<Record<string, string>> => {
  if (operationId === 'deleteTaxFormValue') {
    const given = { value: '1', note: 'Prov' }
    ok(await company.put(`/fiscal-years/${company.fiscalYearId}/tax-forms/INK2S/7653`, given))
  }
  return { form: 'INK2S', field: '7653' }
}

/** A row of the tax account of its own day, and the statement that had it. */
const ofTaxAccount = async ({ operationId }: Row, company: TestCompany): Promise<Record<string, string>> => {
  taxRowsMade += 1
  const date = `2026-0${1 + (Math.floor(taxRowsMade / 28) % 5)}-${String(1 + (taxRowsMade % 28)).padStart(2, '0')}`
  if (operationId === 'downloadTaxAccountStatement') {
    const bytes = Buffer.from(`${date};Intäktsränta;${taxRowsMade}`)
    const { statement } = ok(await company.upload('/tax-account/statements', 'skattekonto.csv', bytes))
    return { taxAccountStatementId: statement.id }
  }
  const items = [{ date, text: `Intäktsränta ${taxRowsMade}`, amount: 100 + taxRowsMade }]
  const { statement } = ok(await company.post('/tax-account/transactions', { items }))
  const [row] = ok(await company.get(`/tax-account/transactions?query=date==${date}&pageSize=1`)).items
  if (operationId === 'unmatchTaxAccountTransaction') {
    const entry = [
      { account: 1630, debit: row.amount },
      { account: 8314, credit: row.amount },
    ]
    const id = await made(company, '/journal-entries', { title: 'Ränta', date, items: entry })
    ok(await company.post(`/tax-account/transactions/${row.id}/match`, { journalEntryId: id }))
  }
  return { taxAccountStatementId: statement.id, taxAccountTransactionId: row.id }
}
let taxRowsMade = 0

/** A name is a template's own: another one each time. */
const aTemplate = () => {
  templates += 1
  const share = { kind: 'share', account: 1930, side: 'credit', percent: 100 }
  return { name: `Mall ${templates}`, items: [{ kind: 'rest', account: 6110 }, share] }
}
let templates = 0

/** A number is an account's own too. */
const anAccount = () => {
  accountsMade += 1
  return { account: 65_410_000 + accountsMade }
}
let accountsMade = 0

const aRule = () => {
  rulesMade += 1
  return { name: `Regel ${rulesMade}`, counterparty: 'Nordtele AB', account: 6212 }
}
let rulesMade = 0

/** A habit of a counterparty of its own: one of its transactions is matched with an account. */
const aHabit = async (company: TestCompany): Promise<string> => {
  habitsMade += 1
  const letters = [...String(habitsMade)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const name = `Motpart ${letters}`
  const reference = newId()
  const details = [{ ore: -100n, name }]
  const file = camtFile({ statements: [{ id: reference, entries: [{ ore: -100n, reference, details }] }] })
  const { statements } = ok(await company.upload('/bank-statements', 'utdrag.xml', file))
  const path = `/bank-statements/${statements[0].id}/transactions`
  const [{ id }] = ok(await company.get(path)).items
  ok(await company.post(`${path}/${id}/match`, { account: 6570 }))
  const { items } = ok(await company.get('/matching-habits'))
  return items.find(({ counterparty }: { counterparty: string }) => counterparty === name)?.id
}
let habitsMade = 0

/** A recurring invoice of a customer of its own. */
const aRecurring = async (company: TestCompany) => ({
  customerRef: { id: await made(company, '/customers', { name: 'Avtalskund AB', type: 'company' }) },
  lineItems: [{ description: 'Avtal', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }],
  schedule: { every: 1, unit: 'months', firstDate: '2098-12-01' },
})

/** Paused where it is resumed. */
const recurringFor = async ({ operationId }: Row, company: TestCompany): Promise<string> => {
  const id = await made(company, '/recurring-invoices', await aRecurring(company))
  if (operationId === 'resumeRecurringInvoice') ok(await company.post(`/recurring-invoices/${id}/pause`))
  if (operationId === 'getRecurringOccurrences') ok(await company.post(`/recurring-invoices/${id}/make-now`))
  return id
}

const ofRecurring = async (row: Row, company: TestCompany): Promise<Record<string, string>> => {
  const recurringInvoiceId = await recurringFor(row, company)
  if (!row.path.includes('{date}')) return { recurringInvoiceId }
  return { recurringInvoiceId, date: await failedDateFor(recurringInvoiceId, company) }
}

/** The date of an occurrence that failed: its day is in no fiscal year. A draft is enough by now. */
const failedDateFor = async (recurringInvoiceId: string, company: TestCompany): Promise<string> => {
  const path = `/recurring-invoices/${recurringInvoiceId}`
  const { customerRef, lineItems, schedule } = ok(await company.get(path))
  ok(await company.put(path, { customerRef, lineItems, schedule, outcome: 'sent' }))
  const { date } = ok(await company.post(`${path}/make-now`))
  ok(await company.put(path, { customerRef, lineItems, schedule, outcome: 'draft' }))
  return date
}

/** An invoice that is published, booked and overdue. */
export const overdueInvoice = async (company: TestCompany, changes: object = {}, isBooked = true): Promise<string> => {
  const lineItems = [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }]
  const customerRef = { id: await made(company, '/customers', { name: 'Sen Betalare AB', type: 'company' }) }
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const id = await made(company, '/invoices', { customerRef, lineItems, ...dates, ...changes })
  ok(await company.post(`/invoices/${id}/publish`))
  if (isBooked) ok(await company.post(`/invoices/${id}/record`))
  return id
}

const REMINDED = ['previewReminder', 'createReminder']

/** What rows of reminders name. */
const ofReminders = async ({ path, operationId }: Row, company: TestCompany): Promise<Record<string, string>> => ({
  ...(REMINDED.includes(operationId) ? { invoiceId: await overdueInvoice(company) } : {}),
  ...(operationId === 'listInvoicesToRemind' ? { overdue: await overdueInvoice(company) } : {}),
  ...(path.includes('{reminderId}') || operationId === 'listReminders'
    ? { reminderId: await made(company, `/invoices/${await overdueInvoice(company)}/reminders`, { delivery: 'none' }) }
    : {}),
  ...(path.includes('{reminderHoldId}') || operationId === 'listReminderHolds'
    ? { reminderHoldId: await made(company, '/reminder-holds', { invoiceId: await overdueInvoice(company) }) }
    : {}),
})

const anItem = {
  itemType: 'salesItem',
  description: 'Varor',
  productType: 'goods',
  unitType: 'piece',
  unitPrice: 10,
  taxRate: 12,
}

/** Each proposal has a reference of its own, so that none is equal to another. */
const aReference = (): { reference: string } => ({ reference: newId() })

/** A proposal that waits. */
const aProposal = (company: TestCompany): Promise<string> =>
  made(company, '/proposals', {
    method: 'POST',
    path: '/journal-entries',
    body: rent,
    purpose: 'Hyra',
    ...aReference(),
  })

export const registerBodies = {
  proposeWrite: async () => aReference(),
  placeReminderHold: async (company: TestCompany) => ({ invoiceId: await overdueInvoice(company) }),
  createAccrual: async (company: TestCompany) => ({
    journalEntryRef: { id: await made(company, '/journal-entries', rent) },
  }),
  createAccount: async () => anAccount(),
  giveVatKinds: async (company: TestCompany) => ({
    items: [{ id: await made(company, '/items', anItem), vatKind: 'food' }],
  }),
  createRecurringInvoice: async (company: TestCompany) => ({ customerRef: (await aRecurring(company)).customerRef }),
  updateRecurringInvoice: async (company: TestCompany) => ({ customerRef: (await aRecurring(company)).customerRef }),
  createEntryTemplate: async () => aTemplate(),
  updateEntryTemplate: async () => aTemplate(),
  createMatchingRule: async () => aRule(),
  updateMatchingRule: async () => aRule(),
}

/** One that is written down where that is taken back. */
const anAssetFor = async ({ path }: Row, company: TestCompany): Promise<string> => {
  const id = await made(company, '/fixed-assets', anAsset)
  const asked = { date: '2026-03-02', amount: 5000 }
  if (path.includes('/write-down-reversals')) ok(await company.post(`/fixed-assets/${id}/write-downs`, asked))
  return id
}

/** The placeholders of a row, and what it stands on. */
export const ofRegisters = async (row: Row, company: TestCompany): Promise<Record<string, string>> => {
  const { path, operationId } = row
  if (operationId === 'bookDepreciations') await made(company, '/fixed-assets', anAsset)
  if (operationId === 'listMatchingHabits') await aHabit(company)
  if (operationId === 'bookAccrualPortions') await anAccrual(company)
  if (operationId === 'bookTaxAccountTransactions') await ofTaxAccount(row, company)
  if (operationId === 'compareTaxAccount') {
    const items = [{ date: '2026-05-02', text: 'Intäktsränta', amount: 7 }]
    ok(await company.post('/tax-account/transactions', { closingBalance: 7, items }))
  }
  return {
    ...(path.includes('{fixedAssetId}') ? { fixedAssetId: await anAssetFor(row, company) } : {}),
    ...(path.includes('{matchingRuleId}') ? { matchingRuleId: await made(company, '/matching-rules', aRule()) } : {}),
    ...(path.includes('{matchingHabitId}') ? { matchingHabitId: await aHabit(company) } : {}),
    ...(path.includes('{entryTemplateId}')
      ? { entryTemplateId: await made(company, '/entry-templates', aTemplate()) }
      : {}),
    ...(path.includes('{recurringInvoiceId}') ? await ofRecurring(row, company) : {}),
    ...(await ofReminders(row, company)),
    ...(path.includes('{proposalId}') ? { proposalId: await aProposal(company) } : {}),
    ...(path.includes('{accrualId}') ? { accrualId: await anAccrual(company) } : {}),
    ...(path.includes('/tax-forms/{form}') ? await ofTaxForms(row, company) : {}),
    ...(path.includes('{taxAccount') ? await ofTaxAccount(row, company) : {}),
    ...(path.includes('{currencyRevaluationId}') ? { currencyRevaluationId: await aRevaluation(company) } : {}),
  }
}

export const aCustomer = { name: 'Kund AB', type: 'company' }

/** What is sent to customers says what they were invoiced. */
const onStatements = /\/statement\/(?:send|mail|sendings)$/

export const aCustomerFor = async ({ path }: Row, company: TestCompany): Promise<string> => {
  const id = await made(company, '/customers', aCustomer)
  if (!onStatements.test(path)) return id
  const lineItems = [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }]
  const invoice = { invoiceDate: '2026-06-01', customerRef: { id }, lineItems }
  ok(await company.post(`/invoices/${await made(company, '/invoices', invoice)}/publish`))
  const to = ['karin@example.com']
  if (path.endsWith('/sendings')) ok(await company.post(`/customers/${id}/statement/send`, { to }))
  return id
}

/** A list of sendings has one of the document that is named. */
export const sentBefore = async (row: Row, company: TestCompany, { invoiceId, creditNoteId }: Record<string, string>) =>
  ok(
    await company.post(
      row.path.includes('creditNoteId') ? `/credit-notes/${creditNoteId}/send` : `/invoices/${invoiceId}/send`,
      {
        to: ['karin@example.com'],
      },
    ),
  )

/** An hour of household work for 1 000 kronor with tax, half of it asked for of the tax authority. */
export const workInvoice = {
  invoiceDate: '2026-06-01',
  lineItems: [
    {
      description: 'Städning',
      itemType: 'salesItem',
      productType: 'services',
      unitType: 'hour',
      unitPrice: 800,
      taxRate: 25,
      taxReduction: { taxReductionType: 'rut', jobType: 'rutCleaning' },
    },
  ],
  taxReduction: {
    type: 'rut',
    description: 'Städning hemma',
    deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount: 500 }],
  },
}
