// The doctor: what it finds in an installation, and what it says about each thing that is out of order.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { object } from '#http'
import { defineJob, type JobKind } from '#platform/job'
import { sql } from '#platform/sql'
import { checks, type Facts, judge, unknownSettings } from '#rules/programs/doctor/doctor'
import { command } from '#support/commands'
import { newRunner } from '#support/jobs'
import { freePort } from '#support/servers/ports'
import { type Service, startService } from '#support/service'

const DAY = 24 * 3600

const kept = { reachedAgeSeconds: 10, baseAgeSeconds: DAY, checkAgeSeconds: DAY, faults: 0, trouble: null }
const sound: Facts = {
  settings: { unknown: [], poolSize: 8, processes: 1, minFreeMib: 256, minFreePercent: 5 },
  clock: { databaseAheadSeconds: 0.1, siteAheadSeconds: null },
  disk: { freeBytes: 50e9, bytes: 100e9, freeInodes: 1e6, inodes: 2e6 },
  open: [],
  database: {
    fsync: 'on',
    fullPageWrites: 'on',
    synchronousCommit: 'on',
    autovacuum: 'on',
    encoding: 'UTF8',
    maxConnections: 100,
    isSuperuser: false,
    isEncrypted: false,
    isNear: true,
  },
  site: { url: 'https://books.example.com', isPublic: true, trouble: null, certificateDays: 60 },
  files: { trouble: null, inBucket: false },
  mail: { trouble: null },
  redis: { trouble: null },
  storage: { nearlyFull: 0, almostFull: 0 },
  verification: { ageSeconds: DAY, faults: 0, state: 'sound' },
  jobs: { failed: 0, overdueSeconds: 0, overdueKind: '', failing: [] },
  backup: kept,
}
const { settings, clock, disk, database, site, jobs } = sound

