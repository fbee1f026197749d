// What companies have from templates of their agency: the version, and the content at that time.
import type { AgencyCall } from '#http'
import type { Call } from '#platform/call'
import { momentText } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import type { Shape, TemplateContent } from './template.rules.ts'

export type Template = {
  id: string
  content: TemplateContent
  /** 1 for a new one; incremented with each change of its content. */
  version: number
  modifiedAt: Date
}

/** What a company has from a template. */
export type TemplateUse = { templateId: string; version: number; content: Shape; resourceId: string }

/** What a company has from these templates. */
export const usesIn = async (
  { db, agencyId }: Pick<AgencyCall, 'db' | 'agencyId'>,
  { companyId, templateIds }: { companyId: string; templateIds: readonly string[] },
): Promise<ReadonlyMap<string, TemplateUse>> => {
  const uses = await db.rows<TemplateUse>(sql`
    select template_id as "templateId", version, content, resource_id as "resourceId" from agency.template_use
    where company_id = ${companyId} and agency_id = ${agencyId} and template_id = any(${[...templateIds]}::uuid[])`)
  return new Map(uses.map((use) => [use.templateId, use]))
}

type Remembered = {
  companyId: string
  template: Pick<Template, 'id' | 'version'>
  resourceId: string
  shape: Shape
}

/** Saves what a company now has from a template. */
export const rememberUse = async (
  { db, now, actor, agencyId }: Pick<Call, 'db' | 'now' | 'actor'> & { agencyId: string },
  { companyId, template: { id, version }, resourceId, shape }: Remembered,
): Promise<void> => {
  await db.rows(sql`
    insert into agency.template_use (company_id, agency_id, template_id, version, content, resource_id, actor_id,
      actor_name, modified_at)
    values (${companyId}, ${agencyId}, ${id}, ${version}, ${JSON.stringify(shape)}, ${resourceId}, ${actor.id},
      ${actor.name}, ${now})
    on conflict (company_id, agency_id, template_id) do update set version = excluded.version,
      content = excluded.content, resource_id = excluded.resource_id, actor_id = excluded.actor_id,
      actor_name = excluded.actor_name, modified_at = excluded.modified_at`)
}

type UseCount = { templateId: string; current: number; older: number }

/** How many clients have the current version of each template, and an older one. */
export const countUses = ({ db, agencyId }: AgencyCall): Promise<UseCount[]> =>
  db.rows<UseCount>(sql`
    select t.id as "templateId", (count(*) filter (where u.version = t.version))::int as current,
      (count(*) filter (where u.version < t.version))::int as older
    from agency.template t
    join agency.template_use u on u.agency_id = t.agency_id and u.template_id = t.id
    join identity.agency_company_view k on k.agency_id = u.agency_id and k.company_id = u.company_id
    where t.agency_id = ${agencyId} group by t.id order by t.id`)

type UseRow = {
  companyId: string
  companyName: string
  version: number
  isOlder: boolean
  actorName: string
  modifiedAt: Date
}
type ShownUse = Omit<UseRow, 'modifiedAt'> & { modifiedDateTime: string }

/** The clients that have a template, latest first. */
export const listUses = (call: AgencyCall, templateId: string, request: PageRequest): Promise<Page<ShownUse>> => {
  const list: List<UseRow & { at: string }, ShownUse> = {
    name: `uses of ${templateId}`,
    columns: sql`u.company_id as "companyId", k.name as "companyName", u.version, u.version < t.version as "isOlder",
      u.actor_name as "actorName", u.modified_at as "modifiedAt", u.modified_at::text as at`,
    from: sql`agency.template_use u
      join agency.template t on t.agency_id = u.agency_id and t.id = u.template_id
      join identity.agency_company_view k on k.agency_id = u.agency_id and k.company_id = u.company_id`,
    where: sql`u.agency_id = ${call.agencyId} and u.template_id = ${templateId}`,
    key: [sql`u.modified_at`, sql`u.company_id`],
    keyOf: ({ at, companyId }) => [at, companyId],
    filters: {
      properties: {
        companyId: { type: 'id', column: sql`u.company_id` },
        companyName: { type: 'string', column: sql`k.name` },
        version: { type: 'integer', column: sql`u.version` },
        modifiedDateTime: { type: 'datetime', column: sql`u.modified_at` },
      },
    },
    itemOf: ({ companyId, companyName, version, isOlder, actorName, modifiedAt }) => ({
      companyId,
      companyName,
      version,
      isOlder,
      actorName,
      modifiedDateTime: momentText(modifiedAt),
    }),
  }
  return listPage({ ...call, companyId: call.agencyId }, list, request)
}

/** The clients that have an older version of a template, with the template: at most `limit`. */
export const olderUses = (
  { db, agencyId }: AgencyCall,
  templateIds: readonly string[],
  limit: number,
): Promise<{ companyId: string; templateId: string }[]> =>
  db.rows(sql`
    select u.company_id as "companyId", t.id as "templateId"
    from agency.template t
    join agency.template_use u on u.agency_id = t.agency_id and u.template_id = t.id and u.version < t.version
    join identity.agency_company_view k on k.agency_id = u.agency_id and k.company_id = u.company_id
    where t.agency_id = ${agencyId} and t.id = any(${[...templateIds]}::uuid[])
    order by u.company_id, t.id limit ${limit}`)
