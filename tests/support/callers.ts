// Integrations of other people, and their tokens: connected by the verbs behind the consent page, given by POST /token.
import { accessAdmin, approve } from '#access'
import { addClientCompany, agencyScopes, allScopes, createAgency, identityService } from '#identity'
import { newId } from '#platform/id'
import { request, type Service } from '#support/service'

/** An integration, and what it does with its secret. */
export type TestIntegration = {
  id: string
  clientSecret: string
  /** A token for a company or an agency, after a person's consent. */
  connect(tenant: { type: 'company' | 'agency'; id: string }, scopes?: readonly string[]): Promise<TestConnection>
  /** A token for the integration itself. */
  general(scopes?: readonly string[]): Promise<string>
  /** Connects to an agency as a machine, with these scopes. */
  reach(agencyId: string, scopes?: readonly string[]): Promise<void>
}

type TestConnection = { token: string; connectionId: string }

const REDIRECT_URI = 'https://integration.example/back'
/** The scopes that need no approval. */
const plainScopes = allScopes.filter((scope) => !scope.startsWith('bank-payments:'))
const elevated = allScopes.filter((scope) => !plainScopes.includes(scope))

/** An integration that may ask for every scope, and reach agencies by itself. */
export const newIntegration = async (service: Service, name = 'Kassasystemet'): Promise<TestIntegration> => {
  const { id, clientSecret, personId } = await service.operate(async (call) => {
    const email = `${newId()}@example.com`
    const person = await identityService.createPerson(call, {
      name: 'Ida Integration',
      email,
      password: 'korrekt häst batteri',
    })
    const made = await accessAdmin.createIntegration(call, {
      ownerId: person.id,
      name,
      description: 'Prov',
      mode: 'production',
      redirectUris: [REDIRECT_URI],
      scopes: [...allScopes, ...agencyScopes].join(' '),
    })
    for (const scope of elevated) await approve(call, { id: made.id, approval: { elevated: scope } })
    await approve(call, { id: made.id, approval: 'machine-to-machine' })
    return { ...made, personId: person.id }
  })
  const ask = async (form: Record<string, string>) => {
    const authorization = `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`
    const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) }
    const answer = await request(`${service.base}/token`, init)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body
  }
  const general: TestIntegration['general'] = async (scopes = []) => {
    const scope = scopes.length > 0 ? { scope: scopes.join(' ') } : {}
    return (await ask({ grant_type: 'client_credentials', ...scope })).access_token
  }
  return {
    id,
    clientSecret,
    general,
    async connect(tenant, scopes = tenant.type === 'company' ? allScopes : [...allScopes, ...agencyScopes]) {
      const { code } = await service.operate((call) =>
        accessAdmin.issueCode(call, {
          integration: { id },
          personId,
          tenant,
          scopes,
          redirectUri: REDIRECT_URI,
          codeChallenge: null,
        }),
      )
      const body = await ask({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI })
      return { token: body.access_token, connectionId: body.connection_id }
    },
    async reach(agencyId, scopes = agencyScopes) {
      const token = await general([...new Set([...scopes, 'agency-connections:write'])])
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ agencyId }) }
      const answer = await request(`${service.base}/agency-connections`, init)
      if (answer.status > 201) throw new Error(answer.text)
    },
  }
}

let agencies = 0

/** An agency that has these companies as clients. */
export const newAgency = (
  service: Service,
  companyIds: readonly string[] = [],
  name?: string,
): Promise<{ id: string }> =>
  service.operate(async (call) => {
    agencies += 1
    const made = await createAgency(call, {
      name: name ?? `Byrå ${agencies}`,
      organizationNumber: organizationNumber(agencies),
    })
    for (const companyId of companyIds) await addClientCompany(call, { agencyId: made.id, companyId })
    return made
  })

/** A number that no agency has yet. */
export const freshNumber = (): string => {
  agencies += 1
  return organizationNumber(agencies)
}

/** The n-th number of a limited company that passes the check digit. */
const organizationNumber = (count: number): string => {
  const front = `55${String(9_000_000 + count)}`
  const digits = [...front].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
  const sum = digits.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0)
  return `${front.slice(0, 6)}-${front.slice(6)}${(10 - (sum % 10)) % 10}`
}