type Case = [wrong: Partial<Facts>, line: string]
const cases: Case[] = [
  [
    { settings: { ...settings, unknown: [{ name: 'SMTP_URI', meant: 'SMTP_URL' }] } },
    'warn settings SMTP_URI (SMTP_URL?)',
  ],
  [{ clock: { ...clock, databaseAheadSeconds: -3 } }, 'warn clock differ by 3 seconds'],
  [{ clock: { ...clock, siteAheadSeconds: 31 } }, 'fail clock differ by 31 seconds'],
  [{ disk: { ...disk, freeBytes: 200e6 } }, 'fail disk only 190 MiB'],
  [{ disk: { ...disk, freeBytes: 4.5e9 } }, 'fail disk only 4291 MiB'],
  [{ disk: { ...disk, freeBytes: 4e9 }, settings: { ...settings, minFreePercent: 0 } }, 'warn disk only 3814 MiB'],
  [{ storage: { nearlyFull: 2, almostFull: 1 } }, 'warn storage 3 companies have less than a fifth of their room left'],
  [{ disk: { ...disk, freeInodes: 9 } }, 'warn disk only 9 files'],
  [{ open: ['/data/secret-key'] }, 'fail permissions others may read /data/secret-key'],
  [{ database: { ...database, fsync: 'off' } }, 'fail database fsync is off'],
  [{ database: { ...database, fullPageWrites: 'off' } }, 'fail database full_page_writes is off'],
  [{ database: { ...database, synchronousCommit: 'off' } }, 'fail database synchronous_commit is off'],
  [{ database: { ...database, autovacuum: 'off' } }, 'warn database autovacuum is off'],
  [{ database: { ...database, encoding: 'LATIN1' } }, 'fail database its encoding is LATIN1'],
  [{ database: { ...database, isSuperuser: true } }, 'warn database the service works as a superuser'],
  [{ database: { ...database, isNear: false } }, 'warn database the connection goes over the network unencrypted'],
  [{ database: { ...database, maxConnections: 14 } }, 'warn connections one service may want 15 connections'],
  [
    { database: { ...database, maxConnections: 100 }, settings: { ...settings, poolSize: 81, processes: 9 } },
    'warn connections one service may want 120 connections',
  ],
  [{ site: { ...site, trouble: 'ECONNREFUSED' } }, 'fail address https://books.example.com does not answer'],
  [{ site: { ...site, isPublic: false, trouble: 'ECONNREFUSED' } }, 'warn address https://books.example.com does not'],
  [{ site: { ...site, certificateDays: 13 } }, 'warn address the certificate ends in 13 days'],
  [{ site: { ...site, certificateDays: 2 } }, 'fail address the certificate ends in 2 days'],
  [{ files: { trouble: 'EACCES', inBucket: false } }, 'fail files a file could not be kept (EACCES)'],
  [{ mail: null }, 'warn mail no mail goes out'],
  [{ mail: { trouble: 'EAUTH' } }, 'fail mail the mail server does not take us (EAUTH)'],
  [{ redis: { trouble: 'closed' } }, 'fail redis Redis does not answer (closed)'],
  [{ verification: null }, 'warn verification the books were not verified'],
  [
    { verification: { ageSeconds: 9 * DAY, faults: 0, state: 'sound' } },
    'warn verification the books were not verified',
  ],
  [
    { verification: { ageSeconds: DAY, faults: 2, state: 'faulty' } },
    'fail verification the last verification found 2',
  ],
  [
    { verification: { ageSeconds: DAY, faults: 0, state: 'failed' } },
    'fail verification the last verification broke off',
  ],
  [{ jobs: { ...jobs, failed: 3 } }, 'warn jobs 3 jobs have failed for good'],
  [{ backup: 'not kept' }, 'warn backup no backup is kept'],
  [{ backup: 'not begun' }, 'warn backup nothing is in the backup yet'],
  [{ backup: { ...kept, reachedAgeSeconds: null } }, 'warn backup nothing is in the backup yet'],
  [{ backup: { ...kept, trouble: 'it does not go on: ENOSPC' } }, 'fail backup it does not go on: ENOSPC'],
  [{ backup: { ...kept, reachedAgeSeconds: 1200 } }, 'fail backup the backup is behind by 20 minutes'],
  [{ backup: { ...kept, baseAgeSeconds: 27 * 3600 } }, 'warn backup the last base of the backup was made 27 hours ago'],
  [{ backup: { ...kept, baseAgeSeconds: -DAY } }, 'fail backup what was noted of the backup is 24 hours ahead'],
  [{ backup: { ...kept, reachedAgeSeconds: -120 } }, 'fail backup what was noted of the backup is 2 minutes ahead'],
  [{ backup: { ...kept, faults: 1 } }, 'fail backup the last base that was checked is not sound'],
  [{ backup: { ...kept, checkAgeSeconds: 3 * DAY } }, 'warn backup a base was last checked 72 hours ago'],
  [{ jobs: { ...jobs, overdueSeconds: 3600, overdueKind: 'mail.send' } }, 'fail jobs mail.send has been due for 60'],
  [
    { jobs: { ...jobs, failing: [{ kind: 'anchors.make', error: 'S3 answered 503' }] } },
    'warn jobs what is done by itself fails again and again: anchors.make (S3 answered 503)',
  ],
]

