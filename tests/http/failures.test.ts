// Any failure becomes one refusal, and endpoints, pages and the endpoints of OAuth express it in their own forms.
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpContribution, refusalFor } from '#http'
import { FilterFault } from '#platform/filter'
import { statusOf } from '#platform/refusal'
import { newIntegration } from '#support/callers'
import { type Service, startService } from '#support/service'
import { newPersonInside } from '#support/visitor'

const taken = { limit: 100, type: 'application/json' }
const ofFramework = (code: string, statusCode?: number) =>
  Object.assign(new Error('Es ist etwas schief'), { code, ...(statusCode ? { statusCode } : {}) })
const ofDatabase = (code: string) => Object.assign(new DatabaseError('sorry', 1, 'error'), { code })

const cases: [what: string, thrown: unknown, method: string, status: number, message: RegExp][] = [
  ['a declared refusal    ', httpContribution.refusals.unknownId({ name: 'x' }), 'GET', 404, /./],
  ['a filter that is none ', new FilterFault('must say more', 'x'), 'GET', 400, /1 error/],
  ['too large a body      ', ofFramework('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'POST', 413, /larger than 100 bytes/],
  ['a body of another type', ofFramework('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'POST', 415, /application\/json/],
  ['a body of other length', ofFramework('FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400), 'POST', 400, /Content-Length/],
  ['what is not understood', ofFramework('FST_ERR_VALIDATION', 400), 'POST', 400, /schief/],
  ['a bug in the framework', ofFramework('FST_ERR_REP_ALREADY_SENT', 500), 'POST', 500, /Something went wrong here/],
  ['a bug in the service  ', new TypeError('x is not a function'), 'GET', 500, /Something went wrong here/],
  ['what is no error      ', 'sorry', 'GET', 500, /Something went wrong here/],
  ['nothing at all        ', undefined, 'GET', 500, /Something went wrong here/],
  ['a full disk           ', ofDatabase('53100'), 'POST', 503, /The disk is full/],
  ['a lock not had in time', ofDatabase('55P03'), 'GET', 503, /Others have been changing the same/],
]
test.each(cases)('%s', (_, thrown, method, status, message) => {
  const refused = refusalFor(thrown, { method, taken })
  expect([statusOf[refused.kind.code], refused.message]).toEqual([status, expect.stringMatching(message)])
})

describe('over HTTP', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const text = { 'content-type': 'text/plain' }

  test('a body of another type is reported by an endpoint, a page and an OAuth endpoint, each in its form', async () => {
    const company = await service.newCompany()
    const api = await fetch(`${company.url}/customers`, {
      method: 'POST',
      body: 'x',
      headers: { ...text, authorization: `Bearer ${company.token}` },
    })
    expect([api.status, await api.json()]).toMatchObject([415, { code: 'unsupported-media-type' }])
    const { visitor } = await newPersonInside(service)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await fetch(`${service.origin}/account/profile`, {
      method: 'POST',
      body: 'x',
      headers: { ...text, cookie, accept: 'text/html' },
    })
    expect([page.status, await page.text()]).toEqual([415, expect.stringContaining('vanliga formulär')])
    const { id, clientSecret } = await newIntegration(service)
    const authorization = `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`
    const oauth = await fetch(`${service.base}/token`, {
      method: 'POST',
      body: 'x',
      headers: { ...text, authorization },
    })
    expect([oauth.status, await oauth.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })
})
