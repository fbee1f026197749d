// The start page, the guides beside the reference, and what a token is: the first hour of a new user.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes } from '#identity'
import { setPlan, startTrial } from '#plans'
import { statusOf } from '#platform/refusal'
import { unlimited } from '#rules/plans/plan'
import { newAgency, newIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import { type Service, startService } from '#support/service'
import { newPersonInside, newVisitor, plain } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ limits: { perMinute: 200, monthlyQuota: 5000 } })
})
afterAll(() => service.close())

describe('the start page', () => {
  test('says what this is and leads on, and those who have logged in get the console', async () => {
    // There is no account yet.
    expect((await newVisitor(service).get('/')).url).toBe('/first-run')
    const { visitor } = await newPersonInside(service)
    const page = await newVisitor(service, 'en').get('/')
    expect([page.status, plain(page.text)]).toEqual([200, expect.stringContaining('open accounting service')])
    const inside = await visitor.get('/')
    const linksOf = (text: string) => [...text.matchAll(/ href="(\/[^"?#]*)/g)].map(([, path = '']) => path)
    const outside = ['/login', '/signup', '/docs', '/docs/reference', '/health', '/ready', '/docs/operations']
    expect(linksOf(page.text)).toEqual(expect.arrayContaining(outside))
    expect(inside.text).toContain('<div id="console">')
    for (const path of new Set([...linksOf(page.text), ...linksOf(inside.text)])) {
      expect([path, (await fetch(`${service.origin}${path}`)).status]).toEqual([path, 200])
    }
  })
})

describe('the guides', () => {
  const names = ['tutorial', 'guides', 'reference', 'internals']
    .flatMap((shelf) => readdirSync(`docs/${shelf}`))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace('.md', ''))
  const textOf = async (path: string) => (await fetch(`${service.origin}${path}`)).text()

  test('are listed, each of them, beside the reference', async () => {
    const index = await newVisitor(service, 'en').get('/docs')
    for (const name of [...names, 'readme', 'reference']) expect(index.text).toContain(`href="/docs/${name}"`)
  })

  test.each([...names, 'readme'])('%s is a page, and all that it links to is there', async (name) => {
    const text = await textOf(`/docs/${name}`)
    expect(text).toMatch(/<article class="guide" lang="en">\s*<h1/)
    // The one script makes the button that copies the page.
    expect(text.replace(/<script src="\/pages-\w+\.js"/, '')).not.toMatch(/<script/)
    expect([...text.matchAll(/href="([^"]*\.md)"/g)].map(([, href]) => href)).toEqual([`/docs/${name}.md`])
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => plain(href))
    for (const href of links.filter((one) => !/^https?:/.test(one))) {
      const target = new URL(href, `${service.origin}/docs/${name}`)
      const page = await fetch(target)
      expect([href, page.status]).toEqual([href, 200])
      const anchor = decodeURIComponent(target.hash.slice(1))
      if (anchor && anchor !== 'main')
        expect([href, (await page.text()).includes(` id="${anchor}"`)]).toEqual([href, true])
    }
  })

  test('are text as well, listed in /llms.txt, with links that lead to text', async () => {
    const list = await fetch(`${service.origin}/llms.txt`)
    expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const links = [...(await list.text()).matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)]
    const listed = links.map(([, url = '']) => new URL(url).pathname)
    const own = [...names, 'readme'].map((name) => `/docs/${name}.md`)
    const others = ['/v1/openapi.json', '/docs/reference']
    expect(listed.toSorted()).toEqual([...own, ...others].toSorted())
    const linked = new Set<string>()
    for (const path of own) {
      const page = await fetch(`${service.origin}${path}`)
      const text = await page.text()
      expect([path, page.headers.get('content-type')]).toEqual([path, 'text/markdown; charset=utf-8'])
      expect([path, text]).toEqual([path, expect.stringMatching(/^# /)])
      for (const [, href = ''] of text.matchAll(/\]\((\.[^)#\s]+)/g))
        linked.add(new URL(href, `http://x${path}`).pathname)
    }
    expect([...linked].filter((path) => !own.includes(path) && !others.includes(path))).toEqual([])
    expect((await fetch(`${service.origin}/docs/none.md`)).status).toBe(404)
    expect((await fetch(`${service.origin}/llms.txt`, { method: 'POST' })).status).toBe(405)
  })

  test('have each an address of its own, on every shelf', () => {
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name, index) => names.indexOf(name) !== index || name === 'readme')).toEqual([])
  })

  test('have a place for each error code, which errors may lead to', async () => {
    const text = await textOf('/docs/api')
    const missing = Object.keys(statusOf).filter((code) => !text.includes(` id="${code}"`))
    expect(missing).toEqual([])
  })

  test('that there are not are answered as other pages that are not', async () => {
    const page = await newVisitor(service).get('/docs/none')
    expect(page.status).toBe(404)
  })
})

describe('a token says what it is', () => {
  const ask = (token: string) => checkedRequests(service.base, token).get('/me')

  test('a private one, with the plan of its company and its limits', async () => {
    const company = await service.newCompany({ scopes: ['sie:read', 'history:read'] })
    await service.operateFor(company.id, (call) =>
      setPlan(call, { ...unlimited, plan: 'Premium', addons: ['api'], expiresOn: '2026-12-31' as never }),
    )
    const { status, body, headers } = await ask(company.token)
    expect([status, body]).toEqual([
      200,
      {
        tenant: { type: 'company', id: company.id, name: 'Provbolaget AB' },
        token: { type: 'private', name: 'Prov' },
        session: null,
        scopes: ['history:read', 'sie:read'],
        plan: { name: 'Premium', addons: ['api'], expiresOn: '2026-12-31', trialEndsOn: null, isInTrial: false },
        limits: { requestsPerMinute: 200, requestsPerMonth: 5000, requestsThisMonth: 0 },
      },
    ])
    expect(headers.get('service-ratelimit-remaining')).toBe('199')
    await service.operateFor(company.id, startTrial)
    expect((await ask(company.token)).body.plan).toMatchObject({ name: 'Basic', isInTrial: true })
  })

  test('those of an integration, for a company, an agency and in general', async () => {
    const integration = await newIntegration(service, 'Kassan')
    const company = await service.newCompany({ name: 'Kunden AB' })
    const agency = await newAgency(service, [], 'Byrån AB')
    const token = { type: 'integration', name: 'Kassan' }
    const limits = { requestsPerMinute: 200, requestsPerMonth: null, requestsThisMonth: null }
    const ofCompany = (await ask((await integration.connect({ type: 'company', id: company.id })).token)).body
    const plan = { name: 'Business', addons: [], expiresOn: null, trialEndsOn: null, isInTrial: false }
    expect(ofCompany).toEqual({
      tenant: { type: 'company', id: company.id, name: 'Kunden AB' },
      token,
      session: null,
      plan,
      limits,
      scopes: [...allScopes].sort(),
    })
    const ofAgency = (await ask((await integration.connect({ type: 'agency', id: agency.id }, ['sie:read'])).token))
      .body
    expect(ofAgency).toEqual({
      tenant: { type: 'agency', id: agency.id, name: 'Byrån AB' },
      token,
      session: null,
      plan: null,
      limits,
      scopes: ['sie:read'],
    })
    const general = (await ask(await integration.general(['agency-todos:read']))).body
    expect(general).toEqual({
      tenant: { type: 'general', id: null, name: null },
      token,
      session: null,
      plan: null,
      limits,
      scopes: ['agency-todos:read'],
    })
  })

  test('also when the plan lets nothing else through, and never one that is over', async () => {
    const company = await service.newCompany()
    await service.operateFor(company.id, (call) => setPlan(call, { ...unlimited, plan: 'Basic' }))
    expect((await company.get('/company-information')).status).toBe(403)
    expect((await ask(company.token)).body.plan.name).toBe('Basic')
    expect((await ask(`${company.token.slice(0, -1)}x`)).status).toBe(401)
  })
})
