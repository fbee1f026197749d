// An integration in tests: registered, with its secret, asking the token endpoint over HTTP.
import { createHash } from 'node:crypto'
import { accessAdmin, findIntegration } from '#access'
import { createAgency } from '#identity'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import type { Tenant } from '#server/access/connection'
import { type Answer, request, type Service } from '#support/service'
import { newPerson } from '#support/visitor'

export const CALLBACK = 'https://example.se/back'
export const VERIFIER = 'a-verifier-of-more-than-forty-three-characters'

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export type TestIntegration = {
  id: string
  secret: string
  ownerId: string
  /** The Authorization header. */
  basic: string
  /** POST /token with a form. */
  token(form: Form, headers?: Record<string, string>): Promise<Answer>
  /** POST to an endpoint below /v1 with a form. */
  post(path: string, form: Form, headers?: Record<string, string>): Promise<Answer>
  /** A code as a consent of the owner gives it. */
  code(tenant: Tenant, options?: CodeOptions): Promise<string>
  /** Tokens for a tenant, as a code gives them. */
  connect(tenant: Tenant, options?: CodeOptions): Promise<Tokens>
  refresh(refreshToken: string, headers?: Record<string, string>, form?: Form): Promise<Answer>
}

type Form = Record<string, string> | [string, string][]
type CodeOptions = { scopes?: readonly string[]; redirectUri?: string; verifier?: string }

export type Tokens = {
  tenant_id: string
  tenant_type: string
  access_token: string
  refresh_token: string
  connection_id: string
}

type NewTestIntegration = { name?: string; redirectUris?: readonly string[]; scopes?: string }

export const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Registers an integration that may ask for the old names' scopes, history and the agency's companies. */
export const newIntegration = async (
  service: Service,
  { name = 'Kassan', redirectUris = [CALLBACK], scopes = MANY_SCOPES }: NewTestIntegration = {},
): Promise<TestIntegration> => {
  const owner = await newPerson(service)
  const form = { ownerId: owner.id, name, description: 'Dagskassor', mode: 'test', redirectUris, scopes }
  const { id, clientSecret: secret } = await service.operate((call) => accessAdmin.createIntegration(call, form))
  return integrationOf(service, { id, secret, ownerId: owner.id })
}

const MANY_SCOPES =
  'accounting invoices history:read bank-payments:write agency-information:read agency-connections:read agency-companies:read'

/** Requests of an integration that is registered. */
export const integrationOf = (
  service: Service,
  { id, secret, ownerId }: Pick<TestIntegration, 'id' | 'secret' | 'ownerId'>,
): TestIntegration => {
  const basic = basicOf(id, secret)
  const post: TestIntegration['post'] = (path, form, headers = {}) =>
    request(`${service.base}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { authorization: basic, ...headers },
    })
  const token: TestIntegration['token'] = (form, headers) => post('/token', form, headers)
  const code: TestIntegration['code'] = (tenant, options = {}) => {
    const { scopes = ['journal-entries:read'], redirectUri = CALLBACK, verifier } = options
    // As the page does where a person consents.
    return retryAfterDeadlock(() =>
      service.operate(async (call) => {
        const integration = await findIntegration(call, { id })
        const codeChallenge = verifier === undefined ? null : challengeOf(verifier)
        const asked = { integration, personId: ownerId, tenant, scopes, redirectUri, codeChallenge }
        return (await accessAdmin.issueCode(call, asked)).code
      }),
    )
  }
  return {
    id,
    secret,
    ownerId,
    basic,
    post,
    token,
    code,
    connect: async (tenant, options = {}) => {
      const verifier = options.verifier ? { code_verifier: options.verifier } : {}
      const form = { grant_type: 'authorization_code', code: await code(tenant, options), ...verifier }
      const { status, body } = await token({ ...form, redirect_uri: options.redirectUri ?? CALLBACK })
      if (status !== 200) throw new Error(`No tokens: ${status} ${JSON.stringify(body)}`)
      return body
    },
    refresh: (refreshToken, headers = {}, form = {}) =>
      token(
        { grant_type: 'refresh_token', refresh_token: refreshToken, ...Object.fromEntries(new URLSearchParams(form)) },
        headers,
      ),
  }
}

let agencies = 0

/** An agency with a number of its own. */
export const newAgency = (service: Service, name = 'Byrån AB'): Promise<Tenant> => {
  agencies += 1
  const digits = `5566${String(agencies).padStart(5, '0')}`
  const organizationNumber = `${digits}${checkDigit(digits)}`
  return service.operate(async (call) => {
    const { id } = await createAgency(call, { name, organizationNumber })
    return { type: 'agency', id }
  })
}

/** Luhn: what makes the sum of the digits, every other doubled from the right, divisible by ten. */
const checkDigit = (digits: string): number => {
  const sum = [...digits].reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** What the history says of tokens, connections and integrations, oldest first. */
export const historyOf = (
  service: Service,
  which: { companyId?: string; agencyId?: string; actorId?: string },
): Promise<{ what: string; detail: Record<string, unknown>; actor_kind: string; from_address: string | null }[]> => {
  const { companyId = null, agencyId = null, actorId = null } = which
  return service.database.rows({
    text: `select what, detail, actor_kind, from_address from platform.history
      where ($1::uuid is null or company_id = $1) and ($2::uuid is null or agency_id = $2)
        and ($3::uuid is null or actor_id = $3) order by id`,
    values: [companyId, agencyId, actorId],
  } as never)
}
