// /authorize: an integration sends a person here, who logs in, reads what is requested and decides. A redirect returns
// the answer (RFC 6749 §4.1, RFC 9700).
import { type Integration, readIntegration, waitsForApproval } from '#access/integration'
import { isOwnPath, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'
import { findPerson, manageableTenants } from '#identity'
import { isId } from '#platform/id'
import {
  answerAddress,
  type ClientProblem,
  clientOf,
  formTargetOf,
  redirectOf,
  requestOf,
  stateOf,
} from './authorize.rules.ts'
import { type Asked, grant, isProofOfShown, proofOfShown, refuse } from './consent.ts'
import {
  consentBody,
  MAX_LISTED_TENANTS,
  noTenantPage,
  type Question,
  SEARCH,
  stopPage,
  unknownClientPage,
} from './consent-page.ts'
import { consentWords } from './consent-words.ts'
import { resourcesOf } from './metadata.ts'
import type { TakeRegistration } from './oauth.ts'
import { clientOfDocument, type ReadDocument, readClientDocument } from './self-registration.ts'

type AuthorizeOptions = {
  /** The issuer in the metadata (RFC 9207); known once the service listens. */
  issuer: () => string
  /** The brand in the names of our own parameters: API_BRAND. */
  mark: string
  path: string
  /**
   * Whether people other than the owner are only redirected to production integrations that the operator has approved.
   */
  needsApproval: boolean
  basePath: string
  /** Whether clients may register themselves: CLIENT_REGISTRATION. */
  mayRegister: boolean
  /** Reads the document of a client; it reaches public addresses only. */
  readDocument: ReadDocument
  /** Counts a document that a person has had read. */
  takeRegistration: TakeRegistration | null
}

/** Most tenants of one person that a search looks through. */
const MAX_TENANTS = 2_000

/** GET is public, since the page shows an invalid request before the login; only logged-in people decide. */
export const authorizePages = (options: AuthorizeOptions): readonly PageRow[] => [
  { method: 'GET', path: options.path, visitor: 'anyone', run: (call, input) => ask(call, input, options) },
  { method: 'POST', path: options.path, visitor: 'person', run: (call, input) => decide(call, input, options) },
]

type Person = NonNullable<PageCall['person']>
/** A valid request of the logged-in person. */
type Open = Asked & { person: Person; address: string }

const ask = async (call: PageCall, input: PageInput, options: AuthorizeOptions): Promise<PageAnswer> => {
  const open = await openRequest(call, input, options)
  return 'answer' in open ? open.answer : showQuestion(call, input, open)
}

/** The form posts to the same URL, so the request is parsed and validated again. */
const decide = async (call: PageCall, input: PageInput, options: AuthorizeOptions): Promise<PageAnswer> => {
  const open = await openRequest(call, input, options)
  if ('answer' in open) return open.answer
  const { integration, request, person } = open
  const { decision = '', tenant: id = '', shown = '' } = input.form
  const tenant = isId(id) ? { type: request.tenantType, id } : null
  const back = (answer: Record<string, string>): PageAnswer => backTo(request, answer, options)
  if (decision === 'refuse') {
    await refuse(call, { integration, request, personId: person.id, tenant })
    return back({ error: 'access_denied', error_description: 'The user refused' })
  }
  if (decision !== 'grant') return showQuestion(call, input, open, 'undecided')
  if (!isProofOfShown(call, person.id, open, shown)) return showQuestion(call, input, open, 'stale')
  if (!tenant) return showQuestion(call, input, open, 'tenantMissing')
  const code = await grant(call, { integration, request, personId: person.id, tenant })
  return code === null ? showQuestion(call, input, open, 'tenantForbidden') : back({ code })
}

/**
 * The valid request, or the answer instead. No redirect happens until client and redirect URI are valid and the person
 * is logged in: otherwise any link could redirect people from here to anywhere (RFC 9700 §4.11.2). Other errors are
 * returned to the integration once a person is logged in, and shown on a page before.
 */
const openRequest = async (
  call: PageCall,
  input: PageInput,
  options: AuthorizeOptions,
): Promise<Open | { answer: PageAnswer }> => {
  const client = await clientIn(call, input, options)
  if ('login' in client) return { answer: toLogin(input) }
  if ('problem' in client) return { answer: { ...unknownClientPage(call, client.problem), status: 400 } }
  const { integration, redirectUri } = client
  const { person } = call
  const isStranger = person !== null && person.id !== integration.ownerId
  if (options.needsApproval && isStranger && waitsForApproval(integration)) {
    return { answer: { ...stopPage(call, 'unapproved', { integration, redirectUri }), status: 403 } }
  }
  // The login could not carry a longer URL.
  const request = isOwnPath(input.url)
    ? requestOf(input, boundsOf(integration, redirectUri, options), integration, options.mark)
    : ({ error: 'invalid_request', description: 'The request is too long' } as const)
  if ('error' in request) {
    const { error, description } = request
    // Errors of an unapproved integration only redirect its owner, who is testing it.
    if (!person || (isStranger && integration.approvedSince === null)) {
      return { answer: { ...stopPage(call, 'wrong', { integration, redirectUri, description }), status: 400 } }
    }
    const to = { redirectUri, state: stateOf(input) }
    return { answer: backTo(to, { error, error_description: description }, options) }
  }
  if (person) return { integration, request, person, address: input.url }
  return { answer: toLogin(input) }
}

const toLogin = ({ url }: PageInput): PageAnswer => ({ redirect: `/login?${new URLSearchParams({ next: url })}` })

const boundsOf = (
  { registeredBy }: Integration,
  redirectUri: string,
  { issuer, basePath }: Pick<AuthorizeOptions, 'issuer' | 'basePath'>,
) => ({ redirectUri, isPublic: registeredBy !== 'person', resources: resourcesOf(issuer(), basePath) })

type ClientOfRequest =
  | { integration: Integration; redirectUri: string }
  | { problem: ClientProblem }
  /** Only a person has a document read. */
  | { login: true }

const clientIn = async (call: PageCall, input: PageInput, options: AuthorizeOptions): Promise<ClientOfRequest> => {
  const client = clientOf(input)
  if ('problem' in client) return client
  const known =
    'clientId' in client ? { id: client.clientId } : await idOfDocument(call, client.documentUrl, input, options)
  if (!('id' in known)) return known
  const integration = await readIntegration(call, known.id)
  if (!integration || integration.endedAt) return { problem: 'client-unknown' }
  const isPublic = integration.registeredBy !== 'person'
  if (isPublic && !options.mayRegister) return { problem: 'client-unknown' }
  const redirect = redirectOf(input, integration.redirectUris, { isPublic })
  return 'problem' in redirect ? redirect : { integration, ...redirect }
}

/**
 * The id of the client that a document describes. The document is read, outside of any transaction, when a logged-in
 * person comes with it and what was read before is too old; the form that decides uses what was shown.
 */
const idOfDocument = async (
  call: PageCall,
  url: string,
  input: PageInput,
  { mayRegister, readDocument, takeRegistration }: AuthorizeOptions,
): Promise<{ id: string } | Exclude<ClientOfRequest, { integration: Integration }>> => {
  if (!mayRegister) return { problem: 'client-unknown' }
  const known = await clientOfDocument(call, url)
  if (known && (known.isFresh || known.hasEnded || Object.keys(input.form).length > 0)) return known
  if (!call.person) return isOwnPath(input.url) ? { login: true } : { problem: 'client-unknown' }
  if (await takeRegistration?.(`documents of ${call.person.id}`)) return { problem: 'client-too-often' }
  const read = await readClientDocument(call, url, readDocument)
  return 'error' in read ? { problem: 'client-document' } : read
}

const backTo = (
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: Record<string, string>,
  { issuer }: AuthorizeOptions,
): PageAnswer => ({ redirect: answerAddress(redirectUri, { ...answer, state, iss: issuer() }), status: 302 })

/** The page of consent; with the error if it is shown again. */
const showQuestion = async (
  call: PageCall,
  { query, form, url: address }: PageInput,
  asked: Open,
  wrong?: Question['wrong'],
): Promise<PageAnswer> => {
  const { integration, request, person } = asked
  const { tenantType, tenantId, redirectUri, scopes } = request
  const formAction = [...new Set([redirectUri, ...integration.redirectUris].map(formTargetOf))]
  const managed = await manageableTenants(call, person.id, tenantType, MAX_TENANTS)
  const preferred = form.tenant ?? tenantId
  const chosen = managed.find(({ id }) => id === preferred) ?? (managed.length === 1 ? managed[0] : undefined)
  if (managed.length === 0) return { ...noTenantPage(call, { tenantType, address }), status: 403, formAction }
  const search = query[SEARCH]?.trim() ?? ''
  const found = managed.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const owner = integration.ownerId === null ? null : await findPerson(call, integration.ownerId)
  const body = consentBody(call, {
    address,
    integration: { ...integration, ownerName: owner?.name ?? null },
    redirectUri,
    tenantType,
    scopes,
    // The tenant already chosen comes first, so that it is always visible.
    tenants: [...new Set([...(chosen ? [chosen] : []), ...found])].slice(0, MAX_LISTED_TENANTS),
    found: found.length,
    total: managed.length,
    search,
    chosen: chosen?.id ?? null,
    preferredMissing: tenantId !== null && !managed.some(({ id }) => id === tenantId),
    shown: proofOfShown(call, person.id, asked),
    wrong,
  })
  const status = wrong === undefined ? 200 : wrong === 'tenantForbidden' ? 403 : 400
  return { title: consentWords[call.language].title(integration.name), body, status, formAction }
}
