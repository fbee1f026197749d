// The page that lists the integrations connected to the tenants that a person manages, where they can be disconnected.
import { csrfField, type Html, html, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'
import { manageableTenants, mayManageIntegrations } from '#identity'
import { isId } from '#platform/id'
import { sql } from '#platform/sql'
import {
  type BlockedIntegration,
  blockedIntegrationsOf,
  endConnections,
  scopesOfBoth,
  type Tenant,
  unblockIntegration,
} from './connection.ts'
import { dayOf, integrationPages } from './integration-pages.ts'
import { connectionWords } from './integration-words.ts'
import type { TenantType } from './scope.rules.ts'
import { scopesInWords } from './scope-words.ts'

const PATH = '/account/connections'
/** Most tenants of a kind that are considered, and most connections that are shown. */
const MAX_TENANTS = 2_000
const MAX_LISTED = 200

type Connected = {
  id: string
  type: TenantType
  tenantId: string
  tenantName: string
  integrationName: string
  scopes: string[]
  connectedAt: Date
}

const show = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const words = connectionWords[call.language]
  const personId = call.person?.id ?? ''
  const companies = await manageableTenants(call, personId, 'company', MAX_TENANTS)
  const agencies = await manageableTenants(call, personId, 'agency', MAX_TENANTS)
  const connected = await connectionsOfAll(call, companies, agencies)
  const keptOut = await blockedIntegrationsOf(
    call,
    agencies.map(({ id }) => id),
    MAX_LISTED,
  )
  const notice = noticeOf(call, query)
  const nothing = companies.length + agencies.length === 0 ? words.noTenant : words.none
  const body = html`<h1>${words.title}</h1>
      ${notice && html`<div class="notice" role="status"><p>${notice}</p></div>`}
      <p>${words.lead}</p>
      <div class="card">
        ${connected.length > 0 ? html`<ul class="rows">${connected.map((one) => line(call, one))}</ul>` : html`<p>${nothing}</p>`}
        ${connected.length === MAX_LISTED && html`<p class="hint">${words.more(MAX_LISTED)}</p>`}
      </div>
      ${
        keptOut.length > 0 &&
        html`<h2>${words.keptOut}</h2>
      <p>${words.keptOutLead}</p>
      <div class="card"><ul class="rows">${keptOut.map((one) => keptOutLine(call, one))}</ul></div>`
      }`
  return { title: words.title, body }
}

/** A notice about the action just done. */
const noticeOf = ({ language }: PageCall, { ended, allowed }: PageInput['query']): string | null => {
  const words = connectionWords[language]
  if (allowed === '1') return words.allowed
  if (ended === '1') return words.ended
  return ended === '0' ? words.gone : null
}

const keptOutLine = (
  call: PageCall,
  { agencyId, agencyName, integrationId, integrationName }: BlockedIntegration,
): Html => {
  const words = connectionWords[call.language]
  const label = words.allowLabel(integrationName, agencyName)
  return html`<li>
          <div><strong>${integrationName}</strong> – ${agencyName}</div>
          <form method="post" action="${call.base}${PATH}/allow">${csrfField(call)}
            <input type="hidden" name="agency" value="${agencyId}">
            <input type="hidden" name="integration" value="${integrationId}">
            <button class="second" aria-label="${label}">${words.allow}</button></form>
        </li>`
}

type Named = { id: string; name: string }

const connectionsOfAll = (
  { db }: PageCall,
  companies: readonly Named[],
  agencies: readonly Named[],
): Promise<Connected[]> =>
  db.rows<Connected>(sql`
    select c.id, case when c.company_id is null then 'agency' else 'company' end as type,
      coalesce(c.company_id, c.agency_id) as "tenantId", coalesce(company.name, agency.name) as "tenantName",
      i.name as "integrationName", ${scopesOfBoth(sql`c`)} as scopes, c.connected_at as "connectedAt"
    from access.connection c join access.integration i on i.id = c.integration_id
    left join identity.company_view company on company.id = c.company_id
    left join identity.agency_view agency on agency.id = c.agency_id
    where c.ended_at is null and (
      c.company_id = any(${companies.map(({ id }) => id)}::uuid[])
      or c.agency_id = any(${agencies.map(({ id }) => id)}::uuid[]))
    order by c.id desc limit ${MAX_LISTED}`)

const line = (
  call: PageCall,
  { id, type, tenantId, tenantName, integrationName, scopes, connectedAt }: Connected,
): Html => {
  const words = connectionWords[call.language]
  const label = words.endLabel(integrationName, tenantName)
  const may = scopesInWords(scopes, call.language).flatMap((group) =>
    group.scopes.map((one) => html`<li>${group.title}: ${one.words}</li>`),
  )
  return html`<li>
          <div><strong>${integrationName}</strong> – ${tenantName} <span class="hint">(${words[type]})</span><br>
            <span class="hint">${words.since} ${dayOf(connectedAt)}</span>
            <details><summary>${words.may}</summary><ul>${may}</ul></details></div>
          <form method="post" action="${call.base}${PATH}/end">${csrfField(call)}
            <input type="hidden" name="type" value="${type}">
            <input type="hidden" name="tenant" value="${tenantId}">
            <input type="hidden" name="id" value="${id}">
            <button class="danger" aria-label="${label}">${words.end}</button></form>
        </li>`
}

/** Only for tenants that the person manages; others look as if already ended. */
const end = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { type = '', tenant: tenantId = '', id = '' } = form
  const tenant: Tenant | null = type === 'company' || type === 'agency' ? { type, id: tenantId } : null
  if (!tenant || !isId(tenantId) || !isId(id)) return { redirect: `${PATH}?ended=0` }
  const may = await mayManageIntegrations(call, call.person?.id ?? '', tenant)
  const ended = may ? await endConnections(call, { tenant, id, keepsOut: true }) : 0
  return { redirect: `${PATH}?ended=${ended}` }
}

/** Allows an integration to connect itself again to an agency that the person manages. */
const allow = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { agency: agencyId = '', integration: integrationId = '' } = form
  if (!isId(agencyId) || !isId(integrationId)) return { redirect: PATH }
  const may = await mayManageIntegrations(call, call.person?.id ?? '', { type: 'agency', id: agencyId })
  const isAllowed = may && (await unblockIntegration(call, { integrationId, agencyId }))
  return { redirect: isAllowed ? `${PATH}?allowed=1` : PATH }
}

const connectionPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'person', run: show },
  { method: 'POST', path: `${PATH}/end`, visitor: 'person', run: end },
  { method: 'POST', path: `${PATH}/allow`, visitor: 'person', run: allow },
]

export const accessPages: readonly PageRow[] = [...integrationPages, ...connectionPages]
