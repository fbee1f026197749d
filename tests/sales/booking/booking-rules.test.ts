// The rules that turn sales into the items of entries, as tables. Amounts are kronor; below zero is credit.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountMap, DocumentItem } from '#ledger'
import type { VatTreatment } from '#paper'
import { dayFrom } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { usualAccounts } from '#rules/ledger/accounts/account-map'
import { usualVatCode } from '#rules/ledger/accounts/vat-code'
import { portionsByKey } from '#rules/ledger/rates/apportionment'
import {
  apply,
  type BookedLine,
  type CashState,
  cashShareOf,
  creditOf,
  documentItems,
  type Part,
  partsOf,
  roundedWith,
  shareOf,
  turned,
} from '#rules/sales/booking/booking'
import { incomeAccountOf, treatmentOf } from '#rules/sales/publishing/vat'
import { settle } from '#rules/sales/receivables/settlement'

/** A chart with every account of four digits, with its usual VAT code. */
const numbers = Array.from({ length: 9000 }, (_, place) => place + 1000)
const vatCodes = new Map(numbers.map((number) => [number, usualVatCode(number)]))
const accounts: AccountMap = { ...usualAccounts, vatCodes }

const ore = (kronor: number): Ore => oreFromNumber(kronor) ?? 0n

/** The sum of each account, in kronor; what comes to nothing is left out. */
const told = (items: readonly DocumentItem[]): Record<number, number> => {
  const sums = new Map<number, Ore>()
  for (const item of items) {
    const signed = 'debit' in item ? item.debit : -item.credit
    sums.set(item.account, (sums.get(item.account) ?? 0n) + signed)
  }
  return Object.fromEntries(
    [...sums].filter(([, sum]) => sum !== 0n).map(([account, sum]) => [account, numberFromOre(sum)]),
  )
}

const balance = (items: readonly DocumentItem[]): Ore =>
  items.reduce((sum, item) => sum + ('debit' in item ? item.debit : -item.credit), 0n)

type Goods = 'goods' | 'services'

describe('how tax is dealt with, and where the income stands', () => {
  const vat = 'DE136695976'
  const cases: [
    rate: number,
    productType: Goods,
    account: number | null,
    country: string | null,
    type: 'company' | 'private',
    vatNumber: string | null,
    treatment: VatTreatment,
    income: number,
  ][] = [
    [25, 'goods', null, null, 'company', null, 'rate', 3001],
    [12, 'goods', null, 'SE', 'company', null, 'rate', 3002],
    [6, 'goods', null, 'SE', 'private', null, 'rate', 3003],
    [0, 'goods', null, 'SE', 'company', null, 'exempt', 3004],
    [25, 'services', null, 'SE', 'company', null, 'rate', 3011],
    [12, 'services', null, 'SE', 'company', null, 'rate', 3012],
    [6, 'services', null, 'SE', 'company', null, 'rate', 3013],
    [0, 'services', null, null, 'private', null, 'exempt', 3014],
    [25, 'goods', 3041, 'SE', 'company', null, 'rate', 3041],
    [0, 'services', 3231, 'SE', 'company', 'SE556036079301', 'reverseCharge', 3231],
    [0, 'goods', null, 'DE', 'company', vat, 'euGoods', 3108],
    [0, 'services', null, 'DE', 'company', vat, 'euServices', 3308],
    [0, 'goods', null, 'DE', 'company', null, 'exempt', 3004],
    [0, 'goods', null, 'DE', 'company', 'SE556036079301', 'exempt', 3004],
    [0, 'services', null, 'DE', 'company', 'SE556036079301', 'exempt', 3014],
    [0, 'goods', null, 'DE', 'private', vat, 'exempt', 3004],
    [25, 'goods', null, 'DE', 'private', null, 'rate', 3001],
    [0, 'goods', null, 'NO', 'company', null, 'exportGoods', 3105],
    [0, 'services', null, 'US', 'private', null, 'exportServices', 3305],
    [0, 'goods', null, 'GB', 'company', 'GB123456789', 'exportGoods', 3105],
    [0, 'services', 3306, 'US', 'company', null, 'exportServices', 3306],
  ]
  test.each(cases)('%i %% %s, account %s, to %s %s %s: %s', (taxRate, productType, account, country, ...rest) => {
    const [type, vatNumber, treatment, income] = rest
    const line = { taxRate, productType, account }
    expect(treatmentOf(line, { country, type, vatNumber }, accounts)).toBe(treatment)
    expect(incomeAccountOf(line, treatment, accounts)).toBe(income)
  })

  test('a company may have other accounts for its roles', () => {
    const own = { ...accounts, salesReverseCharge: 3232, salesGoods25: 3051 }
    const buyer = { country: 'SE', type: 'company', vatNumber: null } as const
    const reverse = { taxRate: 0, productType: 'services', account: 3232 } as const
    expect(treatmentOf(reverse, buyer, own)).toBe('reverseCharge')
    // One that counts towards box 41 is for nothing else.
    expect(treatmentOf({ ...reverse, account: 3231 }, buyer, own)).toBe('reverseCharge')
    expect(treatmentOf({ ...reverse, account: 3041 }, buyer, own)).toBe('exempt')
    const middleman = { ...accounts, salesEuGoods: 3107 }
    const goods = { taxRate: 0, productType: 'goods', account: null } as const
    expect(treatmentOf(goods, { country: 'DE', type: 'company', vatNumber: 'DE136695976' }, middleman)).toBe(
      'triangular',
    )
    expect(incomeAccountOf(goods, 'triangular', middleman)).toBe(3107)
    expect(incomeAccountOf({ taxRate: 25, productType: 'goods', account: null }, 'rate', own)).toBe(3051)
  })
})

