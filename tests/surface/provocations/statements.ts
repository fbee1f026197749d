// How the refusals of bank statements and of their matching come about.
import { bankingAdmin } from '#banking'
import { setRate } from '#ledger'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { camtFile, IBAN, type WrittenEntry, type WrittenFile } from '#support/samples/camt-file'
import { statusReportFile, type WrittenReport } from '#support/samples/status-report-file'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation, type Provoked } from '#tests/surface/provocations'

const statements = '/bank-statements'
const fee: WrittenEntry = { ore: -100n, reference: 'R1' }

const withAccount = (service: Service, { id }: TestCompany, changes: object = {}) =>
  service.operateFor(id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930, ...changes }),
  )

const imported = (company: TestCompany, file: WrittenFile) => company.upload(statements, 'utdrag.xml', camtFile(file))

/** Imports a file where there is an account in this currency. */
const importing = (file: WrittenFile, currency = 'SEK'): Provocation =>
  over(async (company, service) => {
    await withAccount(service, company, { currency })
    return imported(company, file)
  })

/** Imports a status report on payments. */
const reporting = (report: WrittenReport): Provocation =>
  over((company) => company.upload(statements, 'aterrapport.xml', statusReportFile(report)))

type Asked = { company: TestCompany; service: Service; url: string }

/** Does something with the transaction of a statement; answers what came back. */
const withTransaction = (
  ask: (asked: Asked) => Promise<{ body: Provoked }>,
  { entry = fee, currency = 'SEK' }: { entry?: WrittenEntry; currency?: string } = {},
): Provocation =>
  over(async (company, service) => {
    await withAccount(service, company, { currency })
    const { body } = await imported(company, { statements: [{ currency, entries: [entry] }] })
    const transactions = `${statements}/${body.statements[0].id}/transactions`
    const { items } = (await company.get(transactions)).body
    return ask({ company, service, url: `${transactions}/${items[0].id}` })
  })

const matching = (body: object, options?: Parameters<typeof withTransaction>[1]): Provocation =>
  withTransaction(({ company, url }) => company.post(`${url}/match`, body), options)

/** A supplier invoice of one euro, recorded. */
const invoiceInEuro = async (company: TestCompany, service: Service): Promise<string> => {
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
  const supplier = await company.post('/suppliers', { name: 'Paper Ltd', currency: 'EUR' })
  const { body } = await company.post('/supplier-invoices', {
    supplierRef: { id: supplier.body.id },
    invoiceDate: '2026-06-01',
    dueDate: '2026-07-01',
    totalAmount: 1,
    currency: 'EUR',
  })
  const line = { account: 6110, netAmount: 1, taxRate: 0, vatTreatment: 'exempt' }
  await company.post(`/supplier-invoices/${body.id}/record`, { lines: [line] })
  return body.id
}

const aBankPayment = async (company: TestCompany, amount: number): Promise<string> => {
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  return (await company.post('/bank-payments', { amount, paymentDate: '2026-06-11', recipientRef })).body.id
}

const matchingPayment = (amount: number): Provocation =>
  withTransaction(async ({ company, url }) =>
    company.post(`${url}/match`, { bankPaymentId: await aBankPayment(company, amount) }),
  )

type Booked = Asked & { entryId: string }

/** Matches the fee with the entry that `named` names, after so many kronor were booked by hand. */
const matchingEntry = (kronor: number, named: (booked: Booked) => Promise<string> = async ({ entryId }) => entryId) =>
  withTransaction(async (asked) => {
    const [from, to] = kronor < 0 ? [1930, 6570] : [6570, 1930]
    const items = [
      { account: to, debit: Math.abs(kronor) },
      { account: from, credit: Math.abs(kronor) },
    ]
    const draft = { title: 'Bankavgift', date: '2026-06-09', items }
    const { id: entryId } = (await asked.company.post('/journal-entries', draft)).body
    return asked.company.post(`${asked.url}/match`, { journalEntryId: await named({ ...asked, entryId }) })
  })

const aFeeBefore = async (company: TestCompany, kronor: number): Promise<string> => {
  const items = [
    { account: 6570, debit: kronor },
    { account: 1930, credit: kronor },
  ]
  return (await company.post('/journal-entries', { title: 'Bankavgift', date: '2026-06-09', items })).body.id
}

const reversal = async ({ company, entryId }: Booked): Promise<string> =>
  (await company.post(`/journal-entries/${entryId}/reverse`)).body.id

/** Undoes a match with what `bodyOf` makes for it. */
const undoing = (bodyOf: (company: TestCompany) => Promise<object> | object): Provocation =>
  withTransaction(async ({ company, url }) => {
    await company.post(`${url}/match`, await bodyOf(company))
    return company.delete(`${url}/match`)
  })

