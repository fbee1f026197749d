// What changes the value of a fixed asset in the console: a part is sold, it is written down, and that is taken back;
// and the chart is told of what was corrected in the usual one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
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

const newCompany = () => service.newCompany({ name: 'Lindqvist Bygg AB', fiscalYear: ['2025-01-01', '2025-12-31'] })

test('a part is sold, the rest written down, and some of that taken back, each entry seen before', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  const body = { name: 'Svarv', acquisitionDate: '2025-01-15', acquisitionValue: 12_000, account: 1220, months: 12 }
  const { id } = ok(await company.post('/fixed-assets', body))
  ok(await company.post('/depreciations', { from: '2025-01', to: '2025-03' }))
  await goTo(`/fixed-assets?open=${id}`)
  await page.getByRole('button', { name: /^Sälj del/ }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('textbox', { name: /^Dag/ }).fill('2025-04-10')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: /^Andel i procent/ }).fill('25')
  await page.getByRole('textbox', { name: /^Pris/ }).fill('2000')
  await page.getByRole('row', { name: /^1229 .*750,00/ }).waitFor()
  await page.getByText('Förlust', { exact: true }).waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `part-disposal-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: /^Delavyttring/ }).waitFor()
  await page.keyboard.press('s')
  await page.getByRole('textbox', { name: /^Dag/ }).fill('2025-04-30')
  await page.keyboard.press('Tab')
  await page.getByText(/Avskrivningar 2025-04 är inte bokförda/).waitFor()
  await page.getByRole('button', { name: 'Bokför avskrivningar' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /^Belopp/ }).fill('6001')
  await page
    .getByText(/får vara högst 6.?000/)
    .first()
    .waitFor()
  await page.getByRole('textbox', { name: /^Belopp/ }).fill('2000')
  await page.getByRole('row', { name: /^1228 .*2.000,00/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Återför nedskrivning/ }).click()
  await page.getByRole('textbox', { name: /^Dag/ }).fill('2025-05-10')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: /^Belopp/ }).fill('1000')
  await page.getByRole('row', { name: /^7780 .*1.000,00/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: /^Återföring av nedskrivning/ }).waitFor()
  expect(ok(await company.get(`/fixed-assets/${id}`))).toMatchObject({
    remainingAcquisitionValue: 9000,
    accumulatedDepreciation: 3000,
    writtenDown: 1000,
    bookValue: 5000,
  })
  await page.getByRole('row', { name: /^2025-12 .*0,00/ }).waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `asset-changes-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('the chart says what was corrected in the usual one, and takes it over when it is told to', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: await newCompany() })
  ok(await company.patch('/chart-of-accounts/4731', { sruCodes: ['7512'] }))
  await goTo('/accounts')
  await page.getByText('Konto 4731: SRU 7512 i företagets kontoplan, SRU 7511 i BAS 2026').waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    await takeScreenshot(page, `chart-corrections-${viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Ändra kontot' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Rättelser av kontoplanen' }).waitFor({ state: 'detached' })
  expect(ok(await company.get('/chart-corrections')).rows).toEqual([])
  expect(errors).toEqual([])
  await close()
})
