// Which proposals are sure, so that nobody needs to look twice before saying yes. Pure.
import type { Ore } from '#platform/money'
import type { Proposal, ProposalOfAccount } from './match.rules.ts'

/** A transaction with what is proposed for it, the surest first. */
export type Proposed = { id: string; ore: Ore; proposals: readonly Proposal[] }

/** How many times an account was taken before it is sure. */
const SURE_TIMES = 3

/** What of a proposal's reason says only who it is, and never what it is for. */
const GUESSES: readonly Proposal['reason'][] = ['amountAndName', 'sumAndName']

/**
 * Whether the first proposal of a transaction, by itself, is sure: its amount is right to the öre, and no other one has
 * that amount. A name alone is never sure, a bank payment leaves the transaction open for what it paid, and an account
 * is sure when somebody has made it a rule, or when it was always taken, several times.
 */
export const isSureAlone = ({ ore, proposals }: Proposed): boolean => {
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

/** The documents that a proposal would take. */
export const documentsOf = (proposal: Proposal): string[] => {
  if (proposal.kind === 'account') return []
  return proposal.kind === 'parts' ? proposal.parts.map(({ id }) => id) : [proposal.id]
}

/**
 * The transactions of `asked` whose first proposal is sure, and takes nothing that the first one of another takes,
 * among themselves or of `others`: a tie is never broken by a guess.
 */
export const sureAmong = (asked: readonly Proposed[], others: readonly Proposed[]): ReadonlySet<string> => {
  const takers = new Map<string, number>()
  const best = ({ proposals: [first] }: Proposed) => (first ? documentsOf(first) : [])
  for (const id of [...asked, ...others].flatMap(best)) takers.set(id, (takers.get(id) ?? 0) + 1)
  const sure = asked.filter((one) => isSureAlone(one) && best(one).every((id) => takers.get(id) === 1))
  return new Set(sure.map(({ id }) => id))
}
