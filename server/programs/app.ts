// Builds the HTTP app: the table of endpoints, the guard before them, documentation and health checks.
import { promisify } from 'node:util'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { accessPages, accessRows, accessService, authorizePages, type ReadDocument, selfScopes } from '#access'
import { accrualRows } from '#accruals'
import { agencyRows, navigationPages } from '#agency'
import { annualReportRows } from '#annual-report'
import { assetRows } from '#assets'
import { bankingPages, bankingRows } from '#banking'
import { demoConsentPage } from '#demo/demo-consent-page'
import { deskRows } from '#desk'
import { documentRows } from '#documents'
import { eInvoiceRows } from '#e-invoices'
import { eventRows } from '#events'
import type { FreeSpace } from '#files/free-space'
import { newGuard } from '#guard/guard'
import { callerReader } from '#guard/guard-callers'
import { clientReader } from '#guard/guard-clients'
import { type LimitSettings, openLimits } from '#guard/guard-limits'
import { personReader } from '#guard/guard-people'
import { meRows } from '#guard/me'
import { historyRows } from '#history'
import {
  addPages,
  addRows,
  type Brand,
  brandOf,
  bulkRow,
  type ConnectionShares,
  type ConnectionTimeouts,
  innerWrites,
  type PageRow,
  type Row,
  type VersionLife,
} from '#http'
import { httpService } from '#http/service'
import { identityPages, identityRows, identityService } from '#identity'
import { ledgerRows, ledgerService } from '#ledger'
import { closingPages } from '#lifecycle/close-account'
import { erasureRows } from '#lifecycle/erase-party'
import { agencyRemovalRows } from '#lifecycle/remove-agency'
import { companyRemovalRows } from '#lifecycle/remove-company'
import { removalRows } from '#lifecycle/remove-year'
import { mailInRows } from '#mail-in'
import { addMcp, mcpPaths } from '#mcp'
import { type Metrics, monitoringService, type Tracing } from '#monitoring'
import { operatorRows } from '#operator'
import { payrollRows } from '#payroll'
import { planRows, storageRows } from '#plans'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { type EventNotifications, openEventNotifications } from '#platform/event-notifications'
import { reasonOf } from '#platform/startup-error'
import { answerPorts } from '#programs/doctor/port-answers'
import { addDocumentation } from '#programs/documentation/documentation'
import { readEffects } from '#programs/documentation/effects'
import { guidePages, REFERENCE_PATH } from '#programs/documentation/guides'
import { addMarkdown, markdownPaths } from '#programs/documentation/markdown'
import { proposalRows } from '#proposals'
import { purchasingRows } from '#purchasing'
import { offerReading, readingRows } from '#readings'
import { partyRows, recordRows } from '#records'
import { recurringRows } from '#recurring'
import { reminderRows } from '#reminders'
import { reportRows } from '#reports'
import { keepRequests, requestLogRows } from '#request-log'
import { paymentPages, salesRows } from '#sales'
import { programVersion } from '#schema/program'
import { writeSheet } from '#sheets'
import { addFaults } from '#simulations/faults'
import { simulationRows } from '#simulations/routes'
import { taxAccountRows } from '#tax-account'
import { vatRows } from '#vat'
import { integrationWebhookRows, webhookRows, webhooksService } from '#webhooks'
import { yearEndRows } from '#year-end'
import { addConsoleFiles, consolePages } from './console.ts'
import { addFirstRun, firstRunPaths } from './first-run.ts'
import { mailCallbacks } from './mail-callbacks.ts'
import { startPage } from './start-page.ts'

export type AppOptions = {
  database: Database
  standing: ProcessContext
  logger: FastifyBaseLogger
  /** The brand in the names of headers: API_BRAND. */
  mark: string
  /** The public URL of the service, without `/v1`. */
  publicUrl: string
  clock: () => Date
  trustedProxies?: readonly string[]
  limits: LimitSettings
  /** Checks the disk space required for changes. */
  space: FreeSpace
  /**
   * Whether people other than the owner are redirected to production integrations only after the operator has approved
   * them.
   */
  needsApproval?: boolean
  /** Whether clients may register themselves; they may if absent. */
  mayRegister?: boolean
  /** Reads the document of a client, in tests. */
  readDocument?: ReadDocument
  /** The end of the version's life; none if absent. */
  life?: VersionLife
  /** Whether to receive other processes' notifications of commits; by default only its own. */
  listens?: boolean
  /** The number of processes that answer requests of this service; one if absent. */
  processes?: number
  /** Counts responses if metrics are enabled; with a token, metrics are served here beside the API. */
  metrics?: { metrics: Metrics; token: string | null } | null
  tracing?: Tracing
  /** The token for details of the installation's state at `/ready`, and how to check it. */
  ready?: { token: string; look: () => Promise<readonly object[]> }
  /** After how many milliseconds a long response that the client does not read is cut off; a minute if absent. */
  stalledMs?: number | undefined
  /** How long requests wait for a connection; production's values if absent. */
  turnPatience?: Partial<ConnectionTimeouts> | undefined
  /** Replaces the endpoints, for tests of the parts common to all. */
  table?: readonly Row[]
}

