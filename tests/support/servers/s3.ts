// A server that speaks as S3 does, behind a door that notes what it is asked, checks signatures and digests as AWS
// does, and on demand does what servers do on bad days.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Settings } from '#files/bucket'

/** How it fails: it says nothing, is busy, hangs up, hangs up in the middle of a file, or gives a file byte by byte. */
export type Failing = 'silent' | 'busy' | 'hangs up' | 'breaks off' | 'dawdles'

export type TestS3 = {
  settings: S3Settings
  /** The settings as a program takes them. */
  env: Record<string, string>
  /** What it was asked since it was last looked at: `PUT`, `GET`, … */
  asked(): string[]
  /** Fails at so many of the next requests, of one method or of all. */
  fail(how: Failing, times: number, method?: string): void
  /** How it treats locks: as S3 does, or it forgets them, keeps shorter ones, or does not let us ask. */
  locks(how: Locking): void
  close(): Promise<void>
}

export type Locking = 'kept' | 'answers with the file' | 'knows no such question' | 'shorter' | 'may not be asked'

const BUCKET = 'underlag'
/** Another one, for backups. */
export const BACKUP_BUCKET = 'kopior'
const KEY = 'S3RVER'
/** Between two bytes; in milliseconds. */
const DAWDLING_MS = 20

export const startS3 = async (): Promise<TestS3> => {
  const directory = mkdtempSync(join(tmpdir(), 'grundbok-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }, { name: BACKUP_BUCKET }],
  })
  const { port } = await server.run()
  const asked: string[] = []
  let failing: { how: Failing; times: number; method: string | undefined } | null = null
  const lockOf = newLocks()
  let locking: Locking = 'kept'
  const door = await listening(async (from, to) => {
    asked.push(from.method ?? '')
    const fails = failing && failing.times > 0 && (failing.method ?? from.method) === from.method ? failing : null
    if (fails) fails.times -= 1
    const how = fails?.how
    if (how === 'silent') return
    const body = await buffer(from)
    if (how === 'busy') return void to.writeHead(503).end(fault('SlowDown'))
    if (how === 'hangs up') return void from.socket.destroy()
    if (!isSigned(from)) return void to.writeHead(403).end(fault('SignatureDoesNotMatch'))
    if (isOther(from, body)) return void to.writeHead(400).end(fault('XAmzContentSHA256Mismatch'))
    const lock = lockOf(from, locking)
    if (lock) return void to.writeHead(lock.status, { 'content-type': 'application/xml' }).end(lock.text)
    passOn(port, from, body, to, how)
  })
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const keys = { accessKeyId: KEY, secretAccessKey: KEY }
  return {
    settings: { bucket: BUCKET, region: 'eu-north-1', endpoint, keys, pathStyle: true, prefix: 'prov' },
    env: {
      S3_BUCKET: BUCKET,
      S3_REGION: 'eu-north-1',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      S3_FORCE_PATH_STYLE: 'true',
      S3_PREFIX: 'prov',
    },
    asked: () => asked.splice(0),
    fail: (how, times, method) => {
      failing = { how, times, method }
    },
    locks: (how) => {
      locking = how
    },
    async close() {
      door.closeAllConnections()
      door.close()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Stores the locks that come with files, and answers lock queries; null for any other request. */
const newLocks = () => {
  const until = new Map<string, string>()
  return ({ method, url = '', headers }: IncomingMessage, how: Locking): { status: number; text: string } | null => {
    const [path = '', query = ''] = url.split('?')
    const told = headers['x-amz-object-lock-retain-until-date']
    if (method === 'PUT' && headers['x-amz-object-lock-mode'] === 'COMPLIANCE' && typeof told === 'string') {
      if (how === 'kept' || how === 'may not be asked') until.set(path, told)
      if (how === 'shorter') until.set(path, new Date(Date.now()).toISOString())
    }
    if (method !== 'GET' || !/(^|&)retention(=|&|$)/.test(query) || how === 'answers with the file') return null
    if (how === 'knows no such question') return { status: 501, text: fault('NotImplemented') }
    if (how === 'may not be asked') return { status: 403, text: fault('AccessDenied') }
    const end = until.get(path)
    if (end === undefined) return { status: 404, text: fault('NoSuchObjectLockConfiguration') }
    const lock = `<Mode>COMPLIANCE</Mode><RetainUntilDate>${end}</RetainUntilDate>`
    return { status: 200, text: `<?xml version="1.0"?><Retention>${lock}</Retention>` }
  }
}

const listening = async (listener: RequestListener): Promise<Server> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Whether a request of our key has the signature (AWS Signature Version 4) that the secret gives. */
const isSigned = ({ method, url = '', headers }: IncomingMessage): boolean => {
  const [, key, scope = '', names = '', signature] =
    /Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [path, query = ''] = url.split('?')
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const asked = [method, path, query, signed.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const digest = createHash('sha256').update(asked).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const hmac = (secret: Buffer, part: string) => createHmac('sha256', secret).update(part).digest()
  const secret = scope.split('/').reduce(hmac, Buffer.from(`AWS4${KEY}`))
  return key !== KEY || hmac(secret, text).toString('hex') === signature
}

/** Whether what came is not what its digests say. */
const isOther = ({ method, headers }: IncomingMessage, body: Buffer): boolean => {
  if (method !== 'PUT') return false
  const digest = createHash('sha256').update(body).digest()
  const told = [headers['x-amz-content-sha256'], headers['x-amz-checksum-sha256']]
  return told[0] !== digest.toString('hex') || told[1] !== digest.toString('base64')
}

const passOn = (
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
  how: Failing | undefined,
): void => {
  const agent = false
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, async (answer) => {
    const bytes = await buffer(answer)
    to.writeHead(answer.statusCode ?? 0, answer.headers)
    if (how === 'breaks off') return void to.write(bytes.subarray(0, bytes.length / 2), () => to.destroy())
    if (how !== 'dawdles') return void to.end(bytes)
    for (let at = 0; at < bytes.length && !to.destroyed; at++) {
      to.write(bytes.subarray(at, at + 1))
      await pause(DAWDLING_MS)
    }
    to.end()
  })
  onward.end(body)
}

const fault = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Prov</Message></Error>`
