// The rules that turn purchases into the items of entries, as tables. Amounts are kronor; below zero is credit.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccountMap, type DocumentItem, inBaseCurrency } from '#ledger'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { usualAccounts } from '#rules/ledger/accounts/account-map'
import { usualVatCode } from '#rules/ledger/accounts/vat-code'
import { portionsByKey, portionsLess } from '#rules/ledger/rates/apportionment'
import {
  type BookedLine,
  type BookedPurchase,
  claimOf,
  debitOf,
  discountItems,
  invoiceItems,
  itemsInstead,
  type Part,
  partsOf,
  paymentItems,
  shareOf,
  sumOf,
  takenBackOf,
} from '#rules/purchasing/invoices/booking'
import { isBookedAsPaid, linesOf, wrongInSum } from '#rules/purchasing/invoices/record'
import { type VatTreatment, vatTreatments } from '#rules/purchasing/invoices/vat'

/** A chart with every account of four digits, with its usual VAT code. */
const numbers = Array.from({ length: 9000 }, (_, place) => place + 1000)
const vatCodes = new Map(numbers.map((number) => [number, usualVatCode(number)]))
const accounts: AccountMap = { ...usualAccounts, vatCodes }

const ore = (kronor: number): Ore => oreFromNumber(kronor) ?? 0n

const sumsOf = (items: readonly DocumentItem[]): Map<number, Ore> => {
  const sums = new Map<number, Ore>()
  for (const item of items) {
    const signed = 'debit' in item ? item.debit : -item.credit
    sums.set(item.account, (sums.get(item.account) ?? 0n) + signed)
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n))
}

/** The sum of each account, in kronor; what comes to nothing is left out. */
const told = (items: readonly DocumentItem[]): Record<number, number> =>
  Object.fromEntries([...sumsOf(items)].map(([account, sum]) => [account, numberFromOre(sum)]))

const balance = (items: readonly DocumentItem[]): Ore =>
  items.reduce((sum, item) => sum + ('debit' in item ? item.debit : -item.credit), 0n)

type Line = [account: number, net: number, rate?: number | undefined, treatment?: VatTreatment, tax?: number]

const linesFrom = (lines: readonly Line[]): BookedLine[] =>
  linesOf({
    lines: lines.map(([account, netAmount, taxRate, vatTreatment, taxAmount]) => {
      return { account, netAmount, taxRate, vatTreatment, taxAmount }
    }),
  })

const purchase = (total: number, lines: readonly Line[], currencyRate = '1'): BookedPurchase => ({
  totalOre: ore(total),
  totalBaseOre: inBaseCurrency(ore(total), currencyRate),
  currencyRate,
  lines: linesFrom(lines),
})

const booked = (one: BookedPurchase) => invoiceItems(partsOf(one, accounts), accounts.payable)

