// The pages of a person who makes integrations: registered, changed, given another secret, tried, and ended; and test
// companies with their clocks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessAdmin } from '#access'
import { masked } from '#console-rules/integrations/mask'
import { addMember, moveClock } from '#identity'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { newAgency } from '#support/callers'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** What the token endpoint says to a client that asks for a token of its own. */
const tokenFor = async (id: string, secret: string): Promise<number> => {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  return (await fetch(`${service.origin}/v1/token`, { method: 'POST', headers: { authorization }, body })).status
}

test('an integration is registered, changed, given another secret, and ended', { tags: ['rest'] }, async () => {
  const { page, company, errors, close } = await consoleBrowser.signInBrowser()
  await page.goto(`${service.origin}/integrations`)
  await page.getByText('Du har inte registrerat').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Namn').fill('Kassan & Co')
  await page.getByLabel(/redirect URI/).fill('https://example.com/back\nhttp://example.com/plain')
  await page.getByRole('button', { name: 'Inget' }).click()
  await page.getByRole('group', { name: 'Kunder' }).getByLabel('Läsa').check()
  await page.keyboard.press('Control+Enter')
  // What is refused stands at its line.
  await page.getByText(/rad 2 ska börja med https/).waitFor()
  await takeScreenshot(page, 'integrations-refused')
  await page.getByLabel(/redirect URI/).fill('https://example.com/back')
  await page.keyboard.press('Control+Enter')
  const first = await page.locator('.secret code').innerText()
  const id = await page.locator('.copied code').innerText()
  expect(await tokenFor(id, first)).toBe(200)
  await takeScreenshot(page, 'integrations-registered')

  await page.getByRole('link', { name: 'Kassan & Co', exact: true }).click()
  await page.getByText('Kunder: läsa').waitFor()
  expect(await page.getByText(first).count()).toBe(0)
  await page.keyboard.press('s')
  const second = await page.locator('.secret code').innerText()
  expect([await tokenFor(id, first), await tokenFor(id, second)]).toEqual([200, 200])
  await page
    .getByRole('button', { name: /^Avsluta …/ })
    .last()
    .click()
  await page.getByRole('dialog').getByText('Den andra gäller fortfarande').waitFor()
  await takeScreenshot(page, 'integrations-end-secret')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Hemligheten gäller inte längre').waitFor()
  expect([await tokenFor(id, first), await tokenFor(id, second)].toSorted()).toEqual([200, 401])

  await page.keyboard.press('e')
  await page.getByLabel('Namn').fill('Kassan')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Kassan', exact: true }).waitFor()
  await page.getByText('Integrationen har inte gjort någon webhook än.').waitFor()
  const hook = (await company.post('/webhooks', { url: 'https://example.com/hooks', kinds: ['customer.created'] })).body
  await company.post(`/webhooks/${hook.id}/test`)
  await service.database.rows(sql`
    update webhooks.subscription set owner_kind = 'integration', owner_id = ${id}, failing_since = ${service.now()}
    where id = ${hook.id}`)
  await page.reload()
  await page.getByRole('region', { name: 'https://example.com/hooks' }).getByText('Kommer inte fram').waitFor()
  await page.getByRole('button', { name: 'Leveranser' }).click()
  await page.getByText('webhook.test').waitFor()
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `integrations-one-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }

  await page.keyboard.press('l')
  await page.getByText('Inga anrop de senaste sju dagarna').waitFor()
  await takeScreenshot(page, 'integrations-requests')
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Ta bort integrationen' }).click()
  await page.getByText('alla nycklar som är ute').waitFor()
  await takeScreenshot(page, 'integrations-end')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Du har inte registrerat').waitFor()
  expect(await tokenFor(id, second)).toBe(401)
  expect(errors).toEqual([])
  await close()
})

test('a scope is found by its name in the API, and what is out of sight stays chosen', async () => {
  const { page, errors, close } = await consoleBrowser.signInBrowser()
  await page.goto(`${service.origin}/integrations`)
  await page.getByText('Du har inte registrerat').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Inget' }).click()
  const search = page.getByLabel('Sök på ord eller kod')
  await search.fill('items:read')
  await page.getByText('items:read', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Artiklar' }).getByLabel('Läsa').check()
  expect(await page.locator('.form-group').count()).toBe(1)
  await search.fill('customers:read')
  await search.press('Enter')
  await page.getByRole('group', { name: 'Kunder' }).getByLabel('Läsa').check()
  await search.fill('xyz')
  await page.getByText('Inget val stämmer med sökningen.').waitFor()
  await search.fill('')
  expect(await page.locator('.form-group input:checked').evaluateAll((all) => all.map((one) => one.value))).toEqual([
    'customers:read',
    'items:read',
  ])
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a test company is made, and its clock moved', { tags: ['rest'] }, async () => {
  const { page, errors, close } = await consoleBrowser.signInBrowser()
  await page.goto(`${service.origin}/test-companies`)
  await page.getByText('Du har inget testföretag än').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Namn').fill('Provet AB')
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 12 månader är bokförda').waitFor()
  await takeScreenshot(page, 'test-companies-making')
  // No process runs jobs here: the year counts as booked.
  await service.database.rows(sql`update desk.test_company set months_made = 12, ready_at = ${service.now()}`)
  const clock = page.getByRole('form', { name: 'Klockan i Provet AB' })
  await clock.getByText('2026-06-10').waitFor()
  await clock.getByRole('button', { name: 'En vecka framåt i Provet AB' }).click()
  await clock.getByText('7 dagar före').waitFor()
  await clock.getByLabel('Till en dag').fill('2026-06-01')
  await page.keyboard.press('Enter')
  await clock.getByText('går bara framåt, inte till').waitFor()
  await clock.getByLabel('Till en dag').fill('2026-07-01')
  await page.keyboard.press('Enter')
  await clock.getByText('21 dagar före').waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `test-companies-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }
  // In the company it is that day, and it says what it is.
  await page.getByRole('link', { name: 'Provet AB' }).click()
  await page.getByText('Testföretag 2026-07-01').waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `test-company-home-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('testföretag')
  await page.keyboard.press('Enter')
  await clock.waitFor()
  await page.goBack()
  await page.getByText('Testföretag 2026-07-01').waitFor()
  await page.goto(`${page.url()}/journal/new`)
  expect(await page.getByLabel('Datum').inputValue()).toBe('2026-07-01')
  // Another user moves it too.
  const { id } = await service.database.one<{ id: string }>(sql`select company_id as id from desk.test_company`)
  await service.operateFor(id, (call) => moveClock(call, dayFrom('2026-07-05')))
  await page.getByText('Testföretag 2026-07-05').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a trial ends when the clock is moved, and everything says which day it is', { tags: ['rest'] }, async () => {
  const { page, errors, close } = await consoleBrowser.signInBrowser()
  await page.goto(`${service.origin}/test-companies?open=new`)
  await page.getByLabel('Namn').fill('Provtiden AB')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 12 månader är bokförda').waitFor()
  await service.database.rows(sql`update desk.test_company set months_made = 12, ready_at = ${service.now()}`)
  const clock = page.getByRole('form', { name: 'Klockan i Provtiden AB' })
  await clock.waitFor()
  const { id } = await service.database.one<{ id: string }>(sql`
    select id from identity.company where name = 'Provtiden AB'`)
  const read = (path: string) =>
    page.evaluate<Record<string, unknown>>(`fetch('/v1/companies/${id}${path}').then((answer) => answer.json())`)
  const tried = await read('/plan')
  expect(tried.isInTrial).toBe(true)
  await clock.getByRole('button', { name: 'En månad framåt i Provtiden AB' }).press('Enter')
  await clock.getByText('30 dagar före').waitFor()
  const after = await read('/plan')
  expect(after).toMatchObject({ name: 'Basic', isInTrial: false })
  expect((after.features as string[]).length).toBeLessThan((tried.features as string[]).length)
  await page.getByRole('link', { name: 'Provtiden AB' }).press('Enter')
  await page.getByText('Testföretag 2026-07-10').waitFor()
  await page.goto(`${service.origin}/companies/${id}/settings/plan`)
  await page.getByText('Provtiden tog slut').waitFor()
  await page.getByText(String(after.trialEndsOn)).waitFor()
  await page.getByText('Testföretag 2026-07-10').waitFor()
  await takeScreenshot(page, 'test-company-plan')
  expect(await read('/clock')).toMatchObject({ date: '2026-07-10', daysAhead: 30 })
  expect(errors).toEqual([])
  await close()
})

test('the way into a company is tried, with every request shown', async () => {
  const { page, company, person, errors, close } = await consoleBrowser.signInBrowser()
  const { id, clientSecret } = await service.operate((call) =>
    accessAdmin.createIntegration(call, {
      name: 'Kassan',
      description: '',
      mode: 'test',
      redirectUris: [],
      ownerId: person.id,
      scopes: 'company-information:read customers:read',
    }),
  )
  await page.goto(`${service.origin}/integrations/${id}`)
  await page.getByRole('button', { name: /Prova anslutningen/ }).waitFor()
  await page.keyboard.press('t')
  await page.getByText('måste vara registrerad').waitFor()
  await takeScreenshot(page, 'flow-ask')
  await page.keyboard.press('a')
  await page.getByText('Adressen är tillagd').waitFor()
  await page.getByLabel('Företag', { exact: true }).selectOption(company.id)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Godkänn' }).click()

  await page.getByLabel(/Integrationens hemlighet/).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByLabel(/Integrationens hemlighet/).fill('gbcs_wrong')
  await page.keyboard.press('Enter')
  await page.getByText(/^401 på/).waitFor()
  // A wrong secret has not used the code.
  await page.getByLabel(/Integrationens hemlighet/).fill(clientSecret)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Nycklarna finns i den här sidan').waitFor()
  const shown = page.getByRole('region', { name: 'Anrop och svar' })
  expect(await shown.innerText()).not.toMatch(/gbat_\w/)
  await page.getByLabel('Adress att hämta').focus()
  await page.keyboard.press('Enter')
  await shown.getByText(/Lindqvist Bygg AB/).waitFor()
  await page.getByRole('button', { name: 'Förnya' }).click()
  await expect.poll(() => shown.getByText(/^200 på/).count()).toBe(3)
  await page.getByRole('button', { name: 'Granska nyckeln' }).click()
  await shown.getByText(/"active": true/).waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `flow-tokens-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Återkalla' }).click()
  await expect.poll(() => shown.getByText(/^200 på/).count()).toBe(5)
  await page.getByRole('button', { name: 'Gör anropet' }).click()
  await expect.poll(() => shown.getByText(/^401 på/).count()).toBe(2)
  await page.getByRole('button', { name: /Visa hemligheter/ }).click()
  expect(await shown.innerText()).toContain('gbat_')
  // Nothing of it is stored, and an answer that was not requested here is not used.
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(/gb(?:at|rt|cs|ac)_/)
  await page.goto(`${service.origin}/integrations/try?code=gbac_somebody&state=else`)
  await page.getByText('hör inte till någon fråga').waitFor()
  expect(await page.getByLabel(/Integrationens hemlighet/).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('an agency is asked too, and the tokens are good for its clients', { tags: ['rest'] }, async () => {
  const { page, company, person, errors, close } = await consoleBrowser.signInBrowser()
  const agency = await newAgency(service, [company.id])
  const tenant = { type: 'agency', id: agency.id } as const
  await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'administrator' }))
  const { id, clientSecret } = await service.operate((call) =>
    accessAdmin.createIntegration(call, {
      name: 'Byråkollen',
      description: '',
      mode: 'test',
      ownerId: person.id,
      redirectUris: [`${service.origin}/integrations/try`],
      scopes: 'agency-companies:read company-information:read',
    }),
  )
  await page.goto(`${service.origin}/integrations/try?integration=${id}`)
  await page.getByLabel('Företagsuppgifter: läsa').waitFor()
  expect(await page.getByLabel('Byråns klientföretag: läsa').count()).toBe(0)
  await page.keyboard.press('v')
  await page.keyboard.type('En byrå')
  await page.getByLabel('Byråns klientföretag: läsa').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Byråkollen vill ansluta till en byrå' }).waitFor()
  await page.getByRole('button', { name: 'Godkänn' }).press('Enter')
  await page.getByLabel(/Integrationens hemlighet/).fill(clientSecret)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Nycklarna finns i den här sidan').waitFor()
  const shown = page.getByRole('region', { name: 'Anrop och svar' })
  await page.getByLabel('Adress att hämta').press('Enter')
  await shown.getByText(/"totalItems": 1/).waitFor()
  await page.getByLabel('Adress att hämta').fill(`companies/${company.id}/company-information`)
  await page.getByLabel('Adress att hämta').press('Enter')
  await shown
    .getByText(/"name": "Lindqvist Bygg AB"/)
    .nth(1)
    .waitFor()
  const connected = await service.database.rows(sql`
    select from access.connection where integration_id = ${id} and agency_id = ${agency.id} and ended_at is null`)
  expect(connected).toHaveLength(1)
  expect(errors).toEqual([])
  await close()
})

test.each<[string, string, string]>([
  ['a token', 'authorization: Bearer gbat_019a9d2c_abc-DEF1', 'authorization: Bearer gbat_…'],
  ['a refresh token in JSON', '{"refresh_token":"gbrt_0123456789"}', '{"refresh_token":"gbrt_…"}'],
  ['a code in an address', 'https://a.se/b?code=gbac_0123456789&state=x', 'https://a.se/b?code=gbac_…&state=x'],
  ['a client', 'authorization: Basic YWJjOmRlZg==', 'authorization: Basic …'],
  ['a verifier', 'code_verifier=aBc-123_~.x&code=1', 'code_verifier=…&code=1'],
  ['nothing else', '{"name":"Basic AB","tenant_id":"019a"}', '{"name":"Basic AB","tenant_id":"019a"}'],
])('%s is left out', (_, text, shown) => expect(masked(text)).toBe(shown))
