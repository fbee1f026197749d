// What becomes of a form that two people have changed at once: a table of all that can differ.
import { describe, expect, test } from 'vitest'
import { merge } from '#console-rules/client/merge'

type Form = Record<string, unknown>

const base: Form = { name: 'Berg', city: 'Umeå', lines: [{ key: 'B', text: 'Bord' }], at: { zip: '1', street: 'A' } }

const at = (zip: string, street: string) => ({ at: { zip, street } })
const atBox = (zip: string) => ({ at: { zip, street: 'A', box: 'C' } })
const lines = (...texts: string[]) => ({ lines: texts.map((text) => ({ key: text[0], text })) })

type Case = [what: string, mine: Form, theirs: Form, form: Form, lost: Record<string, unknown>]

// biome-ignore format: a table
const cases: Case[] = [
  ['neither changed it',   {},              {},                {},                                {}],
  ['only I',               { name: 'Dal' }, {},                { name: 'Dal' },                   {}],
  ['only the other',       {},              { name: 'Dal' },   { name: 'Dal' },                   {}],
  ['each its own part',    { name: 'Dal' }, { city: 'Luleå' }, { name: 'Dal', city: 'Luleå' },    {}],
  ['both the same',        { name: 'Dal' }, { name: 'Dal' },   { name: 'Dal' },                   {}],
  ['both, differently',    { name: 'Dal' }, { name: 'Sjö' },   { name: 'Dal' },                   { name: 'Sjö' }],
  ['I back to nothing',    { name: '' },    { name: 'Sjö' },   { name: '' },                      { name: 'Sjö' }],
  ['the other to nothing', { name: 'Dal' }, { name: '' },      { name: 'Dal' },                   { name: '' }],
  ['parts within a part',  at('2', 'A'),    at('1', 'B'),      at('2', 'B'),                      {}],
  ['a part within, both',  at('2', 'A'),    at('3', 'A'),      at('2', 'A'),                      { 'at.zip': '3' }],
  ['a part within, new',   atBox('1'),      at('2', 'A'),      atBox('2'),                        {}],
  ['lines are one part',   lines(),         lines('Stol'),     lines(),                           lines('Stol')],
  ['lines of the other',   { name: 'Dal' }, lines('Stol'),     { name: 'Dal', ...lines('Stol') }, {}],
]

test('the key of a line says nothing of what stands on it', () => {
  const other = { ...base, lines: [{ key: 'new', text: 'Bord' }] }
  expect(merge(base, { ...base, lines: [] }, other)).toEqual({ form: { ...base, lines: [] }, lost: [] })
})

describe('a form that two have changed', () => {
  test.each(cases)('%s', (_, mine, theirs, form, lost) => {
    const given = JSON.stringify(base)
    const merged = merge(base, { ...base, ...mine }, { ...base, ...theirs })
    expect(merged.form).toEqual({ ...base, ...form })
    expect(Object.fromEntries(merged.lost.map(({ at, value }) => [at, value]))).toEqual(lost)
    expect(JSON.stringify(base)).toBe(given)
  })
})
