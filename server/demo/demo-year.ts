// A year in the demo company, with examples of everything worth seeing. It ends today, and is created through the same
// endpoints that clients use. Some work is left undone on purpose: see {@link unfinished}.
import { addDays, addMonths, type Day, dayFrom, firstOfMonth, lastOfMonth, monthOf } from '#platform/day'
import type { DemoClient } from './demo-client.ts'
import { type BankLine, statementFile, supplierPdf } from './demo-papers.ts'

/** The number of months, including the current one. */
const MONTHS = 12
/** The number of last months with bank statements, and with documents for purchases. */
const WITH_STATEMENTS = 3
const IBAN = 'SE4550000000058398257466'
const ORE = 100

/** The state while the books are created. */
type Made = {
  today: Day
  doing: DemoClient
  customers: string[]
  suppliers: { id: string; supplier: Supplier }[]
  tags: { office: string; shop: string }
  /** Invoices that will be paid, with the day. */
  awaited: Awaited[]
  /** The balance of the account, in öre, and the bank's transactions of a month. */
  balance: number
  lines: (BankLine & { match?: object })[]
}
type Awaited = { id: string; paidOn: Day; kronor: number; name: string; ocr: string }

const customers = [
  ['Norrlands Bygg AB', 'company', 'Umeå', '903 26', '559999-0016'],
  ['Café Björken', 'company', 'Skellefteå', '931 30', '559999-0024'],
  ['Lindqvist & Söner AB', 'company', 'Luleå', '972 38', '559999-0032'],
  ['Brf Utsikten', 'company', 'Umeå', '903 62', '559999-0040'],
  ['Karin Berg', 'private', 'Vännäs', '911 34', null],
  ['Sundsvalls Redovisning AB', 'company', 'Sundsvall', '852 30', '559999-0057'],
] as const

type Supplier = {
  name: string
  organizationNumber: string
  bankgiro: string
  account: number
  what: string
  net: number
  day: number
}
const suppliers: readonly Supplier[] = [
  {
    name: 'Molnet Drift AB',
    organizationNumber: '556016-0680',
    bankgiro: '5050-1055',
    account: 6540,
    what: 'Servrar och domäner',
    net: 1240,
    day: 3,
  },
  {
    name: 'Papper & Pärm AB',
    organizationNumber: '556036-0793',
    bankgiro: '991-2346',
    account: 6110,
    what: 'Kontorsmateriel',
    net: 860,
    day: 9,
  },
  {
    name: 'Grossisten i Norr AB',
    organizationNumber: '556012-5790',
    bankgiro: '5805-6201',
    account: 4010,
    what: 'Varor till butiken',
    net: 14_200,
    day: 14,
  },
]

const items = [
  { description: 'Konsulttimme', productType: 'services', unitType: 'hour', unitPrice: 950 },
  { description: 'Kontorsstol Björk', productType: 'goods', unitType: 'piece', unitPrice: 2490 },
  { description: 'Skrivbord Furu', productType: 'goods', unitType: 'piece', unitPrice: 4900 },
  { description: 'Support per månad', productType: 'services', unitType: 'month', unitPrice: 1500 },
] as const

const paid = { kind: 'share', account: 1930, side: 'credit', percent: 100 } as const
const vat = { kind: 'vat', account: 2641, side: 'debit', vatIncluded: true } as const

const templates = [
  {
    name: 'Kontorsmaterial med moms',
    title: 'Kontorsmaterial',
    items: [{ kind: 'rest', account: 6110 }, { ...vat, vatRate: 25 }, paid],
  },
  { name: 'Taxi', title: 'Taxi', items: [{ kind: 'rest', account: 5810 }, { ...vat, vatRate: 6 }, paid] },
  {
    name: 'Eget utlägg, att betala tillbaka',
    title: 'Utlägg',
    items: [
      { kind: 'rest', account: 6110 },
      { ...vat, vatRate: 25 },
      { ...paid, account: 2893 },
    ],
  },
  {
    name: 'Lön med arbetsgivaravgift',
    title: 'Lön',
    items: [
      { kind: 'share', account: 7210, side: 'debit', percent: 100 },
      { kind: 'share', account: 7510, side: 'debit', percent: 31.42 },
      { kind: 'share', account: 2731, side: 'credit', percent: 31.42 },
      { kind: 'share', account: 2710, side: 'credit', percent: 30 },
      { kind: 'rest', account: 1930 },
    ],
  },
] as const

