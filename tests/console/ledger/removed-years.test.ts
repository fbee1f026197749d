// A fiscal year that need not be kept any more is removed in the console: seen first, confirmed by a word, and gone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { PHONE, takeScreenshot } from '#support/browser'
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

test('the oldest year goes, without the mouse, and the one behind it is the next', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  for (let year = 2025; year >= 2016; year--) {
    const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' } as const
    const { id } = await service.operateFor(company.id, (call) => createFiscalYear(call, days))
    if (year === 2016) {
      ok(await company.post('/journal-entries', anEntry({ date: '2016-03-01' })))
      await service.operateFor(company.id, (call) => closeFiscalYear(call, { id }))
    }
  }
  await goTo('/settings/years')
  const remove = page.getByRole('button', { name: 'Ta bort räkenskapsåret …' })
  await remove.waitFor()
  expect(await remove.count()).toBe(1)
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ta bort räkenskapsåret 2016-01-01 – 2016-12-31' })
  await dialog.getByText('Verifikationer med rader och taggar: 1').waitFor()
  await takeScreenshot(page, 'year-removal')
  expect(await seriousFindings(page)).toEqual([])
  const now = dialog.getByRole('button', { name: 'Ta bort nu' })
  expect(await now.isDisabled()).toBe(true)
  await dialog.getByLabel('Skriv TA BORT').fill('ta bort')
  // A year with much in it takes minutes: it is waited for as long as a proxy does.
  await page.evaluate(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    window.waits = []
    AbortSignal.timeout = (ms) => { window.waits.push(ms); return timeout(ms) }
  }`)
  await page.keyboard.press('Enter')
  const seal = dialog.getByLabel('Försegling (SHA-256)')
  await seal.waitFor()
  expect(await seal.inputValue()).toMatch(/^[0-9a-f]{64}$/)
  expect(await page.evaluate('window.waits')).toContain(3_600_000)
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'year-removed-phone')
  await dialog.getByRole('button', { name: 'Stäng' }).last().click()
  await page.getByText('2016-01-01').waitFor({ state: 'detached' })
  // The next one is open: it says so, and there is nothing to confirm.
  await remove.click()
  const next = page.getByRole('dialog', { name: 'Ta bort räkenskapsåret 2017-01-01 – 2017-12-31' })
  await next.getByText('är öppet: avsluta det först.').waitFor()
  await takeScreenshot(page, 'year-removal-hindered-phone')
  expect(await next.getByRole('button', { name: 'Ta bort nu' }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
