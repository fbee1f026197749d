// The Idempotency-Key: whoever does not know whether a write came through sends it again, and it happens once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#app'
import { audienceOf, forgetOldAnswers, isWrite, KEY_LIFETIME_MS, type Row } from '#http'
import { createToken } from '#identity'
import { createAccount } from '#ledger'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newIntegration, type TestIntegration } from '#support/callers'
import { check, checkedCompany, checkedRequests } from '#support/checked'
import { type Answer, anEntry, request, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let integration: TestIntegration
let general: string
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  integration = await newIntegration(service)
  general = await integration.general()
})
afterAll(() => service.close())

const REPLAYED = 'idempotent-replayed'

const withKey = (key: string) => ({ 'idempotency-key': key })

const book = (body: unknown, key: string, from: Pick<TestCompany, 'post'> = company) =>
  from.post('/journal-entries', body, withKey(key))

const entriesOf = async ({ id }: TestCompany): Promise<number> => {
  const { count } = await service.database.one<{ count: bigint }>(
    sql`select count(*) from ledger.journal_entry where company_id = ${id}`,
  )
  return Number(count)
}

const voucherFile = (title: string) =>
  [
    ...['#FLAGGA 0', '#PROGRAM "Prov" 1', '#FORMAT PC8', '#GEN 20260601', '#SIETYP 4', '#FNAMN "Prov"'],
    ...[`#VER "A" "" 20260301 "${title}"`, '{', '#TRANS 5010 {} 100.00', '#TRANS 1930 {} -100.00', '}', ''],
  ].join('\r\n')

const uploadOf = (text: string) => () => {
  const body = new FormData()
  body.append('file', new Blob([text]), 'prov.se')
  return { body }
}

const jsonOf = (value: unknown) => () => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

/** A write: where, and what is sent; made anew for each request, as a client that repeats itself does. */
type Write = { path: string; init: () => RequestInit }

/** For each row that writes: a request, and another one that the same key must not stand for. */
const writes: Record<string, (entry: string, comment: string, connection: string) => [Write, Write]> = {
  createJournalEntry: () => [
    { path: '/journal-entries', init: jsonOf(anEntry()) },
    { path: '/journal-entries', init: jsonOf(anEntry({ title: 'Annat' })) },
  ],
  reverseJournalEntry: (entry) => [
    { path: `/journal-entries/${entry}/reverse`, init: () => ({}) },
    { path: `/journal-entries/${newId()}/reverse`, init: () => ({}) },
  ],
  createJournalEntryComment: (entry) => [
    { path: `/journal-entries/${entry}/comments`, init: jsonOf({ content: 'Ett' }) },
    { path: `/journal-entries/${entry}/comments`, init: jsonOf({ content: 'Två' }) },
  ],
  updateJournalEntryComment: (entry, comment) => [
    { path: `/journal-entries/${entry}/comments/${comment}`, init: jsonOf({ content: 'Ett' }) },
    { path: `/journal-entries/${entry}/comments/${comment}`, init: jsonOf({ content: 'Två' }) },
  ],
  deleteJournalEntryComment: (entry, comment) => [
    { path: `/journal-entries/${entry}/comments/${comment}`, init: () => ({}) },
    { path: `/journal-entries/${entry}/comments/${newId()}`, init: () => ({}) },
  ],
  deleteConnection: (_entry, _comment, connection) => [
    { path: `/connections/${connection}`, init: () => ({}) },
    { path: `/connections/${newId()}`, init: () => ({}) },
  ],
  importSie: () => [
    { path: '/sie/import', init: uploadOf(voucherFile('Ett')) },
    { path: '/sie/import', init: uploadOf(voucherFile('Två')) },
  ],
}

const sendWrite = async (row: Row, { path, init }: Write, key: string): Promise<Answer> => {
  const { headers, ...rest } = init()
  const [base, token] = audienceOf(row) === 'company' ? [company.url, company.token] : [service.base, general]
  const sent = { ...(headers as Record<string, string>), ...withKey(key), authorization: `Bearer ${token}` }
  const answer = await request(`${base}${path}`, { ...rest, method: row.method, headers: sent })
  check(row.method, new URL(`${base}${path}`).pathname, answer)
  return answer
}

