// Anchors say where the chains ended. What verification of the books alone cannot see, that the newest entries were
// taken away and everything set back, is seen by them; and none can be made without the key.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorsAdmin, anchorsContribution } from '#anchors'
import { lockedBucket } from '#files/bucket'
import type { Transactor } from '#platform/db'
import { sql } from '#platform/sql'
import { processContextOf } from '#programs/system'
import type { Outside } from '#server/anchors/outside'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { needs } from '#support/needs'
import { mailsTo } from '#support/outbox'
import { startAuthority } from '#support/samples/time-stamps'
import { type Locking, startS3, type TestS3 } from '#support/servers/s3'
import { anEntry, type Service, START, startService, type TestCompany } from '#support/service'
import { headSources } from '#verification/anchoring'

const SECRET = randomBytes(32)
const DAY_MS = 24 * 60 * 60 * 1000
const KEEPER = 'revisor@example.com'
/** Failures are reported at once; successes may take their time. */
const PATIENCE = { silence: 60_000, attempt: 120_000, all: 500, pause: 5 }

let service: Service
let company: TestCompany
let s3: TestS3
let folder: string

beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
  s3 = await startS3()
  company = await service.newCompany()
  folder = mkdtempSync(join(tmpdir(), 'grundbok-anchors-'))
  for (let count = 0; count < 3; count++) ok(await company.post('/journal-entries', anEntry()))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await s3.close()
  await service.close()
})

const run = (words: string[], env: Record<string, string> = {}) =>
  command(service, words, { SECRET_KEY: SECRET.toString('hex'), ...env })

