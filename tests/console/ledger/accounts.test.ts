// The chart of accounts in the console: an account is found, renamed, given a VAT code, and put aside.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
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

test('an account is found, read, renamed and put aside, and the last is undone', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await company.post('/journal-entries', anEntry({ title: 'Pärmar' }))
  await goTo('/journal')
  await page.getByRole('row', { name: /Pärmar/ }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Kontoplan' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('6110')
  await page.getByRole('row', { name: /6110/ }).getByText('400,00').waitFor()
  await page.getByRole('row', { name: /6110/ }).click()
  await page.getByRole('row', { name: /Pärmar/ }).waitFor()
  await takeScreenshot(page, 'accounts')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Namn', exact: true }).fill('Papper och pennor')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat.').waitFor()
  expect((await company.get('/chart-of-accounts/6110')).body.name).toBe('Papper och pennor')
  await page.getByLabel('Aktivt').uncheck()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect.poll(async () => (await company.get('/chart-of-accounts?query=account==6110')).body.length).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('who renames an account changes its name alone: the VAT code that another user sets is kept', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const codeOf = async () => {
    const codes: readonly { code: string; accounts: readonly number[] }[] = ok(await company.get('/vat-codes'))
    return codes.find(({ accounts }) => accounts.includes(3041))?.code
  }
  const name = page.getByRole('textbox', { name: 'Namn', exact: true })
  const code = page.getByRole('combobox', { name: 'Momskod' })
  // What the others change does not come before this one has saved.
  await page.route('**/events?**', (route) => route.abort())
  await goTo('/accounts?open=3041')
  await name.fill('Konsulttjänster')
  ok(await company.patch('/chart-of-accounts/3041', { vatCode: '42' }))
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat.').waitFor()
  expect([ok(await company.get('/chart-of-accounts/3041')).name, await codeOf()]).toEqual(['Konsulttjänster', '42'])
  // Then it comes by itself, also into the open form.
  await page.unroute('**/events?**')
  await goTo('/accounts?open=3041')
  await expect.poll(() => code.inputValue()).toBe('42')
  await name.fill('Tjänster')
  ok(await company.patch('/chart-of-accounts/3041', { vatCode: '05' }))
  await expect.poll(() => code.inputValue()).toBe('05')
  expect(await name.inputValue()).toBe('Tjänster')
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  await close()
})

test('an account is added by key; one that was put aside is taken into use, and the grid offers an unknown number', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await company.patch('/chart-of-accounts/6540', { active: false })
  await goTo('/accounts')
  await page.getByRole('row', { name: /1010/ }).waitFor()
  await page.keyboard.press('n')
  const number = page.getByLabel('Kontonummer')
  await number.waitFor()
  await page.keyboard.type('193')
  await page.keyboard.press('Enter')
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  await number.fill('6540')
  await page.getByLabel('Namn', { exact: true }).fill('Trycksaker')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Konto 6540 finns, men är inte i bruk.').waitFor()
  await takeScreenshot(page, 'account-new')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Ta det i bruk igen' }).click()
  await page.getByText('Konto 6540 är i bruk igen.').waitFor()
  await page.getByRole('heading', { level: 2, name: /^6540/ }).waitFor()

  await goTo('/journal/new')
  await page.getByRole('combobox', { name: 'Konto på rad 1' }).fill('6546')
  await page.getByRole('option', { name: 'Lägg till konto 6546' }).waitFor()
  await page.keyboard.press('Tab')
  const dialog = page.getByRole('dialog', { name: 'Nytt konto' })
  await dialog.getByLabel('Namn', { exact: true }).fill('Drift av webbplatsen')
  await takeScreenshot(page, 'account-new-in-entry')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Konto på rad 1' }).inputValue())
    .toBe('6546 Drift av webbplatsen')
  expect((await company.get('/chart-of-accounts/6546')).body.name).toBe('Drift av webbplatsen')
  expect(errors).toEqual([])
  await close()
})

test('who may only read is offered no change', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ role: 'reader' })
  await goTo('/accounts?open=1930')
  await page.getByRole('heading', { level: 2, name: /1930/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Spara' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Nytt konto/ }).count()).toBe(0)
  await close()
})
