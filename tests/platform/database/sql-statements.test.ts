// A file of statements is cut where PostgreSQL would end them, and nothing of it is lost.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaFolders } from '#schema/migrate'
import { singleChanges, statementsIn, viewsDroppedIn } from '#schema/sql-statements'

const cases: [what: string, text: string, statements: string[]][] = [
  ['nothing', '\n  \n', []],
  ['a comment alone', '-- select 1;\n', []],
  ['one without its end', 'select 1', ['select 1']],
  ['two, and what stands between them', 'select 1;\n\n;select 2;\n', ['select 1', 'select 2']],
  ['a comment with its statement', '-- One; and\nselect 1; -- two;', ['-- One; and\nselect 1']],
  ['a comment over lines', 'select 1 /* ; */ + 1; select 2', ['select 1 /* ; */ + 1', 'select 2']],
  ['quotes', `select 'a;''b;', "c;d"; select 2`, [`select 'a;''b;', "c;d"`, 'select 2']],
  ['a quote in a comment', `select 1; -- isn't\nselect 2;`, ['select 1', `-- isn't\nselect 2`]],
  ['a body', 'do $$ begin perform 1; end $$; select 2', ['do $$ begin perform 1; end $$', 'select 2']],
  ['a body with a name', 'do $a$ select $$;$$; $a$; select 2', ['do $a$ select $$;$$; $a$', 'select 2']],
  ['parameters and minus signs', 'select 5 - $1 / 2; select 2', ['select 5 - $1 / 2', 'select 2']],
  ['brackets', 'select (1, (2)); select 2', ['select (1, (2))', 'select 2']],
]

test.each(cases)('of %s', (_, text, statements) => {
  expect(statementsIn(text)).toEqual(statements)
})

const changes: [what: string, statement: string, single: string[]][] = [
  ['no change of a table', 'select 1, 2', ['select 1, 2']],
  ['one change', 'alter table a.b add column c int', ['alter table a.b add column c int']],
  [
    'several',
    `-- Why.\nalter table a.b\n  add column c numeric(1, 2) default 1,\n  add constraint d check (e in ('f,g', 'h'))`,
    [
      'alter table a.b add column c numeric(1, 2) default 1',
      `alter table a.b add constraint d check (e in ('f,g', 'h'))`,
    ],
  ],
  [
    'of that table alone',
    'alter table only a.b drop x, drop y',
    ['alter table only a.b drop x', 'alter table only a.b drop y'],
  ],
]

test.each(changes)('%s of a table, one by one', (_, statement, single) => {
  expect(singleChanges(statement)).toEqual(single)
})

const drops: [what: string, text: string, views: string[]][] = [
  ['none', 'drop function a.b(uuid); drop table a.view', []],
  ['one', 'drop view if exists a.b_view;', ['a.b_view']],
  ['several', 'drop view a.b,\n  a.c2 cascade;\nselect 1;\nDROP VIEW IF EXISTS d.e', ['a.b', 'a.c2', 'd.e']],
  ['one in a body', 'do $$ begin drop view if exists a.b; end $$', ['a.b']],
]

test.each(drops)('%s of the views are dropped', (_, text, views) => {
  expect(viewsDroppedIn(text)).toEqual(views)
})

describe('the migrations', () => {
  const { migrations } = schemaFolders(process.cwd())
  test.each(readdirSync(migrations))('%s', (name) => {
    const text = readFileSync(join(migrations, name), 'utf8')
    const statements = statementsIn(text)
    expect(statements.join('').replace(/[\s;]/g, '')).toBe(withoutTrailing(text).replace(/[\s;]/g, ''))
    for (const statement of statements) expect(statement).toMatch(BEGINNING)
  })
})

/** What a statement begins with, behind comments. */
const BEGINNING = /^(--[^\n]*\n|\s)*(create|alter|insert|select|drop|update|delete|grant|revoke|do|with)\b/

/** Comments behind the last statement belong to none. */
const withoutTrailing = (text: string): string => text.slice(0, text.lastIndexOf(';'))
