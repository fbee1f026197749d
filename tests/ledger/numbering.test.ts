// V1, V2 … without gaps: per company and fiscal year, under any concurrent load, from two processes on one database.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { type Answer, anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { allEntries, anotherIntegration, connectTo, item, verified } from './support.ts'

let service: Service
let beside: Service
let client: Client

beforeAll(async () => {
  service = await startService({ alone: true })
  beside = await startService({ beside: service })
  client = await connectTo(service)
})

afterAll(async () => {
  await client.end()
  await beside.close()
  await service.close()
})

/** Both processes, each with both of the company's tokens. */
const doorsOf = async (company: TestCompany) => {
  const other = await anotherIntegration(service, company, 'Kassan')
  const far = company.url.replace(service.base, beside.base)
  return [company, other, requestsWith(far, company.token)]
}

/** The registration and voucher numbers of a company, in the order of registration. */
const numbersOf = async ({ id }: TestCompany): Promise<{ registration: number; number: number; year: string }[]> => {
  const { rows } = await client.query(
    `select e.registration::integer as registration, e.number::integer as number, y.start_date::text as year
     from ledger.journal_entry e join ledger.fiscal_year y on y.id = e.fiscal_year_id
     where e.company_id = $1 order by e.registration`,
    [id],
  )
  return rows
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** What was answered is in the books once, as it was answered; only the link of a later reversal may have come. */
const expectAllKept = async (company: TestCompany, answered: Answer['body'][]): Promise<Answer['body'][]> => {
  const entries = await allEntries(company)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  expect(byId.size).toBe(entries.length)
  for (const entry of answered) {
    const { reversedByJournalEntryId, reversedByJournalEntryRef } = byId.get(entry.id) ?? {}
    expect(byId.get(entry.id)).toEqual({ ...entry, reversedByJournalEntryId, reversedByJournalEntryRef })
  }
  expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length)
  return entries
}

describe('numbers without holes', () => {
  test('200 posts at once from three doors', async () => {
    const company = await service.newCompany()
    const doors = await doorsOf(company)
    const answers = await Promise.all(
      upTo(200).map((place) => doors[place % 3]?.post('/journal-entries', anEntry({ title: `Post ${place}` }))),
    )
    expect(answers.map((answer) => answer?.status)).toEqual(Array(200).fill(200))
    const entries = await expectAllKept(
      company,
      answers.map((answer) => answer?.body),
    )
    expect(entries.map(({ journalEntryNumber }) => journalEntryNumber)).toEqual(upTo(200).map((n) => `V${n}`))
    expect(new Set(entries.map(({ title }) => title)).size).toBe(200)
    expect((await numbersOf(company)).map(({ registration }) => registration)).toEqual(upTo(200))
    expect(await verified(service, company.id)).toEqual({ entries: 200, fault: null })
  })

  test('each fiscal year and each company has its own', async () => {
    const companies = await Promise.all([service.newCompany(), service.newCompany({ name: 'Grannbolaget AB' })])
    for (const { id } of companies) {
      await service.operateFor(id, (call) =>
        createFiscalYear(call, { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' }),
      )
    }
    const doors = (await Promise.all(companies.map(doorsOf))).flat()
    const answers = await Promise.all(
      upTo(120).map((place) =>
        doors[place % 6]?.post('/journal-entries', anEntry({ date: place % 5 < 2 ? '2025-03-31' : '2026-03-31' })),
      ),
    )
    expect(answers.map((answer) => answer?.status)).toEqual(Array(120).fill(200))
    for (const company of companies) {
      const numbers = await numbersOf(company)
      expect(numbers.map(({ registration }) => registration)).toEqual(upTo(60))
      for (const [year, count] of [
        ['2025-01-01', 24],
        ['2026-01-01', 36],
      ] as const) {
        expect(numbers.filter((row) => row.year === year).map(({ number }) => number)).toEqual(upTo(count))
      }
      expect(await verified(service, company.id)).toEqual({ entries: 60, fault: null })
    }
  })
})

test('a database with other habits makes no difference', async () => {
  const own = await startService({ alone: true })
  const habits = await connectTo(own)
  await habits.query(`
    do $$ begin
      execute format('alter database %I set datestyle = ''SQL, DMY''', current_database());
      execute format('alter database %I set timezone = ''America/Sao_Paulo''', current_database());
      execute format('alter database %I set default_transaction_isolation = ''serializable''', current_database());
    end $$`)
  await habits.end()
  const stranger = await startService({ beside: own })
  const company = await stranger.newCompany()
  const answers = await Promise.all(upTo(40).map(() => company.post('/journal-entries', anEntry())))
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  expect((await allEntries(company)).map(({ date }) => date)).toEqual(Array(40).fill('2026-06-10'))
  expect(await verified(stranger, company.id)).toEqual({ entries: 40, fault: null })
  await stranger.close()
  await own.close()
})

/** Runs `work` again and again until `done`, and gives others a turn in between. Lost connections are passed over. */
const meanwhile = async (done: () => boolean, work: (round: number) => Promise<unknown>): Promise<number> => {
  let rounds = 0
  while (!done()) {
    await work(rounds).catch((error: unknown) => {
      if (!/terminat|connect|does not answer|EPIPE|ECONNRESET/i.test(String(error))) throw error
    })
    rounds++
    await pause(1)
  }
  return rounds
}

/** Ends some connections, and waits until they are gone: a look at the books after it must not lose its own. */
const killConnections = () =>
  client.query(
    `select pg_terminate_backend(pid, ${KILL_MS}) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and random() < 0.25`,
  )

/** How long a connection may take to end on a busy machine, in milliseconds. */
const KILL_MS = 60_000

/** What was sent while everything changed, and what came back. */
type Storm = {
  company: TestCompany
  doors: Pick<TestCompany, 'post'>[]
  posts: { title: string; answer: Answer }[]
  reversals: Answer[]
  comments: { entryId: string; answer: Answer }[]
}

const MAX_ATTEMPTS = 100

/** Sends a request under one key until it is answered for good. */
const sendUntilAnswered = async (
  door: Pick<TestCompany, 'post'>,
  path: string,
  body: unknown,
  key: string,
): Promise<Answer> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await door.post(path, body, { 'idempotency-key': key })
    if (answer.status < 409) return answer
  }
  throw new Error(`${path} with the key ${key} was not answered`)
}

