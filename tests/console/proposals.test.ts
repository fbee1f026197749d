// The pages of proposals: a person approves one from the keyboard, all of a kind, or sends one back with words; and
// what is done at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService, type TestCompany } from '#support/service'

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

const propose = async (company: TestCompany, title: string, kronor: number): Promise<string> =>
  ok(
    await company.post('/proposals', {
      method: 'POST',
      path: '/journal-entries',
      purpose: `Kvitto på ${title}`,
      body: {
        title,
        date: '2026-05-05',
        items: [
          { account: 6110, debit: kronor },
          { account: 1930, credit: kronor },
        ],
      },
    }),
  ).id

const stateOf = async (company: TestCompany, id: string) => ok(await company.get(`/proposals/${id}`)).state

test('a person sends one back, approves one by key, and the rest of the kind at once', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const ids: string[] = []
  for (const [title, kronor] of [
    ['papper', 100],
    ['pennor', 200],
    ['pärmar', 300],
    ['privat', 400],
  ] as const)
    ids.push(await propose(company, title, kronor))
  const [paper = '', pens = '', binders = '', own = ''] = ids
  await goTo(`/proposals?open=${own}`)
  await page.getByText('Kvitto på privat').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Skicka tillbaka' }).click()
  await page.getByLabel('Vad är fel?').fill('Det är privat')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stateOf(company, own)).toBe('returned')

  await goTo(`/proposals?open=${paper}`)
  await page.getByText('Kvitto på papper').waitFor()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stateOf(company, paper)).toBe('approved')

  await goTo('/proposals')
  await page.getByRole('button', { name: 'Godkänn alla 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Godkänn alla 2' }).click()
  await page.getByText('2 är godkända').waitFor()
  expect(await Promise.all([pens, binders].map((id) => stateOf(company, id)))).toEqual(['approved', 'approved'])
  expect(errors).toEqual([])
  await close()
})

test('limits let the entry through that they name, and say what is missing', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/proposal-limits')
  await page.getByLabel('Högst per verifikation').fill('150')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/ska anges tillsammans/)
    .first()
    .waitFor()
  await page.getByLabel('Högst per dag').fill('150')
  await page.getByLabel('Konton').fill('1930, 6110')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Gränserna är sparade').waitFor()
  expect(ok(await company.get('/proposal-limits'))).toEqual({
    drafts: false,
    entryAmount: 150,
    dayAmount: 150,
    accounts: [1930, 6110],
  })
  expect(await stateOf(company, await propose(company, 'papper', 100))).toBe('approved')
  expect(await stateOf(company, await propose(company, 'pennor', 100))).toBe('waiting')
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
