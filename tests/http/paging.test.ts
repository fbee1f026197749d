// Lists come in pages with totals, or by cursor; both show the same things in the same order, once each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { createFiscalYear } from '#ledger'
import { rows } from '#programs/app'
import { checked, checkedCompany } from '#support/checked'
import { EVERY_MS, every } from '#support/every'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { type Answer, anEntry, nextCursorOf, type Service, startService, type TestCompany } from '#support/service'
import { type Asking, emptyAgencyList, newAgencyLists } from './agency-lists.ts'

const ENTRIES = 60
const YEARS = 7
/** Customers, items, invoices and credit notes each: more than one page of them. */
const THINGS = 30
/** Attachments, payments and settlements each, of one invoice. */
const PARTS = 7

let service: Service
let company: TestCompany
/** An integration of agencies, with the ids of one of them and of a client company of it. */
let machine: Asking & { agencyId: string; companyId: string }
/** A webhook that has deliveries. */
let webhookId: string
/** An invoice that has attachments, payments and settlements. */
let invoiceId: string
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  const entries = await several(ENTRIES - PARTS, (title) => made('/journal-entries', anEntry({ title })))
  for (const id of entries.slice(0, PARTS)) await made('/accruals', anAccrual(id))
  await several(PARTS, (name) => made('/fixed-assets', { ...anAsset, name }))
  for (let year = 2027; year < 2026 + YEARS; year++) {
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' }),
    )
  }
  for (let nth = 0; nth < PARTS; nth++) {
    await made('/matching-rules', { name: `${nth % 3 === 0 ? 'Hyra' : 'Kaffe'} ${nth}`, fromAmount: 1, account: 6570 })
    await made('/entry-templates', { name: `${nth % 3 === 0 ? 'Hyra' : 'Kaffe'} ${nth}`, items: aTemplate })
    await made('/tag-groups', { name: `${nth % 3 === 0 ? 'Hyra' : 'Kaffe'} ${nth}`, alias: `G${nth}` })
  }
  await sellAndBePaid()
  const webhooks = await several(PARTS, (name) => made('/webhooks', aWebhook(name)))
  webhookId = webhooks[0] as string
  await several(PARTS, () => made(`/webhooks/${webhookId}/test`))
  await bank()
  machine = await newAgencyLists(service, await several(PARTS, async (name) => name))
})
afterAll(() => service.close())

const made = async (path: string, body?: object, of = company): Promise<string> => {
  const answer = await of.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

/** Makes so many of something, all at once: the first and every third after it is called `Hyra`, the others `Kaffe`. */
const several = <T>(count: number, make: (name: string) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index % 3 === 0 ? 'Hyra' : 'Kaffe')))

const anInvoice = {
  invoiceDate: '2026-06-01',
  lineItems: [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }],
}

const upload = async (path: string, name: string): Promise<void> => {
  const { status, text } = await company.upload(path, `${name}.png`, pngFile())
  expect(status, text).toBe(200)
}

/** Each makes an entry of its own. */
const anAccrual = (id: string) => ({ journalEntryRef: { id }, account: 6110, firstMonth: '2026-07', months: 2 })

const aTemplate = [
  { kind: 'share', account: 6110, side: 'debit', percent: 100 },
  { kind: 'rest', account: 1930 },
]

const aRecurring = {
  lineItems: [{ description: 'Avtal', itemType: 'salesItem', productType: 'goods', unitPrice: 1, taxRate: 25 }],
  schedule: { every: 1, unit: 'months', firstDate: '2098-12-01' },
}

const anAsset = { acquisitionDate: '2026-01-15', acquisitionValue: 1000, account: 1220, months: 12 }

const aWebhook = (name: string) => ({ url: `https://example.com/${name}`, kinds: ['invoice.published'] })

const aSupplierInvoice = { invoiceDate: '2026-06-01', totalAmount: 100 }

