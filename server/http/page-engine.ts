// The engine behind every page: who is there, does the form come from us, run the page, send the document.
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { againAfterDeadlock } from '#platform/again'
import type { Actor, Standing } from '#platform/call'
import type { Database, Db, Transactor } from '#platform/db'
import { isId, newId } from '#platform/id'
import { type Refusal, statusOf } from '#platform/refusal'
import { agentOf } from './agent.ts'
import { type Cookies, cookiesOf, csrfTokens, isToken, newVisit } from './cookies.ts'
import { isOutage, logFailure, refusalFor, type Taken } from './failures.ts'
import { fieldsOf, MAX_FIELDS, noFields } from './fields.ts'
import type { Html } from './html.ts'
import { chooseLanguage, isLanguage, type Language } from './language.ts'
import { documentOf } from './layout.ts'
import { leavingNothing } from './leaving-nothing.ts'
import type { PageAnswer, PageCall, PageInput, PageRow, Visitor } from './page.ts'
import { errorPage } from './page-errors.ts'
import { pageProgram, pageProgramPath } from './page-program.ts'
import { sendFile } from './send-file.ts'
import { stylesheet, stylesheetPath } from './style.ts'

export type PageOptions = {
  database: Database
  standing: Standing
  publicUrl: string
  /** The same with the port that the system has chosen, once the service listens: what links in mails begin with. */
  site: () => string
  clock: () => Date
  /** Who the session cookie belongs to; null when it is not one of ours, or not any more. */
  findVisitor: (cookie: string, at: { now: Date; from: string; agent: string }) => Promise<Visitor | null>
}

/** Answers what was refused outside the pages with a page, to readers that ask for one. */
export type PageErrors = {
  isReader(request: FastifyRequest): boolean
  send(request: FastifyRequest, reply: FastifyReply, refused: Refusal): FastifyReply
}

/** Maximum number of bytes in a form (64 KiB). */
export const FORM_LIMIT = 64 * 1024
/** How long a browser remembers a language, in seconds (one year). */
const LANGUAGE_MAX_AGE = 365 * 24 * 60 * 60

/** Who acts before anybody has logged in. */
const stranger: Actor = { kind: 'user', id: '00000000-0000-0000-0000-000000000000', name: '' }

/** What keeps a page from being shown, as a status; the reader gets a page about it. */
class PageFault extends Error {
  readonly status: number
  readonly isCsrf: boolean
  constructor(status: number, message: string, isCsrf = false) {
    super(message)
    this.status = status
    this.isCsrf = isCsrf
  }
}

/** What the engine needs for every page. */
type Engine = PageOptions & {
  cookies: Cookies
  csrfOf: (bound: string) => string
  base: string
  formPaths: ReadonlySet<string>
}

/** Adds every page of the table, and the stylesheet. Forms are read here and nowhere else. */
export const addPages = async (
  app: FastifyInstance,
  rows: readonly PageRow[],
  options: PageOptions,
): Promise<PageErrors> => {
  const engine: Engine = {
    ...options,
    cookies: cookiesOf(options.publicUrl),
    csrfOf: csrfTokens(options.standing),
    base: new URL(options.publicUrl).pathname.replace(/\/$/, ''),
    formPaths: new Set(rows.filter(({ method }) => method === 'GET').map(({ path }) => path)),
  }
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    await pages.register(formbody, { bodyLimit: FORM_LIMIT, parser: parseForm })
    await pages.register(cookie)
    pages.setErrorHandler((error, request, reply) => sendFault(engine, request, reply, error))
    for (const row of rows) addPage(pages, row, engine)
  })
  app.get(stylesheetPath, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(stylesheet),
  )
  app.get(pageProgramPath, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(pageProgram),
  )
  return {
    isReader,
    send: (request, reply, refused) => sendFault(engine, request, reply.headers(refused.headers), refused),
  }
}

const isReader = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html')

const addPage = (pages: FastifyInstance, row: PageRow, engine: Engine): void => {
  pages.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: FORM_LIMIT,
    onRequest: async (request, reply) => {
      request.now = engine.clock()
      // Programs that have forgotten the version ask here too, and are told so.
      if (row.path.endsWith('/*') && !isReader(request)) return reply.callNotFound()
      if (row.method === 'POST') refuseForeign(request, engine)
    },
    handler: (request, reply) => answer(row, request, reply, engine),
  })
}

