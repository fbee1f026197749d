// Each setting with values that are taken and values that are not.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupBucketOf, nameOfPlace } from '#files/setting-of-buckets'
import { StartupError } from '#platform/startup-error'
import { targetAt } from '#programs/backups'
import { type Config, readConfig, shareOfPool } from '#settings/config'
import { ensureSecretKey } from '#settings/secret-key'
import { every } from '#support/every'

const key32 = 'ab'.repeat(32)
const text32 = 'correct horse battery staple ???'
const poolSize = Math.min(100, 4 * availableParallelism())

type Good = [name: string, text: string | undefined, setting: keyof Config, value: unknown]
const good: Good[] = [
  ['PORT', undefined, 'port', 3000],
  ['PORT', '', 'port', 3000],
  ['PORT', ' 8080 ', 'port', 8080],
  ['PORT', '0', 'port', 0],
  ['PORT', '65535', 'port', 65_535],
  ['HOST', undefined, 'host', '127.0.0.1'],
  ['HOST', '::', 'host', '::'],
  ['HOST', 'books.example.com', 'host', 'books.example.com'],
  ['DATA_DIR', undefined, 'dataDir', '/srv/grundbok/data'],
  ['DATA_DIR', '/var/lib/grundbok', 'dataDir', '/var/lib/grundbok'],
  ['DATA_DIR', '../elsewhere', 'dataDir', '/srv/elsewhere'],
  ['DATABASE_URL', undefined, 'databaseUrl', undefined],
  ['DATABASE_URL', '', 'databaseUrl', undefined],
  ['DATABASE_URL', 'postgres://u:p@db:5432/g', 'databaseUrl', 'postgres://u:p@db:5432/g'],
  ['DATABASE_URL', 'postgresql:///g?host=/run/postgresql', 'databaseUrl', 'postgresql:///g?host=/run/postgresql'],
  ['PUBLIC_URL', undefined, 'publicUrl', 'http://localhost:3000'],
  ['PUBLIC_URL', 'https://books.example.com', 'publicUrl', 'https://books.example.com'],
  ['PUBLIC_URL', 'https://example.com/books', 'publicUrl', 'https://example.com/books'],
  ['METRICS_PORT', undefined, 'metricsPort', undefined],
  ['METRICS_PORT', '9464', 'metricsPort', 9464],
  ['METRICS_TOKEN', 'a-long-word-to-read', 'metricsToken', 'a-long-word-to-read'],
  ['MIN_FREE_SPACE', undefined, 'minFreeSpace', 256],
  ['MIN_FREE_SPACE', '0', 'minFreeSpace', 0],
  ['MIN_FREE_FOR_FILES', undefined, 'minFreeForFiles', 5],
  ['STORAGE_PER_COMPANY', undefined, 'storagePerCompany', 10_000],
  ['STORAGE_PER_OWNER', '0', 'storagePerOwner', 0],
  ['TRUSTED_PROXIES', undefined, 'trustedProxies', []],
  ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/8,::1', 'trustedProxies', ['127.0.0.1', '10.0.0.0/8', '::1']],
  ['SMTP_URL', undefined, 'smtpUrl', undefined],
  ['SMTP_URL', 'smtps://u:p@mail.example.com', 'smtpUrl', 'smtps://u:p@mail.example.com'],
  ['MAIL_FROM', undefined, 'mailFrom', 'Grundbok <no-reply@localhost>'],
  ['MAIL_FROM', 'Böcker <post@example.com>', 'mailFrom', 'Böcker <post@example.com>'],
  ['MAIL_FROM', 'post@example.com', 'mailFrom', 'post@example.com'],
  ['API_BRAND', undefined, 'apiBrand', 'service'],
  ['API_BRAND', 'grundbok2', 'apiBrand', 'grundbok2'],
  ['SECRET_KEY', undefined, 'secretKey', undefined],
  ['SECRET_KEY', key32, 'secretKey', Buffer.from(key32, 'hex')],
  ['SECRET_KEY', Buffer.alloc(32, 251).toString('base64'), 'secretKey', Buffer.alloc(32, 251)],
  ['SECRET_KEY', Buffer.alloc(32, 251).toString('base64url'), 'secretKey', Buffer.alloc(32, 251)],
  ['SECRET_KEY', text32, 'secretKey', Buffer.from(text32)],
  ['SECRET_KEY', 'a'.repeat(32), 'secretKey', Buffer.from('a'.repeat(32))],
  ['EARLIER_SECRET_KEYS', undefined, 'earlierSecretKeys', []],
  ['EARLIER_SECRET_KEYS', key32, 'earlierSecretKeys', [Buffer.from(key32, 'hex')]],
  ['EARLIER_SECRET_KEYS', `${text32}, ${key32}`, 'earlierSecretKeys', [Buffer.from(text32), Buffer.from(key32, 'hex')]],
  ['LOG_LEVEL', undefined, 'logLevel', 'info'],
  ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['DATABASE_POOL_SIZE', undefined, 'databasePoolSize', poolSize],
  ['DATABASE_POOL_SIZE', '2', 'databasePoolSize', 2],
  ['DATABASE_POOL_SIZE', '100', 'databasePoolSize', 100],
  ['WORKERS', undefined, 'workers', 1],
  ['WORKERS', '16', 'workers', 16],
  ['WORKERS', '16', 'databasePoolSize', Math.max(poolSize, 4 * 17)],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25', 'traceShare', 0.25],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%3Db, x=', 'traceHeaders', { 'api-key': 'a=b', x: '' }],
  ['S3_BUCKET', undefined, 's3', undefined],
  ['S3_PREFIX', '', 's3Prefix', undefined],
]

