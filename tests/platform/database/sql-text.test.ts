// Statements as text: a literal is what PostgreSQL's own driver would make of it.
import pg from 'pg'
import { expect, test } from 'vitest'
import { literal } from '#platform/sql'

test('a literal is the same that the driver makes, one character after the other', () => {
  const texts = ['', 'Kontor', `O'Hara`, `''`, 'a\\b', `\\'`, `C:\\'x'\\`, 'åäö 漢字 😀\n']
  expect(texts.map(literal)).toEqual(texts.map(pg.escapeLiteral))
})
