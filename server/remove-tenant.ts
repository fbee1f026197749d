// What the removals of a company and of an agency have in common: how they say what is in the way, and how they end.
import { endConnections } from '#access'
import { dropAnswersOf, type Language } from '#http'
import type { Tenant } from '#identity'
import type { Call } from '#platform/call'
import { withdrawAll } from '#platform/job'
import { removeRowsOf } from '#platform/tenant-rows'

/** A sentence in each language. */
export type Words = Readonly<Record<Language, string>>

/** Whether it may be removed, and what is in the way, in the language of whoever asks. */
export const told = <More extends object>(hindrances: readonly (More & { what: Words })[], language: Language) => ({
  canRemove: hindrances.length === 0,
  hindrances: hindrances.map(({ what, ...more }) => ({ reason: what[language], ...more })),
})

/** Ends what reaches a tenant, or is to be done for it, and removes its rows but those that stay. It is held. */
export const removeAllOf = async (call: Call, tenant: Tenant, stays: ReadonlySet<string>): Promise<void> => {
  await endConnections(call, { tenant })
  await dropAnswersOf(call, [tenant.id])
  await withdrawAll(call, tenant.id)
  await removeRowsOf(call.db, tenant, stays)
}
