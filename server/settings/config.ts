// The settings of the service, read once from the environment at startup and all checked together: an operator with
// three wrong settings sees all three.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { S3Settings } from '#files/bucket'
import { backupPlace, bucketOf, isInBucket, settingsOfBuckets, wrongOfBuckets } from '#files/setting-of-buckets'
import {
  addresses,
  beginningOf,
  bucketName,
  databaseUrl,
  documentReader,
  endpointUrl,
  headerPairs,
  LOG_LEVELS,
  logLevel,
  matching,
  networks,
  publicUrl,
  redisUrl,
  type Setting,
  secretKey,
  secretKeys,
  share,
  signUp,
  smtpUrl,
  stretches,
  Wrong,
  wholeNumber,
  withDefault,
  yesOrNo,
} from '#platform/setting'
import { NeedsCorrection } from '#platform/startup-error'

const MAX_PORT = 65_535
const MIN_POOL_SIZE = 2
const MAX_POOL_SIZE = 100
/** Most worker processes: besides its share of the pool, each has five connections of its own. */
const MAX_WORKERS = 16
const CONNECTIONS_PER_CORE = 4
const MAX_FREE_MIB = 999_999_999
const MAX_FREE_PERCENT = 90
const MAX_STORAGE_MB = 999_999_999
const MAX_KEEP_DAYS = 3660
const MAX_RATE_LIMIT = 100_000
const MAX_LOCK_DAYS = 36_500
const MAX_MONTHLY_QUOTA = 999_999_999

