// The command against the service: logging in, operations by their words, bodies, formats, trials, and how it ends.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf, readDocument } from '#scripts/sdk/operations'
import { decide, newOwner } from '#support/consent'
import { newIntegration } from '#support/integration'
import { pngFile } from '#support/samples/sample-files'
import { freePort } from '#support/servers/ports'
import { type Service, startService, type TestCompany } from '#support/service'
import { cookieOf } from '#support/visitor'
import { sieFile } from '#tests/surface/world'
import { bokOf, newBok } from './bok.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const json = (out: string) => JSON.parse(out)

test('a private token from stdin becomes a profile that only its owner reads', async () => {
  const bok = newBok()
  expect(await bok.run(['invoices', 'list'])).toMatchObject({ code: 3, err: expect.stringContaining('bok login') })
  const login = ['login', '--url', service.base, '--profile', 'test', '--token-stdin']
  expect(await bok.run(login, 'gb_unknown\n')).toMatchObject({ code: 3 })
  expect(await bok.run(login, `${company.token}\n`)).toMatchObject({
    code: 0,
    err: expect.stringContaining(company.id),
  })
  const file = join(bok.home, 'bok', 'profiles.json')
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  expect((statSync(join(bok.home, 'bok')).mode & 0o777).toString(8)).toBe('700')
  expect(json((await bok.run(['invoices', 'list'])).out)).toEqual([])
  const [profile] = json((await bok.run(['profiles', '-o', 'json'])).out)
  expect(profile).toMatchObject({ name: 'test', current: '*', company: company.id, by: 'token' })
  expect((await bok.run(['use', 'other'])).code).toBe(4)
  expect((await bok.run(['logout'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toContain(company.token)
})

test('a consent by the browser is brought back by the loopback address, or pasted', async () => {
  const owner = await newOwner(service)
  const callback = `http://127.0.0.1:${await freePort()}/callback`
  const integration = await newIntegration(service, { redirectUris: [callback] })
  const bok = newBok({ BOK_CLIENT_ID: integration.id, BOK_CLIENT_SECRET: integration.secret, BROWSER: 'true' })
  const args = ['login', '--url', service.base, '--callback', callback, '--scopes', 'company-information:read']
  const consented = async (told: () => string) => {
    await expect.poll(told).toContain('Open http')
    const { pathname, search } = new URL(/Open (\S+)/.exec(told())?.[1] ?? '')
    const page = await owner.visitor.get(pathname + search)
    const back = await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' })
    return back.location ?? ''
  }
  const running = bok.start(args)
  const page = await fetch(await consented(running.told))
  expect(await page.text()).toContain('You can close this page')
  expect(await running.ended).toMatchObject({ code: 0 })
  const read = await bok.run(['company-information', 'get', '-o', 'json'])
  expect(json(read.out)).toMatchObject({ name: 'Ägarens AB' })
  expect((await bok.run(['logout'])).code).toBe(0)
  expect((await bok.run(['login', '--url', service.base, '--no-browser'], 'http://x/?state=other&code=1\n')).code).toBe(
    3,
  )
})

test('the session of a person reaches what tokens do not, such as the log of requests', async () => {
  const { company: own, visitor } = await newOwner(service)
  const bok = newBok({ BOK_COMPANY: own.id })
  const login = await bok.run(['login', '--url', service.base, '--session-stdin'], `${cookieOf(visitor)}\n`)
  expect(login.code).toBe(0)
  expect(json((await bok.run(['members', 'list'])).out)).toMatchObject([{ role: 'owner' }])
  expect((await bok.run(['lock-date', 'set', '--lock-date', '2026-01-31'])).code).toBe(0)
  await own.get('/vat-codes')
  await own.get('/invoices/019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d')
  const tail = async (...more: string[]) => (await bok.run(['logs', 'tail', '--once', ...more])).out
  await expect.poll(() => tail()).toMatch(/\t200\t\d+ ms\tGET \/v1\/companies\/\S+\/vat-codes\t/)
  expect(await tail('--failed')).toMatch(/^\S+\t404\t[^\n]*not-found[^\n]*\n$/)
})

test('bodies come from flags, files, stdin and single values, and answers go out as was asked for', async () => {
  const bok = bokOf(service, company)
  const made = await bok.run(['customers', 'create', '--name', 'Kund AB', '--type', 'company'])
  expect(made).toMatchObject({ code: 0, err: '' })
  const customer = json(made.out)
  writeFileSync(
    join(bok.home, 'invoice.json'),
    JSON.stringify({ invoiceDate: '2026-01-01', lineItems: [{ quantity: 1 }] }),
  )
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 900, taxRate: 25 }
  const lines = Object.entries({ ...line, quantity: 2 }).flatMap(([name, value]) => [
    '--set',
    `lineItems.0.${name}=${value}`,
  ])
  const flags = ['--body', 'invoice.json', '--customer-ref', customer.id, '--invoice-date', '2026-06-01', ...lines]
  const invoice = json((await bok.run(['invoices', 'create', ...flags])).out)
  expect(invoice).toMatchObject({ totalAmount: 2250, invoiceDate: '2026-06-01' })
  const changed = JSON.stringify({ name: 'Kunden AB', type: 'company' })
  expect((await bok.run(['customers', 'update', customer.id, '--body', '-'], changed)).code).toBe(0)
  expect((await bok.run(['invoices', 'publish', invoice.id])).code).toBe(0)
  const table = await bok.run(['invoices', 'list', '--query', 'status==published', '-o', 'table'])
  expect(table.out.split('\n')[0]).toMatch(/^id +customerRef\.id +customerRef\.name/)
  expect(table.out).toContain('Kunden AB')
  const csv = await bok.run([
    'invoices',
    'list',
    '-o',
    'csv',
    '--columns',
    'invoiceNumber,customerRef.name,totalAmount',
  ])
  expect(csv.out).toBe('invoiceNumber,customerRef.name,totalAmount\n1,Kunden AB,2250\n')
  const pdf = await bok.run(['invoices', 'download', invoice.id, '--save-as', 'faktura.pdf'])
  expect(pdf).toMatchObject({ code: 0, out: '' })
  expect(readFileSync(join(bok.home, 'faktura.pdf'), 'latin1')).toMatch(/^%PDF/)
  const report = await bok.run(['reports', 'trial-balance', 'get', '--format', 'csv'])
  expect(report.out).toMatch(/^Account,Name,/)
})

test('an entry in one line is exact, and a trial draws what would change', async () => {
  const bok = bokOf(service, company)
  const entry = ['entry', 'Lokalhyra', '5010', '8000,10', '2641', '2000', '1930', '-10000,10', '--date', '2026-06-01']
  const tried = await bok.run([...entry, '--dry-run', '-o', 'table'])
  expect(tried.code).toBe(0)
  expect(tried.out).toContain('Entries that would be booked')
  expect(tried.out).toMatch(/1930\s+-10000\.1/)
  const booked = json((await bok.run(entry)).out)
  expect(booked.items).toMatchObject([
    { account: 5010, debit: 8000.1 },
    { account: 2641, debit: 2000 },
    { credit: 10000.1 },
  ])
  const reversed = await bok.run([
    'journal-entries',
    'reverse',
    booked.id,
    '--date',
    '2026-06-02',
    '--dry-run',
    '-o',
    'table',
  ])
  expect(reversed.out).toContain('Accounts')
  expect((await bok.run([...entry, '--daet', '2026-06-01'])).code).toBe(2)
  expect(await bok.run(['entry', 'Fel', '5010', '1', '1930', '-2'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('apart'),
  })
  const keyed = [...entry, '--key', 'hyra-juni']
  const [first, second] = [await bok.run(keyed), await bok.run(keyed)]
  expect(json(first.out).id).toBe(json(second.out).id)
})

test('files are imported and uploaded, each once', async () => {
  const other = await service.newCompany()
  const bok = bokOf(service, other)
  writeFileSync(join(bok.home, 'kassan.se'), sieFile('Kassan'))
  expect(await bok.run(['sie', 'import', 'kassan.se'])).toMatchObject({ code: 0 })
  for (const name of ['a.png', 'b.png']) writeFileSync(join(bok.home, name), pngFile())
  writeFileSync(join(bok.home, 'c.png'), 'no picture')
  const uploaded = await bok.run(['upload', 'a.png', 'b.png', 'c.png'])
  expect(uploaded).toMatchObject({ code: 5, err: expect.stringContaining('c.png:') })
  const ids = json(uploaded.out).map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(2)
  expect(json((await bok.run(['upload', 'a.png', 'b.png'])).out).map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(json((await bok.run(['uploads', 'list', '--all'])).out)).toHaveLength(2)
})

test('it ends with a code that says why', async () => {
  const bok = bokOf(service, company)
  const codes = async (...cases: string[][]) => Promise.all(cases.map(async (args) => (await bok.run(args)).code))
  const id = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'
  expect(
    await codes(['--version'], ['nothing'], ['customers', 'creat'], ['invoices', 'get'], ['upload', 'nothing.pdf']),
  ).toEqual([0, 2, 2, 2, 2])
  expect(
    await codes(['invoices', 'get', id], ['customers', 'create', '--name', 'x'], ['members', 'list'], ['me', 'get']),
  ).toEqual([4, 5, 3, 0])
  const away = newBok({ BOK_URL: `http://127.0.0.1:${await freePort()}/v1`, BOK_TOKEN: 'x', BOK_COMPANY: id })
  expect((await away.run(['plan', 'get'])).code).toBe(7)
  const swedish = await bok.run(['invoices', 'get', id, '--language', 'sv'])
  expect(swedish.err).toMatch(/Det finns.*not-found/s)
  // Colours are for terminals.
  expect(swedish.err).not.toContain('\u001b')
})

test('every operation is a command', async () => {
  const { out, code } = await newBok().run(['commands'])
  expect(code).toBe(0)
  const commands = new Set(out.split('\n').map((line) => line.slice(0, 60).trim()))
  const typed = (word: string) => word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const missing = operationsOf(readDocument())
    .map(({ scope, resources, verb }) =>
      [...(scope === 'company' ? [] : [scope]), ...resources, verb].map(typed).join(' '),
    )
    .filter((words) => !commands.has(words))
  expect(missing).toEqual([])
})

test('completion offers what there is, and the console opens at the company', async () => {
  const bok = bokOf(service, company)
  const offered = async (...words: string[]) => (await bok.run(['complete', '--', ...words])).out.trim().split('\n')
  expect(await offered('invo')).toEqual(['invoices', 'invoices-to-remind'])
  expect(await offered('invoices', 'pub')).toEqual(['publish'])
  expect(await offered('customers', 'create', '--na')).toEqual(['--name'])
  expect((await bok.run(['completion', 'bash'])).out).toContain('complete -F _bok bok')
  const { out } = await bok.run(['open', 'invoices', '--print'])
  expect(out.trim()).toBe(`${service.origin}/companies/${company.id}/invoices`)
})
