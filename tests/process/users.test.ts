// As whom the service runs: as root, who cannot run the database, or as an ordinary user to whom the data folder
// belongs.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { AS_ANOTHER, isHere, needs, ORDINARY_USER } from '#support/needs'
import { admin, newDataDir, serverOf, startFailing, startMain } from '#support/programs'
import { voucherFile } from '#support/samples/voucher-file'
import { anEntry, requestsWith } from '#support/service'

const own = process.getuid?.() ?? 0
/** `uid` owns what the service keeps, `server` the files of the database; `forbidden` takes user namespaces away. */
type User = {
  who: string
  prefix: readonly string[]
  uid: number
  server: number | readonly [number, number] | null
  forbidden?: true
  env?: Record<string, string>
}
/** Unused user ids. */
const FREE_IDS = [60_706, 61_183] as const
const others: User[] = [
  { who: 'an ordinary user', prefix: AS_ANOTHER, uid: ORDINARY_USER, server: ORDINARY_USER },
  { who: 'root', prefix: [], uid: own, server: FREE_IDS },
  { who: 'root for a named id', prefix: [], uid: own, server: 61_000, env: { DATABASE_SYSTEM_USER: '61000' } },
  { who: 'root for an account', prefix: [], uid: own, server: 1, env: { DATABASE_SYSTEM_USER: 'daemon' } },
  { who: 'root without namespaces', prefix: [], uid: own, server: ORDINARY_USER, forbidden: true },
]
/** The user that runs this; if that is root and may switch users, another user. */
const self: User = { who: 'the user of this run', prefix: [], uid: own, server: own === 0 ? null : own }
const users = own === 0 && isHere('another user') ? others : [self, ...others]

test.concurrent.for(users)(
  '$who starts it, stops it, and starts it again; files are private',
  async (user, context) => {
    if (others.includes(user)) needs('another user', context)
    const { prefix, uid, server, forbidden = false, env: settings } = user
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    chownSync(dataDir, uid, own === uid ? (process.getgid?.() ?? 0) : uid)
    for (const folder of [dataDir, dirname(dataDir), dirname(dirname(dataDir))]) chmodSync(folder, 0o711)
    const env = {
      DATA_DIR: dataDir,
      ...settings,
      ...(forbidden ? { PATH: pathWithoutNamespaces(dirname(dataDir)) } : {}),
    }
    const first = await startMain({ env, prefix })
    const company = `/companies/${first.companyId}`
    const date = dayOf(new Date())
    const booked = await requestsWith(first.base, first.token).post(`${company}/journal-entries`, anEntry({ date }))
    expect(booked).toMatchObject({ status: 200 })
    const runBy = statSync(`/proc/${serverOf(dataDir)}`).uid
    expectUser(runBy, server)
    expect(await first.stop()).toMatchObject({ code: 0 })

    // The operator may be root even if the service runs as another user, and leaves nothing behind that its user cannot
    // use.
    const file = join(dirname(dataDir), 'two.si')
    writeFileSync(file, voucherFile(2, date))
    expect(await admin(dataDir, ['sie', 'import', file], env)).toMatchObject({ code: 0 })
    const second = await startMain({ env, prefix })
    const again = requestsWith(second.base, first.token)
    const three = await again.upload(`${company}/sie/import`, 'three.si', voucherFile(3, date))
    expect(three.body).toMatchObject({ made: { journalEntries: 1 }, skipped: { alreadyBooked: 2 } })
    expect(await second.stop()).toMatchObject({ code: 0 })

    for (const path of ['secret-key', 'work', 'files', join('files', first.companyId)]) {
      const { uid: owner, mode } = statSync(join(dataDir, path))
      expect([path, owner, mode & 0o077]).toEqual([path, uid, 0])
    }
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
    expectUser(statSync(join(dataDir, 'postgres', 'data')).uid, server)
    if (server !== null) expect(statSync(join(dataDir, 'postgres', 'data')).uid).toBe(runBy)
    expect(readdirSync(join(dataDir, 'work'))).toEqual([])
  },
)

const expectUser = (uid: number, expected: User['server']): void => {
  if (expected === null) return
  const [from, to] = typeof expected === 'number' ? [expected, expected] : expected
  expect(uid).toBeGreaterThanOrEqual(from)
  expect(uid).toBeLessThanOrEqual(to)
}

test.concurrent.for([
  [
    'a user that is not there',
    'missing-user',
    /^Grundbok did not start\. DATABASE_SYSTEM_USER names missing-user, who /,
  ],
  [
    'root itself',
    'root',
    /DATABASE_SYSTEM_USER is "root" and must be the name of an account, or a user id, other than root/,
  ],
] as const)('%s runs nothing', async ([, name, sentence], context) => {
  needs('another user', context)
  const { code, stderr } = await startFailing({ DATA_DIR: newDataDir(), DATABASE_SYSTEM_USER: name })
  expect([code, stderr]).toEqual([78, expect.stringMatching(sentence)])
})

test.concurrent('where no other user may pass it still starts, and says so', async (context) => {
  needs('another user', context)
  const dataDir = newDataDir()
  chmodSync(dirname(dataDir), 0o700)
  const service = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
  expect(service.said()).toContain('The database server has no user of its own')
  expect(await service.stop()).toMatchObject({ code: 0 })
})

/** A search path on which the program that makes user namespaces says that this system allows none. */
const pathWithoutNamespaces = (folder: string): string => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  chmodSync(bin, 0o755)
  writeFileSync(join(bin, 'unshare'), '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n', {
    mode: 0o755,
  })
  return `${bin}:${process.env.PATH}`
}