const aSupplierInvoice = async (company: TestCompany): Promise<string> => {
  const supplierRef = { id: (await company.post('/suppliers', { name: 'Papper AB' })).body.id }
  const dated = { invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 1 }
  const { id } = (await company.post('/supplier-invoices', { supplierRef, ...dated })).body
  const line = { account: 6110, netAmount: 1, taxRate: 0, vatTreatment: 'exempt' }
  await company.post(`/supplier-invoices/${id}/record`, { lines: [line] })
  return id
}

export const ofStatements: Record<string, Provocation> = {
  transactionNotMatched: withTransaction(({ company, url }) => company.delete(`${url}/match`)),
  matchBooked: undoing(() => ({ account: 6570 })),
  matchPaid: undoing(async (company) => ({ supplierInvoiceId: await aSupplierInvoice(company) })),
  matchOfParts: undoing(() => ({ parts: [bankFee, { account: 6991, amount: 0.5 }, { account: 6991, amount: -0.5 }] })),
  statementNotFound: over((company) => company.get(`${statements}/${newId()}`)),
  transactionNotFound: withTransaction(({ company, url }) => company.get(url.replace(/[^/]*$/, newId()))),
  bookedAlready: withTransaction(async ({ company, url }) => {
    await company.post(`${url}/match`, { account: 6570 })
    return company.post(`${url}/match`, { account: 6570 })
  }),
  transactionReplaced: withTransaction(async ({ company, url }) => {
    const entries = [{ ...fee, details: [{ ore: -60n }, { ore: -40n }] }]
    await imported(company, { kind: 'camt.054', statements: [{ entries }] })
    return company.post(`${url}/match`, { account: 6570 })
  }),
  otherCurrency: matching({ account: 6570 }, { currency: 'EUR' }),
  bankPaymentNotSigned: matchingPayment(1),
  bankPaymentNotPayable: withTransaction(async ({ company, service, url }) => {
    const id = await aBankPayment(company, 1)
    await service.operateFor(company.id, (call) =>
      bankingAdmin.cancelPayment(call, { id, reason: null, alsoInFile: false }),
    )
    return company.post(`${url}/match`, { bankPaymentId: id })
  }),
  oppositeSign: withTransaction(
    async ({ company, service, url }) =>
      company.post(`${url}/match`, { supplierInvoiceId: await invoiceInEuro(company, service) }),
    { entry: { ...fee, ore: 100n } },
  ),
}

const aTable = (text: string) => Buffer.from(text)
const aHead = 'Datum;Text;Belopp'
const aRow = '2026-06-09;Avgift;-1,00'

/** Imports a table of an account that is said, or not. */
const tabling = (text: string, { isSaid = true, currency = 'SEK' } = {}): Provocation =>
  over(async (company, service) => {
    const { id } = await withAccount(service, company, { currency })
    return company.upload(`${statements}${isSaid ? `?bankAccountId=${id}` : ''}`, 'konto.csv', aTable(text))
  })

const columns = [
  { title: 'När', holds: 'bookedDate' },
  { title: 'Vad', holds: 'text' },
  { title: 'Kronor', holds: 'amount' },
]

/** Says what the columns of tables hold. */
const saying = (...layouts: object[]): Provocation =>
  over(async (company, service) => {
    const { id } = await withAccount(service, company)
    return company.put(`/bank-accounts/${id}/statement-columns`, { layouts })
  })

const ofTables: Record<string, Provocation> = {
  accountNeeded: tabling(`${aHead}\n${aRow}`, { isSaid: false }),
  noSuchAccount: over((company) =>
    company.upload(`${statements}?bankAccountId=${newId()}`, 'konto.csv', aTable(`${aHead}\n${aRow}`)),
  ),
  otherBankAccount: tabling(`Kontonummer;11112223334;\n${aHead}\n${aRow}`),
  noColumns: tabling('100.50;200.50;300.50\n400.50;500.50;600.50'),
  unknownColumns: tabling('När;Vad;Kronor\n2026-06-09;Avgift;-1,00'),
  incompleteColumns: saying({ columns: columns.map((one) => ({ ...one, holds: 'ignored' })) }),
  columnTwice: saying({ columns: [...columns, { title: 'Kr', holds: 'amount' }] }),
  amountTwice: saying({ columns: [...columns, { title: 'In', holds: 'moneyIn' }] }),
  layoutTwice: saying({ columns }, { columns }),
}

const bankFee = { account: 6570, amount: -1 }
const anInvoice = newId()
const partOf = (invoiceId: string) => ({ invoiceId, amount: 1 })

const aRule = { name: 'Bankavgift', textContains: 'avgift', account: 6570 }

/** A rule is added that differs from the usual one. */
const rule = (changes: object): Provocation =>
  over(async (company) => {
    await company.post('/matching-rules', aRule)
    return company.post('/matching-rules', { ...aRule, name: 'Annan', ...changes })
  })

