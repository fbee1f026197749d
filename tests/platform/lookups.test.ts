// A row is found by its key, also by plans that were made while tables were empty and nothing was known of them: a plan
// that takes another index then reads all rows of a company later, until the server analyses the table.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '#support/needs'
import { createDatabase, type TestDatabase } from '#support/servers/database'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  // Plans without values are what the server comes to keep. It would scan an empty table despite its indexes.
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query('set enable_seqscan = off')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Every index: the columns it begins with in order (an expression is empty), and whether it is the key. */
const INDEXES = `
  select c.oid::regclass::text as table, i.indexrelid::regclass::text as index, i.indisprimary as "isKey",
    array_agg(coalesce(a.attname::text, '') order by k.place) as columns,
    array_agg(coalesce(format_type(a.atttypid, a.atttypmod), '') order by k.place) as types
  from pg_index i
  join pg_class c on c.oid = i.indrelid and c.relkind = 'r'
  cross join unnest(i.indkey) with ordinality as k (number, place)
  left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number and k.number > 0
  where c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  group by 1, 2, 3 order by 1, 2`

type Index = { table: string; index: string; isKey: boolean; columns: string[]; types: string[] }

/** How many columns an index begins with that are of the key, so that a look-up by the key goes straight to them. */
const straight = ({ columns }: Index, key: Index): number => {
  const end = columns.findIndex((column) => !key.columns.includes(column))
  return end === -1 ? columns.length : end
}

const indexesIn = (plan: unknown): string[] => {
  const {
    'Index Name': name,
    Schema: schema,
    Plans: plans = [],
  } = plan as Record<string, unknown> & { Plans?: unknown[] }
  return [...(typeof name === 'string' ? [`${schema ? `${schema}.` : ''}${name}`] : []), ...plans.flatMap(indexesIn)]
}

test('every table is looked up by its key, and nothing else serves worse', async () => {
  needs('one machine')
  const { rows: indexes } = await client.query<Index>(INDEXES)
  const keys = indexes.filter(({ isKey }) => isKey)
  expect(keys.length).toBeGreaterThan(50)
  const worse: string[] = []
  for (const key of keys) {
    const where = key.columns.map((column, index) => `${column} = $${index + 1}`).join(' and ')
    for (const wanted of ['1', '*']) {
      await client.query(`prepare lookup (${key.types}) as select ${wanted} from ${key.table} where ${where}`)
      const { rows } = await client.query(`explain (format json) execute lookup (${key.types.map(() => 'null')})`)
      await client.query('deallocate lookup')
      const [name = 'none'] = indexesIn(rows[0]['QUERY PLAN'][0].Plan)
      const taken = indexes.find(({ table, index }) => table === key.table && index.endsWith(`.${name}`))
      // Two columns of a key of three name a handful of rows; the company alone names all that it has.
      if (!taken || straight(taken, key) < Math.min(2, key.columns.length)) worse.push(`${key.table} by ${name}`)
    }
  }
  expect(worse).toEqual([])
})
