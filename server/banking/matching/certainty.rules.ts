// Which proposals are certain enough to accept without a second look. Pure.
import type { Ore } from '#platform/money'
import type { Proposal, ProposalOfAccount } from './match.rules.ts'

/** A transaction with its proposals, most certain first. */
export type Proposed = { id: string; ore: Ore; proposals: readonly Proposal[] }

/** How often an account must have been chosen to be certain. */
const SURE_TIMES = 3

/** Reasons that identify only the counterparty, not the purpose. */
const GUESSES: readonly Proposal['reason'][] = ['amountAndName', 'sumAndName']

/**
 * Whether the first proposal of a transaction is certain by itself: its amount is exact, and no other proposal has that
 * amount. A name alone is never certain, a bank payment leaves its purpose open, and an account is certain by a rule,
 * or if it was always chosen, several times.
 */
export const isCertainAlone = ({ ore, proposals }: Proposed): boolean => {
  const [best, ...others] = proposals
  if (!best || best.ore !== ore || best.kind === 'bankPayment') return false
  if (best.kind === 'account') return isSureAccount(best, others)
  if (GUESSES.includes(best.reason)) return false
  const rivals = others.filter((one) => one.kind !== 'account' && one.ore === ore)
  return rivals.every(({ reason }) => best.reason === 'ocr' && reason !== 'ocr' && reason !== 'entry')
}

const isSureAccount = ({ reason, times }: ProposalOfAccount, others: readonly Proposal[]): boolean =>
  reason === 'rule'
    ? others.every((one) => one.kind === 'account' && one.reason !== 'rule')
    : (times ?? 0) >= SURE_TIMES && others.length === 0

/** The documents that a proposal would use. */
export const documentsOf = (proposal: Proposal): string[] => {
  if (proposal.kind === 'account') return []
  return proposal.kind === 'parts' ? proposal.parts.map(({ id }) => id) : [proposal.id]
}

/**
 * The transactions of `asked` whose first proposal is certain and uses no document that the first proposal of another
 * uses, among themselves or in `others`: ties are never resolved by a guess.
 */
export const certainAmong = (asked: readonly Proposed[], others: readonly Proposed[]): ReadonlySet<string> => {
  const takers = new Map<string, number>()
  const best = ({ proposals: [first] }: Proposed) => (first ? documentsOf(first) : [])
  for (const id of [...asked, ...others].flatMap(best)) takers.set(id, (takers.get(id) ?? 0) + 1)
  const sure = asked.filter((one) => isCertainAlone(one) && best(one).every((id) => takers.get(id) === 1))
  return new Set(sure.map(({ id }) => id))
}
