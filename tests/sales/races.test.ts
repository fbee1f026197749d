// What happens at the same time, through two services on one database: each number and each entry is given once, and
// the second request is told so.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { salesContribution } from '#sales'
import { checkedCompany, checkedRequests } from '#support/checked'
import { jpegFile, pngFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from './invoicing.ts'

let service: Service
let second: Service
let company: TestCompany
/** The same company through both services. */
let here: TestCompany
let there: TestCompany

beforeAll(async () => {
  service = await startService()
  second = await startService({ beside: service })
})
afterAll(async () => {
  await second.close()
  await service.close()
})
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
  here = company
  const url = `${second.base}/companies/${company.id}`
  there = { ...company, url, ...checkedRequests(url, company.token) }
})

/** How often each race is run: who wins is up to the moment. */
const ROUNDS = 4
/** How many documents are published at once: more than there are connections. */
const MANY = 20
/** Many documents are made and rendered; in milliseconds. */
const LONG = { timeout: 240_000 }

const done = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

/** A request, sent through one of the services. */
type Ask = (through: TestCompany) => Promise<Answer>

/** Sends requests at the same moment, each through both services when `doubled`. */
const together = (asks: readonly Ask[], { doubled = false } = {}): Promise<Answer[]> =>
  Promise.all(asks.flatMap((ask, index) => (doubled ? [ask(here), ask(there)] : [ask(index % 2 ? there : here)])))

const post =
  (path: string, body?: unknown): Ask =>
  (through) =>
    through.post(path, body)
const remove =
  (path: string): Ask =>
  (through) =>
    through.delete(path)

const draft = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await madeInvoice(company, { lineItems: [aLine({ quantity: 10 })], ...changes })).id
const publishedOne = async () => published(company, await draft())
const recordedOne = async () => {
  const { id } = await publishedOne()
  return done(await company.post(`/invoices/${id}/record`))
}

const balanceOf = async (account: number) => done(await company.get(`/chart-of-accounts/${account}`)).accountBalance
const entryCount = async () => (await company.get('/journal-entries?pageSize=1')).body.totalItems

/** Numbers of invoices and credit notes together, in order. */
const numbers = async (): Promise<number[]> => {
  const found: number[] = []
  for (const path of ['/invoices', '/credit-notes']) {
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body }: Answer = await company.get(`${path}?pageSize=100&cursor=${encodeURIComponent(cursor)}`)
      for (const { invoiceNumber } of body.items) if (invoiceNumber !== null) found.push(Number(invoiceNumber))
      cursor = body.nextCursor
    }
  }
  return found.sort((one, other) => one - other)
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Books and sales must be sound after each test. */
const expectSound = async () => {
  await service.operateFor(company.id, async (call) => {
    expect(await salesContribution.verify(call)).toEqual([])
    expect((await ledgerContribution.verifyBooks(call)).fault).toBeNull()
  })
}

describe('done twice at once', () => {
  test('a publication gives one number', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const id = await draft()
      const answers = await together([post(`/invoices/${id}/publish`)], { doubled: true })
      expect(statuses(answers)).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)?.body.message).toContain(`as number ${round}`)
    }
    expect(await numbers()).toEqual(upTo(ROUNDS))
    await expectSound()
  })

  test('a recording books one entry', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await publishedOne()
      const answers = await together([post(`/invoices/${id}/record`)], { doubled: true })
      expect(statuses(answers)).toEqual([200, 400])
      expect(await entryCount()).toBe(round)
    }
    expect(await balanceOf(1510)).toBe(1250 * ROUNDS)
    await expectSound()
  })

  test('a recording of a payment books one entry', LONG, async () => {
    const { id } = await recordedOne()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const payment = { date: '2026-06-10', sumBaseCurrency: 10, bookkeepingAccountNumber: 1930 }
      const { id: paymentId } = done(await company.post(`/invoices/${id}/payments`, payment))
      const record = post(`/invoices/${id}/payments/${paymentId}/record`)
      expect(statuses(await together([record], { doubled: true }))).toEqual([200, 400])
      expect(await balanceOf(1930)).toBe(10 * round)
    }
    await expectSound()
  })

  test('a credit note takes one number, and one entry', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id: invoiceId } = await recordedOne()
      const { id } = done(await company.post(`/invoices/${invoiceId}/credit`))
      for (const action of ['publish', 'record']) {
        const answers = await together([post(`/credit-notes/${id}/${action}`)], { doubled: true })
        expect(statuses(answers), action).toEqual([200, 400])
      }
      expect([await entryCount(), await balanceOf(1510)]).toEqual([2 * round, 0])
    }
    expect(await numbers()).toEqual(upTo(2 * ROUNDS))
    await expectSound()
  })
})