describe.each(rows.filter(isWrite))('$operationId', (row) => {
  const writesOf = async (): Promise<[Write, Write]> => {
    const entry = (await company.post('/journal-entries', anEntry())).body.id
    const comment = (await company.post(`/journal-entries/${entry}/comments`, { content: 'Noll' })).body.id
    const make = writes[row.operationId]
    if (!make) throw new Error(`Say here how ${row.operationId} is called`)
    const { connectionId } = await integration.connect({ type: 'company', id: company.id })
    return make(entry, comment, connectionId)
  }

  test('repeats its first answer, byte for byte', async () => {
    const [write] = await writesOf()
    const first = await sendWrite(row, write, `repeat ${row.operationId}`.replaceAll(' ', '-'))
    expect(first.status, first.text).toBeLessThan(300)
    expect(first.headers.get(REPLAYED)).toBeNull()
    const booked = await entriesOf(company)
    for (const _ of [1, 2]) {
      const again = await sendWrite(row, write, `repeat-${row.operationId}`)
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get(REPLAYED)).toBe('true')
      for (const name of ['etag', 'content-type']) expect(again.headers.get(name)).toBe(first.headers.get(name))
    }
    expect(await entriesOf(company)).toBe(booked)
  })

  test('refuses the key of another request', async () => {
    const [write, other] = await writesOf()
    await sendWrite(row, write, `reuse-${row.operationId}`)
    const answer = await sendWrite(row, other, `reuse-${row.operationId}`)
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency-key-reuse'])
    const again = await sendWrite(row, write, `reuse-${row.operationId}`)
    expect(again.headers.get(REPLAYED)).toBe('true')
  })

  test('refuses a key that is none', async () => {
    const [write] = await writesOf()
    for (const key of ['', ' ', 'two words', 'x'.repeat(256), 'é', 'a\tb']) {
      const answer = await sendWrite(row, write, key)
      expect(answer.status, key).toBe(400)
      expect(answer.body.errors).toEqual([{ field: 'Idempotency-Key', message: expect.any(String) }])
    }
    expect((await sendWrite(row, write, `!~${row.operationId}`.padEnd(255, 'x'))).status).toBeLessThan(300)
  })
})

