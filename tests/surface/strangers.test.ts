// Every endpoint refuses strangers, wrong scopes and foreign tenants, of every kind of caller, before it reads the body
// or looks anything up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audience, audienceOf, isWrite, type Row } from '#http'
import { agencyScopes, allScopes, identityAdmin, identityService } from '#identity'
import { newId } from '#platform/id'
import { rows } from '#programs/app'
import { newAgency, newIntegration, type TestIntegration } from '#support/callers'
import { EVERY_MS, every } from '#support/every'
import { exchange, requestText } from '#support/raw'
import { type Service, startService } from '#support/service'
import {
  bearer,
  type Caller,
  firstOfEach,
  initOf,
  keptParametersFor,
  keptSampleOf,
  newCaller,
  pathOf,
  type Sample,
  saying,
  send,
  tokenFor,
  withQuery,
} from './world.ts'

let service: Service
let company: Caller
let other: Caller
/** An agency that has the company as a client, one that has not, and one without a consent. */
let agency: { id: string }
let foreignAgency: { id: string }
let closedAgency: { id: string }
/** An integration whose consents these tests change as they like. */
let visiting: TestIntegration
let revoked: string
let disconnected: string
/** Good tokens of every kind: those that reach the company, and those of another one. */
let tokens: Record<'private' | 'company' | 'agency' | 'general', string>
let foreign: Record<'private' | 'company' | 'agency' | 'general', string>

beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
  other = await newCaller(service, { name: 'Grannbolaget AB' })
  agency = company.agency
  foreignAgency = other.agency
  closedAgency = await newAgency(service)
  visiting = await newIntegration(service)
  const settled = await newIntegration(service)
  tokens = {
    private: company.token,
    company: (await settled.connect({ type: 'company', id: company.id })).token,
    agency: (await settled.connect({ type: 'agency', id: agency.id })).token,
    general: await settled.general(agencyScopes),
  }
  foreign = {
    private: other.token,
    company: (await settled.connect({ type: 'company', id: other.id })).token,
    agency: (await settled.connect({ type: 'agency', id: foreignAgency.id })).token,
    general: tokens.general,
  }
  revoked = await service.operateFor(company.id, async (call) => {
    const { id, token } = await identityService.createToken(call, { name: 'Slut', scopes: allScopes })
    await identityAdmin.revokeToken(call, { id })
    return token
  })
  const left = await visiting.connect({ type: 'company', id: company.id })
  await send(service, { path: `/connections/${left.connectionId}`, init: { method: 'DELETE' } }, bearer(left.token))
  disconnected = left.token
})
afterAll(() => service.close())

/** A token of a kind that reaches the company or its agency, with these scopes and no others. */
const tokenWith = async (kind: keyof typeof tokens, scopes: readonly string[]): Promise<string> => {
  if (kind === 'general') return visiting.general(scopes)
  if (kind === 'company') return (await visiting.connect({ type: 'company', id: company.id }, scopes)).token
  if (kind === 'agency') return (await visiting.connect({ type: 'agency', id: agency.id }, scopes)).token
  return service.operateFor(
    company.id,
    async (call) => (await identityService.createToken(call, { name: 'Prov', scopes })).token,
  )
}

const unknown = (mark: string) => `${mark}_${newId().replaceAll('-', '')}_${'A'.repeat(43)}`
const wrongSecret = (token: string) => `${token.slice(0, -43)}${'A'.repeat(43)}`

const NO_TOKEN = 'Bearer'
const BAD_TOKEN = 'Bearer error="invalid_token"'

