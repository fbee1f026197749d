// The examples of proxies in deploy/, run as they are but for names, ports and certificates: nginx and Caddy as they
// come with Debian, as an ordinary user, with TLS, before a real service.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect as connectPlain, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AS_ANOTHER, needs } from '#support/needs'
import { freePort, start, until } from '#support/programs'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { newPerson, newVisitor, PASSWORD } from '#support/visitor'

const NAME = 'books.example.com'
const MIB = 1024 * 1024
/** A SIE file has no more. */
const LARGEST = 50 * MIB
/** Where the caller sits: another address than that of the proxy, which the service trusts. */
const CALLER = '127.0.0.5'

const top = mkdtempSync(join(tmpdir(), 'grundbok-proxies-'))
chmodSync(top, 0o777)
let service: Service
let company: TestCompany
let ca = ''

beforeAll(async () => {
  service = await startService({ trustedProxies: ['127.0.0.1'] })
  company = await service.newCompany()
})
afterAll(async () => {
  await service.close()
  rmSync(top, { recursive: true, force: true })
})

/** A self-signed certificate, made once. */
const makeCertificate = (): void => {
  if (ca !== '') return
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(top, 'privkey.pem')]
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', '-x509', ...key, '-out', join(top, 'fullchain.pem'), '-days', '2', ...subject],
    { encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
  chmodSync(join(top, 'privkey.pem'), 0o644)
  ca = readFileSync(join(top, 'fullchain.pem'), 'utf8')
}

/** The folder of a proxy, which it may write to. */
const folderOf = (name: string): string => {
  const folder = join(top, name)
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  return folder
}

const runs = process.getuid?.() === 0 ? AS_ANOTHER : []

/** The address of the service as the example names it, in place of the usual one. */
const ownPort = (text: string): string => text.replaceAll('127.0.0.1:3000', new URL(service.origin).host)

type Ports = { plain: number; secure: number }

const startNginx = ({ plain, secure }: Ports) => {
  const folder = folderOf('nginx')
  const example = ownPort(readFileSync('deploy/nginx/grundbok.conf', 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replaceAll(`/etc/ssl/${NAME}`, top)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${join(folder, what)};`,
  )
  const words = ['access_log off;', ...temporary, example].join('\n')
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `pid ${join(folder, 'pid')};\ndaemon off;\nevents {}\nhttp {\n${words}\n}\n`)
  return start(['nginx', '-e', 'stderr', '-c', config], { prefix: runs })
}

const startCaddy = ({ plain, secure }: Ports) => {
  const folder = folderOf('caddy')
  const example = ownPort(readFileSync('deploy/caddy/Caddyfile', 'utf8')).replace(
    `${NAME} {\n`,
    `${NAME} {\n\tbind 127.0.0.1\n\ttls ${top}/fullchain.pem ${top}/privkey.pem\n`,
  )
  const common = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${secure}\n\tskip_install_trust\n}\n`
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, common + example)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return start(['caddy', 'run', '--config', config, '--adapter', 'caddyfile'], { env, prefix: runs })
}

const connect = (port: number): ClientHttp2Session =>
  connectHttp2(`https://${NAME}:${port}`, {
    createConnection: () => {
      const socket = connectPlain({ host: '127.0.0.1', port, localAddress: CALLER })
      return connectTls({ socket, servername: NAME, ca, ALPNProtocols: ['h2'] })
    },
  })

type Answer = { status: number; headers: Record<string, unknown>; text: string }
type Asked = { method?: string; headers?: Record<string, string>; body?: Uint8Array | string; enough?: RegExp }

/** Asks over HTTP/2; an answer that has no end is left when it has said enough. */
const ask = (session: ClientHttp2Session, path: string, { method = 'GET', headers, body, enough }: Asked = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const stream = session.request({ ...headers, ':method': method, ':path': path, ':authority': NAME })
    const answer: Answer = { status: 0, headers: {}, text: '' }
    stream.on('response', (arrived) => {
      answer.status = Number(arrived[':status'])
      answer.headers = { ...arrived }
    })
    stream.setEncoding('utf8').on('data', (text: string) => {
      answer.text += text
      if (enough?.test(answer.text)) stream.close()
    })
    stream.on('error', reject).on('close', () => resolve(answer))
    stream.end(body)
  })

const fileOf = (bytes: number): { headers: Record<string, string>; body: Uint8Array } => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.se"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n--x--\r\n')])
  return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body }
}

