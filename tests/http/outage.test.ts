// When the database fails: a clear answer, no hang, nothing booked twice, and the service goes on when it is back.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { pages } from '#programs/app'
import { connectWhere } from '#support/by-company'
import { checkedCompany, expectRefusal } from '#support/checked'
import { needs } from '#support/needs'
import { type Answer, anEntry, request, type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside, newVisitor } from '#support/visitor'

let service: Service
let company: TestCompany
/** A connection of the test's own, to the maintenance database. */
let admin: Client
beforeEach(async () => {
  service = await startService({ poolSize: 4 })
  company = checkedCompany(await service.newCompany())
  admin = new Client({ connectionString: inject('postgres').url })
  await admin.connect()
})
afterEach(async () => {
  await admin.end()
  await service.close()
})

const databaseName = () => new URL(service.databaseUrl).pathname.slice(1)

const withKey = (key: string) => ({ 'idempotency-key': key })

const countEntries = async (): Promise<number> => {
  const { count } = await service.database.one<{ count: bigint }>(sql`select count(*) from ledger.journal_entry`)
  return Number(count)
}

/** Ends the connections on which this kind of statement waits for a lock, once there is one, or nothing to wait for. */
const killWaiting = async (statement: string, isOver = () => false): Promise<void> => {
  const there = await connectWhere(service, company.id)
  for (let killed = 0; killed === 0 && !isOver(); ) {
    const { rows } = await there.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and wait_event_type = 'Lock' and query like $2`,
      [databaseName(), `%${statement}%`],
    )
    killed = rows.length
  }
  await there.end()
}

/** Holds the company's books, as a long import would, while `work` is under way. */
const whileBooksAreLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  const holder = await connectWhere(service, company.id)
  try {
    await holder.query('begin')
    await holder.query('select from ledger.book where company_id = $1 for update', [company.id])
    return await work()
  } finally {
    await holder.end()
  }
}

const expectAway = (answer: Answer): void => {
  expectRefusal(answer)
  expect([answer.status, answer.body.code]).toEqual([503, 'service-unavailable'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

const expectInternal = (answer: Answer): void => {
  expectRefusal(answer)
  expect([answer.status, answer.body.code]).toEqual([500, 'internal-server-error'])
  expect(answer.body.message).toBe('Something went wrong here; quote the error id to support')
}

describe('a database that is gone', () => {
  test('is reported, and the process lives on', async () => {
    needs('one machine')
    await admin.query(`drop database ${databaseName()} with (force)`)
    for (const path of ['/company-information', '/journal-entries', '/journal-entries?cursor=', '/chart-of-accounts']) {
      expectAway(await company.get(path))
    }
    expectAway(await company.post('/journal-entries', anEntry()))
    expectAway(await company.post('/journal-entries', anEntry(), withKey('gone')))
    expectAway(await company.upload('/sie/import', 'x.se', Buffer.from('x')))
    const ready = await request(`${service.origin}/ready`)
    expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable' }])
    expect(await request(`${service.origin}/health`)).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect((await request(`${service.base}/openapi.json`)).status).toBe(200)
    const told = service.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(told.map(({ err }) => err.type)).toEqual(['Outage'])
  })

  test('is reported to people on a page of its own, in their language', async () => {
    const { visitor } = await newPersonInside(service)
    await admin.query(`drop database ${databaseName()} with (force)`)
    const told = {
      sv: ['Tjänsten är inte tillgänglig just nu', 'Vänta en stund'],
      en: ['The service is not available right now', 'Wait a while'],
    }
    for (const [language, [title = '', text = '']] of Object.entries(told)) {
      const read = { 'accept-language': language }
      const answers = [
        await visitor.post('/account/profile', { name: 'Anna Ek' }, read),
        await newVisitor(service).get('/v1/authorize?client_id=019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', read),
      ]
      for (const { method, path, visitor: whose } of pages) {
        if (method === 'GET' && whose === 'person')
          answers.push(await visitor.get(path.replace(/\{\w+\}/g, newId()), read))
      }
      expect(answers.length).toBeGreaterThan(5)
      for (const page of answers) {
        expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
        expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(page.headers.get('cache-control')).toBe('no-store')
        expect(page.text).toContain(`<html lang="${language}"`)
        expect(page.text).toContain(`<h1>${title}</h1>`)
        expect(page.text).toContain(text)
        expect(page.text).not.toMatch(/service-unavailable|"code"|relation|does not exist|ECONN/)
      }
    }
    // What needs no database is there all the same.
    expect((await newVisitor(service).get('/login')).status).toBe(200)
  })

  test('and comes back is used again', async () => {
    needs('one machine')
    await admin.query(`alter database ${databaseName()} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [databaseName()])
    expectAway(await company.get('/company-information'))
    expect((await request(`${service.origin}/ready`)).status).toBe(503)
    await admin.query(`alter database ${databaseName()} allow_connections true`)
    expect((await company.get('/company-information')).status).toBe(200)
    expect((await request(`${service.origin}/ready`)).status).toBe(200)
  })
})

