// Those who run the service: an account is locked and opened again, a verification is begun, all by keyboard.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityAdmin } from '#identity'
import { ledgerAdmin } from '#ledger'
import { queueMail } from '#mail/mail'
import { type BackupNews, operatorService } from '#operator'
import { sql } from '#platform/sql'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { linkTo } from '#support/outbox'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { newPerson, newVisitor, PASSWORD } from '#support/visitor'

const PLACE = '/mnt/annan-disk/grundbok'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService({ backupPlace: PLACE })
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

test('an operator is led to a second step first, then locks an account and has the books verified', async () => {
  const { page, person, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const berit = await newPerson(service, { name: 'Berit Ask' })
  await service.operate((call) => identityAdmin.setOperator(call, { personId: person.id, isOperator: true }))
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
  await page.getByRole('row', { name: /Berit Ask/ }).waitFor()
  await page.getByRole('row', { name: /Karin Ek/ }).waitFor({ state: 'detached' })
  await page.locator('[data-index="0"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Berit Ask' }).waitFor()
  await takeScreenshot(page, 'operator-person')
  await page.keyboard.press('l')
  await page.getByText(/kan inte logga in och får ett mejl/).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /Lås upp kontot/ }).waitFor()
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'operator-person-phone')
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
  await takeScreenshot(page, 'operator-verifications')
  expect(errors).toEqual([])
  await close()
})

