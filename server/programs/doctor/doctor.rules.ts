// Problems of an installation, and what to do about them: a table of rules over facts that were collected elsewhere.
import { editDistance } from '#platform/misspelling'

/** The facts about an installation. Null is what does not exist or could not be determined. */
export type Facts = {
  settings: {
    unknown: readonly { name: string; meant: string | null }[]
    poolSize: number
    processes: number
    minFreeMib: number
    minFreePercent: number
  }
  clock: { databaseAheadSeconds: number; siteAheadSeconds: number | null }
  disk: { freeBytes: number; bytes: number; freeInodes: number; inodes: number }
  /** Paths in the data folder that other users may read. */
  open: readonly string[]
  database: {
    fsync: string
    fullPageWrites: string
    synchronousCommit: string
    autovacuum: string
    encoding: string
    maxConnections: number
    isSuperuser: boolean
    isEncrypted: boolean
    isNear: boolean
  }
  site: { url: string; isPublic: boolean; trouble: string | null; certificateDays: number | null }
  files: { trouble: string | null; inBucket: boolean }
  mail: { trouble: string | null } | null
  redis: { trouble: string | null } | null
  /** How many companies have little room left for files, and how many hardly any. */
  storage: { nearlyFull: number; almostFull: number }
  verification: { ageSeconds: number; faults: number; state: string } | null
  /** `failing` are scheduled jobs whose last attempts have all failed. */
  jobs: {
    failed: number
    overdueSeconds: number
    overdueKind: string
    failing: readonly { kind: string; error: string }[]
  }
  /** Ages in seconds: null for what does not exist, negative if recorded while a clock was ahead. */
  backup:
    | 'not kept'
    | 'not begun'
    | {
        reachedAgeSeconds: number | null
        baseAgeSeconds: number | null
        checkAgeSeconds: number | null
        faults: number
        trouble: string | null
      }
}

type Level = 'ok' | 'warn' | 'fail'

/** One line of the doctor's report. */
export type Finding = { check: string; level: Level; says: string; todo: string | null }

/** The checks in the order of the report, with the text when all is well. */
export const checks = {
  settings: 'every setting is known',
  clock: 'the clocks agree',
  disk: 'there is room on the disk of the data folder',
  permissions: 'the data folder is closed to others',
  database: 'the database is set up as it should be',
  connections: 'the database has room for all connections',
  address: 'the public address answers',
  files: 'a file was kept, read and deleted',
  storage: 'companies have room for more files',
  mail: 'the mail server takes mails',
  redis: 'Redis answers',
  verification: 'the books were verified in the last week',
  jobs: 'jobs are done in time',
  backup: 'everything is in the backup, and its last base was checked',
} as const

type Rule = {
  check: keyof typeof checks
  level: 'warn' | 'fail'
  /** The problem in words; null if there is none. */
  wrong: (facts: Facts) => string | null
  todo: string
}

const MIB = 1024 * 1024
/** Warning thresholds of free disk space, in MiB and as a fraction; the same fraction applies to inodes. */
const LITTLE_MIB = 2048
const LITTLE_SHARE = 0.05
/** Differences between clocks, in seconds, that cause a warning, and a failure. */
const DOUBTFUL_SECONDS = 2
const WRONG_SECONDS = 30
/** Remaining days of a certificate that cause a warning, and a failure. */
const FEW_DAYS = 14
const NO_DAYS = 3
/** Connections of each process besides its share of the pool: look-ups and notices. */
const BESIDE_PER_PROCESS = 3 + 1
/** Connections that a server reserves for superusers. */
const KEPT_CONNECTIONS = 3
const WEEK_SECONDS = 8 * 24 * 3600
const OVERDUE_SECONDS = 1800
/**
 * Limits for the ages of the backup, its last base, and the last check of one, in seconds. Progress is recorded every
 * five minutes.
 */
const BEHIND_SECONDS = 900
const BASE_SECONDS = 26 * 3600
const CHECK_SECONDS = 50 * 3600

const when = (is: boolean, says: string): string | null => (is ? says : null)
const off = ({ clock }: Facts) => Math.max(Math.abs(clock.databaseAheadSeconds), Math.abs(clock.siteAheadSeconds ?? 0))
const days = (count: number) => `the certificate ends in ${count} days`
const mib = (bytes: number) => Math.floor(bytes / MIB)

