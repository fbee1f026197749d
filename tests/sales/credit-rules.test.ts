// However an invoice is cut into credit notes, payments and discounts, nothing is left of it at the end: of its net,
// its tax of each rate, its rounding, its total, and the same in SEK; and on the way no more of a rate is taken back
// than was charged. The rules alone, without a database. Amounts are öre.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountMap } from '#ledger'
import type { VatTreatment } from '#paper'
import { atRate } from '#platform/decimal'
import type { Ore } from '#platform/money'
import { lineNet, totalsOf } from '#rule/document-totals'
import { usualAccounts } from '#rules/ledger/accounts/account-map'
import { usualVatCode } from '#rules/ledger/accounts/vat-code'
import { portionsByKey } from '#rules/ledger/rates/apportionment'
import { apply, cashShareOf, portionOf, sumOf } from '#rules/sales/booking/booking'
import { decideCreditTotals, exceededRateOf, partsToCredit } from '#rules/sales/booking/creditable-by-rate'
import { reductionSharesOf } from '#rules/sales/booking/losses-and-discounts'
import {
  bookedStateOf,
  cashStateOf,
  discountedOf,
  loweredBy,
  partsAfterCredit,
  partsOfSale,
  type Sale,
} from '#rules/sales/booking/sale'
import { creditedBy, decideCreditLines, remainingLines } from '#rules/sales/invoices/credit-note'

const vatCodes = new Map([3001, 3002, 3003, 3004, 3011].map((account) => [account, usualVatCode(account)]))
const accounts: AccountMap = { ...usualAccounts, vatCodes }

/** A line of an invoice: so many at a price in öre. */
type Sold = { many: number; price: number; taxRate: number; productType: 'goods' | 'services'; account: number | null }
type Made = { sold: readonly Sold[]; currencyRate: string; rounds: boolean }
type NoteLines = ReturnType<typeof remainingLines>

const treatmentOf = ({ taxRate }: { taxRate: number }): VatTreatment => (taxRate > 0 ? 'rate' : 'exempt')

/** An invoice that is published and booked under the accrual method, of what the rules read of one. */
const invoiceOf = ({ sold, currencyRate, rounds }: Made): Sale => {
  const lines = sold.map(({ many, price, ...line }, index) => ({
    ...line,
    id: index + 1,
    position: index + 1,
    itemType: 'salesItem',
    description: 'Stol',
    itemId: null,
    unitType: 'piece',
    reductionType: null,
    jobType: null,
    quantity: String(many),
    unitPrice: String(price / 100),
    netOre: lineNet(BigInt(many) * 1_000_000n, BigInt(price) * 10_000n),
  }))
  const totals = totalsOf(lines, { rounds })
  const record = {
    id: 'invoice',
    kind: 'invoice',
    type: 'invoice',
    creditsId: null,
    journalEntryId: 'entry',
    number: 1n,
    currency: currencyRate === '1' ? 'SEK' : 'EUR',
    currencyRate,
    lines,
    creditedParts: null,
    ...totals,
    totalBaseOre: atRate(totals.totalOre, currencyRate),
    reductionBaseOre: 0n,
    creditedBaseOre: 0n,
  }
  const nothing = { payments: [], settlements: [], shares: [], credits: [], credited: null }
  // What the rules of credit do not read is left out.
  return { record, treatments: lines.map(treatmentOf), ...nothing } as unknown as Sale
}

type Decided = ReturnType<typeof decideCreditTotals>

/** The invoice with a credit note that is published. */
const withNote = (invoice: Sale, lines: NoteLines, { totals, creditedParts }: Decided, isBooked: boolean): Sale => {
  const sales = lines.filter((line) => line.itemType === 'salesItem')
  const placed = sales.map((line, index) => ({ ...line, position: index + 1 }))
  const own = { id: `note ${invoice.credits.length}`, kind: 'creditNote', creditsId: 'invoice', creditedParts }
  const record = { ...invoice.record, ...own, ...totals, lines: placed, journalEntryId: isBooked ? 'entry' : null }
  const note = { ...invoice, record, credits: [], credited: invoice, treatments: sales.map(treatmentOf) } as Sale
  const creditedBaseOre = invoice.record.creditedBaseOre + totals.totalBaseOre
  return { ...invoice, record: { ...invoice.record, creditedBaseOre }, credits: [...invoice.credits, note] }
}

const remainingOf = (invoice: Sale): NoteLines => remainingLines(invoice.record, creditedOf(invoice))
const creditedOf = ({ record, credits }: Sale) =>
  creditedBy(
    record,
    credits.map((credit) => credit.record),
  )