const isUnbalanced = (place: number) => place % 5 === 0

/** One post: every seventh is on an account that comes and goes, every third has a key. Then what follows on it. */
const postAmid = async ({ company, doors, posts, reversals, comments }: Storm, place: number): Promise<void> => {
  const door = doors[place % 3] ?? company
  const title = `Post ${place}`
  const items = [item(place % 7 === 0 ? 6540 : 6110, 5), item(1930, isUnbalanced(place) ? -4 : -5)]
  const body = anEntry({ title, items })
  const answer = await (place % 3 === 0
    ? sendUntilAnswered(door, '/journal-entries', body, `post-${place}`)
    : door.post('/journal-entries', body))
  posts.push({ title, answer })
  if (answer.status !== 200) return
  const entryId = answer.body.id
  const path = `/journal-entries/${entryId}`
  if (place % 4 === 0) reversals.push(await sendUntilAnswered(door, `${path}/reverse`, undefined, `back-${place}`))
  if (place % 4 === 1) comments.push({ entryId, answer: await door.post(`${path}/comments`, { content: title }) })
}

const WAVES = 4
const POSTS_OF_A_WAVE = 50

/** Posts in waves; beside them accounts open, close and come, days are locked and opened, connections are lost. */
const weather = async (storm: Storm): Promise<number[]> => {
  const { id } = storm.company
  let isOver = false
  const posting = async () => {
    for (let wave = 0; wave < WAVES; wave++) {
      await Promise.all(upTo(POSTS_OF_A_WAVE).map((place) => postAmid(storm, wave * POSTS_OF_A_WAVE + place)))
    }
  }
  const posted = posting().finally(() => {
    isOver = true
  })
  const rounds = await Promise.all([
    meanwhile(
      () => isOver,
      async (round) => {
        const active = round % 2 === 1
        await service.operateFor(id, (call) => ledgerAdmin.setAccountActive(call, { number: 6540, active }))
        await beside.operateFor(id, (call) => createAccount(call, { number: 30000 + round, name: 'Ny' }))
      },
    ),
    meanwhile(
      () => isOver,
      (round) => {
        const date = round % 2 === 0 ? dayFrom('2026-01-31') : null
        return beside.operateFor(id, (call) => setLockDate(call, { date }))
      },
    ),
    meanwhile(
      () => isOver,
      async (round) => {
        if (round % 10 === 9) await killConnections()
        await pause(20)
      },
    ),
  ])
  await posted
  return rounds
}

test('numbers without holes while everything changes', async () => {
  const company = await service.newCompany()
  const storm: Storm = { company, doors: await doorsOf(company), posts: [], reversals: [], comments: [] }
  const rounds = await weather(storm)
  expect(Math.min(...rounds)).toBeGreaterThan(0)

  const { posts, reversals, comments } = storm
  const bodiesOf = (answers: Answer[]) => answers.filter(({ status }) => status === 200).map(({ body }) => body)
  const entries = await expectAllKept(company, bodiesOf([...posts.map(({ answer }) => answer), ...reversals]))
  // An answer may be lost with its connection, but no post is booked twice.
  const titles = new Set(entries.map(({ title }) => title))
  expect(titles.size).toBe(entries.length)
  const refused = posts.filter(({ answer }) => answer.status === 400).map(({ title }) => title)
  expect(refused.filter((title) => titles.has(title))).toEqual([])
  expect(upTo(WAVES * POSTS_OF_A_WAVE).filter((place) => isUnbalanced(place) && titles.has(`Post ${place}`))).toEqual(
    [],
  )
  for (const { entryId, answer } of comments) {
    if (answer.status !== 200) continue
    const kept = await company.get(`/journal-entries/${entryId}/comments/${answer.body.id}`)
    expect(kept.body).toEqual(answer.body)
  }

  const numbers = await numbersOf(company)
  expect(numbers.map(({ registration }) => registration)).toEqual(upTo(entries.length))
  expect(numbers.map(({ number }) => number)).toEqual(upTo(entries.length))
  expect(await verified(service, company.id)).toEqual({ entries: entries.length, fault: null })
})
