// Who may approve a supplier invoice, and how many must (attest: beloppsgränser, två i förening). Pure.
import { type Ore, size } from '#platform/money'

/** An approver; `limitOre` in SEK, null for no limit. */
type Approver = { personId: string; limitOre: Ore | null }

export type ApprovalRules = {
  /** From this amount in SEK, two people must approve; null: one is always enough. */
  twoFromOre: Ore | null
  /** Whether people may approve invoices that they registered or changed. */
  approvesOwn: boolean
  /** If empty, everyone with the required role may approve. */
  approvers: readonly Approver[]
}

export type ToApprove = { totalBaseOre: Ore; writtenByIds: readonly string[]; approvedByIds: readonly string[] }

/** How many people must approve: the size of a credit note counts like that of an invoice. */
export const neededFor = ({ twoFromOre }: Pick<ApprovalRules, 'twoFromOre'>, invoice: ToApprove): 1 | 2 =>
  twoFromOre !== null && size(invoice.totalBaseOre) >= twoFromOre ? 2 : 1

type Hindrance = { kind: 'notApprover' | 'own' | 'again' } | { kind: 'overLimit'; limitOre: Ore }

/** Why this person may not approve it; null if they may. */
export const hindranceOf = (rules: ApprovalRules, invoice: ToApprove, personId: string): Hindrance | null => {
  const { approvers, approvesOwn } = rules
  const own = approvers.find((one) => one.personId === personId)
  if (approvers.length > 0 && !own) return { kind: 'notApprover' }
  if (own && own.limitOre !== null && size(invoice.totalBaseOre) > own.limitOre)
    return { kind: 'overLimit', limitOre: own.limitOre }
  if (!approvesOwn && invoice.writtenByIds.includes(personId)) return { kind: 'own' }
  // A person who has approved may repeat it once no further approval is needed.
  const isAgain = invoice.approvedByIds.includes(personId)
  return isAgain && invoice.approvedByIds.length < neededFor(rules, invoice) ? { kind: 'again' } : null
}

/** A company's settings for approving invoices and signing payments. */
export type Decided = ApprovalRules & {
  /** Whether invoices must be approved before payment. */
  approves: boolean
  /** From this amount in SEK, two signatories sign a bank payment; null: one is always enough. */
  twoSignersFromOre: Ore | null
}

/**
 * Whether a change allows what other people had to approve before, or raises any limit: an administrator who can add
 * members could add a second account of their own, so it does not matter whose limit rises.
 */
export const isLooser = (before: Decided, after: Decided): boolean =>
  (before.approves && !after.approves) ||
  (!before.approvesOwn && after.approvesOwn) ||
  isHigher(after.twoFromOre, before.twoFromOre) ||
  isHigher(after.twoSignersFromOre, before.twoSignersFromOre) ||
  isWider(before.approvers, after.approvers)

/** Null means no limit. */
const isHigher = (after: Ore | null, before: Ore | null): boolean =>
  before !== null && (after === null || after > before)

/** With an empty list, everyone with the required role may approve: any list is narrower than none. */
const isWider = (before: readonly Approver[], after: readonly Approver[]): boolean => {
  if (before.length === 0) return false
  const limits = new Map(before.map(({ personId, limitOre }) => [personId, limitOre]))
  const isRaised = ({ personId, limitOre }: Approver): boolean => {
    const limitBefore = limits.get(personId)
    return isHigher(limitOre, limitBefore === undefined ? 0n : limitBefore)
  }
  return after.length === 0 || after.some(isRaised)
}
