// Opening balances (ingående balanser): validation. Pure.
import { ledgerFaults } from '#ledger/refusals'
import { MAX_AMOUNT, type Ore, oreFromNumber, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'

/** Amounts by account, debit positive, in öre. */
export type Amounts = ReadonlyMap<number, Ore>

/** A balance in a request: kronor, debit positive. */
export type GivenBalance = { account: number; amount: number }

/** Whether accounts of this kind have opening balances: income and expenses start each year at zero. */
export const isBalanceKind = (kind: string | undefined): boolean => kind === 'asset' || kind === 'liability'

const sumOf = (amounts: Amounts): Ore => [...amounts.values()].reduce((sum, amount) => sum + amount, 0n)

/** The accounts whose balances differ between two sets; a missing account counts as zero. */
export const differingAccounts = (one: Amounts, other: Amounts): number[] =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((account) => (one.get(account) ?? 0n) !== (other.get(account) ?? 0n))
    .sort((a, b) => a - b)

/** The nonzero balances, and errors in the given ones. `kinds`: the kind of each account in the chart. */
export const readBalances = (
  given: readonly GivenBalance[],
  kinds: ReadonlyMap<number, string>,
  { force }: { force: boolean },
): { balances: Map<number, Ore>; errors: FieldError[] } => {
  const balances = new Map<number, Ore>()
  const errors: FieldError[] = []
  const seen = new Set<number>()
  for (const [index, { account, amount }] of given.entries()) {
    const at = `#/balances/${index}`
    const kind = kinds.get(account)
    const ore = oreFromNumber(amount)
    if (kind === undefined) errors.push(ledgerFaults.unknownAccount(`${at}/account`, { account }))
    else if (!isBalanceKind(kind)) errors.push(ledgerFaults.notBalanceAccount(`${at}/account`, { account }))
    else if (seen.has(account)) errors.push(ledgerFaults.repeatedAccount(`${at}/account`, { account }))
    if (ore === null) errors.push(ledgerFaults.signedAmount(`${at}/amount`, { limit: MAX_AMOUNT }))
    else if (ore !== 0n) balances.set(account, ore)
    seen.add(account)
  }
  const sum = sumOf(balances)
  if (errors.length === 0 && sum !== 0n && !force) {
    errors.push(ledgerFaults.openingUnbalanced('#/balances', { sum: textFromOre(sum) }))
  }
  return { balances, errors }
}
