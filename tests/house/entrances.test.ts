// One way into the books and one way to leave an event: who says it to the database, and which functions write rows.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { below, sourcesBelow } from './sources.ts'

const code = sourcesBelow('server')

/** The files that have the text. */
const naming = (what: RegExp): string[] => code.filter(({ text }) => what.test(text)).map(({ path }) => path)

/** What writes to a table, however it is spelt; MERGE and COPY too. */
const writing = (table: string): RegExp => {
  const name = table
    .split('.')
    .map((part) => `"?${part}"?`)
    .join('\\s*\\.\\s*')
  return new RegExp(`\\b(?:insert\\s+into|update(?:\\s+only)?|merge\\s+into|copy)\\s+${name}(?![\\w"])`, 'i')
}

/** The database functions that write to a table, as they are now. */
const writersOf = (table: string): string[] =>
  below('database/functions')
    .files.filter((path) => path.endsWith('.sql'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split(/^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+/im)
        .slice(1),
    )
    .filter((text) => writing(table).test(text))
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
  expect(writersOf('ledger.journal_entry_item')).toEqual(['ledger.post_columns', 'ledger.post_entries'])
  expect(naming(writing('ledger.journal_entry'))).toEqual([])
  expect(naming(writing('ledger.journal_entry_item'))).toEqual([])
  expect(naming(/delete from ledger\.journal_entry\b/)).toEqual([])
})

test('events are left by recordEvent alone, and those of entries by the posting', () => {
  expect(writersOf('platform.event')).toEqual(['ledger.leave_booked', 'ledger.post_entries', 'platform.leave_events'])
  expect(naming(/\bplatform\.leave_events\(/)).toEqual(['server/platform/event.ts'])
  expect(naming(/\bledger\.leave_booked\b/)).toEqual(['server/ledger/entries/posting.ts'])
  expect(naming(/\bhappenings\??\.push\(/)).toEqual(['server/platform/event.ts'])
  expect(naming(/recordEvent\(\w+, 'journal-entry\.booked'/)).toEqual(['server/ledger/entries/posting.ts'])
  expect(naming(writing('platform.event'))).toEqual([])
})

test.each([
  ['insert into ledger.journal_entry (company_id)', true],
  ['INSERT INTO "ledger"."journal_entry" select 1', true],
  ['insert into\n    ledger . journal_entry\n', true],
  ['update only ledger.journal_entry set title = 1', true],
  ['merge into ledger.journal_entry using x', true],
  ['copy ledger.journal_entry from stdin', true],
  ['insert into ledger.journal_entry_item (line)', false],
  ['delete from ledger.journal_entry', false],
  ['select from ledger.journal_entry', false],
])('%j writes entries: %s', (text, writes) => expect(writing('ledger.journal_entry').test(text)).toBe(writes))