/** Headers of unknown callers, and how they are asked to come back. */
const strangers: [string, () => Record<string, string>, string][] = [
  ['no Authorization               ', () => ({}), NO_TOKEN],
  ['an empty one                   ', () => ({ authorization: '' }), NO_TOKEN],
  ['no token in it                 ', () => ({ authorization: 'Bearer' }), NO_TOKEN],
  ['another scheme                 ', () => ({ authorization: `Basic ${tokens.private}` }), NO_TOKEN],
  ['the bare token                 ', () => ({ authorization: tokens.company }), NO_TOKEN],
  ['two tokens                     ', () => bearer(`${tokens.private} ${tokens.company}`), NO_TOKEN],
  ['a token of no form             ', () => bearer('token'), BAD_TOKEN],
  ['a token cut short              ', () => bearer(tokens.private.slice(0, -1)), BAD_TOKEN],
  ['a token in capitals            ', () => bearer(tokens.company.toUpperCase()), BAD_TOKEN],
  ['a private token of unknown id  ', () => bearer(unknown('gb')), BAD_TOKEN],
  ['an access token of unknown id  ', () => bearer(unknown('gbat')), BAD_TOKEN],
  ['a private token of wrong secret', () => bearer(wrongSecret(tokens.private)), BAD_TOKEN],
  ['an access token of wrong secret', () => bearer(wrongSecret(tokens.agency)), BAD_TOKEN],
  ['a token under another mark     ', () => bearer(tokens.private.replace('gb_', 'gbat_')), BAD_TOKEN],
  ['a refresh token                ', () => bearer(tokens.company.replace('gbat_', 'gbrt_')), BAD_TOKEN],
  ['a client secret                ', () => bearer(visiting.clientSecret), BAD_TOKEN],
  ['a revoked private token        ', () => bearer(revoked), BAD_TOKEN],
  ['a disconnected access token    ', () => bearer(disconnected), BAD_TOKEN],
]

/** One guard stands before all rows: the first of each sort is asked in every way, the others in those that differ. */
const sortOf = (row: Row): string =>
  [audienceOf(row), row.method, row.by, row.upload && 'upload', row.bulk && 'bulk', row.follow && 'follow'].join(' ')
const firsts = firstOfEach(rows, sortOf)
const isFirst = (row: Row): boolean => firsts.has(row)

const strangersOf = (row: Row) => (isFirst(row) ? strangers : strangers.slice(0, 1))
const nameOf = ({ operationId }: Row): string => operationId

/** Ids of another tenant, one that is there, one that is not, and, of one row of a sort, what is no id at all. */
const foreignIds = (row: Row, id: string, ...more: string[]): string[] => [
  id,
  newId(),
  ...(isFirst(row) ? [id.toUpperCase(), ...more, 'x', "'", '..%2F', ' '] : []),
]

const OTHER_COMPANY = 'The access token is not for this company'
const GENERAL_TOKEN =
  'A general token does not reach companies: use one that the company, or its agency, has consented to'
const OTHER_AGENCY =
  "The access token is not for this agency; the path takes the agency's id, not the id of a connection"
const OF_PEOPLE = 'Only people can do this: log in at /login, and send the session cookie instead of a token'
const NO_MEMBER = 'You are not a member of this company, nor of an agency that manages it'
const PRIVATE_TOKEN = 'A private token works for its own company only'
const NEVER_CONNECTED = [
  'The integration is not connected to this agency: connect first, with POST /agency-connections or by consent.',
  "The path takes the agency's id, not the id of a connection",
].join(' ')

/** Good tokens that do not reach rows of an audience, and what their holders are told. */
const outsiders: Record<Audience, [string, () => string, string][]> = {
  company: [
    ['a private token of another company ', () => foreign.private, OTHER_COMPANY],
    ['an access token of another company ', () => foreign.company, OTHER_COMPANY],
    ['a token of an agency that is not its', () => foreign.agency, OTHER_COMPANY],
    ['a general token                    ', () => tokens.general, GENERAL_TOKEN],
  ],
  agency: [
    ['a private token                    ', () => tokens.private, PRIVATE_TOKEN],
    ['an access token of a company       ', () => tokens.company, OTHER_AGENCY],
    ['a token of another agency          ', () => foreign.agency, OTHER_AGENCY],
    ['a token of one not connected       ', () => other.agency.token, OTHER_AGENCY],
    ['a general token of one of these    ', () => other.general, NEVER_CONNECTED],
  ],
  general: [['a private token                    ', () => tokens.private, PRIVATE_TOKEN]],
  token: [],
  person: [
    ['a private token                    ', () => tokens.private, OF_PEOPLE],
    ['an access token of a company       ', () => tokens.company, OF_PEOPLE],
    ['an access token of an agency       ', () => tokens.agency, OF_PEOPLE],
    ['a general token                    ', () => tokens.general, OF_PEOPLE],
  ],
}

/** How a good token is turned away. */
const turnedAway = (message: string) => ({ status: 403, code: 'forbidden', message })

// One request for all: refused callers change nothing.
const sendKept = async (row: Row, headers: Record<string, string>) =>
  send(service, await keptSampleOf(row, company), headers)

