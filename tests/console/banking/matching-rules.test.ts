// Matching rules in the console: what is not typed in their form stays as it was.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
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

test('a rule that is changed keeps the shares of its tags', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const group = ok(await company.post('/tag-groups', { name: 'Projekt', alias: 'P' }))
  const tags: { tagId: string; weight: number }[] = []
  for (const [name, weight] of [
    ['Alfa', 0.6],
    ['Beta', 0.4],
  ] as const)
    tags.push({ tagId: ok(await company.post(`/tag-groups/${group.id}/tags`, { name })).id, weight })
  ok(await company.post('/matching-rules', { name: 'Mobil', fromAmount: 1, account: 6212, tags }))
  await goTo('/bank/rules')
  const card = page.getByRole('region', { name: 'Mobil', exact: true })
  await card.getByRole('button', { name: 'Ändra' }).click()
  await card.getByRole('textbox', { name: 'Högst belopp' }).fill('2000')
  await page.keyboard.press('Control+Enter')
  await card.getByText('högst 2 000,00').waitFor()
  const [rule] = ok(await company.get('/matching-rules')).items
  expect(rule).toMatchObject({ toAmount: 2000, tags })
  await close()
})
