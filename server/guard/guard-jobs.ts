// A person's rights in clients of their agency, for background work in their name: determined as for a writing request,
// by role and plan.
import type { RightsReader } from '#agency'
import type { Brand } from '#http'
import { aheadBy } from '#platform/day'
import { peopleUnderPlan } from './guard.ts'
import { clientReader } from './guard-clients.ts'
import { rightsOf } from './guard-people.ts'

export const rightsReader =
  (brand: Brand): RightsReader =>
  async (database, { agencyId, personId, companyIds, now }) => {
    const clients = await clientReader(database)(companyIds, { agencyId, personId, now })
    return new Map(
      [...clients].flatMap(([id, { role, standing }]) => {
        if (role === null) return []
        const at = { isWrite: true, now: aheadBy(now, standing.clockDays) }
        const own = rightsOf(role, standing, ({ plan }, feature) => peopleUnderPlan(plan, { ...at, feature }, brand))
        return [[id, own] as const]
      }),
    )
  }