const rules: readonly Rule[] = [
  {
    check: 'settings',
    level: 'warn',
    wrong: ({ settings: { unknown } }) => {
      const named = unknown.map(({ name, meant }) => (meant ? `${name} (${meant}?)` : name))
      return when(named.length > 0, `no setting is called ${named.join(', ')}`)
    },
    todo: 'Correct the name: what is not known is not read. docs/reference/settings.md lists all settings.',
  },
  {
    check: 'clock',
    level: 'fail',
    wrong: (facts) => when(off(facts) > WRONG_SECONDS, `clocks differ by ${Math.round(off(facts))} seconds`),
    todo: 'Let every machine set its clock by NTP: codes of two-step logins, tokens and days depend on it.',
  },
  {
    check: 'clock',
    level: 'warn',
    wrong: (facts) => when(off(facts) > DOUBTFUL_SECONDS, `clocks differ by ${Math.round(off(facts))} seconds`),
    todo: 'Let every machine set its clock by NTP.',
  },
  {
    check: 'disk',
    level: 'fail',
    wrong: ({ disk, settings }) =>
      when(mib(disk.freeBytes) < settings.minFreeMib, `only ${mib(disk.freeBytes)} MiB are free`),
    todo: 'Make room: nothing can be changed until MIN_FREE_SPACE is free.',
  },
  {
    check: 'disk',
    level: 'fail',
    wrong: ({ disk: { freeBytes, bytes }, settings: { minFreeMib, minFreePercent } }) => {
      const isTooLittle = mib(freeBytes) >= minFreeMib && freeBytes * 100 < bytes * minFreePercent
      return when(isTooLittle, `only ${mib(freeBytes)} MiB are free`)
    },
    todo: 'Make room: no file is kept until MIN_FREE_FOR_FILES is free. The books go on meanwhile.',
  },
  {
    check: 'disk',
    level: 'warn',
    wrong: ({ disk: { freeBytes, bytes } }) =>
      when(mib(freeBytes) < LITTLE_MIB || freeBytes < bytes * LITTLE_SHARE, `only ${mib(freeBytes)} MiB are free`),
    todo: 'Make room, or enlarge the disk.',
  },
  {
    check: 'disk',
    level: 'warn',
    wrong: ({ disk: { freeInodes, inodes } }) =>
      when(inodes > 0 && freeInodes < inodes * LITTLE_SHARE, `only ${freeInodes} files can still be made`),
    todo: 'Remove small files that are not needed, or use a file system with more inodes.',
  },
  {
    check: 'permissions',
    level: 'fail',
    wrong: ({ open }) => when(open.length > 0, `others may read ${open.join(', ')}`),
    todo: 'Take their rights away with chmod, as the owner of the folder, and find out who may have read it.',
  },
  ...(['fsync', 'fullPageWrites'] as const).map((name): Rule => {
    const setting = name === 'fsync' ? 'fsync' : 'full_page_writes'
    return {
      check: 'database',
      level: 'fail',
      wrong: ({ database }) => when(database[name] !== 'on', `${setting} is ${database[name]}`),
      todo: `Set ${setting} = on: without it a power cut can destroy the books.`,
    }
  }),
  {
    check: 'database',
    level: 'fail',
    wrong: ({ database: { synchronousCommit: is } }) => when(is === 'off', `synchronous_commit is ${is}`),
    todo: 'Set synchronous_commit = on: without it a crash loses what was answered already.',
  },
  {
    check: 'database',
    level: 'fail',
    wrong: ({ database: { encoding } }) => when(encoding !== 'UTF8', `its encoding is ${encoding}`),
    todo: 'Make a database with encoding UTF8, and move the data there with pg_dump.',
  },
  {
    check: 'database',
    level: 'warn',
    wrong: ({ database: { autovacuum } }) => when(autovacuum !== 'on', `autovacuum is ${autovacuum}`),
    todo: 'Set autovacuum = on: tables grow and slow down otherwise.',
  },
  {
    check: 'database',
    level: 'warn',
    wrong: ({ database }) => when(database.isSuperuser, 'the service works as a superuser'),
    todo: 'Name a role that owns nothing in DATABASE_URL, and the owner in MIGRATION_DATABASE_URL.',
  },
  {
    check: 'database',
    level: 'warn',
    wrong: ({ database }) =>
      when(!database.isNear && !database.isEncrypted, 'the connection goes over the network unencrypted'),
    todo: 'Add sslmode=verify-full to DATABASE_URL.',
  },
  {
    check: 'connections',
    level: 'warn',
    wrong: ({ database: { maxConnections: most }, settings: { poolSize, processes } }) => {
      const wanted = poolSize + processes * BESIDE_PER_PROCESS + KEPT_CONNECTIONS
      return when(wanted > most, `one service may want ${wanted} connections, and there are ${most}`)
    },
    todo: 'Raise max_connections, or lower DATABASE_POOL_SIZE; count every service and worker.',
  },
  {
    check: 'address',
    level: 'fail',
    wrong: ({ site }) => when(site.isPublic && site.trouble !== null, `${site.url} does not answer (${site.trouble})`),
    todo: 'See whether the service runs, whether the proxy leads to it, and whether PUBLIC_URL is right.',
  },
  {
    check: 'address',
    level: 'warn',
    wrong: ({ site }) => when(!site.isPublic && site.trouble !== null, `${site.url} does not answer (${site.trouble})`),
    todo: 'Start the service, or set PUBLIC_URL.',
  },
  {
    check: 'address',
    level: 'fail',
    wrong: ({ site: { certificateDays: left } }) => when(left !== null && left < NO_DAYS, days(left ?? 0)),
    todo: 'Renew the certificate now.',
  },
  {
    check: 'address',
    level: 'warn',
    wrong: ({ site: { certificateDays: left } }) => when(left !== null && left < FEW_DAYS, days(left ?? 0)),
    todo: 'See why the certificate has not been renewed.',
  },
  {
    check: 'files',
    level: 'fail',
    wrong: ({ files }) => when(files.trouble !== null, `a file could not be kept (${files.trouble})`),
    todo: 'With S3: check the S3_… settings and the rights of the key. Otherwise: who owns DATA_DIR, and its disk.',
  },
  {
    check: 'storage',
    level: 'warn',
    wrong: ({ storage: { nearlyFull, almostFull } }) =>
      when(
        nearlyFull + almostFull > 0,
        `${nearlyFull + almostFull} companies have less than a fifth of their room left`,
      ),
    todo: 'See which with storage list, and give those that need it more with storage set-quota.',
  },
  {
    check: 'mail',
    level: 'warn',
    wrong: ({ mail }) => when(mail === null, 'no mail goes out'),
    todo: 'Set SMTP_URL. Until then mails stay in the outbox: mail list shows them.',
  },
  {
    check: 'mail',
    level: 'fail',
    wrong: ({ mail }) => when((mail?.trouble ?? null) !== null, `the mail server does not take us (${mail?.trouble})`),
    todo: 'Check host, port, user and password in SMTP_URL, and whether the network lets us out.',
  },
  {
    check: 'redis',
    level: 'fail',
    wrong: ({ redis }) => when((redis?.trouble ?? null) !== null, `Redis does not answer (${redis?.trouble})`),
    todo: 'Check REDIS_URL, and whether Redis runs. Until then each process counts requests by itself.',
  },
  {
    check: 'verification',
    level: 'fail',
    wrong: ({ verification: last }) =>
      when((last?.faults ?? 0) > 0, `the last verification found ${last?.faults} faults`),
    todo: 'Read them on the operator’s page, and keep the database and its backups as they are.',
  },
  {
    check: 'verification',
    level: 'fail',
    wrong: ({ verification: last }) => when(last?.state === 'failed', 'the last verification broke off'),
    todo: 'Run grundbok verify.',
  },
  {
    check: 'verification',
    level: 'warn',
    wrong: ({ verification: last }) =>
      when(
        (last?.ageSeconds ?? Number.POSITIVE_INFINITY) > WEEK_SECONDS,
        'the books were not verified in the last week',
      ),
    todo: 'Run grundbok verify every week.',
  },
  {
    check: 'jobs',
    level: 'warn',
    wrong: ({ jobs: { failed } }) => when(failed > 0, `${failed} jobs have failed for good`),
    todo: 'Read why with jobs list --failed; then jobs retry, or jobs drop.',
  },
  {
    check: 'jobs',
    level: 'warn',
    wrong: ({ jobs: { failing } }) => {
      const named = failing.map(({ kind, error }) => `${kind} (${error})`)
      return when(named.length > 0, `what is done by itself fails again and again: ${named.join(', ')}`)
    },
    todo: 'Mend what it says: it goes on being tried, and jobs list shows when.',
  },
  {
    check: 'jobs',
    level: 'fail',
    wrong: ({ jobs: { overdueSeconds, overdueKind } }) =>
      when(
        overdueSeconds > OVERDUE_SECONDS,
        `${overdueKind} has been due for ${Math.round(overdueSeconds / 60)} minutes`,
      ),
    todo: 'See whether a service with RUN_JOBS=true or a worker runs, and what its log says.',
  },
]