const sellAndBePaid = async (): Promise<void> => {
  const [id] = await several(THINGS, (name) => made('/customers', { name, type: 'company' }))
  const [supplierId] = await several(THINGS, (name) => made('/suppliers', { name }))
  await several(THINGS, (name) =>
    made('/supplier-invoices', {
      ...aSupplierInvoice,
      supplierRef: { id: supplierId },
      dueDate: name === 'Hyra' ? '2026-08-01' : '2026-07-01',
    }),
  )
  await several(THINGS, (description) => made('/items', { itemType: 'descriptionOnlyItem', description }))
  for (let nth = 0; nth < PARTS; nth++) {
    const outcome = nth % 3 === 0 ? 'sent' : 'draft'
    await made('/recurring-invoices', { ...aRecurring, outcome, customerRef: { id } })
  }
  const sold = await several(THINGS, (buyerReference) =>
    made('/invoices', { ...anInvoice, buyerReference, customerRef: { id } }),
  )
  invoiceId = sold[0] as string
  await several(PARTS, (name) => upload(`/invoices/${invoiceId}/attachments`, name))
  await several(PARTS, (name) => upload('/uploads', name))
  for (const one of sold) {
    await made(`/invoices/${one}/publish`)
    await made(`/invoices/${one}/credit`)
  }
  const dateOf = (name: string) => (name === 'Hyra' ? '2026-06-10' : '2026-06-09')
  await several(PARTS, (name) => {
    const payment = { date: dateOf(name), sumBaseCurrency: 1, bookkeepingAccountNumber: 1930 }
    return made(`/invoices/${invoiceId}/payments`, payment)
  })
  await several(PARTS, (name) => {
    const invoiceSettlementDetails = { date: dateOf(name), sumBaseCurrency: 1 }
    return made(`/invoices/${invoiceId}/settlements`, { type: 'bankFee', invoiceSettlementDetails })
  })
}

/** A bank statement that has transactions. */
let statementId: string

/** Statements, each with transactions of its own. */
const bank = async (): Promise<void> => {
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, account: 1930 }),
  )
  for (let nth = 0; nth < PARTS; nth++) statementId = await stated(company, nth, PARTS)
  await several(THINGS, (name) =>
    made('/bank-payments', { ...aBankPayment, paymentDate: name === 'Hyra' ? '2026-08-01' : '2026-07-01' }),
  )
}

