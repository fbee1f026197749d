// What holds for every page: who may open it, what it answers to wrong requests, in which language, below which path.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#http'
import { sql } from '#platform/sql'
import { pages } from '#programs/app'
import { every } from '#support/every'
import { type Service, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, type Visitor } from '#support/visitor'

let service: Service
let visitor: Visitor
beforeAll(async () => {
  service = await startService({ alone: true })
  visitor = (await newPersonInside(service)).visitor
})
afterAll(() => service.close())

const ID = '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'
const asked = (path: string) => path.replace(/\{\w+\}/g, ID)
const of = (method: string) => pages.filter((row) => row.method === method)
const HTML = 'text/html; charset=utf-8'
const pathOf = ({ path }: { path: string }): string => path

describe('a page for people', () => {
  const ofPeople = (method: string) => of(method).filter((row) => row.visitor === 'person')

  test('sends strangers to the login', () =>
    every(ofPeople('GET'), pathOf, async ({ path }) => {
      const answer = await fetch(`${service.origin}${asked(path)}?a=1`, {
        headers: { accept: HTML },
        redirect: 'manual',
      })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`${asked(path)}?a=1`)}`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toBe('')
    }))

  test('does nothing for strangers', () =>
    every(ofPeople('POST'), pathOf, async ({ path }) => {
      const answer = await newVisitor(service).post(asked(path), {})
      expect([answer.status, answer.location?.startsWith('/login?next=')]).toEqual([303, true])
    }))
})

describe('a page', () => {
  test('is HTML in both languages, with one heading', async () => {
    await every(of('GET'), pathOf, async ({ path }) => {
      for (const language of languages) {
        const { headers, text, status } = await visitor.get(`${asked(path)}?lang=${language}`)
        expect(headers.get('content-type')).toBe(HTML)
        expect(status).toBeLessThan(500)
        expect(text).toContain(`<html lang="${language}">`)
        // The console draws its pages itself.
        if (!text.includes('<div id="console">')) expect(text.split('<h1').length).toBe(2)
      }
    }).finally(() => visitor.get('/account?lang=sv'))
  })

  test('answers the methods it has, and names them', () =>
    every(
      new Set(pages.map(({ path }) => path)),
      (path) => path,
      async (path) => {
        const own = pages.filter((row) => row.path === path).map(({ method }) => method)
        const allowed = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        const init = { method: 'PUT', headers: { accept: 'text/html' } }
        const answer = await fetch(`${service.origin}${asked(path)}`, init)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([405, HTML])
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.sort())
      },
    ))

  test('that is not there is a page to a reader and an error body to a program', async () => {
    const page = await newVisitor(service).get('/nowhere')
    expect([page.status, page.headers.get('content-type')]).toEqual([404, HTML])
    expect(page.text).toMatch(/Felnummer: <code>[0-9a-f-]{36}<\/code>/)
    const id = /<code>([0-9a-f-]{36})<\/code>/.exec(page.text)?.[1] ?? ''
    expect(service.log.some((line) => line.includes(id))).toBe(true)
    const body = await fetch(`${service.origin}/nowhere`).then((answer) => answer.json())
    expect(body).toMatchObject({ code: 'not-found' })
  })

  const wrong: [string, number, (csrf: string) => RequestInit][] = [
    ['a form that is too large', 413, (csrf) => ({ body: new URLSearchParams({ csrf, name: 'x'.repeat(66_000) }) })],
    ['JSON', 415, () => ({ body: '{}', headers: { 'content-type': 'application/json' } })],
    ['a file', 415, () => ({ body: new FormData() })],
    [
      'a field twice',
      400,
      (csrf) => ({
        body: new URLSearchParams([
          ['csrf', csrf],
          ['name', 'a'],
          ['name', 'b'],
        ]),
      }),
    ],
    ['too many fields', 400, (csrf) => ({ body: new URLSearchParams(`csrf=${csrf}${'&a'.repeat(200)}`) })],
    ['a field twice without the token', 403, () => ({ body: new URLSearchParams('name=a&name=b') })],
    ['a NUL character', 400, (csrf) => ({ body: new URLSearchParams({ csrf, name: 'a\0' }) })],
    ['nothing', 403, () => ({})],
  ]
  test.each(wrong)('refuses %s with a page', async (_, status, init) => {
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1] ?? ''
    const { headers, ...rest } = init(csrf)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${service.origin}/account/profile`, {
      method: 'POST',
      ...rest,
      headers: { cookie, 'accept-language': 'en', ...(headers as Record<string, string>) },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, HTML])
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  test('that fails says so with an id, under which the log has the cause', async () => {
    const own = await startService({ alone: true })
    const { visitor: inside } = await newPersonInside(own)
    await own.database.rows(sql`alter table identity.company_member rename to gone`)
    const page = await inside.get('/account')
    expect([page.status, page.headers.get('content-type')]).toEqual([500, HTML])
    expect(page.text).toContain('Något gick fel hos oss')
    expect(page.text).not.toContain('company_member')
    const id = /<code>([0-9a-f-]{36})<\/code>/.exec(page.text)?.[1] ?? ''
    const [cause] = own.log.map((line) => JSON.parse(line)).filter(({ errorId }) => errorId === id)
    expect(cause).toMatchObject({ level: 'error', err: { message: expect.stringContaining('company_member') } })
    await own.close()
  })

  test('shows what was given as text, and never as HTML', async () => {
    const { email } = await newPerson(service, { name: '<img src=x onerror=alert(1)>' })
    const own = newVisitor(service)
    const page = await own.logIn(email, PASSWORD)
    expect(page.text).not.toContain('<img')
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    const next = await newVisitor(service).get('/login?next=/%22%3E%3Cscript%3E')
    expect(next.text).not.toContain('<script')
  })

  test('goes unharmed through odd addresses and cookies', async () => {
    for (const path of [
      '/login?next=%',
      '/login?a=%ff',
      '/login?lang=__proto__&lang=x',
      '/login?__proto__=x',
      '/confirm?token',
    ]) {
      expect([path, (await newVisitor(service).get(path)).status < 500]).toEqual([path, true])
    }
    const own = newVisitor(service)
    for (const name of ['session', 'visit', 'device', 'login', 'language']) own.cookies.set(name, '%00"é'.slice(0, 3))
    expect((await own.get('/login')).status).toBe(200)
  })

  test('of forms is no way into the API, which takes no forms', async () => {
    const company = await service.newCompany()
    const answer = await fetch(`${company.url}/journal-entries`, {
      method: 'POST',
      body: new URLSearchParams({ title: 'x' }),
      headers: { authorization: `Bearer ${company.token}` },
    })
    expect(answer.status).toBe(415)
  })
})

