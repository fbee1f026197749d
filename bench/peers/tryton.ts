// Tryton, as packaged by Debian: through its JSON-RPC, served by gunicorn with two processes. An entry is created by
// one request and posted by another, since no request does both.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeTime } from '#bench/processor-time'
import { output, type Workshop } from '#bench/workshop'
import { rootFolder } from '#programs/system'
import { lines, TITLE } from './entry.ts'
import { clientOf, type Peer, repeated, startServer } from './peer.ts'
import type { PeerDatabase } from './peer-database.ts'

/** Debian's own Python, as its packages require. */
const PYTHON = '/usr/bin/python3'
const ADMIN = '/usr/bin/trytond-admin'
const PASSWORD = 'a password of the benchmark'
const DATABASE = 'tryton'
/** Time limit of one step of the set-up, in seconds. */
const SET_UP_SECONDS = 900
/** Processes of gunicorn, and threads of each. */
const PROCESSES = 2
const THREADS = 4

/** The ids created by the set-up script. */
type Made = { company: number; accounts: Record<string, number>; journal: number; period: number }

export const hasTryton = (): boolean =>
  spawnSync(PYTHON, ['-c', 'import trytond.modules.account, psycopg2, gunicorn']).status === 0

export const openTryton = async (workshop: Workshop, server: PeerDatabase): Promise<Peer> => {
  const { host, port, user } = await server.create(DATABASE)
  const folder = join(workshop.folder, 'tryton')
  mkdirSync(folder)
  const settings = join(folder, 'trytond.conf')
  const password = join(folder, 'password')
  writeFileSync(settings, '[database]\nuri = postgresql://\n[session]\ntimeout = 86400\n')
  writeFileSync(password, PASSWORD, { mode: 0o600 })
  const env = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    TRYTONPASSFILE: password,
    TRYTOND_CONFIG: settings,
    TRYTOND_DATABASE_NAMES: DATABASE,
  }
  const run = (words: readonly string[]) =>
    output('env', [...Object.entries(env).map(([name, value]) => `${name}=${value}`), PYTHON, ...words], SET_UP_SECONDS)
  const common = [ADMIN, '-c', settings, '-d', DATABASE]
  await run([...common, '--all', '--email', 'bench@example.com'])
  await run([...common, '-u', 'account', '--activate-dependencies'])
  const script = join(rootFolder(), 'bench', 'peers', 'tryton-setup.py')
  const made = JSON.parse(await run([script, settings, DATABASE, String(new Date().getFullYear())])) as Made
  const shape = ['-w', String(PROCESSES), '--threads', String(THREADS), '-k', 'gthread']
  const { origin, pid } = await startServer(workshop, (at) => ({
    line: [PYTHON, '-m', 'gunicorn', ...shape, '-b', `127.0.0.1:${at}`, 'trytond.application:app'],
    env,
    log: join(folder, 'log'),
  }))
  return peerOf(await logIn(workshop, origin), made, () => server.used() + treeTime(pid))
}

type Call = <Result>(method: string, ...params: unknown[]) => Promise<Result>

/** Calls as the administrator; an error in the response is thrown. */
const logIn = async (workshop: Workshop, origin: string): Promise<Call> => {
  const read = (text: string) => {
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown }
    if (error !== undefined) throw new Error(`Tryton refused: ${JSON.stringify(error).slice(0, 500)}`)
    return result
  }
  const path = `/${DATABASE}/`
  const login = { id: 0, method: 'common.db.login', params: ['admin', { password: PASSWORD }, 'en'] }
  const [id, session] = read(await clientOf(workshop, origin)('POST', path, login)) as [number, string]
  const authorization = `Session ${Buffer.from(`admin:${id}:${session}`).toString('base64')}`
  const ask = clientOf(workshop, origin, { authorization })
  // The caller knows the type of a method's result.
  return async <Result>(method: string, ...params: unknown[]) =>
    read(await ask('POST', path, { id: 0, method: `model.${method}`, params })) as Result
}

const decimal = (ore: number) => ({ __class__: 'Decimal', decimal: (ore / 100).toFixed(2) })

const peerOf = (call: Call, { company, accounts, journal, period }: Made, used: () => number): Peer => {
  const context = { company }
  const now = new Date()
  const date = { __class__: 'date', year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
  const items = lines.map(({ account, ore }) => ({
    account: accounts[account],
    debit: decimal(Math.max(ore, 0)),
    credit: decimal(Math.max(-ore, 0)),
  }))
  const move = { journal, period, date, description: TITLE, lines: [['create', items]] }
  const postOne = async (): Promise<void> => {
    const ids = await call<number[]>('account.move.create', [move], context)
    await call('account.move.post', ids, context)
  }
  const fields = ['post_number', 'date', 'state', 'description', 'lines']
  const sums = ['code', 'debit', 'credit', 'balance']
  return {
    name: 'Tryton',
    post: (clients, seconds) => repeated(postOne, clients, seconds),
    latest: () => call('account.move.search_read', [], 0, 25, [['id', 'DESC']], fields, context),
    balance: () => call('account.account.search_read', [['type', '!=', null]], 0, null, null, sums, context),
    count: () => call<number>('account.move.search_count', [['state', '=', 'posted']], context),
    used,
  }
}