const aBankPayment = {
  amount: 100,
  recipientRef: { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' },
}

const stated = async (of: TestCompany, nth: number, count: number): Promise<string> => {
  const entries = Array.from({ length: count }, (_, entry) => ({
    ore: 1n,
    reference: `${nth} ${entry}`,
    date: entry % 3 === 0 ? '2026-06-10' : '2026-06-09',
  }))
  const id = nth % 3 === 0 ? 'Hyra' : 'Kaffe'
  const { status, text, body } = await of.upload(
    '/bank-statements',
    'utdrag.xml',
    camtFile({ statements: [{ id, entries }] }),
  )
  expect(status, text).toBe(200)
  return body.statements[0].id
}

/** Lists that no company asks for. */
const isOfAgencies = (place: string) => place.startsWith('/agenc')

/** An empty list of another caller: the caller, and the address. Each is made once. */
const emptyList = (place: string): Promise<[Asking, string]> => {
  const known = emptyLists.get(place) ?? newEmptyList(place)
  emptyLists.set(place, known)
  return known
}
const emptyLists = new Map<string, Promise<[Asking, string]>>()

const newEmptyList = async (place: string): Promise<[Asking, string]> => {
  if (isOfAgencies(place)) return emptyAgencyList(service, place)
  const empty = checkedCompany(await service.newCompany({ fiscalYear: null }))
  return [empty, await emptyListOf(empty, place)]
}

const emptyListOf = async (of: TestCompany, path: string): Promise<string> => {
  if (path.includes('{invoiceId}')) return path.replace('{invoiceId}', await made('/invoices', anInvoice, of))
  if (path.includes('{webhookId}')) return path.replace('{webhookId}', await made('/webhooks', aWebhook('Hyra'), of))
  if (!path.includes('{bankStatementId}')) return path
  await service.operateFor(of.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  return path.replace('{bankStatementId}', await stated(of, 0, 0))
}

/** Ids are made in the order of time. */
const idOf = ({ id }: Answer['body']): string => id

/**
 * Every list that comes in pages: how many things are in it, in what order, and a filter with how many it leaves; an
 * empty one where the list takes none.
 */
const lists: [string, number, (item: Answer['body']) => string | number, string, number][] = [
  ['/journal-entries', ENTRIES, ({ journalEntryNumber }) => Number(journalEntryNumber.slice(1)), 'title==Hyra', 18],
  ['/fiscal-years', YEARS, ({ startDate }) => startDate, 'startDate>=2028-01-01', 5],
  ['/customers', THINGS, idOf, 'name==Hyra', 10],
  ['/suppliers', THINGS, idOf, 'name==Hyra', 10],
  ['/supplier-invoices', THINGS, idOf, 'dueDate>=2026-08-01', 10],
  ['/items', THINGS, idOf, 'description==Hyra', 10],
  ['/accruals', PARTS, idOf, '', PARTS],
  ['/recurring-invoices', PARTS, idOf, 'outcome==sent', 3],
  ['/fixed-assets', PARTS, idOf, 'name==Hyra', 3],
  ['/matching-rules', PARTS, idOf, 'name~Hyra', 3],
  ['/entry-templates', PARTS, idOf, 'name~Hyra', 3],
  ['/tag-groups', PARTS, idOf, 'name~Hyra', 3],
  ['/invoices', THINGS, idOf, 'buyerReference==Hyra', 10],
  ['/credit-notes', THINGS, idOf, 'buyerReference==Hyra', 10],
  ['/bank-payments', THINGS, idOf, 'paymentDate>=2026-08-01', 10],
  ['/bank-statements', PARTS, idOf, 'reference==Hyra', 3],
  ['/bank-statements/{bankStatementId}/transactions', PARTS, idOf, 'date>=2026-06-10', 3],
  ['/uploads', PARTS, idOf, 'description==Hyra.png', 3],
  ['/webhooks', PARTS, idOf, 'url~Hyra', 3],
  ['/webhooks/{webhookId}/deliveries', PARTS, idOf, '', PARTS],
  ['/invoices/{invoiceId}/attachments', PARTS, idOf, 'fileName==Hyra.png', 3],
  ['/invoices/{invoiceId}/payments', PARTS, idOf, 'date>=2026-06-10', 3],
  ['/invoices/{invoiceId}/settlements', PARTS, idOf, 'date>=2026-06-10', 3],
  ['/agency-connections', PARTS, idOf, 'agencyName==Hyra', 3],
  ['/agencies/{agencyId}/companies', PARTS, idOf, 'name==Hyra', 3],
  ['/agencies/{agencyId}/users', PARTS, idOf, '', PARTS],
  ['/agencies/{agencyId}/invitations', PARTS, idOf, '', PARTS],
  ['/agencies/{agencyId}/companies/{companyId}/users', PARTS, idOf, '', PARTS],
  ['/agencies/{agencyId}/companies/{companyId}/invitations', PARTS, idOf, '', PARTS],
]

const CUSTOMER = '/customers/{customerId}/statement'
/** Lists that are tried beside what makes their items. */
const triedElsewhere = [
  '/received-mails',
  ...['/invoices/{invoiceId}', '/credit-notes/{creditNoteId}', CUSTOMER].map((path) => `${path}/sendings`),
  '/agencies/{agencyId}/connections',
  '/agencies/{agencyId}/members',
  '/agencies/{agencyId}/template-rollouts',
  '/agencies/{agencyId}/template-rollouts/{rolloutId}/steps',
  '/agencies/{agencyId}/templates',
  '/agencies/{agencyId}/templates/{templateId}/uses',
  '/bank-accounts',
  '/bank-accounts/{bankAccountId}/reconciliations',
  '/bank-payments/files',
  '/bank-transactions',
  '/connections',
  '/connections',
  '/currency-rates',
  '/currency-revaluations',
  '/employees',
  '/employer-returns',
  '/employments',
  '/absences',
  '/fiscal-years/{fiscalYearId}/closing/{check}',
  '/history',
  '/invitations',
  '/invoices-to-remind',
  '/invoices/{invoiceId}/set-offs',
  '/me/companies',
  '/me/integrations/{integrationId}/requests',
  '/me/integrations/{integrationId}/webhooks',
  '/margins',
  '/me/integrations/{integrationId}/webhooks/{webhookId}/deliveries',
  '/members',
  '/pay-items',
  '/pay-runs',
  '/pay-runs/{payRunId}/payslips',
  '/proposals',
  '/operator/agencies',
  '/operator/companies',
  '/operator/currency-rates',
  '/operator/history',
  '/operator/integrations',
  '/operator/jobs',
  '/operator/mails',
  '/operator/people',
  '/operator/verifications',
  '/oss-returns',
  '/queue',
  '/reminder-holds',
  '/reminders',
  '/reports/aged-payables',
  '/reports/aged-receivables',
  '/reports/customer-ledger',
  '/reports/general-ledger',
  '/reports/journal',
  '/reports/supplier-ledger',
  '/requests',
  '/supplier-advances',
  '/supplier-advances/{supplierAdvanceId}/uses',
  '/supplier-invoices/{supplierInvoiceId}/payments',
  '/supplier-invoices/{supplierInvoiceId}/set-offs',
  '/tax-account/statements',
  '/tax-account/transactions',
  '/tokens',
  '/vat-periods',
  '/vat-returns',
]

test('every list that comes in pages is tried here', () => {
  const paged = rows.filter(
    ({ query }) => 'cursor' in ((query as { properties?: object } | undefined)?.properties ?? {}),
  )
  expect(paged.map(({ path }) => path.replace(/^\/companies\/\{companyId\}/, '')).sort()).toEqual(
    [...lists.map(([path]) => path), ...triedElsewhere].sort(),
  )
})

const descending = (one: string | number, two: string | number) => (one < two ? 1 : -1)

const parameters = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** All items by page, and the answers they came in. */
const byPage = async (from: Asking, path: string, values: Record<string, string | number>) => {
  const items: Answer['body'][] = []
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const { body } = await from.get(`${path}?${parameters({ ...values, page })}`)
    expect(body.currentPage).toBe(page)
    pages = body.totalPages
    items.push(...body.items)
  }
  return items
}

/** All items by the cursors in the bodies, from this one on. */
const byCursor = async (from: Asking, path: string, values: Record<string, string | number>, start = '') => {
  const items: Answer['body'][] = []
  for (let cursor: string | undefined = start; cursor !== undefined; ) {
    const { body }: Answer = await from.get(`${path}?${parameters({ ...values, cursor })}`)
    expect(Object.keys(body).filter((name) => name !== 'items' && name !== 'nextCursor')).toEqual([])
    items.push(...body.items)
    cursor = body.nextCursor
  }
  return items
}

const linked = ({ headers }: Answer): string | undefined =>
  /^<([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** All items by the Link headers, which are followed as they stand. */
const byLink = async ({ url, token }: Asking, path: string) => {
  const items: Answer['body'][] = []
  for (let next: string | undefined = `${url}${path}`; next !== undefined; ) {
    const answer = await checked(next, { headers: { authorization: `Bearer ${token}` } })
    items.push(...answer.body.items)
    const link = linked(answer)
    next = link === undefined ? undefined : new URL(link, next).href
  }
  return items
}

/** The list that is read in pages of every size: the others share how pages are cut, and have an order of their own. */
const FIRST = '/journal-entries'
const everySize = [1, 2, 7, 20, 25, 59, 60, 61, 100]
const sizesFor = ({ place, total }: List): number[] => {
  if (place === FIRST) return everySize
  return total === PARTS ? [2, PARTS, 100] : [7, 100]
}

const ofName = (name: string, ...values: string[]) => values.map((value): [string, string] => [name, value])
const outOfRange = [
  ...ofName('page', '0', '-1', '1.5', 'one', '', '1000000001', '1e3x', 'NaN'),
  ...ofName('pageSize', '0', '-25', '101', '25.5', 'all', '', 'null', 'true'),
]
const outermost = outOfRange.filter(([, value]) => ['0', '101', '1000000001'].includes(value))

type List = {
  place: string
  total: number
  orderOf: (item: Answer['body']) => string | number
  /** The filter, where the list takes one, and how many it leaves. */
  filter: { query?: string }
  left: number
}

const tried: List[] = lists.map(([place, total, orderOf, query, left]) => ({
  place,
  total,
  orderOf,
  left,
  filter: query === '' ? {} : { query },
}))

const nameOf = ({ place }: List): string => place

/** Who asks for a list, and where it is. */
const placed = ({ place }: List): [Asking, string] => [
  isOfAgencies(place) ? machine : company,
  place
    .replace('{invoiceId}', invoiceId)
    .replace('{webhookId}', webhookId)
    .replace('{bankStatementId}', statementId)
    .replace('{agencyId}', machine.agencyId)
    .replace('{companyId}', machine.companyId),
]

/** One property of every list. */
const holds = (what: string, check: (list: List, from: Asking, path: string) => Promise<void>): void =>
  test(what, () => every(tried, nameOf, (list) => check(list, ...placed(list))), EVERY_MS)

holds('every list starts with a page of 25, or 20', async ({ total }, from, path) => {
  const size = path === '/credit-notes' ? 20 : 25
  const { body } = await from.get(path)
  const { totalItems, totalPages, currentPage, items } = body
  expect({ totalItems, totalPages, currentPage }).toEqual({
    totalItems: total,
    totalPages: Math.ceil(total / size),
    currentPage: 1,
  })
  expect(items).toHaveLength(Math.min(total, size))
})

holds('every list shows everything once in pages of any size, newest first', async (list, from, path) => {
  const { total, orderOf } = list
  for (const pageSize of sizesFor(list)) {
    const pages = `in pages of ${pageSize}`
    const items = await byPage(from, path, { pageSize })
    const order = items.map(orderOf)
    expect(new Set(items.map(({ id }) => id)).size, pages).toBe(total)
    expect(order, pages).toEqual([...order].sort(descending))
    expect(await byCursor(from, path, { pageSize }), pages).toEqual(items)
    expect(await byLink(from, `${path}?${parameters({ pageSize })}`), pages).toEqual(items)
  }
})

holds('every list does so with a filter', async ({ filter, left }, from, path) => {
  for (const pageSize of [2, 100]) {
    const pages = `in pages of ${pageSize}`
    const items = await byPage(from, path, { pageSize, ...filter })
    expect(items, pages).toHaveLength(left)
    expect(await byCursor(from, path, { pageSize, ...filter }), pages).toEqual(items)
    expect(await byLink(from, `${path}?${parameters({ pageSize, ...filter })}`), pages).toEqual(items)
  }
})

holds('every list goes on by cursor from any page, with pages of any size', async (_, from, path) => {
  const items = await byPage(from, path, { pageSize: 100 })
  const next = nextCursorOf(await from.get(`${path}?page=2&pageSize=2`))
  expect(await byCursor(from, path, { pageSize: 3 }, next)).toEqual(items.slice(4))
  expect(await byCursor(from, path, {}, next)).toEqual(items.slice(4))
})

holds('every list says where the next page is, relative to this one', async ({ total, filter }, from, path) => {
  const answer = await from.get(`${path}?${parameters({ page: 2, pageSize: 1, ...filter })}`)
  const link = linked(answer) ?? ''
  const outside = `https://bok.example.se/grundbok/v1${from.url.replace(service.base, '')}${path}`
  const behind = new URL(link, `${outside}?page=2`)
  expect(behind.origin + behind.pathname).toBe(outside)
  expect(Object.fromEntries(behind.searchParams)).toEqual({
    pageSize: '1',
    ...filter,
    cursor: nextCursorOf(answer),
  })
  expect(Object.keys(answer.body)).toEqual(['totalItems', 'totalPages', 'currentPage', 'items'])
  for (const last of [`page=${total}&pageSize=1`, 'pageSize=100', 'pageSize=100&cursor=', 'page=500']) {
    const { headers, body } = await from.get(`${path}?${last}`)
    expect([headers.get('link'), body.nextCursor], last).toEqual([null, undefined])
  }
})

holds('no list has anything past its end', async ({ total }, from, path) => {
  for (const page of [total + 1, 1_000_000_000]) {
    const { body } = await from.get(`${path}?${parameters({ page, pageSize: 100 })}`)
    expect(body).toEqual({ totalItems: total, totalPages: Math.ceil(total / 100), currentPage: page, items: [] })
  }
})

holds('every list may be empty', async ({ place, filter: { query } }, from, path) => {
  const nothing = { totalItems: 0, totalPages: 0, currentPage: 1, items: [] }
  const [empty, there] = await emptyList(place)
  expect((await empty.get(there)).body).toEqual(nothing)
  expect((await empty.get(`${there}?cursor=`)).body).toEqual({ items: [] })
  expect((await empty.get(`${there}?page=7`)).body).toEqual({ ...nothing, currentPage: 7 })
  if (query === undefined) return
  const none = query.replace(/(==|~).*|>=.*/, (_, text) => (text ? `${text}none` : '>2199-01-01'))
  expect((await from.get(`${path}?${parameters({ query: none })}`)).body).toEqual(nothing)
})

holds('every list refuses pages and sizes that are none', async ({ place }, from, path) => {
  for (const [name, value] of place === FIRST ? outOfRange : outermost) {
    const { status, body } = await from.get(`${path}?${parameters({ [name]: value })}`)
    expect(status, `${name}=${value}`).toBe(400)
    expect(body.errors, `${name}=${value}`).toEqual([{ field: name, message: expect.any(String) }])
  }
})

holds('every list takes only its own cursors, for the same filter', async ({ place, filter }, from, path) => {
  const nextCursor = nextCursorOf(await from.get(`${path}?pageSize=1`))
  const filtered = nextCursorOf(await from.get(`${path}?${parameters({ pageSize: 1, ...filter })}`))
  const otherPath = isOfAgencies(place) ? '/connections' : place === '/customers' ? '/items' : '/customers'
  const changed = `${nextCursor.slice(0, -1)}${nextCursor.endsWith('A') ? 'B' : 'A'}`
  const { query } = filter
  const ofFilter = (asked: string): [Asking, string, Record<string, string>][] => [
    [from, path, { cursor: nextCursor, query: asked }],
    [from, path, { cursor: filtered }],
    [from, path, { cursor: filtered, query: `${asked} ` }],
  ]
  const wrong: [Asking, string, Record<string, string>][] = [
    [from, path, { cursor: changed }],
    [from, path, { cursor: nextCursor.slice(0, -1) }],
    [from, path, { cursor: `${nextCursor}A` }],
    [from, path, { cursor: nextCursor.toLowerCase() }],
    [from, path, { cursor: 'x' }],
    [from, path, { cursor: '0' }],
    [from, path, { cursor: nextCursor.repeat(20) }],
    ...(query === undefined ? [] : ofFilter(query)),
    [from, otherPath, { cursor: nextCursor }],
    [...(await emptyList(place)), { cursor: nextCursor }],
  ]
  for (const [asking, at, values] of wrong) {
    const { status, body } = await asking.get(`${at}?${parameters(values)}`)
    expect(status, JSON.stringify(values)).toBe(400)
    expect(body.errors[0].field).toBe('cursor')
  }
})

test('by cursor nothing is shown twice or left out, despite bookings meanwhile', async () => {
  const twin = checkedCompany(await service.newCompany())
  for (const title of ['1', '2', '3']) await twin.post('/journal-entries', anEntry({ title }))
  const first = (await twin.get('/journal-entries?pageSize=1&cursor=')).body
  await twin.post('/journal-entries', anEntry({ title: '4' }))
  const rest = (await twin.get(`/journal-entries?${parameters({ cursor: first.nextCursor })}`)).body
  const titles = [...first.items, ...rest.items].map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['3', '2', '1'])
})
