// The page of consent: which integration asks for which scopes, for which tenant, and for how long. It needs no
// scripts.
import type { Registrant } from '#access/integration'
import { isElevated, type TenantType } from '#access/scope.rules'
import { type ScopeGroup, scopesInWords } from '#access/scope-words'
import { attributes, csrfField, errorSummary, type Html, html, type PageCall } from '#http'
import type { ClientProblem } from './authorize.rules.ts'
import { consentWords, stopWords } from './consent-words.ts'
import { isLoopback } from './redirect-uri.rules.ts'

type ChoosableTenant = { id: string; name: string; isTest: boolean }

/** The contents of the question. */
export type Question = {
  /** The path and query of the request, to which the form posts. */
  address: string
  integration: {
    name: string
    description: string
    mode: 'test' | 'production'
    /** Null where the program has registered itself. */
    ownerName: string | null
    registeredBy: Registrant
    documentUrl: string | null
  }
  redirectUri: string
  tenantType: TenantType
  scopes: readonly string[]
  /** The tenants shown, and the number matching the search. */
  tenants: readonly ChoosableTenant[]
  found: number
  /** The number of tenants that the person manages. */
  total: number
  search: string
  /** The tenant already selected. */
  chosen: string | null
  /** The integration prefers a tenant that the person does not manage. */
  preferredMissing: boolean
  /** Proves that this person was shown this question. */
  shown: string
  wrong?: 'tenantMissing' | 'tenantForbidden' | 'stale' | 'undecided' | undefined
}

/** Most tenants listed at once. */
export const MAX_LISTED_TENANTS = 20

/** Our own parameter that filters the list of tenants. */
export const SEARCH = 'tenant_search'

type Words = (typeof consentWords)['sv']

export const consentBody = (call: PageCall, question: Question): Html => {
  const words = consentWords[call.language]
  const { integration, redirectUri, tenantType, scopes, shown, address } = question
  const { name, description, mode, ownerName, documentUrl } = integration
  const testHint = mode === 'test' && html`<span class="hint">. ${words.testHint}</span>`
  return html`<h1>${words.heading[tenantType](name)}${mode === 'test' && html` <span class="tag">${words.test}</span>`}</h1>
      ${wrongSummary(call, question)}
      ${ownerName === null && unverified(words, question)}
      ${description !== '' && html`<p class="lead">${description}</p>`}
      <dl class="facts">
        <div><dt>${words.registeredBy}</dt><dd>${ownerName ?? words.itself}</dd></div>
        ${documentUrl !== null && html`<div><dt>${words.document}</dt><dd>${documentUrl}</dd></div>`}
        <div><dt>${words.sentTo}</dt><dd>${hostOf(redirectUri)}</dd></div>
        ${ownerName !== null && html`<div><dt>${words.mode}</dt><dd>${words.modes[mode]}${testHint}</dd></div>`}
      </dl>
      ${searchForm(call, question)}
      <form method="post" action="${call.base}${address}" class="card" id="consent">
        ${csrfField(call)}
        <input type="hidden" name="shown" value="${shown}">
        ${tenantChooser(words, question)}
        <h2>${words.may(name)}</h2>
        ${tenantType === 'agency' && html`<p>${words.clients}</p>`}
        ${scopesInWords(scopes, call.language).map((group) => scopeGroup(words, group))}
        <h2>${words.howLong}</h2>
        <p>${words.howLongText[tenantType](name)}
          <a href="${call.base}/account/connections">${words.connections}</a></p>
        <div class="buttons">
          <button name="decision" value="grant">${words.grant}</button>
          <button name="decision" value="refuse" class="second" formnovalidate>${words.refuse}</button>
        </div>
        <p class="hint after">${words.afterwards(hostOf(redirectUri))}</p>
      </form>
      ${whoIsHere(call, question)}`
}

/** Nothing that the program says of itself is verified: only the person knows whether they have just started it. */
const unverified = (words: Words, { integration, redirectUri }: Question): Html => {
  const host = hostOf(redirectUri)
  const where = isLoopback(redirectUri) ? words.unverifiedHere(host) : words.unverifiedAt(host)
  return html`<div class="notice careful" id="unverified"><strong>${words.unverifiedTitle}</strong>
        <p>${words.unverified(integration.name)} ${where}</p>
        <p>${words.unverifiedMay}</p></div>`
}

/** The redirect target as a readable host name. */
const hostOf = (redirectUri: string): string => new URL(redirectUri).host

const wrongSummary = ({ language }: PageCall, { wrong, tenantType, tenants }: Question): Html | null => {
  if (!wrong) return null
  const message = consentWords[language][wrong]
  const isAboutTenant = wrong === 'tenantMissing' || wrong === 'tenantForbidden'
  const field = isAboutTenant && tenants[0] ? `tenant-${tenants[0].id}` : ''
  return errorSummary(language, { [field]: typeof message === 'string' ? message : message[tenantType] })
}

