// A bucket of S3, or of a server that speaks as S3 does, and what is asked of it: attempt after attempt, with a limit.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ListObjectsCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { digestOfFile, writeStream } from '#platform/files'
import { once } from '#platform/once'
import { Outage } from '#platform/outage'

export type S3Settings = {
  bucket: string
  region: string
  /** A server other than that of AWS. */
  endpoint?: string
  /** Left out: as the machine is told elsewhere (its role, its own settings). */
  keys?: { accessKeyId: string; secretAccessKey: string }
  /** Whether the bucket stands in the path of addresses, and not in the name of the host. */
  pathStyle: boolean
  /** What all keys begin with, without a slash at its end; empty for none. */
  prefix: string
}

/** How long it is waited for S3, in milliseconds. */
export type Patience = {
  /** For a connection, and for any sign of life on it. */
  silence: number
  /** For one attempt from beginning to end. */
  attempt: number
  /** For all attempts: none begins later. */
  all: number
  /** Before the second attempt; before the third it is twice as long. */
  pause: number
}

export const PATIENCE: Patience = { silence: 10_000, attempt: 60_000, all: 20_000, pause: 200 }
const ATTEMPTS = 3
/** Keys of a page of a list; S3 gives no more. */
const PAGE_KEYS = 1000

const HTTP_OK = 200
const HTTP_BAD_REQUEST = 400
const HTTP_FORBIDDEN = 403
const HTTP_NOT_FOUND = 404
const HTTP_NOT_ALLOWED = 405
const HTTP_TOO_MANY = 429
const HTTP_SERVER_ERROR = 500
const HTTP_NOT_IMPLEMENTED = 501
/** Answers below 500 that another attempt may get past. */
const PASSING = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'ThrottlingException', 'SlowDown'])

const NO_LOCK = new Set([HTTP_BAD_REQUEST, HTTP_NOT_FOUND, HTTP_NOT_ALLOWED, HTTP_NOT_IMPLEMENTED])

/** A bucket that files only go into: what is put there cannot be removed before its day. */
export type LockedBucket = { put(name: string, from: string): Promise<void> }

/**
 * Puts files into a bucket and locks each for so many days (S3 Object Lock, compliance mode), so that nobody can remove
 * it before, whoever has the keys; 0 locks nothing, for a bucket that cannot.
 */
export const lockedBucket = (settings: S3Settings, days: number, patience: Patience = PATIENCE): LockedBucket => {
  const bucket = openBucket(settings, patience)
  return {
    async put(name, from) {
      const key = bucket.keyOf(name)
      const arriving = { key, digest: await digestOfFile(from), from, size: (await stat(from)).size }
      if (days <= 0) return bucket.put(arriving)
      const lockedUntil = new Date(Date.now() + days * DAY_MS)
      // Each version is locked for as long: what an earlier attempt has put and locked is not put again.
      const wanted = new Date(lockedUntil.getTime() - EARLIER_ATTEMPTS_MS)
      if ((await bucket.has(arriving)) && (await bucket.isLocked(key, wanted))) return
      await bucket.put({ ...arriving, lockedUntil })
      if (!(await bucket.isLocked(key, new Date(lockedUntil.getTime() - SECOND_MS))))
        throw new NotLocked(settings.bucket, key)
    },
  }
}

const SECOND_MS = 1000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
/** For how long the same file is put again after a failure, in milliseconds (31 days). */
const EARLIER_ATTEMPTS_MS = 31 * DAY_MS

/** A server took a file, and did not lock it. */
class NotLocked extends Outage {
  constructor(bucket: string, key: string) {
    super(
      'files',
      `${key} is in the bucket ${bucket}, but the server did not lock it: whoever has the keys can remove it. The bucket ` +
        'must have been made with object lock, at a server that keeps locks; ANCHOR_S3_LOCK_DAYS=0 asks for none.',
      { undone: true },
    )
    this.name = 'NotLocked'
  }
}

/** A file that is to be kept under a key. */
type Arriving = { key: string; digest: Buffer; from: string; size: number; lockedUntil?: Date | undefined }

