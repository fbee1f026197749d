// The annual report in the console: its text is written, it is made final, signed, adopted and filed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { asMember, member } from '#support/owned'
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

test('a report is written, made final, signed and filed', async () => {
  const made = await service.newCompany({
    name: 'Lindqvist Bygg AB',
    companyType: 'limitedCompany',
    fiscalYear: ['2025-01-01', '2025-12-31'],
  })
  const items = [
    { account: 1930, debit: 80_000 },
    { account: 3004, credit: 80_000 },
  ]
  ok(await made.post('/journal-entries', { date: '2025-06-01', title: 'Försäljning', items }))
  const ask = asMember(made, await member(service, made, 'owner'))
  ok(await ask('POST', `/fiscal-years/${made.fiscalYearId}/closing`, {}))
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ company: made })
  const year = company.fiscalYearId
  await goTo(`/financial-statements?year=${year}`)
  await page.getByRole('row', { name: /Nettoomsättning.*80/ }).waitFor()
  await takeScreenshot(page, 'financial-statements')
  expect(await seriousFindings(page)).toEqual([])
  await goTo(`/annual-report?year=${year}`)
  await page.getByText(/Ange medelantalet anställda/).waitFor()
  await page.getByRole('textbox', { name: /^Säte/ }).fill('Malmö')
  await page.getByRole('textbox', { name: /^Verksamheten/ }).fill('Bolaget säljer stolar.')
  await page.getByRole('textbox', { name: /^Medelantalet anställda$/ }).fill('2,5')
  await page.getByRole('textbox', { name: /^Undertecknare/ }).fill('Anna; Ek; Styrelseledamot')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Ange medelantalet anställda/).waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])
  const text = ok(await ask('GET', `/fiscal-years/${year}/annual-report/text`))
  expect(text).toMatchObject({ averageEmployees: 2.5, signatories: [{ firstName: 'Anna', role: 'Styrelseledamot' }] })
  await takeScreenshot(page, 'annual-report-draft')
  await page.getByRole('button', { name: /Färdigställ/ }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Färdigställd', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: /Årsredovisningens datum/ }).fill('2026-02-01')
  await page.getByRole('textbox', { name: /Undertecknad av Anna Ek/ }).fill('2026-02-01')
  // The message about the text that was saved before may still be there, and the days may be read once more.
  const saved = page.waitForResponse((answer) => /\/signing$/.test(answer.url()) && answer.request().method() === 'PUT')
  await page.getByRole('button', { name: /Spara/ }).first().click()
  await saved
  await page.getByText('Sparat').first().waitFor()
  expect(ok(await ask('GET', `/fiscal-years/${year}/annual-report/signing`)).signatureDates).toEqual(['2026-02-01'])
  await takeScreenshot(page, 'annual-report-final')
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
