// Posts of several companies of one machine go there together, for any groups of shards; a group that is being moved
// keeps no other one waiting.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { type Home, homeOf } from '#support/servers/spread'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let companies: TestCompany[]
let homes: Map<TestCompany, Home>
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  companies = []
  homes = new Map()
  for (let count = 0; count < COMPANIES; count += 1) {
    const company = await service.newCompany()
    const home = await homeOf(service.databaseUrl, company.id, service.usedDatabase.lookUps)
    if (!home) throw new Error('The database of this run is not spread over machines')
    companies.push(company)
    homes.set(company, home)
    // Its frame is remembered from here on.
    await company.post('/journal-entries', anEntry())
  }
})

/** So many that some stand on the same machine in different groups: one in a million runs has none. */
const COMPANIES = 12
/** How many entries each company posts at once. */
const EACH = 4
/** How often they do so at most, until some go together. */
const ROUNDS = 30
/** For how long each statement is held, in milliseconds, so that others come meanwhile: those go together. */
const HELD_MS = 60

const postedBy = (those: readonly TestCompany[], headersOf: (place: number) => Record<string, string> = () => ({})) =>
  Promise.all(
    those.flatMap((company) =>
      Array.from({ length: EACH }, async (_, place) => {
        const answer = await company.post('/journal-entries', anEntry({ title: `Post ${place}` }), headersOf(place))
        return { company, answer }
      }),
    ),
  )

type Answers = Awaited<ReturnType<typeof postedBy>>

const allBooked = async (answers: Answers) => {
  expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 200))
  for (const company of new Set(answers.map((one) => one.company))) {
    const own = answers.filter((one) => one.company === company).map(({ answer }) => answer.body.journalEntryNumber)
    expect(own.sort()).toEqual(['V2', 'V3', 'V4', 'V5'])
    expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({
      entries: EACH + 1,
      fault: null,
    })
  }
}

test('they take fewer statements than they are, some of them for several groups', async () => {
  const said = sayingOf()
  const answers: Answers = []
  const most = () => Math.max(...said.heard.map((groups) => groups.length))
  // Who is let in one by one, since a connection says something for the first time, is not posted together.
  for (let round = 1; round <= ROUNDS && !(most() > 1); round += 1) answers.push(...(await postedBy(companies)))
  const statements = said.end()
  expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 200))
  expect(statements.length).toBeLessThan(answers.length)
  expect(most()).toBeGreaterThan(1)
  for (const { id } of companies)
    expect(await service.operateFor(id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
})

test('under keys, too; the same key has the same answer again', async () => {
  const headersOf = (place: number) => ({ 'idempotency-key': `post-${place}` })
  const answers = await postedBy(companies, headersOf)
  const again = await postedBy(companies, headersOf)
  expect(again.map(({ answer }) => answer.body)).toEqual(answers.map(({ answer }) => answer.body))
  expect(again.map(({ answer }) => answer.headers.get('idempotent-replayed'))).toEqual(again.map(() => 'true'))
  await allBooked(answers)
})

test('a group that is being moved waits alone, and is booked when it is there', async () => {
  const [moved] = companies as [TestCompany]
  const { url, dress } = homes.get(moved) as Home
  const mover = new Client({ connectionString: url })
  await mover.connect()
  // As the cluster does while it moves the group.
  await mover.query('begin')
  await mover.query('select lock_shard_metadata(7, array[$1::bigint])', [dress.group])
  const others = companies.filter((one) => homes.get(one)?.dress.group !== dress.group)
  let isAnswered = false
  const waiting = moved.post('/journal-entries', anEntry()).then((answer) => {
    isAnswered = true
    return answer
  })
  await allBooked(await postedBy(others))
  expect(isAnswered).toBe(false)
  await mover.query('commit')
  await mover.end()
  expect((await waiting).body.journalEntryNumber).toBe('V2')
})

/** Hears the groups of each statement for several, and holds it for a moment, until the end. */
const sayingOf = () => {
  const heard: string[][] = []
  const original = Client.prototype.query as (...given: unknown[]) => unknown
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const [asked] = given as [{ text?: string; values?: [string[]] }]
    if (!asked?.text?.includes('platform.in_groups') || !asked.values) return original.apply(this, given)
    heard.push(asked.values[0])
    return pause(HELD_MS).then(() => original.apply(this, given))
  } as typeof Client.prototype.query
  return {
    heard,
    end() {
      Client.prototype.query = original as typeof Client.prototype.query
      return heard
    },
  }
}
