// A statement of account (reskontrautdrag): the events of a customer by day, with the balance after each, in the
// currency of the documents. Amounts stored in SEK are converted in proportion to what remains of each invoice, so that
// the sums equal those of the customer ledger to the öre.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

export const statementKinds = ['invoice', 'creditNote', 'payment', 'settlement', 'taxReductionRefused'] as const
type StatementKind = (typeof statementKinds)[number]

/** An event of an invoice: `claim` is the change in debt in SEK, and `advance` the overpayment. */
export type StatementEvent = {
  invoiceId: string
  invoiceNumber: string
  kind: StatementKind
  type: string | null
  id: string
  /** Of an invoice or a credit note. */
  number: string | null
  date: Day
  dueDate: Day | null
  currency: string
  totalOre: Ore
  totalBaseOre: Ore
  claimOre: Ore
  /** The change in the currency, where a payment told it; an exchange difference booked with one changes nothing. */
  toldOre: Ore | null
  advanceOre: Ore
}

export type StatementEntry = Pick<
  StatementEvent,
  'invoiceId' | 'invoiceNumber' | 'kind' | 'type' | 'id' | 'number' | 'date' | 'dueDate'
> & { ore: Ore; balanceOre: Ore }

export type CurrencyStatement = { currency: string; openingOre: Ore; entries: StatementEntry[]; closingOre: Ore }

/**
 * The entries of a period by currency, the accounting currency `own` first. `events` has all events, up to the last day
 * of the period, of each invoice with an event in it, oldest first.
 */
export const statementOf = (
  events: readonly StatementEvent[],
  { from, opening, own }: { from: Day; opening: ReadonlyMap<string, Ore>; own: string },
): CurrencyStatement[] => {
  const rests = new Map<string, Rest>()
  const statements = new Map<string, CurrencyStatement>()
  const of = (currency: string): CurrencyStatement => {
    const found = statements.get(currency)
    if (found) return found
    const openingOre = opening.get(currency) ?? 0n
    const made = { currency, openingOre, entries: [], closingOre: openingOre }
    statements.set(currency, made)
    return made
  }
  for (const [currency, ore] of opening) if (ore !== 0n) of(currency)
  for (const event of events) {
    const before = rests.get(event.invoiceId) ?? NOTHING
    const after = changed(before, event)
    rests.set(event.invoiceId, after)
    if (event.date < from || event.toldOre === 0n) continue
    const ore = owedOf(after, event) - owedOf(before, event)
    const statement = of(event.currency)
    statement.closingOre += ore
    const { invoiceId, invoiceNumber, kind, type, id, number, date, dueDate } = event
    statement.entries.push({
      invoiceId,
      invoiceNumber,
      kind,
      type,
      id,
      number,
      date,
      dueDate,
      ore,
      balanceOre: statement.closingOre,
    })
  }
  return [...statements.values()].sort((one, other) => orderOf(one, own) - orderOf(other, own) || compared(one, other))
}

const orderOf = ({ currency }: CurrencyStatement, own: string): number => (currency === own ? 0 : 1)

const compared = (one: CurrencyStatement, other: CurrencyStatement): number => (one.currency < other.currency ? -1 : 1)

/** What an invoice stands at: in SEK, and beside it what payments told in its currency. */
type Rest = { claim: Ore; advance: Ore; told: Ore }
const NOTHING: Rest = { claim: 0n, advance: 0n, told: 0n }

const changed = ({ claim, advance, told }: Rest, { claimOre, advanceOre, toldOre }: StatementEvent): Rest => ({
  claim: toldOre === null ? claim + claimOre : claim,
  advance: advance + advanceOre,
  told: told + (toldOre ?? 0n),
})

/** The debt on an invoice, in its currency. */
const owedOf = (
  { claim, advance, told }: Rest,
  { totalOre, totalBaseOre }: Pick<StatementEvent, 'totalOre' | 'totalBaseOre'>,
): Ore => told + inCurrency(claim, totalOre, totalBaseOre) - inCurrency(advance, totalOre, totalBaseOre)

/** Half an öre is rounded away from zero, as in the ledger. */
const inCurrency = (ore: Ore, totalOre: Ore, totalBaseOre: Ore): Ore => {
  if (totalOre === totalBaseOre || totalBaseOre === 0n) return ore
  const numerator = ore * totalOre
  const size = numerator < 0n ? -numerator : numerator
  const base = totalBaseOre < 0n ? -totalBaseOre : totalBaseOre
  const rounded = (size * 2n + base) / (base * 2n)
  return numerator < 0n === totalBaseOre < 0n ? rounded : -rounded
}
