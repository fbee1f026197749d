// The way through /authorize in tests: the address that an integration sends a person to, and what came back.
import { addMember } from '#identity'
import { CALLBACK, challengeOf, type TestIntegration } from '#support/integration'
import type { Service, TestCompany } from '#support/service'
import { newPersonInside, type Page, type Visitor } from '#support/visitor'

export type AuthorizeChanges = Record<string, string | null>

/** Path and query of a good request, with changes; null takes a parameter away. */
export const authorizePath = (client: { id: string }, changes: AuthorizeChanges = {}): string => {
  const good = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
    scope: 'journal-entries:read',
    state: 'state-of-the-client',
  }
  const all = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...good, ...changes })) if (value !== null) all.append(name, value)
  return `/v1/authorize?${all}`
}

/** The parameters of PKCE for a verifier. */
export const pkce = (verifier: string) => ({ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' })

/** A logged-in person who owns a company. */
export type Owner = { visitor: Visitor; personId: string; email: string; company: TestCompany }

export const newOwner = async (service: Service, company?: TestCompany): Promise<Owner> => {
  const own = company ?? (await service.newCompany({ name: 'Ägarens AB' }))
  const { person, visitor } = await newPersonInside(service)
  const tenant = { type: 'company', id: own.id } as const
  await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
  return { visitor, personId: person.id, email: person.email, company: own }
}

/** Sends the page's form of consent, which is not the one that searches. */
export const decide = (visitor: Visitor, page: Page, fields: Record<string, string>): Promise<Page> =>
  visitor.submit({ ...page, text: page.text.replace(/<form method="get".*?<\/form>/s, '') }, fields, {
    action: '/v1/authorize',
    follow: false,
  })

/** What an answer told the integration: the parameters of the redirect. */
export const answerOf = ({ location }: Page): Record<string, string> =>
  location === null ? {} : Object.fromEntries(new URL(location).searchParams)

/** All the way to a code for the owner's company. */
export const codeThrough = async (
  { visitor, company }: Owner,
  client: Pick<TestIntegration, 'id'>,
  changes: AuthorizeChanges = {},
): Promise<Record<string, string>> => {
  const page = await visitor.get(authorizePath(client, changes))
  return answerOf(await decide(visitor, page, { tenant: company.id, decision: 'grant' }))
}