/** The sales of a month: customer, item and quantity, and the day. They vary, and grow slightly. */
const salesOf = (month: number): { customer: number; item: number; quantity: number; day: number }[] => [
  { customer: month % customers.length, item: 0, quantity: 34 + ((month * 7) % 19), day: 4 },
  { customer: (month + 2) % customers.length, item: 1 + (month % 2), quantity: 4 + (month % 5), day: 11 },
  { customer: (month + 3) % customers.length, item: 3, quantity: 2 + Math.floor(month / 3), day: 18 },
]

/** Creates the year as a bookkeeper would, and reports after each month how many are done. */
export const makeYear = async (
  doing: DemoClient,
  today: Day,
  onMonth: (months: number) => Promise<void> = async () => {},
): Promise<void> => {
  const first = addMonths(firstOfMonth(today), 1 - MONTHS)
  const made = await beginning(doing, today, first)
  for (let month = 0; month < MONTHS; month += 1) {
    if (month > 0) await onMonth(month)
    await makeMonth(made, addMonths(first, month), month)
  }
  await agree(made)
  await remind(made)
  await unfinished(made)
  await onMonth(MONTHS)
}

const beginning = async (doing: DemoClient, today: Day, first: Day): Promise<Made> => {
  const year = Number(today.slice(0, 4)) - 1
  if (Number(first.slice(0, 4)) === year) {
    await doing('createFiscalYear', { body: { startDate: `${year}-01-01`, endDate: `${year}-12-31` } })
  }
  await doing('changeCompanyInformation', {
    body: {
      phone: '090-12 34 56',
      email: 'demo@example.com',
      address: { line1: 'Storgatan 1', postalCode: '903 26', city: 'Umeå' },
    },
  })
  const payable = { bankgiro: '991-2346', iban: IBAN, bic: 'ESSESESS', paymentTermsDays: 30 }
  await doing('changeSalesSettings', { body: { ...payable, vatNumber: 'SE559999000801', fTax: true, seat: 'Umeå' } })
  await doing('setVatSetting', { body: { vatSetting: 'quarterly' } })
  await doing('addBankAccount', { body: { name: 'Företagskonto', iban: IBAN, account: 1930, bic: 'ESSESESS' } })
  const group = await doing('createTagGroup', { body: { name: 'Kostnadsställe', alias: 'KST' } })
  const params = { tagGroupId: group.id }
  const office = await doing('createTag', { params, body: { name: 'Kontoret' } })
  const shop = await doing('createTag', { params, body: { name: 'Butiken' } })
  const made: Made = {
    today,
    doing,
    customers: [],
    suppliers: [],
    tags: { office: office.id, shop: shop.id },
    awaited: [],
    balance: 0,
    lines: [],
  }
  for (const [name, type, city, postalCode, orgNumber] of customers) {
    const address = { line1: 'Kungsgatan 12', city, postalCode, country: 'SE' }
    const contactsDetails = [{ name: 'Kim Lund', email: 'kim@example.com', isDefault: true }]
    const body = { name, type, orgNumber, address, contactsDetails }
    made.customers.push((await doing('createCustomer', { body })).id)
  }
  for (const supplier of suppliers) {
    const { name, organizationNumber: orgNumber, bankgiro } = supplier
    const paymentDetails = { type: 'bankgiro', bankgiroNumber: bankgiro }
    made.suppliers.push({ ...(await doing('createSupplier', { body: { name, orgNumber, paymentDetails } })), supplier })
  }
  for (const template of templates) await doing('createEntryTemplate', { body: template })
  for (const item of items) await doing('createItem', { body: { itemType: 'salesItem', taxRate: 25, ...item } })
  await book(made, first, 'Aktiekapital', [
    [1930, 150_000],
    [2081, -150_000],
  ])
  await book(made, first, 'Inköp av inventarier', [
    [1220, 48_000],
    [2641, 12_000],
    [1930, -60_000],
  ])
  const asset = { name: 'Inredning till butiken', acquisitionDate: first, account: 1220 }
  await doing('createFixedAsset', { body: { ...asset, acquisitionValue: 48_000, months: 60 } })
  return made
}