describe('an invoice as a debt to the supplier', () => {
  const cases: [what: string, of: BookedPurchase, items: Record<number, number>][] = [
    ['one rate', purchase(125, [[6110, 100]]), { 6110: 100, 2641: 25, 2440: -125 }],
    [
      'every rate',
      purchase(1250 + 336 + 212 + 50, [
        [4010, 1000],
        [4010, 300, 12],
        [6970, 200, 6],
        [6310, 50, 0],
      ]),
      { 4010: 1300, 6970: 200, 6310: 50, 2641: 298, 2440: -1848 },
    ],
    ['exempt', purchase(500, [[6310, 500, undefined, 'exempt']]), { 6310: 500, 2440: -500 }],
    [
      'tax on the sum of a rate, as the supplier reckons it',
      purchase(0.19, [
        [4010, 0.05],
        [4011, 0.05],
        [4012, 0.05],
      ]),
      { 4010: 0.05, 4011: 0.05, 4012: 0.05, 2641: 0.04, 2440: -0.19 },
    ],
    [
      'a part of the tax that is not deducted',
      purchase(1250, [[5615, 1125, 25, 'domestic', 125]]),
      { 5615: 1125, 2641: 125, 2440: -1250 },
    ],
    [
      'a tax that the supplier has rounded',
      purchase(12.4, [[4010, 9.99, 25, 'domestic', 2.41]]),
      { 4010: 9.99, 2641: 2.41, 2440: -12.4 },
    ],
    [
      'a discount',
      purchase(100, [
        [4010, 100],
        [4731, -20],
      ]),
      { 4010: 100, 4731: -20, 2641: 20, 2440: -100 },
    ],
    ['rounded up', purchase(13, [[6110, 10.2]]), { 6110: 10.2, 2641: 2.55, 3740: 0.25, 2440: -13 }],
    ['rounded down', purchase(12, [[6110, 9.92]]), { 6110: 9.92, 2641: 2.48, 3740: -0.4, 2440: -12 }],
    [
      'goods from the EU',
      purchase(1000, [[4515, 1000, 25, 'euGoods']]),
      { 4515: 1000, 2645: 250, 2614: -250, 2440: -1000 },
    ],
    [
      'services from the EU',
      purchase(1000, [[4536, 1000, 12, 'euServices']]),
      { 4536: 1000, 2645: 120, 2624: -120, 2440: -1000 },
    ],
    [
      'services from elsewhere',
      purchase(1000, [[4533, 1000, 6, 'nonEuServices']]),
      { 4533: 1000, 2645: 60, 2634: -60, 2440: -1000 },
    ],
    [
      'goods, reverse charge at home',
      purchase(1000, [[4415, 1000, 25, 'domesticGoodsReverseCharge']]),
      { 4415: 1000, 2647: 250, 2614: -250, 2440: -1000 },
    ],
    [
      'services, reverse charge at home',
      purchase(1000, [[4425, 1000, undefined, 'domesticServicesReverseCharge']]),
      { 4425: 1000, 2647: 250, 2614: -250, 2440: -1000 },
    ],
    [
      'import, every rate',
      purchase(3000, [
        [4545, 1000, 25, 'import'],
        [4546, 1000, 12, 'import'],
        [4547, 1000, 6, 'import'],
      ]),
      { 4545: 1000, 4546: 1000, 4547: 1000, 2645: 430, 2615: -250, 2625: -120, 2635: -60, 2440: -3000 },
    ],
    [
      'several treatments on one account',
      purchase(225, [
        [5420, 100],
        [5420, 100, 25, 'euServices'],
      ]),
      { 5420: 200, 4535: 100, 4598: -100, 2641: 25, 2645: 25, 2614: -25, 2440: -225 },
    ],
    ['another currency', purchase(125, [[6110, 100]], '11.22'), { 6110: 1122, 2641: 280.5, 2440: -1402.5 }],
    [
      'another currency whose parts do not come to its total',
      purchase(
        0.1,
        [
          [4010, 0.05, 0],
          [4011, 0.05, 0],
        ],
        '10.25',
      ),
      { 4010: 0.51, 4011: 0.51, 3740: 0.01, 2440: -1.03 },
    ],
    [
      'a tax that the buyer owes, on the base in SEK',
      purchase(10.01, [[4535, 10.01, 25, 'euServices']], '11.5'),
      { 4535: 115.12, 2645: 28.78, 2614: -28.78, 2440: -115.12 },
    ],
    ['a credit note', purchase(-1000, [[4010, -800]]), { 4010: -800, 2641: -200, 2440: 1000 }],
    [
      'a credit note of services from the EU',
      purchase(-1000, [[4535, -1000, 25, 'euServices']]),
      { 4535: -1000, 2645: -250, 2614: 250, 2440: 1000 },
    ],
    ['a rounded credit note', purchase(-12, [[6110, -9.92]]), { 6110: -9.92, 2641: -2.48, 3740: 0.4, 2440: 12 }],
  ]
  test.each(cases)('%s', (_, of, expected) => {
    expect(told(booked(of))).toEqual(expected)
    expect(balance(booked(of))).toBe(0n)
  })

  test('a company may have other accounts for its roles', () => {
    const own = { ...accounts, inputVat: 2640, payable: 2441, reverseInputVat: 2646, reverseOutputVat25: 2617 }
    const parts = partsOf(
      purchase(225, [
        [5420, 100],
        [5420, 100, 25, 'euServices'],
      ]),
      own,
    )
    expect(told(invoiceItems(parts, own.payable))).toEqual({
      5420: 200,
      4535: 100,
      4598: -100,
      2640: 25,
      2646: 25,
      2617: -25,
      2441: -225,
    })
  })
})

