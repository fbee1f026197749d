// Constants of the law stand in its table (`rules/law/*.json`) and nowhere else: a search for those that the service
// has had. A file that may keep one is listed with its count and reason, so that the list can only shrink.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lawKeys } from '#rule/law-keys'
import { vatKinds } from '#rule/vat-kind'
import { every } from '#support/every'
import { sourcesBelow } from './sources.ts'

const constants: readonly [name: string, pattern: RegExp][] = [
  ['the rates of VAT in a row', /\b25\s*[,|]\s*12\s*[,|]\s*6\b|\b6\s*[,|]\s*12\s*[,|]\s*25\b/g],
  [
    'a rate of VAT',
    /(?:rate|percent|moms|vat|tax)\w*['"]?(?:: \w+)?\s*(?:[=:]|\?\?|[!=]==)\s*(?:25|12|6)\b(?!n?[.:]|\s*[|,]\s*12)/gi,
  ],
  ['the tax of companies', /\b20[.,]6\b|\b206n\b/g],
  ['the fee of a reminder', /(?:fee|avgift)\w*(?:: \w+)?\s*(?:=|:|\?\?|>)\s*(?:60|6_?000n|180|18_?000n)\b/gi],
  ['compensation for late payment', /\b45_?000n\b|(?:compensation|ersattning|ersättning)\D{0,20}\b450\b/gi],
  ['a limit in kronor', /\b(?:40|3)_000_000\b|\b4_000_000_000n?\b|\b300_000_000n\b|\b400_000n\b/g],
  ['the addition of late interest', /(?:addition|interest|ranta)\w*(?:: \w+)?\s*=\s*800\b/gi],
  ['a share or a cap of a tax reduction', /\b(?:rot|rut|green|together)\w*\s*[:=]\s*(?:50|75|150)_000\b(?!n)/gi],
  ['a base amount', /prisbasbelopp|inkomstbasbelopp|price_?base_?amount/gi],
]

/** How often a file has one of them, and why. */
const exceptions: Readonly<Record<string, { count: number; reason: string }>> = {
  'server/purchasing/invoices/supplier-invoice-booking-routes.ts': {
    count: 1,
    reason: 'an example of the OpenAPI document',
  },
  'rules/law-keys.ts': { count: 2, reason: 'the names of the base amount in the law’s own table' },
  'server/recurring/routes.ts': { count: 1, reason: 'an example of the OpenAPI document' },
  'server/sales/invoices/invoice-routes.ts': { count: 1, reason: 'an example of the OpenAPI document' },
}

/** Made-up companies, generated types, and the sentences of people. */
const LEFT_OUT = /^server\/demo|^console\/client\/description\.d\.ts$|^rules\/vat-rates\.ts$/

/** Examples in the OpenAPI document are no rule. */
const withoutExamples = (text: string): string =>
  text
    .replace(/examples: \[[^\]]*\]/g, '')
    .replace(/^(?:const )?example\b[\s\S]*?^\}/gm, '')
    .replace(/^\s*example: \{.*$/gm, '')

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const foundIn = (text: string): string[] => {
  const code = withoutComments(withoutExamples(text))
  return constants.flatMap(([name, pattern]) => (code.match(pattern) ?? []).map((found) => `${name}: ${found}`))
}

test('no constant of the law stands outside of its table', () => {
  const sources = sourcesBelow('rules', 'server', 'console').filter(({ path }) => !LEFT_OUT.test(path))
  const found = sources.flatMap(({ path, text }) => {
    const all = foundIn(text)
    return all.length === (exceptions[path]?.count ?? 0) ? [] : all.map((one) => `${path}: ${one}`)
  })
  expect(found).toEqual([])
  expect(sources.length).toBeGreaterThan(800)
  for (const path of Object.keys(exceptions)) readFileSync(path)
})

const judged: [text: string, count: number][] = [
  ['const rates = [25, 12, 6] as const', 1],
  ['type Rate = 25 | 12 | 6 | 0', 1],
  ['Type.Enum([0, 6, 12, 25])', 1],
  ['const FEE_TAX_RATE = 25', 1],
  ['taxRate: 12,', 1],
  ['line.taxRate ?? 25', 1],
  ['if (taxRate === 6)', 1],
  ['const corporate = 20.6', 1],
  ["{ from: '2021-01-01', rate: 206n }", 1],
  ['const MAX_FEE_ORE: Ore = 6000n', 1],
  ['const compensation = 450', 1],
  ['{ ore: 4_000_000_000n }', 1],
  ['const SIMPLIFIED_LIMIT: Ore = 400_000n', 1],
  ['export const STATUTORY_ADDITION = 800', 1],
  ['rot: 50_000, rut: 75_000', 2],
  ['const halfPrisbasbelopp = 29_600', 1],
  ['// 25, 12 and 6 percent: taxRate: 25', 0],
  ['taxRate: Type.Number({ examples: [25, 12, 6] })', 0],
  ['const WAIT_MS = 60_000', 0],
  ['{ 25: 2611, 12: 2621, 6: 2631 }', 0],
]

test('the constants are found rightly', () =>
  every(
    judged,
    ([text]) => text,
    ([text, count]) => expect(foundIn(text)).toHaveLength(count),
  ))

test('the database has the kinds of supply that the law has rates of', () => {
  const checks = [...readFileSync('database/schema.sql', 'utf8').matchAll(/\(vat_kind = ANY \(ARRAY\[([^\]]*)\]/g)]
  const kinds = checks.map(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, kind]) => kind))
  expect(kinds).toEqual(Array.from({ length: 4 }, () => [...vatKinds]))
  const keys = Object.keys(lawKeys).filter((key) => key.startsWith('vat.') && key !== 'vat.largeBase')
  expect(keys.sort()).toEqual(vatKinds.map((kind) => `vat.${kind}`).sort())
})