test('each setting takes what it may be', () =>
  every(
    good,
    ([name, text]) => `${name}=${text}`,
    ([name, text, setting, value]) => expect(readConfig({ [name]: text }, '/srv/grundbok')[setting]).toEqual(value),
  ))

test('the public address follows the port', () => {
  expect(readConfig({ PORT: '4000' }, '/').publicUrl).toBe('http://localhost:4000')
})

type Bad = [name: string, text: string, says: string]
const bad: Bad[] = [
  ['PORT', 'http', 'PORT is "http" and must be a whole number from 0 to 65535'],
  ['PORT', '65536', 'PORT is "65536" and must be a whole number from 0 to 65535'],
  ['PORT', '-1', 'PORT is "-1" and must be a whole number from 0 to 65535'],
  ['PORT', '3e3', 'PORT is "3e3" and must be a whole number from 0 to 65535'],
  ['HOST', 'a b', 'HOST is "a b" and must be an address or a host name'],
  ['HOST', 'http://a', 'HOST is "http://a" and must be an address or a host name'],
  ['DATABASE_URL', 'mysql://a', 'DATABASE_URL must be an address that starts with postgres:// or postgresql://'],
  ['DATABASE_URL', 'postgres://a:b', 'DATABASE_URL must be an address that starts with postgres:// or postgresql://'],
  ['TRUSTED_PROXIES', 'proxy', 'TRUSTED_PROXIES is "proxy" and must be addresses or networks, such as 127.0.0.1'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES is "10.0.0.0/33" and must be addresses or networks'],
  ['SMTP_URL', 'http://u:hemligt@mail', 'SMTP_URL must be an address that starts with smtp:// or smtps://'],
  ['MAIL_FROM', 'post', 'MAIL_FROM is "post" and must be an address, or Name <address>'],
  ['PUBLIC_URL', 'books.example.com', 'PUBLIC_URL is "books.example.com" and must be an address'],
  ['PUBLIC_URL', 'https://a.example/', 'PUBLIC_URL is "https://a.example/" and must be an address'],
  ['PUBLIC_URL', 'https://a.example/v1', 'PUBLIC_URL is "https://a.example/v1" and must be an address'],
  ['PUBLIC_URL', 'https://a.example?x=1', 'PUBLIC_URL is "https://a.example?x=1" and must be an address'],
  ['PUBLIC_URL', 'ftp://a.example', 'PUBLIC_URL is "ftp://a.example" and must be an address'],
  ['API_BRAND', 'Big', 'API_BRAND is "Big" and must be lower-case letters and digits, a letter first'],
  ['API_BRAND', '1st', 'API_BRAND is "1st" and must be lower-case letters and digits, a letter first'],
  ['SECRET_KEY', 'too short', 'SECRET_KEY must be 32 bytes or more'],
  ['SECRET_KEY', 'ab'.repeat(15), 'SECRET_KEY must be 32 bytes or more'],
  ['EARLIER_SECRET_KEYS', `${key32},`, 'EARLIER_SECRET_KEYS must be secret keys such as SECRET_KEY accepts'],
  ['EARLIER_SECRET_KEYS', 'too short', 'EARLIER_SECRET_KEYS must be secret keys such as SECRET_KEY accepts'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud" and must be one of trace, debug, info, warn, error, fatal, silent'],
  ['WORKERS', '0', 'WORKERS is "0" and must be a whole number from 1 to 16'],
  ['WORKERS', '17', 'WORKERS is "17" and must be a whole number from 1 to 16'],
  ['WORKERS', 'two', 'WORKERS is "two" and must be a whole number from 1 to 16'],
  ['METRICS_PORT', '65536', 'METRICS_PORT is "65536" and must be a whole number from 0 to 65535'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must be 16 to 200 letters, digits and signs of - . _ ~ + / ='],
  ['METRICS_HOST', '0.0.0.0', 'METRICS_PORT must be set, since METRICS_HOST is'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG is "2" and must be a number from 0 to 1'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hemlig', 'OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas'],
  ['DATABASE_POOL_SIZE', '1', 'DATABASE_POOL_SIZE is "1" and must be a whole number from 2 to 100'],
  ['DATABASE_POOL_SIZE', '101', 'DATABASE_POOL_SIZE is "101" and must be a whole number from 2 to 100'],
]

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env, '/')
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return 'taken'
}

test('each setting refuses what it may not be', () =>
  every(
    bad,
    ([name, text]) => `${name}=${text}`,
    ([name, text, says]) => expect(refusalOf({ [name]: text })).toContain(`Wrong settings: ${says}`),
  ))

test('all wrong settings are named at once, and secrets are not repeated', () => {
  const message = refusalOf({ PORT: 'x', SECRET_KEY: 'tiny', DATABASE_URL: 'pass:word', LOG_LEVEL: 'info' })
  expect(message).toMatch(/PORT .*; DATABASE_URL .*; SECRET_KEY .*\.$/)
  expect(message).not.toMatch(/tiny|word|LOG_LEVEL/)
})

const s3 = { S3_BUCKET: 'underlag', S3_REGION: 'eu-north-1' }
const here = { S3_BUCKET: 'underlag', S3_ENDPOINT: 'http://127.0.0.1:9000' }
const keys = { S3_ACCESS_KEY_ID: 'nyckel', S3_SECRET_ACCESS_KEY: 'hemligt/+=' }
const bare = { bucket: 'underlag', region: 'eu-north-1', pathStyle: false, prefix: '' }

type Together = [env: Record<string, string>, value: Config['s3']]
const buckets: Together[] = [
  [s3, bare],
  [
    { ...s3, ...keys },
    { ...bare, keys: { accessKeyId: 'nyckel', secretAccessKey: 'hemligt/+=' } },
  ],
  [
    { ...s3, S3_PREFIX: 'a/b-1', S3_FORCE_PATH_STYLE: 'true' },
    { ...bare, prefix: 'a/b-1', pathStyle: true },
  ],
  [here, { ...bare, region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' }],
  [
    { ...here, S3_REGION: 'garage' },
    { ...bare, region: 'garage', endpoint: 'http://127.0.0.1:9000' },
  ],
]

const said = ([env]: readonly [object, unknown]): string =>
  Object.entries(env)
    .map(([name, text]) => `${name}=${text}`)
    .join(' ')

test('settings of a bucket are read together', () =>
  every(buckets, said, ([env, value]) => expect(readConfig(env, '/').s3).toEqual(value)))

const away = { ...s3, BACKUP_TO: 's3://kopior/natt/1', BACKUP_PASSPHRASE: 'en fras av flera ord' }
const own = { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9000', BACKUP_S3_FORCE_PATH_STYLE: 'true' }
const backups: Together[] = [
  [away, { ...bare, bucket: 'kopior', prefix: 'natt/1' }],
  [
    { ...away, S3_BUCKET: '', BACKUP_TO: 's3://kopior/' },
    { ...bare, bucket: 'kopior' },
  ],
  [
    { ...away, ...keys, S3_PREFIX: 'a' },
    { ...bare, bucket: 'kopior', prefix: 'natt/1', keys: { accessKeyId: 'nyckel', secretAccessKey: 'hemligt/+=' } },
  ],
  // Another server never gets the key of the first.
  [
    { ...away, ...keys, ...own },
    { bucket: 'kopior', prefix: 'natt/1', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
  ],
  [{ ...away, BACKUP_TO: '/mnt/kopior' }, undefined],
]
test('settings say where backups are', () =>
  every(backups, said, ([env, value]) => {
    const config = readConfig(env, '/')
    const place = config.backupTo ?? ''
    expect(backupBucketOf(config, place)).toEqual(value)
    // By that name it is known where its keeper has noted something.
    expect(nameOfPlace(place)).toBe(targetAt(config, place)?.name)
  }))

const notTogether: [env: Record<string, string>, says: string][] = [
  [{ S3_BUCKET: 'a' }, 'S3_BUCKET is "a" and must be the name of a bucket; S3_REGION must be set, unless S3_ENDPOINT'],
  [{ S3_BUCKET: 'underlag' }, 'S3_REGION must be set, unless S3_ENDPOINT is.'],
  [{ S3_REGION: 'eu-north-1' }, 'S3_BUCKET must be set, since S3_REGION is.'],
  [{ S3_SECRET_ACCESS_KEY: 'hemligt' }, 'S3_BUCKET must be set, since S3_SECRET_ACCESS_KEY is.'],
  [
    { ...s3, S3_SECRET_ACCESS_KEY: 'hemligt' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both or neither.',
  ],
  [{ ...s3, S3_ACCESS_KEY_ID: 'hemligt' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both or neither.'],
  [{ ...s3, ...keys, S3_SECRET_ACCESS_KEY: 'hem ligt' }, 'S3_SECRET_ACCESS_KEY must be one word.'],
  [{ ...s3, S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT is "minio:9000" and must be an address that starts with http'],
  [{ ...s3, S3_ENDPOINT: 'http://a?b' }, 'S3_ENDPOINT is "http://a?b" and must be an address that starts with http'],
  [{ ...s3, S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE is "yes" and must be true or false.'],
  [{ ...s3, S3_PREFIX: '/a' }, 'S3_PREFIX is "/a" and must be words of letters'],
  [{ ...s3, S3_PREFIX: 'a/../b' }, 'S3_PREFIX is "a/../b" and must be words of letters'],
  [
    { ...away, BACKUP_TO: 's3://KOPIOR' },
    'BACKUP_TO is "s3://KOPIOR" and must be the path of a folder, or s3://BUCKET',
  ],
  [{ ...away, BACKUP_TO: 's3://kopior/../a' }, 'BACKUP_TO is "s3://kopior/../a" and must be the path of a folder, or'],
  [{ ...away, BACKUP_TO: 'ftp://kopior' }, 'BACKUP_TO is "ftp://kopior" and must be the path of a folder, or s3://'],
  [{ ...away, BACKUP_TO: 's3://underlag/natt' }, 'BACKUP_TO must be in another bucket than S3_BUCKET: what is lost'],
  [{ ...away, BACKUP_S3_REGION: '', S3_REGION: '', S3_BUCKET: '' }, 'S3_REGION must be set, unless S3_ENDPOINT is.'],
  [
    { ...away, BACKUP_S3_ACCESS_KEY_ID: 'a' },
    'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set both',
  ],
  [{ ...s3, S3_REGION: 'eu north' }, 'S3_REGION is "eu north" and must be the name of a region.'],
]
test('settings that do not go together are refused', () =>
  every(notTogether, said, ([env, says]) => {
    expect(refusalOf(env)).toContain(`Wrong settings: ${says}`)
    expect(refusalOf(env)).not.toMatch(/hem ?ligt/)
  }))

const shared: [env: Record<string, string>, share: number][] = [
  [{ DATABASE_POOL_SIZE: '7' }, 7],
  [{ DATABASE_POOL_SIZE: '7', WORKERS: '2' }, 2],
  [{ DATABASE_POOL_SIZE: '100', WORKERS: '4' }, 20],
]
test('each process has its share of the connections', () =>
  every(shared, said, ([env, share]) => expect(shareOfPool(readConfig(env, '/'))).toBe(share)))

test('fewer connections than two for each process are refused', () => {
  const least = 'must be at least 6, 2 for each of 3 processes, since WORKERS is 2'
  const says = `Wrong settings: DATABASE_POOL_SIZE is 5 and ${least}.`
  expect(refusalOf({ DATABASE_POOL_SIZE: '5', WORKERS: '2' })).toBe(says)
  expect(refusalOf({ DATABASE_POOL_SIZE: '6', WORKERS: '2' })).toBe('taken')
})

test('a secret key is made once, for our eyes only, and refused when it is spoilt', () => {
  const top = mkdtempSync(join(tmpdir(), 'grundbok-key-'))
  const dataDir = join(top, 'new', 'data')
  const made = ensureSecretKey({ secretKey: undefined, dataDir })
  expect(made).toHaveLength(32)
  expect(ensureSecretKey({ secretKey: undefined, dataDir })).toEqual(made)
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
  expect(ensureSecretKey({ secretKey: Buffer.from(text32), dataDir })).toEqual(Buffer.from(text32))
  writeFileSync(join(dataDir, 'secret-key'), 'abc\n')
  expect(() => ensureSecretKey({ secretKey: undefined, dataDir })).toThrow(/holds no secret key/)
  mkdirSync(join(top, 'other', 'secret-key'), { recursive: true })
  expect(() => ensureSecretKey({ secretKey: undefined, dataDir: join(top, 'other') })).toThrow(
    /neither read nor created/,
  )
  rmSync(top, { recursive: true })
})
