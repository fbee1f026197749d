// Links into the console: for one person and one company, for a few minutes, once. The person must log in to use one;
// the link itself does not authenticate.
import type { AgencyCall } from '#http'
import { roleIn } from '#identity'
import type { Call } from '#platform/call'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { requireClient } from './client-company.ts'
import { agencyRefusals as refusals } from './refusals.ts'

/** The lifetime of a link, in milliseconds (ten minutes): long enough for a login with two factors. */
const LINK_MS = 10 * 60 * 1000

/**
 * Creates a link for a member of a client company. `todoType` selects the list that it opens; without it, the start
 * page.
 */
export const makeLink = async (
  call: AgencyCall,
  companyId: string,
  { userId, todoType }: { userId: string; todoType?: string | undefined },
): Promise<{ url: string }> => {
  if (call.integrationId === null) throw new Error('Only integrations make links into the console')
  await requireClient(call, companyId)
  const role = await roleIn(call, userId, { type: 'company', id: companyId })
  if (role === null) throw refusals.noMember({ id: userId })
  const id = newId()
  const { text, digest } = newSecret('gbnv', id)
  await call.db.rows(sql`
    insert into agency.navigation_link (
      id, agency_id, company_id, person_id, integration_id, todo_type, secret_digest, created_at, expires_at)
    values (${id}, ${call.agencyId}, ${companyId}, ${userId}, ${call.integrationId}, ${todoType ?? null}, ${digest},
      ${call.now}, ${new Date(call.now.getTime() + LINK_MS)})`)
  return { url: `${call.site()}/open?${new URLSearchParams({ token: text })}` }
}

/** A link as seen by the person who opens it. */
export type OpenLink = {
  id: string
  companyId: string
  personId: string
  email: string
  todoType: string | null
  isOver: boolean
}

/** The link of a token; null if it is not valid. */
export const findLink = async ({ db, now }: Call, token: string): Promise<OpenLink | null> => {
  const parts = readSecret('gbnv', token)
  if (!parts) return null
  const found = await db.maybe<OpenLink & { digest: Buffer }>(sql`
    select l.id, l.company_id as "companyId", l.person_id as "personId", p.email, l.todo_type as "todoType",
      l.used_at is not null or l.expires_at <= ${now} as "isOver", l.secret_digest as digest
    from agency.navigation_link l join identity.person_view p on p.id = l.person_id where l.id = ${parts.id}`)
  if (!found || !sameDigest(parts.digest, found.digest)) return null
  const { digest: _, ...link } = found
  return link
}

/** Uses up a link; false if it was used before. */
export const useLink = async ({ db, now }: Call, { id }: OpenLink): Promise<boolean> => {
  const used = await db.rows(sql`
    update agency.navigation_link set used_at = ${now} where id = ${id} and used_at is null returning 1`)
  return used.length > 0
}

/** How long an expired link is kept, so that its page can say so, in milliseconds (one day). */
const KEPT_MS = 24 * 60 * 60 * 1000

export const forgetOldLinks = async ({ db }: Pick<Call, 'db'>, now: Date): Promise<void> => {
  await db.rows(sql`delete from agency.navigation_link where expires_at < ${new Date(now.getTime() - KEPT_MS)}`)
}
