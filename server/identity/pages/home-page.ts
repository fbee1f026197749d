// The default page after a login: the place of work, or the account for a person without memberships.
import type { PageRow } from '#http'
import { sql } from '#platform/sql'

export const HOME = '/home'

export const homePages: readonly PageRow[] = [
  {
    method: 'GET',
    path: HOME,
    visitor: 'person',
    run: async ({ db, person }) => {
      const { works } = await db.one<{ works: boolean }>(sql`
        select exists (select 1 from identity.company_member where person_id = ${person?.id ?? null})
          or exists (select 1 from identity.agency_member where person_id = ${person?.id ?? null}) as works`)
      return { redirect: works ? '/' : '/account' }
    },
  },
]