/** An entry in whole kronor, debit positive; amounts on the account also become bank transactions. */
const book = async (
  made: Made,
  date: Day,
  title: string,
  lines: readonly (readonly [account: number, kronor: number])[],
  tagId?: string,
): Promise<{ id: string } | null> => {
  if (date > made.today) return null
  const entry = await made.doing('createJournalEntry', {
    body: {
      title,
      date,
      items: lines.map(([account, kronor]) => (kronor > 0 ? { account, debit: kronor } : { account, credit: -kronor })),
      ...(tagId ? { tags: [{ tagId }] } : {}),
    },
  })
  for (const [account, kronor] of lines) {
    if (account === 1930) moved(made, { date, ore: kronor * ORE, name: title, match: { journalEntryId: entry.id } })
  }
  return entry
}

const moved = (made: Made, line: Made['lines'][number]): void => void made.lines.push(line)

/** A day of a month, from 1; clamped to the last one. */
const dayIn = (first: Day, day: number): Day => {
  const found = addDays(first, day - 1)
  return found > lastOfMonth(first) ? lastOfMonth(first) : found
}

const makeMonth = async (made: Made, first: Day, month: number): Promise<void> => {
  const { tags } = made
  const at = (day: number) => dayIn(first, day)
  await book(
    made,
    at(1),
    'Lokalhyra',
    [
      [5010, 9000],
      [2641, 2250],
      [1930, -11_250],
    ],
    tags.office,
  )
  if (month === 0) await insure(made, at(2))
  for (const one of made.suppliers) await buy(made, one, first, month)
  for (const sale of salesOf(month)) await sell(made, sale, first, month)
  const salary = month < 6 ? 34_000 : 35_500
  const tax = Math.round(salary * 0.24)
  const fees = Math.round(salary * 0.3142)
  if (month > 0) {
    const before = month - 1 < 6 ? 34_000 : 35_500
    const paidTax = Math.round(before * 0.24)
    const paidFees = Math.round(before * 0.3142)
    await book(made, at(12), 'Skatter och avgifter', [
      [2710, paidTax],
      [2731, paidFees],
      [1930, -paidTax - paidFees],
    ])
  }
  await book(
    made,
    at(25),
    'Lön',
    [
      [7210, salary],
      [2710, -tax],
      [1930, tax - salary],
    ],
    tags.shop,
  )
  await book(
    made,
    at(25),
    'Arbetsgivaravgifter',
    [
      [7510, fees],
      [2731, -fees],
    ],
    tags.shop,
  )
  await book(made, at(28), 'Bankavgift', [
    [6570, 120],
    [1930, -120],
  ])
  await endMonth(made, at(31))
  await settle(made, first)
  await readStatement(made, first, month)
  await report(made, first)
}

/** A year's insurance is paid up front, and accrued over twelve months. */
const insure = async (made: Made, date: Day): Promise<void> => {
  const entry = await book(made, date, 'Företagsförsäkring', [
    [6310, 4800],
    [1930, -4800],
  ])
  const body = { journalEntryRef: entry, account: 6310, firstMonth: date.slice(0, 7), months: 12 }
  if (entry) await made.doing('createAccrual', { body })
}

/** Accruals of the month are booked once it is over. */
const endMonth = async ({ doing, today }: Made, last: Day): Promise<void> => {
  if (last > today) return
  const body = { to: last.slice(0, 7) }
  await doing('bookDepreciations', { body })
  await doing('bookAccrualPortions', { body })
}

/** A supplier's invoice is added and recorded, and paid twenty days later; recent ones have documents. */
const buy = async (
  made: Made,
  { id, supplier }: Made['suppliers'][number],
  first: Day,
  month: number,
): Promise<void> => {
  const { doing, today } = made
  const invoiceDate = dayIn(first, supplier.day)
  if (invoiceDate > today) return
  const dueDate = addDays(invoiceDate, 20)
  const net = supplier.net + ((month * 130) % 700)
  const number = `${supplier.organizationNumber.slice(-2)}${100 + month}`
  const uploadRef =
    month < MONTHS - WITH_STATEMENTS
      ? {}
      : { uploadRef: await paperFor(made, supplier, number, { net, invoiceDate, dueDate }) }
  const body = {
    supplierRef: { id },
    invoiceNumber: number,
    invoiceDate,
    dueDate,
    totalAmount: net * 1.25,
    ...uploadRef,
  }
  const invoice = await doing('createSupplierInvoice', { body })
  const params = { supplierInvoiceId: invoice.id }
  await doing('recordSupplierInvoice', {
    params,
    body: {
      date: invoiceDate,
      lines: [{ account: supplier.account, netAmount: net, taxRate: 25, description: supplier.what }],
    },
  })
  // Invoices due in the current month are left unpaid.
  if (dueDate > today || month === MONTHS - 1) return
  const amount = net * 1.25
  const payment = await doing('createSupplierInvoicePayment', { params, body: { date: dueDate, amount } })
  const entryId = payment.journalEntryRef?.id
  moved(made, {
    date: dueDate,
    ore: -amount * ORE,
    name: supplier.name,
    text: `Faktura ${number}`,
    ...(entryId ? { match: { journalEntryId: entryId } } : {}),
  })
}