answerPorts()

/** The endpoints for data of companies and agencies, whose writes may be proposed. */
const enteredRows: readonly Row[] = [
  ...identityRows,
  ...ledgerRows,
  ...accessRows,
  ...historyRows,
  ...partyRows,
  ...erasureRows,
  ...planRows,
  ...storageRows,
  ...salesRows,
  ...documentRows({ hasEntry: ledgerService.hasEntry, onUpload: offerReading }),
  ...readingRows,
  ...purchasingRows,
  ...eInvoiceRows,
  ...mailInRows,
  ...bankingRows,
  ...reportRows,
  ...vatRows,
  ...taxAccountRows,
  ...assetRows,
  ...accrualRows,
  ...payrollRows,
  ...recurringRows,
  ...reminderRows,
  ...yearEndRows,
  ...annualReportRows,
  ...removalRows,
  ...webhookRows,
  ...integrationWebhookRows,
  ...requestLogRows,
  ...agencyRows,
  ...deskRows,
  ...companyRemovalRows,
  ...agencyRemovalRows,
  ...operatorRows,
  ...meRows,
]

/** With proposals of their writes, and with those by which the world outside of test companies comes in. */
const ownRows: readonly Row[] = [
  ...enteredRows,
  ...proposalRows(innerWrites(enteredRows, readEffects)),
  ...simulationRows(enteredRows, mailCallbacks),
]

/** Every endpoint of the API, below `/v1`. */
export const rows: readonly Row[] = [...ownRows, ...recordRows(ownRows), ...eventRows(ownRows), bulkRow(ownRows)]

export const BASE_PATH = '/v1'

/** Every page for people, from the origin; guides name headers as this brand does. */
const pagesIn = (brand: Brand): readonly PageRow[] => [
  startPage,
  demoConsentPage,
  ...guidePages(brand),
  ...identityPages,
  ...closingPages,
  ...accessPages,
  ...bankingPages,
  ...paymentPages,
  ...navigationPages,
  ...consolePages,
]

export const pages = pagesIn(brandOf('service'))

/** Whether an address is one of programs: all below the version, except its one page and its description. */
const isOfApi = (url: string): boolean =>
  url.startsWith(`${BASE_PATH}/`) && !/^\/(?:authorize|openapi\.json)\b/.test(url.slice(BASE_PATH.length))

/**
 * Whether a path accepts bearer tokens, also from pages of other sites: not those where people or clients authenticate.
 */
const takesBearers = (url: string): boolean =>
  isOfApi(url) && !/^\/(?:first-run|token)\b/.test(url.slice(BASE_PATH.length))

const NO_END: VersionLife = { deprecated: undefined, sunset: undefined, brownouts: [] }

/** Public paths beside the API. */
const besideRows = (brand: Brand) =>
  ['/health', '/ready', REFERENCE_PATH, `${BASE_PATH}/openapi.json`, ...markdownPaths(brand)].map((path) => ({
    method: 'GET' as const,
    path,
  }))

/** How long the database may take to answer before the service counts as not ready, in milliseconds. */
const READY_TIMEOUT_MS = 2000