/** What is asked of a bucket. Nothing is loaded or asked before the first question. */
export const openBucket = (settings: S3Settings, patience: Patience = PATIENCE) => {
  const Bucket = settings.bucket
  const ask = askerOf(settings, patience)
  const keyOf = (name: string) => [settings.prefix, name].filter(Boolean).join('/')
  return {
    /** The key of a name below the prefix. */
    keyOf,
    /** Whether the very bytes are there, as far as S3 tells. A key that may not be asked for is written. */
    has: ({ key: Key, digest, size }: Arriving): Promise<boolean> =>
      ask(`Looking for ${Key}`, async ({ s3, HeadObjectCommand }, abortSignal) => {
        try {
          const asked = new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' })
          const { ContentLength, ChecksumSHA256 } = await s3.send(asked, { abortSignal })
          return ContentLength === size && (ChecksumSHA256 ?? base64(digest)) === base64(digest)
        } catch (cause) {
          if ([HTTP_FORBIDDEN, HTTP_NOT_FOUND].includes(statusOf(cause) ?? 0)) return false
          throw cause
        }
      }),
    put: ({ key: Key, digest, from, size, lockedUntil }: Arriving): Promise<void> =>
      ask(`Keeping ${Key}`, (sdk, signal) =>
        withBytesOf(from, signal, async (Body, abortSignal) => {
          const asked = new sdk.PutObjectCommand({
            Bucket,
            Key,
            Body,
            ContentLength: size,
            ChecksumSHA256: base64(digest),
            ...(lockedUntil ? { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: lockedUntil } : {}),
          })
          asked.middlewareStack.add((next) => (args) => next(telling(digest, args)), { step: 'build' })
          await sdk.s3.send(asked, { abortSignal })
        }),
      ),
    /** Writes what is there to a file; false when nothing is. */
    get: (Key: string, path: string): Promise<boolean> =>
      ask(`Reading ${Key}`, async ({ s3, GetObjectCommand }, abortSignal) => {
        try {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
          await writeStream(path, Body as Readable)
          return true
        } catch (cause) {
          // A bucket that is missing is "not found" too, and something else.
          if (cause instanceof Error && cause.name === 'NoSuchKey') return false
          throw cause
        }
      }),
    /** Whether nobody can remove it before a moment, as the server says when it is asked. */
    isLocked: (Key: string, until: Date): Promise<boolean> =>
      ask(`Asking for the lock of ${Key}`, async ({ s3, GetObjectRetentionCommand }, abortSignal) => {
        try {
          const { Retention } = await s3.send(new GetObjectRetentionCommand({ Bucket, Key }), { abortSignal })
          const end = Retention?.RetainUntilDate
          return Retention?.Mode === 'COMPLIANCE' && end !== undefined && end >= until
        } catch (cause) {
          if (knowsNoLock(cause)) return false
          throw cause
        }
      }),
    ...inMemory(settings, ask),
    remove: (Key: string): Promise<void> =>
      ask(`Deleting ${Key}`, async ({ s3, DeleteObjectCommand }, abortSignal) => {
        await s3.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal })
      }),
  }
}

type Ask = <T>(doing: string, attempt: (sdk: Sdk, signal: AbortSignal) => Promise<T>) => Promise<T>

/** What passes through memory as a whole, and lists. */
const inMemory = ({ bucket: Bucket, prefix }: S3Settings, ask: Ask) => ({
  putBytes: (Key: string, bytes: Buffer): Promise<void> =>
    ask(`Keeping ${Key}`, async ({ s3, PutObjectCommand }, abortSignal) => {
      const digest = createHash('sha256').update(bytes).digest()
      const asked = new PutObjectCommand({ Bucket, Key, Body: bytes, ChecksumSHA256: base64(digest) })
      asked.middlewareStack.add((next) => (args) => next(telling(digest, args)), { step: 'build' })
      await s3.send(asked, { abortSignal })
    }),
  /** What is there; null when nothing is. */
  getBytes: (Key: string): Promise<Buffer | null> =>
    ask(`Reading ${Key}`, async ({ s3, GetObjectCommand }, abortSignal) => {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
        return await buffer(Body as Readable)
      } catch (cause) {
        if (cause instanceof Error && cause.name === 'NoSuchKey') return null
        throw cause
      }
    }),
  /** All names below the prefix that begin so, with their size in bytes. A page goes on after the last key before. */
  async list(begin: string, pageKeys = PAGE_KEYS): Promise<{ name: string; bytes: number }[]> {
    const below = prefix ? `${prefix}/` : ''
    const found: { name: string; bytes: number }[] = []
    const Prefix = `${below}${begin}`
    const pageAfter = (Marker: string): Promise<ListObjectsCommandOutput> =>
      ask(`Listing ${Prefix}`, ({ s3, ListObjectsCommand }, abortSignal) =>
        s3.send(new ListObjectsCommand({ Bucket, Prefix, Marker, MaxKeys: pageKeys }), { abortSignal }),
      )
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = await pageAfter(after)
      const keys = page.Contents ?? []
      for (const { Key = '', Size: bytes = 0 } of keys) found.push({ name: Key.slice(below.length), bytes })
      after = page.IsTruncated ? keys.at(-1)?.Key : undefined
    }
    return found
  },
})

