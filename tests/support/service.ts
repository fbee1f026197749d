// The service as tests meet it: the app of production, listening on a free port, with a clock that the test sets.
// The files of a worker share one service and one database, and each test has companies of its own there. A file whose
// service has other settings, or that looks at a whole database, or alters one, asks for a service that is `alone`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newFreeSpace } from '#files/free-space'
import type { Row } from '#http'
import { httpService } from '#http/service'
import { allScopes, type CompanyType, createCompany, identityService } from '#identity'
import { type AccountingMethod, createFiscalYear, openBooks } from '#ledger'
import { type Metrics, monitoringService, type Tracing } from '#monitoring'
import { operator } from '#platform/actor'
import type { Call, CompanyCall, ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { connect } from '#platform/db-connection'
import type { DatabaseTimeouts } from '#platform/db-pool'
import type { ShardDistribution } from '#platform/distributed-database'
import type { Files } from '#platform/files'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { type AppOptions, newApp } from '#programs/app'
import { newLogger } from '#programs/log'
import { processContextOf } from '#programs/system'
import type { AccountingCurrency } from '#rule/currency'
import { byCompany } from '#support/by-company'
import { exchanged } from '#support/client'
import { urlOfService } from '#support/run/global-setup'
import { createDatabase, spreadOf } from '#support/servers/database'

export type Service = {
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** `http://127.0.0.1:PORT/v1` */
  base: string
  /** The database for what only its owner may do, and for what a test looks at; the service has less rights. */
  database: Database
  /** The database as the service itself uses it. */
  usedDatabase: Database
  standing: ProcessContext
  /** How the database is spread over machines; null where one has all of it. */
  spread: ShardDistribution | null
  /** The address of the database, for connections of a test's own. */
  databaseUrl: string
  /** Where files are kept. */
  folder: string
  /** What is counted, where it is. */
  metrics: Metrics | null
  /** The lines that were logged. */
  log: string[]
  setNow(now: Date | string): void
  now(): Date
  /** Runs the operator's work in one transaction. */
  operate<T>(work: (call: Call) => Promise<T>): Promise<T>
  /** The same for one company. */
  operateFor<T>(companyId: string, work: (call: CompanyCall) => Promise<T>): Promise<T>
  newCompany(options?: NewTestCompany): Promise<TestCompany>
  /** Does what it does first when it is told to stop. */
  drain(): Promise<void>
  close(): Promise<void>
}

export type NewTestCompany = {
  name?: string
  /** First and last day; null makes none. The year 2026 when left out. */
  fiscalYear?: [string, string] | null
  accountingMethod?: AccountingMethod
  companyType?: CompanyType
  accountingCurrency?: AccountingCurrency
  /** One to try things out in, whose clock can be moved. */
  isTest?: boolean
  scopes?: readonly string[]
  /** Another company: where the database is spread over machines, this one is in the same group of shards. */
  near?: string
}

/** A company with books, a token, and requests made with it. */
export type TestCompany = {
  id: string
  tokenId: string
  token: string
  fiscalYearId: string
  /** `BASE/companies/ID` */
  url: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Uploads bytes in the multipart field `file`, and texts beside it. */
  upload(
    path: string,
    name: string,
    bytes: Uint8Array,
    headers?: Record<string, string>,
    texts?: Record<string, string>,
  ): Promise<Answer>
}

/** `body` is parsed when it is JSON, otherwise the text. */
// biome-ignore lint/suspicious/noExplicitAny: a body may be anything; assertions say what it should be
export type Answer = { status: number; headers: Headers; body: any; text: string }

/** The moment that the clock of every service starts at: a Wednesday. */
export const START = new Date('2026-06-10T10:00:00.000Z')

type ServiceOptions = {
  /** Whether it has a database that nothing else uses; so has each service that is given other settings than these. */
  alone?: boolean
  mark?: string
  poolSize?: number
  /** Another patience with the database; as long as it takes, but for locks and silence, when left out. */
  patience?: Partial<DatabaseTimeouts>
  /** How many MiB must be free on the disk for anything to be changed; any when left out. */
  leastFree?: number
  /** Another service whose database this one shares, as a second process of the same installation would. */
  beside?: Service
  /** The secret keys, the present one first; a random one, or those of the service beside, when left out. */
  secretKeys?: readonly [Buffer, ...Buffer[]]
  /** Where the service is reached from outside. */
  publicUrl?: string
  /** Where it listens; on any free port when left out. */
  port?: number
  trustedProxies?: readonly string[]
  /** Whether integrations wait for the operator's approval; as in production when left out. */
  needsApproval?: boolean
  /** Whether clients may register themselves; they may when left out. */
  mayRegister?: boolean
  /** Stands in for what documents of clients say on the network. */
  readDocument?: NonNullable<AppOptions['readDocument']>
  /** How the version ends; it goes on when left out. */
  life?: AppOptions['life']
  /** How often and how much may be called; as it likes when left out. */
  limits?: AppOptions['limits']
  /** Where files are kept, given the data folder; on disk in it when left out. */
  files?: (folder: string) => Files
  /** Whether it listens to what other processes do, as in production. */
  listens?: boolean
  /** How many processes answer requests, of which it is one; no others when left out. */
  processes?: number
  /** Private addresses that webhooks may lead to; none when left out. */
  outgoing?: readonly string[]
  /** Whether only this machine reaches it; not so when left out. */
  isLocal?: boolean
  /** Whether there is a server that takes mails; there is one when left out. */
  takesMail?: boolean
  /** Who makes an account; everybody when left out. */
  signUp?: ProcessContext['signUp']
  /** How much companies may keep in files; anything when left out. */
  storage?: ProcessContext['storage']
  /** The domain that mails with documents come to; one of examples when left out. */
  mailDomain?: string | null
  /** Whether what documents say is read; it is when left out. */
  readsDocuments?: boolean
  /** Where the settings have a backup kept; none is when left out. */
  backupPlace?: string
  /** The token by which figures are read beside the API; nothing is counted when left out. */
  metricsToken?: string
  /** Traces what is asked; nothing is traced when left out. */
  tracing?: Tracing
  /** When a reader who takes nothing is hung up on; as in production when left out. */
  stalledMs?: number
  /** How long one waits for a turn at the connections; as in production when left out. */
  turnPatience?: AppOptions['turnPatience']
  /** How long PDFs may take, and wait for their turn; as in production when left out. */
  paperPatience?: ProcessContext['paperPatience']
  /** Other endpoints than those of the service. */
  table?: readonly Row[]
}

/** How many connections a test has beside those of its service. */
const OWN_CONNECTIONS = 4

/** However busy the machine is, a connection is had in the end, and a server that is only slow tells that it works. */
const PATIENCE: Partial<DatabaseTimeouts> = { connectionMs: 120_000, probeMs: 30_000 }

/** The service of this worker; one of its own, which `close` ends, for a test that asks for settings. */
export const startService = (options: ServiceOptions = {}): Promise<Service> =>
  Object.keys(options).length === 0 ? serviceOfWorker() : startAlone(options)

/** Started by the first file that asks for it; the run ends it with the worker, and its database with the server. */
let ofWorker: Promise<Service> | undefined

/**
 * Each file finds it as the first one did: its clock, its log, the guesses that were counted against the address of all
 * tests, and the rates of currencies. What else it has stored is of other companies.
 */
const serviceOfWorker = async (): Promise<Service> => {
  ofWorker ??= startAlone({})
  const service = await ofWorker
  service.setNow(START)
  service.log.length = 0
  await service.database.rows(sql`delete from identity.guess`)
  await service.database.rows(sql`delete from ledger.currency_rate`)
  return { ...service, close: async () => {} }
}

const startAlone = async (options: ServiceOptions): Promise<Service> => {
  const {
    mark = 'service',
    poolSize = 8,
    publicUrl = 'http://localhost',
    port = 0,
    trustedProxies = [],
    limits = { perMinute: 0, monthlyQuota: 0 },
    files,
    listens = false,
    processes = 1,
    table,
    needsApproval = true,
    life,
    metricsToken: token = null,
  } = options
  const { patience = {}, leastFree = 0, beside, secretKeys, stalledMs, turnPatience } = options
  const { url, drop } = beside ? { url: beside.databaseUrl, drop: async () => {} } : await createDatabase()
  const connection = { connectionString: urlOfService(url) }
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-service-'))
  const common = { onIdleError: () => {}, patience: { ...PATIENCE, ...patience } }
  const spread = beside ? beside.spread : await spreadOf(url)
  const database = connect({ connection, spread, poolSize, ...common })
  const owner = { connectionString: url }
  const owned = byCompany(connect({ connection: owner, spread, poolSize: OWN_CONNECTIONS, ...common }), spread, url)
  const standing = standingBeside(
    processContextOf(folder, secretKeys?.[0], secretKeys?.slice(1), files?.(folder)),
    options,
  )
  const log: string[] = []
  let now = START
  const logger = newLogger('info', { write: (line) => void log.push(line) })
  const clock = () => now
  const bounds = { stalledMs, turnPatience, space: newFreeSpace(folder, leastFree) }
  const shared = { database, standing, logger, mark, publicUrl, clock, trustedProxies, limits, ...bounds }
  const metrics = token
    ? await monitoringService.newMetrics({ ...standing, database, clock, dataDir: folder, version: 'test' })
    : null
  const app = await newApp({
    ...shared,
    needsApproval,
    ...(options.mayRegister === undefined ? {} : { mayRegister: options.mayRegister }),
    ...(options.readDocument ? { readDocument: options.readDocument } : {}),
    listens,
    processes,
    ...(options.tracing ? { tracing: options.tracing } : {}),
    ...(life ? { life } : {}),
    ...(table ? { table } : {}),
    metrics: metrics && { metrics, token },
  })
  const origin = await app.listen({ port, host: '127.0.0.1' })
  const base = `${origin}/v1`
  const operate: Service['operate'] = (work) =>
    database.transaction((db) => work({ ...standing, db, now, actor: operator, from: null }))
  const operateFor: Service['operateFor'] = (companyId, work) =>
    database.of(companyId).transaction((db) => work({ ...standing, db, now, actor: operator, from: null, companyId }))
  return {
    origin,
    base,
    database: owned,
    usedDatabase: database,
    spread,
    standing,
    databaseUrl: url,
    folder: beside?.folder ?? folder,
    log,
    metrics,
    setNow: (moment) => {
      now = new Date(moment)
    },
    now: clock,
    operate,
    operateFor,
    newCompany: async (asked = {}) =>
      operateFor(await idNear(asked.near, spread, database), (call) => makeCompany(call, base, asked)),
    drain: () => httpService.drain(app, 0),
    async close() {
      await app.close()
      metrics?.close()
      await Promise.all([database.close(), owned.close()])
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new id; near another one it is in the same group of shards, where there are such. */
const idNear = async (
  near: string | undefined,
  spread: ShardDistribution | null,
  { lookUps }: Database,
): Promise<string> => {
  const groupOf = (id: string) => spread?.placementOf(id, lookUps)
  for (;;) {
    const id = newId()
    if (near === undefined || (await groupOf(id)) === (await groupOf(near))) return id
  }
}

/** Processes of one installation have one secret key, and one data folder. */
const standingBeside = (own: ProcessContext, options: ServiceOptions): ProcessContext => {
  const {
    beside,
    secretKeys,
    outgoing = [],
    isLocal = false,
    takesMail = true,
    signUp = 'open',
    mailDomain = 'faktura.example.com',
    storage,
  } = options
  const { readsDocuments = true, backupPlace = null, paperPatience } = options
  const { keyFor, keysFor } = (secretKeys ? undefined : beside?.standing) ?? own
  const asked = { outgoing, isLocal, takesMail, signUp, mailDomain, readsDocuments, backupPlace, paperPatience }
  const limited = storage ? { storage } : {}
  return { ...own, keyFor, keysFor, files: beside?.standing.files ?? own.files, ...asked, ...limited }
}

/** Makes a company with books and a token. */
export const makeCompany = async (
  own: CompanyCall,
  base: string,
  {
    name = 'Provbolaget AB',
    fiscalYear = ['2026-01-01', '2026-12-31'],
    accountingMethod = 'accrual',
    companyType,
    accountingCurrency,
    isTest = false,
    scopes = allScopes,
  }: NewTestCompany,
): Promise<TestCompany> => {
  const { companyId: id } = own
  const company = { name, organizationNumber: '559999-0008', isTest, ...(companyType ? { companyType } : {}) }
  await createCompany(own, company, id)
  await openBooks(own, { currency: accountingCurrency })
  const year = fiscalYear
    ? await createFiscalYear(own, { startDate: fiscalYear[0], endDate: fiscalYear[1], accountingMethod })
    : null
  const { id: tokenId, token } = await identityService.createToken(own, { name: 'Prov', scopes })
  const url = `${base}/companies/${id}`
  return { id, tokenId, token, fiscalYearId: year?.id ?? '', url, ...requestsWith(url, token) }
}

/** Requests with a token, on paths below `url`. */
export const requestsWith = (url: string, token: string) => {
  const send = (
    method: string,
    path: string,
    init: { body?: NonNullable<RequestInit['body']>; headers?: Record<string, string> } = {},
  ) => request(`${url}${path}`, { ...init, method, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  const json =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(
        method,
        path,
        body === undefined
          ? { headers }
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } },
      )
  return {
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    delete: (path: string, headers: Record<string, string> = {}) => send('DELETE', path, { headers }),
    upload: (
      path: string,
      name: string,
      bytes: Uint8Array,
      headers: Record<string, string> = {},
      texts: Record<string, string> = {},
    ) => {
      const body = new FormData()
      body.append('file', new Blob([Uint8Array.from(bytes)]), name)
      for (const [field, text] of Object.entries(texts)) body.append(field, text)
      return send('POST', path, { body, headers })
    },
  }
}

/** One request over HTTP. */
export const request = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const { status, headers, bytes } = await exchanged(url, init)
  const text = bytes.toString('latin1')
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const body = isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : text
  return { status, headers, body, text }
}

/** The cursor of the page after this answer, as its Link has it; empty when none follows. */
export const nextCursorOf = ({ headers }: { headers: Headers }): string =>
  new URLSearchParams(/^<\?(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]).get('cursor') ?? ''

/** A small balanced entry, with `changes` over it. */
export const anEntry = (changes: Record<string, unknown> = {}) => ({
  title: 'Kontorsmaterial',
  date: '2026-06-10',
  items: [
    { account: 6110, debit: 400 },
    { account: 2641, debit: 100 },
    { account: 1930, credit: 500 },
  ],
  ...changes,
})