/** An operator at one of the operator pages, after a two-factor login. */
const sitDownAt = async (path: string) => {
  const seat = await consoleBrowser.signInBrowser()
  const { id: personId } = seat.person
  await service.operate((call) => identityAdmin.setOperator(call, { personId, isOperator: true }))
  await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${personId}`)
  await seat.page.goto(`${service.origin}${path}`)
  // As the page itself asks, with its session.
  const ask = (address: string): Promise<{ items: Record<string, unknown>[] }> =>
    seat.page.evaluate(`fetch('/v1${address}').then((answer) => answer.json())`)
  return { ...seat, ask }
}

test('an operator makes an account, and an agency for it; the owner chooses the password by mail', {
  tags: ['rest'],
}, async () => {
  const { page, ask, errors, close } = await sitDownAt('/operator/people')
  await page.getByRole('button', { name: /Skapa ett konto/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Namn' }).fill('Nils Ny')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nils@example.com')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('row', { name: /Nils Ny/ }).waitFor()
  await page.getByRole('textbox', { name: 'Namn' }).waitFor({ state: 'detached' })
  expect((await ask('/operator/people?query=email==nils@example.com')).items).toMatchObject([{ name: 'Nils Ny' }])
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByText('Ingen byrå är registrerad än').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Namn' }).fill('Byrån Ny AB')
  await page.getByRole('textbox', { name: 'Organisationsnummer' }).fill('556677-8899')
  await page.getByRole('textbox', { name: /administratörens/ }).fill('ingen@example.com')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/som har ett konto: skapa ett/)
    .first()
    .waitFor()
  await takeScreenshot(page, 'operator-agency-refused')
  await page.getByRole('textbox', { name: /administratörens/ }).fill('nils@example.com')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('row', { name: /Byrån Ny AB/ }).waitFor()
  expect((await ask('/operator/agencies')).items).toMatchObject([{ name: 'Byrån Ny AB', members: 1 }])
  const owner = newVisitor(service)
  const chosen = await owner.get(await linkTo(service, 'nils@example.com'))
  await owner.submit(chosen, { password: PASSWORD }, { action: '/reset/new' })
  expect((await newVisitor(service).logIn('nils@example.com', PASSWORD)).status).toBe(200)
  expect(errors).toEqual([])
  await close()
})

test('an operator looks into a job that has failed, tries it again, and takes a mail back', {
  tags: ['rest'],
}, async () => {
  await service.operate((call) => queueMail(call, { to: 'fel@example.com', subject: 'Fel adress', text: 'Prov' }))
  const { page, ask, errors, close } = await sitDownAt('/operator/jobs?state=failed')
  await page.getByText('Inget stämmer med det du söker').waitFor()
  await service.database.rows(sql`
    update platform.job set failed_at = now(), attempts = 15, last_error = 'ECONNREFUSED 10.0.0.9'
    where kind = 'mail.send'`)
  await page.reload()
  await page
    .getByRole('row', { name: /Skicka mejl/ })
    .first()
    .waitFor()
  // Found by what is shown as well as by its name.
  for (const typed of ['mejl', 'mail.']) {
    await page.keyboard.press('/')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(typed)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(typed)
    await page
      .getByRole('row', { name: /Skicka mejl/ })
      .first()
      .waitFor()
  }
  await page.goto(`${service.origin}/operator/jobs?state=failed`)
  await page
    .getByRole('row', { name: /Skicka mejl/ })
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('ECONNREFUSED 10.0.0.9').first().waitFor()
  await takeScreenshot(page, 'operator-job')
  await page.keyboard.press('a')
  await page.getByText('Försöker igen.').waitFor()
  expect((await ask('/operator/jobs?query=state==failed')).items).toEqual([])
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('row', { name: /Fel adress/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('fel@')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.locator('[data-index="0"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Fel adress' }).waitFor()
  await page.keyboard.press('d')
  await page.getByText('Mejlet skickas inte').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('row', { name: /Återtagen/ }).waitFor()
  expect((await ask('/operator/mails?query=to==fel@example.com')).items).toMatchObject([{ state: 'withdrawn' }])
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('an operator sees that a rate is too old, and sets rates', { tags: ['rest'] }, async () => {
  await service.database.rows(sql`delete from reminders.reference_rate where from_date >= '2025-01-01'`)
  await service.operate((call) => ledgerAdmin.loadRates(call, { name: 'kurser.csv', text: '2026-06-01;EUR;11,05' }))
  const { page, ask, errors, close } = await sitDownAt('/operator/rates')
  const sources = page.getByRole('region', { name: 'Hur gamla kurserna är' })
  await sources.getByText('För gammal').waitFor()
  await sources.getByText(/kurser\.csv/).waitFor()
  await sources.getByText('Det här halvåret saknas').waitFor()
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'operator-rates-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.setViewportSize(DESK)
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Valuta', exact: true }).fill('eur')
  await page.getByRole('textbox', { name: 'Dag' }).fill('i')
  await page.getByRole('textbox', { name: 'Kurs i SEK' }).fill('11,0625')
  await page.keyboard.press('Control+Enter')
  await sources.getByText(/11,0625 · 2026-06-10 · i dag/).waitFor()
  // The list may say so before the form is gone, which has the hands.
  await page.getByRole('textbox', { name: 'Kurs i SEK' }).waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: 'Halvåret från' }).fill('2026-01-01')
  await page.getByRole('textbox', { name: 'Procent' }).fill('1,5')
  await page.keyboard.press('Control+Enter')
  await sources.getByText('1,5 % från 2026-01-01').waitFor()
  await sources.getByText('Det här halvåret saknas').waitFor({ state: 'detached' })
  expect((await ask('/operator/currency-rates?query=currency==EUR')).items).toMatchObject([
    { rate: 11.0625 },
    { rate: 11.05 },
  ])
  expect(errors).toEqual([])
  await close()
})

test('an operator sees what has become of the backup: nothing, sound, and why it stands still', {
  tags: ['rest'],
}, async () => {
  // What was kept elsewhere before is none.
  await operatorService.noteBackup(service.database, '/mnt/tidigare', { trouble: 'EIO' })
  const { page, errors, close } = await sitDownAt('/operator/health')
  await page.getByText('Tjänsten håller ingen').waitFor()
  const note = (news: BackupNews) => operatorService.noteBackup(service.database, PLACE, news)
  const at = new Date('2026-06-10T01:00:00Z')
  await note({ reached: at, base: { name: '20260610t010000z_0a1b2c3d', endedAt: at } })
  await page.reload()
  await page.getByText('Allt till och med').waitFor()
  await page.getByText('Aldrig').waitFor()
  await note({ check: { base: '20260610t010000z_0a1b2c3d', at, faults: 0 } })
  await page.reload()
  await page.getByText(/, utan fel$/).waitFor()
  await takeScreenshot(page, 'operator-health')
  const trouble = `The backup in ${PLACE} does not go on: ENOSPC: no space left on device, write`
  await note({ trouble, check: { base: '20260610t010000z_0a1b2c3d', at, faults: 2 } })
  await page.reload()
  await page.getByText(`: ${trouble}`).waitFor()
  await page.getByText(/, 2 fel: kör backup list$/).waitFor()
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'operator-health-phone')
  expect(await seriousFindings(page)).toEqual([])
  // What it stood still for is over, and the rest stays.
  await note({ trouble: null })
  await page.reload()
  await page.getByText('Allt till och med').waitFor()
  await page.getByText(/, 2 fel: kör backup list$/).waitFor()
  expect(errors).toEqual([])
  await close()
})
