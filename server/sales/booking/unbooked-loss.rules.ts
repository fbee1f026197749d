// The parts of a loss on an unbooked sale (kontantmetoden), which stays out of the books. Pure.
import { type AccountMap, portionsByKey, portionsLess } from '#ledger'
import { type Ore, size } from '#platform/money'
import { isCharge } from '#sales/receivables/settlement.rules'
import { apply, type CashShare, cashShareOf, type Part, shareOf, sumOf } from './booking.rules.ts'
import {
  bookedStateOf,
  cashStateOf,
  type PaymentRow,
  partsLeft,
  roundedBack,
  type Sale,
  type SettlementRow,
  type Share,
} from './sale.rules.ts'

/**
 * The parts of a loss within a sale, and beside it. Unbooked reversals count as booked: what they reverse will not be
 * paid, and the loss would otherwise be of something that is no sale.
 */
export const unbookedLossOf = (sale: Sale, { ore, now }: { ore: Ore; now: Date }, accounts: AccountMap): CashShare => {
  const then = takeBacksOf(sale).reduce((before, one) => asRecorded(before, one, { now, accounts }), sale)
  const { parts, receivable } = cashShareOf(ore, cashStateOf(then, bookedStateOf(then), accounts))
  return { parts: lostPartsOf(then, parts, accounts), receivable }
}

/**
 * A loss concerns the unpaid parts. After a partial credit, payments may have been sold as parts that no longer remain:
 * then the loss is taken from the remaining parts, and the next payment or the year-end booking moves the difference.
 */
const lostPartsOf = (sale: Sale, unpaid: Part[], accounts: AccountMap): Part[] => {
  const left = partsLeft(sale, sale.credits, accounts)
  const ore = sumOf(unpaid)
  if (sale.credits.length === 0 || ore === 0n || sumOf(left) < ore) return unpaid
  const lost = shareOf(left, ore)
  const rounding = ({ taxRate }: Part) => (taxRate === undefined ? BigInt(lost.length) : 1n)
  const apart = portionsLess(lost, portionsByKey(unpaid))
  return apart.some((part) => size(part.ore) > rounding(part)) ? lost : unpaid
}

/** A payment, or a settlement that replaces one. */
type Row = PaymentRow | SettlementRow

const typeOf = (row: Row) => ('type' in row ? row.type : null)

/**
 * Unbooked reversals of charges, payments and discounts, each with the amount that it reverses of booked ones:
 * discounts last, since they are not paid. Currency differences reverse nothing.
 */
const takeBacksOf = ({ payments, settlements }: Sale): Row[] => {
  const pending = [...payments, ...settlements].filter(({ recordedAt }) => recordedAt === null)
  const types = [...new Set(pending.map(typeOf))].filter((type) => type !== 'currency')
  const found = types.flatMap((type) => beyondTheirOwn(pending.filter((row) => typeOf(row) === type)))
  const isDiscount = (row: Row) => typeOf(row) === 'cashDiscount'
  const others = found.filter((row) => !isOfCharge(row))
  return [...found.filter(isOfCharge), ...others.filter((row) => !isDiscount(row)), ...others.filter(isDiscount)]
}

/** For rows of one type, the amounts they reverse beyond each other: their own additions are not booked either. */
const beyondTheirOwn = (rows: readonly Row[]): Row[] => {
  const takenBack = (row: Row): Ore => (isOfCharge(row) ? row.sumBaseOre : -row.sumBaseOre)
  let brought = rows.map(takenBack).reduce((sum, ore) => (ore < 0n ? sum - ore : sum), 0n)
  return rows.flatMap((row) => {
    const ore = takenBack(row)
    if (ore <= 0n) return []
    const beyond = ore > brought ? ore - brought : 0n
    brought -= ore - beyond
    return beyond === 0n ? [] : { ...row, sumBaseOre: isOfCharge(row) ? beyond : -beyond }
  })
}

const isOfCharge = (row: Row): boolean => {
  const type = typeOf(row)
  return type !== null && isCharge(type)
}

/** The sale after recording the given amount of one of its rows. */
const asRecorded = (sale: Sale, row: Row, { now, accounts }: { now: Date; accounts: AccountMap }): Sale => {
  const { id, date, sumBaseOre } = row
  const state = bookedStateOf(sale)
  const { claim, advance } = apply(sumBaseOre, state, typeOf(row) === null ? roundedBack(sale, sumBaseOre) : 0n)
  const cash = cashStateOf(sale, state, accounts, { isDiscount: typeOf(row) === 'cashDiscount' })
  const { parts } = isOfCharge(row) ? { parts: [] } : cashShareOf(claim, cash)
  const shares = parts.map(({ key, ore }): Share => ({ sourceId: id, key, payer: 'customer', date, ore, entryId: id }))
  const recorded = <T extends Row>(one: T): T =>
    one.id === id ? { ...one, sumBaseOre, recordedAt: now, claimBaseOre: claim, advanceBaseOre: advance } : one
  return {
    ...sale,
    payments: sale.payments.map(recorded),
    settlements: sale.settlements.map(recorded),
    shares: [...sale.shares, ...shares],
  }
}
