// The embedded PostgreSQL as operators meet it: started, stopped, killed, shared, in odd places, as any user.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartupError } from '#platform/startup-error'
import { type EmbeddedConnection, startPostgres } from '#postgres/postgres'
import { openEmbedded } from '#postgres/tenancy-of-server'
import { AS_ANOTHER, needs, ORDINARY_USER } from '#support/needs'
import { bundleProgram, startProcess } from './embedded-process.ts'

const top = mkdtempSync(join(tmpdir(), 'grundbok-postgres-'))
let program = ''

beforeAll(async () => {
  program = await bundleProgram()
})

afterAll(() => {
  rmSync(top, { recursive: true, force: true })
  rmSync(dirname(program), { recursive: true, force: true })
})

const newFolder = (): string => mkdtempSync(join(top, 'data-'))

const ask = async (connection: EmbeddedConnection, text: string): Promise<unknown[]> => {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

const notes = (folder: string): string => join(folder, 'postgres', 'data', 'postmaster.pid')
const serverPid = (folder: string): number => Number(readFileSync(notes(folder), 'utf8').split('\n')[0])

test('a new folder gets a durable database in UTF-8 that only a private socket reaches', async () => {
  const folder = newFolder()
  const server = await startPostgres(folder)
  expect(server.startedHere).toBe(true)
  const settings = `select setting from pg_settings where name in
    ('data_checksums', 'fsync', 'listen_addresses', 'server_encoding', 'synchronous_commit') order by name`
  expect(await ask(server.connection, settings)).toEqual(['on', 'on', '', 'UTF8', 'on'])
  const locale = `select datlocprovider::text, datlocale from pg_database where datname = 'grundbok'`
  expect(await ask(server.connection, locale)).toEqual(['b', 'C.UTF-8'])
  await server.stop()
  expect(existsSync(notes(folder))).toBe(false)
})

test('the log of a server that runs is set aside when it is large, and goes on from its beginning', async () => {
  const folder = newFolder()
  const server = await startPostgres(folder)
  const log = join(folder, 'postgres', 'server.log')
  appendFileSync(log, 'x'.repeat(11 * 1024 * 1024))
  server.trimLog()
  expect([statSync(log).size, statSync(`${log}.old`).size > 11 * 1024 * 1024]).toEqual([0, true])
  await ask({ ...server.connection, database: 'nix' }, 'select 1').catch(() => {})
  expect(readFileSync(log, 'utf8')).toMatch(/^2\S+ .*FATAL: {2}database "nix" does not exist/)
  server.trimLog()
  expect(statSync(log).size).toBeGreaterThan(0)
  await server.stop()
})

test('a folder may have commas, spaces and quotes in its name', async () => {
  const folder = join(newFolder(), 'år, "2026" \\')
  const server = await startPostgres(folder)
  expect(await ask(server.connection, 'select 7')).toEqual([7])
  expect(existsSync(join(folder, 'postgres', 'socket', '.s.PGSQL.5432'))).toBe(true)
  await server.stop()
})

test('a restart keeps the data, and the settings given replace ours', async () => {
  const folder = newFolder()
  const first = await startPostgres(folder)
  await ask(first.connection, 'create table kept as select 7 as n')
  await first.stop()
  const second = await startPostgres(folder, { settings: { work_mem: '5MB' } })
  expect(await ask(second.connection, 'select n from kept')).toEqual([7])
  expect(await ask(second.connection, 'show work_mem')).toEqual(['5MB'])
  await second.stop()
})

test('the server of a killed process is adopted, and stopped by who adopted it', async () => {
  const folder = newFolder()
  const killed = await startProcess(program, folder, 'service')
  const pid = serverPid(folder)
  await killed.kill()
  const service = await openEmbedded(folder, 'service')
  expect(serverPid(folder)).toBe(pid)
  expect(service.connection).toEqual(killed.said.connection)
  await service.close()
  expect(existsSync(notes(folder))).toBe(false)
})

test('when process and server are killed, what was committed is there again', async () => {
  const folder = newFolder()
  const killed = await startProcess(program, folder, 'service')
  if (killed.said.connection === undefined) throw new Error('not open')
  await ask(killed.said.connection, 'create table kept as select 7 as n')
  await killed.kill()
  process.kill(serverPid(folder), 'SIGKILL')
  const service = await openEmbedded(folder, 'service')
  expect(await ask(service.connection, 'select n from kept')).toEqual([7])
  await service.close()
})

test('the notes of a dead server do no harm when its number went to another process', async () => {
  const folder = newFolder()
  await (await startPostgres(folder)).stop()
  const other = spawn('sleep', ['60'])
  writeFileSync(notes(folder), `${other.pid}\n${dirname(notes(folder))}\n1700000000\n5432\n/nowhere\n\n\nready   \n`)
  chmodSync(notes(folder), 0o600)
  writeFileSync(join(folder, 'postgres', 'socket', '.s.PGSQL.5432.lock'), `${other.pid}\n`)
  const server = await startPostgres(folder)
  expect(server.startedHere).toBe(true)
  await server.stop()
  other.kill()
})

test('a second service is refused, with the number of the first; a command is not', async () => {
  const folder = newFolder()
  const service = await openEmbedded(folder, 'service')
  const second = await startProcess(program, folder, 'service')
  expect(second.said.error).toBe(
    `StartupError: The data folder ${folder} is already in use by another Grundbok process (pid ${process.pid}).`,
  )
  const command = await startProcess(program, folder, 'command')
  expect(command.said.connection).toEqual(service.connection)
  await command.close()
  expect(await ask(service.connection, 'select 1')).toEqual([1])
  await service.close()
  expect(existsSync(notes(folder))).toBe(false)
})

test('the last process to leave stops the server, in either order', async () => {
  const folder = newFolder()
  const [service, command] = await Promise.all([openEmbedded(folder, 'service'), openEmbedded(folder, 'command')])
  await service.close()
  expect(await ask(command.connection, 'select 1')).toEqual([1])
  const [, again] = await Promise.all([command.close(), openEmbedded(folder, 'service')])
  expect(await ask(again.connection, 'select 1')).toEqual([1])
  await Promise.all([again.close(), again.close()])
  expect(existsSync(notes(folder))).toBe(false)
})

test('a server that dies under its service is started again', async () => {
  const folder = newFolder()
  let hear = (_: string): void => {}
  const answersAgain = new Promise<void>((resolve) => {
    hear = (sentence) => void (sentence === 'The embedded database answers again.' && resolve())
  })
  const service = await openEmbedded(folder, 'service', { report: (sentence) => hear(sentence) })
  const pid = serverPid(folder)
  process.kill(pid, 'SIGKILL')
  await answersAgain
  expect(serverPid(folder)).not.toBe(pid)
  expect(await ask(service.connection, 'select 1')).toEqual([1])
  await service.close()
})

/** With these a server that has `recovery.signal` recovers until there is a file in its folder. */
const RECOVERING = { restore_command: 'while [ ! -e go-on ]; do sleep 0.05; done; false' }

/** Has the server recover when it starts next, until it is let go. */
const recoverNext = (folder: string) => {
  const data = dirname(notes(folder))
  writeFileSync(join(data, 'recovery.signal'), '')
  return {
    isUnderWay: () => existsSync(notes(folder)) && readFileSync(notes(folder), 'utf8').includes('starting'),
    letGo: () => writeFileSync(join(data, 'go-on'), ''),
  }
}

/** Starts or adopts a server that recovers, with little patience for one that does not; and what is said meanwhile. */
const waitingFor = (folder: string, signal = new AbortController().signal) => {
  const said: string[] = []
  const report = (sentence: string) => void (sentence.includes('is not ready yet') && said.push(sentence))
  const server = startPostgres(folder, { settings: RECOVERING, readyWithinMs: 50, report, signal })
  server.catch(() => {})
  return { server, said }
}

test('a server that recovers is waited for by who started it and by who finds it so, until told to stop', async () => {
  const folder = newFolder()
  const first = await startPostgres(folder)
  await ask(first.connection, 'create table kept as select 7 as n')
  await first.stop()
  const recovery = recoverNext(folder)
  const own = waitingFor(folder)
  await expect.poll(recovery.isUnderWay).toBe(true)
  const stopping = new AbortController()
  const adopting = waitingFor(folder)
  const givenUp = waitingFor(folder, stopping.signal)
  for (const { said } of [own, adopting, givenUp]) await expect.poll(() => said.length).toBeGreaterThan(1)
  stopping.abort()
  await expect(givenUp.server).rejects.toThrow('It was stopped before its database was ready.')
  recovery.letGo()
  const [started, adopted] = await Promise.all([own.server, adopting.server])
  expect([started.startedHere, adopted.startedHere]).toEqual([true, false])
  expect(await ask(adopted.connection, 'select n from kept')).toEqual([7])
  await started.stop()
})

test('who leaves while a server is brought back and recovers does not wait for it; who comes next does', async () => {
  const folder = newFolder()
  const service = await openEmbedded(folder, 'service', { settings: RECOVERING })
  const recovery = recoverNext(folder)
  process.kill(serverPid(folder), 'SIGKILL')
  await expect.poll(recovery.isUnderWay).toBe(true)
  await service.close()
  expect(recovery.isUnderWay()).toBe(true)
  const next = openEmbedded(folder, 'service', { settings: RECOVERING })
  recovery.letGo()
  await (await next).close()
  expect(existsSync(notes(folder))).toBe(false)
})

test('a path too long for a socket works, and the socket is found again', async () => {
  const folder = join(newFolder(), 'å'.repeat(60), 'b'.repeat(60))
  const service = await openEmbedded(folder, 'service')
  expect(service.connection.host.startsWith(tmpdir())).toBe(true)
  const command = await openEmbedded(folder, 'command')
  expect(command.connection).toEqual(service.connection)
  await service.close()
  await command.close()
  const again = await startPostgres(folder)
  expect(again.connection).toEqual(service.connection)
  await again.stop()
  rmSync(service.connection.host, { recursive: true })
})

test('an ordinary user runs it, and root goes on as that user', async () => {
  const folder = newFolder()
  chmodSync(top, 0o711)
  // A user other than root runs it as themselves.
  const become = process.getuid?.() === 0 ? AS_ANOTHER : []
  if (become.length > 0) {
    needs('another user')
    chownSync(folder, ORDINARY_USER, ORDINARY_USER)
  }
  const service = await startProcess(program, folder, 'service', become)
  expect(service.said).toHaveProperty('connection')
  const command = await openEmbedded(folder, 'command')
  expect(await ask(command.connection, 'select 1')).toEqual([1])
  await command.close()
  await service.close()
  expect(existsSync(notes(folder))).toBe(false)
  const asRoot = await openEmbedded(folder, 'command')
  await asRoot.close()
  const again = await startProcess(program, folder, 'service', become)
  expect(again.said).toHaveProperty('connection')
  await again.close()
})

test('Ctrl-C in the terminal does not reach the server', async () => {
  const folder = newFolder()
  const service = await startProcess(program, folder, 'service', ['setsid', '--wait'])
  const group = Number(
    readFileSync(`/proc/${serverPid(folder)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')[2],
  )
  expect(group).toBe(serverPid(folder))
  await service.close()
})

type Damage = { what: string; damage(folder: string): void; says: RegExp }
const cases: Damage[] = [
  {
    what: 'of another major version',
    damage: (folder) => writeFileSync(join(folder, 'postgres', 'data', 'PG_VERSION'), '17\n'),
    says: /PostgreSQL 17, and this program brings PostgreSQL 18: upgrade it with `\.\/grundbok database upgrade`/,
  },
  {
    what: 'of a later major version',
    damage: (folder) => writeFileSync(join(folder, 'postgres', 'data', 'PG_VERSION'), '19\n'),
    says: /was written by PostgreSQL 19, .+: start the version of Grundbok that wrote it/,
  },
  {
    what: 'whose upgrade was broken off between its last two steps',
    damage: (folder) => renameSync(join(folder, 'postgres', 'data'), join(folder, 'postgres', 'data-17')),
    says: /The upgrade .+ was interrupted, and .+data-17 holds the books: run it again/,
  },
  {
    what: 'with something else in it',
    damage: (folder) => rmSync(join(folder, 'postgres', 'data', 'PG_VERSION')),
    says: /holds something other than a database/,
  },
  {
    what: 'whose control file is gone',
    damage: (folder) => rmSync(join(folder, 'postgres', 'data', 'global', 'pg_control')),
    says: /did not start \(.*pg_control.*\); see .*server\.log/,
  },
  {
    what: 'with permissions that others share',
    damage: (folder) => chmodSync(join(folder, 'postgres', 'data'), 0o777),
    says: /did not start \(data directory .* has invalid permissions\); see .*server\.log/,
  },
]

test('a folder that cannot be a database is refused with a sentence', async () => {
  const whole = newFolder()
  await (await startPostgres(whole, { settings: { fsync: 'off' } })).stop()
  for (const { what, damage, says } of cases) {
    const folder = newFolder()
    await copy(whole, folder)
    damage(folder)
    const error: unknown = await startPostgres(folder).catch((caught: unknown) => caught)
    expect(error, what).toBeInstanceOf(StartupError)
    expect(String(error), what).toMatch(says)
  }
})

test('a data folder that cannot be made is refused with a sentence', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  await expect(startPostgres(file)).rejects.toThrow(/cannot be used \(.*\)\.$/)
  const taken = newFolder()
  mkdirSync(join(taken, 'postgres'))
  writeFileSync(join(taken, 'postgres', 'server.log'), 'x'.repeat(11 * 1024 * 1024))
  const server = await startPostgres(taken)
  expect(existsSync(join(taken, 'postgres', 'server.log.old'))).toBe(true)
  await server.stop()
})

const copy = async (from: string, to: string): Promise<void> => {
  const child = spawn('cp', ['-a', `${from}/.`, to])
  await once(child, 'exit')
}
