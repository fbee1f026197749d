// The first run: a service without any account admits its owner, once, creating a company with its first year; or opens
// the demo company. The endpoints are outside of the table, because no login is possible yet.
import { createHmac } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findDemo } from '#demo/demo'
import { deskContribution, deskService } from '#desk'
import { checkOf, languages, Name, object, type Static, Type } from '#http'
import { httpService } from '#http/service'
import {
  findPerson,
  hasSecondFactor,
  identityService,
  type LoggedIn,
  MAX_EMAIL,
  MAX_PASSWORD,
  MAX_PERSON_NAME,
} from '#identity'
import { type Actor, operator } from '#platform/actor'
import type { Call, ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { type FieldError, invalidWith, Refusal } from '#platform/refusal'
import { isTypedCode, typedCodeOf } from '#text/typed-code'

type FirstRunOptions = {
  database: Database
  standing: ProcessContext
  clock: () => Date
  publicUrl: string
  basePath: string
}

/**
 * The code that proves access to the service's output, or its data folder. It is derived from the secret key, so that
 * every process knows it, and valid until there is an account.
 */
export const firstRunCode = ({ keyFor }: Pick<ProcessContext, 'keyFor'>): string =>
  typedCodeOf(createHmac('sha256', keyFor('first-run')).update('code').digest())

/** Whether there is no account yet, not counting the demo's owner. */
export const isFirstRun = async (call: Pick<Call, 'db'>): Promise<boolean> =>
  !(await identityService.hasPeopleBeside(call, (await findDemo(call))?.ownerId ?? null))

const Code = Type.Optional(Type.String({ maxLength: 100 }))
const FirstRun = object({
  code: Code,
  name: Name({ maxLength: MAX_PERSON_NAME }),
  email: Type.String({ maxLength: MAX_EMAIL }),
  password: Type.String({ maxLength: MAX_PASSWORD }),
  language: Type.Optional(Type.Enum([...languages])),
  company: object(deskService.askedOfCompany),
})
const checkFirstRun = checkOf(FirstRun)
const checkDemo = checkOf(object({ code: Code }))

/** The paths, for answers to other methods and paths. */
export const firstRunPaths = (basePath: string) =>
  [
    { method: 'GET' as const, path: '/first-run' },
    { method: 'POST' as const, path: '/first-run' },
    { method: 'POST' as const, path: '/first-run/demo' },
  ].map(({ method, path }) => ({ method, path: `${basePath}${path}` }))

/** Adds the three endpoints of the first run. */
export const addFirstRun = async (app: FastifyInstance, options: FirstRunOptions): Promise<void> => {
  const { database, basePath } = options
  await app.register(async (scope) => {
    await scope.register(cookie)
    scope.get(`${basePath}/first-run`, async (request) => {
      const isNeeded = await isFirstRun({ db: database })
      const demo = isNeeded ? await enterable({ db: database }) : null
      return { isNeeded, needsCode: isNeeded && !isLocal(request, options), hasDemo: demo !== null }
    })
    scope.post(`${basePath}/first-run`, async (request, reply) => {
      const body = await admitted<Static<typeof FirstRun>>(request, options, checkFirstRun)
      return begin(request, reply, options, (call) => makeFirst(call, body))
    })
    scope.post(`${basePath}/first-run/demo`, async (request, reply) => {
      await admitted(request, options, checkDemo)
      return begin(request, reply, options, async (call) => {
        const demo = await enterable(call)
        if (!demo) throw deskContribution.firstRunRefusals.noDemo()
        return { person: await findPerson(call, demo.ownerId), companyId: demo.companyId }
      })
    })
  })
}

/** The body of an authorized request; refused in an order that reveals nothing to others. */
const admitted = async <Body extends object>(
  request: FastifyRequest,
  options: FirstRunOptions,
  check: (body: unknown) => FieldError[],
): Promise<Body> => {
  if (isForeign(request)) throw deskContribution.firstRunRefusals.foreign()
  if (!(await isFirstRun({ db: options.database }))) throw deskContribution.firstRunRefusals.isOver()
  const body = request.body ?? {}
  if (!isLocal(request, options) && !isRightCode(body, firstRunCode(options.standing)))
    throw deskContribution.firstRunRefusals.noCode()
  const errors = check(body)
  if (errors.length > 0) throw invalidWith(errors)
  // The cast is safe: the body was just validated.
  return body as Body
}

const isRightCode = (body: object, right: string): boolean => isTypedCode((body as { code?: unknown }).code, right)

/** A page of another site in the owner's browser can reach the service like the owner; browsers mark such requests. */
const isForeign = ({ headers }: FastifyRequest): boolean => {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i
/** Headers added by proxies: behind one, every request comes from this machine. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether the request comes from this machine, according to the connection, the requested host name, and the public
 * URL. A foreign name that resolves to this machine (DNS rebinding) does not count.
 */
const isLocal = ({ raw, ip, headers }: FastifyRequest, { publicUrl }: FirstRunOptions): boolean =>
  [raw.socket.remoteAddress ?? '', ip].every((address) => LOOPBACK.test(address)) &&
  LOCAL_HOST.test(headers.host ?? '') &&
  LOCAL_HOST.test(new URL(publicUrl).host) &&
  FORWARDING.every((name) => headers[name] === undefined)

/** The demo, if its owner logs in by password only. */
const enterable = async (call: Pick<Call, 'db'>): Promise<{ companyId: string; ownerId: string } | null> => {
  const demo = await findDemo(call)
  if (!demo?.ownerId || (await hasSecondFactor(call, demo.ownerId))) return null
  return { companyId: demo.companyId, ownerId: demo.ownerId }
}

type Entered = { person: { id: string; name: string }; companyId: string }

/** Creates the first person, with a company and its first year, in one transaction. */
const makeFirst = async (call: Call, { code: _, company, ...person }: Static<typeof FirstRun>): Promise<Entered> => {
  const { id } = await identityService.createPerson(call, person)
  const name = person.name.trim()
  const own = { ...call, actor: { kind: 'user', id, name } satisfies Actor }
  const { id: companyId } = await within('#/company', () => deskService.foundCompany(own, company, id))
  return { person: { id, name }, companyId }
}

/** Errors in a part of the body are reported with its location. */
const within = async <T>(place: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.errors.length === 0) throw cause
    throw invalidWith(cause.errors.map((error) => ({ ...error, field: error.field.replace(/^#/, place) })))
  }
}

/** Serializes first runs, does the work if it is still the first, and starts the person's session. */
const begin = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { database, standing, clock, publicUrl }: FirstRunOptions,
  work: (call: Call) => Promise<Entered>,
): Promise<object> => {
  const { read, write } = httpService.cookiesOf(publicUrl)
  const { loggedIn, personId, companyId } = await database.transaction(async (db) => {
    const call: Call = { ...standing, db, now: clock(), actor: operator, from: request.ip }
    await identityService.holdFirstPerson(call)
    if (!(await isFirstRun(call))) throw deskContribution.firstRunRefusals.isOver()
    const { person, companyId } = await work(call)
    const browser = {
      agent: httpService.agentOf(request),
      sessionId: null,
      cookie: (name: 'device' | 'login') => read(request, name),
    }
    const actor = { kind: 'user', id: person.id, name: person.name } as const
    const loggedIn: LoggedIn = await identityService.complete({ ...call, ...browser, actor }, person.id, {})
    return { loggedIn, personId: person.id, companyId }
  })
  write(reply, { name: 'session', value: loggedIn.session })
  if (loggedIn.device) write(reply, { name: 'device', value: loggedIn.device, maxAge: identityService.DEVICE_MAX_AGE })
  return { personId, companyId, csrfToken: httpService.csrfTokens(standing)(loggedIn.session) }
}
