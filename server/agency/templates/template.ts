// Templates of an agency (byråmallar): accounts, entry templates, matching rules and texts for its clients. They are
// not accounting information: they may be changed and removed, and clients keep what they have.

import { agencyFaults as faults, agencyRefusals as refusals } from '#agency/refusals'
import type { AgencyCall } from '#http'
import { findCompany } from '#identity'
import type { CompanyCall } from '#platform/call'
import { aheadBy, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { isId, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isSame, keyOf, type TemplateContent, type TemplateKind, templateKinds } from './template.rules.ts'
import { handlerOfKind } from './template-kinds.ts'
import { rememberUse, type Template } from './template-use.ts'

export const MAX_TEMPLATES = 500

type ShownTemplate = Omit<Template, 'modifiedAt'> & { modifiedDateTime: string }

export const shownTemplate = ({ modifiedAt, ...template }: Template): ShownTemplate => ({
  ...template,
  modifiedDateTime: momentText(modifiedAt),
})

const columns = sql`t.id, t.content, t.version, t.modified_at as "modifiedAt"`

const listOf = (agencyId: string): List<Template, ShownTemplate> => ({
  name: 'agency-templates',
  columns,
  from: sql`agency.template t`,
  where: sql`t.agency_id = ${agencyId}`,
  key: [sql`t.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      kind: { type: { oneOf: templateKinds }, column: sql`t.kind` },
      name: { type: 'string', column: sql`t.name` },
      key: { type: 'string', column: sql`t.key` },
      modifiedDateTime: { type: 'datetime', column: sql`t.modified_at` },
    },
  },
  itemOf: ({ id, content, version, modifiedAt }) => shownTemplate({ id, content, version, modifiedAt }),
})

/** The agency's templates, newest first. */
export const listTemplates = (call: AgencyCall, request: PageRequest): Promise<Page<ShownTemplate>> =>
  // Cursors are usually bound to a company; here, to the agency.
  listPage({ ...call, companyId: call.agencyId }, listOf(call.agencyId), request)

/** One template; refused as not found. `lock` locks it until the transaction ends. */
export const getTemplate = async (
  { db, agencyId }: Pick<AgencyCall, 'db' | 'agencyId'>,
  id: string,
  { lock = false } = {},
): Promise<Template> => {
  const found = await db.maybe<Template>(sql`
    select ${columns} from agency.template t where t.agency_id = ${agencyId} and t.id = ${id}
    ${lock ? sql`for no key update` : sql``}`)
  if (!found) throw refusals.templateNotFound({ id })
  return found
}

export const templatesById = ({ db, agencyId }: Pick<AgencyCall, 'db' | 'agencyId'>, ids: readonly string[]) =>
  db.rows<Template>(sql`
    select ${columns} from agency.template t where t.agency_id = ${agencyId} and t.id = any(${[...ids]}::uuid[])`)

/** Serializes changes of the agency's templates, because names are unique and the number is limited. */
const holdTemplates = async ({ db, agencyId }: AgencyCall): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${agencyId}`}, 0))`)
}

/** A template to be changed: locked until the transaction ends, in the same order of locks as in all changes. */
export const lockTemplate = async (call: AgencyCall, id: string): Promise<Template> => {
  await holdTemplates(call)
  return getTemplate(call, id, { lock: true })
}

export const createTemplate = async (call: AgencyCall, given: TemplateContent): Promise<Template> => {
  const { db, agencyId, now } = call
  await holdTemplates(call)
  const content = await checked(call, given, null)
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from agency.template where agency_id = ${agencyId}`,
  )
  if (count >= MAX_TEMPLATES) throw refusals.tooManyTemplates({ limit: MAX_TEMPLATES })
  const id = newId()
  await db.rows(sql`
    insert into agency.template (agency_id, id, kind, key, name, content, version, created_at, modified_at)
    values (${agencyId}, ${id}, ${content.kind}, ${keyOf(content)}, ${content.name}, ${JSON.stringify(content)}, 1,
      ${now}, ${now})`)
  recordEvent(call, 'agency-template.created', { id }, { id, content })
  return getTemplate(call, id)
}

