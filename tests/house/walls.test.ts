// Walls in SQL: a folder names only its own tables in its statements. What others need comes through its door, or
// through a view, which is what others may read of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FOUNDATION, floors, PROGRAMS, roomOf } from './floors.ts'
import { type Source, sourceOf, sourcesBelow, textsOf } from './sources.ts'

const SCHEMA = readFileSync('database/schema.sql', 'utf8')
const namesOf = (kind: RegExp): string[] => [...SCHEMA.matchAll(kind)].map(([, name = '']) => name)
const tables = namesOf(/^create (?:unlogged )?table (\S+) \(/gm)
const routines = namesOf(/^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) ([\w.]+)\(/gm)
const views = new Set(namesOf(/^create view (\S+) \(/gm))
const known = new Set([...tables, ...routines, ...views])

/**
 * Tables that are older than the folder whose they are. A table keeps its name for good: witnesses have written down
 * what they witnessed by it.
 */
const moved: Readonly<Record<string, string>> = {
  'platform.idempotency_key': 'http',
  'platform.claim_free_keys': 'http',
  'platform.claim_keys': 'http',
  'platform.keep_answers': 'http',
}

/** Whose a name is: the folder of its schema, unless it has moved. */
const ownerOf = (name: string): string => moved[name] ?? name.slice(0, name.indexOf('.')).replaceAll('_', '-')

/** Programs name nothing: all of it has a door. */
const isProgram = (room: string): boolean => [...PROGRAMS, 'server/admin'].includes(room)

/** The names of other folders' tables and functions in a file, views of lower floors apart. */
const trespasses = (source: Source): string[] => {
  const room = roomOf(source.folder)
  // The schema of the platform is that of all foundations.
  const owner = FOUNDATION.includes(room) ? 'platform' : room.slice('server/'.length)
  const floor = floors[room] ?? 0
  const named = textsOf(source).flatMap((text) => [...text.matchAll(/\b[a-z]+\.[a-z_]+\b/g)].map(([name]) => name))
  return [...new Set(named)].filter((name) => {
    if (!known.has(name) || ownerOf(name) === owner) return false
    return (
      isProgram(room) || !(views.has(name) && (floors[`server/${ownerOf(name)}`] ?? Number.POSITIVE_INFINITY) < floor)
    )
  })
}

describe('a statement', () => {
  test('names tables and functions of its own folder, and views of folders below', () => {
    const found = sourcesBelow('server').flatMap((source) => trespasses(source).map((name) => `${source.path} ${name}`))
    expect(found).toEqual([])
    expect(known.size).toBeGreaterThan(150)
  })

  test('is judged rightly', () => {
    const judged = (path: string, text: string) => trespasses(sourceOf(path, text))
    const company = 'select from identity.company c join identity.company_view v using (id)'
    expect(judged('server/ledger/x.ts', `sql\`${company} \${sql\`ledger.book\`}\``)).toEqual(['identity.company'])
    expect(judged('server/programs/x.ts', `const table = 'ledger.book'`)).toEqual(['ledger.book'])
    expect(judged('server/platform/x.ts', `sql\`${company}\``)).toEqual(['identity.company', 'identity.company_view'])
    expect(judged('server/identity/x.ts', `sql\`${company} \${a}, ledger.book b\``)).toEqual(['ledger.book'])
    expect(judged('server/ledger/x.ts', 'sql`select e.id, ledger.unknown`')).toEqual([])
  })
})

/**
 * What functions of one schema name of another's tables, with the reason. Views and functions of floors below need
 * none: a function is what a verb is elsewhere.
 */
const functionExceptions: Readonly<Record<string, string>> = {
  'ledger.post_entries platform.event': 'a batch leaves its events by the statement that books it',
  'ledger.leave_booked platform.event': 'entries of a file leave their events without being held in memory',
}

type Made = { name: string; text: string }

/** The functions and views of a file, each with its text without comments. */
const madeIn = (text: string): Made[] =>
  text
    .replace(/--.*/g, '')
    .split(/^create or replace (?:function|view) /m)
    .slice(1)
    .map((one) => ({ name: /^[\w.]+/.exec(one)?.[0] ?? '', text: one }))

/** The names of other schemas' tables in a function or view, and of anything above it. */
const trespassesOf = ({ name: own, text }: Made): string[] => {
  const schema = own.slice(0, own.indexOf('.'))
  const floorOf = (of: string): number => floors[`server/${of}`] ?? Number.POSITIVE_INFINITY
  const named = [...new Set(text.match(/\b[a-z]+\.[a-z_]+\b/g) ?? [])]
  return named.filter((name) => {
    const other = name.slice(0, name.indexOf('.'))
    if (!known.has(name) || other === schema) return false
    return tables.includes(name) || floorOf(other) >= floorOf(schema)
  })
}

describe('a function of the database', () => {
  const folder = 'database/functions'
  const made = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => madeIn(readFileSync(join(folder, name), 'utf8')))

  test('names tables of its own schema, and functions and views of floors below', () => {
    const found = made.flatMap((one) => trespassesOf(one).map((name) => `${one.name} ${name}`))
    expect(found.sort()).toEqual(Object.keys(functionExceptions).sort())
    expect(made.length).toBeGreaterThan(70)
  })

  test('that is a view is a part of one table: the server puts it in its place', () => {
    const whole = made.filter(({ name }) => views.has(name))
    const apart = /\b(?:group by|having|distinct|limit|offset|order by|union|join|sum|count|array_agg)\b/i
    expect(whole.filter(({ text }) => apart.test(text)).map(({ name }) => name)).toEqual([])
    expect(whole.map(({ name }) => name).sort()).toEqual([...views].sort())
    // Witness triggers use the processing history under this name.
    const unnamed = [...views].filter((name) => !name.endsWith('_view') && name !== 'platform.history')
    expect(unnamed).toEqual([])
  })

  test('is judged rightly', () => {
    const judged = (text: string) => madeIn(text).map(trespassesOf)
    const body = 'as $$ select from ledger.book, ledger.book_view -- sales.invoice $$'
    expect(judged(`create or replace function sales.f() ${body}`)).toEqual([['ledger.book']])
    expect(judged(`create or replace view ledger.v ${body}`)).toEqual([[]])
    expect(judged(`create or replace function platform.f() ${body}`)).toEqual([['ledger.book', 'ledger.book_view']])
  })
})