const runJson = async (...words: string[]) => {
  const { code, stdout, stderr } = await run([...words, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** The faults that `verify` finds, `part: fault`; all of them, or those of the anchors. */
const faultsBy = async (words: string[] = [], env: Record<string, string> = {}): Promise<string[]> => {
  const { stdout, stderr } = await run(['verify', '--json', ...words], env)
  expect(stdout, stderr).not.toBe('')
  const { faults } = JSON.parse(stdout) as { faults: { part: string; fault: string }[] }
  return faults.map(({ part, fault }) => `${part}: ${fault}`)
}

/** Does the job of the day, as the service would; what it reports. */
const daily = async (outside: Outside = {}): Promise<string[]> => {
  const reports: string[] = []
  const runner = newRunner(service, [anchorsContribution.job(headSources, outside)], reports)
  await runner.runDue()
  await runner.stop()
  return reports
}

const listed = async (): Promise<{ number: number; heads: number; [way: string]: unknown }[]> =>
  (await runJson('anchors', 'list')).anchors

/** A file of an anchor in a folder of its own, with other bytes. */
const alone = (name: string, text: string): string => {
  const own = mkdtempSync(join(folder, 'alone-'))
  writeFileSync(join(own, name), text)
  return own
}

/** Behind the triggers, and for good. */
const tamper = (database: Transactor, ...statements: string[]) =>
  database.transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    for (const text of statements) await db.rows({ text, values: [] } as never)
  })

test('one is made each day, of the chains that have moved', async () => {
  await daily()
  await daily()
  const [first, ...more] = await listed()
  expect(more).toEqual([])
  // The entries of the series, and the witnesses of the company.
  expect(first).toMatchObject({ number: 1, heads: 2, stampedAt: null, putAt: null, mailedAt: null })
  service.setNow(new Date(START.getTime() + DAY_MS))
  ok(await company.post('/journal-entries', anEntry()))
  await daily()
  const [second] = await listed()
  expect(second?.number).toBe(2)
  service.setNow(new Date(START.getTime() + 2 * DAY_MS))
  await daily()
  expect((await listed())[0]).toMatchObject({ number: 3, heads: 0 })
  expect(await faultsBy()).toEqual([])
})

test('after one of a clock that was far ahead the next is made in its time, and follows it', async () => {
  const own = await startService({ secretKeys: [SECRET] })
  const kept = mkdtempSync(join(tmpdir(), 'grundbok-anchors-ahead-'))
  const runOwn = (...words: string[]) => command(own, [...words, '--json'], { SECRET_KEY: SECRET.toString('hex') })
  const hours = [0, 200 * 24, 24, 26, 48]
  try {
    for (const hour of hours) {
      own.setNow(new Date(START.getTime() + hour * 60 * 60 * 1000))
      const runner = newRunner(own, [anchorsContribution.job(headSources, {})])
      await runner.runDue()
      await runner.stop()
    }
    const { anchors } = JSON.parse((await runOwn('anchors', 'list')).stdout) as {
      anchors: { number: number; madeAt: string }[]
    }
    const hourOf = (moment: string) => (Date.parse(moment) - START.getTime()) / 3_600_000
    // Two hours after the third it was still the day of that one.
    expect(anchors.map(({ number, madeAt }) => [number, hourOf(madeAt)])).toEqual([
      [4, 48],
      [3, 24],
      [2, 200 * 24],
      [1, 0],
    ])
    for (const { number } of anchors) {
      const file = join(kept, `${number}.txt`)
      const { code, stderr } = await runOwn('anchors', 'export', '--number', String(number), '--output', file)
      expect(code, stderr).toBe(0)
    }
    const verified = await runOwn('verify', '--anchors', kept)
    expect(JSON.parse(verified.stdout)).toMatchObject({ anchors: 4, faults: [] })
  } finally {
    rmSync(kept, { recursive: true, force: true })
    await own.close()
  }
})

test('an anchor is written to a file that says all there is to it, once', async () => {
  for (const { number } of await listed()) {
    const file = join(folder, `${number}.txt`)
    await runJson('anchors', 'export', '--number', String(number), '--output', file)
    expect((await run(['anchors', 'export', '--number', String(number), '--output', file])).stderr).toContain(
      'is there already',
    )
  }
  const text = readFileSync(join(folder, '1.txt'), 'utf8')
  expect(text).toMatch(
    /^Grundbok anchor 1\nnumber: 1\nmade: 2026-06-10T10:00:00\.000Z\nprevious: -\nkey: [0-9a-f]{16}\nheads: 2\n/,
  )
  expect(text).toContain(`${company.id} 3 `)
  expect(await runJson('verify', '--anchors', folder)).toMatchObject({ anchors: 3, faults: [] })
  expect((await run(['anchors', 'export', '--number', '99'])).stderr).toContain('there is no anchor 99')
  expect((await run(['verify', '--anchors', join(folder, 'none')])).stderr).toContain('cannot be read')
  expect((await run(['verify', '--anchors', alone('x.txt', 'Hej')])).stderr).toContain('there is no anchor in')
})

test.each<[string, (text: string) => string, string]>([
  ['a moment', (text) => text.replace('made: 2026-06-10', 'made: 2026-06-09'), 'its signature does not fit'],
  ['a link', (text) => text.replace(/ 3 [0-9a-f]{4}/, ' 3 0000'), 'not those that were signed'],
  ['an end that is left out', (text) => text.replace(/\n[^\n]+ witnesses\n/, '\n'), 'not those that were signed'],
  ['the key', (text) => text.replace(/key: [0-9a-f]{4}/, 'key: 0000'), 'which is not known'],
  ['a line', (text) => `${text}Hälsningar\n`, 'is not the head of a chain'],
])('an anchor with another content is none: %s', async (_, change, fault) => {
  const text = readFileSync(join(folder, '1.txt'), 'utf8')
  expect(change(text)).not.toBe(text)
  expect((await faultsBy(['--anchors', alone('1.txt', change(text))])).join('\n')).toContain(fault)
})

test('a signature counts only by the key that is given', async () => {
  const { stdout } = await run(['anchors', 'key'])
  const own = join(folder, 'own.pem')
  const other = join(folder, 'other.pem')
  writeFileSync(own, stdout)
  const { publicKey } = anchorsAdmin.presentKey(processContextOf(folder).keysFor)
  writeFileSync(other, publicKey.export({ format: 'pem', type: 'spki' }))
  expect(await faultsBy(['--anchors', folder, '--anchor-key', own])).toEqual([])
  expect(await faultsBy(['--anchors', folder, '--anchor-key', other])).toHaveLength(3)
  expect((await run(['verify', '--anchors', folder, '--anchor-key', join(folder, '1.txt')])).stderr).toContain(
    'is not a public key',
  )
})

test('after a new secret key, what the one before it has signed still counts', async () => {
  const next = { SECRET_KEY: randomBytes(32).toString('hex') }
  const both = { ...next, EARLIER_SECRET_KEYS: SECRET.toString('hex') }
  expect(await faultsBy(['--anchors', folder], both)).toEqual([])
})

test('each way out is gone until it has worked: a stamp, a bucket that locks, a mail', async () => {
  needs('openssl')
  const authority = await startAuthority()
  try {
    const bucket = lockedBucket(s3.settings, 3653, PATIENCE)
    const outside = { authority, bucket, mailTo: KEEPER }
    service.setNow(new Date(START.getTime() + 3 * DAY_MS))
    s3.fail('busy', 1000, 'PUT')
    authority.answer({ status: 500 })
    const [report = ''] = await daily(outside)
    expect(report).toMatch(/gave no time stamp: it answered 500.*S3 answered 503/)
    expect((await listed())[0]).toMatchObject({ number: 4, stampedAt: null, putAt: null })
    s3.fail('busy', 0)
    authority.answer({ body: Buffer.from('no time stamp') })
    expect((await dailyAgain(outside)).join()).toContain('cannot be read')
    authority.answer({ body: Buffer.alloc(300 * 1024) })
    expect((await dailyAgain(outside)).join()).toContain('its answer is longer than')
    authority.answer('otherCertificate')
    expect((await dailyAgain(outside)).join()).toContain('under another certificate than the one that comes with it')
    authority.answer(null)
    expect(await dailyAgain(outside)).toEqual([])
    const anchors = await listed()
    expect(anchors.every(({ stampedAt, putAt, mailedAt }) => stampedAt && putAt && mailedAt)).toBe(true)

    const mails = await mailsTo(service, KEEPER)
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      [1, 2, 3, 4].map((number) => `Grundbok anchor ${number}`),
    )
    const mailed = mkdtempSync(join(folder, 'mailed-'))
    for (const { subject, text } of mails) {
      const quoted = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
      const head = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64'
      writeFileSync(join(mailed, `${subject}.eml`), `Subject: ${subject}\r\n${head}\r\n\r\n${quoted}\r\n`)
    }
    const kept = mkdtempSync(join(folder, 'kept-'))
    await runJson('anchors', 'export', '--number', '4', '--output', join(kept, '4.txt'))
    const trusting = { ANCHOR_TIME_STAMP_URL: authority.url, ANCHOR_TIME_STAMP_CERTIFICATES: authority.certificates }
    for (const place of [mailed, kept]) {
      // The authority goes by the clock of the machine, and the service by one that is months behind: as if the anchors
      // had been made today, and said that they are from then.
      const late = await faultsBy(['--anchors', place], trusting)
      expect(late.length).toBeGreaterThan(0)
      for (const fault of late) expect(fault).toMatch(/anchors: .*time stamp is of 20.*, long after 2026-06-1/)
    }
    await foreign(join(kept, '4.txt'), authority.certificates)
    const doubting = { ...trusting, ANCHOR_TIME_STAMP_CERTIFICATES: authority.others }
    expect((await faultsBy(['--anchors', kept], doubting)).join()).toContain('by an authority that is trusted')
  } finally {
    await authority.close()
  }
})