/** Replaces the content of a template. Clients keep what they have, which is then an older version. */
export const updateTemplate = async (call: AgencyCall, id: string, given: TemplateContent): Promise<Template> => {
  const before = await lockTemplate(call, id)
  const content = await checked(call, given, before)
  if (isSame(before.content, content)) return before
  await call.db.rows(sql`
    update agency.template set key = ${keyOf(content)}, name = ${content.name}, content = ${JSON.stringify(content)},
      version = version + 1, modified_at = ${call.now}
    where agency_id = ${call.agencyId} and id = ${id}`)
  recordEvent(call, 'agency-template.changed', { id }, { id, before: before.content, after: content })
  return getTemplate(call, id)
}

/** Removes a template; clients keep what they have from it. */
export const deleteTemplate = async (call: AgencyCall, id: string): Promise<void> => {
  const { content } = await lockTemplate(call, id)
  await call.db.rows(sql`delete from agency.template where agency_id = ${call.agencyId} and id = ${id}`)
  recordEvent(call, 'agency-template.deleted', { id }, { id, content })
}

/** The content as stored; refused with all its errors. `before` is the content that it replaces. */
const checked = async (call: AgencyCall, given: TemplateContent, before: Template | null): Promise<TemplateContent> => {
  if (before && before.content.kind !== given.kind) {
    refuseIfAny([faults.templateKind('#/content/kind', { kind: before.content.kind })])
  }
  const handling = handlerOfKind(given)
  const errors = handling.wrong(given).map((error) => ({ ...error, field: error.field.replace('#', '#/content') }))
  if (given.name.trim() === '') errors.push(faults.templateNameMissing('#/content/name'))
  refuseIfAny(errors)
  const content = handling.kept(given)
  refuseIfAny([...wrongInAccount(content, before), ...(await wrongInKey(call, content, before))])
  return content
}

/** An account template is identified by its number at clients, so another number is another template. */
const wrongInAccount = (content: TemplateContent, before: Template | null): FieldError[] => {
  const was = before?.content
  if (content.kind !== 'account' || was?.kind !== 'account' || was.account === content.account) return []
  return [faults.templateAccount('#/content/account', { account: was.account })]
}

const wrongInKey = async (
  { db, agencyId }: AgencyCall,
  content: TemplateContent,
  before: Template | null,
): Promise<FieldError[]> => {
  const key = keyOf(content)
  const other = await db.maybe(sql`
    select from agency.template where agency_id = ${agencyId} and kind = ${content.kind} and key = ${key}
      and id is distinct from ${before?.id ?? null}::uuid`)
  const field = content.kind === 'account' ? '#/content/account' : '#/content/name'
  return other ? [faults.templateTaken(field, { key })] : []
}

type Taken = {
  companyId: string
  kind: TemplateKind
  resourceId?: string | undefined
  name?: string | undefined
}

/** Creates a template from what a client has; the client then counts as having it from the template. */
export const takeTemplate = async (call: AgencyCall, taken: Taken): Promise<Template> => {
  const { companyId, kind, resourceId = companyId, name } = taken
  const rights = (await call.rightsIn([companyId])).get(companyId)
  if (!rights) throw refusals.clientNotFound({ id: companyId })
  const handling = handlerOfKind({ kind })
  for (const scope of handling.reads) rights.requireRow({ scope })
  const own: CompanyCall = { ...call, companyId, now: aheadBy(call.now, rights.clockDays ?? 0) }
  // Accounts have numbers, and texts belong to the company; everything else is found by its id.
  const isThere = kind === 'account' || kind === 'texts' || isId(resourceId.toLowerCase())
  const found = isThere ? await handling.take(own, resourceId) : null
  if (!found) throw refusals.nothingToTake()
  const { name: usual } = kind === 'texts' ? await findCompany(call.db, companyId) : found
  const template = await createTemplate(call, { ...found, name: name ?? usual })
  const had = await handling.find(own, template.content, resourceId)
  const isAsIs = had && isSame(had.shape, handling.shapeOf(template.content))
  if (isAsIs) await rememberUse(call, { companyId, template, resourceId: had.id, shape: had.shape })
  return template
}