describe('a key', () => {
  test('belongs to one token and one company', async () => {
    const [twin, second] = [
      checkedCompany(await service.newCompany()),
      await service.operateFor(company.id, (call) =>
        createToken(call, { name: 'Annan', scopes: ['journal-entries:write'] }),
      ),
    ]
    const first = await book(anEntry(), 'shared')
    const others = [
      await book(anEntry(), 'shared', checkedRequests(company.url, second.token)),
      await book(anEntry(), 'shared', twin),
    ]
    for (const { status, headers, body } of others) {
      expect([status, headers.get(REPLAYED)]).toEqual([200, null])
      expect(body.id).not.toBe(first.body.id)
    }
  })

  test('stands for what is said, however it is written', async () => {
    const { title, date, items } = anEntry()
    const first = await book({ title, date, items }, 'written')
    const headers = {
      authorization: `Bearer ${company.token}`,
      'content-type': 'application/json',
      ...withKey('written'),
    }
    const body = JSON.stringify({ items, date, title }, null, 2).replace('500', '5.00e2')
    const again = await request(`${company.url}/journal-entries`, { method: 'POST', headers, body })
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  test('keeps a refusal too, also when its reason is gone', async () => {
    const items = [
      { account: 1935, debit: 1 },
      { account: 1930, credit: 1 },
    ]
    const first = await book(anEntry({ items }), 'refused')
    expect(first.status).toBe(400)
    await service.operateFor(company.id, (call) => createAccount(call, { number: 1935, name: 'Ny' }))
    const again = await book(anEntry({ items }), 'refused')
    expect([again.status, again.text, again.headers.get(REPLAYED)]).toEqual([400, first.text, 'true'])
    expect((await book(anEntry({ items }), 'refused-2')).status).toBe(200)
  })

  test('is not used up by a body that has not the form of one', async () => {
    expect((await book({ title: 5 }, 'form')).status).toBe(400)
    expect((await book(anEntry(), 'form')).status).toBe(200)
  })

  test('is free again after 24 hours', async () => {
    const twin = checkedCompany(await service.newCompany())
    const first = await book(anEntry(), 'day', twin)
    try {
      service.setNow(new Date(START.getTime() + KEY_LIFETIME_MS - 1))
      expect((await book(anEntry(), 'day', twin)).text).toBe(first.text)
      expect(await forgetOldAnswers(service.database, service.now())).toBe(0)
      service.setNow(new Date(START.getTime() + KEY_LIFETIME_MS))
      const later = await book(anEntry({ title: 'Annat' }), 'day', twin)
      expect([later.status, later.headers.get(REPLAYED)]).toEqual([200, null])
      expect((await book(anEntry({ title: 'Annat' }), 'day', twin)).text).toBe(later.text)
      expect(await forgetOldAnswers(service.database, service.now())).toBeGreaterThan(0)
      expect((await book(anEntry({ title: 'Annat' }), 'day', twin)).text).toBe(later.text)
    } finally {
      service.setNow(START)
    }
  })

  test('means nothing to a read', async () => {
    for (const key of ['read', 'two words']) {
      for (const path of ['/company-information', '/fiscal-years']) {
        const { status, headers } = await company.get(path, withKey(key))
        expect([status, headers.get(REPLAYED)]).toEqual([200, null])
      }
    }
  })
})

describe('many requests at once', () => {
  const TIMES = 20
  const times = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: TIMES }, (_, index) => work(index)))

  const expectOnce = (answers: Answer[]): void => {
    const done = answers.filter(({ status }) => status === 200)
    expect(done.filter(({ headers }) => !headers.has(REPLAYED))).toHaveLength(1)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([status, body.code]).toEqual([409, 'conflict'])
    }
  }

  test('with one key book one entry', async () => {
    const twin = checkedCompany(await service.newCompany())
    expectOnce(await times(() => book(anEntry(), 'one', twin)))
    expect(await entriesOf(twin)).toBe(1)
    expect((await book(anEntry(), 'one', twin)).headers.get(REPLAYED)).toBe('true')
  })

  test('with one key, to two processes, book one entry', async () => {
    const beside = await startService({ beside: service })
    const twin = await service.newCompany()
    const there = checkedRequests(`${beside.base}/companies/${twin.id}`, twin.token)
    expectOnce(await times((index) => book(anEntry(), 'one', index % 2 === 0 ? twin : there)))
    expect(await entriesOf(twin)).toBe(1)
    await beside.close()
  })

  test('with one key write one comment', async () => {
    const path = `/journal-entries/${(await company.post('/journal-entries', anEntry())).body.id}/comments`
    expectOnce(await times(() => company.post(path, { content: 'Ett' }, withKey('comment'))))
    expect((await company.get(path)).body).toHaveLength(1)
  })

  test('with a key each, with none, and refused, each get their own answer', async () => {
    const twin = checkedCompany(await service.newCompany())
    const draft = (index: number) => anEntry(index % 4 === 3 ? { title: ' ' } : { title: `Nummer ${index}` })
    const send = (index: number) =>
      index % 2 === 0 ? book(draft(index), `own-${index}`, twin) : twin.post('/journal-entries', draft(index))
    const answers = await times(send)
    for (const [index, { status, body }] of answers.entries()) {
      if (index % 4 === 3) expect([status, body.code]).toEqual([400, 'validation-error'])
      else expect([status, body.title]).toEqual([200, `Nummer ${index}`])
    }
    expect(await entriesOf(twin)).toBe(15)
    const again = await times((index) => book(draft(index - (index % 2)), `own-${index - (index % 2)}`, twin))
    for (const [index, { text }] of again.entries()) expect(text).toBe(answers[index - (index % 2)]?.text)
    expect(await entriesOf(twin)).toBe(15)
  })
})
