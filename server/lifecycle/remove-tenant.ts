// Shared parts of removing a company and an agency: reporting obstacles, and the removal itself.
import { endConnections } from '#access'
import { dropAnswersOf, type Language } from '#http'
import type { Tenant } from '#identity'
import type { Call } from '#platform/call'
import { withdrawAllJobs } from '#platform/job'
import { removeRowsOf } from '#privacy/tenant-rows'

export type Words = Readonly<Record<Language, string>>

/** Whether it may be removed, and the obstacles, in the caller's language. */
export const obstaclesAnswer = <More extends object>(
  hindrances: readonly (More & { what: Words })[],
  language: Language,
) => ({
  canRemove: hindrances.length === 0,
  hindrances: hindrances.map(({ what, ...more }) => ({ reason: what[language], ...more })),
})

/**
 * Ends connections and pending work of a tenant, and removes its rows, except those in `stays`. The tenant is locked.
 */
export const removeRowsOfTenant = async (call: Call, tenant: Tenant, stays: ReadonlySet<string>): Promise<void> => {
  await endConnections(call, { tenant })
  await dropAnswersOf(call, [tenant.id])
  await withdrawAllJobs(call, tenant.id)
  await removeRowsOf(call.db, tenant, stays)
}
