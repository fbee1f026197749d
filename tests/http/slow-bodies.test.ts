// A body may take minutes to arrive. What its sender may do is judged by when it has.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes, identityAdmin, identityService } from '#identity'
import { answerOn, beginRequest } from '#support/raw'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

/** Longer than it counts that a caller was let in. */
const LONG_MS = 1200
/** How many bytes are held back: more than what ends a form. */
const HELD = 10

const receipt = readFileSync('examples/kvitto.pdf')
const before =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'

const bodies: [string, string, string, Buffer][] = [
  [
    'of JSON',
    'customers',
    'application/json',
    Buffer.from(JSON.stringify({ name: 'Sent omsider AB', type: 'company' })),
  ],
  [
    'with a file',
    'uploads',
    'multipart/form-data; boundary=x',
    Buffer.concat([Buffer.from(before), receipt, Buffer.from('\r\n--x--\r\n')]),
  ],
]

test.each(bodies)('a caller who loses the right while a body %s arrives is refused', async (_, list, type, body) => {
  const { id, token } = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Prov', scopes: allScopes }),
  )
  const begin = (secret: string) =>
    beginRequest(service.origin, `POST ${new URL(company.url).pathname}/${list}`, {
      host: 'x',
      authorization: `Bearer ${secret}`,
      'content-type': type,
      'content-length': body.length,
    })
  const held = await begin(token)
  const own = await begin(company.token)
  for (const socket of [held, own]) socket.write(body.subarray(0, -HELD))
  await service.operateFor(company.id, (call) => identityAdmin.revokeToken(call, { id }))
  await pause(LONG_MS)
  for (const socket of [held, own]) socket.write(body.subarray(-HELD))
  const lost = await answerOn(held)
  const kept = await answerOn(own)
  expect([lost.status, kept.status], kept.text).toEqual([401, 200])
  for (const socket of [held, own]) socket.destroy()
})

test('bodies that do not arrive take no room from those that do', async () => {
  const announced = 8 * 1024 * 1024
  const slow = await Promise.all([service.newCompany(), service.newCompany()])
  const sockets = await Promise.all(
    [...slow, ...slow].map(({ url, token }) =>
      beginRequest(service.origin, `POST ${new URL(url).pathname}/bulk`, {
        host: 'x',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': announced,
      }),
    ),
  )
  const text = 'x'.repeat(500)
  const operations = Array.from({ length: 100 }, (_, at) => ({
    method: 'POST',
    path: '/customers',
    body: { name: `Kund ${at}`, type: 'company', paymentTerms: text },
  }))
  const { status, text: said } = await company.post('/bulk', { mode: 'independent', operations })
  expect(status, said).toBe(200)
  for (const socket of sockets) socket.destroy()
})

/** How many bodies of 8 MiB one caller has under way at once, nearly complete: more than all may hold. */
const MANY = 9

test('bodies that are nearly there are given up when they hold too much: the oldest of who holds most', async () => {
  const announced = 8 * 1024 * 1024
  const most = Buffer.alloc(announced - HELD, ' ')
  const begin = async ({ url, token }: TestCompany) => {
    const socket = await beginRequest(service.origin, `POST ${new URL(url).pathname}/bulk`, {
      host: 'x',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': announced,
    })
    await new Promise((resolve) => socket.write(most, resolve))
    return socket
  }
  const other = await begin(await service.newCompany())
  const sockets = []
  for (let count = 0; count < MANY; count += 1) sockets.push(await begin(company))
  const [first, ...others] = sockets
  if (!first) throw new Error('None was begun')
  const { status, headers } = await answerOn(first)
  expect([status, headers['retry-after'], headers.connection]).toEqual([503, expect.any(String), 'close'])
  const rest = Buffer.from('{}'.padEnd(HELD))
  other.write(rest)
  others.at(-1)?.write(rest)
  const answered = [await answerOn(other), await answerOn(others.at(-1) ?? first)]
  expect(answered.map((one) => one.status)).toEqual([400, 400])
  for (const socket of [other, ...sockets]) socket.destroy()
})