/** The whole service over HTTP; the caller listens and closes. */
export const newApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { database, logger, mark, publicUrl, clock, space, trustedProxies = [] } = options
  const { needsApproval = true, mayRegister = true, life = NO_END, stalledMs, turnPatience } = options
  const brand = brandOf(mark)
  const app = await httpService.newHttp({ logger, brand, trustedProxies, stalledMs, publicUrl, basePath: BASE_PATH })
  httpService.addCrossOrigin(app, { brand, isShared: takesBearers })
  app.addHook('onRequest', ({ method }, _reply, done) => {
    if (httpService.isRead(method)) return done()
    space.require().then(() => done(), done)
  })
  const site = accessService.issuerOf(app, publicUrl)
  brand.docUrl = (code) => `${site()}${httpService.GUIDE}#${code}`
  httpService.addVersionLife(app, { life, clock, brand, isOfVersion: isOfApi })
  const outside = (companyId: string) => database.of(companyId).lookUps
  const standing = { ...options.standing, site, outside }
  const placed = (options.table ?? rows).map((row) => ({ ...row, path: `${BASE_PATH}${row.path}` }))
  const { takeToken, takeRegistration, ratePeople, ...counted } = await openLimits(app, {
    database,
    brand,
    clock,
    limits: options.limits,
  })
  const csrfOf = httpService.csrfTokens(standing)
  const people = { readPerson: personReader(database), rate: ratePeople, csrfOf }
  const readers = { readCaller: callerReader(database), readClients: clientReader(database) }
  const guard = newGuard({ ...readers, brand, people, ...counted })
  const { read } = httpService.cookiesOf(publicUrl)
  const sessionOf = (request: FastifyRequest) =>
    httpService.isForeign(request, publicUrl) ? null : read(request, 'session')
  const { listens = false, processes = 1, metrics = null } = options
  const notifications = openEventNotifications(database, listens, {
    processes,
    measure: metrics?.metrics.measures.caughtUp,
  })
  app.addHook('preClose', () => notifications.close())
  options.tracing?.watch(app)
  keepRequests(app, database)
  const share = httpService.newConnectionShares(database.size, database.placeOf, turnPatience)
  const serving = { told: notifications, sessionOf, writeSheet, share, readEffects }
  addFaults(app, { database, brand })
  addRows(app, placed, { database, standing, brand, clock, guard, ...serving })
  addHealth(app, options, share)
  const beside = [...besideRows(brand), ...measure(app, options, notifications)]
  await addConsoleFiles(app)
  await addDocumentation(app, { rows, brand, site, basePath: BASE_PATH })
  addMarkdown(app, { brand, site, basePath: BASE_PATH })
  const registering = { takeRegistration, mayRegister, basePath: BASE_PATH }
  const oauth = { database, standing, clock, takeToken, mark, publicUrl, ...registering }
  await accessService.addOAuth(app, oauth)
  await addMcp(app, { site, basePath: BASE_PATH, scopes: selfScopes, version: programVersion() })
  await addFirstRun(app, { database, standing, clock, publicUrl, basePath: BASE_PATH })
  const findVisitor = identityService.visitorReader(database)
  const path = `${BASE_PATH}/authorize`
  const readDocument = options.readDocument ?? webhooksService.documentReader(standing.outgoing)
  const asking = authorizePages({ issuer: site, mark, path, needsApproval, readDocument, ...registering })
  const shown = [...pagesIn(brand), ...asking]
  const pageErrors = await addPages(app, shown, { database, standing, publicUrl, site, clock, findVisitor })
  const others = [...mcpPaths, ...firstRunPaths(BASE_PATH), ...accessService.oauthPaths(oauth)]
  const isReader = (request: FastifyRequest) => !isOfApi(request.url) && pageErrors.isReader(request)
  httpService.addNotFound(app, {
    rows: [...placed, ...beside, ...others, ...shown],
    basePath: BASE_PATH,
    refuse: (request, reply, refused) => httpService.sendRefusal(reply, refused, brand, request.log),
    pages: { ...pageErrors, isReader },
  })
  return app
}

/** Adds metrics to the app if they are enabled; returns the served paths. */
const measure = (
  app: FastifyInstance,
  { metrics: read }: AppOptions,
  notifications: EventNotifications,
): ReturnType<typeof besideRows> => {
  if (!read) return []
  const { metrics, token } = read
  monitoringService.countAnswers(app, metrics)
  metrics.lookAt(async () => ({
    listeners: notifications.waiting('').all,
    connections: await promisify(app.server.getConnections.bind(app.server))(),
  }))
  if (token === null) return []
  monitoringService.addMetrics(app, metrics, token)
  return [{ method: 'GET', path: monitoringService.METRICS_PATH }]
}

/** The service is ready even if the detailed checks failed. */
const untold = (cause: unknown): readonly object[] => [
  { check: 'checks', level: 'fail', says: `they could not be made (${reasonOf(cause)})`, todo: 'See the log.' },
]

/**
 * Alive means that requests get results, good or bad; ready means that the database is reachable as for requests, and
 * that a caller without other requests gets its turn.
 */
const addHealth = (app: FastifyInstance, { database, space, ready }: AppOptions, share: ConnectionShares): void => {
  app.get('/health', async (_request, reply) =>
    database.isStuck() ? reply.code(503).send({ status: 'stuck' }) : { status: 'ok' },
  )
  app.get('/ready', async (request, reply) => {
    // Clients that may read metrics get the details.
    const isTold = ready !== undefined && monitoringService.bringsToken(request.headers.authorization, ready.token)
    try {
      if (app.isDraining) return reply.code(503).send({ status: 'stopping' })
      await Promise.all([database.reach(READY_TIMEOUT_MS), share.reach(READY_TIMEOUT_MS), space.require()])
      return isTold ? { status: 'ok', checks: await ready.look().catch(untold) } : { status: 'ok' }
    } catch (cause) {
      request.log.error({ err: cause }, 'The service is not ready')
      return reply.code(503).send({ status: 'unavailable', ...(isTold ? { reason: reasonOf(cause) } : {}) })
    }
  })
}
