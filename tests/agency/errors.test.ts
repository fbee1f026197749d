// Who is turned away where, and why: every standing that a token may have with an agency, its scope, and every id of a
// path, at an endpoint of each kind, by both models of tokens. What is expected is worked out from two tables.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdraw } from '#access'
import { addMember, agencyScopes, allScopes, type Invitation, identityService, invite, type Person } from '#identity'
import { newId } from '#platform/id'
import { disconnect } from '#server/access/connection'
import { newAgency, newIntegration } from '#support/callers'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { newPerson } from '#support/visitor'
import { asToken, ok } from './support.ts'

/**
 * What a token is worth that has the scope asked for: a status, or `in` where ids decide. `agency` are the endpoints
 * below `/agencies/{agencyId}`, `find` looks an agency up, `one` reads or ends a connection by the agency's id,
 * `connect` makes one, `company` is the Company API of a client company.
 */
const STANDINGS = `
connection                       | model   | agency | find | one | connect | company
active                           | machine | in     | in   | in  | 200     | 403
active                           | consent | in     | in   | in  | 403     | in
narrowed as a machine            | machine | 403    | in   | in  | 200     | 403
narrowed by a consent            | consent | 403    | 403  | in  | 403     | 403
never made                       | machine | 403    | in   | 404 | 201     | 403
never made                       | company | 403    | 403  | 403 | 403     | 403
ended by the integration         | machine | 401    | in   | 404 | 201     | 403
ended by the integration         | consent | 401    | 401  | 401 | 401     | 401
ended by the agency              | machine | 401    | in   | 404 | 403     | 403
ended by the agency              | consent | 401    | 401  | 401 | 401     | 401
ended with the privilege         | machine | 401    | 403  | 403 | 403     | 403
ended with the privilege         | consent | 401    | 401  | 401 | 401     | 401
of another integration           | machine | 403    | in   | 404 | 201     | 403
of another integration           | consent | 403    | in   | 404 | 403     | 403
by consent alone                 | machine | 403    | in   | in  | 200     | 403
by another consent               | machine | 403    | in   | in  | 200     | 403
by another consent               | consent | 403    | in   | 404 | 403     | 403
to an unknown agency             | machine | 403    | in   | 404 | 404     | 403
to an unknown agency             | consent | 403    | in   | 404 | 403     | 403
to what is no id                 | machine | 403    | in   | 404 | 400     | 403
to what is no id                 | consent | 403    | in   | 404 | 400     | 403
active, the token has run out    | machine | 401    | 401  | 401 | 401     | 401
active, the token has run out    | consent | 401    | 401  | 401 | 401     | 401
active, the token is none        | none    | 401    | 401  | 401 | 401     | 401
active, the token is the client's| private | 403    | 403  | 403 | 403     | in`

/**
 * The answer to a permitted caller when an id in the path is wrong: `odd` is no id, `none` is unused, `other` belongs
 * elsewhere, and `near` to the agency where the client company's are asked for, or the other way round. `AGENCY` is the
 * agency's path, `CLIENT` that of its client company below it, `BOOKS` the one in the Company API.
 */
const ENDPOINTS = `
       |                                  |                         | company       | user               | invitation
kind   | method and path                  | scope                   | odd none other| odd none other near| odd none near
agency | GET    AGENCY/agency-information | agency-information:read |               |                    |
agency | GET    AGENCY/companies          | agency-companies:read   |               |                    |
agency | POST   AGENCY/companies          | agency-companies:write  |               |                    |
agency | GET    CLIENT                    | agency-companies:read   | 404 404  404  |                    |
agency | GET    CLIENT/navigation?USER    | agency-companies:read   | 404 404  404  | 400 400  400   400 |
agency | GET    AGENCY/users              | agency-users:read       |               |                    |
agency | GET    AGENCY/users/USER         | agency-users:read       |               | 404 404  404   404 |
agency | DELETE AGENCY/users/USER         | agency-users:write      |               | 404 404  404   404 |
agency | GET    CLIENT/users              | agency-users:read       | 404 404  404  |                    |
agency | GET    CLIENT/users/USER         | agency-users:read       | 404 404  404  | 404 404  404   404 |
agency | DELETE CLIENT/users/USER         | agency-users:write      | 404 404  404  | 404 404  404   404 |
agency | GET    AGENCY/invitations        | agency-users:read       |               |                    |
agency | POST   AGENCY/invitations        | agency-users:write      |               |                    |
agency | DELETE AGENCY/invitations/INVITE | agency-users:write      |               |                    | 404 404  404
agency | GET    CLIENT/invitations        | agency-users:read       | 404 404  404  |                    |
agency | POST   CLIENT/invitations        | agency-users:write      | 404 404  404  |                    |
agency | DELETE CLIENT/invitations/INVITE | agency-users:write      | 404 404  404  |                    | 404 404  404
agency | GET    AGENCY/users/USER/todos   | agency-todos:read       |               | 404 404  404   200 |
agency | GET    CLIENT/users/USER/todos   | agency-todos:read       | 404 404  404  | 404 404  404   403 |
find   | GET    /agency-information?NUMBER| agency-information:read |               |                    |
one    | GET    /agency-connections/THEIRS| agency-connections:read |               |                    |
one    | DELETE /agency-connections/THEIRS| agency-connections:write|               |                    |
connect| POST   /agency-connections       | agency-connections:write|               |                    |
company| GET    BOOKS/journal-entries     | journal-entries:read    | 403 403  403  |                    |
company| GET    BOOKS/company-information | company-information:read| 403 403  403  |                    |`

