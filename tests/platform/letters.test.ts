// Misspelt names, and how far they may be from the right ones.
import { describe, expect, test } from 'vitest'
import { editDistance, nearestKnownName, resourceReferredTo } from '#platform/misspelling'

describe('a misspelt name', () => {
  const known = ['id', 'to', 'tag', 'date', 'title', 'items', 'customerRef', 'invoiceDate', 'dueDate']
  const cases: [string, string, string | null][] = [
    ['a letter missing       ', 'titl', 'title'],
    ['a letter too many      ', 'tittle', 'title'],
    ['another letter         ', 'tytle', 'title'],
    ['two that changed places', 'tilte', 'title'],
    ['the first two          ', 'ittle', 'title'],
    ['two letters away       ', 'custmrRef', 'customerRef'],
    ['three letters away     ', 'cstmrRef', null],
    ['another case, too      ', 'TITEL', 'title'],
    ['one of a short name    ', 'dat', 'date'],
    ['two of a short name    ', 'note', null],
    ['of three letters       ', 'tags', 'tag'],
    ['near a name of two     ', 'ids', null],
    ['something else         ', 'colour', null],
    ['nothing                ', '', null],
    ['known itself           ', 'title', null],
    ['endless                ', 'title'.repeat(40), null],
  ]
  test.each(cases)('%s', (_, name, meant) => {
    expect(nearestKnownName(name, known)).toBe(meant)
  })

  test('is the nearest of several', () => {
    expect(nearestKnownName('dueDat', ['dueDay', 'dueDate'])).toBe('dueDay')
    expect(nearestKnownName('dueDatee', ['dueDay', 'dueDate'])).toBe('dueDate')
  })
})

test.each([
  ['customerRef', 'customer'],
  ['customerId', 'customer'],
  ['CustomerID', 'customer'],
  ['customer_id', 'customer'],
  ['customer-ref', 'customer'],
  ['customer.id', 'customer'],
  ['customerRefId', 'customer'],
  ['customer_uuid', 'customer'],
  ['customerReference', 'customer'],
  ['customers', 'customer'],
  ['uploadRefs', 'upload'],
  ['journal_entry_id', 'journalentry'],
  ['id', ''],
  ['uuid', ''],
  ['_', ''],
  ['id'.repeat(500_000), ''],
])('%.20s refers to %s', (name, what) => {
  expect(resourceReferredTo(name)).toBe(what)
})

describe('letters between', () => {
  const cases: [string, string, number][] = [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abcd', 'badc', 2],
    ['abc', 'ab', 1],
    ['', 'ab', 2],
    ['abcd', 'efgh', 3],
    ['abcdef', 'abc', 3],
  ]
  test.each(cases)('%s and %s: %i, beyond two told as three', (one, two, away) => {
    expect(editDistance(one, two, 2)).toBe(away)
    expect(editDistance(two, one, 2)).toBe(away)
  })
})