const decide = (invoice: Sale, lines: NoteLines, rounds: boolean): Decided =>
  decideCreditTotals(invoice, lines, invoice.settlements.length > 0 ? accounts : null, { rounds })

/** Where an amount stands between nothing and a limit, on the limit's side of zero. */
const isWithin = (ore: Ore, limit: Ore): boolean => (limit < 0n ? ore <= 0n && ore >= limit : ore >= 0n && ore <= limit)

describe('credit notes of one line each', () => {
  const one = (price: number, taxRate = 25): Sold => ({
    many: 1,
    price,
    taxRate,
    productType: 'goods',
    account: null,
  })
  const cases: [what: string, sold: Sold[], rate: string, rounds: boolean, taxes: number[], totals: number[]][] = [
    ['four of 10.10', Array(4).fill(one(1010)), '1', false, [252, 253, 252, 253], [1262, 1263, 1262, 1263]],
    ['four of 0.10', Array(4).fill(one(10)), '1', false, [2, 3, 2, 3], [12, 13, 12, 13]],
    ['three of 0.01, of which one has tax', Array(3).fill(one(1)), '1', false, [0, 1, 0], [1, 2, 1]],
    ['whole kronor', Array(3).fill(one(8044)), '1', true, [2011, 2011, 2011], [10_100, 10_000, 10_100]],
    ['whole kronor, none of which is rounded too far', Array(4).fill(one(60, 0)), '1', true, [], [0, 100, 0, 100]],
    ['another currency', Array(3).fill(one(3337)), '11.123456', false, [834, 835, 834], [4171, 4172, 4171]],
  ]
  test.each(cases)('%s', (_, sold, currencyRate, rounds, taxes, totals) => {
    let invoice = invoiceOf({ sold, currencyRate, rounds })
    const made: Decided[] = []
    for (const { id } of sold.map((_each, index) => ({ id: index + 1 }))) {
      const lines = remainingOf(invoice).filter((line) => line.id === id)
      const decided = decide(invoice, lines, rounds)
      expect(decided.errors).toEqual([])
      made.push(decided)
      invoice = withNote(invoice, lines, decided, true)
    }
    expect(made.flatMap(({ creditedParts }) => [...creditedParts.taxes.values()].map(Number))).toEqual(taxes)
    expect(made.map((each) => Number(each.totals.totalOre))).toEqual(totals)
    expectNothingLeft(invoice)
  })

  test('thirty of 0.10: as much as was charged, never more', () => {
    let invoice = invoiceOf({ sold: Array(30).fill(one(10)), currencyRate: '1', rounds: false })
    let tax = 0n
    for (const line of remainingOf(invoice)) {
      const decided = decide(invoice, [line], false)
      tax += decided.totals.taxOre
      expect(tax).toBeLessThanOrEqual(75n)
      invoice = withNote(invoice, [line], decided, true)
    }
    expect(tax).toBe(75n)
    expectNothingLeft(invoice)
  })

  test('after notes that were rounded by themselves, the next ones take what these have left', () => {
    let invoice = invoiceOf({ sold: Array(4).fill(one(1010)), currencyRate: '1', rounds: false })
    const made: Ore[] = []
    for (const [index, line] of remainingOf(invoice).entries()) {
      const decided = decide(invoice, [line], false)
      made.push(decided.totals.taxOre)
      const earlier = { taxOre: 253n, totalOre: 1263n, totalBaseOre: 1263n, roundingOre: 0n }
      const alone = { ...decided, totals: { ...decided.totals, ...earlier } }
      invoice = withNote(invoice, [line], index < 2 ? alone : decided, true)
      if (index >= 2) continue
      const credits = invoice.credits.map((note) => ({ ...note, record: { ...note.record, creditedParts: null } }))
      invoice = { ...invoice, credits }
    }
    expect(made.slice(2).map(Number)).toEqual([251, 253])
    expectNothingLeft(invoice)
  })
})