describe('lines beside the total', () => {
  const cases: [currency: string, total: number, lines: Line[], message: string | null][] = [
    ['SEK', 125, [[6110, 100]], null],
    ['SEK', 125.99, [[6110, 100]], null],
    ['SEK', 124.01, [[6110, 100]], null],
    ['SEK', 126, [[6110, 100]], 'add up to 125 with tax, but the invoice is for 126'],
    ['SEK', 124, [[6110, 100]], 'add up to 125 with tax, but the invoice is for 124'],
    ['SEK', -125.5, [[6110, -100]], null],
    ['SEK', 125, [[6110, -100]], 'add up to -125 with tax, but the invoice is for 125'],
    ['EUR', 125, [[6110, 100]], null],
    ['EUR', 125.01, [[6110, 100]], 'add up to 125 with tax, but the invoice is for 125.01'],
    ['SEK', 100, [[4515, 100, 25, 'euGoods']], null],
  ]
  test.each(cases)('%s %d', (currency, total, lines, message) => {
    const errors = wrongInSum(
      linesFrom(lines).map((line) => ({ ...line, description: null })),
      { totalOre: ore(total), currency, currencyRate: currency === 'SEK' ? '1' : '11' },
    )
    expect(errors).toEqual(message === null ? [] : [{ field: '#/lines', message }])
  })
})

describe('a payment', () => {
  const against = (claim: number) => [{ account: 2440, debit: ore(claim) }]
  const cases: [what: string, claim: number, base: number, items: Record<number, number>][] = [
    ['in SEK', 1000, 1000, { 2440: 1000, 1930: -1000 }],
    ['at a higher rate', 1000, 1050, { 2440: 1000, 7960: 50, 1930: -1050 }],
    ['at a lower rate', 1000, 950, { 2440: 1000, 3960: -50, 1930: -950 }],
    ['of a credit note', -1000, -1000, { 2440: -1000, 1930: 1000 }],
    ['of a credit note at a higher rate', -1000, -1050, { 2440: -1000, 3960: -50, 1930: 1050 }],
    ['of a credit note at a lower rate', -1000, -950, { 2440: -1000, 7960: 50, 1930: 950 }],
  ]
  test.each(cases)('%s', (_, claim, base, expected) => {
    const items = paymentItems({ claim: ore(claim), base: ore(base), account: 1930 }, against(claim), accounts)
    expect(told(items)).toEqual(expected)
    expect(balance(items)).toBe(0n)
  })

  test('what the debt is lowered by, in parts', () => {
    const of = { totalOre: ore(100), totalBaseOre: ore(1133.33) }
    expect(claimOf(of, { before: 0n, ore: ore(33.33) })).toBe(ore(377.74))
    expect(claimOf(of, { before: ore(33.33), ore: ore(66.67) })).toBe(ore(755.59))
    expect(claimOf(of, { before: ore(100), ore: ore(-100) })).toBe(ore(-1133.33))
  })
})

describe('money that comes back', () => {
  // An invoice with what is paid of it; payments of what amount with what money; what comes back, and what it takes.
  const cases: [string, [number, number], string, number, number | null][] = [
    ['of a payment that was rounded down', [1000.4, 1000.4], '1000.4 1000', 1000, -1000.4],
    ['of one that was rounded up', [999.6, 999.6], '999.6 1000', 1000, -999.6],
    ['of nothing that was paid', [1000.4, 1000.4], '1000.4 1000', 1000.4, null],
    ['of the last of two', [1999.6, 1999.6], '1000 1000, 999.6 1000', 1000, -999.6],
    ['of the first, after the last', [1999.6, 1000], '1000 1000, 999.6 1000, -999.6 -1000', 1000, -1000],
    ['of the last, after the first', [1999.6, 999.6], '1000 1000, 999.6 1000, -1000 -1000', 1000, -999.6],
    ['after another amount than was paid', [200, 120], '96 1056, 95 1056, -72 -1056', 1056, -96],
    ['again', [1000, 0], '1000 1000, -1000 -1000', 1000, null],
    ['of what has come back in part', [1000, 500], '1000 1000', 1000, null],
    ['to the supplier, of a credit note', [-1000.4, -1000.4], '-1000.4 -1000', -1000, 1000.4],
  ]
  test.each(cases)('%s', (_, [total, paid], payments, money, taken) => {
    const made = payments.split(', ').map((one) => {
      const [amount = 0, base = 0] = one.split(' ').map(Number)
      return { ore: ore(amount), baseOre: ore(base) }
    })
    const invoice = { totalOre: ore(total), paidOre: ore(paid) }
    expect(takenBackOf(invoice, made, -ore(money))).toBe(taken === null ? null : ore(taken))
  })
})

