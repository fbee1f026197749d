// Anchors of secret keys that were replaced: they are verified when those keys are gone, since a key of the settings
// vouches for them. Write access to the database without the secret key does not get another key accepted.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { anchorsAdmin } from '#anchors'
import { sql } from '#platform/sql'
import { sha256 } from '#rules/anchors/anchor'
import { vouchText } from '#rules/anchors/earlier-key'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { anEntry, type Service, startService } from '#support/service'
import { headSources } from '#verification/anchoring'

/** Secret keys as the settings have them, the present one first. */
type Keys = readonly [string, ...string[]]

const newKey = () => randomBytes(32).toString('hex')
const first = newKey()
const second = newKey()
const third = newKey()
const fourth = newKey()

const services: Service[] = []
const folders: string[] = []
afterAll(async () => {
  for (const service of services) await service.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-earlier-keys-'))
  folders.push(folder)
  return folder
}

const runOn = (service: Service, words: readonly string[], [present, ...earlier]: Keys) =>
  command(service, words, { SECRET_KEY: present, EARLIER_SECRET_KEYS: earlier.join(',') })

const jsonOf = async (service: Service, words: readonly string[], keys: Keys) => {
  const { code, stdout, stderr } = await runOn(service, [...words, '--json'], keys)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const faultsBy = async (service: Service, keys: Keys, ...words: string[]): Promise<string[]> => {
  const { stdout, stderr } = await runOn(service, ['verify', '--json', ...words], keys)
  expect(stdout, stderr).not.toBe('')
  const { faults } = JSON.parse(stdout) as { faults: { part: string; fault: string }[] }
  return faults.map(({ part, fault }) => `${part}: ${fault}`)
}

/**
 * An installation on its third secret key, each replaced as the manual says, with an anchor of each: copies of them in
 * a folder, `1.txt` and on, how their keys are named, and for how many keys each `keys rotate` has vouched.
 */
const replacedTwice = async () => {
  const service = await startService({ secretKeys: [Buffer.from(first, 'hex')] })
  services.push(service)
  const company = await service.newCompany()
  const copies = newFolder()
  const [ids, vouched]: [string[], number[]] = [[], []]
  let earlier: string[] = []
  for (const key of [first, second, third]) {
    const keys: Keys = [key, ...earlier]
    vouched.push((await jsonOf(service, ['keys', 'rotate'], keys)).vouched)
    ok(await company.post('/journal-entries', anEntry()))
    const { number } = await jsonOf(service, ['anchors', 'make'], keys)
    const file = join(copies, `${number}.txt`)
    await jsonOf(service, ['anchors', 'export', '--number', String(number), '--output', file], keys)
    ids.push(/^key: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '')
    earlier = [key]
  }
  const [id1 = '', id2 = '', id3 = ''] = ids
  return { service, copies, ids: [id1, id2, id3] as const, vouched }
}

/** The public key of a name, in a file. */
const keptKey = async (service: Service, id: string, keys: Keys): Promise<string> => {
  const file = join(newFolder(), 'KEY.pem')
  const { code, stdout, stderr } = await runOn(service, ['anchors', 'key', '--id', id], keys)
  expect(code, stderr).toBe(0)
  writeFileSync(file, stdout)
  return file
}

test('what replaced keys have signed counts when they are gone, here and in copies, and nothing of it may go', async () => {
  const { service, copies, ids, vouched } = await replacedTwice()
  expect(new Set(ids).size).toBe(3)
  expect(vouched).toEqual([0, 1, 2])
  expect(await jsonOf(service, ['keys', 'rotate'], [third])).toMatchObject({ vouched: 0, unknownAnchorKeys: [] })
  expect(await faultsBy(service, [third])).toEqual([])
  expect(await faultsBy(service, [third], '--anchors', copies)).toEqual([])

  const given: string[] = []
  for (const id of ids) given.push('--anchor-key', await keptKey(service, id, [third]))
  expect(await faultsBy(service, [third], '--anchors', copies, ...given)).toEqual([])
  const ofLast = await faultsBy(service, [third], '--anchors', copies, ...given.slice(-2))
  expect(ofLast).toEqual(
    [1, 2].map((number) => {
      const signed = `it is signed with the key ${ids[number - 1]}`
      return `anchors: ${number}.txt: ${signed}, which is none of those that were given`
    }),
  )
  const other = await runOn(service, ['anchors', 'key', '--id', '0123456789abcdef'], [third])
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('none of these vouches for it')])

  await service.database.rows(sql`delete from anchors.anchor where number >= 2`)
  expect(await faultsBy(service, [third])).toEqual(['anchors: the anchors 2 to 2 are missing'])
})

test('a key that was replaced signs nothing more, no matter who holds it', async () => {
  const { service, ids } = await replacedTwice()
  const { usedDatabase: database, standing } = service
  await anchorsAdmin.makeAnchor({ database, standing, now: new Date() }, headSources)
  const late = `anchors: anchor 4: the key ${ids[0]} was replaced before it: its last anchor is 1`
  expect(await faultsBy(service, [third])).toEqual([late])
  expect(await faultsBy(service, [third, first])).toEqual([])
})