const rowsAndStrangers = rows.flatMap((row) => strangersOf(row).map((stranger) => [row, ...stranger] as const))
test(
  'every row refuses strangers',
  () =>
    every(
      rowsAndStrangers,
      ([row, name]) => `${row.operationId}, ${name.trim()}`,
      async ([row, , headers, challenge]) => {
        const answer = await sendKept(row, headers())
        expect(answer.status).toBe(401)
        expect(answer.body.code).toBe('unauthorized')
        expect(answer.headers.get('www-authenticate')).toBe(challenge)
      },
    ),
  EVERY_MS,
)

test('no row reads a token from the address or a form', () =>
  every(firsts, nameOf, async (row) => {
    const { path } = await keptSampleOf(row, company)
    const token = tokenFor(row, company)
    const asked = `${service.base}${withQuery(path, `access_token=${token}`)}`
    const form = { body: new URLSearchParams({ access_token: token }) }
    for (const init of [{}, ...(row.method === 'GET' ? [] : [form])]) {
      const answer = await fetch(asked, { method: row.method, ...init })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, NO_TOKEN])
    }
  }))

const rowsAndOutsiders = [...firsts].flatMap((row) =>
  outsiders[audienceOf(row)].map((outsider) => [row, ...outsider] as const),
)
test(
  'every sort of row refuses good tokens of others',
  () =>
    every(
      rowsAndOutsiders,
      ([row, name]) => `${row.operationId}, ${name.trim()}`,
      async ([row, , token, message]) => {
        const answer = await sendKept(row, bearer(token()))
        expect(saying(answer)).toEqual(turnedAway(message))
        expect(answer.headers.get('www-authenticate')).toBe(null)
      },
    ),
  EVERY_MS,
)

test(
  'every row looks at nothing else before it knows who calls',
  () =>
    every(rows, nameOf, async (row) => {
      const parameters = {
        journalEntryId: 'x',
        commentId: 'x',
        fiscalYearId: 'x',
        account: 'x',
        connectionId: 'x',
        userId: 'x',
      }
      const path = `${pathOf(row, { ...parameters, companyId: company.id, agencyId: agency.id })}?unknown=1`
      const init = isWrite(row) ? { body: '{', headers: { 'content-type': 'text/plain' } } : {}
      const callers: [number, Record<string, string>][] = [
        [401, {}],
        [401, bearer(wrongSecret(tokens.private))],
        ...outsiders[audienceOf(row)]
          .slice(0, isFirst(row) ? undefined : 1)
          .map(([, token, message]): [number, Record<string, string>] => [turnedAway(message).status, bearer(token())]),
      ]
      for (const [status, headers] of isFirst(row) ? callers : callers.slice(1)) {
        const sent = { ...init, method: row.method, headers: { ...init.headers, ...headers } }
        expect((await send(service, { path, init: sent })).status).toBe(status)
      }
    }),
  EVERY_MS,
)

/** The kinds of tokens that reach a row. */
const kindsFor = (row: Row): (keyof typeof tokens)[] => {
  if (row.operationId === 'connectAgency') return ['general']
  return audienceOf(row) === 'company' ? ['private', 'company', 'agency'] : ['agency', 'general']
}

/** All scopes that a token of a kind may have, except those that one of these rows takes. */
const scopesWithout = (kind: keyof typeof tokens, ...those: readonly Row[]): string[] => {
  const taken = those.flatMap(({ scope, orScope }) => [scope, orScope])
  const scopes = {
    private: allScopes,
    company: allScopes,
    agency: [...allScopes, ...agencyScopes],
    general: agencyScopes,
  }
  return scopes[kind].filter((scope) => !taken.includes(scope))
}

// What is a person's own has no members: others have their own.
const ofMembers = rows.filter((row) => row.by === 'people' && audienceOf(row) !== 'person')
test(
  'no row of people takes a token, or anybody who is not a member',
  async () => {
    await visiting.reach(agency.id)
    const reaching: Record<'company' | 'agency', readonly string[]> = {
      agency: [tokens.agency, await visiting.general(agencyScopes)],
      company: [tokens.private, tokens.company, tokens.agency],
    }
    await every(ofMembers, nameOf, async (row) => {
      const tenant = audienceOf(row) === 'agency' ? 'agency' : 'company'
      for (const token of reaching[tenant].slice(0, isFirst(row) ? undefined : 1)) {
        expect(saying(await sendKept(row, bearer(token)))).toEqual(turnedAway(OF_PEOPLE))
      }
      const message = tenant === 'agency' ? 'You are not a member of this agency' : NO_MEMBER
      expect(saying(await sendKept(row, other.owner))).toEqual(turnedAway(message))
    })
  },
  EVERY_MS,
)

