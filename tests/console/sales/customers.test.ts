// Customers, items and tax reductions in the console.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { booked, cleaning, madeCustomer, madeInvoice, madeItem } from './selling.ts'

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

test('a customer is made without the mouse; a wrong number is reported at its field', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/customers')
  await page.getByText('Här finns inga kunder än.').waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('form', { name: 'Ny kund' })
  await form.waitFor()
  await page.keyboard.type('Ängs Bageri AB')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('556036')
  await page.keyboard.press('Enter')
  const number = form.getByLabel('Organisationsnummer')
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  await page.waitForFunction(`document.activeElement?.getAttribute('aria-invalid') === 'true'`)
  await takeScreenshot(page, 'customer-refused')
  await number.fill('556036-0793')
  const terms = form.getByLabel('Betalningsvillkor')
  await terms.fill('trettio')
  await page.keyboard.press('Control+Enter')
  await form.getByText('Skriv ett antal dagar med siffror, från 0 till 365').waitFor()
  await terms.fill('30')
  expect(await form.getByLabel('Land').locator('option').first().innerText()).toBe('Sverige')
  await form.getByLabel('E-post').fill('kontoret@angsbageri.example')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Ängs Bageri AB är sparad.').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Ängs Bageri AB' }).waitFor()
  const [customer] = (await company.get('/customers')).body.items
  const said = {
    name: 'Ängs Bageri AB',
    orgNumber: '556036-0793',
    contactsDetails: [{ email: 'kontoret@angsbageri.example' }],
  }
  expect(customer).toMatchObject(said)
  await page.getByRole('button', { name: 'Ta bort', exact: true }).click()
  await page.getByText('Ängs Bageri AB är borttagen.').waitFor()
  expect((await company.get('/customers')).body.items).toEqual([])
  await page.keyboard.press('z')
  await page.getByRole('row', { name: /Ängs Bageri/ }).waitFor()
  expect((await company.get('/customers')).body.items).toMatchObject([said])
  expect(errors).toEqual([])
  await close()
})

test('Escape closes a form and loses nothing; the button throws away what was typed', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const form = page.getByRole('form', { name: 'Ny kund' })
  const name = form.getByLabel('Namn', { exact: true }).first()
  const keptNote = form.getByText('Det här är vad du skrev förra gången')
  await goTo('/customers')
  await page.getByText('Här finns inga kunder än.').waitFor()
  await page.keyboard.press('n')
  await form.waitFor()
  expect(await keptNote.count()).toBe(0)
  await name.fill('Ängs Bageri AB')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  // On the service too, for another device.
  const drafts = () =>
    page.evaluate<number>(
      `fetch('/v1/me/drafts?companyId=${company.id}').then((answer) => answer.json()).then(({ items }) => items.length)`,
    )
  await expect.poll(drafts, { timeout: 30_000 }).toBe(1)
  await page.keyboard.press('n')
  await keptNote.waitFor()
  expect(await name.inputValue()).toBe('Ängs Bageri AB')
  await form.getByRole('button', { name: 'Avbryt' }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(drafts, { timeout: 30_000 }).toBe(0)
  await page.keyboard.press('n')
  await form.waitFor()
  expect(await name.inputValue()).toBe('')
  expect(errors).toEqual([])
  await close()
})

