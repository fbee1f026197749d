// The Idempotency-Key: a client that does not know whether a write succeeded sends it again, and it happens once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpContribution } from '#http'
import { identityService } from '#identity'
import { createAccount } from '#ledger'
import { sql } from '#platform/sql'
import { KEY_LIFETIME_MS } from '#server/http/command'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Answer, anEntry, request, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
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

describe('a key', () => {
  test('belongs to one token and one company', async () => {
    const twin = checkedCompany(await service.newCompany())
    const second = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Annan', scopes: ['journal-entries:write'] }),
    )
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

  test('is not used up by the refusal of a state that has passed', async () => {
    const entry = (await company.post('/journal-entries', anEntry())).body.id
    const made = await company.post(`/journal-entries/${entry}/comments`, { content: 'Ett' })
    const path = `/journal-entries/${entry}/comments/${made.body.id}`
    const change = (etag: string) => company.put(path, { content: 'Två' }, { ...withKey('state'), 'if-match': etag })
    const stale = await change('"other"')
    expect([stale.status, stale.headers.get(REPLAYED)]).toEqual([412, null])
    const etag = stale.headers.get('etag') ?? ''
    const fresh = await change(etag)
    expect([fresh.status, fresh.body.content, fresh.headers.get(REPLAYED)]).toEqual([200, 'Två', null])
    // What was done is kept: the ETag has passed since, and nothing is judged by it again.
    const again = await change(etag)
    expect([again.status, again.text, again.headers.get(REPLAYED)]).toEqual([200, fresh.text, 'true'])
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
      expect(await httpContribution.forgetOldAnswers(service.database, service.now())).toBe(0)
      service.setNow(new Date(START.getTime() + KEY_LIFETIME_MS))
      const later = await book(anEntry({ title: 'Annat' }), 'day', twin)
      expect([later.status, later.headers.get(REPLAYED)]).toEqual([200, null])
      expect((await book(anEntry({ title: 'Annat' }), 'day', twin)).text).toBe(later.text)
      expect(await httpContribution.forgetOldAnswers(service.database, service.now())).toBeGreaterThan(0)
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