/** The rows of a table below so many lines of headings. */
const rowsOf = (table: string, headings: number): string[][] =>
  table
    .trimStart()
    .split('\n')
    .slice(headings)
    .map((line) => line.split('|').map((cell) => cell.trim()))

type Kind = 'agency' | 'find' | 'one' | 'connect' | 'company'
type Standing = { connection: string; model: string } & Record<Kind, string>
type Endpoint = { kind: Kind; method: string; path: string; scope: string; ids: Record<string, Choice> }
/** What the ways to fill a placeholder in lead to. */
type Choice = Record<string, number>

const standings = rowsOf(STANDINGS, 1).map((cells): Standing => {
  const [connection = '', model = '', agency = '', find = '', one = '', connect = '', company = ''] = cells
  return { connection, model, agency, find, one, connect, company }
})

const choiceOf = (cell: string, names: readonly string[]): Choice =>
  Object.fromEntries(cell.split(/\s+/).map((status, place) => [names[place] ?? '', Number(status)]))

const endpoints = rowsOf(ENDPOINTS, 2).map((cells): Endpoint => {
  const [kind = '', address = '', scope = '', company = '', user = '', invitation = ''] = cells
  const [method = '', path = ''] = address.split(/ +/)
  const ids = {
    ...(company && { COMPANY: choiceOf(company, ['odd', 'none', 'other']) }),
    ...(user && { USER: choiceOf(user, ['odd', 'none', 'other', 'near']) }),
    ...(invitation && { INVITE: choiceOf(invitation, ['odd', 'none', 'near']) }),
  }
  return { kind: kind as Kind, method, path, scope, ids }
})

/** Which id stands in each place: `fine` and the ways that are wrong, in every combination. */
const combinations = ({ ids }: Endpoint): Record<string, string>[] =>
  Object.entries(ids).reduce<Record<string, string>[]>(
    (all, [place, choice]) =>
      all.flatMap((one) => ['fine', ...Object.keys(choice)].map((way) => ({ ...one, [place]: way }))),
    [{}],
  )

/** 401 before 403 before what the ids say; of those, what is no id comes first, then what comes first in the path. */
const expected = (standing: Standing, endpoint: Endpoint, hasScope: boolean, ways: Record<string, string>): number => {
  const own = standing[endpoint.kind]
  if (own === '401') return 401
  if (own === '403' || !hasScope) return 403
  if (own !== 'in') return Number(own)
  const wrong = Object.entries(ways).filter(([, way]) => way !== 'fine')
  const [first] = [...wrong.filter(([, way]) => way === 'odd'), ...wrong]
  const fine = endpoint.method === 'DELETE' ? 204 : 200
  return first ? (endpoint.ids[first[0]]?.[first[1]] ?? 0) : fine
}

/** How many requests are under way at a time. */
const AT_ONCE = 8

let service: Service
let foreign: TestCompany
let people: Record<'administrator' | 'colleague' | 'owner' | 'bookkeeper' | 'stranger', Person>

beforeAll(async () => {
  service = await startService()
  foreign = await service.newCompany()
  await newAgency(service, [foreign.id])
  const names = ['administrator', 'colleague', 'owner', 'bookkeeper', 'stranger']
  people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await newPerson(service)])))
})
afterAll(() => service.close())

/** An agency with a client company, people and invitations in both, and who would like to reach it. */
type World = {
  theirs: string
  ids(place: string, way: string, isOfCompany: boolean): string
  token(model: string, scope: string, hasScope: boolean): string
}

let invited = 0
const newEmail = () => {
  invited += 1
  return `ny${invited}@example.com`
}

