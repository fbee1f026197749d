// Fresh books: the first posts into a new database, whose tables were never analyzed, compared with later ones.
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { entryOn } from './entry.ts'
import { type Company, countEntries, makeCompanies, type Service, startService } from './service.ts'
import { median, printTable, shareOf, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Posts in all, and how many at the beginning and at the end are compared. */
const POSTS = 20_000
const COMPARED = 500
/** Warm-up posts to another company, in which the code is compiled. */
const WARM_POSTS = 500
/** Aim: the largest ratio of the times of the last posts to those of the first. */
const AIM = 1.25
/** The server reports statistics of rows read at most once per second, in milliseconds. */
const TELLING_MS = 1_200

/** One client posts entries one after the other: the time of each in milliseconds. */
const postTo = async ({ origin }: Service, { path, token }: Company, posts: number, day: string): Promise<number[]> => {
  const body = JSON.stringify(entryOn(day))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const times: number[] = []
  for (let count = 0; count < posts; count += 1) {
    const before = performance.now()
    const answer = await fetch(`${origin}${path}/journal-entries`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`A post was answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    times.push(performance.now() - before)
  }
  return times
}

export const measureFresh = async (workshop: Workshop): Promise<Verdict[]> => {
  tell('Fresh books: starting the service')
  const service = await startService(workshop, 'fresh')
  const day = dayOf(new Date())
  const [company, other] = await makeCompanies(service, 2, [Number(day.slice(0, 4))])
  if (!company || !other) throw new Error('Two companies were not created')
  await neverAnalyse(service)
  await postTo(service, other, WARM_POSTS, day)
  tell(`Fresh books: ${POSTS} posts, one after the other`)
  const times = await postTo(service, company, POSTS, day)
  if ((await countEntries(service)) !== WARM_POSTS + POSTS) throw new Error('Not every post was booked')
  const first = times.slice(0, COMPARED)
  const last = times.slice(-COMPARED)
  const rows = await rowsReadByPost(service, company, day)
  const line = (name: string, some: readonly number[]) => {
    const sorted = [...some].sort((left, right) => left - right)
    return [name, median(some).toFixed(2), shareOf(sorted, 0.99).toFixed(2)]
  }
  printTable(`Posts of one client into fresh books that are never analysed; rows read by a post then: ${rows}`, [
    ['', 'p50 ms', 'p99 ms'],
    line(`first ${COMPARED}`, first),
    line(`last ${COMPARED} of ${POSTS}`, last),
  ])
  const ratio = median(last) / median(first)
  const sentence = `fresh books: the last posts take ${ratio.toFixed(2)} times the first (aim: at most ${AIM})`
  return [{ passed: ratio <= AIM, sentence }]
}

const neverAnalyse = ({ database }: Service) =>
  database.rows(sql`
    do $$ declare name regclass; begin
      for name in select oid from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|info)'
      loop execute format('alter table %s set (autovacuum_enabled = false)', name); end loop;
    end $$`)

/** Rows of entries and items read by one post, according to the server's statistics. */
const rowsReadByPost = async (service: Service, company: Company, day: string): Promise<string> => {
  const read = async () => {
    await pause(TELLING_MS)
    await postTo(service, company, 1, day)
    const { rows } = await service.database.one<{ rows: bigint }>(sql`
      select coalesce(sum(idx_tup_read), 0)::bigint as rows from pg_stat_user_indexes
      where relid in ('ledger.journal_entry'::regclass, 'ledger.journal_entry_item'::regclass)`)
    return Number(rows)
  }
  const before = await read()
  await postTo(service, company, COMPARED, day)
  return (((await read()) - before) / (COMPARED + 1)).toFixed(1)
}
