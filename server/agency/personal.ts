// This context's personal data: links into the console for the person.
import { sql } from '#platform/sql'
import type { PersonalPart } from '#privacy/personal'

export const agencyParts: readonly PersonalPart[] = [
  {
    name: 'consoleLinks',
    tables: ['agency.navigation_link'],
    why: {
      sv: 'Länkar som byråns program har gjort för att öppna en klient åt dig. De gäller en kort stund och tas sedan bort.',
      en: 'Links that programs of the agency have made to open a client for you. They are good for a short while, and are then removed.',
    },
    read: ({ db }, { id }) =>
      db.rows(sql`
        select agency_id as "agencyId", company_id as "companyId", todo_type as "todoType", created_at as "createdAt",
          used_at as "usedAt"
        from agency.navigation_link where person_id = ${id} order by id`),
  },
]