const paperFor = async (
  { doing }: Made,
  { name, organizationNumber, bankgiro, what }: Supplier,
  number: string,
  { net, invoiceDate: date, dueDate }: { net: number; invoiceDate: Day; dueDate: Day },
): Promise<{ id: string }> => {
  const own = { supplier: name, organizationNumber, bankgiro, number, date, dueDate, description: what, net }
  const upload = await doing('createUpload', { file: { name: `${name} ${number}.pdf`, bytes: await supplierPdf(own) } })
  return { id: upload.id }
}

const sell = async (
  made: Made,
  { customer, item, quantity, day }: ReturnType<typeof salesOf>[number],
  first: Day,
  month: number,
): Promise<void> => {
  const { doing, today } = made
  const invoiceDate = dayIn(first, day)
  if (invoiceDate > today) return
  const dueDate = addDays(invoiceDate, 30)
  const line = { itemType: 'salesItem', taxRate: 25, ...items[item], quantity }
  const customerRef = { id: made.customers[customer] }
  const draft = await doing('createInvoice', { body: { customerRef, invoiceDate, dueDate, lineItems: [line] } })
  const params = { invoiceId: draft.id }
  const invoice = await doing('publishInvoice', { params })
  await doing('recordInvoice', { params })
  if (month === MONTHS - 4 && item === 3) return credit(made, draft.id)
  // One customer has not paid, and another pays half.
  if (month === MONTHS - 3 && day === 11) return
  const part = month === MONTHS - 3 && item === 3 ? 0.5 : 1
  const name = customers[customer]?.[0] ?? ''
  const kronor = invoice.totalAmount * part
  made.awaited.push({
    id: draft.id,
    paidOn: addDays(dueDate, (month % 5) - 3),
    kronor,
    name,
    ocr: invoice.paymentReference ?? '',
  })
}

const credit = async ({ doing }: Made, invoiceId: string): Promise<void> => {
  const { id } = await doing('creditInvoice', { params: { invoiceId } })
  await doing('publishCreditNote', { params: { creditNoteId: id } })
  await doing('recordCreditNote', { params: { creditNoteId: id } })
}

/**
 * The payments of customers in a month. In the last months, they are in the bank statement, and matching books them.
 */
const settle = async (made: Made, first: Day): Promise<void> => {
  const { today, doing } = made
  const until = lastOfMonth(first) < today ? lastOfMonth(first) : today
  const paid = made.awaited.filter(({ paidOn }) => paidOn <= until)
  made.awaited = made.awaited.filter(({ paidOn }) => paidOn > until)
  const isTold = first >= addMonths(firstOfMonth(today), 1 - WITH_STATEMENTS)
  for (const { id, paidOn: date, kronor, name, ocr } of paid) {
    const ore = Math.round(kronor * ORE)
    moved(made, { date, ore, name, ocr, match: { invoiceId: id } })
    if (isTold) continue
    const body = { date, sumBaseCurrency: kronor, bookkeepingAccountNumber: 1930 }
    const payment = await doing('createInvoicePayment', { params: { invoiceId: id }, body })
    await doing('recordInvoicePayment', { params: { invoiceId: id, paymentId: payment.id } })
  }
}