const backupRules: readonly Rule[] = [
  {
    check: 'backup',
    level: 'warn',
    wrong: ({ backup }) => when(backup === 'not kept', 'no backup is kept by the service'),
    todo: 'Set BACKUP_TO and BACKUP_PASSPHRASE, unless something else keeps one.',
  },
  {
    check: 'backup',
    level: 'warn',
    wrong: ({ backup }) => {
      const isEmpty = typeof backup === 'object' && backup.reachedAgeSeconds === null && backup.trouble === null
      return when(backup === 'not begun' || isEmpty, 'nothing is in the backup yet')
    },
    todo: 'See whether a service with RUN_JOBS=true or a worker runs with BACKUP_TO, and what its log says.',
  },
  {
    check: 'backup',
    level: 'fail',
    wrong: ({ backup }) => (typeof backup === 'object' ? backup.trouble : null),
    todo: 'Mend it soon: what is written now is on this machine alone.',
  },
  {
    check: 'backup',
    level: 'fail',
    wrong: ({ backup }) => older(backup, 'reachedAgeSeconds', BEHIND_SECONDS, 'the backup is behind by'),
    todo: 'See whether a service with RUN_JOBS=true or a worker runs with BACKUP_TO, and what its log says.',
  },
  {
    check: 'backup',
    level: 'fail',
    wrong: ({ backup }) => {
      const ahead = typeof backup === 'object' ? -Math.min(...agesOf(backup)) : 0
      return when(ahead > WRONG_SECONDS, `what was noted of the backup is ${spanOf(ahead)} ahead of the clock`)
    },
    todo: 'Let every machine set its clock by NTP; then a new base is made, and noted.',
  },
  {
    check: 'backup',
    level: 'warn',
    wrong: ({ backup }) =>
      older(backup, 'baseAgeSeconds', BASE_SECONDS, 'the last base of the backup was made', ' ago'),
    todo: 'See what the log says of it. The older the base, the longer a restore takes.',
  },
  {
    check: 'backup',
    level: 'fail',
    wrong: ({ backup }) =>
      when(typeof backup === 'object' && backup.faults > 0, 'the last base that was checked is not sound'),
    todo: 'Read why with backup list; then make one at once with backup --check.',
  },
  {
    check: 'backup',
    level: 'warn',
    wrong: ({ backup }) => older(backup, 'checkAgeSeconds', CHECK_SECONDS, 'a base was last checked', ' ago'),
    todo: 'Run backup --check, and see whether there is room for the database once more.',
  },
]

