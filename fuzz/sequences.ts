// Lives: what operations answered is what later ones ask for. A customer's invoice is published, paid, credited,
// published again, deleted, in any order and several at once; most requests fit, some are changed.
import { audienceOf, isWrite, type Row } from '#http'
import { operationOf } from '#support/checked'
import { addressChange } from './addresses.ts'
import { bodyChange } from './bodies.ts'
import { type Callers, credentials } from './callers.ts'
import { headerChange } from './headers.ts'
import type { Random } from './random.ts'
import type { Change, Draft } from './request.ts'
import { type Run, shoot } from './run-of.ts'
import { bodySchemaOf, type Schema, schemasAt, valueFor } from './schemas.ts'
import { isSoleAddress } from './values.ts'

/** Ids by the placeholder that takes them. */
type Pool = Map<string, string[]>

/** Steps of a walk, and how many of them go at once when they race. */
const STEPS = 30
const RACING = 4
const RACES = 0.2
const CHANGED = 0.25
/** How often a step is about what the walk is about, and how often it makes something new. */
const OF_FOCUS = 0.6
const MAKES = 0.25
/** Ids that are kept of one kind: the latest. */
const MOST_IDS = 12
/** How often an optional reference, and another optional value, is added. */
const REFERS = 0.6
const ADDS = 0.15
/** What ends the company or a year of it, or moves its clock: seldom, since little can be done afterwards. */
const ENDING = /^(?:closeFiscalYear|closeYearEnd|moveCompanyClock|setLockDate|changeLockDate|reportVat|closeYear)/
const ENDS = 0.03
const DELETES = 0.3

const pools = new WeakMap<object, Pool>()

/** One walk through a company. */
export const walk = async (run: Run, callers: Callers, random: Random, where: string): Promise<void> => {
  const pool = poolOf(callers)
  const rows = run.rows.filter((row) => isOfWalks(row))
  for (let step = 0; step < STEPS && run.goesOn(); step += 1) {
    const focus = random.pick([...pool.keys()])
    const id = random.pick(pool.get(focus) ?? [])
    const count = random.happens(RACES) ? RACING : 1
    const chosen = Array.from({ length: count }, () => chooseRow(rows, pool, focus, random))
    await Promise.all(chosen.map((row) => stepOf(run, callers, random, { row, pool, focus, id, where })))
  }
}

const poolOf = ({ caller }: Callers): Pool => {
  const known = pools.get(caller)
  if (known) return known
  const made: Pool = new Map([
    ['account', ['1930', '1510', '3001', '2440', '6110']],
    ['fiscalYearId', [caller.fiscalYearId]],
  ])
  pools.set(caller, made)
  return made
}

const isOfWalks = (row: Row): boolean => audienceOf(row) === 'company' && !row.upload && !row.follow && !row.operators

const namesIn = ({ path }: Row): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'companyId')

const chooseRow = (rows: readonly Row[], pool: Pool, focus: string, random: Random): Row => {
  const possible = rows.filter((row) => {
    if (ENDING.test(row.operationId) && !random.happens(ENDS)) return false
    if (row.method === 'DELETE' && !random.happens(DELETES)) return false
    return namesIn(row).every((name) => pool.has(name))
  })
  const about = possible.filter((row) => namesIn(row).includes(focus))
  if (about.length > 0 && random.happens(OF_FOCUS)) return random.pick(about)
  const makers = possible.filter((row) => row.method === 'POST' && namesIn(row).length === 0)
  return random.pick(makers.length > 0 && random.happens(MAKES) ? makers : possible)
}

type Step = { row: Row; pool: Pool; focus: string; id: string; where: string }

const stepOf = async (run: Run, callers: Callers, random: Random, step: Step): Promise<void> => {
  const { row, pool, where } = step
  const draft = draftFrom(step, callers, random)
  const changes: Change[] = []
  if (random.happens(CHANGED)) {
    const kinds = [() => bodyChange(draft, random), () => addressChange(draft, random), () => headerChange(random)]
    const change = random.pick(kinds)()
    if (change) changes.push(change)
  }
  const { status, body } = await shoot(run, draft, changes, where)
  if (status === null || status >= 300) return
  learn(pool, row, body)
}

