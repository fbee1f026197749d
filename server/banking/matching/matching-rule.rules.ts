// Matching rules: which of them apply to a transaction. Pure.
import { type Conditions, type MatchingRule, sameDigits, sameName, type TransactionFacts } from './match.rules.ts'

/** Maximum number of rules that propose something for one transaction. */
const MAX_RULES_PROPOSED = 2

/** The rules that apply to a transaction: those with most conditions first, then the oldest. */
export const rulesFor = <Rule extends MatchingRule>(told: TransactionFacts, rules: readonly Rule[]): Rule[] =>
  rules
    .filter((rule) => rule.isActive && holds(told, rule))
    .toSorted((one, two) => saying(two) - saying(one) || (one.id < two.id ? -1 : 1))
    .slice(0, MAX_RULES_PROPOSED)

const saying = ({ textContains, counterparty, reference, fromOre, toOre }: Conditions): number =>
  [textContains, counterparty, reference, fromOre ?? toOre].filter((one) => one !== null).length

const holds = (
  told: TransactionFacts,
  { direction, textContains, counterparty, reference, fromOre, toOre }: Conditions,
): boolean => {
  const size = told.ore < 0n ? -told.ore : told.ore
  return (
    (direction === null || (direction === 'in') === told.ore > 0n) &&
    (textContains === null || textOf(told).includes(plain(textContains))) &&
    (counterparty === null || isWith(told, counterparty)) &&
    (reference === null || [...told.references, told.endToEndId].some((one) => sameDigits(one, reference))) &&
    (fromOre === null || size >= fromOre) &&
    (toOre === null || size <= toOre)
  )
}

const isWith = ({ counterparty, counterpartyAccount }: TransactionFacts, sought: string): boolean =>
  (counterparty !== null && sameName(counterparty, sought)) || sameDigits(counterpartyAccount, sought)

const textOf = ({ counterparty, message, references }: TransactionFacts): string =>
  plain([counterparty, message, ...references].filter((text) => text !== null).join(' '))

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