const aLine = (net: number, taxRate = 25, changes: Partial<BookedLine> = {}): BookedLine => ({
  netOre: ore(net),
  taxRate,
  productType: 'goods',
  account: null,
  treatment: taxRate > 0 ? 'rate' : 'exempt',
  ...changes,
})

describe('the parts of a document', () => {
  const cases: [what: string, total: number, rate: string, lines: BookedLine[], parts: Record<number, number>][] = [
    ['one rate', 125, '1', [aLine(100)], { 3001: -100, 2611: -25 }],
    [
      'several rates, goods and services',
      1000 + 250 + 300 + 36 + 200 + 12 + 50,
      '1',
      [aLine(1000), aLine(300, 12, { productType: 'services' }), aLine(200, 6), aLine(50, 0)],
      { 3001: -1000, 2611: -250, 3012: -300, 2621: -36, 3003: -200, 2631: -12, 3004: -50 },
    ],
    ['tax on the sum of a rate', 0.14, '1', [aLine(0.05), aLine(0.06)], { 3001: -0.11, 2611: -0.03 }],
    ['a discount', 100, '1', [aLine(100), aLine(-20)], { 3001: -80, 2611: -20 }],
    ['rounded to kronor, up', 13, '1', [aLine(10.2)], { 3001: -10.2, 2611: -2.55, 3740: -0.25 }],
    ['rounded to kronor, down', 12, '1', [aLine(9.92)], { 3001: -9.92, 2611: -2.48, 3740: 0.4 }],
    [
      'an account of the line goes first',
      2500,
      '1',
      [aLine(1500, 25, { account: 3041 }), aLine(500)],
      { 3041: -1500, 3001: -500, 2611: -500 },
    ],
    [
      'an advance: the account of a line may be a liability',
      125,
      '1',
      [aLine(100, 25, { account: 2420 })],
      { 2420: -100, 2611: -25, 2427: -100, 2428: 100 },
    ],
    ['another currency', 1402.5, '11.22', [aLine(100)], { 3001: -1122, 2611: -280.5 }],
    [
      'another currency whose parts do not come to its total',
      1.03,
      '10.25',
      [aLine(0.05, 0), aLine(0.05, 0, { productType: 'services' })],
      { 3004: -0.51, 3014: -0.51, 3740: -0.01 },
    ],
    [
      'to another member state',
      2000,
      '1',
      [aLine(1500, 0, { treatment: 'euGoods' }), aLine(500, 0, { treatment: 'euServices', productType: 'services' })],
      { 3108: -1500, 3308: -500 },
    ],
    [
      'export',
      2000,
      '1',
      [
        aLine(1500, 0, { treatment: 'exportGoods' }),
        aLine(500, 0, { treatment: 'exportServices', productType: 'services' }),
      ],
      { 3105: -1500, 3305: -500 },
    ],
    [
      'domestic reverse charge',
      900,
      '1',
      [aLine(900, 0, { account: 3231, treatment: 'reverseCharge' })],
      { 3231: -900 },
    ],
  ]
  test.each(cases)('%s', (_, total, currencyRate, lines, expected) => {
    const parts = partsOf({ totalBaseOre: ore(total), currencyRate, lines }, accounts)
    expect(told(creditOf(parts))).toEqual(expected)
    expect(-balance(creditOf(parts))).toBe(ore(total))
  })

  test('an invoice stands on the receivable, the tax reduction beside it; a credit note is its mirror', () => {
    const parts = partsOf({ totalBaseOre: ore(4000), currencyRate: '1', lines: [aLine(3200)] }, accounts)
    const items = documentItems({ customer: ore(2750), taxAuthority: ore(1250) }, parts, accounts)
    expect(told(items)).toEqual({ 1510: 2750, 1513: 1250, 3001: -3200, 2611: -800 })
    expect(told(turned(items))).toEqual({ 1510: -2750, 1513: -1250, 3001: 3200, 2611: 800 })
  })
})

