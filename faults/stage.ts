// Where a run plays: the real program on a data folder of its own, its database in reach, companies with their owners,
// and a receiver of webhooks.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { bankingAdmin } from '#banking'
import { childrenOf } from '#bench/processor-time'
import { makeCompanies, type Program, startProgram } from '#bench/service'
import type { Workshop } from '#bench/workshop'
import { addMember, identityService } from '#identity'
import { connect } from '#platform/db-connection'
import { openEmbedded } from '#postgres/tenancy-of-server'
import { asOperator, processContextOf } from '#programs/system'
import { IBAN } from '#support/samples/camt-file'
import type { DatabaseProxy } from '#support/servers/database-proxy'
import { freePort } from '#support/servers/ports'
import { isAlive } from '#support/servers/scratch'
import { cookieOf, newVisitor } from '#support/visitor'
import type { Company } from './stories.ts'

/** How long the service may take to be ready after a fault, in milliseconds; a database may have much to recover. */
const READY_LIMIT_MS = 120_000
const POLL_MS = 10
const COMPANIES = 3
const PASSWORD = 'tre blå kaniner'

/** A database server: its main process, and how to connect. */
export type Server = {
  connection: pg.ClientConfig
  postmaster: () => number | null
  /** Starts it again; the service does that itself where it is embedded. */
  restart?: () => Promise<void>
}

/** A process of the service, by turns: it may be killed and is started again at the same address. */
export type Service = {
  origin: string
  pid: () => number
  /** Ends it at once, as `kill -9` does. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

export type Stage = {
  folder: string
  dataDir: string
  services: readonly Service[]
  server: Server
  companies: readonly Company[]
  /** Settings of every program of the stage. */
  settings: Readonly<Record<string, string>>
  /** The network to the database. */
  proxy?: DatabaseProxy
  /** A disk of its own: it is filled until so many bytes are left. */
  disk?: { fill: (leave: number) => void; free: () => void }
  /** A disk that fails. */
  failing?: { begin: () => void; end: () => void }
  /** Sets the clock of all programs to so many seconds after the true time. */
  setClock?: (seconds: number) => void
}

type StageOptions = {
  /** Where the data folder is. */
  folder: string
  settings: Readonly<Record<string, string>>
  services: number
  /** The server, where it is not the embedded one. */
  external?: Server
}

export const openStage = async (workshop: Workshop, options: StageOptions): Promise<Stage> => {
  const { folder, services: count } = options
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const settings = { WEBHOOK_ADDRESSES: '127.0.0.1', LOG_LEVEL: 'warn', ...options.settings }
  const services: Service[] = []
  for (let number = 0; number < count; number += 1) services.push(await serviceOn(workshop, dataDir, settings))
  const server = options.external ?? (await embeddedOf(dataDir))
  const companies = await newCompanies(dataDir, server, services)
  return { folder, dataDir, services, server, companies, settings }
}

const serviceOn = async (
  workshop: Workshop,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Service> => {
  const own = { ...settings, PORT: String(await freePort()) }
  let program: Program = await startProgram(workshop, dataDir, { settings: own })
  return {
    origin: program.origin,
    pid: () => program.pid,
    kill: () => kill(program.pid),
    start: async () => {
      program = await startProgram(workshop, dataDir, { settings: own })
    },
  }
}

/** Kills a process, and waits until it is gone. */
export const kill = async (pid: number): Promise<void> => {
  signal(pid, 'SIGKILL')
  while (isThere(pid)) await pause(POLL_MS)
}

/** Sends a signal to a process that may have ended. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause
  }
}

/** One that is dead and only waits to be buried is not there. */
const isThere = (pid: number): boolean => {
  if (!isAlive(pid)) return false
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const embeddedOf = async (dataDir: string): Promise<Server> => {
  const { connection, close } = await openEmbedded(dataDir, 'command')
  // Not kept open: it would bring a server back that was killed, which the service has to do.
  await close()
  return { connection, postmaster: () => postmasterIn(join(dataDir, 'postgres', 'data')) }
}

/** The main process of the server whose files are there; null when none runs. */
export const postmasterIn = (data: string): number | null => {
  const notes = join(data, 'postmaster.pid')
  const pid = existsSync(notes) ? Number(readFileSync(notes, 'utf8').split('\n')[0]) : 0
  return pid > 0 && isThere(pid) ? pid : null
}

/** All processes of a server, the main one first. */
export const processesOf = ({ postmaster }: Server): number[] => {
  const pid = postmaster()
  return pid === null ? [] : [pid, ...childrenOf(pid)]
}

/** All programs of a service: the one that runs it, then those that answer requests in its place. */
export const programsOf = ({ pid }: Pick<Service, 'pid'>): number[] => [
  pid(),
  ...childrenOf(pid()).filter((one) => commandOf(one).includes('main.js')),
]

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Waits until a service says that it is ready; throws when it does not come. */
export const whenReady = async ({ origin }: Pick<Service, 'origin'>): Promise<void> => {
  const deadline = performance.now() + READY_LIMIT_MS
  while (performance.now() < deadline) {
    const answer = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(READY_LIMIT_MS) }).catch(() => null)
    await answer?.text()
    if (answer?.ok) return
    await pause(POLL_MS)
  }
  throw new Error(`${origin} was not ready after ${READY_LIMIT_MS / 1000} seconds`)
}

/** Companies with an open year and a bank account, each with a token and an owner who has logged in. */
const newCompanies = async (dataDir: string, server: Server, services: readonly Service[]): Promise<Company[]> => {
  const database = connect({ connection: server.connection, poolSize: 2, onIdleError: () => {} })
  const operated = { database, standing: processContextOf(dataDir) }
  const [origin = ''] = services.map((one) => one.origin)
  try {
    const made = await makeCompanies(operated, COMPANIES, [new Date().getFullYear()])
    return await Promise.all(
      made.map(async ({ id, token }, index) => {
        const email = `owner${index}@example.com`
        await asOperator(operated, async (call) => {
          const { id: personId } = await identityService.createPerson(call, {
            name: 'Karin Ek',
            email,
            password: PASSWORD,
          })
          await addMember(call, { tenant: { type: 'company', id }, personId, role: 'owner' })
          const account = { name: 'Konto', iban: IBAN, bic: 'ESSESESS', account: 1930 }
          await bankingAdmin.addBankAccount({ ...call, companyId: id }, account)
        })
        const owner = { id, headers: await loggedIn(origin, email) }
        return { token: { id, headers: { authorization: `Bearer ${token}` } }, owner }
      }),
    )
  } finally {
    await database.close()
  }
}

const loggedIn = async (origin: string, email: string): Promise<Record<string, string>> => {
  const visitor = newVisitor({ origin })
  await visitor.logIn(email, PASSWORD)
  const cookie = cookieOf(visitor)
  const answer = await fetch(`${origin}/v1/me`, { headers: { cookie } })
  const { session } = (await answer.json()) as { session: { csrfToken: string } }
  return { cookie, 'csrf-token': session.csrfToken }
}

/** Runs a statement beside the service. */
export const runStatement = async ({ server }: Stage, text: string): Promise<void> => {
  const client = new pg.Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
