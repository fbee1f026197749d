// Matching rules: of which transactions they hold, and what money on an account becomes with its tax. Pure.
import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { type TaxAccounts, taxedItems, wrongInTaxing } from '#rules/banking/matching/account-tax'
import type { MatchingRule, TransactionFacts } from '#rules/banking/matching/match'
import { rulesFor } from '#rules/banking/matching/matching-rule'

const told = (changes: Partial<TransactionFacts> = {}): TransactionFacts => ({
  date: '2026-07-01' as Day,
  ore: -49_900n,
  counterparty: 'Nordtele AB',
  counterpartyAccount: '5050-1055',
  references: ['700 123 45'],
  message: 'Mobil  juli',
  endToEndId: null,
  ...changes,
})
const rule = (changes: Partial<MatchingRule> = {}): MatchingRule => ({
  id: 'a',
  name: 'Mobil',
  isActive: true,
  vatKind: null,
  direction: null,
  textContains: null,
  counterparty: null,
  reference: null,
  fromOre: null,
  toOre: null,
  account: 6212,
  vatTreatment: 'domestic',
  taxRate: 25,
  title: null,
  tags: [],
  ...changes,
})

describe('a rule holds', () => {
  const cases: [said: string, rule: Partial<MatchingRule>, told: Partial<TransactionFacts>, holds: boolean][] = [
    ['a text in the message   ', { textContains: 'MOBIL JULI' }, {}, true],
    ['a text in the name      ', { textContains: 'tele' }, {}, true],
    ['a text in a reference   ', { textContains: '700 123' }, {}, true],
    ['another text            ', { textContains: 'telefon' }, {}, false],
    [
      'a text of a silent one  ',
      { textContains: 'mobil' },
      { message: null, counterparty: null, references: [] },
      false,
    ],
    ['the name                ', { counterparty: 'NORDTELE' }, {}, true],
    ['another name            ', { counterparty: 'Nord' }, {}, false],
    ['the giro                ', { counterparty: '50501055' }, {}, true],
    ['the reference           ', { reference: '70012345' }, {}, true],
    ['a part of the reference ', { reference: '7001234' }, {}, false],
    ['the end-to-end id       ', { reference: 'ABO-7' }, { endToEndId: 'abo7' }, true],
    ['money out               ', { textContains: 'mobil', direction: 'out' }, {}, true],
    ['money in                ', { textContains: 'mobil', direction: 'in' }, {}, false],
    ['money in that came in   ', { textContains: 'mobil', direction: 'in' }, { ore: 49_900n }, true],
    ['the least amount        ', { fromOre: 49_900n }, {}, true],
    ['an öre too little       ', { fromOre: 49_901n }, {}, false],
    ['the largest amount      ', { toOre: 49_900n }, {}, true],
    ['an öre too much         ', { toOre: 49_899n }, {}, false],
    [
      'all that is said        ',
      { textContains: 'mobil', counterparty: 'Nordtele', fromOre: 1n, toOre: 50_000n },
      {},
      true,
    ],
    ['all but the amount      ', { textContains: 'mobil', counterparty: 'Nordtele', toOre: 1n }, {}, false],
    ['a rule that is off      ', { textContains: 'mobil', isActive: false }, {}, false],
  ]
  test.each(cases)('by %s', (_, changes, said, holds) => {
    expect(rulesFor(told(said), [rule(changes)])).toHaveLength(holds ? 1 : 0)
  })

  test('the one that says most comes first, then the oldest, and no more than two', () => {
    const rules = [
      rule({ id: 'c', textContains: 'mobil' }),
      rule({ id: 'b', textContains: 'mobil' }),
      rule({ id: 'd', textContains: 'mobil', fromOre: 1n, toOre: 50_000n }),
      rule({ id: 'e', textContains: 'hyra', counterparty: 'Nordtele', reference: '70012345' }),
    ]
    expect(rulesFor(told(), rules).map(({ id }) => id)).toEqual(['d', 'b'])
  })
})

describe('money on an account', () => {
  const [input, output, owed] = [{ included: 2641 }, { included: 2611 }, { input: 2645, output: 2614 }]
  const cases: [what: string, account: number, ore: bigint, taxRate: number, TaxAccounts, string][] = [
    ['without tax, out          ', 6570, -3_500n, 0, null, '1930 -3500, 6570 3500'],
    ['without tax, in           ', 8311, 3_500n, 0, null, '1930 3500, 8311 -3500'],
    ['25 % in a purchase        ', 6212, -125_00n, 25, input, '1930 -12500, 6212 10000, 2641 2500'],
    ['12 % in a purchase        ', 5831, -112_00n, 12, input, '1930 -11200, 5831 10000, 2641 1200'],
    ['6 % in a purchase         ', 5820, -106_00n, 6, input, '1930 -10600, 5820 10000, 2641 600'],
    ['25 % that does not come out', 6212, -99_99n, 25, input, '1930 -9999, 6212 7999, 2641 2000'],
    ['25 % of an öre            ', 6212, -1n, 25, input, '1930 -1, 6212 1, 2641 0'],
    ['a purchase taken back     ', 6212, 125_00n, 25, input, '1930 12500, 6212 -10000, 2641 -2500'],
    ['25 % in a sale            ', 3001, 125_00n, 25, output, '1930 12500, 3001 -10000, 2611 -2500'],
    ['a sale taken back         ', 3001, -125_00n, 25, output, '1930 -12500, 3001 10000, 2611 2500'],
    ['25 % owed by the buyer    ', 4535, -100_00n, 25, owed, '1930 -10000, 4535 10000, 2645 2500, 2614 -2500'],
    ['6 % owed by the buyer     ', 4537, -100_00n, 6, owed, '1930 -10000, 4537 10000, 2645 600, 2614 -600'],
    ['what was owed, taken back ', 4535, 100_00n, 25, owed, '1930 10000, 4535 -10000, 2645 -2500, 2614 2500'],
  ]
  test.each(cases)('%s', (_, account, ore, taxRate, tax, expected) => {
    const items = taxedItems({ bankAccount: 1930, account, ore, taxRate }, tax)
    const signed = items.map((item) => ('debit' in item ? item.debit : -item.credit))
    expect(items.map((item, place) => `${item.account} ${signed[place]}`).join(', ')).toBe(expected)
    expect(signed.reduce((sum, one) => sum + one, 0n)).toBe(0n)
  })
})

const wrong: [what: string, body: object, fields: string[]][] = [
  ['nothing                     ', { account: 6570 }, []],
  ['a rate without a treatment  ', { account: 6570, taxRate: 25 }, ['#/taxRate']],
  ['an exempt rate              ', { account: 6570, vatTreatment: 'exempt', taxRate: 6 }, ['#/taxRate']],
  ['a domestic sale             ', { account: 3001, vatTreatment: 'domestic', taxRate: 12 }, []],
  ['a sale with tax of the buyer', { account: 3001, vatTreatment: 'euServices', taxRate: 25 }, ['#/vatTreatment']],
  ['no rate of the buyer        ', { account: 4535, vatTreatment: 'euServices', taxRate: 0 }, ['#/taxRate']],
  ['the usual rate of the buyer ', { account: 4535, vatTreatment: 'euServices' }, []],
]
test.each(wrong)('what is wrong with %s', (_, body, fields) => {
  expect(wrongInTaxing(body, '#').map(({ field }) => field)).toEqual(fields)
})