describe('what an amount is used for', () => {
  const cases: [
    what: string,
    debt: { open: number; advance?: number; isOwn?: boolean },
    sum: number,
    applied: [claim: number, advance: number, rounding: number],
  ][] = [
    ['in full', { open: 1250 }, 1250, [1250, 0, 0]],
    ['in part', { open: 1250 }, 500, [500, 0, 0]],
    ['an öre too much', { open: 1250.5 }, 1251, [1250.5, 0, 0.5]],
    ['99 öre too little', { open: 1250 }, 1249.01, [1250, 0, -0.99]],
    ['a krona too little', { open: 1250 }, 1249, [1249, 0, 0]],
    ['99 öre too much', { open: 1250 }, 1250.99, [1250, 0, 0.99]],
    ['a krona too much', { open: 1250 }, 1251, [1250, 1, 0]],
    ['too much', { open: 1875 }, 2000, [1875, 125, 0]],
    ['when nothing is open', { open: 0 }, 100, [0, 100, 0]],
    ['when it is credited after it was paid', { open: -100 }, 50, [0, 50, 0]],
    ['back what was too much', { open: 0, advance: 125 }, -125, [0, -125, 0]],
    ['back a part of what was too much', { open: 0, advance: 125 }, -25, [0, -25, 0]],
    ['back what is credited', { open: -1250 }, -1250, [-1250, 0, 0]],
    ['back what is credited, in whole kronor', { open: -1250.5 }, -1251, [-1250.5, 0, -0.5]],
    ['back both', { open: -500, advance: 125 }, -625, [-500, -125, 0]],
    ['back more than was ever paid', { open: 300 }, -200, [-200, 0, 0]],
    ['in another currency, too much', { open: 955, isOwn: false }, 975, [975, 0, 0]],
    ['in another currency, an öre too little', { open: 955, isOwn: false }, 954.99, [954.99, 0, 0]],
    ['in another currency, back', { open: -20, isOwn: false }, -20, [-20, 0, 0]],
  ]
  test.each(cases)('%s', (_, { open, advance = 0, isOwn = true }, sum, [claim, further, rounding]) => {
    const applied = apply(ore(sum), { open: ore(open), advance: ore(advance), isOwn, rounds: isOwn })
    expect(applied).toEqual({ claim: ore(claim), advance: ore(further), rounding: ore(rounding) })
  })

  test('its parts are always the amount', () => {
    const amount = fc.bigInt({ min: -300n, max: 300n })
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 300n }), amount, fc.boolean(), (open, advance, sum, isOwn) => {
        const applied = apply(sum, { open, advance, isOwn, rounds: isOwn })
        expect(applied.claim + applied.advance + applied.rounding).toBe(sum)
        expect(applied.rounding > -100n && applied.rounding < 100n).toBe(true)
        expect(advance + applied.advance >= 0n).toBe(true)
      }),
    )
  })
})

describe('money that is paid back', () => {
  // Payments, each with what it was, what it paid, and what it paid beyond that; what goes back, and what was rounded.
  const cases: [what: string, payments: string, back: number, rounded: number][] = [
    ['of a payment that was rounded down', '1000 999.6 0', 1000, 0.4],
    ['of one that was rounded up', '1000 1000.4 0', 1000, -0.4],
    ['of nothing that was paid', '1000 999.6 0', 999.6, 0],
    ['of the last of two', '1000 999.6 0, 1000 0 1000', 1000, 0],
    ['of the first, after the last', '1000 999.6 0, 1000 0 1000, -1000 0 -1000', 1000, 0.4],
    ['again', '1000 999.6 0, -1000 -999.6 0', 1000, 0],
    ['of what has gone back in part', '1000 999.6 0, -500 -500 0', 1000, 0],
    ['as it was before this was told', '1000 999.6 0, 1000 0 1000, -1000 -1000 0', 1000, 0.4],
  ]
  test.each(cases)('%s', (_, payments, back, rounded) => {
    const booked = payments.split(', ').map((one) => {
      const [sum = 0, claim = 0, advance = 0] = one.split(' ').map(Number)
      return { sumBaseOre: ore(sum), claimBaseOre: ore(claim), advanceBaseOre: ore(advance) }
    })
    expect(roundedWith(booked, ore(-back))).toBe(ore(rounded))
    expect(roundedWith(booked, ore(back))).toBe(0n)
  })

  test('takes back first what was too much, and what was rounded in any case', () => {
    const debt = { open: 0n, advance: ore(300), isOwn: true, rounds: true }
    expect(apply(ore(-1000), debt, ore(0.4))).toEqual({ claim: ore(-699.6), advance: ore(-300), rounding: ore(-0.4) })
    expect(apply(ore(-300), debt, ore(0.4))).toEqual({ claim: 0n, advance: ore(-300), rounding: 0n })
  })
})

