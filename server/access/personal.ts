// This context's personal data: connections and registrations of the person.
import { sql } from '#platform/sql'
import type { PersonalPart } from '#privacy/personal'

export const accessParts: readonly PersonalPart[] = [
  {
    name: 'consents',
    tables: ['access.connection', 'access.authorization_code'],
    why: {
      sv: 'Tjänster som du har anslutit ett företag eller en byrå till, och vad de får göra. Det sparas också efter att anslutningen är slut, så att det går att se vem som gav tillgång.',
      en: 'Services that you have connected a company or an agency to, and what they may do. It is kept after the connection has ended too, so that one can see who gave access.',
    },
    read: ({ db }, { id }) =>
      db.rows(sql`
        select i.name as integration, coalesce(c.company_id, c.agency_id) as "tenantId", c.scopes,
          c.connected_at as "connectedAt", c.changed_at as "changedAt", c.ended_at as "endedAt",
          (select max(a.issued_at) from access.authorization_code a
            where a.connection_id = c.id and a.person_id = ${id}) as "lastConsentAt"
        from access.connection c join access.integration i on i.id = c.integration_id
        where c.granted_by = ${id} or exists (
          select from access.authorization_code a where a.connection_id = c.id and a.person_id = ${id})
        order by c.id`),
  },
  {
    name: 'integrations',
    tables: ['access.integration'],
    why: {
      sv: 'Integrationer som du har registrerat: du är den som ansvarar för dem. Deras hemligheter lämnas inte ut.',
      en: 'Integrations that you have registered: you are the one who answers for them. Their secrets are not given out.',
    },
    read: ({ db }, { id }) =>
      db.rows(sql`
        select id, name, description, mode, redirect_uris as "redirectUris", scopes, created_at as "createdAt",
          approved_at as "approvedAt", ended_at as "endedAt"
        from access.integration where owner_id = ${id} order by id`),
  },
]