/** The rows of each scope that tokens reach: what a token lacks or has is the same for all of them. */
const withScope = rows.filter(({ scope, by }) => scope && by !== 'people')
const ofScopes = [...new Set(withScope.map(({ scope }) => scope ?? ''))].map(
  (scope) => [scope, withScope.filter((row) => row.scope === scope)] as const,
)

/** Another integration than the caller's, which connects and disconnects itself. */
const asVisitor = (sample: Sample): Sample =>
  sample.row.path.startsWith('/agency-connections/') ? { ...sample, path: `/agency-connections/${agency.id}` } : sample

/** The first of each sort is asked with tokens of every kind that reach it, the others with one of them in turn. */
const askedBy = (kind: keyof typeof tokens, row: Row, place: number): boolean => {
  const kinds = kindsFor(row)
  return isFirst(row) ? kinds.includes(kind) : kinds[place % kinds.length] === kind
}

const kindsAndScopes = ofScopes.flatMap(([scope, those]) =>
  [...new Set(those.flatMap(kindsFor))].map((kind) => {
    const reached = those.filter((row, place) => askedBy(kind, row, place))
    return { kind, scope, those, reached, name: `${scope} of kind ${kind}: ${reached.map(nameOf).join(', ')}` }
  }),
)

test(
  'a scope is what a token of each kind needs',
  async () => {
    // A general token does at an agency what the integration has connected with.
    await visiting.reach(agency.id)
    await every(
      kindsAndScopes.filter(({ reached }) => reached.length > 0),
      ({ name }) => name,
      async ({ kind, scope, those, reached }) => {
        const lacking = await tokenWith(kind, scopesWithout(kind, ...those))
        for (const row of reached) {
          const refused = await send(service, asVisitor(await keptSampleOf(row, company)), bearer(lacking))
          const message = `The access token lacks the scope ${scope}`
          expect(saying(refused), row.operationId).toEqual({ status: 403, code: 'forbidden', message })
          const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
          expect(refused.headers.get('www-authenticate'), row.operationId).toBe(challenge)
        }
      },
    )
  },
  EVERY_MS,
)

test(
  'a scope is enough',
  async () => {
    await every(
      kindsAndScopes.filter(({ reached }) => reached.length > 0),
      ({ name }) => name,
      async ({ kind, scope, reached }) => {
        await visiting.reach(agency.id)
        // Who proposes a write needs to be allowed to read what it is about.
        const alone = await tokenWith(kind, scope === 'proposals:write' ? [scope, 'journal-entries:read'] : [scope])
        for (const row of reached) {
          const sample = asVisitor(await keptSampleOf(row, company))
          const answer = await send(service, sample, { authorization: `bearer  ${alone} ` })
          // What another integration wrote may be out of reach, or done before; who calls is not the reason.
          expect([401, 403], `${row.operationId}: ${answer.text}`).not.toContain(answer.status)
          // What is disconnected is connected again for the next.
          if (row.path.includes('connections')) await visiting.reach(agency.id)
        }
      },
    )
  },
  EVERY_MS,
)

test(
  'no row tells anybody whether another company is there',
  () =>
    every(
      rows.filter((row) => audienceOf(row) === 'company'),
      nameOf,
      async (row) => {
        const parameters = await keptParametersFor(row, company)
        const callers = isFirst(row) ? Object.values(tokens) : [tokens.company]
        for (const companyId of foreignIds(row, other.id, agency.id)) {
          const sample = { path: pathOf(row, { ...parameters, companyId }), init: initOf(row, parameters) }
          for (const token of callers) {
            const answer = await send(service, sample, bearer(token))
            const message = token === tokens.general ? GENERAL_TOKEN : OTHER_COMPANY
            expect(saying(answer), companyId).toEqual({ status: 403, code: 'forbidden', message })
          }
        }
      },
    ),
  EVERY_MS,
)

const ofAgencies = rows.filter((row) => audienceOf(row) === 'agency' && row.by !== 'people')

test('every row of agencies refuses a general token where the agency has not let the integration do this', () =>
  every(ofAgencies, nameOf, async (row) => {
    await visiting.reach(agency.id, scopesWithout('general', row))
    const general = await tokenWith('general', agencyScopes)
    const message = `The access token lacks the scope ${row.scope}`
    expect(saying(await sendKept(row, bearer(general)))).toEqual({ status: 403, code: 'forbidden', message })
  }))

