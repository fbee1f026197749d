// Identifiers are of version 7 and follow each other, also those of one millisecond.
import { expect, test } from 'vitest'
import { idBefore, isId, newId } from '#platform/id'

/** More than are made of the random bytes that are fetched at a time, and far more than there are milliseconds. */
const MANY = 20_000

test('identifiers are of version 7, all different, and each comes after the one before', () => {
  const before = Date.now()
  const ids = Array.from({ length: MANY }, newId)
  const after = Date.now()
  expect(ids.filter((id) => !isId(id) || !/^.{14}7.{4}[89ab]/.test(id))).toEqual([])
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(MANY)
  const msOf = (id = '') => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  expect(msOf(ids.at(0))).toBeGreaterThanOrEqual(before)
  expect(msOf(ids.at(-1))).toBeLessThanOrEqual(after)
  // Of so many random ends two are the same in one run of some thousand; of bytes that were used again many would be.
  const ends = ids.map((id) => id.slice(-10))
  expect(new Set(ends).size).toBeGreaterThan(MANY - 3)
})

test('what comes before an identifier by some time comes before all that was made since', () => {
  const id = newId()
  const before = idBefore(id, 1000)
  expect(isId(before)).toBe(true)
  expect(before < id).toBe(true)
  const msOf = (of: string) => Number.parseInt(of.slice(0, 8) + of.slice(9, 13), 16)
  expect(msOf(id) - msOf(before)).toBe(1000)
  expect(idBefore('00000000-0001-7000-8000-000000000000', 1000)).toBe('00000000-0000-0000-0000-000000000000')
})