/** Every setting, by its name in {@link Config}. */
export const settings = {
  port: withDefault({
    name: 'PORT',
    description: 'The port the service listens on; 0 lets the system choose one.',
    default: '3000',
    parse: wholeNumber(0, MAX_PORT),
  }),
  host: withDefault({
    name: 'HOST',
    description: 'The address the service listens on; 0.0.0.0 or :: to be reached from other machines.',
    default: '127.0.0.1',
    parse: matching(/^[\w.:-]+$/, 'an address or a host name'),
  }),
  dataDir: withDefault<string>({
    name: 'DATA_DIR',
    description: 'The folder for all stored data: the embedded database, files, the secret key.',
    default: './data',
    parse: (text) => (text.includes('\0') ? new Wrong('a path') : text),
  }),
  databaseUrl: {
    name: 'DATABASE_URL',
    description: 'Your own PostgreSQL, version 15 or later, as postgres://user:password@host:port/database.',
    default: 'the embedded PostgreSQL',
    secret: true,
    absent: () => undefined,
    parse: databaseUrl,
  } as Setting<string | undefined>,
  migrationDatabaseUrl: {
    name: 'MIGRATION_DATABASE_URL',
    description:
      'The same database, with the role that owns its tables; the role of DATABASE_URL then need not own any.',
    default: 'the role of DATABASE_URL owns the tables',
    secret: true,
    absent: () => undefined,
    parse: databaseUrl,
  } as Setting<string | undefined>,
  databaseSystemUser: {
    name: 'DATABASE_SYSTEM_USER',
    description: 'When started as root: the account, or user id, that runs the embedded PostgreSQL and owns its files.',
    default: 'the account grundbok, else a user id that no account has',
    absent: () => undefined,
    parse: matching(
      /^(?!root$|0+$)(?:[A-Za-z_][\w-]{0,31}|\d{1,10})$/,
      'the name of an account, or a user id, other than root',
    ),
  } as Setting<string | undefined>,
  publicUrl: {
    name: 'PUBLIC_URL',
    description: 'The address at which people and programs reach the service, without a trailing slash.',
    default: 'http://localhost:PORT',
    absent: () => undefined,
    parse: publicUrl,
  } as Setting<string | undefined>,
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    description: 'The reverse proxies whose X-Forwarded-For says where a request came from, such as 127.0.0.1.',
    default: 'none: the address of the connection counts',
    absent: () => [],
    parse: networks,
  } as Setting<readonly string[]>,
  apiBrand: withDefault({
    name: 'API_BRAND',
    description: 'The word for this service in the names of its headers: lower-case letters and digits.',
    default: 'service',
    parse: matching(/^[a-z][a-z0-9]*$/, 'lower-case letters and digits, a letter first'),
  }),
  secretKey: {
    name: 'SECRET_KEY',
    description: 'The key for encryption and signatures: 32 bytes or more, as hexadecimal, base64 or other text.',
    default: 'created once and stored in DATA_DIR/secret-key',
    secret: true,
    absent: () => undefined,
    parse: secretKey,
  } as Setting<Buffer | undefined>,
  earlierSecretKeys: {
    name: 'EARLIER_SECRET_KEYS',
    description: 'Earlier values of SECRET_KEY, separated by commas: data encrypted with them stays readable.',
    default: 'none',
    secret: true,
    absent: () => [],
    parse: secretKeys,
  } as Setting<readonly Buffer[]>,
  logLevel: withDefault({
    name: 'LOG_LEVEL',
    description: `How much is logged: ${LOG_LEVELS.join(', ')}.`,
    default: 'info',
    parse: logLevel,
  }),
  metricsPort: {
    name: 'METRICS_PORT',
    description: 'The port at which this process answers /metrics, for Prometheus; 0 lets the system choose one.',
    default: 'no port of its own',
    absent: () => undefined,
    parse: wholeNumber(0, MAX_PORT),
  } as Setting<number | undefined>,
  metricsHost: withDefault({
    name: 'METRICS_HOST',
    description: 'The address that METRICS_PORT listens on.',
    default: '127.0.0.1',
    parse: matching(/^[\w.:-]+$/, 'an address or a host name'),
  }),
  metricsToken: {
    name: 'METRICS_TOKEN',
    description: 'The bearer token for /metrics (on PORT if METRICS_PORT is not set), and for the details at /ready.',
    default: '/metrics is on METRICS_PORT alone, and asks for no token',
    secret: true,
    absent: () => undefined,
    parse: matching(/^[\w.~+/=-]{16,200}$/, '16 to 200 letters, digits and signs of - . _ ~ + / ='),
  } as Setting<string | undefined>,
  traceEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'Where traces go (OTLP over HTTP, as JSON), such as http://localhost:4318; /v1/traces is added.',
    default: 'nothing is traced',
    absent: () => undefined,
    parse: endpointUrl,
  } as Setting<string | undefined>,
  traceHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    description: 'The headers that are sent with traces, as name=value, separated by commas.',
    default: 'nothing',
    secret: true,
    absent: () => ({}),
    parse: headerPairs,
  } as Setting<Readonly<Record<string, string>>>,
  traceServiceName: withDefault({
    name: 'OTEL_SERVICE_NAME',
    description: 'The name of the service in traces.',
    default: 'grundbok',
    parse: matching(/^[\w.-]{1,100}$/, '1 to 100 letters, digits, dots, hyphens and underscores'),
  }),
  traceShare: withDefault({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    description: 'The share of the requests without a trace of their own that is traced, from 0 to 1.',
    default: '1',
    parse: share,
  }),
  smtpUrl: {
    name: 'SMTP_URL',
    description: 'The server that sends the mails, as smtp://user:password@host:587 or smtps://user:password@host.',
    default: 'mails stay in the outbox: `./grundbok mail list`',
    secret: true,
    absent: () => undefined,
    parse: smtpUrl,
  } as Setting<string | undefined>,
  mailFrom: {
    name: 'MAIL_FROM',
    description: 'The sender of mails, as an address or as Name <address>.',
    default: 'Grundbok <no-reply@HOST>, with the host of PUBLIC_URL',
    absent: () => undefined,
    parse: matching(/^(?:[^<>@\r\n"]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'an address, or Name <address>'),
  } as Setting<string | undefined>,
  mailInDomain: {
    name: 'MAIL_IN_DOMAIN',
    description:
      'The domain for incoming mail: each company gets an address in it for documents (docs/guides/mail-in.md).',
    default: 'no mail is received',
    absent: () => undefined,
    parse: matching(/^(?=.{3,200}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'a domain, such as faktura.example.com'),
  } as Setting<string | undefined>,
  mailInPort: withDefault({
    name: 'MAIL_IN_PORT',
    description: 'The port, on HOST, that receives mail for MAIL_IN_DOMAIN by SMTP; 0 lets the system choose one.',
    default: '2525',
    parse: wholeNumber(0, MAX_PORT),
  }),
  documentReader: withDefault({
    name: 'DOCUMENT_READER',
    description: 'The reader of receipts and invoices, for proposals: local (in a separate process) or none.',
    default: 'local',
    parse: documentReader,
  }),
  fetchesRates: withDefault({
    name: 'FETCH_RATES',
    description:
      'Whether currency rates and the reference rate are fetched from Riksbanken and the ECB, as operations.md describes; otherwise an operator enters them.',
    default: 'false',
    parse: yesOrNo,
  }),
  signUp: withDefault({
    name: 'SIGN_UP',
    description:
      'Who may create an account at /signup: open (everyone), invited (people whom a company or agency has invited) or closed (no one).',
    default: 'open',
    parse: signUp,
  }),
  approveIntegrations: withDefault({
    name: 'APPROVE_INTEGRATIONS',
    description:
      'Whether an integration of mode production needs your approval before anyone other than its owner can connect it.',
    default: 'true',
    parse: yesOrNo,
  }),
  clientRegistration: withDefault({
    name: 'CLIENT_REGISTRATION',
    description:
      'Whether programs may register themselves as clients, which read and propose only: agents that speak the Model Context Protocol.',
    default: 'true',
    parse: yesOrNo,
  }),
  runJobs: withDefault({
    name: 'RUN_JOBS',
    description: 'Whether the service does its background work itself; false leaves it to `npm run worker`.',
    default: 'true',
    parse: yesOrNo,
  }),
  webhookAddresses: {
    name: 'WEBHOOK_ADDRESSES',
    description:
      'Private addresses that webhooks may call, such as 10.0.0.5, separated by commas; these may use http://.',
    default: 'none: public addresses only, over https',
    absent: () => [],
    parse: addresses,
  } as Setting<readonly string[]>,
  workers: withDefault({
    name: 'WORKERS',
    description: `How many processes answer requests, from 1 to ${MAX_WORKERS}; from 2 on, one more process runs them and does the rest.`,
    default: '1',
    parse: wholeNumber(1, MAX_WORKERS),
  }),
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    description: `How many connections to the database the pool has, from ${MIN_POOL_SIZE} to ${MAX_POOL_SIZE}; the processes of WORKERS share them.`,
    default: `${CONNECTIONS_PER_CORE} for each processor core, or for each process where these are more`,
    absent: () => Math.min(MAX_POOL_SIZE, CONNECTIONS_PER_CORE * availableParallelism()),
    parse: wholeNumber(MIN_POOL_SIZE, MAX_POOL_SIZE),
  } as Setting<number>,
  minFreeSpace: withDefault({
    name: 'MIN_FREE_SPACE',
    description: 'How many MiB must be free on the disk of DATA_DIR for writes to be accepted; 0 switches this off.',
    default: '256',
    parse: wholeNumber(0, MAX_FREE_MIB),
  }),
  minFreeForFiles: withDefault({
    name: 'MIN_FREE_FOR_FILES',
    description:
      'The percentage of the disk of DATA_DIR that must be free for files to be accepted; entries are accepted until MIN_FREE_SPACE. 0 switches this off.',
    default: '5',
    parse: wholeNumber(0, MAX_FREE_PERCENT),
  }),
  storagePerCompany: withDefault({
    name: 'STORAGE_PER_COMPANY',
    description:
      'How many MB (of 1,000,000 bytes) a company may store in files, unless it has a quota of its own; 0 switches the limit off.',
    default: '10000',
    parse: wholeNumber(0, MAX_STORAGE_MB),
  }),
  storagePerOwner: withDefault({
    name: 'STORAGE_PER_OWNER',
    description:
      'How many MB all companies that one person owns may store in files together; 0 switches the limit off.',
    default: '50000',
    parse: wholeNumber(0, MAX_STORAGE_MB),
  }),
  rateLimitPerMinute: withDefault({
    name: 'RATE_LIMIT_PER_MINUTE',
    description: 'How many requests a token may make in any 60 seconds; 0 switches the limit off.',
    default: '200',
    parse: wholeNumber(0, MAX_RATE_LIMIT),
  }),
  monthlyQuota: withDefault({
    name: 'MONTHLY_QUOTA',
    description: 'How many requests the private tokens of a company may make in a calendar month; 0 switches it off.',
    default: '5000',
    parse: wholeNumber(0, MAX_MONTHLY_QUOTA),
  }),
  v1Deprecated: {
    name: 'V1_DEPRECATED',
    description: 'The day from which version v1 of the API is deprecated: answers say so (RFC 9745).',
    default: 'not deprecated',
    absent: () => undefined,
    parse: beginningOf,
  } as Setting<Date | undefined>,
  v1Sunset: {
    name: 'V1_SUNSET',
    description: 'The day on which version v1 of the API is switched off: answers say so (RFC 8594).',
    default: 'never',
    absent: () => undefined,
    parse: beginningOf,
  } as Setting<Date | undefined>,
  v1Brownouts: {
    name: 'V1_BROWNOUTS',
    description:
      'When v1 answers 410 so that its clients notice, as 2027-01-12T10:00Z/2027-01-12T10:30Z, separated by commas.',
    default: 'never',
    absent: () => [],
    parse: stretches,
  } as Setting<readonly { from: Date; to: Date }[]>,
  redisUrl: {
    name: 'REDIS_URL',
    description: 'A Redis in which several services count the limit per minute together, as redis://host:port.',
    default: 'each service counts by itself',
    secret: true,
    absent: () => undefined,
    parse: redisUrl,
  } as Setting<string | undefined>,
  backupTo: {
    name: 'BACKUP_TO',
    description: 'Where the service continuously stores a backup: a folder on another disk, or s3://BUCKET/PREFIX.',
    default: 'no backup but those of `./grundbok backup`',
    absent: () => undefined,
    parse: backupPlace,
  } as Setting<string | undefined>,
  backupPassphrase: {
    name: 'BACKUP_PASSPHRASE',
    description:
      'The passphrase that encrypts the secret key in backups, 12 characters or more; keep it away from the backups and this machine.',
    default: '`./grundbok backup` asks for it',
    secret: true,
    absent: () => undefined,
    parse: matching(/^.{12,1000}$/u, '12 characters or more'),
  } as Setting<string | undefined>,
  backupAt: withDefault({
    name: 'BACKUP_AT',
    description: 'When the service makes a new base of the backup each day, in Swedish time.',
    default: '02:00',
    parse: matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:MM'),
  }),
  backupKeepDays: withDefault({
    name: 'BACKUP_KEEP_DAYS',
    description: 'How many days back any moment can be restored.',
    default: '30',
    parse: wholeNumber(1, MAX_KEEP_DAYS),
  }),
  backupDatabaseUrl: {
    name: 'BACKUP_DATABASE_URL',
    description: 'The database of DATABASE_URL, with a role that may replicate.',
    default: 'the role that owns the tables',
    secret: true,
    absent: () => undefined,
    parse: databaseUrl,
  } as Setting<string | undefined>,
  ...settingsOfBuckets,
  anchorMailTo: {
    name: 'ANCHOR_MAIL_TO',
    description:
      'The recipient of the daily anchor of the books by mail, to keep elsewhere (docs/guides/operations.md).',
    default: 'anchors are not mailed',
    absent: () => undefined,
    parse: matching(/^[^\s<>@,;]+@[^\s<>@,;]+$/, 'an e-mail address'),
  } as Setting<string | undefined>,
  anchorS3Bucket: {
    name: 'ANCHOR_S3_BUCKET',
    description: 'The bucket with object lock for each anchor; the other S3_… settings apply to it.',
    default: 'anchors are not put into a bucket',
    absent: () => undefined,
    parse: bucketName,
  } as Setting<string | undefined>,
  anchorS3LockDays: withDefault({
    name: 'ANCHOR_S3_LOCK_DAYS',
    description: 'For how many days an anchor cannot be removed from that bucket; 0 for one without object lock.',
    default: '3653',
    parse: wholeNumber(0, MAX_LOCK_DAYS),
  }),
  anchorTimeStampUrl: {
    name: 'ANCHOR_TIME_STAMP_URL',
    description: 'The authority that stamps each anchor with its time (RFC 3161), as http:// or https://.',
    default: 'anchors are not stamped',
    absent: () => undefined,
    parse: endpointUrl,
  } as Setting<string | undefined>,
  anchorTimeStampCertificates: {
    name: 'ANCHOR_TIME_STAMP_CERTIFICATES',
    description: 'The PEM file of the certificates that certify that authority.',
    default: 'set it together with ANCHOR_TIME_STAMP_URL',
    absent: () => undefined,
    parse: (text: string) => (text.includes('\0') ? new Wrong('a path') : text),
  } as Setting<string | undefined>,
}

type Settings = typeof settings
type Read = { [Key in keyof Settings]: ReturnType<Settings[Key]['absent']> }

/**
 * The parsed settings. `dataDir` is an absolute path. Without `databaseUrl` the embedded database is used; without `s3`
 * files are kept on disk.
 */
export type Config = Omit<Read, 'publicUrl' | 'mailFrom'> & {
  publicUrl: string
  mailFrom: string
  /** The bucket for files, and the one for anchors. */
  s3: S3Settings | undefined
  anchorS3: S3Settings | undefined
}

/**
 * Reads the settings; an empty one counts as absent. A relative DATA_DIR is resolved against `rootFolder`.
 * @throws {NeedsCorrection} that names every wrong setting
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, rootFolder: string): Config => {
  const wrong: string[] = []
  const rows: [string, Setting<unknown>][] = Object.entries(settings)
  const read = Object.fromEntries(
    rows.map(([key, setting]) => [key, readSetting(setting, env[setting.name] ?? '', wrong)]),
  ) as Read
  if (read.migrationDatabaseUrl && !read.databaseUrl) {
    wrong.push('DATABASE_URL must be set, since MIGRATION_DATABASE_URL is')
  }
  const processes = processesOf(read.workers ?? 1)
  const databasePoolSize = env.DATABASE_POOL_SIZE?.trim()
    ? read.databasePoolSize
    : Math.min(MAX_POOL_SIZE, Math.max(read.databasePoolSize, CONNECTIONS_PER_CORE * processes))
  if (databasePoolSize < MIN_POOL_SIZE * processes) {
    const least = `at least ${MIN_POOL_SIZE * processes}, ${MIN_POOL_SIZE} for each of ${processes} processes`
    wrong.push(`DATABASE_POOL_SIZE is ${databasePoolSize} and must be ${least}, since WORKERS is ${read.workers}`)
  }
  if (read.backupTo && !read.backupPassphrase) wrong.push('BACKUP_PASSPHRASE must be set, since BACKUP_TO is')
  if (read.backupDatabaseUrl && !read.databaseUrl) {
    wrong.push('DATABASE_URL must be set, since BACKUP_DATABASE_URL is')
  }
  wrong.push(
    ...wrongOfBuckets(
      read,
      rows.map(([, { name }]) => name).filter((name) => env[name]?.trim()),
    ),
  )
  if ((read.anchorTimeStampUrl === undefined) !== (read.anchorTimeStampCertificates === undefined)) {
    wrong.push('ANCHOR_TIME_STAMP_URL and ANCHOR_TIME_STAMP_CERTIFICATES must be set both or neither')
  }
  if (env.METRICS_HOST?.trim() && read.metricsPort === undefined) {
    wrong.push('METRICS_PORT must be set, since METRICS_HOST is')
  }
  if (read.v1Brownouts?.length && !env.V1_SUNSET?.trim()) wrong.push('V1_SUNSET must be set, since V1_BROWNOUTS is')
  if (wrong.length > 0) throw new NeedsCorrection(`Wrong settings: ${wrong.join('; ')}.`)
  const site = read.publicUrl ?? `http://localhost:${read.port}`
  return {
    ...read,
    databasePoolSize,
    s3: bucketOf(read, read.s3Bucket),
    anchorS3: bucketOf(read, read.anchorS3Bucket),
    dataDir: resolve(rootFolder, read.dataDir),
    backupTo: read.backupTo && (isInBucket(read.backupTo) ? read.backupTo : resolve(rootFolder, read.backupTo)),
    publicUrl: site,
    mailFrom: read.mailFrom ?? `Grundbok <no-reply@${new URL(site).hostname}>`,
  }
}

/** The number of processes: the workers, plus a supervisor if there are two or more. */
export const processesOf = (workers: number): number => (workers === 1 ? 1 : workers + 1)

/** The number of pooled database connections of each process. */
export const shareOfPool = ({ databasePoolSize, workers }: Pick<Config, 'databasePoolSize' | 'workers'>): number =>
  Math.floor(databasePoolSize / processesOf(workers))

/** The text of docs/reference/settings.md, which `npm run settings` writes. */
export const settingsPage = (): string =>
  [
    '# Settings',
    '',
    '*For operators who run the service.*',
    '',
    'Settings come from the environment. They are read once, at the start. A wrong one stops the start with a sentence',
    'that says which one and why. This page is generated from the table of settings by `npm run settings`.',
    '',
    '| Setting | When absent | What it is |',
    '|---|---|---|',
    ...Object.values(settings).map((one) => `| \`${one.name}\` | ${one.default} | ${one.description} |`),
    '',
  ].join('\n')

const readSetting = (setting: Setting<unknown>, given: string, wrong: string[]): unknown => {
  const text = given.trim()
  if (text === '') return setting.absent()
  const value = setting.parse(text)
  if (!(value instanceof Wrong)) return value
  wrong.push(`${setting.name} ${setting.secret === true ? '' : `is "${text}" and `}must be ${value.mustBe}`)
  return undefined
}
