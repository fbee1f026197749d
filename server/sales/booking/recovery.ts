// Money received after a loss was written off: the corresponding part of the loss is reversed first, with its output
// VAT (mervärdesskattelagen 2023:200, 8 kap. 16 § and 7 kap. 43 §), and then the payment reduces the claim as usual.
import {
  type AccountMap,
  type Book,
  bookOn,
  type DocumentItem,
  isBookVersion,
  isVatAccount,
  onBookVersion,
  portionsByKey,
  portionsLess,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { bookedLosses, type Lowered } from './booked-losses.ts'
import { apply, creditOf, type Part, portionOf, shareOf, sumOf } from './booking.rules.ts'
import { keepUnbookedShares, loweredText } from './booking.ts'
import { type DebitItem, debitOf, recoveredItems } from './losses-and-discounts.rules.ts'
import {
  accountsOf,
  bookedStateOf,
  isBooked,
  lostOf,
  loweredBy,
  type PaymentRow,
  partsOfSale,
  refuseUnrecorded,
  type Sale,
} from './sale.rules.ts'
import { saleOf } from './sale.ts'

/**
 * Reverses the part of a loss that a payment recovers, by a negative loss that is recorded at once. Returns the updated
 * sale.
 */
export const recoverLoss = async (call: CompanyCall, sale: Sale, payment: PaymentRow): Promise<Sale> => {
  const { date } = payment
  const ore = recoveredBy(sale, payment)
  if (ore <= 0n) return sale
  const id = newId()
  const share = await onBookVersion(call, async (book) => {
    refuseUnrecorded(book, sale, payment)
    const accounts = accountsOf(sale, book)
    const { losses, movedOn } = await bookedLosses(call, sale, accounts)
    const unbooked = unbookedPartsOf(sale, movedOn, accounts)
    const most = least(ore, sumOf(unbooked))
    const parts = most > 0n ? shareOf(unbooked, most) : []
    const recovered = { ore, share: parts, losses }
    const items = recoveredItemsOf(sale, recovered, accounts)
    const booked = portionsLess(loweredBy('badDebt', sale, accounts), portionsByKey(unbooked))
    const lowered = takenBack([...parts, ...bookedPartsOf(booked, recovered)])
    return (await keepRecovered(call, book, sale, { id, date, ore, items, lowered })) ? parts : null
  })
  // Not under the payment's id, which is reserved for what the payment itself sells.
  await keepUnbookedShares(call, { sale, id, date, payer: 'customer' }, takenBack(share))
  const invoiceId = sale.record.id
  recordEvent(
    call,
    'invoice-settlement.created',
    { id, of: invoiceId },
    { invoiceId, id, type: 'badDebt', sum: numberFromOre(-ore) },
  )
  recordEvent(call, 'invoice.paid', { id: invoiceId })
  return saleOf(call, invoiceId)
}

const takenBack = (parts: readonly Part[]): Part[] => parts.map((part) => ({ ...part, ore: -part.ore }))

/** How much of the written-off amount a payment recovers. */
const recoveredBy = (sale: Sale, { sumBaseOre: ore }: PaymentRow): Ore => {
  const lost = lostOf(sale)
  if (ore <= 0n || lost === 0n) return 0n
  const state = bookedStateOf(sale)
  const open = state.open > 0n ? state.open : 0n
  const beyond = state.isOwn ? apply(ore, state).advance : ore - open
  return beyond < lost ? beyond : lost
}

const least = (one: Ore, other: Ore): Ore => (one < other ? one : other)

/** The parts of an invoice that losses left out of the books. */
const unbookedPartsOf = (sale: Sale, movedOn: ReadonlySet<Day>, accounts: AccountMap): Part[] => {
  const shares = sale.shares.filter(({ entryId, date }) => entryId === null && !movedOn.has(date))
  const leftOut = portionsByKey(shares)
  return partsOfSale(sale, accounts).map((part) => ({ ...part, ore: leftOut.get(part.key) ?? 0n }))
}

type Recovered = { ore: Ore; share: readonly Part[]; losses: readonly Lowered[] }

/** The recovered parts of booked losses, in proportion. */
const bookedPartsOf = (lost: readonly Part[], { ore, share, losses }: Recovered): Part[] => {
  const whole = debitOf(losses)
  return whole === 0n ? [] : portionOf(lost, { ore: ore - sumOf(share), whole })
}

/**
 * The items of a recovery. A booked loss restores the claim; an unbooked one is sold when paid, or now if the rest of
 * the invoice was booked. Loss amounts on undeclared accounts are reversed on the same account, even if losses now use
 * another: booked as recovered income they would be declared, although the loss never was.
 */
const recoveredItemsOf = (sale: Sale, { ore, share, losses }: Recovered, accounts: AccountMap): DocumentItem[] => {
  const leftOut = sumOf(share)
  const sold = isBooked(sale) ? [{ account: accounts.receivable, debit: leftOut }, ...creditOf(share)] : []
  const rest = ore - leftOut
  const undeclared = new Set(losses.flatMap(({ account, isDeclared }) => (isDeclared ? [] : [account])))
  // Credit amounts beside the VAT are earlier recoveries.
  const isUndone = ({ account, debit }: DebitItem) =>
    isVatAccount(account, accounts) || (undeclared.has(account) && debit > 0n)
  return rest > 0n ? [...sold, ...recoveredItems(losses, rest, isUndone, accounts)] : sold
}

type Kept = { id: string; date: Day; ore: Ore; items: readonly DocumentItem[]; lowered: readonly Part[] }

/** Stores the negative loss, with its entry if anything is booked; false if the book version changed. */
const keepRecovered = async (
  call: CompanyCall,
  book: Book,
  { record }: Sale,
  { id, date, ore, items, lowered }: Kept,
): Promise<boolean> => {
  const { companyId, actor, now } = call
  const into = sql`
    insert into sales.settlement (
      company_id, id, invoice_id, type, date, sum_base_ore, recorded_at, claim_base_ore, advance_base_ore,
      created_by_kind, created_by_id, created_at, lowered, journal_entry_id)
    select ${companyId}, ${id}, ${record.id}, 'badDebt', ${date}, ${-ore}, ${now}, ${-ore}, 0, ${actor.kind},
      ${actor.id}, ${now}, ${loweredText(lowered)}::jsonb`
  if (items.length === 0) {
    const kept = await call.db.maybe(sql`${into}, null where ${isBookVersion(call, book)} returning id`)
    return kept !== null
  }
  const entry = { title: `Återvunnen kundförlust, faktura ${record.number}`, date, items }
  const booked = await bookOn(call, book, entry, { name: 'recover-loss', keep: sql`${into}, posted.id from posted` })
  return booked !== null
}
