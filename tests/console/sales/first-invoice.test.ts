// The first invoice of a new company: what it does not say yet is told while it is written, and asked for before it is
// published.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '#sales'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { aLine, madeCustomer, madeInvoice } from './selling.ts'

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

test('a new company fills in what its first invoice lacks, and then it is published', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeInvoice(company, { lineItems: [aLine({ unitPrice: 9000 })] })
  const status = async () => ok(await company.get(`/invoices/${id}`)).status
  await goTo(`/invoices/${id}/edit`)
  const panel = page.getByRole('region', { name: 'Innan fakturan publiceras' })
  await panel
    .getByText(/företagets adress, kundens adress, ett konto att betala till och om företaget är godkänt/)
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await panel.getByLabel('Företagets adress').waitFor()
  await takeScreenshot(page, 'first-invoice')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await panel.getByText('Fyll i bankgiro, plusgiro eller IBAN.').waitFor()
  expect(await status()).toBe('draft')
  await panel.getByLabel('Företagets adress').fill('Storgatan 1')
  await panel.getByLabel('Företagets postnummer').fill('903 26')
  await panel.getByLabel('Företagets ort').fill('Umeå')
  await panel.getByLabel('Kundens adress').fill('Bruksgatan 2')
  await panel.getByLabel('Kundens postnummer').fill('903 27')
  await panel.getByLabel('Kundens ort').fill('Umeå')
  await panel.getByLabel('Bankgiro').fill('5805-6200')
  await panel.getByLabel('Godkänd för F-skatt').selectOption('yes')
  await page.keyboard.press('Control+Enter')
  await panel.getByText('5805-6200', { exact: false }).first().waitFor()
  expect(await status()).toBe('draft')
  await panel.getByLabel('Bankgiro').fill('5805-6201')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Faktura 1 är publicerad och bokförd.').waitFor()
  const { customerRef } = ok(await company.get(`/invoices/${id}`))
  expect(ok(await company.get(`/customers/${customerRef.id}`)).address).toMatchObject({ city: 'Umeå', country: 'SE' })
  const settings = await service.operateFor(company.id, (call) => changeSettings(call, {}))
  expect(settings).toMatchObject({ bankgiro: '5805-6201', fTax: true })
  expect(ok(await company.get('/company-information')).address).toMatchObject({ line1: 'Storgatan 1', city: 'Umeå' })
  // The next one says it all.
  const next = await madeInvoice(company, { customerRef: { id: customerRef.id } })
  await goTo(`/invoices?open=${next.id}`)
  await page.getByRole('button', { name: /^Publicera/ }).click()
  await page.getByText(/Faktura 2 är publicerad/).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an invoice is published as it stands only when the user says so', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser({ language: 'en' })
  const { id: customerId } = await madeCustomer(company)
  const { id } = await madeInvoice(company, { customerRef: { id: customerId } })
  await goTo(`/invoices?open=${id}`)
  await page.getByRole('button', { name: /^Publish/ }).click()
  const panel = page.getByRole('region', { name: 'Before the invoice is published' })
  await panel.getByText(/an account to pay to and whether the company is approved for F-tax/).waitFor()
  await panel.getByLabel('Bankgiro').waitFor()
  expect(ok(await company.get(`/invoices/${id}`)).status).toBe('draft')
  await panel.getByRole('button', { name: 'Publish without this information' }).click()
  await page.getByText(/Invoice 1 is published/).waitFor()
  await close()
})