/** A separate form, because it requests the same page again; only if not all tenants fit. */
const searchForm = ({ language, base }: PageCall, { total, search, address }: Question): Html | null => {
  if (total <= MAX_LISTED_TENANTS) return null
  const words = consentWords[language]
  const [path = '', query = ''] = address.split('?')
  const kept = [...new URLSearchParams(query)].filter(([name]) => name !== SEARCH)
  const all = `${base}${path}?${new URLSearchParams(kept)}`
  return html`<form method="get" action="${base}${path}" role="search" class="card">
        ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <div class="field">
          <label for="${SEARCH}">${words.find}</label>
          <input id="${SEARCH}" name="${SEARCH}" type="search" value="${search}" maxlength="100" autocomplete="off">
        </div>
        <div class="buttons">
          <button class="second">${words.findButton}</button>
          ${search !== '' && html`<a href="${all}">${words.findAll}</a>`}
        </div>
      </form>`
}

const tenantChooser = (words: Words, question: Question): Html => {
  const { tenants, tenantType, found, total, chosen, search, preferredMissing, wrong } = question
  const isMore = found > tenants.length
  const unchosen = wrong === 'tenantMissing' || wrong === 'tenantForbidden' ? wrong : null
  return html`<fieldset aria-describedby="tenant-hint">
          <legend><h2>${words.who[tenantType]}</h2></legend>
          <p class="hint" id="tenant-hint">${words.whoHint[tenantType]}
            ${(isMore || search !== '') && tenants.length > 0 && words.more(tenants.length, total)}</p>
          ${preferredMissing && html`<p class="notice">${words.preferredMissing[tenantType]}</p>`}
          ${unchosen && html`<p class="wrong">${words[unchosen][tenantType]}</p>`}
          ${tenants.length === 0 && html`<p>${words.noneFound(search)}</p>`}
          ${tenants.map((tenant) => tenantChoice(words, tenant, tenant.id === chosen))}
        </fieldset>`
}

const tenantChoice = (words: Words, { id, name, isTest }: ChoosableTenant, checked: boolean): Html => {
  const radio = attributes({ type: 'radio', id: `tenant-${id}`, name: 'tenant', value: id, required: true, checked })
  const mark = isTest && html` <span class="tag">${words.testCompany}</span>`
  return html`<div class="choice"><input${radio}><label for="tenant-${id}">${name}${mark}</label></div>`
}

const scopeGroup = (words: Words, { title, scopes }: ScopeGroup): Html => {
  const lines = scopes.map(
    (one) => html`<li><span class="tag">${one.isRead ? words.read : words.write}</span> ${one.words}</li>`,
  )
  const elevated = scopes.some(({ scope }) => isElevated(scope))
  return html`<h3>${title}${elevated && html` <span class="tag">${words.elevated}</span>`}</h3>
        <ul class="scopes">${lines}</ul>
        ${elevated && html`<p class="notice careful">${words.elevatedHint}</p>`}`
}

/** The logged-in person, and a link to log in as another person and return here. */
const whoIsHere = (call: PageCall, { address }: { address: string }): Html => {
  const words = consentWords[call.language]
  return html`<form method="post" action="${call.base}/logout" class="who">
        ${csrfField(call)}
        <input type="hidden" name="next" value="${address}">
        <p>${words.loggedInAs} <strong>${call.person?.name}</strong> (${call.person?.email}).
          <button class="plain">${words.notYou}</button></p>
      </form>`
}

/** There is no tenant to choose; the link back tells the integration that consent was not given. */
export const noTenantPage = (
  call: PageCall,
  { tenantType, address }: { tenantType: TenantType; address: string },
): { title: string; body: Html } => {
  const { noTenant, back } = stopWords[call.language]
  const { title, text } = noTenant[tenantType]
  const body = html`<h1>${title}</h1>
      <div class="card">
        <p>${text}</p>
        <form method="post" action="${call.base}${address}">
          ${csrfField(call)}
          <div class="buttons"><button name="decision" value="refuse" class="second">${back}</button></div>
        </form>
      </div>
      ${whoIsHere(call, { address })}`
  return { title, body }
}

/** The redirect is stopped: the page says where it would have led, and why it does not. */
export const stopPage = (
  { language }: PageCall,
  why: 'wrong' | 'unapproved',
  asked: { integration: { name: string }; redirectUri: string; description?: string },
): { title: string; body: Html } => {
  const { title, text } = stopWords[language].notSent[why]
  const { integration, redirectUri, description } = asked
  const body = html`<h1>${title}</h1>
      <div class="card">
        <p>${text(integration.name, hostOf(redirectUri))}</p>
        ${description && html`<p class="hint"><span lang="en">${description}</span></p>`}
      </div>`
  return { title, body }
}

/** No redirect is possible, because the client or its redirect URI is unknown. */
export const unknownClientPage = ({ language }: PageCall, problem: ClientProblem): { title: string; body: Html } => {
  const { title, text } = stopWords[language][problem]
  return { title, body: html`<h1>${title}</h1><div class="card"><p>${text}</p></div>` }
}
