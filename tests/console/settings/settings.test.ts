// Settings in the console: the company, its people, tokens, webhooks, lock and accounts are changed, and by whom.
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes } from '#identity'
import { createFiscalYear } from '#ledger'
import { PHONE, takeScreenshot } from '#support/browser'
import { callingAs } from '#support/calling'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { aMail, bringMail } from '#support/mail-in'
import { seriousFindings } from '#support/reading/axe'
import { incoming } from '#support/samples/e-invoice-file'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService } from '#support/service'

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

test('an owner changes the phone number, and what was typed outlives a reload', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
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

test('what was typed of a setting changes nothing else: what others have saved meanwhile stays', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const told = page.getByRole('alert').filter({ hasText: 'Någon annan har sparat under tiden.' })
  const other = await callingAs(service, company, 'owner')
  await goTo('/settings/company')
  await field('Telefon').fill('08-123 45 67')
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).some((key) => key.includes('settings/company'))`))
    .toBe(true)
  await goTo('/journal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  ok(await other('PATCH', '/company-information', { email: 'ny@example.com' }))
  await goTo('/settings/company')
  await told.waitFor()
  expect([await field('Telefon').inputValue(), await field('E-post').inputValue()]).toEqual([
    '08-123 45 67',
    'ny@example.com',
  ])
  // While the form is open, and in the same field.
  ok(await other('PATCH', '/company-information', { phone: '010-765 43 21' }))
  await told.getByText('Den andre skrev: Telefon: 010-765 43 21').waitFor()
  await takeScreenshot(page, 'settings-overtaken')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat', { exact: true }).waitFor()
  await told.waitFor({ state: 'detached' })
  expect(ok(await company.get('/company-information'))).toMatchObject({
    phone: '08-123 45 67',
    email: 'ny@example.com',
  })
  expect(errors).toEqual([])
  await close()
})

test('what is typed while a setting is on its way stays, also of the same field, and belongs to no one else', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const held: Route[] = []
  await page.route(/\/company-information$/, (route) =>
    route.request().method() === 'PATCH' && held.length === 0 ? void held.push(route) : route.continue(),
  )
  await goTo('/settings/company')
  await field('Telefon').fill('08-123 45 67')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  await field('Telefon').fill('08-123 45 68')
  await field('E-post').fill('kvar@example.com')
  await held[0]?.continue()
  await page.getByText('Sparat', { exact: true }).waitFor()
  await page.locator('button[data-loading]').waitFor({ state: 'detached' })
  expect(ok(await company.get('/company-information')).phone).toBe('08-123 45 67')
  expect([await field('Telefon').inputValue(), await field('E-post').inputValue()]).toEqual([
    '08-123 45 68',
    'kvar@example.com',
  ])
  expect(await page.getByText('Någon annan har sparat under tiden.').count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => ok(await company.get('/company-information')))
    .toMatchObject({ phone: '08-123 45 68', email: 'kvar@example.com' })
  expect(errors).toEqual([])
  await close()
})

test('what is refused is said on its field, and the field entered', async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/sales')
  await page.getByLabel('Bankgiro').fill('123')
  // Saved from another field than the wrong one.
  await page.getByLabel('Plusgiro').focus()
  await page.keyboard.press('Control+Enter')
  await page.locator('[aria-invalid=true]:focus').waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('bankgiro')
  await close()
})

test('a logo is uploaded, seen and taken away', { tags: ['rest'] }, async () => {
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/sales')
  const chooser = page.getByLabel('Välj bild')
  await chooser.first().waitFor({ state: 'attached' })
  const png = { name: 'logo.png', mimeType: 'image/png', buffer: pngFile({ width: 120, height: 60 }) }
  await page.locator('input[type=file]').setInputFiles(png)
  await page.getByRole('img', { name: 'Logotyp' }).waitFor()
  await takeScreenshot(page, 'settings-logo')
  await page.getByRole('button', { name: 'Ta bort logotypen' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Ta bort logotypen/ })
    .click()
  await page.getByText('Ingen logotyp än.').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a person is invited, and a member gets another role', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const other = await consoleBrowser.signInBrowser({ company, role: 'reader' })
  await other.close()
  await goTo('/settings/members')
  await page.getByRole('button', { name: /Bjud in/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('E-post').fill('ny@example.com')
  await page.keyboard.press('Control+Enter')
  await page.getByText('ny@example.com, Läsare').waitFor()
  await page.getByRole('row', { name: other.person.email }).getByRole('combobox').selectOption('bookkeeper')
  await page.getByText('Sparat', { exact: true }).waitFor()
  await takeScreenshot(page, 'settings-members')
  const members = await page.getByRole('row', { name: other.person.email }).getByRole('combobox').inputValue()
  expect(members).toBe('bookkeeper')
  expect(errors).toEqual([])
  await close()
})

test('a private token is made, shown once, and ended', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/tokens')
  await page.getByRole('button', { name: /Ny nyckel/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Namn').fill('Kassan')
  // It begins with what only reads; here it gets one thing alone.
  expect(await page.getByRole('group', { name: 'Kunder' }).getByLabel('Läsa').isChecked()).toBe(true)
  expect(await page.getByRole('group', { name: 'Kunder' }).getByLabel('Skriva').isChecked()).toBe(false)
  await takeScreenshot(page, 'settings-token')
  await page.getByRole('button', { name: 'Inget' }).click()
  await page.getByRole('group', { name: 'Verifikationer' }).getByLabel('Läsa').check()
  await page.keyboard.press('Control+Enter')
  const token = await page.locator('.secret code').innerText()
  const answer = await fetch(`${company.url}/journal-entries`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  await fetch(`${company.url}/customers`, { headers: { authorization: `Bearer ${token}` } })
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
  // What was asked with it is listed, and why it was refused.
  await goTo('/settings/requests?show=failed')
  await page.getByRole('row', { name: /GET \/customers 403/ }).click()
  await page.getByText('customers:read').waitFor()
  await page.getByText('Kassan').waitFor()
  await takeScreenshot(page, 'settings-requests')
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a webhook is added for some events, tried, and changed to others', { tags: ['rest'] }, async () => {
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/webhooks?open=new')
  await page.getByRole('textbox', { name: /^Adress/ }).fill('https://example.com/hooks')
  await page.getByRole('group', { name: 'Kundfaktura', exact: true }).getByLabel('betalas').check()
  await takeScreenshot(page, 'settings-webhook-events')
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
  await takeScreenshot(page, 'settings-webhooks')
  expect(errors).toEqual([])
  await close()
})

test('the address for documents by mail is made, mails come by themselves and lead on, and it ends', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { organizationNumber } = ok(await company.get('/company-information'))
  await goTo('/settings/mail-in')
  await page.getByText('Inga mejl har kommit de senaste 90 dagarna.').waitFor()
  await page.getByRole('button', { name: /^Skapa adressen/ }).waitFor()
  await page.keyboard.press('n')
  const card = page.getByRole('region', { name: 'Adress', exact: true })
  const to = (await card.locator('code').textContent()) ?? ''
  expect(to).toMatch(/^lindqvist-bygg-ab-\w{12}@faktura\.example\.com$/)
  const files = [
    { filename: 'F-1.xml', content: incoming({ number: 'F-1', buyerNumber: '556677-8899' }) },
    { filename: 'F-2.xml', content: incoming({ number: 'F-2', buyerNumber: organizationNumber }) },
    { filename: 'villkor.docx', content: 'PK' },
  ]
  await bringMail(service, { ...aMail, to, attachments: files })
  await page.getByRole('row', { name: /faktura@papper\.example.*Togs inte emot/ }).waitFor()
  await takeScreenshot(page, 'mail-in')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Öppna underlaget, F-1.xml' }).waitFor()
  await page.getByText(/^E-fakturan är ställd till/).waitFor()
  await page
    .getByText('Filen kan inte tas emot: ska vara en JPEG-, PNG- eller PDF-fil, att döma av innehållet')
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'mail-in-open')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'mail-in-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Öppna leverantörsfakturan, F-2.xml' }).press('Enter')
  await page.getByRole('heading', { name: /F-2/ }).first().waitFor()
  await goTo('/settings/mail-in')
  await page.getByRole('button', { name: 'Avsluta adressen' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Företaget har ingen adress än.').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the books are locked up to a day', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/years')
  await page.getByRole('textbox', { name: 'Låsdatum' }).fill('2026-03-31')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat', { exact: true }).waitFor()
  expect((await company.post('/journal-entries', anEntry({ date: '2026-03-31' }))).status).toBe(400)
  expect((await company.post('/journal-entries', anEntry({ date: '2026-04-01' }))).status).toBe(200)
  expect(errors).toEqual([])
  await close()
})

test('an automatic account is changed by its number', { tags: ['rest'] }, async () => {
  const { page, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/account-map?q=Bankavgifter')
  const field = page.getByRole('combobox', { name: 'Bankavgifter' })
  // The chart is there once the account has its name.
  await expect.poll(() => field.inputValue()).toMatch(/^6570 \S/)
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

test('a reader sees the settings and changes none', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ role: 'reader' })
  await goTo('/settings/company')
  await page.getByText('Organisationsnummer').first().waitFor()
  await page.getByRole('term').nth(2).waitFor()
  expect(await page.getByRole('button', { name: /Spara/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'API-nycklar' }).count()).toBe(0)
  await close()
})

test('every scope that a token may have can be chosen in words, by an owner', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/tokens?open=new')
  await page.getByRole('button', { name: 'Allt' }).click()
  const box = page.locator('form input[type=checkbox]')
  const values = await box.evaluateAll((boxes) => boxes.map((one) => one.getAttribute('value')))
  expect(values.toSorted()).toEqual(allScopes.toSorted())
  await close()
})

test('years, roles and the plan fit a phone of 360 px, and say what they are', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({
    context: { viewport: { width: 360, height: 740 } },
  })
  for (const [path, text] of [
    ['/settings/years', 'Faktureringsmetoden'],
    ['/settings/plan', 'Utan slut'],
    ['/settings/members', 'Vad rollerna får'],
  ] as const) {
    await goTo(path)
    await page.getByText(text).first().waitFor()
    await takeScreenshot(page, `phone${path.replaceAll('/', '-')}`)
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
    const wide = 'Array.from(document.querySelectorAll("main *")).filter((one) => one.scrollWidth > one.clientWidth + 1'
    const found = await page.evaluate(
      `${wide} && getComputedStyle(one).overflowX !== "visible" && one.clientWidth > 0).map((one) => one.className)`,
    )
    expect([path, found]).toEqual([path, []])
  }
  await close()
})

/** The page of opening balances, and what is stored of them. */
const atOpening = ({ page, company }: ConsoleUser) => {
  const path = `/fiscal-years/${company.fiscalYearId}/opening-balances`
  return {
    path,
    stored: async () =>
      ok(await company.get(path)).balances.map((one: { account: number; amount: number }) => [one.account, one.amount]),
    account: (line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` }),
    amount: (line: number) => page.getByLabel(`Belopp på rad ${line}`),
    keys: async (...all: string[]) => {
      for (const key of all) {
        if (/^(Enter|Tab|Control\+\w+)$/.test(key)) await page.keyboard.press(key)
        else await page.keyboard.type(key)
      }
    },
  }
}

