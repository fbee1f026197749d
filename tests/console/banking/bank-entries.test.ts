// Bank transactions of what was booked before: several are matched with one entry by keyboard, one is undone, and a
// matched one says how it is corrected.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { PHONE, takeScreenshot } from '#support/browser'
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

test('three salaries are matched with the entry that booked them, one is undone and put back', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }),
  )
  const items = [
    { account: 7010, debit: 75_000 },
    { account: 1930, credit: 75_000 },
  ]
  const entry = ok(await company.post('/journal-entries', { title: 'Löner juni', date: '2026-06-08', items }))
  const entries = [20_000n, 25_000n, 30_000n].map((kronor, place) => ({
    ore: -kronor * 100n,
    reference: `L${place}`,
    details: [{ ore: -kronor * 100n, name: `Anställd ${place + 1}` }],
  }))
  ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ entries }] })))
  const [statement] = ok(await company.get('/bank-statements')).items
  const transactions = `/bank-statements/${statement.id}/transactions`
  const states = async () => ok(await company.get(transactions)).items.map(({ status }: { status: string }) => status)
  await goTo('/bank')
  await page.getByRole('row', { name: /Anställd 3/ }).waitFor()
  await page.getByRole('row', { name: /Anställd 1/ }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 valda händelser').first().waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('3 valda händelser').first().waitFor()
  await page.keyboard.press('m')
  const form = page.getByRole('form', { name: 'Befintlig verifikation' })
  await form.getByRole('combobox').focus()
  await page.keyboard.type('löner')
  await page.getByRole('option', { name: /V1 Löner juni/ }).waitFor()
  await page.keyboard.press('Enter')
  await form.getByText('Beloppet stämmer på öret.').waitFor()
  await takeScreenshot(page, 'bank-several-entry')
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: /Matcha 3 händelser/ }).press('Enter')
  await expect.poll(states).toEqual(['booked', 'booked', 'booked'])
  expect(ok(await company.get('/journal-entries')).totalItems).toBe(1)
  // All of it can be taken back, and one by itself.
  await page.getByText('Bokförd: 3 valda händelser').waitFor()
  await page.keyboard.press('z')
  await expect.poll(states).toEqual(['open', 'open', 'open'])
  for (const { id } of ok(await company.get(transactions)).items)
    ok(await company.post(`${transactions}/${id}/match`, { journalEntryId: entry.id }))
  await page.getByRole('button', { name: 'Bokförda' }).click()
  await page.getByRole('row', { name: /Anställd 2/ }).click()
  await page.getByText('Verifikationen är matchad med 2 händelser till.').waitFor()
  await page.getByText(/^Ångra matchningen: verifikationen blir kvar/).waitFor()
  await takeScreenshot(page, 'bank-matched')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'bank-matched-360')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.keyboard.press('r')
  await expect.poll(async () => (await states()).sort()).toEqual(['booked', 'booked', 'open'])
  await page.getByText(/Matchningen är ångrad: Anställd 2/).waitFor()
  // What is refused is offered again.
  const refusal = { status: 409, json: { code: 'conflict', message: 'Inte nu' } }
  await page.route(/\/match$/, (route) => route.fulfill(refusal), { times: 1 })
  await page.keyboard.press('z')
  await page.getByText('Det gick inte att ångra. Inte nu').waitFor()
  await page.keyboard.press('z')
  await expect.poll(states).toEqual(['booked', 'booked', 'booked'])
  expect(errors).toEqual([])
  await close()
})

test('a line of a statement that a hundred others have come after is booked on several accounts', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }),
  )
  const statementOf = (id: string, text: string) => ({
    id,
    entries: [{ ore: -125_000n, reference: id, details: [{ ore: -125_000n, text }] }],
  })
  const old = camtFile({ statements: [statementOf('A', 'Kortköp Järnia')] })
  ok(await company.upload('/bank-statements', 'gammal.xml', old))
  const [{ id: first }] = ok(await company.get('/bank-statements')).items
  const later = Array.from({ length: 100 }, (_, place) => statementOf(`B${place}`, `Köp ${place}`))
  ok(await company.upload('/bank-statements', 'nya.xml', camtFile({ statements: later })))
  const newest: { id: string }[] = ok(await company.get('/bank-statements?pageSize=100')).items
  expect(newest.map(({ id }) => id)).not.toContain(first)
  const path = `/bank-statements/${first}/transactions`
  const [{ id }] = ok(await company.get(path)).items
  // Until the account of the bank account is known nothing can be booked, and the page says so.
  let hold = () => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  await page.route(/\/bank-accounts\/[^/?]+$/, (route) => held.then(() => route.continue()))
  await goTo(`/bank?open=${id}`)
  const form = page.getByRole('form', { name: 'Bokför på konto' })
  await form.getByRole('button', { name: /Ny rad/ }).click()
  await form.getByText('Bankkontots konto i kontoplanen är inte inläst.', { exact: false }).waitFor()
  hold()
  await form.getByText('Bankkontots konto i kontoplanen', { exact: false }).waitFor({ state: 'detached' })
  await form.getByRole('combobox', { name: 'Konto, rad 1' }).fill('5410')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1000')
  await form.getByRole('combobox', { name: 'Konto, rad 2' }).fill('2641')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => ok(await company.get(path)).items[0].status).toBe('booked')
  const [line] = ok(await company.get(path)).items
  const { items } = ok(await company.get(`/journal-entries/${line.journalEntryRef.id}`))
  expect(items.map(({ account }: { account: number }) => account)).toEqual([1930, 5410, 2641])
  await close()
})
