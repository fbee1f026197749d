// Anything that arrives on a connection is answered in the standard body, and the service continues.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '#platform/refusal'
import { sentenceOf } from '#platform/sentences'
import { answerOn, exchange, open, type RawAnswer, requestText } from '#support/raw'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let entries: string
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
  entries = new URL(`${company.url}/journal-entries`).pathname
})
afterAll(() => service.close())

const head = () => ({ host: 'x', authorization: `Bearer ${company.token}`, 'content-type': 'application/json' })

const expectStandard = ({ status, headers, text }: RawAnswer): void => {
  const { code, reason, message, values, serviceErrorId, docUrl, ...rest } = JSON.parse(text)
  expect(docUrl).toMatch(new RegExp(`#${code}$`))
  expect(statusOf[code as keyof typeof statusOf]).toBe(status)
  expect(message).toBe(sentenceOf('en', reason, values ?? {}))
  expect(serviceErrorId).toMatch(/^[0-9a-f-]{36}$/)
  expect(rest).toEqual({})
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
  expect(headers['service-api-supported-versions']).toBe('v1')
}

/** Bytes that are no request, or one that must not be served. */
const garbage: [string, string | Buffer][] = [
  ['words                      ', 'hello\r\n\r\n'],
  ['zeros                      ', Buffer.alloc(100)],
  ['the start of TLS           ', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
  ['the start of HTTP/2        ', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a method that is none      ', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a version that is none     ', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no Host                    ', 'GET /health HTTP/1.1\r\n\r\n'],
  ['a header without colon     ', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
  ['a header with a NUL        ', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
  ['a header of a bare newline ', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\nb\r\n\r\n'],
  ['endless headers            ', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an endless address         ', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['two lengths                ', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
  [
    'a length and chunks        ',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a length that is no number ', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n'],
  ['a length below zero        ', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ['an unknown coding          ', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: brotli\r\n\r\n'],
  ['an unknown expectation     ', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 3\r\n\r\n'],
]

describe('bytes on a connection', () => {
  test.each(garbage)('%s', async (_, bytes) => {
    const answer = await exchange(service.origin, bytes)
    expect(answer.status).toBe(400)
    expectStandard(answer)
    expect(await request(`${service.origin}/health`)).toMatchObject({ status: 200 })
  })

  test('chunks that are none', async () => {
    const chunked = requestText(`POST ${entries}`, { ...head(), 'transfer-encoding': 'chunked' }, 'xyz\r\n')
    const answer = await exchange(service.origin, chunked)
    expect(answer.status).toBe(400)
    expectStandard(answer)
  })

  test('a body that ends before its length', async () => {
    const before = (await company.get('/journal-entries')).body.totalItems
    const socket = await open(service.origin)
    const body = JSON.stringify(anEntry())
    socket.end(requestText(`POST ${entries}`, { ...head(), 'content-length': body.length + 1 }, body))
    const answer = await answerOn(socket)
    expect(answer.status).toBe(400)
    expectStandard(answer)
    expect((await company.get('/journal-entries')).body.totalItems).toBe(before)
  })

  test('a body that is longer than its length is the start of no request', async () => {
    const socket = await open(service.origin)
    const body = JSON.stringify(anEntry())
    socket.write(requestText(`POST ${entries}`, { ...head(), 'content-length': body.length }, `${body}{"more":1}`))
    const answer = await answerOn(socket)
    expect([200, 400]).toContain(answer.status)
    socket.destroy()
  })

  test('requests one after the other are answered in their order', async () => {
    const socket = await open(service.origin)
    const get = (path: string) => requestText(`GET ${path}`, { host: 'x' })
    socket.write(get('/health') + get('/nothing') + get('/ready'))
    const answers: RawAnswer[] = []
    for (const _ of [1, 2, 3]) answers.push(await answerOn(socket))
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
    socket.destroy()
  })

  test('an older HTTP needs no Host', async () => {
    expect(await exchange(service.origin, 'GET /health HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 })
  })

  test('a caller who waits for leave to send the body gets it', async () => {
    const socket = await open(service.origin)
    const body = JSON.stringify(anEntry())
    socket.write(requestText(`POST ${entries}`, { ...head(), expect: '100-continue', 'content-length': body.length }))
    socket.write(body)
    expect((await answerOn(socket)).status).toBe(200)
    socket.destroy()
  })

  test('each leaves a line in the log, without what was sent', async () => {
    const lines = service.log.length
    const answer = await exchange(service.origin, 'GET /hemligt HTTP/1.1\r\nHost: x\r\nX: hemligt\0\r\n\r\n')
    const logged = service.log.slice(lines)
    expect(logged.some((line) => line.includes(JSON.parse(answer.text).serviceErrorId))).toBe(true)
    expect(logged.filter((line) => JSON.parse(line).msg === 'request')).toHaveLength(1)
    expect(logged.join('')).not.toContain('hemligt')
  })
})
