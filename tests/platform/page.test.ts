// Cursors: what goes in comes out, and nothing else does.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor, MAX_CURSOR_LENGTH } from '#platform/page'

const signer = Buffer.from('a secret of the service, 32 bytes')
const key = fc.array(fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), {
  maxLength: 5,
})

describe('cursors', () => {
  test.each([
    [[]],
    [['2025-01-31', 'V', 342]],
    [['0198c5a4-0000-7000-8000-000000000000']],
    [['', 0, -1.5, 'å😀"\\']],
    [['9007199254740993', Number.MAX_SAFE_INTEGER]],
  ])('%j comes back', (parts) => {
    const cursor = encodeCursor(parts, signer)
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(decodeCursor(cursor, signer)).toEqual(parts)
    expect(encodeCursor(parts, signer)).toBe(cursor)
  })

  test('every key comes back', () => {
    fc.assert(
      fc.property(key, (parts) => {
        expect(decodeCursor(encodeCursor(parts, signer), signer)).toEqual(JSON.parse(JSON.stringify(parts)))
      }),
    )
  })

  test('a cursor with any one character changed, dropped or added is refused', () => {
    const cursor = encodeCursor(['2025-01-31', 342], signer)
    for (let at = 0; at < cursor.length; at += 1) {
      const before = cursor.slice(0, at)
      const after = cursor.slice(at + 1)
      expect(decodeCursor(before + after, signer)).toBeNull()
      for (const other of 'AZaz09-_=+/ é') {
        expect(decodeCursor(`${before}${other}${cursor.slice(at)}`, signer)).toBeNull()
        if (other !== cursor[at]) expect(decodeCursor(before + other + after, signer)).toBeNull()
      }
    }
    expect(decodeCursor(`${cursor}=`, signer)).toBeNull()
    expect(decodeCursor(`${cursor}\n`, signer)).toBeNull()
  })

  test('a cursor of another signer is refused', () => {
    fc.assert(
      fc.property(key, fc.uint8Array(), (parts, other) => {
        fc.pre(!signer.equals(other))
        expect(decodeCursor(encodeCursor(parts, Buffer.from(other)), signer)).toBeNull()
      }),
    )
  })

  test('no text from outside crashes it', () => {
    const base64url = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), base64url), (text) => {
        expect(decodeCursor(text, signer)).toBeNull()
      }),
    )
    expect(decodeCursor('A'.repeat(MAX_CURSOR_LENGTH + 1), signer)).toBeNull()
  })

  test('what could not come back is not given out', () => {
    expect(() => encodeCursor([Number.NaN], signer)).toThrow(RangeError)
    expect(() => encodeCursor([1, Number.POSITIVE_INFINITY], signer)).toThrow(RangeError)
    expect(() => encodeCursor(['x'.repeat(MAX_CURSOR_LENGTH)], signer)).toThrow(RangeError)
  })
})
