// Broken HTTP on bare connections: chunks, pipelines, halves, heads that are none. No response is an error of the
// service, and it answers others meanwhile.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Row } from '#http'
import { requestText } from '#support/raw'
import type { Callers } from './callers.ts'
import { type Random, randomFrom } from './random.ts'
import type { Run } from './run-of.ts'

/** How long a connection on which nothing comes any more is kept, in milliseconds. */
const IDLE_MS = 1_000
/** The whole of it. */
const LONGEST_MS = 4_000

const body = '{"title":"x","date":"2026-06-01","items":[]}'

/** What is sent, as pieces with a pause between them. */
type Pieces = (string | Buffer)[]
type Writer = (line: string, headers: Record<string, string>, random: Random) => Pieces

const json = (headers: Record<string, string>) => ({
  host: 'localhost',
  ...headers,
  'content-type': 'application/json',
})
const length = { 'content-length': String(body.length) }
const chunked = { 'transfer-encoding': 'chunked' }
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** By name: everything that a client may do to a connection. */
const writers: Record<string, Writer> = {
  'a whole request': (line, head) => [requestText(line, { ...json(head), ...length }, body)],
  chunks: (line, head) => [requestText(line, { ...json(head), ...chunked }, `${chunk(body)}0\r\n\r\n`)],
  'chunks in pieces': (line, head) => [
    requestText(line, { ...json(head), ...chunked }),
    ...[...body].map((letter) => chunk(letter)),
    '0\r\n\r\n',
  ],
  'a chunk of the wrong size': (line, head) => [
    requestText(line, { ...json(head), ...chunked }, `5\r\n${body}\r\n0\r\n\r\n`),
  ],
  'a chunk of no size': (line, head) => [requestText(line, { ...json(head), ...chunked }, `zz\r\n${body}\r\n`)],
  'a chunk of a huge size': (line, head) => [
    requestText(line, { ...json(head), ...chunked }, `ffffffffffffffff\r\n${body}`),
  ],
  'a chunk with a long extension': (line, head) => [
    requestText(line, { ...json(head), ...chunked }, `5;${'x'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`),
  ],
  'chunks without an end': (line, head) => [requestText(line, { ...json(head), ...chunked }, chunk(body))],
  trailers: (line, head) => [requestText(line, { ...json(head), ...chunked }, `${chunk(body)}0\r\nx: y\r\n\r\n`)],
  'both lengths': (line, head) => [
    requestText(line, { ...json(head), ...chunked, ...length }, `${chunk(body)}0\r\n\r\n`),
  ],
  'a length that is too long': (line, head) => [requestText(line, { ...json(head), 'content-length': '900' }, body)],
  'a length that is too short': (line, head) => [requestText(line, { ...json(head), 'content-length': '3' }, body)],
  'a length that is none': (line, head) => [requestText(line, { ...json(head), 'content-length': '-1' }, body)],
  'a huge length': (line, head) => [
    requestText(line, { ...json(head), 'content-length': '99999999999999999999' }, body),
  ],
  'half a head': (line, head) => [requestText(line, json(head)).slice(0, -20)],
  'half a line': (line) => [line.slice(0, 7)],
  nothing: () => [''],
  'a pipeline': (line, head) =>
    Array.from({ length: 1 }, () => requestText(line, { ...json(head), ...length }, body).repeat(20)),
  'a pipeline of others': (_, head) => [requestText('GET /v1/me', { host: 'x', ...head }).repeat(50)],
  'a byte at a time': (line, head) => [...requestText(line, { ...json(head), ...length }, body)].map((one) => one),
  'no host': (line, head) => [requestText(line, { ...head, 'content-type': 'application/json', ...length }, body)],
  'HTTP/1.0': (line, head) => [requestText(line, { ...json(head), ...length }, body).replace('HTTP/1.1', 'HTTP/1.0')],
  'HTTP/9.9': (line, head) => [requestText(line, json(head)).replace('HTTP/1.1', 'HTTP/9.9')],
  'HTTP/2': () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  TLS: () => [Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
  'another method': (line, head, random) => [
    requestText(line.replace(/^\w+/, random.pick(['TRACE', 'CONNECT', 'PROPFIND', 'X', 'QUERY', 'get'])), json(head)),
  ],
  'an address with bytes': (line, head) => [Buffer.from(requestText(`${line}/\xe5\xff\x80`, json(head)), 'latin1')],
  'a whole address': (line, head) => [requestText(line.replace(' /', ' http://elsewhere.example/'), json(head))],
  'an address of dots': (_, head) => [requestText('GET /v1/../../../etc/passwd', json(head))],
  'a long address': (line, head) => [requestText(`${line}?${'x'.repeat(20_000)}`, json(head))],
  'a header with bytes': (line, head) => [
    Buffer.from(requestText(line, { ...json(head), x: '\x00\x01\xff' }), 'latin1'),
  ],
  'a header that goes on': (line, head) => [requestText(line, { ...json(head), x: 'a\r\n b' })],
  'a header with line ends': (line, head) => [requestText(line, { ...json(head), 'idempotency-key': 'a\rb\nc' })],
  'a header without a name': (line, head) => [requestText(line, { ...json(head), '': 'x' })],
  'headers twice': (line, head) => [
    requestText(line, { ...json(head), ...length, 'Content-Length': String(body.length) }, body),
  ],
  'many headers': (line, head) => [
    requestText(line, {
      ...json(head),
      ...Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`x${at}`, 'y'])),
    }),
  ],
  'a wait for 100': (line, head) => [requestText(line, { ...json(head), ...length, expect: '100-continue' }), body],
  'another wait': (line, head) => [requestText(line, { ...json(head), ...length, expect: 'x' }, body)],
  'an upgrade': (line, head) => [requestText(line, { ...json(head), connection: 'upgrade', upgrade: 'websocket' })],
  'a form that ends early': (line, head) => [
    requestText(
      line,
      { host: 'x', ...head, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '500' },
      '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nabc',
    ),
  ],
  'a form of nothing': (line, head) => [
    requestText(
      line,
      { host: 'x', ...head, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '5' },
      '--b--',
    ),
  ],
}

