// Who may approve a supplier invoice, and how many have to (attest: beloppsgränser, två i förening). Pure.
import { type Ore, size } from '#platform/money'

/** Somebody who approves; up to `limitOre` in SEK, null without a limit. */
export type Approver = { personId: string; limitOre: Ore | null }

export type ApprovalRules = {
  /** From this amount in SEK on two people approve; null: one is always enough. */
  twoFromOre: Ore | null
  /** Whether those who wrote an invoice may approve it. */
  approvesOwn: boolean
  /** With nobody in it everybody may whose role lets them. */
  approvers: readonly Approver[]
}

export type ToApprove = { totalBaseOre: Ore; writtenByIds: readonly string[]; approvedByIds: readonly string[] }

/** How many people have to approve it: what a credit note brings is decided on like what an invoice costs. */
export const neededFor = ({ twoFromOre }: Pick<ApprovalRules, 'twoFromOre'>, invoice: ToApprove): 1 | 2 =>
  twoFromOre !== null && size(invoice.totalBaseOre) >= twoFromOre ? 2 : 1

export type Hindrance = { kind: 'notApprover' | 'own' | 'again' } | { kind: 'overLimit'; limitOre: Ore }

/** Why this person may not approve it; null when they may. */
export const hindranceOf = (rules: ApprovalRules, invoice: ToApprove, personId: string): Hindrance | null => {
  const { approvers, approvesOwn } = rules
  const own = approvers.find((one) => one.personId === personId)
  if (approvers.length > 0 && !own) return { kind: 'notApprover' }
  if (own && own.limitOre !== null && size(invoice.totalBaseOre) > own.limitOre)
    return { kind: 'overLimit', limitOre: own.limitOre }
  if (!approvesOwn && invoice.writtenByIds.includes(personId)) return { kind: 'own' }
  // Whoever has approved it may say so again once nobody else is needed any more.
  const isAgain = invoice.approvedByIds.includes(personId)
  return isAgain && invoice.approvedByIds.length < neededFor(rules, invoice) ? { kind: 'again' } : null
}

/** What a company has decided about approving invoices and signing payments. */
export type Decided = ApprovalRules & {
  /** Whether somebody approves an invoice before it is paid. */
  approves: boolean
  /** From this amount in SEK on two signatories sign a bank payment; null: one is always enough. */
  twoSignersFromOre: Ore | null
}

/**
 * Whether a change lets through what other people had to see before, or lets anyone approve more: an administrator who
 * may add members could name a second account of their own, so it does not matter whose limit rises.
 */
export const isLooser = (before: Decided, after: Decided): boolean =>
  (before.approves && !after.approves) ||
  (!before.approvesOwn && after.approvesOwn) ||
  isHigher(after.twoFromOre, before.twoFromOre) ||
  isHigher(after.twoSignersFromOre, before.twoSignersFromOre) ||
  isWider(before.approvers, after.approvers)

/** Null is without a limit. */
const isHigher = (after: Ore | null, before: Ore | null): boolean =>
  before !== null && (after === null || after > before)

/** With nobody in the list everyone approves whose role allows it: any list is narrower than none. */
const isWider = (before: readonly Approver[], after: readonly Approver[]): boolean => {
  if (before.length === 0) return false
  const limits = new Map(before.map(({ personId, limitOre }) => [personId, limitOre]))
  const isRaised = ({ personId, limitOre }: Approver): boolean => {
    const limitBefore = limits.get(personId)
    return isHigher(limitOre, limitBefore === undefined ? 0n : limitBefore)
  }
  return after.length === 0 || after.some(isRaised)
}
