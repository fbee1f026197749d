// The strict JSON reader: what it takes, what it refuses with the field it names, and its agreement with JSON.parse.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_ERRORS } from '#platform/refusal'
import {
  canonicalJson,
  JsonFault,
  MAX_JSON_DEPTH,
  MAX_JSON_KEY_LENGTH,
  MAX_JSON_NAMES,
  MAX_JSON_VALUES,
  MAX_OBJECT_NAMES,
  parseJson,
  pointer,
} from '#text/json'

/** An object of so many names. */
const namesOf = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1])))

const read = (text: string): unknown => parseJson(Buffer.from(text)).value

const faultsOf = (body: string | Buffer): string[] => {
  try {
    parseJson(Buffer.from(body))
  } catch (error) {
    if (error instanceof JsonFault) return error.errors.map(({ field, message }) => `${field} ${message}`)
    throw error
  }
  return []
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('taken', () => {
  test.each([
    ['{}', {}],
    ['[]', []],
    ['null', null],
    ['""', ''],
    [' \t\r\n{"a": [1, -2.5, 1e3, true, null, "x"]} \n', { a: [1, -2.5, 1000, true, null, 'x'] }],
    ['{"constructor": "Bygg AB"}', { constructor: 'Bygg AB' }],
    ['{"constructor": {"name": 1}}', { constructor: { name: 1 } }],
    ['{"prototype": 1, "hasOwnProperty": 2}', { prototype: 1, hasOwnProperty: 2 }],
    ['"\\u00e5\\ud83d\\ude00 \\\\u0000"', 'å😀 \\u0000'],
    ['[9007199254740991, -9007199254740991]', [9007199254740991, -9007199254740991]],
    ['\uFEFF{"a":1}', { a: 1 }],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual(value)
  })

  test('as deep and as many as allowed', () => {
    expect(faultsOf(nested(MAX_JSON_DEPTH))).toEqual([])
    expect(faultsOf(`[${'1,'.repeat(MAX_JSON_VALUES - 2)}1]`)).toEqual([])
    expect(faultsOf(JSON.stringify({ ['k'.repeat(MAX_JSON_KEY_LENGTH)]: 1 }))).toEqual([])
  })
})

describe('keys that are given twice', () => {
  const cases: [string, string][] = [
    ['{"a":1,"a":2}', '#/a The key is given twice'],
    ['{"a":1,"\\u0061":1}', '#/a The key is given twice'],
    ['{"b":{"c":[{},{"d":1,"e":"x","d":2}]}}', '#/b/c/1/d The key is given twice'],
    ['[{"a" : 1, "a"\t: 1}]', '#/0/a The key is given twice'],
    ['{"x":"\\\\","a":"\\":","b":{"a":1},"b":2}', '#/b The key is given twice'],
    ['{"":1,"":2}', '#/ The key is given twice'],
  ]
  test.each(cases)('%s', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault])
  })

  test('behind more escapes than one match of a regular expression takes', () => {
    expect(faultsOf(`{"x":"${'\\"'.repeat(4_000_000)}","a":1,"a":2}`)).toEqual(['#/a The key is given twice'])
  })

  test.each(['{"a":"\\":","b":{"a":"a:"}}', '[":",{"a":1},{"a":1}]', '{"a\\"":1,"a":"\\\\"}', '"a:"'])(
    'but not %s',
    (text) => {
      expect(faultsOf(text)).toEqual([])
    },
  )

  test('are never seen in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        expect(faultsOf(text).filter((fault) => fault.endsWith('twice'))).toEqual([])
      }),
    )
  })
})

describe('refused values', () => {
  test.each([
    ['{"a":{"__proto__":{"admin":true}}}', '#/a The key __proto__ is not allowed'],
    ['{"\\u005f_proto__":1}', '# The key __proto__ is not allowed'],
    ['{"constructor":{"prototype":{}}}', '# The key constructor with a key prototype in it is not allowed'],
    ['{"a":["x","b\\u0000"]}', '#/a/1 The text contains a NUL character'],
    ['{"a":{"\\u0000":1}}', '#/a A key contains a NUL character'],
    ['["\\ud83d"]', '#/0 The text contains half of a surrogate pair'],
    ['"\\ude00\\ud83d"', '# The text contains half of a surrogate pair'],
    ['{"\\udfff":1}', '# A key contains half of a surrogate pair'],
    ['{"amount":1e400}', '#/amount The number is too large to be held exactly'],
    ['[-1e400]', '#/0 The number is too large to be held exactly'],
    ['9007199254740992', '# The number is too large to be held exactly'],
    ['[[-9007199254740993]]', '#/0/0 The number is too large to be held exactly'],
    ['{"a/b":{"c~d":1e300}}', '#/a~1b/c~0d The number is too large to be held exactly'],
    [nested(MAX_JSON_DEPTH + 1), `#${'/0'.repeat(MAX_JSON_DEPTH)} Nested deeper than 32 levels`],
    [nested(200_000), '# More than 50000 values'],
    ['['.repeat(1000), '# Nested deeper than 32 levels'],
    [`[${'1,'.repeat(MAX_JSON_VALUES)}x]`, '# More than 50000 values'],
    [`[${'1,'.repeat(MAX_JSON_VALUES - 1)}1]`, '# More than 50000 values'],
    [`[${'{"a":1},'.repeat(MAX_JSON_NAMES)}{"a":1}]`, '# More than 15000 names'],
    [`{"a":${namesOf(MAX_OBJECT_NAMES + 1)}}`, '#/a More than 1000 names in one object'],
    [JSON.stringify([{ ['k'.repeat(MAX_JSON_KEY_LENGTH + 1)]: 1 }]), '#/0 A key is longer than 200 characters'],
  ])('%.60s', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault])
  })

  test('all of them together, in the order of the text, up to the limit', () => {
    expect(
      faultsOf('{"a":[1e400,{"b":"\\u0000"}],"__proto__":1,"c":1e400}').map((fault) => fault.split(' ')[0]),
    ).toEqual(['#/a/0', '#/a/1/b', '#', '#/c'])
    expect(faultsOf(`[${'1e400,'.repeat(1_000)}1]`)).toHaveLength(MAX_ERRORS)
  })
})