test('who searches before the list is there is led into it as it comes, unless they type on', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  for (const name of ['Berg AB', 'Dal AB']) await madeCustomer(company, { name })
  const slowly = () => {
    let release = (): void => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    return page
      .route(/\/customers\?/, async (route) => {
        await released
        await route.continue()
      })
      .then(() => release)
  }
  const search = page.getByRole('searchbox')
  const dal = page.getByRole('row', { name: /Dal AB/ })
  const release = await slowly()
  await goTo('/customers')
  await search.waitFor()
  const asked = page.waitForRequest((one) => /\/customers\?.*dal/.test(one.url()))
  await page.keyboard.press('/')
  await page.keyboard.type('dal')
  await page.keyboard.press('Enter')
  // What comes from now on is what was searched for, and not all of the list.
  await asked
  expect(await page.getByRole('row').count()).toBe(0)
  release()
  await dal.waitFor()
  await page.locator('[data-index]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Dal AB' }).waitFor()

  await page.unrouteAll({ behavior: 'wait' })
  const releaseAgain = await slowly()
  await goTo('/customers')
  await search.waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('d')
  await page.keyboard.press('Enter')
  await page.keyboard.type('al')
  releaseAgain()
  await page.getByRole('row', { name: /Berg AB/ }).waitFor({ state: 'detached' })
  await dal.waitFor()
  expect(await search.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('statements of account are sent to one customer, and to all who have not paid', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const contactsDetails = (email: string) => [{ name: 'Karin Ek', email, isDefault: true }]
  for (const name of ['Berg AB', 'Dal AB']) {
    const email = `${name.slice(0, 4).trim().toLowerCase()}@kund.example`
    const { id } = await madeCustomer(company, { name, contactsDetails: contactsDetails(email) })
    await booked(company, await madeInvoice(company, { customerRef: { id } }))
  }
  const { id: silent } = await madeCustomer(company, { name: 'Stum AB' })
  await booked(company, await madeInvoice(company, { customerRef: { id: silent } }))
  await madeCustomer(company, { name: 'Kvitt AB' })
  await goTo('/customers?show=unpaid')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor()
  expect(await page.getByRole('row', { name: /Kvitt AB/ }).count()).toBe(0)
  await page.getByRole('row', { name: /Dal AB/ }).click()
  await page.getByRole('button', { name: 'Reskontrautdrag' }).waitFor()
  await page.keyboard.press('u')

  await page.getByRole('button', { name: /^Skicka/ }).waitFor()
  await page.keyboard.press('s')
  const form = page.getByRole('form', { name: 'Skicka med e-post' })
  await form.getByLabel('Ämne').waitFor()
  await page.getByText('följer med mejlet').waitFor()
  await takeScreenshot(page, 'statement-mail')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Mejlet till dal@kund.example är på väg.').waitFor()
  await page.getByRole('region', { name: 'Skickad med e-post' }).getByText('dal@kund.example').waitFor()
  await takeScreenshot(page, 'statement-sent')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 2, name: 'Dal AB' }).waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await page.getByText('3 kunder valda').waitFor()
  await page.keyboard.press('p')
  await page.getByText('2 kunder får var sitt reskontrautdrag').waitFor()
  await page.getByText('1 av dem har ingen e-postadress.').waitFor()
  await takeScreenshot(page, 'statements-several')
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 reskontrautdrag är på väg.').waitFor()
  expect((await company.get(`/customers/${silent}/statement/sendings`)).body.items).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('after a failure only those who have not got their statement are sent it again', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const contactsDetails = [{ name: 'Karin Ek', email: 'karin@kund.example', isDefault: true }]
  const ids: string[] = []
  for (const name of ['Berg AB', 'Dal AB']) {
    const { id } = await madeCustomer(company, { name, contactsDetails })
    await booked(company, await madeInvoice(company, { customerRef: { id } }))
    ids.push(id)
  }
  const sent = async () => {
    const all = await Promise.all(ids.map((id) => company.get(`/customers/${id}/statement/sendings`)))
    return all.map(({ body }) => body.items.length)
  }
  await goTo('/customers')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await page.getByText('2 kunder valda').waitFor()
  await page.keyboard.press('p')
  await page.getByText('2 kunder får var sitt reskontrautdrag').waitFor()
  // A lost network stops at the first: the next would not be reached either.
  let tried = 0
  await page.route(/\/statement\/send$/, (route) => {
    tried += 1
    return route.abort()
  })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Tjänsten svarar inte just nu.').waitFor()
  await page.getByText('2 kunder valda').waitFor()
  expect(tried).toBe(1)
  await page.unroute(/\/statement\/send$/)
  const refusal = { status: 409, json: { code: 'conflict', message: 'Inte nu' } }
  await page.route(`**/customers/${ids[1]}/statement/send`, (route) => route.fulfill(refusal), { times: 1 })
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Dal AB: Inte nu$/).waitFor()
  await page.getByText('1 kund vald').waitFor()
  await takeScreenshot(page, 'statements-left')
  expect(await seriousFindings(page)).toEqual([])
  expect(await sent()).toEqual([1, 0])
  await page.keyboard.press('Control+Enter')
  await expect.poll(sent).toEqual([1, 1])
  await page.getByText('1 kund vald').waitFor({ state: 'detached' })
  await close()
})