/** The bank statement of a recent month: matched, except the current one, which is left for the user. */
const readStatement = async (made: Made, first: Day, month: number): Promise<void> => {
  const { doing, today } = made
  const until = lastOfMonth(first) < today ? lastOfMonth(first) : today
  const told = made.lines.filter(({ date }) => date <= until).sort((one, other) => (one.date < other.date ? -1 : 1))
  made.lines = made.lines.filter(({ date }) => date > until)
  const openingOre = made.balance
  made.balance += told.reduce((sum, { ore }) => sum + ore, 0)
  const isLast = month === MONTHS - 1
  if (month < MONTHS - WITH_STATEMENTS) return
  const lines = isLast ? [...told, { date: today, ore: -34_900, name: 'Café Björken', text: 'Kortköp' }] : told
  if (lines.length === 0) return
  const name = `kontoutdrag-${monthOf(first)}.xml`
  const bytes = statementFile({ id: monthOf(first), iban: IBAN, openingOre, lines })
  const { statements } = await doing('importBankStatement', { file: { name, bytes } })
  const bankStatementId = statements[0].id
  const { items: transactions } = await doing('listBankTransactions', { params: { bankStatementId } })
  for (const line of told) {
    // Transactions that were booked before are recognized; payments of the current month are left unmatched.
    if (!line.match || (isLast && 'invoiceId' in line.match)) continue
    const place = transactions.findIndex(
      ({ date, amount, counterparty }: { date: string; amount: number; counterparty?: string }) =>
        date === line.date && Math.round(amount * ORE) === line.ore && counterparty === line.name,
    )
    const [found] = place < 0 ? [] : transactions.splice(place, 1)
    if (!found) continue
    await doing('matchBankTransaction', { params: { bankStatementId, transactionId: found.id }, body: line.match })
  }
}

/** VAT of a quarter is reported and paid on the twelfth of the second month after it. */
const report = async (made: Made, first: Day): Promise<void> => {
  const quarter = addMonths(first, -4)
  if (!['01', '04', '07', '10'].includes(quarter.slice(5, 7)) || dayIn(first, 12) > made.today) return
  const earliest = dayFrom(`${Number(made.today.slice(0, 4)) - 1}-01-01`)
  if (quarter < earliest) return
  const body = { startDate: quarter, endDate: lastOfMonth(addMonths(quarter, 2)) }
  await made.doing('reportVat', { body })
}

/** Support is invoiced monthly; the invoices are created as drafts. */
const agree = async ({ doing, today, customers: known }: Made): Promise<void> => {
  const [, , , support] = items
  const line = { itemType: 'salesItem', taxRate: 25, ...support, description: 'Support {month} {year}', quantity: 4 }
  const schedule = { every: 1, unit: 'months', firstDate: addMonths(firstOfMonth(today), 1) }
  const [customer] = known
  await doing('createRecurringInvoice', {
    body: { customerRef: { id: customer }, lineItems: [line], schedule, outcome: 'draft' },
  })
}

/** Invoices that are a month overdue were reminded of once, on paper. */
const remind = async ({ doing, today }: Made): Promise<void> => {
  const claims = { fee: 60, isFeeAgreed: true, chargesInterest: true, interestFrom: 'invoice' }
  await doing('changeReminderSettings', { body: claims })
  const { items: overdue } = await doing('listInvoicesToRemind', {})
  const [oldest] = overdue.filter(({ dueDate }: { dueDate: string }) => dueDate < today)
  if (oldest) await doing('createReminder', { params: { invoiceId: oldest.id }, body: { delivery: 'none' } })
}

/** Work left undone: drafts, an unbooked receipt, purchases to approve, and a payment to sign. */
const unfinished = async (made: Made): Promise<void> => {
  const { doing, today, suppliers: known } = made
  for (const [place, quantity] of [
    [1, 12],
    [2, 3],
  ] as const) {
    const line = { itemType: 'salesItem', taxRate: 25, ...items[place], quantity }
    const customerRef = { id: made.customers[place] }
    await doing('createInvoice', { body: { customerRef, invoiceDate: today, lineItems: [line] } })
  }
  await doing('setPurchasingSettings', { body: { approves: true } })
  for (const { id, supplier } of known.slice(0, 2)) {
    const dueDate = addDays(today, 25)
    const uploadRef = await paperFor(made, supplier, '9001', { net: supplier.net, invoiceDate: today, dueDate })
    const body = {
      supplierRef: { id },
      invoiceNumber: '9001',
      invoiceDate: today,
      dueDate,
      totalAmount: supplier.net * 1.25,
    }
    await doing('createSupplierInvoice', { body: { ...body, uploadRef } })
  }
  // These two still wait for approval; later invoices need none.
  await doing('setPurchasingSettings', { body: { approves: false } })
  const [first] = known
  if (first)
    await paperFor(made, { ...first.supplier, what: 'Resekostnad' }, 'K-77', {
      net: 640,
      invoiceDate: today,
      dueDate: today,
    })
  const recipientRef = {
    kind: 'bankgiro',
    recipientName: 'Grossisten i Norr AB',
    bankgiroNumber: '5805-6201',
    message: 'Order 88',
  }
  await doing('createBankPayment', {
    body: { amount: 4_250, paymentDate: addDays(today, 7), ownNote: 'Varor', recipientRef },
  })
}