const newWorld = async (connection: string): Promise<World> => {
  const company = await service.newCompany()
  const agency = await newAgency(service, [company.id])
  const own = { type: 'agency', id: agency.id } as const
  const client = { type: 'company', id: company.id } as const
  const invitations = await service.operate(async (call) => {
    await addMember(call, { tenant: own, personId: people.administrator.id, role: 'administrator' })
    await addMember(call, { tenant: own, personId: people.colleague.id, role: 'consultant' })
    await addMember(call, { tenant: client, personId: people.owner.id, role: 'owner' })
    await addMember(call, { tenant: client, personId: people.bookkeeper.id, role: 'bookkeeper' })
    const inviter = { kind: 'user', id: people.owner.id, name: 'Karin Ek' }
    const made: Invitation[] = []
    for (const tenant of [own, client]) made.push(await invite(call, { tenant, email: newEmail(), inviter }))
    return { agency: made[0]?.id ?? '', company: made[1]?.id ?? '' }
  })
  const token = await tokensFor(connection, { agencyId: agency.id, company })
  const users = { agency: people.colleague.id, company: people.bookkeeper.id }
  return {
    theirs: connection === 'to an unknown agency' ? newId() : connection === 'to what is no id' ? 'x' : agency.id,
    token,
    ids: (place, way, isOfCompany) => {
      if (way === 'odd') return 'x'
      if (way === 'none') return newId()
      if (place === 'COMPANY') return way === 'other' ? foreign.id : company.id
      if (way === 'other') return people.stranger.id
      const at = isOfCompany === (way === 'fine') ? 'company' : 'agency'
      return place === 'USER' ? users[at] : invitations[at]
    },
  }
}

/** Two scopes for tokens that lack another one. */
const NARROW = ['agency-todos:read', 'agency-information:read'] as const

/** Brings the connection about that is asked for; the tokens are those from before it ended. */
const tokensFor = async (
  connection: string,
  { agencyId, company }: { agencyId: string; company: TestCompany },
): Promise<World['token']> => {
  const begun = service.now()
  if (connection === 'active, the token has run out') service.setNow(new Date(begun.getTime() - 60 * 60 * 1000))
  const integration = await newIntegration(service)
  const isElsewhere = /^(of|by) another|^to /.test(connection)
  const bound = { type: 'agency', id: isElsewhere ? (await newAgency(service)).id : agencyId } as const
  const isNever = connection === 'never made'
  const tokens: Record<string, { narrow: string[]; full: string }> = {
    machine: {
      narrow: [await integration.general([NARROW[0]]), await integration.general([NARROW[1]])],
      full: await integration.general(agencyScopes),
    },
    none: { narrow: ['', ''], full: '' },
  }
  // The last consent is what the connection lets do, and the tokens of the first ones stay as narrow as they were.
  if (isNever) {
    const other = { type: 'company', id: (await service.newCompany()).id } as const
    const { token } = await integration.connect(other, ['customers:read'])
    tokens.company = { narrow: [token, token], full: (await integration.connect(other)).token }
  } else {
    const narrow = []
    for (const scope of NARROW) narrow.push((await integration.connect(bound, [scope])).token)
    tokens.consent = { narrow, full: (await integration.connect(bound)).token }
    if (!isElsewhere && connection !== 'by consent alone') await integration.reach(agencyId)
  }
  const makeToken = (scopes: readonly string[]) =>
    service.operateFor(
      company.id,
      async (call) => (await identityService.createToken(call, { name: 'Egen', scopes })).token,
    )
  const narrow = await makeToken(['customers:read'])
  tokens.private = { narrow: [narrow, narrow], full: await makeToken(allScopes) }
  service.setNow(begun)
  await bringAbout(connection, { integration, agencyId, full: tokens.machine?.full ?? '' })
  return (model, scope, hasScope) => {
    const { narrow: lacking = [], full = '' } = tokens[model] ?? {}
    return hasScope ? full : (lacking[scope === NARROW[0] ? 1 : 0] ?? '')
  }
}

const bringAbout = async (
  connection: string,
  at: { integration: Awaited<ReturnType<typeof newIntegration>>; agencyId: string; full: string },
): Promise<void> => {
  const { integration, agencyId, full } = at
  const tenant = { type: 'agency', id: agencyId } as const
  const idOf = async () => ok(await asToken(service, full).get(`/agency-connections/${agencyId}`)).id
  const others = ['agency-connections:read', 'agency-connections:write']
  const ways: Record<string, () => Promise<unknown>> = {
    'narrowed as a machine': () => integration.reach(agencyId, others),
    'narrowed by a consent': () => integration.connect(tenant, others),
    'ended by the integration': async () => ok(await asToken(service, full).delete(`/agency-connections/${agencyId}`)),
    'ended by the agency': async () => {
      const id = await idOf()
      await service.operate((call) => disconnect(call, { tenant, id }))
    },
    'ended with the privilege': () =>
      service.operate((call) => withdraw(call, { id: integration.id, approval: 'machine-to-machine' })),
    'of another integration': async () => (await newIntegration(service)).connect(tenant),
    'by another consent': () => integration.connect(tenant),
  }
  await ways[connection]?.()
}