test('a stamp that was given when its anchor was made is none too late', async () => {
  needs('openssl')
  const own = await startService({ secretKeys: [SECRET] })
  const authority = await startAuthority()
  try {
    own.setNow(new Date())
    const runner = newRunner(own, [anchorsContribution.job(headSources, { authority })])
    await runner.runDue()
    await runner.stop()
    const verifyBy = async (certificates: string) => {
      const env = { ANCHOR_TIME_STAMP_URL: authority.url, ANCHOR_TIME_STAMP_CERTIFICATES: certificates }
      const { stdout } = await command(own, ['verify', '--json'], { SECRET_KEY: SECRET.toString('hex'), ...env })
      return JSON.parse(stdout).faults.map(({ fault }: { fault: string }) => fault)
    }
    expect(await verifyBy(authority.certificates)).toEqual([])
    expect(await verifyBy(authority.others)).toEqual([expect.stringContaining('by an authority that is trusted')])
  } finally {
    await authority.close()
    await own.close()
  }
})

test('a stamp that was taken away is missed by copies kept elsewhere, and told where later ones are stamped', async () => {
  needs('openssl')
  const own = await startService({ secretKeys: [SECRET] })
  const authority = await startAuthority()
  try {
    const copies = mkdtempSync(join(folder, 'stamped-'))
    const commandOf = (words: string[], env = {}) => command(own, words, { SECRET_KEY: SECRET.toString('hex'), ...env })
    for (const number of [1, 2, 3]) {
      own.setNow(new Date(Date.now() - (4 - number) * DAY_MS))
      const runner = newRunner(own, [anchorsContribution.job(headSources, { authority })])
      await runner.runDue()
      await runner.stop()
      const file = join(copies, `${number}.txt`)
      expect((await commandOf(['anchors', 'export', '--number', String(number), '--output', file])).code).toBe(0)
    }
    const trusting = { ANCHOR_TIME_STAMP_URL: authority.url, ANCHOR_TIME_STAMP_CERTIFICATES: authority.certificates }
    const verified = async (env: Record<string, string>, ...words: string[]) => {
      const { faults, unstamped } = JSON.parse((await commandOf(['verify', '--json', ...words], env)).stdout)
      return [faults.map(({ fault }: { fault: string }) => fault), unstamped.map(spanOf)]
    }
    const spanOf = ({ first, last }: { first: number; last: number }) => [first, last]
    const lost = (number: number) => `${number}.txt: the one that is kept here has lost its time stamp`
    const take = (number: number) =>
      own.database.rows(sql`update anchors.anchor set stamp = null, stamped_at = null where number = ${number}`)
    expect(await verified(trusting, '--anchors', copies)).toEqual([[], []])
    await take(2)
    expect(await verified(trusting)).toEqual([[], [[2, 2]]])
    expect(await verified({})).toEqual([[], []])
    expect(await verified(trusting, '--anchors', copies)).toEqual([[lost(2)], [[2, 2]]])
    expect((await commandOf(['verify'], trusting)).stdout).toMatch(/without a time stamp.*\n.*\n {2}anchor 2, made 20/)
    await take(1)
    expect(await verified(trusting)).toEqual([[], [[1, 2]]])
    await take(3)
    expect(await verified(trusting, '--anchors', copies)).toEqual([[lost(1), lost(2), lost(3)], []])
  } finally {
    await authority.close()
    await own.close()
  }
})

