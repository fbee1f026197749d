// The kinds of stages: what each fault needs around the programs, and whether this machine has it.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workshop } from '#bench/workshop'
import { rootFolder } from '#programs/system'
import { startProxy } from '#support/servers/database-proxy'
import { programsOfPostgres, startExternal } from './external.ts'
import { openStage, type Stage } from './stage.ts'

export type StageKind = 'plain' | 'external' | 'pair' | 'small-disk' | 'failing-disk' | 'clock'

/** Settings of the programs beside those that a stage needs. */
type Settings = Readonly<Record<string, string>>

type Opener = {
  /** What this machine lacks; null when it has all. */
  lacks: () => string | null
  open: (workshop: Workshop, folder: string, more: Settings) => Promise<Stage>
}

/** Debian's library that tells programs another time. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
/** The size of the small disk, in MiB: a new database, its log, and some room. */
const SMALL_DISK_MIB = 1024

const lacksPostgres = (): string | null =>
  programsOfPostgres() === null ? 'a PostgreSQL of its own (apt-get install postgresql)' : null

const plain: Opener = {
  lacks: () => null,
  open: (workshop, folder, settings) => openStage(workshop, { folder, settings, services: 1 }),
}

/** A server of its own, reached through a network that can fail. */
const external: Opener = {
  lacks: lacksPostgres,
  open: async (workshop, folder, more) => {
    const server = await startExternal(workshop, folder)
    const proxy = await startProxy(server.url)
    workshop.later(proxy.close)
    const settings = { DATABASE_URL: proxy.url, ...more }
    return { ...(await openStage(workshop, { folder, settings, services: 1, external: server })), proxy }
  },
}

/** Two services behind one database and one folder. */
const pair: Opener = {
  lacks: lacksPostgres,
  open: async (workshop, folder, more) => {
    const server = await startExternal(workshop, folder)
    const settings = { DATABASE_URL: server.url, ...more }
    return openStage(workshop, { folder, settings, services: 2, external: server })
  },
}

/** A separate in-memory disk, so that no other disk becomes full. */
const smallDisk: Opener = {
  lacks: () => (spawnSync('mount', ['--version']).status === 0 && process.getuid?.() === 0 ? null : 'root, to mount'),
  open: async (workshop, folder, more) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MIB}m`, 'tmpfs', disk])
    workshop.later(() => void execFileSync('umount', ['--lazy', disk]))
    chmodSync(disk, 0o755)
    // It is filled to the last byte: the service is not to refuse before that.
    const settings = { MIN_FREE_SPACE: '0', ...more }
    const stage = await openStage(workshop, { folder: disk, settings, services: 1 })
    const filler = join(disk, 'filler')
    const fill = (leave: number) => {
      const { bavail, bsize } = statfsSync(disk)
      const bytes = Math.max(0, bavail * bsize - leave)
      if (bytes > 0) spawnSync('fallocate', ['-l', String(bytes), filler])
    }
    return { ...stage, disk: { fill, free: () => rmSync(filler, { force: true }) } }
  },
}

/** A disk that answers every write with an error, for the service and for a server of its own. */
const failingDisk: Opener = {
  lacks: () => lacksPostgres() ?? (spawnSync('cc', ['--version']).status === 0 ? null : 'a compiler of C (cc)'),
  open: async (workshop, folder, more) => {
    chmodSync(folder, 0o711)
    const library = join(folder, 'failing-disk.so')
    const flag = join(folder, 'fails')
    const source = join(rootFolder(), 'faults', 'failing-disk.c')
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
    chmodSync(library, 0o755)
    const failing = (of: string) => ({
      LD_PRELOAD: library,
      FAILING_WHILE: flag,
      FAILING_FOLDER: `${join(folder, of)}/`,
    })
    const server = await startExternal(workshop, folder, failing('postgres/data'))
    const settings = { DATABASE_URL: server.url, ...failing('data'), ...more }
    const stage = await openStage(workshop, { folder, settings, services: 1, external: server })
    return { ...stage, failing: { begin: () => writeFileSync(flag, ''), end: () => rmSync(flag, { force: true }) } }
  },
}

/** A clock that is set, for the service and for a server of its own. */
const clock: Opener = {
  lacks: () => lacksPostgres() ?? (existsSync(FAKETIME) ? null : 'libfaketime (apt-get install libfaketime)'),
  open: async (workshop, folder, more) => {
    chmodSync(folder, 0o711)
    const file = join(folder, 'clock')
    const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`)
    set(0)
    chmodSync(file, 0o644)
    const faked = {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // A clock that is set is that of the day: what measures how long something takes is not.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }
    const server = await startExternal(workshop, folder, faked)
    const settings = { DATABASE_URL: server.url, ...faked, ...more }
    return { ...(await openStage(workshop, { folder, settings, services: 1, external: server })), setClock: set }
  },
}

export const stageKinds: Readonly<Record<StageKind, Opener>> = {
  plain,
  external,
  pair,
  'small-disk': smallDisk,
  'failing-disk': failingDisk,
  clock,
}
