// Settings in the console: the company, its people, tokens, webhooks, lock and accounts are changed, and by whom.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes } from '#identity'
import { shoot } from '#support/browser'
import { type Desk, openDesk } from '#support/console'
import { ok } from '#support/entries'
import { pngFile } from '#support/sample-files'
import { anEntry, type Service, startService } from '#support/service'

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

test('an owner changes the phone number, and what was typed outlives a reload', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  await goTo('/settings/company')
  await page.getByLabel('Telefon').fill('08-123 45 67')
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).some((key) => key.includes('settings/company'))`), {
      timeout: 30_000,
    })
    .toBe(true)
  await page.reload()
  await page.getByText('Det här är vad du skrev förra gången').waitFor()
  expect(await page.getByLabel('Telefon').inputValue()).toBe('08-123 45 67')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat', { exact: true }).waitFor()
  expect(ok(await company.get('/company-information')).phone).toBe('08-123 45 67')
  expect(errors).toEqual([])
  await close()
})

test('what is refused is said on its field, and the field entered', async () => {
  const { page, goTo, close } = await desk.sitDown()
  await goTo('/settings/sales')
  await page.getByLabel('Bankgiro').fill('123')
  await page.keyboard.press('Control+Enter')
  await page.locator('[aria-invalid=true]:focus').waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('bankgiro')
  await close()
})

test('a logo is uploaded, seen and taken away', async () => {
  const { page, goTo, errors, close } = await desk.sitDown()
  await goTo('/settings/sales')
  const chooser = page.getByLabel('Välj bild')
  await chooser.first().waitFor({ state: 'attached' })
  const png = { name: 'logo.png', mimeType: 'image/png', buffer: pngFile({ width: 120, height: 60 }) }
  await page.locator('input[type=file]').setInputFiles(png)
  await page.getByRole('img', { name: 'Logotyp' }).waitFor()
  await shoot(page, 'settings-logo')
  await page.getByRole('button', { name: 'Ta bort logotypen' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Ta bort logotypen/ })
    .click()
  await page.getByText('Ingen logotyp än.').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('somebody is invited, and a member gets another role', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  const other = await desk.sitDown({ company, role: 'reader' })
  await other.close()
  await goTo('/settings/members')
  await page.getByRole('button', { name: /Bjud in/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('E-post').fill('ny@example.com')
  await page.keyboard.press('Control+Enter')
  await page.getByText('ny@example.com, Läsare').waitFor()
  await page.getByRole('row', { name: other.person.email }).getByRole('combobox').selectOption('bookkeeper')
  await page.getByText('Sparat', { exact: true }).waitFor()
  await shoot(page, 'settings-members')
  const members = await page.getByRole('row', { name: other.person.email }).getByRole('combobox').inputValue()
  expect(members).toBe('bookkeeper')
  expect(errors).toEqual([])
  await close()
})

test('a private token is made, shown once, and ended', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  await goTo('/settings/tokens')
  await page.getByRole('button', { name: /Ny nyckel/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Namn').fill('Kassan')
  // It begins with what only reads; here it gets one thing alone.
  expect(await page.getByRole('group', { name: 'Kunder' }).getByLabel('Läsa').isChecked()).toBe(true)
  expect(await page.getByRole('group', { name: 'Kunder' }).getByLabel('Skriva').isChecked()).toBe(false)
  await shoot(page, 'settings-token')
  await page.getByRole('button', { name: 'Inget' }).click()
  await page.getByRole('group', { name: 'Verifikationer' }).getByLabel('Läsa').check()
  await page.keyboard.press('Control+Enter')
  const token = await page.locator('.secret code').innerText()
  const answer = await fetch(`${company.url}/journal-entries`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  await page.reload()
  const card = page.getByRole('region', { name: 'Kassan' })
  await card.getByText('Verifikationer: läsa').waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  await card.getByRole('button', { name: 'Avsluta' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Avsluta/ })
    .click()
  await card.getByText('Avslutad').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a webhook is added for some events, tried, and told of others', async () => {
  const { page, goTo, errors, close } = await desk.sitDown()
  await goTo('/settings/webhooks?open=new')
  await page.getByRole('textbox', { name: /^Adress/ }).fill('https://example.com/hooks')
  await page.getByRole('group', { name: 'Kundfaktura', exact: true }).getByLabel('betalas').check()
  await shoot(page, 'settings-webhook-events')
  await page.keyboard.press('Control+Enter')
  await page.locator('.secret code').waitFor()
  await page.getByRole('button', { name: 'Skicka prov' }).click()
  await page.getByText(/\d Prov/).waitFor()
  await page.getByText('Kundfaktura betalas').waitFor()
  await page.getByRole('button', { name: 'Ändra' }).click()
  await page.getByRole('group', { name: 'Kund', exact: true }).getByLabel('skapas').check()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Kund skapas').waitFor()
  await page.reload()
  await page.getByText('Kund skapas').waitFor()
  await page.getByText('Kundfaktura betalas').waitFor()
  await shoot(page, 'settings-webhooks')
  expect(errors).toEqual([])
  await close()
})

test('the books are locked up to a day', async () => {
  const { page, company, goTo, errors, close } = await desk.sitDown()
  await goTo('/settings/years')
  await page.getByRole('textbox', { name: 'Låsdatum' }).fill('2026-03-31')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat', { exact: true }).waitFor()
  expect((await company.post('/journal-entries', anEntry({ date: '2026-03-31' }))).status).toBe(400)
  expect((await company.post('/journal-entries', anEntry({ date: '2026-04-01' }))).status).toBe(200)
  expect(errors).toEqual([])
  await close()
})

test('an automatic account is changed by its number', async () => {
  const { page, goTo, errors, close } = await desk.sitDown()
  await goTo('/settings/account-map?q=Bankavgifter')
  const field = page.getByRole('combobox', { name: 'Bankavgifter' })
  await field.fill('6990')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Sparat', { exact: true }).waitFor()
  await page.reload()
  await expect
    .poll(() => page.evaluate(`document.querySelector('[role=combobox]')?.value.startsWith('6990')`), {
      timeout: 30_000,
    })
    .toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a reader sees the settings and changes none', async () => {
  const { page, goTo, close } = await desk.sitDown({ role: 'reader' })
  await goTo('/settings/company')
  await page.getByText('Organisationsnummer').first().waitFor()
  await page.getByRole('term').nth(2).waitFor()
  expect(await page.getByRole('button', { name: /Spara/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Privata nycklar' }).count()).toBe(0)
  await close()
})

test('every scope that a token may have can be chosen in words, by an owner', async () => {
  const { page, goTo, close } = await desk.sitDown()
  await goTo('/settings/tokens?open=new')
  await page.getByRole('button', { name: 'Allt' }).click()
  const box = page.locator('form input[type=checkbox]')
  const values = await box.evaluateAll((boxes) => boxes.map((one) => one.getAttribute('value')))
  expect(values.toSorted()).toEqual(allScopes.toSorted())
  await close()
})

test('years, roles and the plan fit a phone of 360 px, and say what they are', async () => {
  const { page, goTo, close } = await desk.sitDown({ context: { viewport: { width: 360, height: 740 } } })
  for (const [path, text] of [
    ['/settings/years', 'Faktureringsmetoden'],
    ['/settings/plan', 'Utan slut'],
    ['/settings/members', 'Vad rollerna får'],
  ] as const) {
    await goTo(path)
    await page.getByText(text).first().waitFor()
    await shoot(page, `phone${path.replaceAll('/', '-')}`)
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
    const wide = 'Array.from(document.querySelectorAll("main *")).filter((one) => one.scrollWidth > one.clientWidth + 1'
    const found = await page.evaluate(
      `${wide} && getComputedStyle(one).overflowX !== "visible" && one.clientWidth > 0).map((one) => one.className)`,
    )
    expect([path, found]).toEqual([path, []])
  }
  await close()
})