test('many that were sent keep no later one from being sent', async () => {
  const own = await startService({ secretKeys: [SECRET] })
  try {
    const runNow = (...words: string[]) => command(own, words, { SECRET_KEY: SECRET.toString('hex') })
    for (let count = 0; count <= 100; count++) expect((await runNow('anchors', 'make')).code).toBe(0)
    const runner = newRunner(own, [anchorsContribution.job(headSources, { mailTo: KEEPER })])
    for (let turn = 0; turn < 2; turn++) {
      await runner.runDue()
      own.setNow(new Date(own.now().getTime() + 60 * 60 * 1000))
    }
    await runner.stop()
    const { anchors } = JSON.parse((await runNow('anchors', 'list', '--json')).stdout)
    expect(anchors.filter(({ mailedAt }: { mailedAt: string | null }) => mailedAt === null)).toEqual([])
  } finally {
    await own.close()
  }
})

test.each<[Locking, string]>([
  ['answers with the file', 'the server did not lock it'],
  ['knows no such question', 'the server did not lock it'],
  ['shorter', 'the server did not lock it'],
  ['may not be asked', 'Asking for the lock of'],
])('a server that only promises a lock is reported, and stays in use: %s', async (how, sentence) => {
  const own = await startService({ secretKeys: [SECRET] })
  const store = await startS3()
  try {
    const bucket = lockedBucket(store.settings, 3653, PATIENCE)
    const runAt = async (hours: number): Promise<string[]> => {
      own.setNow(new Date(START.getTime() + hours * 60 * 60 * 1000))
      const reports: string[] = []
      const runner = newRunner(own, [anchorsContribution.job(headSources, { bucket })], reports)
      await runner.runDue()
      await runner.stop()
      return reports
    }
    const putAt = async () => {
      const { stdout } = await command(own, ['anchors', 'list', '--json'], { SECRET_KEY: SECRET.toString('hex') })
      return JSON.parse(stdout).anchors.map((one: { putAt: unknown }) => one.putAt)
    }
    store.locks(how)
    expect((await runAt(0)).join()).toContain(sentence)
    expect(await putAt()).toEqual([null])
    store.locks('kept')
    store.asked()
    expect(await runAt(1)).toEqual([])
    expect(await putAt()).toEqual([expect.any(String)])
    // What was locked already, and could only not be asked for, is not put once more.
    expect(store.asked().filter((method) => method === 'PUT')).toHaveLength(how === 'may not be asked' ? 0 : 1)
  } finally {
    await store.close()
    await own.close()
  }
})