const bodyOf = ({ kind, path }: Endpoint, { theirs }: World) => {
  if (kind === 'connect') return { agencyId: theirs }
  if (path.endsWith('invitations')) return { email: newEmail() }
  return {
    name: 'Nya AB',
    ownerEmail: people.administrator.email,
    organizationNumber: '559999-0008',
    companyType: 'limitedCompany',
    accountingMethod: 'accrual',
    vatSetting: 'quarterly',
  }
}

const ask = (
  world: World,
  endpoint: Endpoint,
  { token, ways }: { token: string; ways: Record<string, string> },
): Promise<Answer> => {
  const isOfCompany = endpoint.path.startsWith('CLIENT')
  const path = endpoint.path
    .replace('?USER', '?userId=USER')
    .replace('NUMBER', 'query=organizationNumber==5566778899')
    .replace('CLIENT', 'AGENCY/companies/COMPANY')
    .replace('BOOKS', '/companies/COMPANY')
    .replace('AGENCY', `/agencies/${world.theirs}`)
    .replace('THEIRS', world.theirs)
    .replace(/COMPANY|USER|INVITE/g, (place) => world.ids(place, ways[place] ?? 'fine', isOfCompany))
  const api = asToken(service, token)
  if (endpoint.method === 'GET') return api.get(path)
  return endpoint.method === 'POST' ? api.post(path, bodyOf(endpoint, world)) : api.delete(path)
}

const codes: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' }

type Case = { standing: Standing; endpoint: Endpoint; hasScope: boolean; ways: Record<string, string>; status: number }

/** Every request under a connection; those that are refused first, since they change nothing. */
const casesOf = (connection: string): Case[] =>
  standings
    .filter((standing) => standing.connection === connection)
    .flatMap((standing) => endpoints.map((endpoint) => ({ standing, endpoint })))
    .flatMap((one) => [true, false].map((hasScope) => ({ ...one, hasScope })))
    .flatMap((one) => waysOf(one).map((ways) => ({ ...one, ways })))
    .map((one) => ({ ...one, status: expected(one.standing, one.endpoint, one.hasScope, one.ways) }))
    .sort((left, right) => Number(left.status < 300) - Number(right.status < 300))

/** Callers who are refused are refused for any ids: tested with valid ids, and with the worst ones. */
const waysOf = ({ standing, endpoint, hasScope }: Omit<Case, 'ways' | 'status'>): Record<string, string>[] => {
  const all = combinations(endpoint)
  if (hasScope && standing[endpoint.kind] === 'in') return all
  const worst = all.at(-1)
  return all.filter((ways, place) => place === 0 || ways === worst)
}

/** One line that says what was asked and what came of it, or should have: status, code and challenge. */
const lineOf = (
  { standing: { connection, model }, endpoint: { method, path }, hasScope, ways }: Case,
  [status, code, challenge]: [number, string | undefined, string],
): string =>
  [
    `${connection}, ${model}${hasScope ? '' : ' without the scope'}: ${method} ${path}`,
    JSON.stringify(ways),
    status,
    ...(status in codes ? [code] : []),
    ...(status === 401 ? [challenge] : []),
  ].join(' ')

const wantedOf = (one: Case): string => {
  const challenge = one.standing.model === 'none' ? 'Bearer' : 'Bearer error="invalid_token"'
  return lineOf(one, [one.status, codes[one.status], challenge])
}

const askedIn = async (world: World, one: Case): Promise<string> => {
  const { standing, endpoint, hasScope, ways } = one
  const token = world.token(standing.model, endpoint.scope, hasScope)
  const { status, body, headers } = await ask(world, endpoint, { token, ways })
  return lineOf(one, [status, body?.code, headers.get('www-authenticate') ?? ''])
}

test.each([...new Set(standings.map(({ connection }) => connection))])('a connection %s', async (connection) => {
  let world = await newWorld(connection)
  const cases = casesOf(connection)
  const refused = cases.filter(({ status }) => status >= 400)
  const lines: string[] = []
  for (let start = 0; start < refused.length; start += AT_ONCE) {
    lines.push(...(await Promise.all(refused.slice(start, start + AT_ONCE).map((one) => askedIn(world, one)))))
  }
  for (const one of cases.slice(refused.length)) {
    lines.push(await askedIn(world, one))
    const isChange = one.endpoint.method === 'DELETE' || one.status === 201
    if (isChange) world = await newWorld(connection)
  }
  const wanted = cases.map(wantedOf)
  expect(lines.filter((line, place) => line !== wanted[place])).toEqual([])
  expect(lines.length).toBeGreaterThan(2 * endpoints.length)
})