describe('a connection that is cut', () => {
  test('between two statements of a transaction undoes it, and only it', async () => {
    const work = service.operateFor(company.id, async ({ db }) => {
      const { pid } = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await db.rows(sql`update identity.company set name = 'Halv' where id = ${company.id}`)
      await admin.query('select pg_terminate_backend($1)', [pid])
      for (let there = true; there; ) {
        const { rows } = await admin.query('select from pg_stat_activity where pid = $1', [pid])
        there = rows.length > 0
      }
      await db.rows(sql`update identity.company set name = 'Hel' where id = ${company.id}`)
    })
    await expect(work).rejects.toThrow()
    expect((await company.get('/company-information')).body.name).toBe('Provbolaget AB')
  })

  test('while posts wait together fails them, and books none of them again', async () => {
    const sent = await whileBooksAreLocked(async () => {
      const posts = Array.from({ length: 8 }, () => company.post('/journal-entries', anEntry()))
      for (const _ of [1, 2, 3]) await company.get('/company-information')
      // The first that came went alone, the others go together after it; or all of them came at once.
      let isOver = false
      void Promise.all(posts).then(() => {
        isOver = true
      })
      await killWaiting('post_entries')
      await Promise.race(posts)
      await killWaiting('post_entries', () => isOver)
      return posts
    })
    const answers = await Promise.all(sent)
    const failed = answers.filter(({ status }) => status !== 200)
    expect(failed.length).toBeGreaterThan(2)
    for (const answer of failed) expectAway(answer)
    expect(await countEntries()).toBe(answers.length - failed.length)
    const { body } = await company.post('/journal-entries', anEntry())
    expect(body.journalEntryNumber).toBe(`V${answers.length - failed.length + 1}`)
  })

  test('while a write with a key waits leaves neither key nor entry', async () => {
    const [sent] = await whileBooksAreLocked(async () => {
      const post = company.post('/journal-entries', anEntry(), withKey('cut'))
      await killWaiting('post_entries')
      return [post]
    })
    expectAway(await (sent as Promise<Answer>))
    expect(await countEntries()).toBe(0)
    expect(await service.database.rows(sql`select from platform.idempotency_key`)).toEqual([])
    const again = await company.post('/journal-entries', anEntry(), withKey('cut'))
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect((await company.post('/journal-entries', anEntry(), withKey('cut'))).text).toBe(again.text)
    expect(await countEntries()).toBe(1)
  })
})

describe('a bug or a fault of our own', () => {
  test('of one request fails no other that waits with it', async () => {
    // The database refuses this one title: what the rules let through, the second witness stops.
    await service.database.rows(sql`
      alter table ledger.journal_entry add constraint witness check (title <> 'Nej')`)
    const titles = Array.from({ length: 12 }, (_, index) => (index === 5 ? 'Nej' : `Ja ${index}`))
    const answers = await Promise.all(
      titles.map((title, index) =>
        company.post('/journal-entries', anEntry({ title }), index % 3 === 0 ? withKey(`key-${index}`) : {}),
      ),
    )
    for (const [index, answer] of answers.entries()) {
      if (titles[index] === 'Nej') expectInternal(answer)
      else expect([answer.status, answer.body.title]).toEqual([200, titles[index]])
    }
    expect(await countEntries()).toBe(11)
  })

  test('is not kept under a key: the same request is tried again', async () => {
    await service.database.rows(sql`alter table ledger.journal_entry_comment rename column content to text`)
    const path = `/journal-entries/${(await company.post('/journal-entries', anEntry())).body.id}/comments`
    expectInternal(await company.post(path, { content: 'Ett' }, withKey('fault')))
    await service.database.rows(sql`alter table ledger.journal_entry_comment rename column text to content`)
    const again = await company.post(path, { content: 'Ett' }, withKey('fault'))
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  test('nor is a refusal that asks for another try', async () => {
    needs('one machine')
    await service.database.rows(sql`alter table ledger.book rename to book_kept`)
    await service.database.rows(sql`
      create view ledger.book as
      select company_id, gen_random_uuid() as version, entry_count, lock_date, vat_lock_date, accounting_currency
      from ledger.book_kept`)
    const busy = await company.post('/journal-entries', anEntry(), withKey('busy'))
    expect([busy.status, busy.body.code]).toEqual([409, 'conflict'])
    await service.database.rows(sql`drop view ledger.book`)
    await service.database.rows(sql`alter table ledger.book_kept rename to book`)
    const again = await company.post('/journal-entries', anEntry(), withKey('busy'))
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null])
  })
})

describe('more requests than connections', () => {
  test('are all answered', async () => {
    const others = await Promise.all([1, 2, 3].map(() => service.newCompany()))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const from = [company, ...others][index % 4] as TestCompany
        const key = withKey(`many-${index}`)
        if (index % 5 === 0) return from.get(`/sie/${from.fiscalYearId}/download`)
        if (index % 3 === 0) return from.get('/journal-entries')
        return from.post('/journal-entries', anEntry(), index % 2 === 0 ? key : {})
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200))
  })

  test('make the service say that it is not ready, while it still lives', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding = Array.from({ length: 4 }, () => service.operate(() => held))
    // It counts as ready for as long as connections were heard of a moment ago.
    for (let status = 200; status !== 503; ) ({ status } = await request(`${service.origin}/ready`))
    expect((await request(`${service.origin}/health`)).status).toBe(200)
    release()
    await Promise.all(holding)
    expect((await request(`${service.origin}/ready`)).status).toBe(200)
  })
})