describe('the cash method', () => {
  const of = purchase(498.99, [
    [4010, 333.33],
    [4011, 77, 6],
    [6310, 0.7, 0],
    [4535, 4.3, 25, 'euServices'],
  ])
  const share = (before: number, paid: number) =>
    told(debitOf(shareOf(partsOf(of, accounts), of, { before: ore(before), ore: ore(paid) })))
  const whole = { 4010: 333.33, 4011: 77, 6310: 0.7, 4535: 4.3, 2641: 87.95, 3740: -4.29, 2645: 1.08, 2614: -1.08 }

  test.each<[string, number, number, Record<number, number>]>([
    ['all at once', 0, 498.99, whole],
    [
      'a part',
      0,
      100,
      { 4010: 66.8, 4011: 15.43, 6310: 0.14, 4535: 0.86, 2641: 17.63, 3740: -0.86, 2645: 0.22, 2614: -0.22 },
    ],
    ['back what was paid', 498.99, -498.99, Object.fromEntries(Object.entries(whole).map(([key, sum]) => [key, -sum]))],
  ])('%s', (_, before, paid, expected) => {
    expect(share(before, paid)).toEqual(expected)
  })

  test.each(vatTreatments)('waits for the payment of a line that is %s, unless its tax does not', (treatment) => {
    const lines = linesFrom([
      [6110, 100],
      [4010, 100, undefined, treatment],
    ])
    const waits = treatment !== 'euGoods' && treatment !== 'import'
    expect(isBookedAsPaid(lines, { totalOre: ore(225) })).toBe(waits)
    expect(isBookedAsPaid(lines, { totalOre: 0n })).toBe(false)
  })
})

const rates = [25, 12, 6, 0] as const
const aLine = fc
  .tuple(
    fc.integer({ min: -50_000, max: 100_000 }),
    fc.constantFrom(...rates),
    fc.constantFrom(...vatTreatments),
    fc.nat({ max: 4 }),
  )
  .filter(([net]) => net !== 0)
  .map(([net, rate, vatTreatment, account]) => {
    const taxRate = vatTreatment === 'exempt' ? 0 : vatTreatment === 'domestic' || rate !== 0 ? rate : 25
    return { account: 4010 + account, netAmount: net / 100, taxRate, vatTreatment }
  })

/** Any invoice whose lines come to its total, or nearly so, in SEK or at a rate. */
const aPurchase = fc
  .tuple(
    fc.array(aLine, { minLength: 1, maxLength: 6 }),
    fc.integer({ min: -99, max: 99 }),
    fc.constantFrom('1', '11.0625', '0.06891', '14.33333333'),
  )
  .map(([bodies, rounding, currencyRate]) => {
    const lines = linesOf({ lines: bodies })
    const exact = lines.reduce((sum, { netOre, taxOre }) => sum + netOre + taxOre, 0n)
    const totalOre = currencyRate === '1' ? exact + BigInt(rounding) : exact
    return { totalOre, totalBaseOre: inBaseCurrency(totalOre, currencyRate), currencyRate, lines }
  })
  .filter(({ totalOre }) => totalOre !== 0n)

/** Payments in thousandths of what remains, some of them back, and the last one of all that remains. */
const somePayments = fc.array(fc.integer({ min: -500, max: 1000 }), { maxLength: 6 })

const paymentsOf = ({ totalOre }: BookedPurchase, weights: readonly number[]) => {
  const payments: { before: Ore; ore: Ore }[] = []
  let paid = 0n
  for (const weight of [...weights, 1000]) {
    const sum = ((weight < 0 ? paid : totalOre - paid) * BigInt(weight)) / 1000n
    if (sum !== 0n) payments.push({ before: paid, ore: sum })
    paid += sum
  }
  return payments
}

/** No more VAT is booked than the invoice has, for any amount paid so far. */
const expectWithin = (shares: readonly Part[], parts: readonly Part[]): void => {
  const booked = portionsByKey(shares)
  for (const { key, kind, ore: most } of parts) {
    if (kind !== 'tax' && kind !== 'reversed') continue
    const so = booked.get(key) ?? 0n
    expect(most < 0n ? so <= 0n && so >= most : so >= 0n && so <= most, `${so} of ${key} ${most}`).toBe(true)
  }
}