test('a statement that may still be on its way is sent once, however often it is tried', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const contactsDetails = [{ name: 'Karin Ek', email: 'karin@kund.example', isDefault: true }]
  const { id } = await madeCustomer(company, { name: 'Berg AB', contactsDetails })
  await booked(company, await madeInvoice(company, { customerRef: { id } }))
  await goTo('/customers')
  await page.getByRole('row', { name: /Berg AB/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('p')
  await page.getByText('Kunden får sitt reskontrautdrag', { exact: false }).waitFor()
  const keys: (string | undefined)[] = []
  // It is sent and the answer is lost; then the service says that it is still at it; then it answers as it did.
  await page.route(/\/statement\/send$/, async (route) => {
    const key = route.request().headers()['idempotency-key']
    keys.push(key)
    if (keys.length > 2) return route.continue()
    if (keys.length === 1) {
      await route.fetch()
      return route.abort()
    }
    const message = `Det första anropet med Idempotency-Key ${key} pågår fortfarande`
    return route.fulfill({ status: 409, json: { code: 'conflict', message } })
  })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Tjänsten svarar inte just nu.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Det första anropet med Idempotency-Key \S+ pågår fortfarande/).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 kund vald').waitFor({ state: 'detached' })
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  expect((await company.get(`/customers/${id}/statement/sendings`)).body.items).toHaveLength(1)
  await close()
})

