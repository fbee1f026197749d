// A page that cannot be read again keeps what it shows, and the form that is open in it: what was typed, and the key
// that it was sent under. A file that does not come says so.
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, booked, madeCustomer, madeInvoice } from '#tests/console/sales/selling'

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

type Make = (company: TestCompany) => Promise<{ id: string }>

/** In the books and late, to a customer who has an address. */
const sold: Make = async (company) => {
  const contactsDetails = [{ name: 'Karin', email: 'karin@kund.example', isDefault: true }]
  const customerRef = { id: (await madeCustomer(company, { contactsDetails })).id }
  const dates = { invoiceDate: '2026-04-01', dueDate: '2026-05-01' }
  return booked(company, await madeInvoice(company, { customerRef, ...dates }))
}

const bought: Make = async (company) => {
  const { id } = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const invoice = { supplierRef: { id }, invoiceNumber: '4711', invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const { id: made } = ok(await company.post('/supplier-invoices', { ...invoice, totalAmount: 900 }))
  const lines = [{ account: 6110, netAmount: 900, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await company.post(`/supplier-invoices/${made}/record`, { lines }))
}

const recurring: Make = async (company) => {
  const { id } = await madeCustomer(company)
  const schedule = { every: 1, unit: 'months', firstDate: '2026-06-30' }
  return ok(await company.post('/recurring-invoices', { customerRef: { id }, lineItems: [aLine()], schedule }))
}

type Case = [form: string, make: Make, page: string, keys: string, field: string, read: string, sent: string]

const STAYS = 'the form "%s" stays when the page below it cannot be read again'

const staysBelow = async (...[name, make, at, keys, label, read, to]: Case) => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await make(company)
  const isWrite = (one: Request) => one.method() !== 'GET' && one.url().endsWith(to === '' ? id : to)
  let isAway = false
  await page.route(/\/v1\/companies\//, (route) => {
    const one = route.request()
    return isAway && (isWrite(one) || one.url().endsWith(`${id}${read}`)) ? route.abort() : route.continue()
  })
  const sentUnder: (string | undefined)[] = []
  page.on('request', (one) => isWrite(one) && sentUnder.push(one.headers()['idempotency-key']))
  await goTo(`${at}?open=${id}`)
  await page.locator(`[data-keys="${keys}"]`).first().waitFor()
  await page.keyboard.press(keys)
  const form = page.locator(name === 'Betalning' ? 'form.inner-form' : `form[aria-label="${name}"]`)
  const field = form.getByLabel(label, { exact: true })
  const asked = (one: string) => (label === 'Skickas till' ? `${one}@kund.example` : one)
  await field.waitFor()
  isAway = true
  // A reminder is sent with another address the second time.
  const values = to === '/reminders' ? ['30', '40'] : ['40']
  for (const [index, value] of values.entries()) {
    await field.fill(asked(value))
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => sentUnder.length).toBe(index + 1)
    await form.getByRole('alert').waitFor()
  }
  const typed = await field.inputValue()
  // Something else happens, of which the page is told.
  await make(company)
  const again = page.getByRole('alert').getByRole('button', { name: 'Försök igen' })
  await again.waitFor()
  expect((await field.inputValue()).replace(',00', '')).toBe(typed.replace(',00', ''))
  isAway = false
  await again.click()
  await again.waitFor({ state: 'detached' })
  await field.focus()
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  // What was changed is another thing to do; what was only sent again is the same.
  expect(sentUnder).toHaveLength(values.length + 1)
  expect(sentUnder.at(-2)).toBe(sentUnder.at(-1))
  if (values.length > 1) expect(sentUnder[0]).not.toBe(sentUnder[1])
  await close()
}

test.each<Case>([['Påminnelse 1', sold, '/invoices', 'p', 'Skickas till', '/reminder-preview', '/reminders']])(
  STAYS,
  staysBelow,
)