describe('one against the other', () => {
  test('a payment is recorded, or deleted, and never both', LONG, async () => {
    const { id } = await recordedOne()
    let recorded = 0
    for (let round = 1; round <= ROUNDS; round += 1) {
      const payment = { date: '2026-06-10', sumBaseCurrency: 10, bookkeepingAccountNumber: 1930 }
      const { id: paymentId } = done(await company.post(`/invoices/${id}/payments`, payment))
      const path = `/invoices/${id}/payments/${paymentId}`
      const [record, removal] = await together([post(`${path}/record`), remove(path)])
      const outcome = [record?.status, removal?.status]
      expect([
        [200, 400],
        [404, 204],
      ]).toContainEqual(outcome)
      if (outcome[0] === 200) recorded += 1
      expect((await company.get(path)).status).toBe(outcome[0])
    }
    expect([await balanceOf(1930), await entryCount()]).toEqual([10 * recorded, 1 + recorded])
    expect(done(await company.get(`/invoices/${id}`)).paidAmount).toBe(10 * recorded)
    await expectSound()
  })

  test('of credit notes that each credit the whole, one is published', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await publishedOne()
      const drafts = await together([post(`/invoices/${id}/credit`)], { doubled: true })
      const publications = drafts.map((note) => post(`/credit-notes/${done(note).id}/publish`))
      const answers = await together(publications)
      expect(statuses(answers)).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)?.body.code).toBe('operation-not-allowed')
      expect(done(await company.get(`/invoices/${id}`)).status).toBe('credited')
    }
    expect(await numbers()).toEqual(upTo(2 * ROUNDS))
    await expectSound()
  })

  test('credit notes of parts never come to more than the whole', LONG, async () => {
    const { id } = await recordedOne()
    const notes = await Promise.all(
      upTo(6).map(async () => {
        const note = done(await company.post(`/invoices/${id}/credit`))
        const lineItems = [{ id: 1, itemType: 'salesItem', quantity: 3 }]
        return done(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems })).id
      }),
    )
    const answers = await together(notes.map((note) => post(`/credit-notes/${note}/publish`)))
    expect(statuses(answers)).toEqual([200, 200, 200, 400, 400, 400])
    await expectSound()
  })

  test('a recording comes after the publication, or is refused', LONG, async () => {
    let entries = 0
    for (let round = 1; round <= ROUNDS; round += 1) {
      const id = await draft()
      const [publication, record] = await together([post(`/invoices/${id}/publish`), post(`/invoices/${id}/record`)])
      expect(publication?.status).toBe(200)
      expect([200, 400]).toContain(record?.status)
      if (record?.status === 200) entries += 1
      expect(await entryCount()).toBe(entries)
    }
    await expectSound()
  })

  test('a draft is published as it was before a change, or after it', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await madeInvoice(company)
      const path = `/invoices/${before.id}`
      const change: Ask = (through) => through.put(path, { ...before, lineItems: [aLine({ unitPrice: 700 })] })
      const [publication, changed] = await together([post(`${path}/publish`), change])
      expect(publication?.status).toBe(200)
      expect([200, 400]).toContain(changed?.status)
      const after = done(await company.get(path))
      expect(after.totalAmount).toBe(changed?.status === 200 ? 875 : 125)
      expect(publication?.body.totalAmount).toBe(after.totalAmount)
    }
    await expectSound()
  })

  test('a draft is published, or deleted, and no number is lost', LONG, async () => {
    let count = 0
    for (let round = 1; round <= ROUNDS; round += 1) {
      const id = await draft()
      const [publication, removal] = await together([post(`/invoices/${id}/publish`), remove(`/invoices/${id}`)])
      const outcome = [publication?.status, removal?.status]
      expect([
        [200, 400],
        [404, 204],
      ]).toContainEqual(outcome)
      if (outcome[0] === 200) count += 1
    }
    await published(company, await draft())
    expect(await numbers()).toEqual(upTo(count + 1))
    await expectSound()
  })

  test('an attachment is on the invoice before it is published, or not at all', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const id = await draft()
      const attach: Ask = (through) => through.upload(`/invoices/${id}/attachments`, 'foto.jpg', jpegFile())
      const answers = await together([attach, post(`/invoices/${id}/publish`)])
      expect(answers[1]?.status).toBe(200)
      const attached = answers[0]?.status === 200 ? 1 : 0
      expect(done(await company.get(`/invoices/${id}`)).attachmentRefs).toHaveLength(attached)
      expect(answers[1]?.body.attachmentRefs).toHaveLength(attached)
    }
    await expectSound()
  })

  test('a customer is deleted, or invoiced', LONG, async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await madeCustomer(company)
      const invoice = { invoiceDate: '2026-06-10', customerRef: { id }, lineItems: [aLine()] }
      const [made, removal] = await together([post('/invoices', invoice), remove(`/customers/${id}`)])
      expect([
        [200, 400],
        [400, 204],
      ]).toContainEqual([made?.status, removal?.status])
    }
  })
})

