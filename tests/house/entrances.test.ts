// One way into the books and one way to leave an event: who says it to the database, and which functions write rows.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { below, sourcesBelow } from './sources.ts'

const code = sourcesBelow('server')

/** The files that have the text. */
const naming = (what: RegExp): string[] => code.filter(({ text }) => what.test(text)).map(({ path }) => path)

/** The database functions that write to a table, as they are now. */
const writersOf = (table: string): string[] =>
  below('database/functions')
    .files.filter((path) => path.endsWith('.sql'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split(/^create or replace (?:function|procedure) /m)
        .slice(1),
    )
    .filter((text) => new RegExp(`(?:insert into|update) ${table.replace('.', '\\.')}[ (]`).test(text))
    .map((text) => text.slice(0, text.search(/\s*\(/)))
    .sort()

test('entries are booked by the posting of the ledger alone', () => {
  expect(writersOf('ledger.journal_entry')).toEqual(['ledger.post_columns', 'ledger.post_entries'])
  expect(naming(/\bledger\.post_entries\(/)).toEqual(['server/ledger/entries/posting.ts'])
  expect(naming(/\bledger\.post_columns\(/)).toEqual(['server/ledger/entries/posting-many.ts'])
  expect(naming(/\bpostColumns\b/)).toEqual([
    'server/ledger/entries/posting-many.ts',
    'server/ledger/entries/posting.ts',
  ])
  expect(naming(/(?:insert into|update|delete from) ledger\.journal_entry\b/)).toEqual([])
})

test('events are left by recordEvent alone, and those of entries by the posting', () => {
  expect(writersOf('platform.event')).toEqual(['ledger.leave_booked', 'ledger.post_entries', 'platform.leave_events'])
  expect(naming(/\bplatform\.leave_events\(/)).toEqual(['server/platform/event.ts'])
  expect(naming(/\bledger\.leave_booked\b/)).toEqual(['server/ledger/entries/posting.ts'])
  expect(naming(/\bhappenings\??\.push\(/)).toEqual(['server/platform/event.ts'])
  expect(naming(/recordEvent\(\w+, 'journal-entry\.booked'/)).toEqual(['server/ledger/entries/posting.ts'])
  expect(naming(/(?:insert into|update) platform\.event\b(?!_)/)).toEqual([])
})