describe('the cash method', () => {
  const parts = partsOf(
    { totalBaseOre: ore(498.99), currencyRate: '1', lines: [aLine(333.33, 25), aLine(77, 6), aLine(0.7, 0)] },
    accounts,
  )
  /** How things stand with parts of which so much is sold, to the customer alone. */
  const standing = (of: readonly Part[], booked: readonly Part[], onReceivable: Ore = 0n): CashState => {
    const sold = portionsByKey(booked)
    return { parts: of, booked: sold, sold, byTaxAuthority: 0n, onReceivable }
  }
  const state = (booked: readonly Part[] = [], onReceivable: Ore = 0n) => standing(parts, booked, onReceivable)
  const shareTold = (claim: number, before = state()) => {
    const share = cashShareOf(ore(claim), before)
    return told([...creditOf(share.parts), { account: accounts.receivable, credit: share.receivable }])
  }

  const whole = { 3001: -333.33, 2611: -83.33, 3003: -77, 2631: -4.62, 3004: -0.7, 3740: -0.01 }
  const mirror = { 3001: 333.33, 2611: 83.33, 3003: 77, 2631: 4.62, 3004: 0.7, 3740: 0.01 }
  const cases: [what: string, claim: number, before: ReturnType<typeof state>, share: Record<number, number>][] = [
    ['all at once', 498.99, state(), whole],
    ['in proportion', 100, state(), { 3001: -66.8, 2611: -16.7, 3003: -15.43, 2631: -0.93, 3004: -0.14 }],
    ['beyond the invoice, in another currency', 500, state(), { ...whole, 1510: -1.01 }],
    ['what was beyond it, taken off again', -1.01, state(parts, 101n), { 1510: 1.01 }],
    ['paid back before anything came in', -50, state(), { 1510: 50 }],
    ['that again, and all of the invoice', 548.99, state([], -5000n), { ...whole, 1510: -50 }],
    ['paid back, and more', -500, state(parts), { ...mirror, 1510: 1.01 }],
    ['paid back', -498.99, state(parts), mirror],
  ]
  test.each(cases)('%s', (_, claim, before, expected) => {
    expect(shareTold(claim, before)).toEqual(expected)
  })

  test('for any payments, the last one leaves nothing', () => {
    const rates = [25, 12, 6, 0]
    const line = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(...rates)).map(([net, rate]) => {
      return { ...aLine(0, rate), netOre: BigInt(net) }
    })
    const input = fc.tuple(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat({ max: 1000 }), { maxLength: 6 }),
    )
    fc.assert(
      fc.property(input, ([lines, weights]) => {
        const exact = partsOf({ totalBaseOre: 0n, currencyRate: '1', lines }, accounts)
        const total = exact.reduce((sum, { key, ore: part }) => (key === 'rounding' ? sum : sum + part), 0n)
        const all = partsOf({ totalBaseOre: total, currencyRate: '1', lines }, accounts)
        const booked: Part[] = []
        let left = total
        for (const weight of weights) {
          const claim = (left * BigInt(weight)) / 1000n
          if (claim === 0n) continue
          const share = cashShareOf(claim, standing(all, booked))
          expect(share.receivable).toBe(0n)
          expect(share.parts.reduce((sum, { ore: part }) => sum + part, 0n)).toBe(claim)
          booked.push(...share.parts)
          left -= claim
        }
        if (left > 0n) booked.push(...cashShareOf(left, standing(all, booked)).parts)
        expect(portionsByKey(booked)).toEqual(portionsByKey(all))
      }),
    )
  })

  test('what is credited after it was paid is taken back, and what is paid back beyond that in proportion', () => {
    const sold = partsOf({ totalBaseOre: ore(250), currencyRate: '1', lines: [aLine(200)] }, accounts)
    const half = shareOf(sold, ore(125))
    const before = standing(half, sold)
    expect(told(creditOf(cashShareOf(ore(-125), before).parts))).toEqual({ 3001: 100, 2611: 25 })
    expect(told(creditOf(cashShareOf(ore(-150), before).parts))).toEqual({ 3001: 120, 2611: 30 })
  })

  describe('of an invoice over 250 kronor that was paid and then credited, what is paid back', () => {
    const lines = [aLine(100), aLine(125, 0)]
    const all = partsOf({ totalBaseOre: ore(250), currencyRate: '1', lines }, accounts)
    const none = all.map((part) => ({ ...part, ore: 0n }))
    const goods = all.map((part) => (part.account === accounts.salesGoods0 ? { ...part, ore: 0n } : part))
    const cases: [what: string, back: number, parts: readonly Part[], expected: Record<number, number>][] = [
      ['is what was credited', -125, goods, { 3004: 125 }],
      ['goes on with what is still sold', -200, goods, { 3004: 125, 3001: 60, 2611: 15 }],
      ['ends with all that was sold', -250, goods, { 3004: 125, 3001: 100, 2611: 25 }],
      [
        'beyond that is owed, and takes no more back than was sold',
        -300,
        goods,
        { 3004: 125, 3001: 100, 2611: 25, 1510: 50 },
      ],
      ['and nothing is left of, likewise', -300, none, { 3004: 125, 3001: 100, 2611: 25, 1510: 50 }],
    ]
    test.each(cases)('%s', (_, back, parts, expected) => {
      const share = cashShareOf(ore(back), standing(parts, all))
      expect(told([...creditOf(share.parts), { account: accounts.receivable, credit: share.receivable }])).toEqual(
        expected,
      )
    })
  })
})