/** Whether something is too old; not if it does not exist. */
const older = (
  backup: Facts['backup'],
  of: 'reachedAgeSeconds' | 'baseAgeSeconds' | 'checkAgeSeconds',
  most: number,
  says: string,
  after = '',
): string | null => {
  const age = typeof backup === 'object' ? (backup[of] ?? 0) : 0
  return when(age > most, `${says} ${spanOf(age)}${after}`)
}

const agesOf = (backup: Exclude<Facts['backup'], string>): number[] =>
  [backup.reachedAgeSeconds, backup.baseAgeSeconds, backup.checkAgeSeconds].map((age) => age ?? 0)

const HOURS_FROM = 2 * 3600
const spanOf = (seconds: number): string =>
  seconds < HOURS_FROM ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`

/** The result of each check. Of several problems in one check, only the worst is reported. */
export const judge = (facts: Facts): Finding[] =>
  Object.entries(checks)
    .filter(([check]) => check !== 'redis' || facts.redis !== null)
    .flatMap(([check, fine]): Finding[] => {
      const wrong = [...rules, ...backupRules].flatMap((rule) => {
        const says = rule.check === check ? rule.wrong(facts) : null
        return says === null ? [] : [{ check, level: rule.level, says, todo: rule.todo }]
      })
      const failed = wrong.filter(({ level }) => level === 'fail')
      const told = wrong.filter(({ level, says }) => level === 'fail' || !failed.some((one) => one.says === says))
      return told.length > 0 ? told : [{ check, level: 'ok', says: fine, todo: null }]
    })

/** Prefixes of our settings: another variable with one of them was probably meant as a setting. */
const HEADS =
  /^(?:SMTP|S3_|REDIS|METRICS|(?:DATABASE|MIGRATION|PUBLIC|TRUSTED|BACKUP|ANCHOR)_|WEBHOOK|MAIL(?:_|HOST|SERVER|PORT))/
/** The largest edit distance between a name and the setting that was probably meant. */
const MOST_WRONG = 2
const SHORT = 6

/** Environment variables that look like settings but are not, with what was probably meant. */
export const unknownSettings = (given: readonly string[], known: readonly string[]): Facts['settings']['unknown'] =>
  given
    .filter((name) => !known.includes(name))
    .flatMap((name): { name: string; meant: string | null }[] => {
      const [best] = known
        .map((setting) => ({ setting, wrong: editDistance(name, setting, MOST_WRONG) }))
        .sort((one, other) => one.wrong - other.wrong)
      const isClose = best !== undefined && best.wrong <= (best.setting.length < SHORT ? 0 : MOST_WRONG)
      if (isClose) return [{ name, meant: best.setting }]
      return HEADS.test(name) ? [{ name, meant: null }] : []
    })
