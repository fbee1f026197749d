// What entry templates make of an amount, and which of them make sense: pure rules, as tables. Amounts are kronor.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberFromOre } from '#platform/money'
import { decideTemplate, type TemplateItem, workOut } from '#rules/ledger/entries/entry-template'

const sides = { D: 'debit', K: 'credit' } as const

/** `5010 D 100` fixed, `6110 D 50%`, `2641 D moms25 ink`, `2641 D moms25 ex`, `1930 rest`. */
const itemFrom = (text: string): TemplateItem => {
  const [account = '', side = '', what = '', how = ''] = text.split(' ')
  const on = { account: Number(account), side: sides[side as 'D' | 'K'] }
  if (side === 'rest') return { kind: 'rest', account: Number(account) }
  if (what.endsWith('%')) return { ...on, kind: 'share', percent: Number(what.slice(0, -1)) }
  if (!what.startsWith('moms')) return { ...on, kind: 'fixed', amount: Number(what) }
  return { ...on, kind: 'vat', vatRate: Number(what.slice(4)) as 25, vatIncluded: how === 'ink' }
}
const itemsFrom = (text: string): TemplateItem[] => text.split(', ').map(itemFrom)

const told = (items: readonly TemplateItem[], kronor: number | null): string => {
  const worked = workOut(items, kronor, '2026-06-10')
  if ('error' in worked) return worked.error.message
  return worked.lines
    .map(({ account, debit, credit }) => `${account} ${debit > 0n ? 'D' : 'K'} ${numberFromOre(debit + credit)}`)
    .join(', ')
}

const PURCHASE = '6110 rest, 2641 D moms25 ink, 1930 K 100%'
const SALE = '3001 K 100%, 2611 K moms25 ex, 1930 rest'
const SALARY = '7010 D 100%, 7510 D 31.42%, 2731 K 31.42%, 2710 K 30%, 1930 rest'

test.each<[string, number | null, string]>([
  [PURCHASE, 1250, '6110 D 1000, 2641 D 250, 1930 K 1250'],
  [PURCHASE, 99.99, '6110 D 79.99, 2641 D 20, 1930 K 99.99'],
  [PURCHASE, 0.02, '6110 D 0.02, 1930 K 0.02'],
  [SALE, 1000, '3001 K 1000, 2611 K 250, 1930 D 1250'],
  [SALE, 0.1, '3001 K 0.1, 2611 K 0.03, 1930 D 0.13'],
  [SALARY, 30_000, '7010 D 30000, 7510 D 9426, 2731 K 9426, 2710 K 9000, 1930 K 21000'],
  [SALARY, 33_333.33, '7010 D 33333.33, 7510 D 10473.33, 2731 K 10473.33, 2710 K 10000, 1930 K 23333.33'],
  ['5810 D moms12 ink, 5811 D moms6 ex, 1930 rest', 112, '5810 D 12, 5811 D 6.72, 1930 K 18.72'],
  ['5010 D 12000, 1930 K 12000', null, '5010 D 12000, 1930 K 12000'],
  ['5010 D 12000, 1930 rest', null, '5010 D 12000, 1930 K 12000'],
  ['2440 D 100%, 6570 D 49.5, 1930 rest', 500, '2440 D 500, 6570 D 49.5, 1930 K 549.5'],
  // The rest stands on the side where something is missing, and nowhere when nothing is.
  ['1930 D 100%, 3001 K 500, 3740 rest', 500.4, '1930 D 500.4, 3001 K 500, 3740 K 0.4'],
  ['1930 D 100%, 3001 K 500, 3740 rest', 499.6, '1930 D 499.6, 3001 K 500, 3740 D 0.4'],
  ['1930 D 100%, 3001 K 500, 3740 rest', 500, '1930 D 500, 3001 K 500'],
  [
    '4010 D 33.3333%, 4020 D 33.3333%, 4030 rest, 1930 K 100%',
    100,
    '4010 D 33.33, 4020 D 33.33, 4030 D 33.34, 1930 K 100',
  ],
  // Without a line for the rest the öre may not come out.
  ['4010 D 50%, 4020 D 50%, 1930 K 100%', 100, '4010 D 50, 4020 D 50, 1930 K 100'],
  ['4010 D 50%, 4020 D 50%, 1930 K 100%', 0.01, 'results in debit 0.02 and credit 0.01: let one line take the rest'],
  [PURCHASE, null, 'is required: this entry template calculates lines from it'],
  [PURCHASE, 0, 'must be an amount from 0.01 with at most two decimals, at most 1000000000000'],
  [PURCHASE, -1, 'must be an amount from 0.01 with at most two decimals, at most 1000000000000'],
  [PURCHASE, 1.234, 'must be an amount from 0.01 with at most two decimals, at most 1000000000000'],
  ['1930 D 200%, 3001 rest', 1e12, 'results in lines of more than 1000000000000'],
  ['1930 D 0.0001%, 3001 rest', 1, 'leaves fewer than two lines with an amount'],
])('%s of %s', (text, kronor, expected) => expect(told(itemsFrom(text), kronor)).toBe(expected))

