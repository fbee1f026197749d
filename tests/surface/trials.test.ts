// Every write can be tried: the answer is the one that it would have, what it tells that would change is what does, and
// nothing is kept, numbered, sent or told.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWrite, type Row } from '#http'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { type Answer, request, type Service, startService } from '#support/service'
import {
  type Caller,
  credentialsFor,
  keptSampleOf,
  newCaller,
  type Sample,
  sampleOf,
  send,
  successOf,
} from './world.ts'

let service: Service
let company: Caller
let other: Caller

beforeAll(async () => {
  // It looks at the whole database.
  service = await startService({ alone: true })
  company = await newCaller(service)
  other = await newCaller(service, { name: 'Grannbolaget AB' })
})
afterAll(() => service.close())

const DRY_RUN = 'service-dry-run'
const writes = rows.filter(isWrite)
const triable = writes.filter(({ untried }) => !untried)
const nameOf = ({ operationId }: Row): string => operationId

/** Tables that a trial may change, and why. */
const touched: Readonly<Record<string, string>> = {
  'request_log.request': 'it tells what was asked',
  'identity.api_token': 'it tells when a token was used last',
}

/** Sequences that a trial may move on, and why: a sequence is not rolled back. */
const passed: Readonly<Record<string, string>> = {
  'platform.job_number_seq': 'it only orders jobs among themselves, and no answer shows it',
  'platform.witness_id_seq': 'it only orders witnesses among themselves; what counts them has no gaps',
  'platform.witness_shape_id_seq': 'it only tells shapes apart',
}

/** All that is kept: a digest for each table, where each sequence stands, and the files with their sizes. */
const everything = async (): Promise<Record<string, string>> => {
  const tables = await service.database.rows<{ name: string; said: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      coalesce((xpath('//digest/text()', query_to_xml(format(
        'select md5(string_agg(t::text, '','' order by t::text)) as digest from %I.%I t',
        n.nspname, c.relname), true, true, '')))[1]::text, '') as said
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')`)
  const sequences = await service.database.rows<{ name: string; said: string }>(sql`
    select schemaname || '.' || sequencename as name, coalesce(last_value::text, '') as said from pg_sequences`)
  expect(tables.length).toBeGreaterThan(100)
  const files = filesBelow(service.folder).map((path) => [path, String(statSync(path).size)])
  const kept = [...tables, ...sequences].filter(({ name }) => !touched[name] && !passed[name])
  return Object.fromEntries([...kept.map(({ name, said }) => [name, said]), ...files])
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name)
    return one.isDirectory() ? filesBelow(path) : [path]
  })

const differing = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])

const asTrial = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}dryRun=true`

/** Sends it as a trial; an answer with effects has one property more than is documented. */
const tryOut = (sample: Sample, headers: Record<string, string> = {}): Promise<Answer> =>
  request(`${service.base}${asTrial(sample.path)}`, {
    ...sample.init,
    headers: { ...(sample.init.headers as object), ...credentialsFor(sample.row, company), ...headers },
  })

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Ids, addresses and links, which are random. */
const RANDOM = /[A-Za-z0-9_-]{20,}/g

/** What an answer says, without what is random in it. Ids are told apart by the order that they come in. */
const saidIn = ({ status, text, headers }: Answer) => {
  const ids = new Map<string, number>()
  const numbered = (id: string) => {
    ids.set(id, ids.get(id) ?? ids.size)
    return `#${ids.get(id)}`
  }
  return {
    status,
    // The report of an import tells itself that it is one of a trial.
    text: text.replace('{"dryRun":true,', '{"dryRun":false,').replace(UUID, numbered).replace(RANDOM, '*'),
    type: headers.get('content-type'),
    warning: headers.get('service-warning')?.replace(UUID, numbered) ?? null,
    hasEtag: headers.has('etag'),
  }
}

/** What a write has left, to be held against what its trial told. */
const marks = async () => {
  const { database } = service
  const [counters, entries, mails, jobs] = await Promise.all([
    database.rows<{ id: string; last: bigint }>(
      sql`select tenant_id as id, last_number as last from platform.event_counter`,
    ),
    database.rows<{ id: string }>(sql`select id from ledger.journal_entry`),
    database.rows<{ id: string }>(sql`select id from platform.mail`),
    database.rows<{ id: string }>(sql`select id from platform.job`),
  ])
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
  return {
    events: new Map(counters.map(({ id, last }) => [id, last])),
    entries: idsOf(entries),
    mails: idsOf(mails),
    jobs: idsOf(jobs),
  }
}

