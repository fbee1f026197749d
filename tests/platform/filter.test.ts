// The filter language: how text is read, what SQL comes of it, that values only ever travel as bound parameters, and
// that nothing a caller can send gives anything but an answer or a FilterFault.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FilterFault,
  type FilterNode,
  type FilterOperator,
  type FilterTable,
  filter,
  filterSql,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_LENGTH,
  parseFilter,
} from '#platform/filter'
import { sql } from '#platform/sql'

const ID = '0198c5a4-3c1e-7a2b-8f00-0123456789ab'

const table: FilterTable = {
  properties: {
    rate: { type: 'number', column: sql`rate` },
    number: { type: 'integer', column: sql`number` },
    total: { type: 'amount', column: sql`total_ore` },
    name: { type: 'string', column: sql`name` },
    'supplierRef.id': { type: 'id', column: sql`supplier_id` },
    date: { type: 'date', column: sql`date` },
    changed: { type: 'datetime', column: sql`changed_at` },
    status: { type: { oneOf: ['draft', 'paid'] }, column: sql`status` },
    entry: {
      type: 'string',
      column: sql`counter`,
      toSql: (operator, value) =>
        operator === '==' && /^V\d+$/.test(String(value)) ? sql`series = ${'V'} or counter = ${value}` : null,
    },
  },
  metadata: sql`metadata`,
}

/** The SQL, and after `|` its bound values. */
const shown = (text: string): string => {
  const made = filter(text, table)
  return made === null ? 'null' : `${made.text} | ${made.values.join(' | ')}`
}

const faultOf = (text: string, of: FilterTable = table): string => {
  try {
    filter(text, of)
  } catch (error) {
    if (error instanceof FilterFault) return error.message
    throw error
  }
  return 'taken'
}

const order = ['==', '!=', '>', '<', '>=', '<='] as const
const everyOperator: readonly FilterOperator[] = [...order, '~', '=~']