describe('refused text', () => {
  test.each([
    ['', '# The body is empty'],
    ['\uFEFF', '# The body is empty'],
    [' ', '# Malformed JSON at line 1, column 2: expected a value'],
    ['{"name":secret}', '# Malformed JSON at line 1, column 9: expected a value'],
    ['{\n  "a": 1,\n  "b": 2,\n}', '# Malformed JSON at line 4, column 1: expected a key in double quotes'],
    ['{a:1}', '# Malformed JSON at line 1, column 2: expected a key in double quotes or }'],
    ['{"a" 1}', '# Malformed JSON at line 1, column 6: expected :'],
    ['{"a":1 "b":2}', '# Malformed JSON at line 1, column 8: expected , or }'],
    ['[1 2]', '# Malformed JSON at line 1, column 4: expected , or ]'],
    ['[,]', '# Malformed JSON at line 1, column 2: expected a value or ]'],
    ['[1,]', '# Malformed JSON at line 1, column 4: expected a value'],
    ['[1}', '# Malformed JSON at line 1, column 3: expected , or ]'],
    ['[[1]', '# Malformed JSON at line 1, column 5: expected , or ]'],
    ['{} {}', '# Malformed JSON at line 1, column 4: expected the end'],
    ['"abc', '# Malformed JSON at line 1, column 5: expected the closing quote of a string'],
    ['"a\\x"', '# Malformed JSON at line 1, column 3: expected an escape sequence'],
    ['"a\tb"', '# Malformed JSON at line 1, column 3: expected no control characters in a string'],
    ['[01]', '# Malformed JSON at line 1, column 3: expected , or ]'],
    ['NaN', '# Malformed JSON at line 1, column 1: expected a value'],
    ["{'a':1}", '# Malformed JSON at line 1, column 2: expected a key in double quotes or }'],
    [Buffer.from([0x22, 0xe5, 0x22]), '# The body is not valid UTF-8'],
    [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), '# The body is not valid UTF-8'],
    [Buffer.from([0x22, 0xc0, 0x80, 0x22]), '# The body is not valid UTF-8'],
    [Buffer.from('[1]', 'utf16le'), '# Malformed JSON at line 1, column 2: expected a value or ]'],
  ])('%j', (body, fault) => {
    expect(faultsOf(body)).toEqual([fault])
  })
})

const isWellFormed = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const pieces = fc.constantFrom(...'{}[],:"\\1- \n', '"a"', '.5', 'e9', 'null')
const nearlyJson = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  fc.string(),
)

describe('laws', () => {
  test('text is malformed exactly when JSON.parse says so, and the message never quotes it', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        const faults = faultsOf(text)
        if (text === '') expect(faults).toEqual(['# The body is empty'])
        else if (isWellFormed(text)) expect(faults.join()).not.toContain('Malformed')
        else expect(faults.join()).toMatch(/^# Malformed JSON at line \d+, column \d+: expected (?!something)/)
      }),
      { numRuns: 20_000 },
    )
  })

  test('any bytes give a value or a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        faultsOf(Buffer.from(bytes))
      }),
    )
  })

  test('ordinary values come back as they were', () => {
    const values = fc.jsonValue({ maxDepth: 5 }).filter((value) => faultsOf(JSON.stringify(value)).length === 0)
    fc.assert(
      fc.property(values, (value) => {
        expect(read(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('canonical text reads back to the same value and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(turned)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('canonicalJson', () => {
  test.each([
    [{ b: 1, a: [3, 1, { d: null, c: 'å' }] }, '{"a":[3,1,{"c":"å","d":null}],"b":1}'],
    [{ 10: 'x', 9: 'y', a: undefined }, '{"10":"x","9":"y"}'],
    [{ '😀': 1, '\uFB33': 2 }, '{"😀":1,"\uFB33":2}'],
    [[-0, 1e21, 1.5], '[0,1e+21,1.5]'],
    ['"\\\n', '"\\"\\\\\\n"'],
    [null, 'null'],
    [undefined, 'null'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})

describe('pointer', () => {
  test.each([
    [[], '#'],
    [['lineItems', 0, 'taxRate'], '#/lineItems/0/taxRate'],
    [['a/b', 'c~d', '~1', ''], '#/a~1b/c~0d/~01/'],
  ])('%j is %s', (segments, expected) => {
    expect(pointer(...segments)).toBe(expected)
  })
})