/** Works until the run is over. */
export const breakSockets = async (run: Run, number: number, callers: Callers): Promise<void> => {
  const names = Object.keys(writers)
  for (let turn = 0; run.goesOn(); turn += 1) {
    const random = randomFrom(run.seed, 'sockets', number, turn)
    const row = random.pick(run.rows)
    const name = random.pick(names)
    await tried(run, row, name, callers, random)
  }
}

const tried = async (run: Run, row: Row, name: string, { caller }: Callers, random: Random): Promise<void> => {
  const path = row.path.replaceAll('{companyId}', caller.id).replace(/\{\w+\}/g, 'x')
  const token = { authorization: `Bearer ${caller.token}` }
  const pieces = writers[name]?.(`${row.method} /v1${path}`, token, random) ?? []
  const began = performance.now()
  const received = await exchanged(run.target.origin, pieces)
  const statuses = [...received.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  const tookMs = performance.now() - began - IDLE_MS
  for (const status of statuses.length > 0 ? statuses : [0]) run.tally.count(`socket: ${name}`, status, tookMs)
  const mistake = statuses.find((status) => status >= 500 && status !== 501 && status !== 505)
  if (mistake !== undefined) {
    const detail = `${name} to ${row.operationId}: ${received.slice(0, 600)}`
    run.findings.tell({ kind: 'mistake', says: `socket: ${name} ${mistake}` }, detail)
  }
}

/** Writes pieces and answers what has come when nothing comes any more. */
const exchanged = async (origin: string, pieces: Pieces): Promise<string> => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const closed = once(socket, 'close').catch(() => {})
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  const limit = setTimeout(() => socket.destroy(), LONGEST_MS)
  for (const piece of pieces) {
    if (socket.destroyed) break
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
  clearTimeout(limit)
  return received
}
