// Regular expressions that a stranger's text may meet: each takes no more time than its text is long. One that tries
// the same characters again from every place takes the square of that, and stands still on a header or a name.
import ts from 'typescript'
import { expect, test } from 'vitest'
import { amountsIn, currenciesIn } from '#rules/readings/amounts'
import { daysIn } from '#rules/readings/days'
import { every } from '#support/every'
import { lineOf, nodesOf, sourceOf, sourcesBelow } from './sources.ts'

/** Those that meet texts of the operator or of ourselves alone, or short ones. */
const exceptions: Readonly<Record<string, string>> = {
  'server/admin/commands/sie.ts': 'what a command tells',
  'server/anchors/time-stamp.ts': 'a file of the operator',
  'server/ledger/rates/currency-rate.rules.ts': 'decimals of a rate that was read',
  'server/ledger/sie/sie-import-vouchers.ts': 'a quantity that was judged, which it matches at once',
  'server/numbers/giro.ts': 'a giro number that was judged',
  'server/paper/e-invoice/ubl-line.ts': 'a number of the books, of some digits',
  'server/paper/pdf/pdf-format.ts': 'a number of the books, of some digits',
  'server/platform/decimal.ts': 'six decimals',
  'server/platform/misspelling.ts': 'names of at most 60 characters',
  'server/platform/setting.ts': 'a setting',
  'server/programs/documentation/guides.ts': 'our own guides',
  'server/schema/sql-statements.ts': 'our own statements',
  'server/sheets/ndjson.rules.ts': 'a number of the books, of some digits',
}

/** What is repeated, and what may stand before and behind it. */
const pumps = [
  '\t',
  ' ',
  '\n',
  '0',
  'a',
  'A',
  '-',
  '.',
  ',',
  ':',
  ';',
  '=',
  '/',
  '\\',
  '%',
  '"',
  '<',
  '[',
  '(',
  '0 ',
  'å',
]
const begins = ['', '0', 'a', '-', '.']
const END = '\n\u0000'

/** Where each further character doubles the time, one of these is slow and none stands still. */
const DOUBLING = [18, 20, 22, 24, 26, 28]
/** Lengths that are tried one after the other, and how long one may take, in milliseconds of the processor. */
const LENGTHS = [...DOUBLING, 500, 4000, 16_000]
const MOST_MS = 20

/** The characters that a text must begin with, as far as the expression says them as they are. */
const headOf = (source: string): string => /^[\w =:;,@#*-]*(?![*+?{])/.exec(source.replace(/^\^/, ''))?.[0] ?? ''

const millisecondsOf = (work: () => unknown): number => {
  const { user, system } = process.cpuUsage()
  work()
  const after = process.cpuUsage()
  return (after.user + after.system - user - system) / 1000
}

/** A text over which the expression takes too long, if one is found; a garbage collection may fall into one try. */
const slowOn = (expression: RegExp): string | null => {
  for (const begin of new Set([...begins, headOf(expression.source)])) {
    for (const pump of pumps) {
      for (const length of LENGTHS) {
        const text = begin + pump.repeat(length / pump.length) + END
        const takes = () => millisecondsOf(() => text.replace(expression, ''))
        if (takes() < MOST_MS) continue
        if (takes() >= MOST_MS && takes() >= MOST_MS) return `${JSON.stringify(begin + pump)} × ${length}`
        break
      }
    }
  }
  return null
}

const literalIn = (text: string): RegExp => {
  const end = text.lastIndexOf('/')
  return new RegExp(text.slice(1, end), text.slice(end + 1))
}

const slowIn = (sources: ReturnType<typeof sourcesBelow>): string[] => {
  const known = new Map<string, string | null>()
  return sources.flatMap((source) =>
    nodesOf(source, ts.isRegularExpressionLiteral).flatMap((node) => {
      const { text } = node
      if (!known.has(text)) known.set(text, slowOn(literalIn(text)))
      const slow = known.get(text)
      return slow ? [`${source.path}:${lineOf(source, node)} ${text} on ${slow}`] : []
    }),
  )
}

test('none takes long over what repeats', { timeout: 300_000 }, () => {
  const sources = sourcesBelow('server', 'rules').filter(({ path }) => !(path in exceptions))
  expect(slowIn(sources)).toEqual([])
})

test('one that does is found', () => {
  const found = (text: string) => slowIn([sourceOf('a.ts', text)]).length
  expect(
    [String.raw`/[.\s]+$/`, String.raw`/^0+(\d+)$/`, '/^(a+)+b$/', String.raw`/(?<![.\s])[.\s]+$/`].map(found),
  ).toEqual([1, 1, 1, 0])
})

/** Those that are made of parts, over the longest line of a page. */
const overLines = { amountsIn, currenciesIn, daysIn }
const LINE = 1000

test('neither do those that are made of parts, over a line of a page', () =>
  every(
    Object.entries(overLines).flatMap(([name, read]) => pumps.map((pump) => ({ name, read, pump }))),
    ({ name, pump }) => `${name} of ${JSON.stringify(pump)}`,
    ({ read, pump }) => {
      const text = `0${`${pump}000`.repeat(LINE)}`.slice(0, LINE) + END
      const times = [1, 2, 3].map(() => millisecondsOf(() => read(text)))
      expect(Math.min(...times)).toBeLessThan(MOST_MS)
    },
  ))
