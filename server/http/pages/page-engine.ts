// The engine behind every page: identifies the visitor, checks that forms are ours, runs the page, sends the document.
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { agentOf } from '#http/admission'
import { isOutage, logFailure, refusalFor, type Taken } from '#http/answers/failures'
import { chooseLanguage, isLanguage, type Language } from '#http/answers/language'
import { rolledBack } from '#http/answers/rolled-back'
import { sendFile } from '#http/answers/send-file'
import { fieldsOf, MAX_FIELDS, noFields } from '#http/bodies/fields'
import type { Actor } from '#platform/actor'
import type { ProcessContext } from '#platform/call'
import type { Database, Db, Transactor } from '#platform/db'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import { isId, newId } from '#platform/id'
import { type Refusal, statusOf } from '#platform/refusal'
import { type Cookies, cookiesOf, csrfTokens, isToken, newVisit } from './cookies.ts'
import type { Html } from './html.ts'
import { documentOf } from './layout.ts'
import type { PageAnswer, PageCall, PageInput, PageRow, Visitor } from './page.ts'
import { errorPage } from './page-errors.ts'
import { pageProgram, pageProgramPath } from './page-program.ts'
import { stylesheet, stylesheetPath } from './style.ts'

type PageOptions = {
  database: Database
  standing: ProcessContext
  publicUrl: string
  /** The public URL including the port chosen by the system, once the service listens: links in mail begin with it. */
  site: () => string
  clock: () => Date
  /** The owner of a session cookie; null if it is not valid. */
  findVisitor: (cookie: string, at: { now: Date; from: string; agent: string }) => Promise<Visitor | null>
}

/** Renders refusals outside of the pages as a page, for readers that accept HTML. */
export type PageErrors = {
  isReader(request: FastifyRequest): boolean
  send(request: FastifyRequest, reply: FastifyReply, refused: Refusal): FastifyReply
}

/** Most bytes in a form (64 KiB). */
const FORM_LIMIT = 64 * 1024
/** How long a browser remembers a language, in seconds (one year). */
const LANGUAGE_MAX_AGE = 365 * 24 * 60 * 60

/** The actor before a login. */
const stranger: Actor = { kind: 'user', id: '00000000-0000-0000-0000-000000000000', name: '' }

/** A failure to show a page, as a status; the reader gets an error page. */
class PageFault extends Error {
  readonly status: number
  readonly isCsrf: boolean
  constructor(status: number, message: string, isCsrf = false) {
    super(message)
    this.status = status
    this.isCsrf = isCsrf
  }
}

/** The context for every page. */
type Engine = PageOptions & {
  cookies: Cookies
  csrfOf: (bound: string) => string
  base: string
  formPaths: ReadonlySet<string>
}

/** Adds every page of the table, and the stylesheet. Forms are only parsed here. */
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
      // API clients that forgot the version end up here too, and are told so.
      if (row.path.endsWith('/*') && !isReader(request)) return reply.callNotFound()
      if (row.method === 'POST') refuseForeign(request, engine)
    },
    handler: (request, reply) => answer(row, request, reply, engine),
  })
}

/**
 * A form sent by another site is refused before it is read. Browsers indicate this by Sec-Fetch-Site, older ones by
 * Origin, which is `null` for pages that hide their address, as ours do. In the end the CSRF token decides.
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
  // A form may take minutes to arrive; its time counts from here.
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
  const inOne = () => (request.method === 'HEAD' ? rolledBack(call.transact, run) : call.transact(run))
  const answered = await (whole ? inOne() : run(call))
  return sendPage(answered, { row, request, reply, engine, call })
}

/** A page about one company uses the database of that company. */
const databaseFor = ({ database }: Engine, { params: { companyId = '' } }: PageInput): Transactor =>
  isId(companyId) ? database.of(companyId) : database

/** The input of a request, and its fault, which is only reported if the CSRF token is valid. */
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

/** The raw text: its fields are counted before they are parsed. */
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
    transact: (work) => retryAfterDeadlock(() => database.transaction((own) => work(on(own)))),
  })
  return on(database)
}

const languageOf = (request: FastifyRequest, cookies: Cookies, visitor: Visitor | null): Language => {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang
  const { 'accept-language': accepted } = request.headers
  return chooseLanguage([asked, cookies.read(request, 'language'), visitor?.language], accepted)
}

/** Redirects to the login, and then back to the page; a submitted form is lost. */
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

/** Personal pages must not be cached, and their URLs not be sent as referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const sendDocument = (reply: FastifyReply, { text, policy }: { text: string; policy: string }): FastifyReply =>
  reply
    .headers(PRIVATE)
    .headers({ 'content-security-policy': policy, 'x-frame-options': 'DENY' })
    .type('text/html; charset=utf-8')
    .send(text)

/** Only a page with a script may load one; inline scripts are never allowed. */
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
  // Outside of the pages, cookies have not been parsed.
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

/** What a reader sees of a failure: the status, and the id of the log entry. */
type Told = { status: number; errorId: string }

/** The bodies that pages accept. */
const FORMS: Taken = { limit: FORM_LIMIT, type: 'application/x-www-form-urlencoded' }