/**
 * A form that another site sends is refused before it is read. Browsers tell by Sec-Fetch-Site, older ones by Origin,
 * which is `null` where a page keeps its address to itself, as ours do. The token decides in the end.
 */
const refuseForeign = ({ headers }: FastifyRequest, { publicUrl }: Engine): void => {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw new PageFault(403, 'a form of another site', true)
  }
  if (origin === undefined || origin === 'null') return
  const from = URL.canParse(origin) ? new URL(origin) : null
  if (from?.origin !== new URL(publicUrl).origin && from?.host !== host) {
    throw new PageFault(403, 'a form of another site', true)
  }
}

const answer = async (
  row: PageRow,
  request: FastifyRequest,
  reply: FastifyReply,
  engine: Engine,
): Promise<FastifyReply> => {
  // A form may take minutes to arrive: what is dated and counted by it is so from here on.
  request.now = engine.clock()
  const { input, fault } = inputOf(request)
  const session = engine.cookies.read(request, 'session')
  const agent = agentOf(request)
  const visitor = session ? await engine.findVisitor(session, { now: request.now, from: request.ip, agent }) : null
  if (visitor) request.actor = actorOf(visitor)
  if (row.visitor === 'person' && !visitor) return sendToLogin(row, request, reply, engine)
  const visit = engine.cookies.read(request, 'visit')
  const kept = visit ?? newVisit()
  const csrf = engine.csrfOf(visitor && session ? session : kept)
  if (row.method === 'POST' && !isToken(input.form.csrf ?? '', csrf)) {
    throw new PageFault(403, 'a form without the token of its session', true)
  }
  if (fault) throw fault
  if (!visitor && !visit) engine.cookies.write(reply, { name: 'visit', value: kept })
  if (isLanguage(input.query.lang)) {
    engine.cookies.write(reply, { name: 'language', value: input.query.lang, maxAge: LANGUAGE_MAX_AGE })
  }
  const language = languageOf(request, engine.cookies, visitor)
  const database = databaseFor(engine, input)
  const call = callOf(request, { engine, database, visitor, csrf, agent, language })
  const whole = (row.transaction ?? (row.method === 'POST' ? 'whole' : 'own')) === 'whole'
  const run = (own: PageCall) => row.run(own, input)
  const inOne = () => (request.method === 'HEAD' ? leavingNothing(call.transact, run) : call.transact(run))
  const answered = await (whole ? inOne() : run(call))
  return sendPage(answered, { row, request, reply, engine, call })
}

/** A page about one company is answered where the company is. */
const databaseFor = ({ database }: Engine, { params: { companyId = '' } }: PageInput): Transactor =>
  isId(companyId) ? database.of(companyId) : database