describe('a note that would take more of a rate than is left of it is refused', () => {
  const line = (price: number, taxRate: number): Sold => ({
    many: 1,
    price,
    taxRate,
    productType: 'goods',
    account: null,
  })
  const cases: [what: string, sold: Sold[], ids: number[], messages: RegExp[]][] = [
    ['without its discount', [line(10_000, 25), line(-2000, 25), line(10_000, 12)], [1], [/credit 100.00 .* 25 %/]],
    [
      'or that gives a discount back',
      [line(10_000, 25), line(-2000, 25), line(10_000, 12)],
      [2, 3],
      [/-20.00 .* 25 %/],
    ],
    ['with its discount it is not', [line(10_000, 25), line(-2000, 25), line(10_000, 12)], [1, 2], []],
    ['nor where a rate is below zero', [line(10_000, 25), line(-2000, 12)], [1, 2], []],
    ['of what came to nothing', [line(10_000, 25), line(-10_000, 25), line(20_000, 12)], [2, 3], [/-100.00 .* 25 %/]],
    ['also of what was sold without tax', [line(10_000, 0), line(-2000, 0), line(10_000, 12)], [1], [/100.00 .* 0 %/]],
  ]
  test.each(cases)('%s', (_, sold, ids, messages) => {
    const invoice = invoiceOf({ sold, currencyRate: '1', rounds: false })
    const lines = remainingOf(invoice).filter(({ id }) => ids.includes(id))
    const { errors } = decide(invoice, lines, false)
    expect(errors.map(({ message }) => message)).toEqual(messages.map((pattern) => expect.stringMatching(pattern)))
  })
})

/** Nothing is left of what was sold: in the currency, in SEK by part, and on the receivable. */
const expectNothingLeft = (invoice: Sale): void => {
  const { record, credits } = invoice
  const sum = (of: 'netOre' | 'taxOre' | 'roundingOre' | 'totalOre' | 'totalBaseOre') =>
    credits.reduce((all, credit) => all + credit.record[of], 0n)
  const names = ['netOre', 'taxOre', 'roundingOre', 'totalOre', 'totalBaseOre'] as const
  expect(names.map((name) => [name, sum(name)])).toEqual(names.map((name) => [name, record[name]]))
  for (const { key, ore } of partsAfterCredit(invoice, credits, accounts)) expect([key, ore]).toEqual([key, 0n])
}

/** One cut: shares are thousandths of what is left. */
type Cut =
  | { what: 'credit'; lines: { at: number; share: number; isPrice: boolean }[] }
  | { what: 'pay' | 'discount'; share: number }
type Story = Made & { cuts: Cut[] }

const share = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 }))
const aCut: fc.Arbitrary<Cut> = fc.oneof(
  fc.record({
    what: fc.constant('credit' as const),
    lines: fc.array(fc.record({ at: fc.nat({ max: 7 }), share, isPrice: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ what: fc.constantFrom('pay' as const, 'discount' as const), share }),
)
const aSold: fc.Arbitrary<Sold> = fc.record({
  many: fc.constantFrom(1, 1, 2, 3, 7, 30, 1000),
  price: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 99_999 }), fc.constantFrom(1010, 10, -5)),
  taxRate: fc.constantFrom(25, 25, 12, 6, 0),
  productType: fc.constantFrom('goods' as const, 'services' as const),
  account: fc.constantFrom(null, null, null, 3990),
})
const aStory = (rates: string[]): fc.Arbitrary<Story> =>
  fc.record({
    sold: fc.array(aSold, { minLength: 1, maxLength: 8 }),
    currencyRate: fc.constantFrom(...rates),
    rounds: fc.boolean(),
    cuts: fc.array(aCut, { maxLength: 12 }),
  })

/** The lines of a cut, as a request would have them; those of which nothing is left are left out. */
const linesOf = (invoice: Sale, cut: Extract<Cut, { what: 'credit' }>): NoteLines => {
  const left = remainingOf(invoice).filter((line) => line.itemType === 'salesItem')
  const bodies = new Map<number, object>()
  for (const { at, share: of, isPrice } of cut.lines) {
    const line = left[at % Math.max(left.length, 1)]
    if (line?.itemType !== 'salesItem') continue
    const part = (value: string) => Math.trunc((Number(value) * 1_000_000 * of) / 1000) / 1_000_000
    const [quantity, unitPrice] = isPrice
      ? [Number(line.quantity), part(line.unitPrice)]
      : [part(line.quantity), Number(line.unitPrice)]
    bodies.set(line.id, { id: line.id, itemType: 'salesItem', quantity, unitPrice })
  }
  const { lines } = decideCreditLines([...bodies.values()] as never, invoice.record, creditedOf(invoice))
  return lines
}

/** Publishes a note of these lines, unless it is refused. */
const credit = (
  invoice: Sale,
  lines: NoteLines,
  { rounds, isBooked }: { rounds: boolean; isBooked: boolean },
): Sale => {
  if (!lines.some((line) => line.itemType === 'salesItem')) return invoice
  const decided = decide(invoice, lines, rounds)
  if (decided.errors.length > 0) return invoice
  const credited = withNote(invoice, lines, decided, isBooked)
  const note = credited.credits.at(-1)
  if (note && invoice.settlements.length > 0 && exceededRateOf(invoice, note, accounts)) return invoice
  return credited
}

