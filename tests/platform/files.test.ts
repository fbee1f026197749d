// Kept files behave the same on disk and in S3. A stream that fails leaves nothing behind, however early it breaks off,
// and an S3 that does not answer is told and loses nothing.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBucket, type S3Settings, type S3Timeouts } from '#files/bucket'
import { filesInS3 } from '#files/files-in-s3'
import {
  arrivalsIn,
  digestOfKept,
  type Files,
  fetchKept,
  filesOnDisk,
  keptOnDisk,
  markingArrivals,
  placeOf,
  readKept,
  writeStream,
} from '#platform/files'
import { newId } from '#platform/id'
import { StartupError } from '#platform/startup-error'
import { type Failing, startS3, type TestS3 } from '#support/servers/s3'

const folder = mkdtempSync(join(tmpdir(), 'grundbok-files-'))
const onDisk = join(folder, 'disk')
const besideS3 = join(folder, 's3')
/** However busy the machine is, an answer that is to come does come. */
const PATIENCE: S3Timeouts = { silence: 60_000, attempt: 60_000, all: 60_000, pause: 5 }

const ALWAYS = Number.POSITIVE_INFINITY

let s3: TestS3
let kinds: Record<string, Files>
beforeAll(async () => {
  s3 = await startS3()
  kinds = { 'on disk': filesOnDisk(onDisk), 'in S3': filesInS3(s3.settings, besideS3, PATIENCE) }
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** A work file with these bytes. */
const fileWith = (files: Files, bytes: Buffer): string => {
  const path = files.newWorkFile()
  writeFileSync(path, bytes)
  return path
}

/** Keeps bytes as a caller does, who removes what was worked on. */
const keep = async (files: Files, tenantId: string, bytes: Buffer, digest = digestOf(bytes)): Promise<Buffer> => {
  const path = fileWith(files, bytes)
  try {
    await files.keep(tenantId, digest, path)
  } finally {
    rmSync(path)
  }
  return digest
}

describe.each(['on disk', 'in S3'])('files %s', (kind) => {
  let files: Files
  const tenant = newId()
  beforeAll(() => {
    files = kinds[kind] as Files
  })
  /** For any outcome: nothing is left among the work files. */
  afterEach(() => expect(readdirSync(files.workFolder)).toEqual([]))

  const sizes: [string, number][] = [
    ['nothing   ', 0],
    ['one byte  ', 1],
    ['3 MiB + 1 ', 3 * 1024 * 1024 + 1],
  ]
  test.each(sizes)('come back byte for byte: %s', async (_, size) => {
    const bytes = randomBytes(size)
    const digest = await keep(files, tenant, bytes)
    expect((await readKept(files, tenant, digest)).equals(bytes)).toBe(true)
    expect(await digestOfKept(files, tenant, digest)).toEqual(digest)
  })

  test('are kept once, however often they come', async () => {
    const bytes = randomBytes(1000)
    const digest = await keep(files, tenant, bytes)
    s3.asked()
    for (let again = 0; again < 2; again++) expect(await keep(files, tenant, bytes)).toEqual(digest)
    expect(s3.asked()).toEqual(kind === 'in S3' ? ['HEAD', 'HEAD'] : [])
    expect((await readKept(files, tenant, digest)).equals(bytes)).toBe(true)
  })

  test('are kept well by several at once', async () => {
    const bytes = randomBytes(100_000)
    await Promise.all(Array.from({ length: 8 }, () => keep(files, tenant, bytes)))
    const read = await Promise.all(Array.from({ length: 8 }, () => readKept(files, tenant, digestOf(bytes))))
    expect(read.every((one) => one.equals(bytes))).toBe(true)
  })

  test('are each tenant’s own, and each corner’s', async () => {
    const bytes = randomBytes(10)
    const digest = await keep(files, `${tenant}/attachments`, bytes)
    for (const other of [tenant, `${tenant}/uploads`, newId()]) expect(await files.fetch(other, digest)).toBeNull()
    await keep(files, tenant, bytes)
    await files.remove(tenant, digest)
    expect((await readKept(files, `${tenant}/attachments`, digest)).equals(bytes)).toBe(true)
  })

  test('that are missing are told, and may be removed all the same', async () => {
    const digest = digestOf(randomBytes(10))
    expect(await files.fetch(tenant, digest)).toBeNull()
    expect(await digestOfKept(files, tenant, digest)).toBeNull()
    await files.remove(tenant, digest)
    const says = `The kept file ${tenant}/${digest.toString('hex')} is missing`
    await expect(fetchKept(files, tenant, digest)).rejects.toThrow(says)
    await expect(readKept(files, newId(), digest)).rejects.toThrow('is missing')
  })

  test('that are removed are gone, and may be kept again', async () => {
    const bytes = randomBytes(10)
    const digest = await keep(files, tenant, bytes)
    await files.remove(tenant, digest)
    expect(await files.fetch(tenant, digest)).toBeNull()
    await keep(files, tenant, bytes)
    expect((await readKept(files, tenant, digest)).equals(bytes)).toBe(true)
  })

  test('of one tenant go all at once, with those of its corners and no others', async () => {
    const gone = newId()
    const other = newId()
    const bytes = randomBytes(10)
    for (const place of [gone, `${gone}/attachments`, other]) await keep(files, place, bytes)
    await files.removeAll(gone)
    await files.removeAll(gone)
    for (const place of [gone, `${gone}/attachments`])
      expect(await files.fetch(place, digestOf(bytes)), place).toBeNull()
    expect((await readKept(files, other, digestOf(bytes))).equals(bytes)).toBe(true)
  })

  test('are fetched as the kept file, or as a copy of which the reader disposes', async () => {
    const digest = await keep(files, tenant, randomBytes(10))
    const first = await fetchKept(files, tenant, digest)
    const second = await fetchKept(files, tenant, digest)
    expect(first.kept).toBe(kind === 'on disk')
    expect(first.path === second.path).toBe(first.kept)
    for (const { path, kept } of [first, second]) if (!kept) rmSync(path)
    expect(existsSync(first.path)).toBe(first.kept)
  })

  test('of a work file that is not there are not kept', async () => {
    const digest = digestOf(randomBytes(10))
    await expect(files.keep(tenant, digest, files.newWorkFile())).rejects.toThrow('ENOENT')
    expect(await files.fetch(tenant, digest)).toBeNull()
  })
})

test('files on disk are listed with what they are kept under', async () => {
  const files = filesOnDisk(join(folder, 'listed'))
  const tenants = [newId(), `${newId()}/attachments`].sort()
  const bytes = Buffer.from('x')
  expect(await keptOnDisk(join(folder, 'listed'))).toEqual([])
  for (const tenantId of tenants) await keep(files, tenantId, bytes)
  const { path } = await fetchKept(files, tenants[0] as string, digestOf(bytes))
  writeFileSync(`${path}.${newId()}`, 'is just arriving')
  const listed = await keptOnDisk(join(folder, 'listed'))
  expect(listed.map(({ tenantId }) => tenantId)).toEqual(tenants)
  expect(listed[0]).toEqual({ path, tenantId: tenants[0], digest: digestOf(bytes) })
})

test('files that are to be copied elsewhere have a mark until they are, or are removed', async () => {
  const top = join(folder, 'marked')
  const files = markingArrivals(filesOnDisk(top), top)
  const { places, copied } = arrivalsIn(top)
  const tenant = newId()
  const other = `${newId()}/attachments`
  const digest = await keep(files, tenant, randomBytes(10))
  const removed = await keep(files, other, randomBytes(10))
  const placed = (of: string, by: Buffer) => placeOf(of, by).join('/')
  expect((await places()).sort()).toEqual([placed(tenant, digest), placed(other, removed)].sort())
  await files.remove(other, removed)
  expect(await places()).toEqual([placed(tenant, digest)])
  await keep(files, other, randomBytes(10))
  await files.removeAll(other.replace('/attachments', ''))
  expect(await places()).toEqual([placed(tenant, digest)])
  await copied(placed(tenant, digest))
  expect(await places()).toEqual([])
  expect(await digestOfKept(files, tenant, digest)).toEqual(digest)
})

describe('an S3', () => {
  const tenant = newId()
  const files = () => kinds['in S3'] as Files
  const hasty = (patience: S3Timeouts) => filesInS3(s3.settings, besideS3, patience)
  /** One attempt only. */
  const ONCE: S3Timeouts = { ...PATIENCE, all: -1 }
  afterEach(() => {
    s3.fail('busy', 0)
    expect(readdirSync(files().workFolder)).toEqual([])
  })

  const failures: [how: Failing, says: string][] = [
    ['silent', 'S3 did not answer (TimeoutError'],
    ['busy', 'S3 answered 503'],
    ['hangs up', 'S3 did not answer ('],
  ]
  /** Puts bytes without looking for them before: nothing is asked that has to be answered in the same short time. */
  const put = async (patience: S3Timeouts): Promise<void> => {
    const bytes = randomBytes(500_000)
    const from = fileWith(files(), bytes)
    const bucket = openBucket(s3.settings, patience)
    try {
      await bucket.put({ key: bucket.keyOf('prov'), digest: digestOf(bytes), from, size: bytes.length })
    } finally {
      rmSync(from)
    }
  }
  const calls: [string, method: string, (patience: S3Timeouts, digest: Buffer) => Promise<unknown>][] = [
    ['Looking for', 'HEAD', (patience) => keep(hasty(patience), tenant, randomBytes(10))],
    ['Keeping', 'PUT', put],
    ['Reading', 'GET', (patience, digest) => hasty(patience).fetch(tenant, digest)],
    ['Deleting', 'DELETE', (patience, digest) => hasty(patience).remove(tenant, digest)],
  ]
  test.each(failures)('that does not answer (%s) is reported, and nothing is lost', async (how, says) => {
    const bytes = randomBytes(10)
    const digest = await keep(files(), tenant, bytes)
    for (const [doing, method, call] of calls) {
      s3.fail(how, ALWAYS, method)
      const called = call(how === 'silent' ? { ...ONCE, silence: 300 } : ONCE, digest)
      await expect(called).rejects.toThrow(new RegExp(`^${doing} \\S+ in the bucket underlag failed: `))
      await expect(called).rejects.toThrow(says)
    }
    s3.fail(how, 0)
    expect((await readKept(files(), tenant, digest)).equals(bytes)).toBe(true)
  })

  test('that is silent once is asked again', async () => {
    const waiting = filesInS3(s3.settings, besideS3, { ...PATIENCE, silence: 1500 })
    const bytes = randomBytes(10)
    s3.fail('silent', 1)
    const digest = await keep(waiting, tenant, bytes)
    expect((await readKept(files(), tenant, digest)).equals(bytes)).toBe(true)
  })

  test.each(['busy', 'hangs up'] as const)('that does not answer for a moment (%s) is asked again', async (how) => {
    const bytes = randomBytes(500_000)
    s3.fail(how, 2)
    const digest = await keep(files(), tenant, bytes)
    s3.fail(how, 2)
    expect((await readKept(files(), tenant, digest)).equals(bytes)).toBe(true)
    s3.fail(how, 2)
    await files().remove(tenant, digest)
    expect(await files().fetch(tenant, digest)).toBeNull()
  })

  test('that breaks off in the middle of a file is asked again, and what came is removed', async () => {
    const bytes = randomBytes(500_000)
    const digest = await keep(files(), tenant, bytes)
    s3.fail('breaks off', ALWAYS, 'GET')
    await expect(files().fetch(tenant, digest)).rejects.toThrow('Reading')
    s3.fail('breaks off', 1)
    expect((await readKept(files(), tenant, digest)).equals(bytes)).toBe(true)
  })

  test('that gives a file byte by byte is not waited for until the last one', async () => {
    const digest = await keep(files(), tenant, randomBytes(500_000))
    s3.fail('dawdles', ALWAYS, 'GET')
    await expect(hasty({ ...ONCE, attempt: 500 }).fetch(tenant, digest)).rejects.toThrow(
      /^Reading \S+ in the bucket underlag failed: /,
    )
  })

  test('that is busy when the bytes come is sent them anew', async () => {
    const bytes = randomBytes(500_000)
    s3.asked()
    s3.fail('busy', 1, 'PUT')
    const digest = await keep(files(), tenant, bytes)
    expect(s3.asked()).toEqual(['HEAD', 'PUT', 'PUT'])
    expect((await readKept(files(), tenant, digest)).equals(bytes)).toBe(true)
  })

  test('is not blamed for one of our files that cannot be read', async () => {
    const unreadable = files().workFolder
    const kept = files().keep(tenant, digestOf(randomBytes(10)), unreadable)
    await expect(kept).rejects.toThrow(/^EISDIR/)
  })

  test('refuses bytes that are not those of the digest', async () => {
    const digest = digestOf(randomBytes(10))
    const kept = keep(files(), tenant, Buffer.from('others'), digest)
    await expect(kept).rejects.toThrow(/^Keeping \S+ in the bucket underlag failed: S3 answered 400 /)
    expect(await files().fetch(tenant, digest)).toBeNull()
  })

  test('keeps a file under its prefix, at the place that it has on disk', async () => {
    const bytes = randomBytes(10)
    const name = digestOf(bytes).toString('hex')
    await keep(files(), `${tenant}/uploads`, bytes)
    const place = `${tenant}/uploads/${name.slice(0, 2)}/${name}`
    const bare = filesInS3({ ...s3.settings, prefix: '' }, besideS3)
    expect((await readKept(bare, `prov/${tenant}/uploads`, digestOf(bytes))).equals(bytes)).toBe(true)
    await keep(filesOnDisk(onDisk), `${tenant}/uploads`, bytes)
    expect(readFileSync(join(onDisk, 'files', place)).equals(bytes)).toBe(true)
  })

  type Wrong = [string, Partial<S3Settings>, RegExp]
  const wrong: Wrong[] = [
    [
      'the bucket',
      { bucket: 'ingen' },
      /^Reading prov\/never-kept in the bucket ingen failed: S3 answered 404 \(NoSuchBucket/,
    ],
    ['the secret', { keys: { accessKeyId: 'S3RVER', secretAccessKey: 'hemligt' } }, /answered 403 \(SignatureDoesNot/],
    ['the key   ', { keys: { accessKeyId: 'okänd', secretAccessKey: 'hemligt' } }, /answered 403 \(InvalidAccessKeyId/],
    ['the server', { endpoint: 'http://127.0.0.1:1' }, /did not answer \(.*ECONNREFUSED.* Check the S3_… settings.$/],
  ]
  test.each(wrong)('is looked at before the service starts: %s is wrong', async (_, changes, says) => {
    const checked = filesInS3({ ...s3.settings, ...changes }, besideS3, PATIENCE).check()
    await expect(checked).rejects.toThrow(StartupError)
    await expect(checked).rejects.toThrow(says)
    await expect(checked).rejects.not.toThrow('hemligt')
  })

  test('that answers is well', async () => {
    await filesInS3(s3.settings, besideS3, PATIENCE).check()
  })

  test('whose bucket is missing has lost files, and not missed them', async () => {
    const elsewhere = filesInS3({ ...s3.settings, bucket: 'ingen' }, besideS3, PATIENCE)
    await expect(elsewhere.fetch(tenant, digestOf(randomBytes(1)))).rejects.toThrow('NoSuchBucket')
    await expect(keep(elsewhere, tenant, randomBytes(1))).rejects.toThrow('NoSuchBucket')
  })
})

const streams = join(folder, 'streams')
beforeAll(() => mkdirSync(streams))

test('a stream is written', async () => {
  const path = join(streams, 'written')
  await writeStream(path, Readable.from(['ett ', 'två']))
  expect(readFileSync(path, 'utf8')).toBe('ett två')
  rmSync(path)
})

const breaks: [string, (stream: PassThrough, fail: () => void) => unknown][] = [
  ['before it is read     ', (_, fail) => fail()],
  ['at the next tick      ', (_, fail) => process.nextTick(fail)],
  ['while the file is made', (_, fail) => setImmediate(fail)],
  ['after a part          ', (stream, fail) => stream.write('x', () => setImmediate(fail))],
]
test.each(breaks)('a stream that breaks off %s leaves nothing', async (_, breakOff) => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const stream = new PassThrough()
    const written = writeStream(join(streams, `broken-${attempt}`), stream)
    breakOff(stream, () => stream.destroy(new Error('broken off')))
    await expect(written).rejects.toThrow('broken off')
  }
  // What the system was still asked to do would be done by now.
  await pause(20)
  expect(readdirSync(streams)).toEqual([])
})

test('a file that cannot be made is reported', async () => {
  await expect(writeStream(join(streams, 'no-folder', 'x'), Readable.from(['x']))).rejects.toThrow('ENOENT')
})

test('a bucket lists all its names below a prefix, page after page', async () => {
  const bucket = openBucket({ ...s3.settings, prefix: 'lista' }, PATIENCE)
  const other = openBucket({ ...s3.settings, prefix: 'lista2' }, PATIENCE)
  await other.putBytes(other.keyOf('a/0'), Buffer.from('annat'))
  const names = Array.from({ length: 7 }, (_, number) => `a/${number}`)
  await Promise.all(names.map((name) => bucket.putBytes(bucket.keyOf(name), Buffer.from(name))))
  await bucket.putBytes(bucket.keyOf('b/1'), randomBytes(70_000))
  expect((await bucket.list('a/', 3)).map(({ name }) => name)).toEqual(names)
  expect(await bucket.list('b/')).toEqual([{ name: 'b/1', bytes: 70_000 }])
  expect(await bucket.list('c/')).toEqual([])
  expect((await bucket.getBytes(bucket.keyOf('a/6')))?.toString()).toBe('a/6')
  await bucket.remove(bucket.keyOf('b/1'))
  expect(await bucket.getBytes(bucket.keyOf('b/1'))).toBeNull()
})