test('opening balances are typed, pasted from a spreadsheet, and kept through a reload', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, goTo, errors, close } = worker
  const { stored, account, amount, keys } = atOpening(worker)
  await goTo('/settings/years')
  await page.getByRole('main').getByRole('link', { name: 'Ingående balanser' }).click()
  await account(1).click()
  await page.getByRole('option').first().waitFor()
  await keys('1930', 'Enter', '50000', 'Enter', '2081', 'Enter')
  await page.getByText('Skillnad 50 000,00').waitFor()
  await keys('=')
  await expect.poll(() => amount(2).inputValue()).toMatch(/^−50\s000,00$/)
  await page.getByText('Balanserna går ihop').waitFor()
  // Rows of a spreadsheet, with names, a heading and a sum; an account that stands there has another amount.
  const rows = ['Konto\tSaldo', '1510 Kundfordringar\t12 500,50', '2440\tSkulder\t(12 500,50)', '1930\t60000']
  // What may be thousands or öre is no amount, and the figure before it is another one.
  rows.push('1910\tKassa\t5 000,00\t10.000')
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text', ${JSON.stringify([...rows, '2081\t60000-', 'Summa\t0', ''].join('\r\n'))})
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  }`)
  await page.getByText('4 rader är inklistrade. 3 hoppades över').waitFor()
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).some((key) => key.includes('opening-balances'))`))
    .toBe(true)
  await page.reload()
  await expect.poll(() => amount(3).inputValue()).toMatch(/^12\s500,50$/)
  await takeScreenshot(page, 'opening-balances')
  expect(await seriousFindings(page)).toEqual([])
  await amount(1).focus()
  await keys('Control+Enter')
  await page.getByText('De ingående balanserna är sparade').waitFor()
  expect(await stored()).toEqual([
    [1510, 12500.5],
    [1930, 60000],
    [2081, -60000],
    [2440, -12500.5],
  ])
  expect(errors).toEqual([])
  await close()
})