/** Credits all that remains, in as many notes as it takes. */
const creditRest = (invoice: Sale, how: { rounds: boolean; isBooked: boolean }): Sale => {
  let now = invoice
  for (let notes = 0; notes < 20; notes += 1) {
    const credited = credit(now, remainingOf(now), how)
    if (credited === now) return now
    now = credited
  }
  return now
}

const taxesIn = (parts: readonly { key: string; ore: Ore }[]) => parts.filter(({ key }) => key.startsWith('tax '))

/** Of no rate more is taken back than was charged, and of no note more than is taken back, or the other way. */
const expectWithinCharged = (invoice: Sale): void => {
  for (const { key, ore } of taxesIn(partsOfSale(invoice, accounts))) {
    const notes = invoice.credits.map((note) => portionsByKey(partsOfSale(note, accounts)).get(key) ?? 0n)
    for (const one of notes) expect(isWithin(one, ore), `a note takes ${one} of ${key} ${ore}`).toBe(true)
    const back = notes.reduce((sum, one) => sum + one, 0n)
    expect(isWithin(back, ore), `${back} of ${key} ${ore} is taken back`).toBe(true)
  }
  for (const { record } of invoice.credits) expect(record.totalOre).toBeGreaterThanOrEqual(0n)
}

const RUNS = { numRuns: 400, seed: 20_261_129 }

/** What the whole comes to is above zero, as of everything that is published and can be credited. */
const isSale = (made: Made): boolean => invoiceOf(made).record.totalOre > 0n

test('however an invoice is cut into credit notes, nothing is left of it', () => {
  fc.assert(
    fc.property(aStory(['1', '1', '11.123456', '0.333333']), (story) => {
      fc.pre(isSale(story))
      const how = { rounds: story.rounds, isBooked: true }
      let invoice = invoiceOf({ ...story, rounds: story.rounds && story.currencyRate === '1' })
      for (const cut of story.cuts) {
        if (cut.what === 'credit') invoice = credit(invoice, linesOf(invoice, cut), how)
        expectWithinCharged(invoice)
      }
      const all = creditRest(invoice, how)
      expectWithinCharged(all)
      expectNothingLeft(all)
    }),
    RUNS,
  )
})

const SETTLED = { type: 'cashDiscount', recordedAt: new Date(0), advanceBaseOre: 0n, termsOnInvoice: true }

/** The invoice with a discount in the books, or with one taken back. */
const withDiscount = (invoice: Sale, sum: Ore, lowered: ReadonlyMap<string, Ore>): Sale => {
  const recordedAt = new Date(invoice.settlements.length + 1)
  const discount = { ...SETTLED, recordedAt, id: `${recordedAt}`, sumBaseOre: sum, claimBaseOre: sum, lowered }
  return { ...invoice, settlements: [...invoice.settlements, discount as unknown as Sale['settlements'][number]] }
}

const discount = (invoice: Sale, share: number): Sale => {
  const left = partsToCredit(invoice, invoice.credits, accounts)
  const sum = (sumOf(left) * BigInt(share)) / 1000n
  if (sum <= 0n) return invoice
  const sold = partsAfterCredit(invoice, invoice.credits, accounts)
  const none = { isAdvance: false, isResting: false, discounted: [], discounts: { ofSale: [], beside: [] }, beside: 0n }
  return withDiscount(invoice, sum, portionsByKey(reductionSharesOf({ sold, left, ...none }, sum)))
}

const takeDiscountsBack = (invoice: Sale): Sale => {
  const whole = discountedOf(invoice)
  const undone = portionOf(loweredBy('cashDiscount', invoice, accounts), { ore: -whole, whole })
  return whole === 0n ? invoice : withDiscount(invoice, -whole, portionsByKey(undone))
}

const tellDiscounts = (story: Story, isBack: (cut: Cut) => boolean): Sale => {
  const how = { rounds: story.rounds, isBooked: true }
  let invoice = invoiceOf({ ...story, rounds: story.rounds && story.currencyRate === '1' })
  for (const cut of story.cuts) {
    if (isBack(cut)) invoice = takeDiscountsBack(invoice)
    else if (cut.what === 'discount') invoice = discount(invoice, cut.share)
    else if (cut.what === 'credit') invoice = credit(invoice, linesOf(invoice, cut), how)
    expectWithinCharged(invoice)
    for (const { key, ore } of taxesIn(partsToCredit(invoice, invoice.credits, accounts))) {
      const charged = portionsByKey(partsOfSale(invoice, accounts)).get(key) ?? 0n
      expect(isWithin(ore, charged), `${ore} of ${key} ${charged} is left`).toBe(true)
    }
  }
  return invoice
}

