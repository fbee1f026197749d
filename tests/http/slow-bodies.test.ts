// A body may take minutes to arrive. What its sender may do is judged by when it has.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes, createToken, revokeToken } from '#identity'
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

const bodies: [string, string, Record<string, string>, string][] = [
  [
    'of JSON',
    'customers',
    { 'content-type': 'application/json' },
    JSON.stringify({ name: 'Sent omsider AB', type: 'company' }),
  ],
  [
    'with a file',
    'uploads',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nKvitto\r\n--x--\r\n',
  ],
]

test.each(bodies)('whoever has lost the right while a body %s arrived has lost it', async (_, list, headers, body) => {
  const { id, token } = await service.operateFor(company.id, (call) =>
    createToken(call, { name: 'Prov', scopes: allScopes }),
  )
  const begin = (secret: string) =>
    beginRequest(service.origin, `POST ${new URL(company.url).pathname}/${list}`, {
      ...{ host: 'x', authorization: `Bearer ${secret}`, ...headers, 'content-length': body.length },
    })
  const [held, own] = [await begin(token), await begin(company.token)]
  for (const socket of [held, own]) socket.write(body.slice(0, -1))
  await service.operateFor(company.id, (call) => revokeToken(call, { id }))
  await pause(LONG_MS)
  for (const socket of [held, own]) socket.write(body.slice(-1))
  expect([(await answerOn(held)).status, (await answerOn(own)).status]).toEqual([401, 200])
  for (const socket of [held, own]) socket.destroy()
})