test('no row tells anybody whether another agency is there', () =>
  every(ofAgencies, nameOf, async (row) => {
    const parameters = await keptParametersFor(row, company)
    for (const agencyId of foreignIds(row, closedAgency.id, company.id)) {
      const sample = { path: pathOf(row, { ...parameters, agencyId }), init: initOf(row, parameters) }
      for (const token of [tokens.company, tokens.agency, tokens.general]) {
        const answer = await send(service, sample, bearer(token))
        const message = token === tokens.general ? NEVER_CONNECTED : OTHER_AGENCY
        expect(saying(answer), agencyId).toEqual(turnedAway(message))
      }
    }
  }))

test('what needs no scope takes a token of an integration of any kind', () =>
  every(
    rows.filter(({ audience, scope }) => audience === 'general' && !scope),
    nameOf,
    async (row) => {
      for (const kind of ['company', 'agency', 'general'] as const) {
        const sample = { path: pathOf(row, { connectionId: newId() }), init: initOf(row) }
        const answer = await send(service, sample, bearer(tokens[kind]))
        expect([401, 403], `${kind}: ${answer.text}`).not.toContain(answer.status)
      }
    },
  ))

const refusedEarly = (row: Row, lacking: string): [number, Record<string, string>][] => [
  [401, {}],
  ...(row.scope ? [[403, bearer(lacking)] as [number, Record<string, string>]] : []),
  ...(isFirst(row) ? revokedAndForeign() : []),
]

const revokedAndForeign = (): [number, Record<string, string>][] => [
  [401, bearer(revoked)],
  [401, bearer(disconnected)],
  [403, bearer(foreign.private)],
]

const without = new Map<string, Promise<string>>()
/** A token of the company or its agency that lacks the scope of a row. */
const lackingFor = (row: Row): Promise<string> => {
  const kind = audienceOf(row) === 'company' ? 'private' : 'agency'
  const name = `${kind} ${row.scope}`
  const token = without.get(name) ?? tokenWith(kind, scopesWithout(kind, row))
  without.set(name, token)
  return token
}

test(
  'every write refuses before the body is there',
  () =>
    every(rows.filter(isWrite), nameOf, async (row) => {
      const { path } = await keptSampleOf(row, company)
      const type = row.upload ? 'multipart/form-data; boundary=x' : 'application/json'
      for (const [status, headers] of refusedEarly(row, await lackingFor(row))) {
        const head = { host: 'localhost', ...headers, 'content-type': type, 'content-length': 1000 }
        const answer = await exchange(service.origin, requestText(`${row.method} /v1${path}`, head))
        expect(answer.status).toBe(status)
      }
    }),
  EVERY_MS,
)

const audiences: Record<'company' | 'agency' | 'general', Audience[]> = {
  company: ['company'],
  agency: ['company', 'agency'],
  general: ['agency', 'general'],
}
const endingKinds = ['company', 'agency', 'general'] as const
const endingReads = rows.filter((row) => !isWrite(row) && endingKinds.some((kind) => reaches(kind, row)))

function reaches(kind: (typeof endingKinds)[number], row: Row): boolean {
  return audiences[kind].includes(audienceOf(row))
}

/** Whether the token of a kind is known at a row, which is asked of what may be there or not. */
const isKnown = async (row: Row, kind: (typeof endingKinds)[number]): Promise<boolean> => {
  const tenants = { companyId: company.id, agencyId: company.agency.id, userId: company.agency.administrator.id }
  const ids = { journalEntryId: newId(), commentId: newId(), fiscalYearId: company.fiscalYearId }
  const path = pathOf(row, { ...tenants, ...ids, connectionId: newId(), account: '1930' })
  return (await send(service, { path, init: {} }, bearer(tokens[kind]))).status !== 401
}

// Last, since the clock goes on: an hour later no access token is good any more, at no endpoint.
test(
  'an access token ends with its hour, at every row',
  async () => {
    const begun = service.now().getTime()
    const after = (seconds: number) => service.setNow(new Date(begun + seconds * 1000))
    await every(endingReads, nameOf, async (row) => {
      const kinds = endingKinds.filter((kind) => reaches(kind, row))
      for (const kind of kinds.slice(0, isFirst(row) ? undefined : 1)) {
        after(3600)
        expect(await isKnown(row, kind), `${kind} after an hour`).toBe(false)
        if (!isFirst(row)) continue
        after(3599)
        expect(await isKnown(row, kind), `${kind} a second before`).toBe(true)
      }
    }).finally(() => after(0))
  },
  EVERY_MS,
)
