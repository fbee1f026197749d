// Files from outside delay no request: each is read in a thread, in which the worst that may be sent takes its time
// while the event loop goes round, what it holds is stored in pieces, and what is too much is refused in words.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { keepReturn } from '#mail/mail-return'
import type { MailListener } from '#mail-in'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { type Ask, callingAs } from '#support/calling'
import { ok } from '#support/entries'
import { EVERY_MS, every } from '#support/every'
import { listenOn, MAIL_DOMAIN } from '#support/mail-in'
import { drafted } from '#support/owned'
import { IBAN } from '#support/samples/camt-file'
import { type Entrance, heaviestFiles, worstFiles } from '#support/samples/worst-files'
import { request, type Service, startService, type TestCompany } from '#support/service'

/** How often the loop goes round at least while a file is read: thousands of times, were nothing else to be done. */
const LEAST_TURNS = 20

let service: Service
let listener: MailListener
let company: TestCompany
let ask: Ask

beforeAll(async () => {
  service = await startService()
  listener = await listenOn(service)
  company = await service.newCompany()
  ask = await callingAs(service, company, 'administrator')
})
afterAll(async () => {
  await listener.close()
  await service.close()
})

const formOf = (bytes: Buffer): FormData => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'file')
  return form
}

/** Brings a mail, and answers what the server says: from 500 on that it is not taken, below that to come again. */
const bring = async (raw: Buffer, from: string, to: string): Promise<number> => {
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  const cause = await transport.sendMail({ envelope: { from, to: [to] }, raw }).then(
    () => null,
    (error: { responseCode?: number }) => error,
  )
  return cause === null ? 250 : (cause.responseCode ?? 0)
}

const mailAddress = async (): Promise<string> => (await ask('POST', '/mail-address')).body.address

const reportAddress = async (): Promise<string> => {
  const mailId = newId()
  const returned = { mailId, companyId: company.id, errand: 'invoice', recipient: 'karin@kund.example' }
  await keepReturn(service.database, returned, service.now())
  const { local } = await service.database.one<{ local: string }>(
    sql`select local_part as local from platform.mail_return where mail_id = ${mailId}`,
  )
  return `${local}@${MAIL_DOMAIN}`
}

const uploaded = async (path: string, bytes: Buffer): Promise<number> =>
  (await company.upload(path, 'file', bytes)).status

/** What is answered to a file there. */
const send: Record<Entrance, (bytes: Buffer) => Promise<number>> = {
  upload: (bytes) => uploaded('/uploads', bytes),
  attachment: async (bytes) => {
    const { id } = await drafted(company, '2026-06-10', 100)
    return uploaded(`/invoices/${id}/attachments`, bytes)
  },
  logo: async (bytes) => (await ask('PUT', '/sales-settings/logo', formOf(bytes))).status,
  'e-invoice': (bytes) => uploaded('/supplier-invoices/e-invoices', bytes),
  statement: (bytes) => uploaded('/bank-statements', bytes),
  'SIE file': (bytes) => uploaded('/sie/import', bytes),
  mail: async (bytes) => bring(bytes, 'a@b.example', await mailAddress()),
  report: async (bytes) => bring(bytes, '', await reportAddress()),
}

/** What is an answer to a file, be it taken or refused; mails go back for good, or are taken. */
const answers: readonly number[] = [200, 201, 400, 409, 250, 554]

type Told = { program: string; state: 'begun' | 'ended' }

/** How many pieces of work the threads of a program are given meanwhile, and how often the loop goes round in that. */
const watching = async <T>(program: string, work: () => Promise<T>) => {
  let begun = 0
  let under = 0
  let turns = 0
  const turn = () => {
    if (under === 0) return
    turns += 1
    setImmediate(turn)
  }
  const hear = (message: unknown) => {
    const told = message as Told
    if (told.program !== program) return
    under += told.state === 'begun' ? 1 : -1
    if (told.state === 'begun') begun += 1
    if (told.state === 'begun' && under === 1) setImmediate(turn)
  }
  subscribe('grundbok:threads', hear)
  try {
    return { outcome: await work(), begun, turns }
  } finally {
    unsubscribe('grundbok:threads', hear)
  }
}

test('each file is read in a thread, and the event loop goes round meanwhile', { timeout: EVERY_MS }, () =>
  every(
    worstFiles,
    ({ name }) => name,
    async ({ entrance, program, make }) => {
      const bytes = make()
      const { outcome, begun, turns } = await watching(program, () => send[entrance](bytes))
      expect(answers).toContain(outcome)
      expect(begun, 'pieces of work for a thread').toBeGreaterThan(0)
      expect(turns, 'turns of the loop').toBeGreaterThanOrEqual(LEAST_TURNS)
    },
  ),
)