/** Another program verifies the signature and the stamp, as the documentation says. */
const foreign = async (file: string, certificates: string): Promise<void> => {
  const own = mkdtempSync(join(folder, 'foreign-'))
  const [, statement = '', signature = '', stamp = ''] =
    /^(.*?)signature:\n(.*?)time stamp:\n(.*?)\n\n/s.exec(readFileSync(file, 'utf8')) ?? []
  writeFileSync(join(own, 'STATEMENT'), statement)
  writeFileSync(join(own, 'SIGNATURE'), Buffer.from(signature, 'base64'))
  writeFileSync(join(own, 'TOKEN'), Buffer.from(stamp, 'base64'))
  writeFileSync(join(own, 'KEY.pem'), (await run(['anchors', 'key'])).stdout)
  const openssl = (words: string) =>
    execFileSync('openssl', words.split(' '), { cwd: own, encoding: 'utf8', stdio: 'pipe' })
  expect(openssl('pkeyutl -verify -pubin -inkey KEY.pem -rawin -in STATEMENT -sigfile SIGNATURE')).toContain('Verified')
  openssl(`ts -verify -data STATEMENT -in TOKEN -token_in -CAfile ${certificates}`)
}

/** The job in its next turn, as after a pause. */
const dailyAgain = async (outside: Outside): Promise<string[]> => {
  service.setNow(new Date(service.now().getTime() + 60 * 60 * 1000))
  return daily(outside)
}

test('newest entries that were taken away, with everything set back, are found by anchors alone', async () => {
  const of = `company_id = '${company.id}'`
  await tamper(
    service.database.of(company.id),
    `delete from ledger.journal_entry_item where ${of} and journal_entry_id = (
       select id from ledger.journal_entry where ${of} and number = 4)`,
    `delete from ledger.journal_entry where ${of} and number = 4`,
    `update ledger.series set last_number = 3, last_hash = (
       select chain_hash from ledger.journal_entry where ${of} and number = 3) where ${of}`,
    `update ledger.book set entry_count = 3, day_balances_to = least(day_balances_to, 3) where ${of}`,
    `update ledger.month_balance set debit = debit / 4 * 3, credit = credit / 4 * 3 where ${of}`,
    `delete from ledger.day_balance where ${of}`,
    `update ledger.book set day_balances_to = 0 where ${of}`,
  )
  const faults = await faultsBy()
  const gone = new RegExp(
    `^anchors: anchor 2: ${company.id}, chain ${company.fiscalYearId} V: link 4 is no longer there$`,
  )
  expect(faults).toEqual([expect.stringMatching(gone)])
  const outside = await faultsBy(['--anchors', folder])
  expect(outside).toContainEqual(expect.stringMatching(/^anchors: 2\.txt: .*link 4 is no longer there$/))
})

test('anchors that are taken away here are missed by those that were kept elsewhere', async () => {
  await tamper(service.database, 'delete from anchors.anchor where number >= 2')
  expect((await faultsBy()).filter((fault) => fault.startsWith('anchors'))).toEqual([])
  const outside = await faultsBy(['--anchors', folder])
  expect(outside).toContain('anchors: 3.txt: it is no longer kept here')
  await tamper(
    service.database,
    `update anchors.anchor set statement = replace(statement, 'number: 1', 'number: 2'), number = 2`,
  )
  const faults = (await faultsBy()).join('\n')
  expect(faults).toContain('anchor 2: it was altered: its signature does not fit')
  expect(faults).toContain('anchor 2: the anchors before number 2 are missing')
  expect(readdirSync(folder)).toContain('1.txt')
})