test.each<Case>([
  ['Registrera betalning', sold, '/invoices', 'i', 'Belopp i kronor', '', '/bulk'],
  ['Betalning', bought, '/supplier-invoices', 'm', 'Belopp', '', '/payments'],
  ['Ändra priset', recurring, '/recurring-invoices', 'i', 'Procent', '', ''],
  ['Skicka med e-post', sold, '/invoices', 's', 'Ämne', '/mail', '/send'],
])(STAYS, { tags: ['rest'] }, staysBelow)

type Small = [
  form: string,
  path: string,
  body: Record<string, unknown>,
  at: (id: string) => string,
  opens: string | null,
  field: string,
  value: string,
]
const buyer = { name: 'Kund AB', type: 'company' }
const rule = { name: 'Mobil', fromAmount: 1, account: 6570 }
const asset = { name: 'Svarv', acquisitionDate: '2026-01-15', acquisitionValue: 12_000, account: 1220, months: 12 }

test.each<Small>([
  ['a rule', '/matching-rules', rule, (id) => `/bank/rules?open=${id}`, null, 'Högst belopp', '2000'],
  ['an asset', '/fixed-assets', asset, (id) => `/fixed-assets?open=${id}&do=edit`, null, 'Namn', 'Fräs'],
  [
    'a tag group',
    '/tag-groups',
    { name: 'Projekt', alias: 'P' },
    () => '/settings/tags',
    'Byt namn',
    'Kort namn',
    'PR',
  ],
  ['a supplier', '/suppliers', { name: 'Papper AB' }, (id) => `/suppliers?open=${id}&edit=1`, null, 'Ort', 'Mora'],
  ['a customer', '/customers', buyer, (id) => `/customers?open=${id}&edit=1`, null, 'Ort', 'Mora'],
])(
  'the form of %s stays as it is when it cannot be read again',
  { tags: ['rest'] },
  async (_, path, body, at, opens, label, value) => {
    const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
    const { id } = ok(await company.post(path, body))
    let isAway = false
    await page.route(new RegExp(`/v1/companies/[^?]*${path}/${id}$`), (route) =>
      isAway ? route.abort() : route.continue(),
    )
    await goTo(at(id))
    if (opens) await page.getByRole('button', { name: new RegExp(`^${opens} Projekt`) }).click()
    const field = page.getByRole('textbox', { name: label }).first()
    await field.fill(value)
    const form = await field.elementHandle()
    isAway = true
    // Another one is made, of which the page is told.
    ok(await company.post(path, { ...body, name: 'Något annat', ...(body.alias ? { alias: 'N' } : {}) }))
    const again = page.getByRole('alert').getByRole('button', { name: 'Försök igen' })
    await again.waitFor()
    // The same field, not another one that was filled from a draft.
    expect(await form?.evaluate((one) => one.isConnected)).toBe(true)
    expect((await field.inputValue()).replace(/\s|,00/g, '')).toBe(value)
    isAway = false
    await again.click()
    await again.waitFor({ state: 'detached' })
    expect(await form?.evaluate((one) => one.isConnected)).toBe(true)
    await close()
  },
)

test('content that may no longer be read disappears, with the form open on it', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = ok(await company.post('/customers', buyer))
  await goTo(`/customers?open=${id}&edit=1`)
  const field = page.getByRole('textbox', { name: 'Ort' }).first()
  await field.fill('Mora')
  const body = JSON.stringify({ code: 'forbidden', message: 'Not allowed' })
  await page.route(new RegExp(`/v1/companies/[^?]*/customers/${id}$`), (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body }),
  )
  ok(await company.post('/customers', { ...buyer, name: 'Något annat' }))
  await field.waitFor({ state: 'detached' })
  await page.getByRole('alert').waitFor()
  await close()
})

test('a file that does not come says so', async () => {
  const { page, goTo, close } = await consoleBrowser.signInBrowser()
  await page.route(/\/eu-sales-list\/file/, (route) => route.abort(), { times: 1 })
  await goTo('/reports/eu-sales-list?from=2026-01-01&to=2026-01-31')
  await page.getByRole('button', { name: /Fil till/ }).click()
  await page.locator('.sentence.is-wrong').getByText('Filen kunde inte hämtas.').waitFor()
  await close()
})
