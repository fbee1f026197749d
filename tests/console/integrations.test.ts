// The pages of a person who makes integrations: registered, changed, given another secret, looked at, and ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { seriousFindings } from '#support/axe'
import { DESK, PHONE, shoot } from '#support/browser'
import { type Desk, openDesk } from '#support/console'
import { type Service, startService } from '#support/service'

let service: Service
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(async () => {
  await desk.close()
  await service.close()
})

/** What the token endpoint says to a client that asks for a token of its own. */
const tokenFor = async (id: string, secret: string): Promise<number> => {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  return (await fetch(`${service.origin}/v1/token`, { method: 'POST', headers: { authorization }, body })).status
}

test('an integration is registered, changed, given another secret, and ended', async () => {
  const { page, errors, close } = await desk.sitDown()
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
  await shoot(page, 'integrations-refused')
  await page.getByLabel(/redirect URI/).fill('https://example.com/back')
  await page.keyboard.press('Control+Enter')
  const first = await page.locator('.secret code').innerText()
  const id = await page.locator('.copied code').innerText()
  expect(await tokenFor(id, first)).toBe(200)
  await shoot(page, 'integrations-registered')

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
  await shoot(page, 'integrations-end-secret')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Hemligheten gäller inte längre').waitFor()
  expect([await tokenFor(id, first), await tokenFor(id, second)].toSorted()).toEqual([200, 401])

  await page.keyboard.press('e')
  await page.getByLabel('Namn').fill('Kassan')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Kassan', exact: true }).waitFor()
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await shoot(page, `integrations-one-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }

  await page.keyboard.press('l')
  await page.getByText('Inga anrop de senaste sju dagarna').waitFor()
  await shoot(page, 'integrations-requests')
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Ta bort integrationen' }).click()
  await page.getByText('alla nycklar som är ute').waitFor()
  await shoot(page, 'integrations-end')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Du har inte registrerat').waitFor()
  expect(await tokenFor(id, second)).toBe(401)
  expect(errors).toEqual([])
  await close()
})

test('a test company is made, and its clock moved', async () => {
  const { page, errors, close } = await desk.sitDown()
  await page.goto(`${service.origin}/test-companies`)
  await page.getByText('Du har inget testföretag än').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Namn').fill('Provet AB')
  await page.keyboard.press('Control+Enter')
  await page.getByText('0 av 12 månader är bokförda').waitFor()
  await shoot(page, 'test-companies-making')
  // Nobody does jobs here: the year counts as booked.
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
    await shoot(page, `test-companies-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    expect(await seriousFindings(page)).toEqual([])
  }
  // In the company it is that day, and it says what it is.
  await page.getByRole('link', { name: 'Provet AB' }).click()
  await page.getByText('Testföretag 2026-07-01').waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await shoot(page, `test-company-home-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  await page.goto(`${page.url()}/journal/new`)
  expect(await page.getByLabel('Datum').inputValue()).toBe('2026-07-01')
  expect(errors).toEqual([])
  await close()
})
