// Books with something in every list, for pages that are looked at.

import { anEntry, type TestCompany } from '#support/service'
import { pngFile } from './sample-files.ts'

/** Adds a few of everything, through the API. */
export const fillBooks = async (company: TestCompany): Promise<void> => {
  for (const title of ['Hyra juni', 'Telefon', 'Kontorsmaterial från Papper & Penna i Örnsköldsvik AB'])
    await company.post('/journal-entries', anEntry({ title }))
  const material = [
    { kind: 'rest', account: 6110 },
    { kind: 'vat', account: 2641, side: 'debit', vatRate: 25, vatIncluded: true },
    { kind: 'share', account: 1930, side: 'credit', percent: 100 },
  ]
  const rent = [
    { kind: 'fixed', account: 5010, side: 'debit', amount: 12_500 },
    { kind: 'rest', account: 1930 },
  ]
  for (const [name, items] of [['Kontorsmaterial med moms', material] as const, ['Hyra', rent] as const])
    await company.post('/entry-templates', { name, items })
  const { body: group } = await company.post('/tag-groups', { name: 'Projekt', alias: 'projekt' })
  for (const name of ['Norra kajen', 'Södra skolan']) await company.post(`/tag-groups/${group.id}/tags`, { name })
  await fillSales(company)
  await fillPurchases(company)
}

/** Two customers, an item, a draft, an invoice that is overdue, and one that is credited. */
const fillSales = async (company: TestCompany): Promise<void> => {
  const item = { itemType: 'salesItem', description: 'Snickeri', productType: 'services', unitType: 'hour' }
  await company.post('/items', { ...item, unitPrice: 650, taxRate: 25 })
  const names = ['Åkerlund & Söner Fastighetsförvaltning AB', 'Kim Ö']
  const customers = await Promise.all(
    names.map(async (name) => (await company.post('/customers', { name, type: 'company' })).body),
  )
  const lineItems = [{ ...item, itemType: 'salesItem', quantity: 12.5, unitPrice: 650, taxRate: 25 }]
  const invoices = ['2026-04-10', '2026-05-20', '2026-06-08']
  for (const [index, invoiceDate] of invoices.entries()) {
    const customerRef = { id: customers[index % 2].id }
    const { id } = (await company.post('/invoices', { customerRef, invoiceDate, lineItems })).body
    if (index === 2) continue
    await company.post(`/invoices/${id}/publish`)
    await company.post(`/invoices/${id}/record`)
    if (index === 1) await company.post(`/invoices/${id}/credit`)
  }
  await company.upload('/uploads', 'kvitto.png', pngFile(), {}, { description: 'Kvitto taxi' })
  // The customer has no address for mail: what is made of the agreement cannot be sent.
  const agreement = await company.post('/recurring-invoices', {
    customerRef: { id: customers[0].id },
    outcome: 'sent',
    lineItems,
    schedule: { every: 3, unit: 'months', firstDate: '2099-01-31' },
  })
  await company.post(`/recurring-invoices/${agreement.body.id}/make-now`)
}

/** Suppliers of two kinds, and invoices to record, to pay and overdue. */
const fillPurchases = async (company: TestCompany): Promise<void> => {
  const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5050-1055' }
  const paper = await company.post('/suppliers', { name: 'Papper & Penna i Örnsköldsvik AB', paymentDetails })
  await company.post('/suppliers', { name: 'Hyresvärden KB', orgNumber: '556036-0793' })
  for (const [invoiceNumber, dueDate, isRecorded] of [
    ['4711', '2026-07-01', false],
    ['4712', '2026-06-05', true],
    ['1002377', '2026-06-30', true],
  ] as const) {
    const invoice = { supplierRef: { id: paper.body.id }, invoiceNumber, invoiceDate: '2026-05-20', dueDate }
    const { body } = await company.post('/supplier-invoices', { ...invoice, totalAmount: 1250 })
    const lines = [{ account: 6110, netAmount: 1000 }]
    if (isRecorded) await company.post(`/supplier-invoices/${body.id}/record`, { lines })
  }
}
