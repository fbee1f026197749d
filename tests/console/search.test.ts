// The search of each list: a number, an amount with a comma or a point, a text, a counterparty, an account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { type Service, startService } from '#support/service'
import { aLine, booked, madeCustomer, madeInvoice, madeItem } from '#tests/console/sales/selling'

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

/** An entry of kronor from 1930 to the account. */
const anEntryOn = (account: number, title: string, kronor: number) => ({
  date: '2026-03-10',
  title,
  items: [
    { account, debit: kronor },
    { account: 1930, credit: kronor },
  ],
})

// biome-ignore format: aligned
const SEARCHES: [page: string, typed: readonly string[], found: RegExp, other: RegExp][] = [
  ['/journal',           ['1 250,50', '1250.50', '5010', 'lokal', 'V1'],      /Lokalhyra/,  /Porto/],
  ['/invoices',          ['1 251,25', '1251.25', 'kund', '1'],                 /Kund AB/,    /Annan AB/],
  ['/reminders',         ['1 251,25', '1251.25', 'kund', '1'],                 /Kund AB/,    /Annan AB/],
  ['/items',             ['1 500,50', '1500.5', 'ekbord'],                     /Ekbord/,     /Pall/],
  ['/supplier-invoices', ['2 000,50', '2000.50', 'L-77', 'virke'],             /Virke AB/,   /Papper AB/],
  ['/fixed-assets',      ['gräv', '1220'],                                     /Grävskopa/,  /Svarv/],
]

test('each list finds what a person types', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  ok(await company.post('/journal-entries', anEntryOn(5010, 'Lokalhyra', 1250.5)))
  ok(await company.post('/journal-entries', anEntryOn(6250, 'Porto', 99)))
  const dates = { invoiceDate: '2026-01-10', dueDate: '2026-02-09' }
  const { id: other } = await madeCustomer(company, { name: 'Annan AB' })
  await booked(company, await madeInvoice(company, { ...dates, lineItems: [aLine({ unitPrice: 1001 })] }))
  await booked(company, await madeInvoice(company, { ...dates, customerRef: { id: other } }))
  await madeItem(company, { description: 'Ekbord', unitPrice: 1500.5 })
  await madeItem(company, { description: 'Pall', unitPrice: 90 })
  for (const [name, invoiceNumber, totalAmount] of [
    ['Virke AB', 'L-77', 2000.5],
    ['Papper AB', 'P-1', 300],
  ] as const) {
    const { id } = ok(await company.post('/suppliers', { name }))
    const invoice = { invoiceNumber, totalAmount, invoiceDate: '2026-03-01', dueDate: '2026-03-31' }
    ok(await company.post('/supplier-invoices', { supplierRef: { id }, ...invoice }))
  }
  const asset = { acquisitionDate: '2026-01-15', acquisitionValue: 12_000, months: 12 }
  ok(await company.post('/fixed-assets', { ...asset, name: 'Grävskopa', account: 1220 }))
  ok(await company.post('/fixed-assets', { ...asset, name: 'Svarv', account: 1210 }))
  const wrong: string[] = []
  for (const [path, typed, found, absent] of SEARCHES) {
    for (const text of typed) {
      await goTo(`${path}?q=${encodeURIComponent(text)}${path === '/reminders' ? '&show=waiting' : ''}`)
      const rows = page.getByRole('row')
      const isFound = await rows
        .filter({ hasText: found })
        .first()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
      if (!isFound) wrong.push(`${path} ${text}: not found`)
      if (await rows.filter({ hasText: absent }).count()) wrong.push(`${path} ${text}: finds others`)
    }
  }
  expect(wrong).toEqual([])
  expect(errors).toEqual([])
  await close()
})