const proxies = [
  { name: 'nginx' as const, run: startNginx },
  { name: 'caddy' as const, run: startCaddy },
]

describe.each(proxies)('$name', ({ name, run }) => {
  test('brings requests, streams, large files and the address of the caller to the service', async () => {
    for (const need of ['openssl', name] as const) needs(need)
    makeCertificate()
    const ports = { plain: await freePort(), secure: await freePort() }
    const proxy = run(ports)
    await until(() => isOpen(ports))
    const session = connect(ports.secure)
    const own = { authorization: `Bearer ${company.token}` }
    const events = company.url.replace(service.origin, '')

    expect((await ask(session, '/health')).text).toBe('{"status":"ok"}')
    expect(session.alpnProtocol).toBe('h2')
    expect(session.encrypted).toBe(true)
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/login`, { redirect: 'manual', headers: { host: NAME } })
    expect([301, 308]).toContain(plain.status)

    expect(await addressSeen(session)).toEqual({ caller: true, claimed: false })

    // Events come while the answer goes on, and an answer that waits comes when there is something.
    const stream = ask(session, `${events}/events`, {
      headers: { ...own, accept: 'text/event-stream' },
      enough: /data: .*entry/,
    })
    const position = JSON.parse((await ask(session, `${events}/events`, { headers: own })).text)
    const waiting = ask(session, `${events}/events?wait=30&after=${position.after ?? ''}`, { headers: own })
    expect((await company.post('/journal-entries', anEntry())).status).toBe(200)
    expect((await stream).headers['content-type']).toBe('text/event-stream')
    expect((await stream).text).toMatch(/data: .*entry/)
    expect((await waiting).status).toBe(200)

    // What may take long has a way of its own to the service.
    const removal = await ask(session, `${events}/fiscal-years/${company.fiscalYearId}/removal`, { headers: own })
    expect([removal.status, JSON.parse(removal.text).code]).toEqual([403, 'forbidden'])

    // The largest file gets there. The service refuses a larger one in its own words, the proxy one beyond.
    const upload = async (bytes: number) => {
      const { headers, body } = fileOf(bytes)
      return ask(session, `${events}/sie/import?dryRun=true`, { method: 'POST', headers: { ...headers, ...own }, body })
    }
    const largest = await upload(LARGEST)
    expect([413, 502]).not.toContain(largest.status)
    expect(JSON.parse(largest.text).code).not.toBe('payload-too-large')
    const larger = await upload(LARGEST + 1)
    expect(JSON.parse(larger.text).message).toContain(String(LARGEST))
    expect((await upload(LARGEST + 3 * MIB)).status).toBe(413)

    session.close()
    proxy.kill('SIGTERM')
    await proxy.ended
  })
})

/** A proxy listens at one port after the other. */
const isOpen = async ({ plain, secure }: Ports): Promise<boolean> =>
  (await takes(() => connectPlain({ host: '127.0.0.1', port: plain }), 'connect')) &&
  takes(() => connectTls({ host: '127.0.0.1', port: secure, servername: NAME, ca }), 'secureConnect')

const takes = (connecting: () => Socket, event: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connecting()
    socket.once(event, () => {
      socket.end()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Which addresses a person's page names: where the request came from, and where it only says that it came from. */
const addressSeen = async (session: ClientHttp2Session) => {
  const { email } = await newPerson(service)
  const visitor = newVisitor(service)
  await visitor.logIn(email, PASSWORD)
  // The address is noted when the session has not been used for a while.
  service.setNow(new Date(service.now().getTime() + 120_000))
  const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const claimed = { cookie, 'x-forwarded-for': '203.0.113.9' }
  await ask(session, '/account', { headers: claimed })
  const { text } = await ask(session, '/account', { headers: claimed })
  return { caller: text.includes(CALLER), claimed: text.includes('203.0.113.9') }
}