/** Makes a forged key vouch for itself, as if another one had. */
const vouchAs = async (
  { database }: Service,
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  { keyId, vouchedBy, statement }: { keyId: string; vouchedBy: string; statement: string },
): Promise<void> => {
  const bytes = publicKey.export({ format: 'der', type: 'spki' })
  const told = { keyId, publicKey: bytes, lastNumber: 1n, lastDigest: sha256(statement) }
  const signature = sign(null, Buffer.from(vouchText(told, vouchedBy)), privateKey)
  await database.rows(sql`delete from anchors.earlier_key where key_id = ${keyId}`)
  await database.rows(sql`
    insert into anchors.earlier_key (key_id, public_key, last_number, last_digest, vouched_by, vouched_at, signature)
    values (${keyId}, ${bytes}, 1, ${told.lastDigest}, ${vouchedBy}, now(), ${signature})`)
  const signed = sign(null, Buffer.from(statement), privateKey)
  await database.rows(sql`
    update anchors.anchor set statement = ${statement}, signature = ${signed} where number = 1`)
}

test('a forged key is not accepted, no matter what the database contains', async () => {
  const { service, ids } = await replacedTwice()
  const made = generateKeyPairSync('ed25519')
  const { keyId } = anchorsAdmin.key(made.publicKey)
  const { statement } = await service.database.one<{ statement: string }>(sql`
    select statement from anchors.anchor where number = 1`)
  const own = statement.replace(/^key: .+$/m, `key: ${keyId}`)
  for (const vouchedBy of [ids[2], keyId]) {
    await vouchAs(service, made, { keyId, vouchedBy, statement: own })
    const unknown = `anchors: anchor 1: it is signed with the key ${keyId}, which is not known`
    expect((await faultsBy(service, [third])).join('\n')).toContain(unknown)
    const { code, stdout } = await runOn(service, ['keys', 'rotate', '--json'], [third])
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { vouched: 0, unknownAnchorKeys: [{ keyId, first: 1, last: 1 }] },
    ])
    expect((await faultsBy(service, [third])).join('\n')).toContain(unknown)
  }
  // In the place of a key that was vouched for.
  await vouchAs(service, made, { keyId: ids[0], vouchedBy: ids[2], statement })
  expect(await faultsBy(service, [third])).toEqual([
    expect.stringContaining(`anchor 1: it is signed with the key ${ids[0]}, which is not known`),
  ])
})

test('keys that were dropped before anything vouched for them come back by their secret keys', async () => {
  const { service, ids } = await replacedTwice()
  await service.database.rows(sql`delete from anchors.earlier_key`)
  expect(await faultsBy(service, [third])).toEqual(
    ids.slice(0, 2).map((id, place) => {
      const signed = `anchors: anchor ${place + 1}: it is signed with the key ${id}`
      return expect.stringMatching(
        new RegExp(`^${signed}, which is not known: .*EARLIER_SECRET_KEYS.*keys lost --help`),
      )
    }),
  )
  expect(await jsonOf(service, ['keys', 'rotate'], [third, second, first])).toMatchObject({ vouched: 2 })
  expect(await faultsBy(service, [third])).toEqual([])
})

test('of lost keys a public key that was kept counts, and otherwise what they have signed is taken as it is', async () => {
  const { service, ids } = await replacedTwice()
  const kept = await keptKey(service, ids[0], [third])
  await service.database.rows(sql`delete from anchors.earlier_key`)
  const refused = await runOn(service, ['keys', 'lost', '--anchor-key', kept], [third])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(new RegExp(`^The key ${ids[1]} has signed anchor 2, and is not known\\.\\n.*--force`))
  const taken = await jsonOf(service, ['keys', 'lost', '--force', '--anchor-key', kept], [third])
  expect(taken).toEqual({
    lost: false,
    anchorKeys: [
      { keyId: ids[0], first: 1, last: 1 },
      { keyId: ids[1], first: 2, last: 2 },
    ],
  })
  const again = await runOn(service, ['keys', 'lost', '--anchor-key', kept], [third])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('or is known already')])
  expect(await faultsBy(service, [third])).toEqual([])
  expect(await jsonOf(service, ['keys', 'rotate'], [fourth, third])).toMatchObject({ vouched: 3 })
  expect(await faultsBy(service, [fourth])).toEqual([])

  await service.database.rows(sql`
    update anchors.anchor set statement = replace(statement, 'made: 20', 'made: 19') where number = 2`)
  await service.database.rows(sql`
    update anchors.anchor set signature = (select signature from anchors.anchor where number = 3) where number = 1`)
  const faults = await faultsBy(service, [fourth])
  expect(faults).toContain('anchors: anchor 1: it was altered: its signature does not fit')
  expect(faults).toContain(`anchors: anchor 2: it was altered since the key ${ids[1]} was replaced`)
  expect(faults).toContain('anchors: anchor 3: it does not follow anchor 2')
})
