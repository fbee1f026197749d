// An agency is removed on its page by its administrator: with clients in the way, and without.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, identityService } from '#identity'
import { PHONE, takeScreenshot } from '#support/browser'
import { newAgency } from '#support/callers'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
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

const REMOVE = { name: 'Ta bort byrån …' }
const NAME = 'Ekbergs Redovisning AB'

/** A user at the page of an agency with one client. */
const signInBrowser = async (role: 'administrator' | 'consultant') => {
  const seat = await consoleBrowser.signInBrowser()
  const { id: companyId } = await service.newCompany()
  const { id: agencyId } = await newAgency(service, [companyId], NAME)
  const tenant = { type: 'agency', id: agencyId } as const
  await service.operate((call) => addMember(call, { tenant, personId: seat.person.id, role }))
  await seat.page.goto(`${service.origin}/agency`)
  await seat.page.getByRole('heading', { name: NAME }).waitFor()
  const leave = () => service.operate((call) => identityService.removeClientCompany(call, { agencyId, companyId }))
  return { ...seat, leave }
}

test('clients are in the way; without them it goes, without the mouse', async () => {
  const { page, leave, errors, close } = await signInBrowser('administrator')
  await page.getByRole('button', REMOVE).click()
  const dialog = page.getByRole('dialog', { name: `Ta bort ${NAME}` })
  await dialog.getByText('Klienter: 1. En klient lämnar byrån när').waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  await takeScreenshot(page, 'agency-removal-hindered')
  await dialog.getByRole('button', { name: 'Avbryt' }).click()

  await leave()
  await page.getByRole('button', REMOVE).focus()
  await page.keyboard.press('Enter')
  const word = dialog.getByLabel('Skriv TA BORT för att bekräfta. Det går inte att ångra.')
  await word.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'agency-removal-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await word.focus()
  await page.keyboard.type('ta bort')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('/agency'))
  await page.goto(`${service.origin}/agency`)
  await page.getByText('Du arbetar inte på någon redovisningsbyrå.').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('only administrators are offered it', { tags: ['rest'] }, async () => {
  const { page, close } = await signInBrowser('consultant')
  await page.getByText('De som arbetar på byrån arbetar hos alla dess klienter.').waitFor()
  expect(await page.getByRole('button', REMOVE).count()).toBe(0)
  await close()
})
