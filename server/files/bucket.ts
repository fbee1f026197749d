// A bucket of S3 or of a server with the same API, with a limited number of attempts per request.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ListObjectsCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { digestOfFile, writeStream } from '#platform/files'
import { Outage } from '#platform/outage'
import { lazy } from '#threads/lazy'

export type S3Settings = {
  bucket: string
  region: string
  /** For servers other than AWS. */
  endpoint?: string
  /** If absent, the SDK finds credentials itself (role of the machine, its configuration). */
  keys?: { accessKeyId: string; secretAccessKey: string }
  /** Whether the bucket name is in the path of URLs, and not in the host name. */
  pathStyle: boolean
  /** Prefix of all keys, without a trailing slash; may be empty. */
  prefix: string
}

/** Timeouts of requests to S3, in milliseconds. */
export type S3Timeouts = {
  /** For a connection, and for any activity on it. */
  silence: number
  /** For one attempt. */
  attempt: number
  /** For all attempts: none starts later. */
  all: number
  /** Pause before the second attempt; doubled before the third. */
  pause: number
}

export const PATIENCE: S3Timeouts = { silence: 10_000, attempt: 60_000, all: 20_000, pause: 200 }
const ATTEMPTS = 3
/** Keys per page of a list; the maximum of S3. */
const PAGE_KEYS = 1000

const HTTP_OK = 200
const HTTP_BAD_REQUEST = 400
const HTTP_FORBIDDEN = 403
const HTTP_NOT_FOUND = 404
const HTTP_NOT_ALLOWED = 405
const HTTP_TOO_MANY = 429
const HTTP_SERVER_ERROR = 500
const HTTP_NOT_IMPLEMENTED = 501
/** Error codes below 500 that are worth a retry. */
const PASSING = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'ThrottlingException', 'SlowDown'])

const NO_LOCK = new Set([HTTP_BAD_REQUEST, HTTP_NOT_FOUND, HTTP_NOT_ALLOWED, HTTP_NOT_IMPLEMENTED])

/** A write-only bucket whose objects cannot be removed before a date. */
export type LockedBucket = { put(name: string, from: string): Promise<void> }

/**
 * Uploads files and locks each for `days` days (S3 Object Lock, compliance mode), so that even the owner of the keys
 * cannot remove it earlier. 0 days sets no lock, for a bucket without object lock.
 */