const leftSince = async (before: Awaited<ReturnType<typeof marks>>) => {
  const { database } = service
  const events = await database.rows<{ tenant: string; number: bigint; kind: string }>(
    sql`select tenant_id as tenant, number, kind from platform.event order by tenant_id, number`,
  )
  const entries = await database.rows<{ number: string; title: string; account: number; ore: bigint }>(sql`
    select e.journal_entry_number as number, e.title, i.account, i.debit - i.credit as ore
    from ledger.journal_entry e join ledger.journal_entry_item i
      on i.company_id = e.company_id and i.journal_entry_id = e.id
    where e.id <> all(${before.entries}::uuid[]) order by e.company_id, e.registration, i.line`)
  const mails = await database.rows<{ to: string; subject: string }>(sql`
    select recipient as "to", subject from platform.mail where id <> all(${before.mails}::uuid[]) order by id`)
  const jobs = await database.rows<{ kind: string }>(
    sql`select kind from platform.job where id <> all(${before.jobs}::uuid[])`,
  )
  return {
    events: events.filter(({ tenant, number }) => number > (before.events.get(tenant) ?? 0n)).map(({ kind }) => kind),
    entries: entries.map(({ number, title, account, ore }) => [number, title, account, Number(ore) / 100]),
    mails,
    jobs: jobs.map(({ kind }) => kind),
  }
}

type Effects = {
  entries: {
    journalEntryNumber: string
    title: string
    items: { account: number; debit: number; credit: number }[]
  }[]
  events: { kind: string }[]
  mails: { to: string; subject: string }[]
  jobs: { kind: string; count: number }[]
  more: Record<string, number>
}

const toldIn = ({ events, entries, mails, jobs }: Effects) => ({
  events: events.map(({ kind }) => kind).sort(),
  entries: entries.flatMap(({ journalEntryNumber, title, items }) =>
    items.map(({ account, debit, credit }) => [journalEntryNumber, title, account, debit - credit]),
  ),
  mails,
  jobs: jobs.flatMap(({ kind, count }) => Array<string>(count).fill(kind)).sort(),
})

/** Bodies that have no room for effects. */
const withoutRoom = ({ answer }: Row): boolean =>
  answer !== 'nothing' && ('file' in answer || (answer.json as { type?: string }).type === 'array')

test(
  'every write is tried without a trace, answered as it then is, and tells what it then changes',
  () =>
    every(triable, nameOf, async (row) => {
      const sample = await sampleOf(row, company)
      const before = await everything()
      const tried = await tryOut(sample)
      expect(tried.status, tried.text).toBe(successOf(row))
      expect(tried.headers.get(DRY_RUN)).toBe('true')
      expect(differing(before, await everything())).toEqual([])
      const withEffects = await tryOut(sample, {
        prefer: 'return=effects',
        'idempotency-key': `trial ${row.operationId}`.replace(' ', '-'),
      })
      expect(differing(before, await everything())).toEqual([])
      const start = await marks()
      const done = await send(service, sample, credentialsFor(row, company))
      expect(done.status, done.text).toBe(successOf(row))
      expect(done.headers.get(DRY_RUN)).toBeNull()
      expect(saidIn(tried)).toEqual(saidIn(done))
      expect(withEffects.headers.get('preference-applied')).toBe(withoutRoom(row) ? null : 'return=effects')
      if (withoutRoom(row)) return
      const left = await leftSince(start)
      const sorted = { ...left, events: left.events.sort(), jobs: left.jobs.sort() }
      expect(toldIn(withEffects.body.effects)).toEqual(sorted)
    }),
  EVERY_MS,
)

test('every write that cannot be tried refuses it, and does nothing', () =>
  every(
    writes.filter(({ untried }) => untried),
    nameOf,
    async (row) => {
      const sample = await sampleOf(row, company)
      const before = await everything()
      const answer = await tryOut(sample)
      expect([answer.status, answer.body.reason]).toEqual([400, 'request.untried-secret'])
      expect(differing(before, await everything())).toEqual([])
    },
  ))

test(
  'no write takes another value of dryRun, nor one that is nearly named so',
  () =>
    every(writes, nameOf, async (row) => {
      const sample = await keptSampleOf(row, other)
      const before = await everything()
      for (const asked of [
        'dryRun=maybe',
        'dryRun=',
        'dryRun=1',
        'dryRun=TRUE',
        'dry_run=true',
        'dry-run=true',
        'dryRun=true&dryRun=true',
      ]) {
        const path = `${sample.path}${sample.path.includes('?') ? '&' : '?'}${asked}`
        const answer = await send(service, { ...sample, path }, credentialsFor(row, other))
        expect([answer.status, answer.body.code], asked).toEqual([400, 'validation-error'])
      }
      expect(differing(before, await everything())).toEqual([])
    }),
  EVERY_MS,
)