const draftFrom = ({ row, pool, focus, id }: Step, callers: Callers, random: Random): Draft => {
  const idOf = (name: string) =>
    name === 'companyId' ? callers.caller.id : name === focus ? id : random.pick(pool.get(name) ?? [''])
  const path = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, string] => [name, idOf(name)])
  const headers = Object.entries(credentials(row, callers, random))
  const key: [string, string][] =
    isWrite(row) && random.happens(0.2) ? [['idempotency-key', `k${random.below(40)}`]] : []
  const query = Object.entries(row.example?.query ?? {}).map(([name, value]): [string, string] => [
    name,
    encodeURIComponent(value),
  ])
  const schema = bodySchemaOf(row)
  const json = schema && row.body ? fitted(row.example?.body ?? {}, schema, pool, random) : undefined
  return {
    row,
    method: row.method,
    path: path.map(([name, value]) => [name, isSoleAddress(value) ? value : '']),
    query,
    headers: [...headers, ...key],
    json,
    texts: [],
    form: null,
    raw: null,
  }
}

/** The documented body with ids of the company in it, and more that may be there. */
const fitted = (example: unknown, schema: Schema, pool: Pool, random: Random): unknown => {
  const withMore = typeof example === 'object' && example !== null && !Array.isArray(example)
  const body = withMore ? { ...example, ...more(example, schema, pool, random) } : example
  return JSON.parse(JSON.stringify(body), (key, value) => named(key, value, pool, random))
}

const more = (example: object, schema: Schema, pool: Pool, random: Random): object => {
  const lacking = schemasAt(schema, []).flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([name, { readOnly }]) => !(name in example) && !readOnly),
  )
  const added = lacking.filter(([name]) => random.happens(poolFor(name, pool) ? REFERS : ADDS))
  return Object.fromEntries(
    added.map(([name, kind]) => [name, valueFor(kind, random)]).filter(([, value]) => value !== undefined),
  )
}

/** What refers to something of the company by its name refers to something that is there. */
const named = (key: string, value: unknown, pool: Pool, random: Random): unknown => {
  const ids = poolFor(key, pool)
  if (!ids) return value
  if (typeof value === 'string') return random.pick(ids)
  if (Array.isArray(value)) return value.map((one) => withId(one, random.pick(ids)))
  return withId(value, random.pick(ids))
}

const withId = (value: unknown, id: string): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? { ...value, id } : value

const poolFor = (name: string, pool: Pool): string[] | undefined =>
  pool.get(name) ?? pool.get(name.replace(/Refs?$/, 'Id')) ?? pool.get(name.replace(/Ids$/, 'Id'))

/** The placeholder that takes the id of what a row answers: of the resource, and of those in a list. */
const learn = (pool: Pool, row: Row, body: unknown): void => {
  const { id, items } = Object(body) as { id?: unknown; items?: unknown }
  const keep = (placeholder: string | undefined, one: unknown) => {
    if (!placeholder || typeof one !== 'string' || !isSoleAddress(one)) return
    const known = pool.get(placeholder) ?? []
    pool.set(placeholder, [...known.filter((other) => other !== one), one].slice(-MOST_IDS))
  }
  keep(takerOf(row), id)
  if (!Array.isArray(items)) return
  for (const item of items.slice(0, 3)) keep(placeholders.get(row.path), (Object(item) as { id?: unknown }).id)
}

/** By the schema of answers: what is answered by the operation that takes an id has that id. */
const bySchema = new Map<string, string>()
const placeholders = new Map<string, string>()

const schemaOf = (row: Row): string => {
  const { schema } = operationOf(row).responses['200']?.content?.['application/json'] ?? {}
  return (schema as Schema | undefined)?.$ref ?? ''
}

/** Reads from the document which placeholder takes which ids. */
export const readPlaceholders = (rows: readonly Row[]): void => {
  for (const row of rows) {
    const [, path = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(row.path) ?? []
    if (path === '' || row.method !== 'GET') continue
    placeholders.set(path, name)
    const schema = schemaOf(row)
    if (schema !== '') bySchema.set(schema, name)
  }
}

const takerOf = (row: Row): string | undefined => bySchema.get(schemaOf(row)) ?? placeholders.get(row.path)
