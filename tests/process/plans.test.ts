// The operator's commands for plans, beside a running service with the limits that it has by default.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminJson, newServedDataDir, operate, operateJson, type RunningService, startMain } from '#support/programs'

const dataDir = await newServedDataDir()
let service: RunningService
beforeAll(async () => {
  service = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
})
afterAll(() => service.stop())

test('a plan is set and shown, and holds for the next request', async () => {
  const named = ['--name', 'Test AB', '--organization-number', '559999-0008']
  const { id } = await operateJson(dataDir, ['company', 'create', ...named])
  const made = ['token', 'create', '--company', id, '--name', 'Prov', '--scopes', 'company-information:read']
  const { token } = await operateJson(dataDir, made)
  const ask = async () => {
    const base = service.base.replace('localhost', '127.0.0.1')
    const headers = { authorization: `Bearer ${token}` }
    return fetch(`${base}/companies/${id}/company-information`, { headers })
  }
  const none = { companyId: id, addons: [], expiresOn: null, trialEndsOn: null, isExpired: false, isInTrial: false }
  expect(await operateJson(dataDir, ['plan', 'show', '--company', id])).toEqual({ ...none, plan: 'Business' })
  const first = await ask()
  expect([first.status, first.headers.get('service-ratelimit-limit')]).toEqual([200, '200'])
  expect(first.headers.get('service-ratelimit-remaining')).toBe('199')

  const set = (...options: string[]) => adminJson(dataDir, ['plan', 'set', '--company', id, ...options])
  const cases: [string[], object, number][] = [
    [['--plan', 'Basic'], { plan: 'Basic' }, 403],
    [
      ['--plan', 'Basic', '--trial-ends', '2199-01-01'],
      { plan: 'Basic', trialEndsOn: '2199-01-01', isInTrial: true },
      200,
    ],
    [['--plan', 'Premium', '--addon', 'api'], { plan: 'Premium', addons: ['api'] }, 200],
    [['--plan', 'Plus', '--expires', '2020-01-01'], { plan: 'Plus', expiresOn: '2020-01-01', isExpired: true }, 403],
    [['--plan', 'Plus', '--expires', '2199-01-01'], { plan: 'Plus', expiresOn: '2199-01-01' }, 200],
    [['--plan', 'Plus', '--expires', 'none', '--addon', 'none', '--trial-ends', 'none'], { plan: 'Plus' }, 200],
  ]
  for (const [options, changes, status] of cases) {
    expect(await set(...options)).toEqual({ ...none, ...changes })
    expect(await operateJson(dataDir, ['plan', 'show', '--company', id])).toEqual({ ...none, ...changes })
    expect((await ask()).status, options.join(' ')).toBe(status)
  }

  const wrong: [string[], RegExp][] = [
    [[], /Missing: --plan/],
    [['--plan', 'Gold'], /plan must be one of Basic, Plus, Premium, Business/],
    [['--plan', 'Plus', '--addon', 'fax'], /addon must be one of api/],
    [['--plan', 'Plus', '--expires', '2026-02-30'], /--expires: 2026-02-30 is not a date/],
    [['--plan', 'Plus', '--trial-ends', 'soon'], /--trial-ends: soon is not a date/],
  ]
  for (const [options, sentence] of wrong) {
    const { code, stderr } = await operate(dataDir, ['plan', 'set', '--company', id, ...options])
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
  }
})
