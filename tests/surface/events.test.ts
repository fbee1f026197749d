// Every write leaves the events that its row declares, and nothing that readers see changes without one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceOf, isWrite, type Row } from '#http'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { isHere, needs } from '#support/needs'
import { type Service, startService } from '#support/service'
import { bearer, type Caller, credentialsFor, keptSampleOf, newCaller, sampleOf, send, successOf } from './world.ts'

let service: Service
let company: Caller

beforeAll(async () => {
  // Its tables have triggers of this test, and what stands in them is of it alone.
  service = await startService({ alone: true })
  company = await newCaller(service)
  // The tables that all machines share take no triggers.
  if (isHere('one machine')) await noteChanges()
})
afterAll(() => service.close())

/** Has the database note which transaction has changed which table of a resource. */
const noteChanges = async (): Promise<void> => {
  const { database } = service
  await database.rows(sql`create schema noted`)
  await database.rows(sql`create table noted.change (transaction xid8, name text)`)
  await database.rows(sql`
    create function noted.note() returns trigger language plpgsql security definer as $$
    begin
      -- What a test brings about beside the service, as the owner, tells nothing of it.
      if session_user <> current_user then
        insert into noted.change values (pg_current_xact_id(), tg_table_schema || '.' || tg_table_name);
      end if;
      return null;
    end $$`)
  await database.rows(sql`
    do $$
    declare name text;
    begin
      for name in
        select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('platform', 'noted', 'public', 'information_schema')
          and n.nspname !~ '^pg_'
      loop
        execute format('create trigger noted after insert or update or delete on %s for each row
          execute function noted.note()', name);
      end loop;
    end $$`)
}

/** The number of the last event of each tenant. */
const lastNumbers = async (): Promise<ReadonlyMap<string, bigint>> => {
  const counters = await service.database.rows<{ id: string; last: bigint }>(
    sql`select tenant_id as id, last_number as last from platform.event_counter`,
  )
  return new Map(counters.map(({ id, last }) => [id, last]))
}

const kindsSince = async (before: ReadonlyMap<string, bigint>): Promise<string[]> => {
  const events = await service.database.rows<{ id: string; number: bigint; kind: string }>(
    sql`select tenant_id as id, number, kind from platform.event order by tenant_id, number`,
  )
  return events.filter(({ id, number }) => number > (before.get(id) ?? 0n)).map(({ kind }) => kind)
}

const writes = rows.filter(isWrite)

/** Writes without an event, and why. */
const silently: Readonly<Record<string, string>> = {
  keepDraft: 'what a user has begun to type is their own, and no business yet',
  removeDraft: 'what a user has begun to type is their own, and no business yet',
}

/** Writes that need leave no event of the company. */
const isApart = (row: Row): boolean => audienceOf(row) !== 'company' || silently[row.operationId] !== undefined

/** What the company is answered that is given again while it has no new event. */
const remembered = (headers: Record<string, string> = {}): Promise<string[]> =>
  Promise.all(
    rows
      .filter((row) => row.remembered)
      .map(async (row) => {
        const { text } = await send(service, await keptSampleOf(row, company), { ...bearer(company.token), ...headers })
        return text
      }),
  )

test(
  'every write leaves the events that it declares',
  () =>
    every(
      writes,
      ({ operationId }) => operationId,
      async (row) => {
        const sample = await sampleOf(row, company)
        const before = await lastNumbers()
        if (isApart(row)) await remembered()
        const answer = await send(service, sample, credentialsFor(row, company))
        expect(answer.status, answer.text).toBe(successOf(row))
        const left = await kindsSince(before)
        const { events = [] } = row
        expect(left.length === 0).toBe(silently[row.operationId] !== undefined)
        expect(left.filter((kind) => !events.some((declared) => declared === kind))).toEqual([])
        if (isApart(row)) expect(await remembered()).toEqual(await remembered({ 'cache-control': 'no-cache' }))
      },
    ),
  EVERY_MS,
)

/** Tables that change without an event, and why. */
const untold: readonly string[] = [
  // Drafts are private to their user.
  'desk.draft',
  // The tests consent by the verb beneath the page that tells it.
  'access.authorization_code',
  'access.connection',
  // When it was used last; that it comes and goes is told.
  'identity.api_token',
  // Logins are counted before it is known whether they are right, and told then.
  'identity.guess',
  // What programs have asked, and were answered, is no change of anything.
  'request_log.request',
  // The first who looks at them to change them makes a row of what holds anyway.
  'purchasing.settings',
  'sales.settings',
]

test('no table changes without an event', async () => {
  needs('one machine')
  const silent = await service.database.rows<{ name: string }>(sql`
    select distinct c.name from noted.change c
    where c.name <> all (${untold}::text[]) and not exists (
      select from platform.event e where e.xmin::text::bigint = (c.transaction::text::bigint & 4294967295))
    order by 1`)
  expect(silent.map(({ name }) => name)).toEqual([])
})