/** Asks attempt after attempt; what fails in the end is told without what was sent. */
const askerOf = (settings: S3Settings, patience: Patience): Ask => {
  const client = once(() => newClient(settings, patience))
  return async (doing, attempt) => {
    const end = Date.now() + patience.all
    for (let count = 1; ; count++) {
      try {
        return await attempt(await client(), AbortSignal.timeout(patience.attempt))
      } catch (cause) {
        if (isLocal(cause)) throw cause
        if (count === ATTEMPTS || !mayPass(cause) || Date.now() > end) throw new S3Error(doing, settings.bucket, cause)
      }
      await pause(patience.pause * count)
    }
  }
}

/** Sends a file; when it cannot be read any further, sending ends, and that is what went wrong. */
const withBytesOf = async (
  path: string,
  signal: AbortSignal,
  send: (bytes: Readable, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const bytes = createReadStream(path)
  const broken = new AbortController()
  bytes.once('error', (cause) => broken.abort(Object.assign(cause, { path })))
  try {
    await send(bytes, AbortSignal.any([signal, broken.signal]))
  } catch (cause) {
    throw broken.signal.aborted ? broken.signal.reason : cause
  } finally {
    bytes.destroy()
  }
}

/**
 * Tells the digest in the header that every server holds against what arrives; a checksum, which S3 keeps beside the
 * file, is not known to all of them.
 */
const telling = <Args extends { request: unknown }>(digest: Buffer, args: Args): Args => {
  const { headers } = args.request as { headers: Record<string, string> }
  headers['x-amz-content-sha256'] = digest.toString('hex')
  return args
}

type Sdk = typeof import('@aws-sdk/client-s3') & { s3: S3Client }

/** The package is large: it is loaded by whoever needs it, when it is needed. */
const newClient = async (settings: S3Settings, { silence }: Patience): Promise<Sdk> => {
  // What it says of versions of Node is for us, who choose its version; our own sentence is said at the start.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const sdk = await import('@aws-sdk/client-s3')
  const { region, endpoint, keys, pathStyle } = settings
  const s3 = new sdk.S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(keys ? { credentials: keys } : {}),
    forcePathStyle: pathStyle,
    maxAttempts: 1,
    // Other servers know no checksums that they were not asked for, and we send our own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A server that never says to go on would make us wait in vain.
    expectContinueHeader: false,
    logger: SILENT,
    requestHandler: { connectionTimeout: silence, socketTimeout: silence },
  })
  return { ...sdk, s3 }
}

const nothing = () => {}
/** It would print on its own account; what fails is told by us. */
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/** What S3 said, or that it said nothing; never what it was sent. */
class S3Error extends Outage {
  constructor(doing: string, bucket: string, cause: unknown) {
    const { name, message } = cause instanceof Error ? cause : { name: 'Error', message: String(cause) }
    const status = statusOf(cause)
    const what = status === undefined ? 'did not answer' : `answered ${status}`
    // An answer to a question without a body says no more than its number.
    const why = message === 'UnknownError' ? '' : ` (${name}: ${message})`
    super('files', `${doing} in the bucket ${bucket} failed: S3 ${what}${why}.`, { undone: true })
    this.name = 'S3Error'
  }
}

/** Answers of servers without locks: no lock, no such question, or the file itself instead of an answer. */
const knowsNoLock = (cause: unknown): boolean => {
  const status = statusOf(cause)
  return NO_LOCK.has(status ?? 0) || (status === HTTP_OK && cause instanceof Error)
}

const statusOf = (cause: unknown): number | undefined =>
  (cause as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

/** Without an answer, or with one that tells of trouble on the other side: it may be over at the next attempt. */
const mayPass = (cause: unknown): boolean => {
  const status = statusOf(cause)
  if (status === undefined || status >= HTTP_SERVER_ERROR || status === HTTP_TOO_MANY) return true
  return cause instanceof Error && PASSING.has(cause.name)
}

/** What a disk says that is full, broken, or not ours to write to. */
const OF_DISKS = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'])

/** Whether it is one of our files that could not be read or written. */
const isLocal = (cause: unknown): boolean => {
  const { path, code } = (cause ?? {}) as NodeJS.ErrnoException
  return typeof path === 'string' || OF_DISKS.has(code ?? '')
}

const base64 = (digest: Buffer): string => digest.toString('base64')