test('nor where discounts lower it in between and are taken back', () => {
  fc.assert(
    fc.property(aStory(['1']), (story) => {
      fc.pre(isSale(story) && story.sold.every(({ price, account }) => price > 0 && account === null))
      const invoice = tellDiscounts(story, (cut) => cut.what === 'pay')
      const all = creditRest(takeDiscountsBack(invoice), { rounds: story.rounds, isBooked: true })
      expectNothingLeft(all)
    }),
    RUNS,
  )
})

test('where the discounts stay, what they have left of each rate takes the rest of its tax', () => {
  fc.assert(
    fc.property(aStory(['1']), (story) => {
      const sold = story.sold.map((line) => ({ ...line, many: 1, productType: 'goods' as const }))
      fc.pre(isSale({ ...story, sold }) && sold.every(({ price, account }) => price > 0 && account === null))
      const invoice = tellDiscounts({ ...story, sold }, () => false)
      const left = portionsByKey(partsToCredit(invoice, invoice.credits, accounts))
      const bodies = remainingOf(invoice).flatMap((line) => {
        if (line.itemType !== 'salesItem') return []
        const key = `income ${treatmentOf(line)} goods ${line.taxRate}`
        const there = left.get(key) ?? 0n
        const net = there < line.netOre ? there : line.netOre
        left.set(key, there - net)
        return net <= 0n ? [] : [{ id: line.id, itemType: 'salesItem', quantity: 1, unitPrice: Number(net) / 100 }]
      })
      const { lines } = decideCreditLines(bodies as never, invoice.record, creditedOf(invoice))
      const all = credit(invoice, lines, { rounds: story.rounds, isBooked: true })
      expectWithinCharged(all)
      for (const { key, ore } of partsToCredit(all, all.credits, accounts)) expect([key, ore]).toEqual([key, 0n])
    }),
    RUNS,
  )
})

/** What was booked of a payment, as it was paid. */
const pay = (invoice: Sale, sum: Ore): Sale => {
  const state = bookedStateOf(invoice)
  const { claim, advance } = apply(sum, state)
  const { parts } = cashShareOf(claim, cashStateOf(invoice, state, accounts))
  const id = `payment ${invoice.payments.length}`
  const date = '2026-06-10'
  const row = { id, date, sumBaseOre: sum, claimBaseOre: claim, advanceBaseOre: advance, recordedAt: new Date(0) }
  const shares = parts.map(({ key, ore }) => ({ sourceId: id, key, payer: 'customer', date, ore, entryId: id }))
  return { ...invoice, payments: [...invoice.payments, row], shares: [...invoice.shares, ...shares] } as unknown as Sale
}

test('under the cash method what is sold as it is paid comes back whole, and no tax beyond what was charged', () => {
  fc.assert(
    fc.property(aStory(['1']), (story) => {
      fc.pre(isSale(story) && story.sold.every(({ price }) => price > 0))
      const how = { rounds: story.rounds, isBooked: false }
      const made = invoiceOf(story)
      let invoice: Sale = { ...made, record: { ...made.record, journalEntryId: null } }
      for (const cut of story.cuts) {
        const { open } = bookedStateOf(invoice)
        if (cut.what === 'pay' && open > 0n) invoice = pay(invoice, (open * BigInt(cut.share)) / 1000n)
        if (cut.what === 'credit') invoice = credit(invoice, linesOf(invoice, cut), how)
        const booked = portionsByKey(invoice.shares)
        for (const { key, ore } of taxesIn(partsOfSale(invoice, accounts))) {
          expect(isWithin(booked.get(key) ?? 0n, ore), `${booked.get(key)} of ${key} ${ore} is booked`).toBe(true)
        }
      }
      const all = creditRest(invoice, how)
      expectNothingLeft(all)
      const paid = all.payments.reduce((sum, { sumBaseOre }) => sum + sumBaseOre, 0n)
      const end = paid === 0n ? all : pay(all, -paid)
      for (const [key, ore] of portionsByKey(end.shares)) expect([key, ore]).toEqual([key, 0n])
    }),
    RUNS,
  )
})