/** What came with a request, and what is wrong with it: told only to those who show the token of the form. */
const inputOf = (request: FastifyRequest): { input: PageInput; fault: PageFault | null } => {
  const { url, params, body } = request
  const query = fieldsOf(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const form = typeof body === 'string' ? fieldsOf(body) : noFields()
  if (!query || !form) throw new PageFault(400, `more than ${MAX_FIELDS} fields`)
  const input = {
    query: query.values,
    form: form.values,
    params: params as Record<string, string>,
    url,
    repeated: query.repeated,
  }
  if (query.hasNul || form.hasNul) return { input, fault: new PageFault(400, 'a value with a NUL character') }
  if (form.repeated.length > 0) return { input, fault: new PageFault(400, 'a form with a field twice') }
  return { input, fault: null }
}

/** The text as it came: its fields are counted before they are read. */
const parseForm = (text: string): Record<string, unknown> => text as unknown as Record<string, unknown>

const actorOf = ({ person: { id, name } }: Visitor): Actor => ({ kind: 'user', id, name })

const callOf = (
  request: FastifyRequest,
  given: {
    engine: Engine
    database: Transactor
    visitor: Visitor | null
    csrf: string
    agent: string
    language: Language
  },
): PageCall => {
  const { engine, database, visitor, csrf, agent, language } = given
  const on = (db: Db): PageCall => ({
    ...engine.standing,
    db,
    now: request.now,
    actor: visitor ? actorOf(visitor) : stranger,
    from: request.ip,
    person: visitor?.person ?? null,
    sessionId: visitor?.sessionId ?? null,
    operates: visitor?.operates ?? 'no',
    language,
    csrf,
    base: engine.base,
    agent,
    publicUrl: engine.site(),
    cookie: (name) => engine.cookies.read(request, name),
    transact: (work) => againAfterDeadlock(() => database.transaction((own) => work(on(own)))),
  })
  return on(database)
}

const languageOf = (request: FastifyRequest, cookies: Cookies, visitor: Visitor | null): Language => {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang
  const { 'accept-language': accepted } = request.headers
  return chooseLanguage([asked, cookies.read(request, 'language'), visitor?.language], accepted)
}

/** To the login, and then back to the page; what a form would have done is not done. */
const sendToLogin = (row: PageRow, request: FastifyRequest, reply: FastifyReply, engine: Engine): FastifyReply => {
  const next = engine.formPaths.has(row.path) ? request.url : '/account'
  return redirect(reply, `/login?${new URLSearchParams({ next })}`, engine)
}

const sendPage = (
  answered: PageAnswer,
  { row, request, reply, engine, call }: Sending & { row: PageRow; call: PageCall },
): FastifyReply => {
  reply.headers(answered.headers ?? {})
  for (const one of answered.cookies ?? []) engine.cookies.write(reply, one)
  if ('redirect' in answered) return redirect(reply, answered.redirect, engine, answered.status)
  if ('file' in answered) return sendFile(reply.headers(PRIVATE), answered.file)
  if ('document' in answered) return sendDocument(reply, { text: answered.document.text, policy: answered.policy })
  const { title, body, status = 200, formAction = [], program: isLively = false } = answered
  const program = isLively ? pageProgramPath : null
  const { person, language, csrf, base } = call
  const addressIn = engine.formPaths.has(row.path) ? (one: Language) => `${base}${inLanguage(request.url, one)}` : null
  return sendDocument(reply.code(status), {
    text: documentOf({ title, body, language, base, addressIn, menu: { person, csrf }, wrong: status >= 400, program }),
    policy: policyWith(formAction, program),
  })
}

type Sending = { request: FastifyRequest; reply: FastifyReply; engine: Engine }

const inLanguage = (url: string, language: Language): string => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  parameters.set('lang', language)
  return `${path}?${parameters}`
}

const redirect = (reply: FastifyReply, to: string, { base }: Engine, status = 303): FastifyReply =>
  reply
    .headers(PRIVATE)
    .code(status)
    .header('location', to.startsWith('/') ? `${base}${to}` : to)
    .send()

/** What is shown to one reader is kept by nobody, and its address is told to nobody. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const sendDocument = (reply: FastifyReply, { text, policy }: { text: string; policy: string }): FastifyReply =>
  reply
    .headers(PRIVATE)
    .headers({ 'content-security-policy': policy, 'x-frame-options': 'DENY' })
    .type('text/html; charset=utf-8')
    .send(text)

/** Only a page that has a program may load it, and nothing in a page is one. */
const policyWith = (formAction: readonly string[], program: string | null): string =>
  [
    `default-src 'none'`,
    ...(program ? [`script-src 'self'`] : []),
    `style-src 'self'`,
    `img-src 'self' data:`,
    `form-action ${["'self'", ...formAction].join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ')

const sendFault = (engine: Engine, request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply => {
  const { status, errorId } = thrown instanceof PageFault ? noted(request, thrown) : failed(request, reply, thrown)
  // Outside the pages nobody has read the cookies.
  const language = request.cookies
    ? languageOf(request, engine.cookies, null)
    : chooseLanguage([], request.headers['accept-language'])
  const isCsrf = thrown instanceof PageFault && thrown.isCsrf
  const page: { title: string; body: Html } = errorPage(language, { status, isCsrf, errorId, base: engine.base })
  const text = documentOf({ ...page, language, base: engine.base, addressIn: null, menu: null, wrong: true })
  return sendDocument(reply.code(status), { text, policy: policyWith([], null) })
}

const noted = (request: FastifyRequest, { status, message: reason }: PageFault): Told => {
  const errorId = newId()
  request.log.info({ errorId, status, reason }, 'refused')
  return { status, errorId }
}

const failed = (request: FastifyRequest, reply: FastifyReply, thrown: unknown): Told => {
  const refused = refusalFor(thrown, { method: request.method, taken: FORMS })
  if (isOutage(refused)) reply.headers(refused.headers)
  return { status: statusOf[refused.kind.code], errorId: logFailure(request.log, refused, thrown) }
}

/** What a reader is told of a failure: the status, and the id that the log has it under. */
type Told = { status: number; errorId: string }

/** What pages take as a body. */
const FORMS: Taken = { limit: FORM_LIMIT, type: 'application/x-www-form-urlencoded' }