test('what is typed while opening balances are on their way stays, and changes what was saved', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company, goTo, errors, close } = worker
  const { path, stored, amount, keys } = atOpening(worker)
  const balancesOf = (kronor: number) => [
    { account: 1930, amount: kronor },
    { account: 2081, amount: -kronor },
  ]
  ok(await company.put(path, { balances: balancesOf(60_000) }))
  const held: Route[] = []
  await page.route(/\/opening-balances$/, (route) =>
    route.request().method() === 'PUT' && held.length === 0 ? void held.push(route) : route.continue(),
  )
  await goTo('/settings/opening-balances')
  await amount(1).fill('70000')
  await amount(2).fill('-70000')
  await keys('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  await amount(1).fill('80000')
  await amount(2).fill('-80000')
  await amount(2).blur()
  await held[0]?.continue()
  await page.getByText('De ingående balanserna är sparade').waitFor()
  await page.locator('button[data-loading]').waitFor({ state: 'detached' })
  expect(await amount(1).inputValue()).toMatch(/^80\s000,00$/)
  await keys('Control+Enter')
  await expect.poll(stored).toEqual(balancesOf(80_000).map((one) => [one.account, one.amount]))
  expect(await page.getByText('Någon annan har ändrat').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('opening balances are put right with a reason, another user is faster, and a later year says where they are', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company, goTo, errors, close } = worker
  const { path, stored, account, amount, keys } = atOpening(worker)
  const first = [
    { account: 1930, amount: 60_000 },
    { account: 2081, amount: -60_000 },
  ]
  ok(await company.put(path, { balances: first }))
  await goTo('/settings/opening-balances')
  await account(3).click()
  await page.getByRole('option').first().waitFor()
  // An account of the result is refused on its line, and what does not come to nothing until one says so.
  await keys('5010', 'Tab', '100', 'Control+Enter')
  await page.locator('input[aria-invalid=true]:focus').waitFor()
  expect(await account(3).getAttribute('aria-invalid')).toBe('true')
  await account(3).fill('')
  await keys('1910', 'Tab', 'Control+Enter')
  await page.getByText('Balanserna går inte ihop. Rätta dem').waitFor()
  await page.getByLabel('Varför de ändras').fill('Handkassan saknades')
  await page.getByLabel('Spara fast de inte går ihop').check()
  await keys('Control+Enter')
  await expect.poll(async () => (await stored()).length).toBe(3)
  await page.getByText('Så har de varit förut').click()
  await page.getByRole('heading', { name: 'Version 1' }).waitFor()

  // Another user is faster.
  await amount(2).fill('1')
  const balances = [
    { account: 1930, amount: 10 },
    { account: 2081, amount: -10 },
  ]
  ok(await company.put(path, { balances }))
  await keys('Control+Enter')
  await page.getByText('Någon annan har ändrat de ingående balanserna').waitFor()
  expect(await amount(2).inputValue()).toBe('1,00')
  await page.getByRole('button', { name: 'Läs in de andras' }).click()
  await expect.poll(() => amount(2).inputValue()).toBe('−10,00')

  const { id: later } = await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' }),
  )
  await page.setViewportSize(PHONE)
  await goTo(`/settings/opening-balances?year=${later}`)
  await page.getByText('Året bygger på 2026-01-01 – 2026-12-31').waitFor()
  const shown = await page.getByRole('cell', { name: '−10,00' }).boundingBox()
  expect((shown?.x ?? PHONE.width) + (shown?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  await takeScreenshot(page, 'opening-carried-phone')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Ändra ingående balanser för 2026-01-01 – 2026-12-31' }).click()
  await expect.poll(() => amount(1).inputValue()).toBe('10,00')
  await takeScreenshot(page, 'opening-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(errors).toEqual([])
  await close()
})