const accounts = new Map([6110, 2641, 1930, 3001, 3740].map((account) => [account, account !== 3740]))

test.each<[string, readonly string[]]>([
  ['6110 rest, 2641 D moms25 ink, 1930 K 100%', []],
  ['6110 D 100%, 1930 K 60%, 1930 K 40%     ', []],
  ['6110 D 80%, 2641 D moms25 ink, 1930 K 100%', []],
  ['6110 D 100, 1930 K 60, 1930 K 40        ', []],
  ['6110 D 100, 1930 K 100%                 ', ['#/items: do not balance for every amount']],
  ['6110 D 100, 1930 K 99.99                ', ['#/items: do not balance']],
  ['6110 D 33.3333%, 6110 D 66.6666%, 1930 K 100%', ['#/items: do not balance']],
  ['6110 D 89.2857%, 2641 D moms12 ink, 1930 K 100%', ['#/items: do not balance']],
  ['6110 rest, 1930 rest                    ', ['#/items/1/kind: only one line takes the rest']],
  ['6110 D 0, 1930 rest                     ', ['#/items/0/amount: must be an amount from 0.01']],
  ['6110 D 0.001, 1930 rest                 ', ['#/items/0/amount: must be an amount from 0.01']],
  ['6110 D 0%, 1930 rest                    ', ['#/items/0/percent: must be from 0.0001 to 1000']],
  ['6110 D 1000.0001%, 1930 rest            ', ['#/items/0/percent: must be from 0.0001 to 1000']],
  ['6110 D 0.00001%, 1930 rest              ', ['#/items/0/percent: must be from 0.0001 to 1000']],
  ['9999 D 100%, 3740 rest                  ', ['#/items/0/account: account 9999', '#/items/1/account: account 3740']],
])('%s', (text, expected) => {
  const told = decideTemplate({ accounts, vatCodes: new Map() }, itemsFrom(text.trim())).map(
    ({ field, message }) => `${field}: ${message}`,
  )
  expect(told).toEqual(expected.map((start) => expect.stringContaining(start)))
})

test('with a line for the rest everything balances', () => {
  const side = fc.constantFrom('debit' as const, 'credit' as const)
  const item = fc.oneof(
    fc.record({ kind: fc.constant('fixed' as const), account: fc.constant(6110), side, amount: kronor(1e6) }),
    fc.record({ kind: fc.constant('share' as const), account: fc.constant(6110), side, percent: kronor(1000) }),
    fc.record({
      kind: fc.constant('vat' as const),
      account: fc.constant(2641),
      side,
      vatRate: fc.constantFrom(25 as const, 12 as const, 6 as const),
      vatIncluded: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), kronor(1e9), (items, amount) => {
      const all: TemplateItem[] = [...items, { kind: 'rest', account: 1930 }]
      expect(decideTemplate({ accounts, vatCodes: new Map() }, all)).toEqual([])
      const worked = workOut(all, amount, '2026-06-10')
      if ('error' in worked) return
      expect(worked.lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n)
      expect(worked.lines.every(({ debit, credit }) => debit > 0n !== credit > 0n)).toBe(true)
    }),
  )
})

const kronor = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((ore) => ore / 100)