describe('the language', () => {
  const choices: [string, string, Record<string, string>][] = [
    ['sv', 'sv-SE,sv;q=0.9,en;q=0.8', {}],
    ['en', 'en-US,en;q=0.5', {}],
    ['en', 'de, en;q=0.2, sv;q=0.1', {}],
    ['sv', 'en;q=0, sv;q=0.1', {}],
    ['sv', 'de-DE', {}],
    ['sv', '', {}],
    ['sv', ';;;q=,,en;q=x', {}],
    ['en', 'sv', { language: 'en' }],
    ['sv', 'sv', { language: 'xx' }],
  ]
  test.each(choices)('is %s for %j and %o', async (language, accepted, cookies) => {
    const own = newVisitor(service, accepted)
    for (const [name, value] of Object.entries(cookies)) own.cookies.set(name, value)
    expect((await own.get('/login')).text).toContain(`<html lang="${language}">`)
  })

  test('of a person is that of the account, until a link chooses another', async () => {
    const { email } = await newPerson(service, { language: 'en' })
    const own = newVisitor(service, 'sv')
    expect((await own.logIn(email, PASSWORD)).text).toContain('<html lang="en">')
    expect((await own.get('/account?lang=sv')).text).toContain('<html lang="sv">')
    expect((await own.get('/account')).text).toContain('<html lang="sv">')
  })
})

test('where a request came from is what a trusted proxy says, and no one else', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }
  const behind = await startService({ beside: service, trustedProxies: ['127.0.0.0/8'] })
  const { email } = await newPerson(service)
  const addressAt = async (at: Service): Promise<boolean> => {
    const own = newVisitor(at)
    await own.logIn(email, PASSWORD)
    service.setNow(new Date(service.now().getTime() + 120_000))
    behind.setNow(service.now())
    await own.get('/account', forwarded)
    return (await own.get('/account')).text.includes('198.51.100.9')
  }
  expect([await addressAt(service), await addressAt(behind)]).toEqual([false, true])
  await behind.close()
})

test('below another path of a larger site, links and redirects stay there', async () => {
  const below = await startService({ beside: service, publicUrl: 'http://localhost/books' })
  const own = newVisitor(below)
  const page = await own.get('/login')
  const links = [...page.text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !link.startsWith('/books/'))).toEqual([])
  const answer = await fetch(`${below.origin}/account`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/books/login?next=%2Faccount')
  await below.close()
})
