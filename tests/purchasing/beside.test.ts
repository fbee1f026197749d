// Which documents belong to which e-invoice when several files are dropped together: a table.
import { expect, test } from 'vitest'
import { besideEach } from '#console-rules/purchasing/beside'

const named = (names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name) => ({ name }))

// biome-ignore format: a table
const cases: [eInvoices: string, documents: string, pairs: Record<string, string>, rest: string][] = [
  ['',            'a.pdf b.pdf',       {},                                   'a.pdf b.pdf'],
  ['a.xml',       '',                  { 'a.xml': '' },                      ''],
  ['a.xml',       'bilaga.pdf b.png',  { 'a.xml': 'bilaga.pdf b.png' },      ''],
  ['a.xml b.xml', 'b.pdf a.pdf',       { 'a.xml': 'a.pdf', 'b.xml': 'b.pdf' }, ''],
  ['A.XML b.xml', 'a.pdf a.png',       { 'A.XML': 'a.pdf a.png', 'b.xml': '' }, ''],
  ['1.2.xml b.xml', '1.2.pdf 1.pdf',   { '1.2.xml': '1.2.pdf', 'b.xml': '' }, '1.pdf'],
]

test.each(cases)('beside %s come %s', (eInvoices, documents, pairs, rest) => {
  const found = besideEach(named(eInvoices), named(documents))
  const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name).join(' ')
  const shown = found.pairs.map(({ eInvoice, beside }) => [eInvoice.name, namesOf(beside)])
  expect(Object.fromEntries(shown)).toEqual(pairs)
  expect(namesOf(found.rest)).toBe(rest)
})