export const lockedBucket = (settings: S3Settings, days: number, patience: S3Timeouts = PATIENCE): LockedBucket => {
  const bucket = openBucket(settings, patience)
  return {
    async put(name, from) {
      const key = bucket.keyOf(name)
      const arriving = { key, digest: await digestOfFile(from), from, size: (await stat(from)).size }
      if (days <= 0) return bucket.put(arriving)
      const lockedUntil = new Date(Date.now() + days * DAY_MS)
      // Each version has its own lock, so a version that an earlier attempt uploaded and locked is not uploaded again.
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
/** For how long the upload of one file is retried after a failure, in milliseconds (31 days). */
const EARLIER_ATTEMPTS_MS = 31 * DAY_MS

/** The server accepted a file but did not lock it. */
class NotLocked extends Outage {
  constructor(bucket: string, key: string) {
    super(
      'files',
      `${key} is in the bucket ${bucket}, but the server did not lock it: anyone who has the keys can remove it. The bucket ` +
        'must have been made with object lock, at a server that keeps locks; ANCHOR_S3_LOCK_DAYS=0 asks for none.',
      { undone: true },
    )
    this.name = 'NotLocked'
  }
}

/** A file to upload under a key. */
type Arriving = { key: string; digest: Buffer; from: string; size: number; lockedUntil?: Date | undefined }

/** Operations on a bucket. The SDK is loaded at the first operation. */
export const openBucket = (settings: S3Settings, patience: S3Timeouts = PATIENCE) => {
  const Bucket = settings.bucket
  const ask = askerOf(settings, patience)
  const keyOf = (name: string) => [settings.prefix, name].filter(Boolean).join('/')
  return {
    /** The key of a name below the prefix. */
    keyOf,
    /** Whether the same bytes are stored, according to S3. If we may not ask about a key, it is uploaded. */
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
    /** Downloads an object to a file; false if there is none. */
    get: (Key: string, path: string): Promise<boolean> =>
      ask(`Reading ${Key}`, async ({ s3, GetObjectCommand }, abortSignal) => {
        try {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
          await writeStream(path, Body as Readable)
          return true
        } catch (cause) {
          // A missing bucket is a 404 as well, but an error.
          if (cause instanceof Error && cause.name === 'NoSuchKey') return false
          throw cause
        }
      }),
    /** Whether the object is locked until a moment, according to the server. */
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

/** Objects small enough for memory, and lists. */
const inMemory = ({ bucket: Bucket, prefix }: S3Settings, ask: Ask) => ({
  putBytes: (Key: string, bytes: Buffer): Promise<void> =>
    ask(`Keeping ${Key}`, async ({ s3, PutObjectCommand }, abortSignal) => {
      const digest = createHash('sha256').update(bytes).digest()
      const asked = new PutObjectCommand({ Bucket, Key, Body: bytes, ChecksumSHA256: base64(digest) })
      asked.middlewareStack.add((next) => (args) => next(telling(digest, args)), { step: 'build' })
      await s3.send(asked, { abortSignal })
    }),
  /** The object's bytes; null if there is none. */
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
  /**
   * All names below the prefix that start with `begin`, with their size in bytes. A page continues after the last key
   * of the one before.
   */
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

/** Retries an operation; the final error does not include what was sent. */
const askerOf = (settings: S3Settings, patience: S3Timeouts): Ask => {
  const client = lazy(() => newClient(settings, patience))
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

/** Uploads a file; if reading the file fails, the upload is aborted and the read error is thrown. */
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
 * Sets the digest header, which every server verifies against the body. Checksums that S3 stores with the object are
 * not supported by all servers.
 */
const telling = <Args extends { request: unknown }>(digest: Buffer, args: Args): Args => {
  const { headers } = args.request as { headers: Record<string, string> }
  headers['x-amz-content-sha256'] = digest.toString('hex')
  return args
}

type Sdk = typeof import('@aws-sdk/client-s3') & { s3: S3Client }

/** The package is large, so it is loaded at first use. */
const newClient = async (settings: S3Settings, { silence }: S3Timeouts): Promise<Sdk> => {
  // Its warning about Node versions is meant for us, not for operators; we check the version at startup ourselves.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const sdk = await import('@aws-sdk/client-s3')
  const { region, endpoint, keys, pathStyle } = settings
  const s3 = new sdk.S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(keys ? { credentials: keys } : {}),
    forcePathStyle: pathStyle,
    maxAttempts: 1,
    // Other servers reject checksums that they did not ask for, and we send our own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Some servers never answer 100-continue.
    expectContinueHeader: false,
    logger: SILENT,
    requestHandler: { connectionTimeout: silence, socketTimeout: silence },
  })
  return { ...sdk, s3 }
}

const nothing = () => {}
/** The SDK would print to the console; we log its failures ourselves. */
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The error that S3 returned, or that it did not answer; never contains what was sent. */
class S3Error extends Outage {
  constructor(doing: string, bucket: string, cause: unknown) {
    const { name, message } = cause instanceof Error ? cause : { name: 'Error', message: String(cause) }
    const status = statusOf(cause)
    const what = status === undefined ? 'did not answer' : `answered ${status}`
    // The answer to a HEAD request has no body, so only its status is known.
    const why = message === 'UnknownError' ? '' : ` (${name}: ${message})`
    super('files', `${doing} in the bucket ${bucket} failed: S3 ${what}${why}.`, { undone: true })
    this.name = 'S3Error'
  }
}

/** Answers of servers without object lock: no lock, an unknown operation, or the object itself. */
const knowsNoLock = (cause: unknown): boolean => {
  const status = statusOf(cause)
  return NO_LOCK.has(status ?? 0) || (status === HTTP_OK && cause instanceof Error)
}

const statusOf = (cause: unknown): number | undefined =>
  (cause as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

/** No answer, or a server-side error: a retry may succeed. */
const mayPass = (cause: unknown): boolean => {
  const status = statusOf(cause)
  if (status === undefined || status >= HTTP_SERVER_ERROR || status === HTTP_TOO_MANY) return true
  return cause instanceof Error && PASSING.has(cause.name)
}

/** Errors of a local disk that is full, broken or not writable. */
const OF_DISKS = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'])

/** Whether one of our own files could not be read or written. */
const isLocal = (cause: unknown): boolean => {
  const { path, code } = (cause ?? {}) as NodeJS.ErrnoException
  return typeof path === 'string' || OF_DISKS.has(code ?? '')
}

const base64 = (digest: Buffer): string => digest.toString('base64')