test('a customer is found by number, changed, and shows what it owes', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const customer = await madeCustomer(company, { name: 'Berg AB', customerNumber: 'B-77' })
  await madeCustomer(company, { name: 'Dal AB' })
  const { id } = await madeInvoice(company, { customerRef: { id: customer.id } })
  await booked(company, { id })
  await goTo('/customers')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('b-77')
  await page.getByRole('row', { name: /Dal AB/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('definition').filter({ hasText: '125,00' }).waitFor()
  await page.getByRole('link', { name: '1', exact: true }).waitFor()
  await takeScreenshot(page, 'customer-open')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('e')
  await page.getByLabel('Betalningsvillkor').fill('10')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Berg AB är sparad.').waitFor()
  expect((await company.get(`/customers/${customer.id}`)).body).toMatchObject({ paymentTerms: '10', name: 'Berg AB' })
  // It may be said before the form is gone, which has the hands.
  await page.getByLabel('Betalningsvillkor').waitFor({ state: 'detached' })
  await page.keyboard.press('f')
  await expect.poll(() => page.getByLabel('Förfallodatum').inputValue()).toBe('2026-06-20')
  expect(errors).toEqual([])
  await close()
})

test('who owes is not erased, as is told; who does not is, once the word is typed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const contactsDetails = [{ name: 'Karin Ek', email: 'karin@berg.example', isDefault: true }]
  const { id } = await madeCustomer(company, { name: 'Berg AB', contactsDetails })
  const { id: owing } = await madeCustomer(company, { name: 'Dal AB' })
  await booked(company, await madeInvoice(company, { customerRef: { id: owing } }))
  await goTo(`/customers?open=${owing}`)
  await page.getByRole('button', { name: 'Radera personuppgifter …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^Faktura 1, som förfaller .* är inte betald/).waitFor()
  await dialog.getByText(/^Utfärdade fakturor.*: 1\. Sparas till och med 2033-12-31/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Radera nu' }).count()).toBe(0)
  await takeScreenshot(page, 'customer-erase-hindered')
  await page.keyboard.press('Escape')
  await goTo(`/customers?open=${id}`)
  const copy = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Uppgifter om kunden' }).click()
  const told = JSON.parse(await readFile(await (await copy).path(), 'utf8'))
  expect(JSON.stringify(told)).toContain('karin@berg.example')
  await page.getByRole('button', { name: 'Radera personuppgifter …' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Kontaktpersoner med telefon och e-post: 1').waitFor()
  const confirm = dialog.getByRole('button', { name: 'Radera nu' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').focus()
  await page.keyboard.type('radera')
  await takeScreenshot(page, 'customer-erase')
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'customer-erase-phone')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Berg AB är raderad.').waitFor()
  expect((await company.get(`/customers/${id}`)).status).toBe(404)
  expect((await company.get(`/customers/${owing}`)).body).toMatchObject({ name: 'Dal AB' })
  expect(errors).toEqual([])
  await close()
})

test('two people change one customer: what each has typed is kept, and where both did, the second is told', async () => {
  const one = await consoleBrowser.signInBrowser()
  const two = await consoleBrowser.signInBrowser({ company: one.company })
  const { id } = await madeCustomer(one.company, { name: 'Berg AB' })
  for (const { goTo, page } of [one, two]) {
    await goTo(`/customers?open=${id}&edit=1`)
    await page.getByLabel('Betalningsvillkor').waitFor()
  }
  const field = (name: string) => two.page.getByRole('textbox', { name, exact: true })
  await field('Betalningsvillkor').fill('10')
  await field('Momsregistreringsnummer').fill('SE556036079301')
  await one.page.getByLabel('Betalningsvillkor').fill('20')
  await one.page.getByLabel('Kundnummer').fill('B-1')
  await one.page.keyboard.press('Control+Enter')
  await one.page.getByText('Berg AB är sparad.').waitFor()
  const told = two.page.getByRole('alert').filter({ hasText: 'Någon annan har sparat under tiden.' })
  await told.getByText('Den andre skrev: Betalningsvillkor: 20').waitFor()
  await takeScreenshot(two.page, 'customer-overtaken')
  expect(await seriousFindings(two.page)).toEqual([])
  expect(await field('Kundnummer').inputValue()).toBe('B-1')
  await two.page.keyboard.press('Control+Enter')
  await two.page.getByText('Berg AB är sparad.').waitFor()
  const saved = (await one.company.get(`/customers/${id}`)).body
  expect(saved).toMatchObject({ paymentTerms: '10', customerNumber: 'B-1', vatNumber: 'SE556036079301' })
  await one.close()
  await two.close()
})

test('an item is made, changed, removed and had back', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/items')
  await page.getByText('Här finns inga artiklar än.').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Benämning', { exact: true }).waitFor()
  await page.keyboard.type('Ekplanka')
  await page.getByLabel('Pris utan moms').fill('89,9055')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Ekplanka är sparad.').waitFor()
  await page.getByRole('row', { name: /Ekplanka/ }).click()
  await page.getByLabel('Pris utan moms').fill('95')
  await page.getByLabel('Moms', { exact: true }).selectOption('12')
  await takeScreenshot(page, 'item-open')
  await page.getByRole('button', { name: /Spara/ }).click()
  await expect
    .poll(async () => (await company.get('/items')).body.items)
    .toMatchObject([{ description: 'Ekplanka', unitPrice: 95, taxRate: 12 }])
  await page.getByRole('row', { name: /Ekplanka/ }).click()
  await page.getByRole('button', { name: 'Ta bort', exact: true }).click()
  await page.getByText('Ekplanka är borttagen.').waitFor()
  expect((await company.get('/items')).body.items).toEqual([])
  await page.keyboard.press('z')
  await page.getByRole('row', { name: /Ekplanka/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a user with read access is offered nothing to change', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ role: 'reader' })
  const { id } = await madeInvoice(company)
  await booked(company, { id })
  await madeItem(company)
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /Visa PDF/ }).waitFor()
  for (const name of [/Ny faktura/, /Bokför/, /Registrera betalning/, /Kreditera/, /Kopiera/, /Bifoga/])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  await goTo('/customers')
  await page.getByRole('row', { name: /Kund AB/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Kund AB' }).waitFor()
  expect(await page.getByRole('button', { name: /Ny kund|Ändra|Ta bort/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('the request file for rut has what customers have paid', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id, totalAmount } = await cleaning(company)
  await booked(company, { id })
  await goTo('/tax-reductions?type=rut')
  await page.getByRole('button', { name: /Ladda ner fil/ }).click()
  await page.getByRole('alert').waitFor()
  const body = { date: '2026-06-10', sumBaseCurrency: totalAmount - 500, bookkeepingAccountNumber: 1930 }
  const payment = (await company.post(`/invoices/${id}/payments`, body)).body
  await company.post(`/invoices/${id}/payments/${payment.id}/record`)
  await page.getByRole('button', { name: /Ladda ner fil/ }).click()
  await page.getByText('1 ärende, 500 kr begärda').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Ladda ner filen' }).click()
  expect((await download).suggestedFilename()).toMatch(/^rut-2026-01-01-2026-12-31-1\.xml$/)
  await takeScreenshot(page, 'tax-reductions')
  expect(errors.filter((one) => !one.startsWith('blob:'))).toEqual([])
  await close()
})

test('what was typed of a customer outlives a reload, and the page fits a phone', { tags: ['rest'] }, async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser({ context: { viewport: PHONE } })
  await goTo('/customers?make=1')
  await page.getByLabel('Namn', { exact: true }).fill('Halvfärdig AB')
  await page.reload()
  await expect.poll(() => page.getByLabel('Namn', { exact: true }).inputValue()).toBe('Halvfärdig AB')
  await takeScreenshot(page, 'customer-form-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  expect(await seriousFindings(page)).toEqual([])
  await close()
})

test('an invoice of which the file has a part is not marked as asked for, as is told', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company, await cleaning(company))
  for (const date of ['2025-12-20', '2026-06-10']) {
    const body = { date, sumBaseCurrency: 250, bookkeepingAccountNumber: 1930 }
    expect((await company.post(`/invoices/${id}/payments`, body)).status).toBe(200)
  }
  await goTo('/tax-reductions?type=rut')
  await page.getByRole('button', { name: /Ladda ner fil/ }).click()
  await page.getByText('1 ärende, 250 kr begärda').waitFor()
  await page.keyboard.press('l')
  await page.getByText('Filen begär 250 kronor för faktura 1, och 500 kan begäras').waitFor()
  await page.getByText('den betalades 2025-12-20, 2026-06-10').waitFor()
  expect((await company.get(`/invoices/${id}`)).body.taxReduction.status).toBe('readyToSubmit')
  expect(errors).toEqual([])
  await close()
})

test('the tax authority is asked for a reduction with its file, pays a part of it, and refuses the rest', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await booked(company, await cleaning(company))
  await goTo(`/invoices?open=${id}`)
  await page.getByText('Inte begärd: kunden har inte betalat sin del').waitFor()
  await company.post(`/invoices/${id}/payments`, {
    date: '2026-06-10',
    sumBaseCurrency: 500,
    bookkeepingAccountNumber: 1930,
  })
  await goTo('/tax-reductions?type=rut&part=1')
  await page.getByRole('button', { name: /Ladda ner fil/ }).click()
  await page.getByText('1 ärende, 500 kr begärda').waitFor()
  await page.keyboard.press('l')
  await page.getByText('1 faktura är markerad som begärd. De delar som är kvar är numrerade om').waitFor()
  await expect.poll(() => page.url()).not.toContain('part')
  await goTo(`/invoices?open=${id}`)
  await page.getByText(/^Begärd \d{4}-\d\d-\d\d, väntar på svar$/).waitFor()
  const answer = async (name: string, kronor: string) => {
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name }).click()
    const form = page.getByRole('form', { name })
    await form.getByLabel('Belopp i kronor').fill(kronor)
    await takeScreenshot(page, `reduction-${kronor}`)
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
  }
  await answer('Skatteverket har betalat', '300')
  await page.getByText(/: 300,00 utbetalt, 0,00 nekat, resten väntar på svar$/).waitFor()
  await answer('Skatteverket har nekat', '200')
  await page.getByText(/^Utbetald till en del, senaste svar \d{4}-\d\d-\d\d: 300,00 utbetalt, 200,00 nekat$/).waitFor()
  await page.locator('strong', { hasText: /^200,00$/ }).waitFor()
  expect((await company.get(`/invoices/${id}`)).body.taxReduction).toMatchObject({
    status: 'completed',
    askedAmount: 300,
  })
  expect(errors).toEqual([])
  await close()
})
