// The bank against the ledger in the console: a difference in its lines, a row booked with VAT and its receipt, and a
// month that is reconciled and opened again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
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

test('a row is booked with VAT and its receipt, and its month is reconciled until an entry changes it', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id: account } = await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }),
  )
  const book = async (title: string, date: string, kronor: number) => {
    const items = [
      { account: 5010, debit: kronor },
      { account: 1930, credit: kronor },
    ]
    return ok(await company.post('/journal-entries', { title, date, items }))
  }
  const sheet =
    'Bokföringsdatum;Text;Belopp;Saldo\n2026-05-04;Kabelbutiken;-250,00;750,00\n2026-05-31;Hyra;-400,00;350,00\n'
  const brought = await company.upload(`/bank-statements?bankAccountId=${account}`, 'utdrag.csv', Buffer.from(sheet))
  const [statement] = ok(brought).statements
  await book('Hyra juni', '2026-06-01', 400)
  const opening = [
    { account: 1930, debit: 1000 },
    { account: 2893, credit: 1000 },
  ]
  ok(await company.post('/journal-entries', { title: 'Lån', date: '2026-05-01', items: opening }))

  await goTo('/bank')
  await page.getByRole('row', { name: /Kabelbutiken/ }).click()
  const form = page.getByRole('form', { name: 'Bokför på konto' })
  await form.getByRole('combobox').first().fill('kabel')
  await page.getByRole('option', { name: /5410 Förbrukningsinventarier/ }).click()
  await form.getByText('Förslag: 25 %').waitFor({ state: 'attached' })
  await form.locator('input[type=file]').setInputFiles({ name: 'kvitto.png', mimeType: 'image/png', buffer: pngFile() })
  await form.getByRole('img').waitFor()
  await takeScreenshot(page, 'bank-row-booked')
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: /^Bokför/ }).click()
  await page
    .getByText(/^Bokförd: /)
    .first()
    .waitFor()
  const path = `/bank-statements/${statement.id}/transactions`
  const [row] = ok(await company.get(`${path}?query=amount==-250`)).items
  expect(row.matchedWith).toMatchObject({ account: 5410, vatTreatment: 'domestic', taxRate: 25 })
  const { items: uploads } = ok(await company.get(`/uploads?query=journalEntryId==${row.journalEntryRef.id}`))
  expect(uploads).toHaveLength(1)

  await goTo(`/bank?statement=${statement.id}`)
  await page.getByText(/Jämför med bokföringen/).click()
  await page.getByText('Olika dagar').waitFor()
  await takeScreenshot(page, 'bank-statement-compared')
  await goTo('/bank/months')
  await page.getByRole('row', { name: /2026-05.*Inte avstämd/ }).click()
  await page.getByRole('textbox', { name: /Anteckning/ }).fill('Hyran bokfördes dagen efter')
  await takeScreenshot(page, 'bank-months')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: /Markera som avstämd/ }).click()
  await page.getByRole('row', { name: /2026-05.*Avstämd/ }).waitFor()
  await page.getByText(/Avstämd 2026-06-10 av /).waitFor()
  await book('Hyra maj', '2026-05-31', 400)
  await page.reload()
  await page.getByRole('row', { name: /2026-05.*Öppnad igen/ }).waitFor()
  await page.getByText(/En verifikation i månaden har bokförts/).waitFor()
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'bank-months-phone')
  expect(errors).toEqual([])
  await close()
})
