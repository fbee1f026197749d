// Those who run the service: an account is locked and opened again, a verification is begun, all by keyboard.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setOperator } from '#identity'
import { sql } from '#platform/sql'
import { seriousFindings } from '#support/axe'
import { DESK, PHONE, shoot } from '#support/browser'
import { type Desk, openDesk } from '#support/console'
import { type Service, startService } from '#support/service'
import { newPerson } from '#support/visitor'

let service: Service
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(async () => {
  await desk.close()
  await service.close()
})

test('an operator is led to a second step first, then locks an account and has the books verified', async () => {
  const { page, person, goTo, errors, close } = await desk.sitDown()
  const berit = await newPerson(service, { name: 'Berit Ask' })
  await service.operate((call) => setOperator(call, { personId: person.id, isOperator: true }))
  await goTo('')
  await page.getByRole('button', { name: /^Du:/ }).click()
  await page.getByRole('menuitem', { name: 'Drift' }).click()
  await page.getByRole('link', { name: 'Inloggning i två steg' }).waitFor()
  await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${person.id}`)
  await page.reload()
  await page.getByText('PostgreSQL').waitFor()
  for (const key of ['g', 'u', '/']) await page.keyboard.press(key)
  await page.getByRole('searchbox').fill('berit')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Karin Ek/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Berit Ask/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Berit Ask' }).waitFor()
  await shoot(page, 'operator-person')
  await page.keyboard.press('l')
  await page.getByText(/kan inte logga in och får ett mejl/).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /Lås upp kontot/ }).waitFor()
  await page.setViewportSize(PHONE)
  await shoot(page, 'operator-person-phone')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(DESK)
  const [locked] = await service.database.rows(sql`
    select from identity.person where id = ${berit.id} and locked_at is not null`)
  expect(locked).toBeDefined()
  await page.keyboard.press('Escape')
  for (const key of ['g', 'k', 'n']) {
    await page.keyboard.press(key)
    if (key === 'k') await page.getByRole('heading', { level: 1, name: 'Kontroll av böckerna' }).waitFor()
  }
  await page.getByRole('row', { name: /Pågår/ }).waitFor()
  await shoot(page, 'operator-verifications')
  expect(errors).toEqual([])
  await close()
})
