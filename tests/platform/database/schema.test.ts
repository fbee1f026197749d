// database/schema.sql is what the migrations add up to, and every kind of object has its place in it.
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { readFiles, readRevision } from '#platform/functions'
import { dumpSchema } from '#postgres/schema-dump'
import { schemaFolders } from '#schema/migrate'
import { needs } from '#support/needs'
import { createDatabase, createEmptyDatabase } from '#support/servers/database'

test('the file is up to date; if not, run node scripts/schema.mjs', async () => {
  needs('one machine')
  const database = await createDatabase()
  expect(await dumpSchema(database.connection)).toBe(readFileSync('database/schema.sql', 'utf8'))
  await database.drop()
})

test('the functions are counted as they are; if not, run node scripts/schema.mjs', () => {
  const { functions } = schemaFolders('.')
  expect(readRevision(functions)?.digest).toBe(readFiles(functions).digest)
})

// Each statement with a line that the dump must hold, the same on every version.
const cases: [statement: string, line: string][] = [
  ['create schema books', 'create schema books;'],
  ['create extension btree_gist schema books', 'create extension btree_gist;'],
  [`create type books.side as enum ('debit', 'credit')`, `create type books.side as enum ('debit', 'credit');`],
  ['create type books.pair as (a int, "B" text)', '  "B" text'],
  [
    `create domain books.ore as bigint not null default 0 constraint small check (value < 100)`,
    `create domain books.ore as bigint not null default 0 constraint small CHECK ((VALUE < 100));`,
  ],
  ['create sequence books.counter as int', 'create sequence books.counter as integer increment 1 start 1;'],
  ['create table books.parent (id int primary key)', '  constraint parent_pkey PRIMARY KEY (id)'],
  ['create table books.years (y int) partition by range (y)', ') partition by RANGE (y);'],
  [
    'create table books.year_one partition of books.years for values from (1) to (2)',
    ') /* partition of books.years */ FOR VALUES FROM (1) TO (2);',
  ],
  [
    `create table books.child (
       id int generated always as identity, name text collate "C" not null, side books.side default 'debit',
       twice int generated always as (2 * 3) stored, parent int references books.parent, amount numeric(18, 6),
       at timestamptz(3), unique (name, side), check (name <> '')) with (fillfactor = 70)`,
    '  name text collate "C" not null,',
  ],
  ['select 1', '  id integer not null generated always as identity,'],
  ['select 1', `  side books.side default 'debit'::books.side,`],
  ['select 1', '  twice integer generated always as ((2 * 3)) stored,'],
  ['select 1', '  amount numeric(18,6),'],
  ['select 1', `  constraint child_name_check CHECK ((name <> ''::text))`],
  ['select 1', '  constraint child_parent_fkey FOREIGN KEY (parent) REFERENCES books.parent(id),'],
  ['select 1', ') with (fillfactor=70);'],
  [
    'create index by_lower on books.child (lower(name) text_pattern_ops) where id > 0',
    'CREATE INDEX by_lower ON books.child USING btree (lower(name) text_pattern_ops) WHERE (id > 0);',
  ],
  ['create view books.seen as select p.id from books.parent p', 'create view books.seen ('],
  [
    'create function books.touch() returns trigger language plpgsql as $$ begin return new; end $$',
    'CREATE OR REPLACE FUNCTION books.touch()',
  ],
  [
    'create trigger touched before update on books.child for each row execute function books.touch()',
    'CREATE TRIGGER touched BEFORE UPDATE ON books.child FOR EACH ROW EXECUTE FUNCTION books.touch();',
  ],
  ['alter table books.child enable row level security', 'alter table books.child enable row level security;'],
  [
    'create policy own on books.child for select using (id = 1)',
    'create policy own on books.child for select using ((id = 1));',
  ],
  [`comment on column books.child.name is 'it''s'`, `comment on column books.child.name is 'it''s';`],
  [`comment on function books.touch() is 'f'`, `comment on function books.touch() is 'f';`],
]

test('every kind of object is written down', async () => {
  const database = await createEmptyDatabase()
  const client = new Client(database.connection)
  await client.connect()
  for (const [statement] of cases) await client.query(statement)
  await client.end()
  const lines = (await dumpSchema(database.connection)).split('\n')
  for (const [, line] of cases) expect(lines).toContain(line)
  expect(lines.filter((line) => /gbt_|counter_seq|child_id_seq/.test(line))).toEqual([])
  await database.drop()
})