export const ofMatching: Record<string, Provocation> = {
  ruleNotFound: over((company) => company.get(`/matching-rules/${newId()}`)),
  tooManyRules: over(async (company, { database }) => {
    await database.rows(sql`
      insert into banking.matching_rule (company_id, id, name, is_active, text_contains, account, vat_treatment,
        tax_rate, tags, created_at, modified_at)
      select ${company.id}, gen_random_uuid(), 'Regel ' || nth, true, 'x', 6570, 'exempt', 0, '[]', now(), now()
      from generate_series(1, 500) nth`)
    return company.post('/matching-rules', aRule)
  }),
  habitNotFound: over((company) => company.put(`/matching-habits/${newId()}`, { isUsed: false })),
}

export const ofStatementFaults: Record<string, Provocation> = {
  ...ofTables,
  camtFile: importing({ statements: [{ entries: [fee], closing: 5n }] }),
  unknownPaymentFile: reporting({ messageId: 'M-1', status: 'RJCT' }),
  reportOfTomorrow: reporting({ status: 'RJCT', madeAt: '2199-01-01T00:00:00Z' }),
  unknownBankAccount: importing({ statements: [{ account: '123', entries: [] }] }),
  bankAccountCurrency: importing({ statements: [{ entries: [] }] }, 'EUR'),
  oneTarget: matching({}),
  oneTargetOfPart: matching({ parts: [{ amount: 1 }, { account: 6570, amount: -2 }] }),
  advanceReceived: matching({
    parts: [
      { supplierId: newId(), amount: 1 },
      { account: 6570, amount: -2 },
    ],
  }),
  advanceAmountMissing: withTransaction(async ({ company, url }) => {
    const supplier = await company.post('/suppliers', { name: 'Paper Ltd', currency: 'EUR' })
    return company.post(`${url}/match`, { supplierId: supplier.body.id })
  }),
  emptyPart: matching({ parts: [{ ...bankFee, amount: 0 }, bankFee] }),
  partTwice: matching({ parts: [partOf(anInvoice), partOf(anInvoice)] }),
  partsSum: matching({ parts: [bankFee, { account: 6991, amount: -7 }] }),
  salesTreatment: matching({ account: 3001, vatTreatment: 'euGoods' }),
  ruleNameMissing: rule({ name: ' ' }),
  ruleNameTaken: rule({ name: aRule.name }),
  unknownRule: over((company) =>
    company.post('/vat-changes/kinds', { matchingRules: [{ id: newId(), vatKind: 'food' }] }),
  ),
  ruleWithoutCondition: rule({ textContains: null }),
  ruleAmount: rule({ fromAmount: 0.001 }),
  ruleAmountOrder: rule({ fromAmount: 2, toAmount: 1 }),
  invoiceAmount: matching({ supplierInvoiceId: newId(), invoiceAmount: 0 }),
  invoiceAmountOfNone: matching({ account: 6570, invoiceAmount: 1 }),
  invoiceAmountOfSek: withTransaction(async ({ company, url }) =>
    company.post(`${url}/match`, { supplierInvoiceId: await aSupplierInvoice(company), invoiceAmount: 1 }),
  ),
  invoiceAmountMissing: withTransaction(async ({ company, service, url }) =>
    company.post(`${url}/match`, { supplierInvoiceId: await invoiceInEuro(company, service) }),
  ),
  titleOfAccount: matching({ invoiceId: newId(), title: 'Hyra' }),
  unknownInvoice: matching({ invoiceId: newId() }),
  unknownSupplierInvoice: matching({ supplierInvoiceId: newId() }),
  unknownBankPayment: matching({ bankPaymentId: newId() }),
  bankPaymentAmount: matchingPayment(7),
  unknownAccount: matching({ account: 9999 }),
  ownAccount: matching({ account: 1930 }),
  unknownEntry: matching({ journalEntryId: newId() }),
  entryAmount: matchingEntry(2),
  entryLeft: withTransaction(async ({ company, url }) => {
    const entryId = await aFeeBefore(company, 1.5)
    const { body } = await imported(company, { statements: [{ id: 'S2', entries: [{ ...fee, reference: 'R2' }] }] })
    const transactions = `${statements}/${body.statements[0].id}/transactions`
    const [{ id }] = (await company.get(transactions)).body.items
    await company.post(`${transactions}/${id}/match`, { journalEntryId: entryId })
    return company.post(`${url}/match`, { journalEntryId: entryId })
  }),
  entryReversed: matchingEntry(-1, async (booked) => {
    await reversal(booked)
    return booked.entryId
  }),
  entryReverses: matchingEntry(1, reversal),
  entryMatched: matchingEntry(-1, async ({ company, entryId }) => {
    const { body } = await imported(company, { statements: [{ id: 'S2', entries: [{ ...fee, reference: 'R2' }] }] })
    const transactions = `${statements}/${body.statements[0].id}/transactions`
    const [{ id }] = (await company.get(transactions)).body.items
    await company.post(`${transactions}/${id}/match`, { journalEntryId: entryId })
    return entryId
  }),
}
