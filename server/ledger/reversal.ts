// Who keeps something beside entries that can be reversed by anybody is told when one is.
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'

/** Told of an entry that was just reversed, in the transaction of the reversal. */
export type ReversalFollower = (call: CompanyCall, entryId: string) => Promise<void>

let followers: readonly ReversalFollower[] = []

/** Says who is told of reversals; the programs do, which know everybody. */
export const followReversals = (all: readonly ReversalFollower[]): void => {
  followers = all
}

export const tellOfReversal: ReversalFollower = async (call, entryId) => {
  happen(call, 'journal-entry.reversed', { id: entryId })
  for (const follower of followers) await follower(call, entryId)
}