describe('each operator on each type', () => {
  const types = [
    { property: 'rate', value: '0.25', column: 'rate', cast: '::numeric', takes: order },
    { property: 'number', value: '-12', column: 'number', cast: '::bigint', takes: order },
    { property: 'total', value: '1234.5', bound: 123450n, column: 'total_ore', cast: '::bigint', takes: order },
    { property: 'date', value: '2025-01-31', column: 'date', cast: '::date', takes: order },
    {
      property: 'changed',
      value: '2025-01-31T12:00:00+01:00',
      bound: '2025-01-31T11:00:00Z',
      column: 'changed_at',
      cast: '::timestamptz',
      takes: order,
    },
    { property: 'supplierRef.id', value: ID, column: 'supplier_id', cast: '::uuid', takes: ['==', '!='] },
    { property: 'name', value: 'Åkeri AB', column: 'name', cast: '', takes: ['==', '!=', '~', '=~'] },
    { property: 'status', value: 'paid', column: 'status', cast: '', takes: ['==', '!=', '~', '=~'] },
  ]
  const inSql: Record<string, string> = { '==': '=', '!=': 'is distinct from' }

  test.each(types)('$property', ({ property, value, bound, column, cast, takes }) => {
    for (const operator of everyOperator) {
      const text = `${property}${operator}${value}`
      if (!takes.some((each) => each === operator)) {
        expect(faultOf(text)).toBe(`${property} takes ${takes.join(' ')} and not ${operator} in the filter ${text}`)
        continue
      }
      const made = filter(text, table)
      const isMoment = property === 'changed' && ['==', '!=', '<='].includes(operator)
      if (isMoment) continue
      const contains: Partial<Record<FilterOperator, string>> = {
        '~': `(${column})::text like $1::text`,
        '=~': `translate(lower((${column})::text), $1, $2) like translate(lower($3::text), $4, $5)`,
      }
      expect(made?.text).toBe(contains[operator] ?? `${column} ${inSql[operator] ?? operator} $1${cast}`)
      if (operator !== '=~') expect(made?.values).toEqual([operator === '~' ? `%${value}%` : (bound ?? value)])
      else expect(made?.values[2]).toBe(`%${value}%`)
    }
  })

  test.each([
    ['metadata.order==A 1', 'metadata @> $1::jsonb | {"order":"A 1"}'],
    ['metadata.order!=A', '(metadata ->> $1::text) is distinct from $2 | order | A'],
    ['metadata.order~A', '((metadata ->> $1::text))::text like $2::text | order | %A%'],
    ['metadata.__proto__=="x\\"y"', 'metadata @> $1::jsonb | {"__proto__":"x\\"y"}'],
    ['entry==V12', '(series = $1 or counter = $2) | V | V12'],
    ['changed>2025-07-01', 'changed_at > $1::timestamptz | 2025-07-01T00:00:00Z'],
    ['changed<2025-07-01T10:00Z', 'changed_at < $1::timestamptz | 2025-07-01T10:00:00Z'],
    ['changed>2025-07-01T00:30:00.123456+02:00', 'changed_at > $1::timestamptz | 2025-06-30T22:30:00.123456Z'],
    ['changed>2025-07-01T00:30:00.1234567Z', 'changed_at > $1::timestamptz | 2025-07-01T00:30:00.1234567Z'],
    ['changed>=2025-07-01T02:00:00 02:00', 'changed_at >= $1::timestamptz | 2025-07-01T00:00:00Z'],
    [
      'changed<=2025-07-01T10:00:00Z',
      "changed_at < date_trunc('second', $1::timestamptz) + interval '1 second' | 2025-07-01T10:00:00Z",
    ],
    ['date>=2025-07-01T00:00:00', 'date >= $1::date | 2025-07-01'],
    ['date>=2025-06-30T22:00:00Z', 'date >= $1::date | 2025-07-01'],
    ['date>=2025-07-01T00:00:00 02:00', 'date >= $1::date | 2025-07-01'],
    ['Name==x', 'name = $1 | x'],
    ['METADATA.Order==A', 'metadata @> $1::jsonb | {"Order":"A"}'],
    ['name~10%_\\', '(name)::text like $1::text | %10\\%\\_\\\\%'],
    ['name==""', 'name = $1 | '],
    ['status~aft', '(status)::text like $1::text | %aft%'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test('in single quotes as in double ones, for any type', () => {
    for (const { property, value, takes } of types) {
      for (const operator of takes) {
        const single = filter(`${property} ${operator} '${value}'`, table)
        expect(single).toEqual(filter(`${property}${operator}${value}`, table))
        expect(single).toEqual(filter(`${property}${operator}"${value}"`, table))
      }
    }
    expect(shown("metadata.order=='A 1'")).toBe('metadata @> $1::jsonb | {"order":"A 1"}')
    expect(shown("entry=='V12'")).toBe('(series = $1 or counter = $2) | V | V12')
  })

  test('no parameter is no condition', () => {
    expect(filter(undefined, table)).toBeNull()
  })
})

describe('joining', () => {
  const read = (text: string): string => {
    const inWords = (node: FilterNode): string =>
      node.kind === 'condition' ? node.value : `${node.kind}(${node.parts.map(inWords).join(' ')})`
    return inWords(parseFilter(text).root)
  }

  test.each([
    ['a==1', '1'],
    ['a==1&&b==2', 'and(1 2)'],
    ['a==1||b==2', 'or(1 2)'],
    ['a==1&&b==2&&c==3', 'and(1 2 3)'],
    ['a==1||b==2&&c==3', 'or(1 and(2 3))'],
    ['a==1&&b==2||c==3', 'or(and(1 2) 3)'],
    ['a==1&&b==2||c==3&&d==4', 'or(and(1 2) and(3 4))'],
    ['(a==1||b==2)&&c==3', 'and(or(1 2) 3)'],
    ['a==1&&(b==2||c==3)', 'and(1 or(2 3))'],
    ['(a==1&&b==2)&&c==3', 'and(and(1 2) 3)'],
    ['((a==1))', '1'],
    [' ( a == 1 || b > 2 ) && c ~ 3 ', 'and(or(1 2) 3)'],
    ['a==1\t\n&&\r\nb==2', 'and(1 2)'],
    ['a==1 and b==2', 'and(1 2)'],
    ['a==1 AND b==2 Or c~3', 'or(and(1 2) 3)'],
    ['a==1 and (b==2 or c==3)', 'and(1 or(2 3))'],
    ['(a==1)or(b==2)', 'or(1 2)'],
    ['a=="1" and b>=2', 'and(1 2)'],
    ['a~salt and pepper', 'salt and pepper'],
    ['a~this or that && b==2', 'and(this or that 2)'],
    ['a=="x and b==2"', 'x and b==2'],
    ['a==and b', 'and b'],
    ['a~x android==1', 'x android==1'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test('in SQL', () => {
    expect(shown('(name==a||name==b)&&rate>1||status==paid')).toBe(
      '(((name = $1 or name = $2) and rate > $3::numeric) or status = $4) | a | b | 1 | paid',
    )
  })
})

describe('values', () => {
  test.each([
    ['name==Åsa  Berg & Söner', 'Åsa  Berg & Söner'],
    ['name==  padded  ', 'padded'],
    ['name=="  padded  "', '  padded  '],
    ['name==a==b', 'a==b'],
    ['name==a>=b~c!=d', 'a>=b~c!=d'],
    ['name===b', '=b'],
    ['name==a&b|c', 'a&b|c'],
    ['name==a(b', 'a(b'],
    ['name==(b', '(b'],
    ['name==12" skärm', '12" skärm'],
    ["name==O'Brien; drop table x --", "O'Brien; drop table x --"],
    ['name==C:\\temp\\', 'C:\\temp\\'],
    ['name=="a && b || (c)"', 'a && b || (c)'],
    ['name=="say \\"hi\\" \\\\ bye"', 'say "hi" \\ bye'],
    ['name==""', ''],
    ['name=="x" ', 'x'],
    ["name=='Acme'", 'Acme'],
    ["name=='  padded  '", '  padded  '],
    ["name==''", ''],
    ["name=='a && b || (c) and rate>1'", 'a && b || (c) and rate>1'],
    [`name=='say "hi"'`, 'say "hi"'],
    [`name=="O'Brien"`, "O'Brien"],
    [`name=='O\\'Brien \\\\ \\" son'`, `O'Brien \\ " son`],
    [`name=="O\\'Brien"`, "O'Brien"],
    ['name==😀', '😀'],
    ['name==$1', '$1'],
  ])('%j', (text, value) => {
    const made = filter(text, table)
    expect(made?.text).toBe('name = $1')
    expect(made?.values).toEqual([value])
  })
})

const NOT_QUOTED = `Expected a quoted value, with only \\", \\' and \\\\ as escapes, at character 7`

const refusals: readonly (readonly [string, string])[] = [
  ['(', 'Expected a property at character 2'],
  ['name', 'Expected one of == != >= <= =~ > < ~ at character 5'],
  ['name=x', 'Expected one of == != >= <= =~ > < ~ at character 5'],
  ['name x', 'Expected one of == != >= <= =~ > < ~ at character 6'],
  ['1name==x', 'Expected a property at character 1'],
  ['åre==x', 'Expected a property at character 1'],
  ['name==', 'Expected a value, or "" for the empty text, at character 7'],
  ['name== && rate>1', 'Expected a value, or "" for the empty text, at character 8'],
  ['name==a&&', 'Expected a property at character 10'],
  ['name==a&&&rate>1', 'Expected a property at character 10'],
  ['&&name==a', 'Expected a property at character 1'],
  ['(name==a', 'Expected &&, || or ) at character 9'],
  ['()', 'Expected a property at character 2 (a value that holds a parenthesis needs quotes)'],
  ['name==Bolaget (publ)', 'Expected &&, || or the end at character 20 (a value that holds a parenthesis needs'],
  ['name=="a" b', 'Expected &&, || or the end at character 11'],
  ['name=="a', NOT_QUOTED],
  ['name=="a\\n"', NOT_QUOTED],
  ["name=='a", NOT_QUOTED],
  ["name=='a\\n'", NOT_QUOTED],
  ["name=='a\\'", NOT_QUOTED],
  [`name=='a"`, NOT_QUOTED],
  [`name=="a'`, NOT_QUOTED],
  ["name=='a' b", 'Expected &&, || or the end at character 11'],
  ['name==“a”', NOT_QUOTED],
  ['name==‘a’', NOT_QUOTED],
  ["name=='a''b'", 'Expected &&, || or the end at character 10'],
  ["rate=='abc'", 'rate must be a number with at most six decimals'],
  ['name=="a\\"', NOT_QUOTED],
  ['colour==red', 'Unknown property colour'],
  ['Nam==x', 'Unknown property Nam (did you mean name?)'],
  ['name==a and colour==red', 'Unknown property colour (this list is filtered by rate, number, total, name,'],
  ['constructor==x', 'Unknown property constructor'],
  ['__proto__==x', 'Unknown property __proto__'],
  ['toString==x', 'Unknown property toString'],
  ['metadata==x', 'Unknown property metadata'],
  ['metadata.a.b==x', 'Unknown property metadata.a.b'],
  [`metadata.${'k'.repeat(26)}==x`, `Unknown property metadata.${'k'.repeat(26)}`],
  [`${'p'.repeat(70)}==x`, `Unknown property ${'p'.repeat(60)}…`],
  ['metadata.a>1', 'metadata.a takes == != ~ =~ and not >'],
  ['rate==abc', 'rate must be a number with at most six decimals'],
  ['rate==0.1234567', 'rate must be a number with at most six decimals'],
  ['rate==1e3', 'rate must be a number with at most six decimals'],
  ['rate==NaN', 'rate must be a number with at most six decimals'],
  ['rate==""', 'rate must be a number with at most six decimals'],
  ['number==1.0', 'number must be a whole number'],
  ['number==99999999999999999999', 'number must be a whole number'],
  ['total<1.234', 'total must be an amount with at most two decimals'],
  ['total>1000000000000.01', 'total must be an amount with at most two decimals'],
  ['total==1,50', 'total must be an amount with at most two decimals'],
  ['date==2025-02-30', 'date must be a date as YYYY-MM-DD'],
  ['date==2025-02-30T00:00:00Z', 'date must be a date as YYYY-MM-DD'],
  ['date==infinity', 'date must be a date as YYYY-MM-DD'],
  ['changed==2025-01-01T00:00:00', 'changed must be a date, or a date-time with a zone as 2025-01-31T12:00:00Z'],
  ['changed==2025-02-30T00:00:00Z', 'changed must be a date, or a date-time with a zone'],
  ['changed==2025-01-01T24:00:00Z', 'changed must be a date, or a date-time with a zone'],
  ['changed==2025-01-01T00:00:60Z', 'changed must be a date, or a date-time with a zone'],
  ['changed==2025-01-01T00:00:00+15:00', 'changed must be a date, or a date-time with a zone'],
  ['changed==now', 'changed must be a date, or a date-time with a zone'],
  ['supplierRef.id==42', 'supplierRef.id must be an id'],
  ['status==Paid', 'status must be one of draft, paid'],
  ['entry==X12', 'entry must be a text'],
  ['name==a\0b', 'A character that is no text'],
  ['name==a\uD83D', 'A character that is no text'],
  ['name==\uDE00\uD83D', 'A character that is no text'],
]

describe('refused', () => {
  test.each(refusals)('%j', (text, reason) => {
    const message = faultOf(text)
    expect(message.startsWith(reason)).toBe(true)
    expect(message.endsWith(` in the filter ${text.replace(/\p{Surrogate}/gu, '\uFFFD')}`)).toBe(true)
  })

  test('metadata where the list has none', () => {
    expect(faultOf('metadata.a==x', { properties: {} })).toBe(
      'Unknown property metadata.a (this list is filtered by nothing) in the filter metadata.a==x',
    )
  })

  test('beyond the limits, and not at them', () => {
    const padded = (length: number): string => `name==${'x'.repeat(length - 6)}`
    expect(faultOf(padded(MAX_FILTER_LENGTH))).toBe('taken')
    expect(faultOf(padded(MAX_FILTER_LENGTH + 1))).toBe(
      `More than 2000 characters in the filter name==${'x'.repeat(194)}…`,
    )
    const conditions = (count: number): string => Array.from({ length: count }, () => 'rate>1').join('||')
    expect(faultOf(conditions(MAX_FILTER_CONDITIONS))).toBe('taken')
    expect(faultOf(conditions(MAX_FILTER_CONDITIONS + 1))).toMatch(/^More than 50 conditions in the filter/)
    const nested = (depth: number): string => `${'('.repeat(depth)}rate>1${')'.repeat(depth)}`
    expect(faultOf(nested(MAX_FILTER_DEPTH))).toBe('taken')
    expect(faultOf(nested(MAX_FILTER_DEPTH + 1))).toMatch(/^Parentheses deeper than 20 in the filter/)
    expect(faultOf('('.repeat(MAX_FILTER_LENGTH))).toMatch(/^Parentheses deeper than 20 in the filter/)
  })

  test('a long filter is cut between characters', () => {
    expect(faultOf(`nam==${'x'.repeat(194)}😀😀`)).toBe(
      `Unknown property nam (did you mean name?) in the filter nam==${'x'.repeat(194)}…`,
    )
  })
})

const texts = fc
  .oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 10 }))
  .filter((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text))

/** In double quotes or in single ones, which mean the same. */
const quoted = (value: string): string => {
  const mark = value.length % 2 === 0 ? '"' : "'"
  return `${mark}${value.replace(/["'\\]/g, '\\$&')}${mark}`
}

const { anyNode } = fc.letrec<{ anyNode: FilterNode }>((tie) => ({
  anyNode: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      kind: fc.constant('condition' as const),
      property: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,5}(\.[A-Za-z_][A-Za-z0-9_]{0,3})?$/),
      operator: fc.constantFrom(...everyOperator),
      value: texts,
    }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('anyNode'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}))

const printed = (node: FilterNode, blank: string): string => {
  if (node.kind === 'condition') {
    const bare = /^[^\s"'“”„‘’‚«»=)](?:[^)]*[^\s)])?$/.test(node.value) && !/&&|\|\||&$|\|$/.test(node.value)
    return [node.property, node.operator, bare ? node.value : quoted(node.value)].join(blank)
  }
  const group = (part: FilterNode): string => {
    const inner = printed(part, blank)
    // && binds first, so an `and` in an `or` needs no parentheses.
    return part.kind === 'condition' || (part.kind === 'and' && node.kind === 'or') ? inner : `(${inner})`
  }
  return node.parts.map(group).join(`${blank}${node.kind === 'and' ? '&&' : '||'}${blank}`)
}

// All that the SQL of a filter over the table above can be made of.
const written = new RegExp(
  `^(?:${[
    '[()]',
    ' ',
    'and',
    'or',
    'like',
    'is distinct from',
    '[=<>]+',
    '->>',
    '@>',
    '::\\w+',
    '\\$\\d+',
    'translate',
    'lower',
    ',',
    // Moments are compared by the second that they are in.
    "date_trunc\\('second', ",
    "\\+ interval '1 second'",
    'is not true',
    'name',
    'rate',
    'total_ore',
    'date',
    'changed_at',
    'status',
    'supplier_id',
    'metadata',
  ].join('|')})*$`,
)

describe('laws', () => {
  const pieces = fc.constantFrom(
    'name',
    'rate',
    'total',
    'date',
    'changed',
    'status',
    'metadata.a',
    'supplierRef.id',
    '.',
    ' ',
    ...everyOperator,
    '&&',
    '||',
    '&',
    '|',
    '(',
    ')',
    '"',
    '\\',
    '=',
    '1',
    '0.5',
    '2025-01-01',
    'T10:00Z',
    ID,
    'paid',
    "'",
    '\0',
  )
  const filters = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  )

  test('any text is a filter or a FilterFault, and its own text never reaches the SQL', () => {
    fc.assert(
      fc.property(filters, (text) => {
        try {
          expect(filter(text, table)?.text ?? 'name = $1').toMatch(written)
        } catch (error) {
          if (!(error instanceof FilterFault)) throw error
        }
      }),
      { numRuns: 20_000 },
    )
  })

  test.each(['==', '!=', '~', '=~'])('any quoted value of %s is bound whole', (operator) => {
    fc.assert(
      fc.property(texts, (value) => {
        const made = filter(`name ${operator} ${quoted(value)} && metadata.a ${operator} ${quoted(value)}`, table)
        const plain = filter(`name ${operator} x && metadata.a ${operator} x`, table)
        expect(made?.text).toBe(plain?.text)
        if (!operator.endsWith('~')) expect(made?.values[0]).toBe(value)
        else expect(String(made?.values[operator === '~' ? 0 : 2]).replace(/\\(.)/gs, '$1')).toBe(`%${value}%`)
      }),
    )
  })

  test('what is printed reads back as it was', () => {
    fc.assert(
      fc.property(anyNode, fc.constantFrom('', ' ', '\t '), (root, blank) => {
        const text = printed(root, blank)
        fc.pre(text.length <= MAX_FILTER_LENGTH)
        expect(parseFilter(text)).toEqual({ text, root })
      }),
      { numRuns: 2_000 },
    )
  })

  test('a filter of any shape over known properties becomes SQL with as many conditions', () => {
    fc.assert(
      fc.property(anyNode, (root) => {
        const count = (node: FilterNode): number =>
          node.kind === 'condition' ? 1 : node.parts.reduce((sum, part) => sum + count(part), 0)
        const known = (node: FilterNode): FilterNode =>
          node.kind === 'condition'
            ? { ...node, property: 'name', operator: '==' }
            : { ...node, parts: node.parts.map(known) }
        expect(filterSql({ text: '', root: known(root) }, table).values).toHaveLength(count(root))
      }),
    )
  })
})
