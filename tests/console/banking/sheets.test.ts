// Tables from the bank in the console: what they do not say is asked once, and the next file is imported at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN } from '#support/samples/camt-file'
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

const table = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['När;Vad;Kronor;Kvar', ...rows].join('\n')),
})

const SAVINGS = 'SE3550000000054910000003'

const signIn = async (language: 'sv' | 'en', accounts: readonly (readonly [string, string])[]) => {
  const worker = await consoleBrowser.signInBrowser({ language })
  for (const [name, iban] of accounts)
    await service.operateFor(worker.company.id, (call) =>
      bankingAdmin.addBankAccount(call, { name, iban, bic: 'ESSESESS', account: 1930 }),
    )
  await worker.goTo('/bank')
  return worker
}

test('columns are said once, for the account that is chosen', async () => {
  const accounts = [['Företagskonto', IBAN] as const, ['Sparkonto', SAVINGS] as const]
  const { page, company, errors, close } = await signIn('sv', accounts)
  await page.getByText('Här finns inga kontoutdrag än').waitFor()
  const june = ['2026-06-05;Hyra juni;-500,00;500,00', '2026-06-08;Provkund AB;75,00;575,00']
  await page.setInputFiles('input[type=file]', table('juni.csv', ...june))
  await page.getByRole('heading', { name: 'En fråga om juni.csv' }).waitFor()
  await page.getByText('Hyra juni · Provkund AB').waitFor()
  const account = page.getByLabel('Bankkonto')
  await account.selectOption({ label: `Företagskonto (${IBAN})` })
  // What the cells show is suggested; a balance is only said.
  const kindOf = (title: string) => page.getByLabel(title, { exact: true })
  const suggested = await Promise.all(['När', 'Vad', 'Kronor', 'Kvar'].map((title) => kindOf(title).inputValue()))
  expect(suggested).toEqual(['bookedDate', 'text', 'amount', 'ignored'])
  await kindOf('Kvar').selectOption({ label: 'Saldo' })
  expect(await seriousFindings(page)).toEqual([])
  await takeScreenshot(page, 'bank-sheet-question')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'bank-sheet-question-phone')
  await page.setViewportSize(DESK)
  await page.getByRole('button', { name: 'Läs in filen' }).click()
  await page.getByText('2 nya händelser inlästa').waitFor()
  // Of the next file the columns are known: only the account is asked for.
  await page.setInputFiles('input[type=file]', table('juli.csv', '2026-06-09;Avgift;-5,00;570,00'))
  await page.getByRole('heading', { name: 'En fråga om juli.csv' }).waitFor()
  expect(await page.getByLabel('Kronor', { exact: true }).count()).toBe(0)
  await account.selectOption({ label: `Företagskonto (${IBAN})` })
  await page.getByRole('button', { name: 'Läs in filen' }).click()
  await page.getByText('1 ny händelse inläst').waitFor()
  const { items } = ok(await company.get('/bank-statements'))
  expect(items.map((one: { kind: string; newTransactions: number }) => [one.kind, one.newTransactions])).toEqual([
    ['sheet', 1],
    ['sheet', 2],
  ])
  expect(errors).toEqual([])
  await close()
})

test('in a company with one account only the columns are asked for', async () => {
  const { page, close } = await signIn('en', [['Account', IBAN]])
  await page.getByText('There are no statements yet').waitFor()
  await page.setInputFiles('input[type=file]', table('june.csv', '2026-06-05;Hyra juni;-500,00;500,00'))
  await page.getByRole('heading', { name: 'A question about june.csv' }).waitFor()
  await page.getByLabel('Vad', { exact: true }).waitFor()
  expect(await page.getByLabel('Bank account').count()).toBe(0)
  await takeScreenshot(page, 'bank-sheet-question-en')
  // What is missing is told, and what was chosen stays.
  await page.getByLabel('När', { exact: true }).selectOption({ label: 'Not needed' })
  await page.getByRole('button', { name: 'Import the file' }).click()
  await page.getByText(/a column with the booked day/).waitFor()
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'bank-sheet-question-en-phone')
  await page.getByRole('button', { name: 'Skip the file' }).click()
  await page.getByRole('heading', { name: 'A question about june.csv' }).waitFor({ state: 'detached' })
  await close()
})

test('an account that a file names and the company lacks is added where it stands', async () => {
  const { page, company, errors, close } = await signIn('sv', [])
  await page.getByText('Här finns inga kontoutdrag än').waitFor()
  const buffer = camtFile({ statements: [{ account: SAVINGS, entries: [{ ore: -4_500n, info: 'Avgift' }] }] })
  await page.setInputFiles('input[type=file]', { name: 'utdrag.xml', mimeType: 'application/xml', buffer })
  await page.getByText(`Filen gäller kontot ${SAVINGS}`).waitFor()
  expect(await page.getByLabel('IBAN').inputValue()).toBe(SAVINGS)
  await takeScreenshot(page, 'bank-new-account')
  await page.getByRole('button', { name: 'Lägg upp och läs in' }).click()
  await page.getByText('1 ny händelse inläst').waitFor()
  const { items } = ok(await company.get('/bank-statements'))
  expect(items.map((one: { bankAccountRef: { iban: string } }) => one.bankAccountRef.iban)).toEqual([SAVINGS])
  expect(errors).toEqual([])
  await close()
})
