// What writers do: short stories, each some writes that follow from each other, on things that the model expects.
import { PNG } from 'pngjs'
import { camtFile } from '#support/samples/camt-file'
import type { Chance } from './chance.ts'
import type { Answer, Ask, Courier, Tenant } from './courier.ts'
import { fits, type Model, type Shown, type Thing } from './model.ts'

/** A company of the run: asked with a token, and as its owner, who alone may make tokens. */
export type Company = { token: Tenant; owner: Tenant }

/** Where a writer sits: its company, its chance, and whether the round is over. */
export type Desk = {
  company: Company
  chance: Chance
  model: Model
  courier: Courier
  today: string
  newMark: () => string
  isOver: () => boolean
  /** Keeps what was acknowledged under a key, to ask for it once more. */
  keep: (asked: Ask, answer: Answer) => void
}

/** How many of 100 writes have a key. */
const WITH_KEY_PERCENT = 85
/** How many vouchers a file has, and how many operations a bulk. */
const VOUCHERS = 5
const OPERATIONS = 4

const accounts = [3001, 3041, 3740, 2893] as const

const book = (chance: Chance): { items: Shown[] } => {
  const kronor = chance.whole(1, 99_999)
  const items = [
    { account: 1930, debit: kronor },
    { account: chance.pick(accounts), credit: kronor },
  ]
  return { items }
}

type Write = Pick<Ask, 'method' | 'path' | 'body' | 'file' | 'apart'> & { as?: Tenant; always?: boolean }

/** Sends a write about a thing, with or without a key; null if the outcome is unknown. */
const send = async (desk: Desk, thing: Thing, write: Write): Promise<Answer | null> => {
  const { as = desk.company.token, always = false, ...rest } = write
  const hasKey = always || desk.chance.happens(WITH_KEY_PERCENT)
  const key = hasKey ? `${thing.mark}-${thing.history.length}`.replaceAll(' ', '_') : null
  const asked: Ask = { ...rest, tenant: as, key, history: thing.history }
  const answer = await desk.courier.ask(asked)
  if (answer && answer.status < 300 && key) desk.keep(asked, answer)
  return answer
}

type Made = { thing: Thing; answer: Answer }

/** Makes something; null when it is not sure to be there, or when the round is over. */
const make = async (desk: Desk, type: string, mark: string, write: Write, wanted: Shown): Promise<Made | null> => {
  if (desk.isOver()) return null
  const thing = desk.model.expect({ mark, company: desk.company.token.id, type, wanted })
  const answer = await send(desk, thing, write)
  if (!answer || answer.status >= 300) return null
  desk.model.confirm(thing, String(answer.body.id))
  return { thing, answer }
}

/** Changes something. Where the answer is lost and there is no key, it is read what it is now. */
const change = async (desk: Desk, { thing }: Made, write: Write, wanted: Shown, read: string): Promise<Made | null> => {
  if (desk.isOver()) return null
  const answer = await send(desk, thing, write)
  if (answer) {
    if (answer.status >= 300) return null
    desk.model.confirm(thing, null, wanted)
    return { thing, answer }
  }
  desk.model.loosen(thing, Object.keys(wanted))
  const now = await desk.courier.ask({ tenant: desk.company.token, method: 'GET', path: read, history: thing.history })
  if (now === null || !fits(now.body, wanted)) return null
  desk.model.confirm(thing, null, wanted)
  return { thing, answer: now }
}

const post = (path: string, body?: object): Write => ({ method: 'POST', path, ...(body ? { body } : {}) })

const newCustomer = (desk: Desk, mark = desk.newMark()): Promise<Made | null> =>
  make(desk, 'customer', mark, post('/customers', { name: mark, type: 'company' }), { type: 'company' })

/** One entry. */
const bookEntry = async (desk: Desk): Promise<void> => {
  const title = desk.newMark()
  const { items } = book(desk.chance)
  const body = { title, date: desk.today, items }
  await make(desk, 'journal-entry', title, post('/journal-entries', body), body)
}

/** An invoice from draft to payment or credit note, as far as the round allows. */
const sell = async (desk: Desk): Promise<void> => {
  const customer = await newCustomer(desk)
  if (!customer) return
  const description = desk.newMark()
  const unitPrice = desk.chance.whole(1, 50_000)
  const customerRef = { id: customer.thing.id }
  const line = { description, itemType: 'salesItem', productType: 'goods', unitPrice, taxRate: 25 }
  const body = { invoiceDate: desk.today, customerRef, lineItems: [line] }
  const wanted = { ...body, totalAmount: unitPrice * 1.25, status: 'draft', invoiceNumber: null }
  const draft = await make(desk, 'invoice', description, post('/invoices', body), wanted)
  if (!draft) return
  const path = `/invoices/${draft.thing.id}`
  const published = await change(desk, draft, post(`${path}/publish`), { status: 'published' }, path)
  if (!published) return
  const { invoiceNumber } = published.answer.body
  desk.model.confirm(published.thing, null, { invoiceNumber })
  const recorded = await record(desk, published, path)
  if (!recorded) return
  await (desk.chance.happens(50) ? pay(desk, recorded, path) : credit(desk, recorded, path))
}