/** What the longest stop of the loop may be of the whole time that a file takes to be read and stored. */
const MOST_STANDING = 0.05

/** The longest stop of the event loop during work, as a share of the work's time: machines are fast or slow. */
const standing = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  let last = begun
  let longest = 0
  let isDone = false
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return longest / (performance.now() - begun)
}

const heaviest = (entrance: string) => heaviestFiles.filter((file) => file.entrance === entrance)

test('what many entries and objects bring is stored in pieces', { timeout: EVERY_MS }, async () => {
  const files = [...heaviest('statement'), ...heaviest('SIE file').filter(({ name }) => name.includes('objects'))]
  await every(
    files,
    ({ name }) => name,
    async ({ entrance, make }) => {
      const own = await service.newCompany()
      await service.operateFor(own.id, (call) =>
        bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
      )
      const bytes = make()
      const path = entrance === 'statement' ? '/bank-statements' : '/sie/import'
      const share = await standing(async () => ok(await own.upload(path, 'file', bytes)))
      expect(share).toBeLessThan(MOST_STANDING)
      const { all, numbers } = await service.database.of(own.id).one<{ all: bigint; numbers: bigint }>(sql`
        select count(*) as all, coalesce(1 + max(number) - min(number), 0) as numbers
        from platform.event where tenant_id = ${own.id}`)
      expect([all, all > (entrance === 'statement' ? 50_000n : 0n)]).toEqual([numbers, true])
    },
  )
})

test('large bodies are read in a thread', { timeout: EVERY_MS }, () =>
  every(
    [...heaviest('body'), ...heaviest('bulk')],
    ({ name }) => name,
    async ({ entrance, make }) => {
      const path = `${company.url}/${entrance === 'bulk' ? 'bulk' : 'journal-entries'}`
      const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
      const body = Uint8Array.from(make())
      const { outcome, begun } = await watching('json-worker', () => request(path, { method: 'POST', headers, body }))
      expect([outcome.status, begun]).toEqual([expect.toSatisfy((one: number) => answers.includes(one)), 1])
    },
  ),
)

test('fonts are read and letters set in a thread', async () => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  // Letters whose shapes depend on each other, as many as a document may have.
  const line = {
    description: 'क्षि'.repeat(500),
    itemType: 'salesItem',
    productType: 'goods',
    unitPrice: 1,
    taxRate: 25,
  }
  const lineItems = Array.from({ length: 20 }, () => line)
  const { id } = ok(
    await company.post('/invoices', { invoiceDate: '2026-06-10', customerRef: { id: customer.id }, lineItems }),
  )
  const { outcome, begun, turns } = await watching('pdf-worker', () => company.get(`/invoices/${id}/preview`))
  expect([outcome.status, begun]).toEqual([200, 1])
  expect(turns, 'turns of the loop').toBeGreaterThanOrEqual(LEAST_TURNS)
})

test('PDFs of a page each are made one after the other in one thread', async () => {
  const own = await service.newCompany()
  const reports = ['trial-balance', 'income-statement', 'balance-sheet', 'general-ledger']
  let started = 0
  const count = () => {
    started += 1
  }
  subscribe('worker_threads', count)
  try {
    for (const report of reports) {
      const answer = await own.get(`/reports/${report}?format=pdf`)
      expect(answer.status, answer.text.slice(0, 200)).toBe(200)
    }
  } finally {
    unsubscribe('worker_threads', count)
  }
  expect(started).toBeLessThanOrEqual(1)
})

/** How many files one token sends at once. */
const MANY = 12

test('many files of one company hold up no other: its own takes its turn', async () => {
  const other = await service.newCompany()
  const { make } = worstFiles.find(({ entrance }) => entrance === 'e-invoice') ?? {}
  const bytes = make?.() ?? Buffer.of()
  let done = 0
  const many = Array.from({ length: MANY }, async () => {
    await company.upload('/supplier-invoices/e-invoices', 'faktura.xml', bytes)
    done += 1
  })
  const { status } = await other.upload('/supplier-invoices/e-invoices', 'faktura.xml', bytes)
  const before = done
  await Promise.all(many)
  expect(status).toBe(200)
  expect(before).toBeLessThan(MANY / 2)
})