describe('settlements', () => {
  const parts = partsOf(
    { totalBaseOre: ore(1250 + 112), currencyRate: '1', lines: [aLine(1000), aLine(100, 12)] },
    accounts,
  )
  const cases: [type: Parameters<typeof settle>[0]['type'], scheme: string | null, sum: number, items: object][] = [
    ['currency', null, 20, { 7960: 20 }],
    ['currency', null, -20, { 3960: -20 }],
    ['bankFee', null, 15, { 6570: 15 }],
    ['bankFee', null, -15, { 6570: -15 }],
    ['balanceAdjustment', null, 7, { 3740: 7 }],
    ['balanceAdjustment', null, -7, { 3740: -7 }],
    ['paymentServiceFee', 'domestic', 9, { 6064: 7.2, 2641: 1.8 }],
    ['paymentServiceFee', 'domestic', 0.01, { 6064: 0.01 }],
    ['paymentServiceFee', 'domestic', 0.99, { 6064: 0.79, 2641: 0.2 }],
    ['paymentServiceFee', 'eu', 100, { 4535: 100, 2645: 25, 2614: -25 }],
    ['paymentServiceFee', 'nonEu', 10.01, { 4531: 10.01, 2645: 2.5, 2614: -2.5 }],
    ['paymentServiceFee', 'vatExempt', 9, { 6570: 9 }],
    ['reminderFee', null, -60, { 3930: -60 }],
    ['lateInterest', null, -123.45, { 8313: -123.45 }],
    ['cashDiscount', 'stated', 136.2, { 3731: 110, 2611: 25, 2621: 1.2 }],
    ['cashDiscount', 'stated', -136.2, { 3731: -110, 2611: -25, 2621: -1.2 }],
    ['cashDiscount', 'stated', 1422, { 3731: 1100, 6350: 60, 2611: 250, 2621: 12 }],
    ['cashDiscount', 'unstated', 136.2, { 3731: 136.2, 3098: -136.2, 3099: 136.2 }],
    ['badDebt', null, 1362, { 6351: 1100, 2611: 250, 2621: 12 }],
    ['badDebt', null, 681, { 6351: 550, 2611: 125, 2621: 6 }],
    ['badDebt', null, 1462, { 6351: 1100, 6350: 100, 2611: 250, 2621: 12 }],
  ]
  test.each(cases)('%s %s of %d', (type, vatScheme, sum, expected) => {
    const termsOnInvoice = vatScheme === 'stated'
    const settlement = {
      type,
      date: dayFrom('2026-06-10'),
      sumBaseOre: ore(sum),
      vatScheme: vatScheme as 'eu' | null,
      termsOnInvoice,
    }
    const none = { discounted: [], discounts: { ofSale: [], beside: [] }, beside: 0n }
    const { debit } = settle(
      settlement,
      { sold: parts, left: parts, isAdvance: false, isResting: false, ...none },
      accounts,
    )
    expect(told(debit)).toEqual(expected)
    expect(balance(debit)).toBe(ore(sum))
  })
})
