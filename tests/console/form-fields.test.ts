// What stands in the fields of a form, and what of it is sent: what is made leaves out what is empty, what is changed
// says what was emptied, and says nothing of the rest.
import { describe, expect, test } from 'vitest'
import { completed } from '#console-rules/client/merge'
import { bodyOf, changesOf, choicesWith, type FieldRow, initialOf, type Values } from '#console-rules/form/field'

const fields: readonly FieldRow[] = [
  { name: 'name', label: 'Namn' },
  { name: 'address.city', label: 'Ort' },
  { name: 'account', label: 'Konto', kind: 'account' },
  { name: 'days', label: 'Dagar', kind: 'number' },
  { name: 'limit', label: 'Gräns', kind: 'amount' },
  { name: 'isOn', label: 'På', kind: 'switch' },
]

const read = { name: 'Berg', address: { city: 'Umeå' }, account: 1930, days: 30, limit: 500, isOn: true, other: 'x' }

test('fields begin with what was read, and numbers as they are typed', () => {
  const shown = { name: 'Berg', address: { city: 'Umeå' }, account: '1930', days: '30', limit: 500, isOn: true }
  expect(initialOf(fields, read)).toEqual(shown)
  const empty = { name: '', address: { city: '' }, account: '', days: '', limit: null, isOn: false }
  expect(initialOf(fields, {})).toEqual(empty)
})

test('what is made leaves out what is empty', () => {
  expect(bodyOf(fields, initialOf(fields, {}))).toEqual({ isOn: false })
  expect(bodyOf(fields, initialOf(fields, read))).toEqual({
    name: 'Berg',
    address: { city: 'Umeå' },
    account: 1930,
    days: 30,
    limit: 500,
    isOn: true,
  })
})

// biome-ignore format: a table
test.each([
  ['by its code',        'invoices:wr',  ['w']],
  ['by part of a code',  'INVOICES',     ['r', 'w']],
  ['by its words',       'läsa',         ['r', 'c']],
  ['by group and words', 'fakturor läs', ['r']],
  ['by nothing',         '',             ['r', 'w', 'c']],
  ['not at all',         'xyz',          []],
])('a choice is found %s', (_, typed, found) => {
  const choices = [
    { value: 'r', label: 'Läsa', group: 'Fakturor', code: 'invoices:read' },
    { value: 'w', label: 'Skriva', group: 'Fakturor', code: 'invoices:write' },
    { value: 'c', label: 'Läsa', group: 'Kunder' },
  ]
  expect(choicesWith(choices, typed).map(({ value }) => value)).toEqual(found)
})

// biome-ignore format: a table
const changes: readonly (readonly [what: string, typed: Values, sent: Values])[] = [
  ['nothing',                 {},                        {}],
  ['a text',                  { name: 'Dal' },           { name: 'Dal' }],
  ['a text is emptied',       { name: '' },              { name: null }],
  ['a part is emptied',       { address: { city: '' } }, { address: { city: null } }],
  ['a number',                { days: '14' },            { days: 14 }],
  ['a number with a comma',   { days: '2,5' },           { days: 2.5 }],
  ['a number with thousands', { days: '1 000' },         { days: 1000 }],
  ['a number is emptied',     { days: '' },              { days: null }],
  ['what is no number',       { days: '5x' },            { days: '5x' }],
  ['an account is emptied',   { account: '' },           { account: null }],
  ['an amount',               { limit: 0 },              { limit: 0 }],
  ['an amount is emptied',    { limit: null },           { limit: null }],
  ['a switch',                { isOn: false },           { isOn: false }],
]

describe('a change', () => {
  test.each(changes)('of %s', (_, typed, sent) => {
    const before = initialOf(fields, read)
    expect(changesOf(fields, { ...before, ...typed }, before)).toEqual(sent)
  })
})

test('a draft of an earlier console has its missing fields as they are first', () => {
  const first = { name: '', phone: '', address: { city: '', country: 'SE' }, lines: [{ text: '' }] }
  const kept = { name: 'Berg', address: { city: 'Umeå' }, lines: [] }
  const whole = { name: 'Berg', phone: '', address: { city: 'Umeå', country: 'SE' }, lines: [] }
  expect(completed(kept as unknown as typeof first, first)).toEqual(whole)
})