/** Books a document; its entry is a part of what is known of it from then on. */
const record = async (desk: Desk, document: Made, path: string): Promise<Made | null> => {
  const recorded = await change(desk, document, post(`${path}/record`), {}, path)
  const { journalEntryRef } = recorded?.answer.body ?? {}
  if (!recorded || !journalEntryRef) return null
  desk.model.confirm(recorded.thing, null, { journalEntryRef })
  return recorded
}

const pay = async (desk: Desk, invoice: Made, path: string): Promise<void> => {
  const sumBaseCurrency = Number(invoice.answer.body.totalAmount)
  const body = { date: desk.today, sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  const mark = `payment of ${invoice.thing.id}, ${sumBaseCurrency}`
  desk.model.loosen(invoice.thing, ['status'])
  const payment = await make(desk, 'invoice-payment', mark, post(`${path}/payments`, body), body)
  if (!payment) return
  desk.model.confirm(invoice.thing, null, { status: 'paid', paidAmount: sumBaseCurrency })
  // Payments have no address of their own: what is lost without a key stays unknown.
  const write = { ...post(`${path}/payments/${payment.thing.id}/record`), always: true }
  const recorded = await change(desk, payment, write, {}, path)
  if (!recorded) return
  const { journalEntryRef } = recorded.answer.body
  desk.model.confirm(payment.thing, null, { journalEntryRef })
}

const credit = async (desk: Desk, invoice: Made, path: string): Promise<void> => {
  const mark = `credit of ${invoice.thing.id}`
  const { totalAmount } = invoice.answer.body
  // A second one is refused, so without a key the invoice shows the outcome.
  desk.model.loosen(invoice.thing, ['status'])
  const write = { ...post(`${path}/credit`), always: true }
  const note = await make(desk, 'credit-note', mark, write, { totalAmount, invoiceNumber: null, status: 'draft' })
  if (!note) return
  const own = `/credit-notes/${note.thing.id}`
  const published = await change(desk, note, post(`${own}/publish`), { status: 'published' }, own)
  if (!published) return
  const { invoiceNumber } = published.answer.body
  desk.model.confirm(published.thing, null, { invoiceNumber })
  await record(desk, published, own)
}

/** A picture of random colours, so that no two files are the same. */
const picture = ({ whole }: Chance): Buffer => {
  const png = new PNG({ width: 6, height: 6 })
  for (let at = 0; at < png.data.length; at += 1) png.data[at] = whole(0, 255)
  return PNG.sync.write(png)
}

const upload = async (desk: Desk): Promise<void> => {
  const mark = desk.newMark()
  const file = { name: `${mark}.png`, bytes: picture(desk.chance) }
  const wanted = { description: file.name, contentType: 'image/png' }
  const made = await make(desk, 'upload', mark, { method: 'POST', path: '/uploads', file }, wanted)
  if (made) desk.model.keepBytes(made.thing, file.bytes)
}

/** Several things that come with one request, or none of them. */
const makeTogether = async (desk: Desk, kinds: { type: string; wanted: Shown; mark: string }[], write: Write) => {
  if (desk.isOver()) return
  const [{ mark: group } = { mark: '' }] = kinds
  const things = kinds.map((one) => desk.model.expect({ ...one, company: desk.company.token.id, group }))
  const [first] = things
  if (!first) return
  for (const thing of things) thing.history = first.history
  const answer = await send(desk, first, write)
  if (!answer || answer.status >= 300) return
  for (const thing of things) desk.model.confirm(thing, null)
}

/** A file of vouchers with numbers of their own, in a series that only files use. */
const importFile = async (desk: Desk): Promise<void> => {
  const day = desk.today.replaceAll('-', '')
  const vouchers = Array.from({ length: VOUCHERS }, () => {
    const mark = desk.newMark()
    const kronor = desk.chance.whole(1, 9999)
    const [, round = '', writer = '', count = ''] = /^w(\d+)-(\d+)-(\d+)$/.exec(mark) ?? []
    const number = Number(round) * 10_000 + Number(writer) * 1000 + Number(count)
    const rows = `{\r\n#TRANS 1930 {} ${kronor}.00\r\n#TRANS 3001 {} -${kronor}.00\r\n}\r\n`
    const items = [
      { account: 1930, debit: kronor },
      { account: 3001, credit: kronor },
    ]
    const wanted = { items, date: desk.today, journalEntryNumber: `F${number}` }
    return { mark, type: 'journal-entry', wanted, text: `#VER F ${number} ${day} "${mark}"\r\n${rows}` }
  })
  const head = `#FLAGGA 0\r\n#FORMAT PC8\r\n#SIETYP 4\r\n#PROGRAM "Prov" 1\r\n#GEN ${day}\r\n#FNAMN "Prov"\r\n`
  const file = { name: 'vouchers.se', bytes: Buffer.from(head + vouchers.map(({ text }) => text).join('')) }
  await makeTogether(desk, vouchers, { method: 'POST', path: '/sie/import', file })
}

/** Customers and entries in one request, all or none. */
const bulk = async (desk: Desk): Promise<void> => {
  const kinds = Array.from({ length: OPERATIONS }, (_, index) => operationFor(desk, index))
  const operations = kinds.map(({ path, body }) => ({ method: 'POST', path, body }))
  const expected = kinds.map(({ mark, type, body: wanted }) => ({ mark, type, wanted }))
  await makeTogether(desk, expected, post('/bulk', { mode: 'atomic', operations }))
}

/** Customers and entries in one request, each by itself; one is wrong, and the others are none the worse for it. */
const bulkApart = async (desk: Desk): Promise<void> => {
  if (desk.isOver()) return
  const right = Array.from({ length: OPERATIONS }, (_, index) => operationFor(desk, index))
  const refused = desk.chance.whole(0, OPERATIONS - 1)
  const wrong = { ...operationFor(desk, 1), body: { title: 'Fel', date: desk.today, items: [] } }
  const all = [...right.slice(0, refused), wrong, ...right.slice(refused)]
  const company = desk.company.token.id
  const things = right.map(({ mark, type, body: wanted }) => desk.model.expect({ mark, type, wanted, company }))
  const [first] = things
  if (!first) return
  for (const thing of things) thing.history = first.history
  const operations = all.map(({ path, body }) => ({ method: 'POST', path, body }))
  const write = { ...post('/bulk', { mode: 'independent', operations }), apart: { refused } }
  const answer = await send(desk, first, write)
  if (!answer || answer.status >= 300) return
  const results = (answer.body.results as Shown[]).toSpliced(refused, 1)
  for (const [index, thing] of things.entries()) {
    const { status, body } = results[index] as { status: number; body: Shown }
    if (status < 300) desk.model.confirm(thing, String(body.id))
  }
}

const operationFor = (desk: Desk, index: number) => {
  const mark = desk.newMark()
  return index % 2 === 0
    ? { mark, type: 'customer', path: '/customers', body: { name: mark, type: 'company' } }
    : {
        mark,
        type: 'journal-entry',
        path: '/journal-entries',
        body: { title: mark, date: desk.today, ...book(desk.chance) },
      }
}

/** A statement of the bank with two transactions; one of them is booked on an account. */
const reconcile = async (desk: Desk): Promise<void> => {
  const entries = [desk.newMark(), desk.newMark()].map((reference) => ({
    ore: BigInt(desk.chance.whole(100, 999_999)),
    date: desk.today,
    reference,
    info: reference,
  }))
  const [{ reference: first = '' } = {}] = entries
  const file = { name: 'statement.xml', bytes: camtFile({ statements: [{ id: first, entries }] }) }
  const kinds = entries.map(({ reference, ore }) => {
    return { mark: reference, type: 'bank-transaction', wanted: { amount: Number(ore) / 100, message: reference } }
  })
  if (desk.isOver()) return
  const things = kinds.map((one) => desk.model.expect({ ...one, company: desk.company.token.id, group: first }))
  const [thing] = things
  if (!thing) return
  for (const one of things) one.history = thing.history
  const imported = await send(desk, thing, { method: 'POST', path: '/bank-statements', file })
  if (!imported || imported.status >= 300) return
  for (const one of things) desk.model.confirm(one, null)
  const [statement] = imported.body.statements as Shown[]
  const path = `/bank-statements/${statement?.id}/transactions`
  const list = await desk.courier.ask({ tenant: desk.company.token, method: 'GET', path })
  const shown = (list?.body.items as Shown[] | undefined)?.find(({ bankReference }) => bankReference === first)
  if (!shown || desk.isOver()) return
  desk.model.confirm(thing, String(shown.id))
  const title = desk.newMark()
  const entry = desk.model.expect({ mark: title, company: desk.company.token.id, type: 'journal-entry', wanted: {} })
  entry.history = thing.history
  const write = post(`${path}/${shown.id}/match`, { account: 3740, title })
  const matched = await send(desk, thing, write)
  const { journalEntryRef } = matched?.body ?? {}
  if (!matched || matched.status >= 300) return
  desk.model.confirm(thing, String(shown.id), { journalEntryRef, matchedWith: { account: 3740 } })
  desk.model.confirm(entry, String((journalEntryRef as Shown).id))
}

/** Replaces a customer as a whole, and again: what the second leaves out is gone. */
const rewriteCustomer = async (desk: Desk): Promise<void> => {
  const customer = await newCustomer(desk)
  if (!customer) return
  const { id, mark } = customer.thing
  const path = `/customers/${id}`
  const one = { name: mark, type: 'company', paymentTerms: String(desk.chance.whole(5, 90)), language: 'en' }
  const rewritten = await change(desk, customer, { method: 'PUT', path, body: one }, one, path)
  if (!rewritten) return
  const other = { name: mark, type: 'private' }
  await change(
    desk,
    rewritten,
    { method: 'PUT', path, body: other },
    { ...other, paymentTerms: undefined, language: 'sv' },
    path,
  )
}

/** Replaces the lines of a draft: those that are left out are gone, and their sum with them. */
const rewriteDraft = async (desk: Desk): Promise<void> => {
  const customer = await newCustomer(desk)
  if (!customer) return
  const description = desk.newMark()
  const bodyOf = (prices: readonly number[]) => ({
    invoiceDate: desk.today,
    customerRef: { id: customer.thing.id },
    lineItems: prices.map((unitPrice) => ({
      description,
      itemType: 'salesItem',
      productType: 'goods',
      unitPrice,
      taxRate: 25,
    })),
  })
  const wantedOf = (prices: readonly number[]) => ({
    ...bodyOf(prices),
    totalAmount: prices.reduce((sum, price) => sum + price, 0) * 1.25,
    status: 'draft',
  })
  const price = () => desk.chance.whole(1, 9999)
  const first = [price(), price(), price()]
  let draft = await make(desk, 'invoice', description, post('/invoices', bodyOf(first)), wantedOf(first))
  for (const prices of [[price()], [price(), price()]]) {
    if (!draft) return
    const path = `/invoices/${draft.thing.id}`
    draft = await change(desk, draft, { method: 'PUT', path, body: bodyOf(prices) }, wantedOf(prices), path)
  }
}

/** Created by mistake, and deleted. */
const remove = async (desk: Desk): Promise<void> => {
  const customer = await newCustomer(desk)
  if (customer && !desk.isOver()) await removeAt(desk, customer, { path: `/customers/${customer.thing.id}` })
}

const removeAt = async (desk: Desk, { thing }: Made, write: Omit<Write, 'method'>): Promise<void> => {
  const answer = await send(desk, thing, { ...write, method: 'DELETE' })
  if (answer === null || answer.status < 300) desk.model.remove(thing, answer !== null)
}

/** A token that its owner makes; most are revoked, since a company has only so many. */
const makeToken = async (desk: Desk): Promise<void> => {
  const name = desk.newMark()
  const as = desk.company.owner
  const write = { ...post('/tokens', { name, scopes: ['events:read'] }), as, always: true }
  const made = await make(desk, 'token', name, write, {})
  if (made) await removeAt(desk, made, { path: `/tokens/${made.thing.id}`, as, always: true })
}

/** A webhook of what never happens here, made and removed: a company may have only so many. */
const makeWebhook = async (desk: Desk): Promise<void> => {
  const mark = desk.newMark()
  const body = { url: `http://127.0.0.1:9/${mark}`, kinds: ['tag-group.created'] }
  const made = await make(desk, 'webhook', mark, { ...post('/webhooks', body), always: true }, { isActive: true })
  if (made) await removeAt(desk, made, { path: `/webhooks/${made.thing.id}`, always: true })
}

type Story = { name: string; weight: number; tell: (desk: Desk) => Promise<void> }

const stories: readonly Story[] = [
  { name: 'entry', weight: 8, tell: bookEntry },
  { name: 'sale', weight: 8, tell: sell },
  { name: 'upload', weight: 3, tell: upload },
  { name: 'import', weight: 1, tell: importFile },
  { name: 'bulk', weight: 2, tell: bulk },
  { name: 'bulk apart', weight: 2, tell: bulkApart },
  { name: 'rewritten customer', weight: 2, tell: rewriteCustomer },
  { name: 'rewritten draft', weight: 2, tell: rewriteDraft },
  { name: 'bank', weight: 2, tell: reconcile },
  { name: 'removal', weight: 2, tell: remove },
  { name: 'token', weight: 1, tell: makeToken },
  { name: 'webhook', weight: 1, tell: makeWebhook },
]

/** A story by its weight. */
export const pickStory = (chance: Chance): Story =>
  chance.pick(stories.flatMap((story) => Array<Story>(story.weight).fill(story)))