describe('many at once', () => {
  test('twenty drafts get twenty numbers, and twenty entries', LONG, async () => {
    const customerRef = { id: (await madeCustomer(company)).id }
    const ids = await Promise.all(upTo(MANY).map(() => draft({ customerRef })))
    const publications = await together(ids.map((id) => post(`/invoices/${id}/publish`)))
    const given = publications.map((answer) => Number(done(answer).invoiceNumber))
    expect(given.sort((one, other) => one - other)).toEqual(upTo(MANY))
    const records = await together(ids.map((id) => post(`/invoices/${id}/record`)))
    const entries = new Set(records.map((answer) => done(answer).journalEntryRef.id))
    expect(entries.size).toBe(MANY)
    expect([await entryCount(), await balanceOf(1510)]).toEqual([MANY, 1250 * MANY])
    const last = (await company.get('/journal-entries?pageSize=1')).body.items[0]
    expect(last.journalEntryNumber).toBe(`V${MANY}`)
    await expectSound()
  })

  test('any requests on a few documents leave them sound', LONG, async () => {
    const ids = await Promise.all(upTo(4).map(() => draft()))
    const notes = new Set<string>()
    const payments = new Map<string, string>()
    const asksBy = (random: () => number): Ask => {
      const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
      const credited: Ask = async (through) => {
        const answer = await through.post(`/invoices/${any(ids)}/credit`)
        if (answer.status === 200) notes.add(answer.body.id)
        return answer
      }
      const paid: Ask = async (through) => {
        const id = any(ids)
        const body = { date: '2026-06-10', sumBaseCurrency: 100, bookkeepingAccountNumber: 1930 }
        const answer = await through.post(`/invoices/${id}/payments`, body)
        if (answer.status === 200) payments.set(answer.body.id, `/invoices/${id}/payments/${answer.body.id}`)
        // A published invoice can be paid in any state.
        if (id !== ids[3]) expect(answer.status, answer.text).toBe(200)
        return answer
      }
      const noteNow = () => any([...notes, ids[0]])
      const paymentNow = () => any([...payments.values(), `/invoices/${ids[0]}/payments/${ids[0]}`])
      const cut: Ask = async (through) => {
        const path = `/credit-notes/${noteNow()}`
        const quantity = 1 + Math.floor(random() * 3)
        const { body, headers } = await through.get(path)
        const lineItems = [{ id: 1, itemType: 'salesItem', quantity }]
        return through.put(path, { ...body, lineItems }, { 'if-match': headers.get('etag') ?? '*' })
      }
      const asks: Ask[] = [
        (through) => through.post(`/invoices/${any(ids)}/publish`),
        (through) => through.post(`/invoices/${any(ids)}/record`),
        credited,
        cut,
        (through) => through.post(`/credit-notes/${noteNow()}/publish`),
        (through) => through.post(`/credit-notes/${noteNow()}/publish`),
        (through) => through.post(`/credit-notes/${noteNow()}/record`),
        (through) => through.delete(`/credit-notes/${noteNow()}`),
        paid,
        paid,
        (through) => through.post(`${paymentNow()}/record`),
        (through) => through.delete(paymentNow()),
        (through) => through.upload(`/invoices/${any(ids)}/attachments`, 'bild.png', pngFile()),
      ]
      return (through) => any(asks)(through)
    }
    for (const id of ids.slice(0, 3)) await published(company, id)
    const seen = new Map<number, number>()
    const client = async (through: TestCompany, place: number) => {
      const ask = asksBy(randomOf(20261121 + place))
      for (let count = 0; count < 25; count += 1) {
        const { status, text } = await ask(through)
        expect([200, 204, 400, 404, 412], text).toContain(status)
        seen.set(status, (seen.get(status) ?? 0) + 1)
      }
    }
    await Promise.all([here, there, here, there, here, there].map(client))
    // Each asks the same at every run: for 17 payments of published invoices, and for the first credit note of each.
    expect(seen.get(200)).toBeGreaterThan(20)
    expect(await numbers()).toEqual(upTo((await numbers()).length))
    await expectSound()
  })
})

/** The same numbers from 0 to 1 every time (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