describe('for any purchase', () => {
  test('the entry balances, and the payable is the total', () => {
    fc.assert(
      fc.property(aPurchase, (of) => {
        const items = booked(of)
        expect(balance(items)).toBe(0n)
        expect(sumsOf(items).get(accounts.payable) ?? 0n).toBe(-of.totalBaseOre)
      }),
    )
  })

  test('a credit note is the mirror', () => {
    fc.assert(
      fc.property(aPurchase, (of) => {
        const lines = of.lines.map((line) => ({ ...line, netOre: -line.netOre, taxOre: -line.taxOre }))
        const credit = { ...of, totalOre: -of.totalOre, totalBaseOre: -of.totalBaseOre, lines }
        const mirrored = new Map([...sumsOf(booked(of))].map(([account, sum]) => [account, -sum]))
        expect(sumsOf(booked(credit))).toEqual(mirrored)
      }),
    )
  })

  test('however it is paid, every entry balances, and both methods end the same', () => {
    fc.assert(
      fc.property(aPurchase, somePayments, fc.integer({ min: 90, max: 110 }), (of, weights, percent) => {
        const parts = partsOf(of, accounts)
        const cash: DocumentItem[] = []
        const accrual: DocumentItem[] = [...booked(of)]
        const shares: Part[] = []
        for (const paying of paymentsOf(of, weights)) {
          const claim = claimOf(of, paying)
          const paid = { claim, base: (claim * BigInt(percent)) / 100n, account: 1930 }
          const share = shareOf(parts, of, paying)
          expect(sumOf(share)).toBe(claim)
          shares.push(...share)
          expectWithin(shares, parts)
          const [atOnce, ofDebt] = [debitOf(share), [{ account: accounts.payable, debit: claim }]].map((against) =>
            paymentItems(paid, against, accounts),
          )
          expect([balance(atOnce ?? []), balance(ofDebt ?? [])]).toEqual([0n, 0n])
          cash.push(...(atOnce ?? []))
          accrual.push(...(ofDebt ?? []))
        }
        const byAccount = (items: readonly DocumentItem[]) => [...sumsOf(items)].sort(([one], [other]) => one - other)
        expect(byAccount(cash)).toEqual(byAccount(accrual))
        expect(sumsOf(accrual).has(accounts.payable)).toBe(false)
      }),
    )
  })

  test('wherever the year ends, what is booked then and what is moved later come to the same', () => {
    fc.assert(
      fc.property(aPurchase, somePayments, fc.nat({ max: 7 }), (of, weights, within) => {
        const parts = partsOf(of, accounts)
        const payments = paymentsOf(of, weights)
        const items = payments.flatMap((paying) => {
          const claim = claimOf(of, paying)
          return paymentItems({ claim, base: claim, account: 1930 }, debitOf(shareOf(parts, of, paying)), accounts)
        })
        const before = payments.slice(0, within).flatMap((paying) => shareOf(parts, of, paying))
        const unpaid = portionsLess(parts, portionsByKey(before))
        const atEnd = invoiceItems(unpaid, accounts.payable)
        expect(balance(atEnd)).toBe(0n)
        const moved = payments.slice(within).flatMap((paying) => {
          const claim = claimOf(of, paying)
          const paid = { claim, base: claim, account: 1930 }
          const then = paymentItems(paid, debitOf(shareOf(parts, of, paying)), accounts)
          return itemsInstead(then, paymentItems(paid, [{ account: accounts.payable, debit: claim }], accounts))
        })
        expect(balance(moved)).toBe(0n)
        expect(told([...items, ...atEnd, ...moved])).toEqual(told(items))
      }),
    )
  })
})

describe('a discount for paying early', () => {
  const early = (one: BookedPurchase, before: number, kronor: number, termsOnInvoice: boolean) =>
    told(discountItems(one, { before: ore(before), ore: ore(kronor), termsOnInvoice }, accounts))
  const domestic = purchase(1250, [[6110, 1000]])
  const mixed = purchase(1500, [
    [6110, 1000],
    [6310, 250, undefined, 'exempt'],
  ])
  const foreign = purchase(100, [[4515, 100, 25, 'euGoods']], '11')
  const cases: [
    what: string,
    of: BookedPurchase,
    before: number,
    kronor: number,
    terms: boolean,
    Record<number, number>,
  ][] = [
    ['lowers the tax that is stated', domestic, 1225, 25, true, { 4731: -20, 2641: -5 }],
    ['leaves it where no terms are', domestic, 1225, 25, false, { 4731: -25 }],
    ['taken back', domestic, 1250, -25, true, { 4731: 20, 2641: 5 }],
    ['of exempt costs too', mixed, 1470, 30, true, { 4731: -25, 2641: -5 }],
    ['lowers what is declared', foreign, 98, 2, true, { 4515: -22, 2645: -5.5, 2614: 5.5 }],
    ['declares as much without terms', foreign, 98, 2, false, { 4731: -22 }],
  ]
  test.each(cases)('%s', (_, one, before, kronor, terms, items) => {
    expect(early(one, before, kronor, terms)).toEqual(items)
  })
})