describe('a rule', () => {
  test.each(cases)('finds %j', (wrong, line) => {
    const [level = '', check = '', ...words] = line.split(' ')
    const found = judge({ ...sound, ...wrong }).filter((one) => one.level !== 'ok')
    expect(found).toEqual([
      { check, level, says: expect.stringContaining(words.join(' ')), todo: expect.stringMatching(/\.$/) },
    ])
  })

  test('finds nothing where nothing is out of order, and says so of each check', () => {
    // Clocks of two machines differ a little.
    expect(judge({ ...sound, backup: { ...kept, reachedAgeSeconds: -1 } })).toEqual(judge(sound))
    expect(judge(sound)).toEqual(
      Object.entries(checks).map(([check, says]) => ({ check, level: 'ok', says, todo: null })),
    )
  })

  test('has its line in the manual', () => {
    const manual = readFileSync('docs/guides/operations.md', 'utf8')
    expect(Object.keys(checks).filter((check) => !manual.includes(`\n| ${check} | `))).toEqual([])
  })

  test('knows what looks like a setting and is none', () => {
    const known = ['PORT', 'SMTP_URL', 'DATABASE_URL', 'SECRET_KEY', 'MAIL_FROM']
    const given = ['PATH', 'HOME', 'MAIL', 'PORT', 'SMTP_URI', 'DATABSE_URL', 'MAILHOST', 'SECRETKEY', 'POST']
    expect(unknownSettings(given, known)).toEqual([
      { name: 'SMTP_URI', meant: 'SMTP_URL' },
      { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
      { name: 'MAILHOST', meant: null },
      { name: 'SECRETKEY', meant: 'SECRET_KEY' },
    ])
  })
})

describe('the command', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ alone: true })
  })
  afterAll(() => service.close())

  const found = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await command(service, ['doctor', '--json'], env)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; says: string }[] }
    const levelOf = (check: string) => findings.find((one) => one.check === check)?.level
    expect(code).toBe(findings.some(({ level }) => level === 'fail') ? 1 : 0)
    return { findings, levelOf }
  }

  test('looks at what is there', async () => {
    const { findings, levelOf } = await found({ PUBLIC_URL: service.origin, SMTP_URI: 'smtp://mail' })
    expect([levelOf('address'), levelOf('files'), levelOf('permissions'), levelOf('clock')]).toEqual(
      Array(4).fill('ok'),
    )
    expect(['settings', 'mail', 'verification', 'backup'].map(levelOf)).toEqual(Array(4).fill('warn'))
    const { fsync } = await service.database.one<{ fsync: string }>(sql`select current_setting('fsync') as fsync`)
    expect(findings.some(({ says }) => says === 'fsync is off')).toBe(fsync === 'off')
    expect(levelOf('redis')).toBeUndefined()
  })

  test('says what does not answer', async () => {
    const nowhere = await freePort()
    const { levelOf } = await found({
      PUBLIC_URL: `http://127.0.0.1:${nowhere}`,
      SMTP_URL: `smtp://127.0.0.1:${nowhere}`,
      REDIS_URL: `redis://127.0.0.1:${nowhere}`,
    })
    expect([levelOf('address'), levelOf('mail'), levelOf('redis')]).toEqual(['warn', 'fail', 'fail'])
  })

  test('names what has failed at its turn, with its last error', async () => {
    const kind: JobKind = {
      name: 'test.nightly',
      payload: object({}),
      pausesMs: [],
      timeLimitMs: 60_000,
      atOnce: 1,
      perTenant: 1,
      everyMs: 3_600_000,
    }
    const fail = () => Promise.reject(new Error('no luck\nat all'))
    const runner = newRunner(service, [defineJob(kind, fail)], [], { clock: () => new Date() })
    await runner.runDue()
    await runner.stop()
    const says = 'what is done by itself fails again and again: test.nightly (no luck at all)'
    const { findings } = await found()
    expect(findings).toContainEqual(expect.objectContaining({ check: 'jobs', level: 'warn', says }))
  })

  test('leaves no mark for the backup of the file that it keeps and deletes', async () => {
    const marks = join(service.folder, 'arrived')
    await found({ BACKUP_TO: join(service.folder, 'kopior'), BACKUP_PASSPHRASE: 'en fras som ingen har' })
    expect(existsSync(marks) ? readdirSync(marks) : []).toEqual([])
  })

  test('logs in to the mail server, and sends nothing', async () => {
    const sent: string[] = []
    const post = new SMTPServer({
      logger: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'ratt' ? done(null, { user: 'post' }) : done(new Error('Wrong password')),
      onMailFrom: ({ address }, _session, done) => {
        sent.push(address)
        done()
      },
    })
    post.on('error', () => {})
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
    const address = post.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect((await found({ SMTP_URL: `smtp://post:ratt@127.0.0.1:${port}` })).levelOf('mail')).toBe('ok')
    expect((await found({ SMTP_URL: `smtp://post:fel@127.0.0.1:${port}` })).levelOf('mail')).toBe('fail')
    expect(sent).toEqual([])
    await new Promise<void>((resolve) => post.close(resolve))
  })
})
