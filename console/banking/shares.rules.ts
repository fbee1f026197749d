// How the money of a transaction is shared among the invoices that it pays.
import type { Ore } from '#console-rules/ui/inputs/amount'

/** An invoice that waits for money or is to be paid. */
export type Open = {
  id: string
  kind: 'invoice' | 'supplierInvoice'
  number: string
  name: string
  /** What is outstanding, in SEK. */
  rest: Ore
  due: string
  /**
   * Whether it takes all of the money when it is the only one: a customer's, which may be paid beyond what is left, and
   * a supplier's in another currency, where the rate decides.
   */
  takesAll: boolean
  /** What is outstanding of one in another currency, in that currency. */
  owed: { ore: Ore; currency: string } | null
}

/** An invoice with the entered amounts, in SEK and in its own currency; null until something is entered. */
export type Share = { invoice: Open; amount: Ore | null; paid: Ore | null }

/** What it gets of the money; of an invoice in another currency also what the bank says of that in its currency. */
export type Gets = { gets: Ore; told: Ore | null }

/** Whether it would pay more than what is owed to a supplier, which is refused; customers may pay more. */
export const isTooMuch = ({ invoice: { kind, rest, owed }, paid }: Share, { gets, told }: Gets): boolean =>
  kind === 'supplierInvoice' && (owed === null ? gets > rest : (paid ?? told ?? 0) > owed.ore)

/**
 * What each gets, in order: what was typed, and otherwise what is left of it as far as the money goes, so that typing
 * changes no amount before it. `rest` is what is left of the money; below zero the invoices get more than there is.
 */
export const sharesOf = (shares: readonly Share[], whole: Ore): { amounts: Ore[]; rest: Ore } => {
  let rest = whole
  const amounts = shares.map(({ invoice, amount }) => {
    const isAll = shares.length === 1 && invoice.takesAll
    const own = amount ?? (isAll ? rest : Math.max(0, Math.min(invoice.rest, rest)))
    rest -= own
    return own
  })
  return { amounts, rest }
}
