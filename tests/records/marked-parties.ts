// A customer and a supplier with a mark in every text that the API takes for them, and the marks that are found in the
// database.
import { expect } from 'vitest'
import { bankingAdmin } from '#banking'
import { dayFrom } from '#platform/day'
import { readingsContribution } from '#readings'
import { setReferenceRate } from '#reminders'
import { factsOf } from '#rules/readings/facts'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { bringMail } from '#support/mail-in'
import type { Owned } from '#support/owned'
import { mark } from '#support/reading/marks'
import { typedPage } from '#support/reading/typed-page'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { incoming } from '#support/samples/e-invoice-file'
import { pdfFile, pngFile } from '#support/samples/sample-files'
import type { Service } from '#support/service'

const line = (of: string) => ({
  description: mark(`${of}line`),
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'hour',
  unitPrice: 8000,
  taxRate: 25,
})

const address = (of: string) => ({
  line1: mark(`${of}street`),
  line2: mark(`${of}floor`),
  city: mark(`${of}city`),
  postalCode: '903 26',
  country: 'SE',
})

/** A customer with all that can be said of one. */
const markedCustomer = async (company: Owned): Promise<string> =>
  ok(
    await company.post('/customers', {
      name: mark('cname'),
      type: 'private',
      customerNumber: mark('cnumber'),
      paymentTerms: mark('cterms'),
      orgNumber: '19850709-9805',
      language: 'en',
      address: address('c'),
      contactsDetails: [
        { name: mark('ccontact'), email: `${mark('cmail')}@example.com`, phone: mark('cphone'), isDefault: true },
        { name: mark('csecond'), email: `${mark('csecondmail')}@example.com`, phone: mark('csecondphone') },
      ],
    }),
  ).id

/** A draft of theirs with a text in every field. */
export const aMarkedDraft = async (
  company: Owned,
  customerId: string,
  of: string,
  more: object = {},
): Promise<string> =>
  ok(
    await company.post('/invoices', {
      customerRef: { id: customerId },
      invoiceDate: '2026-05-01',
      dueDate: '2026-05-31',
      orderNumberReference: mark(`${of}order`),
      projectReference: mark(`${of}project`),
      buyerReference: mark(`${of}buyer`),
      contractReference: mark(`${of}contract`),
      deliveryAddress: address(of),
      metadata: { note: mark(`${of}metadata`) },
      lineItems: [line(of), { itemType: 'descriptionOnlyItem', description: mark(`${of}text`) }],
      ...more,
    }),
  ).id

/** The same published and booked, with a file of its own. */
const markedInvoice = async (company: Owned, customerId: string, of: string, more: object = {}): Promise<string> => {
  const id = await aMarkedDraft(company, customerId, of, more)
  ok(await company.upload(`/invoices/${id}/attachments`, `${mark(`${of}file`)}.pdf`, await pdfFile()))
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  return id
}

const letter = (of: string) => ({
  to: [`${mark(`${of}to`)}@example.com`],
  subject: mark(`${of}subject`),
  text: mark(`${of}letter`),
})

const reduced = {
  lineItems: [{ ...line('r'), taxReduction: { taxReductionType: 'rot', jobType: 'rotConstruction' } }],
  taxReduction: {
    type: 'rot',
    description: mark('rwork'),
    propertyType: 'realEstate',
    realEstateNumber: mark('restate'),
    deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount: 300 }],
  },
}

/** What the invoices of a customer may lead to: mails, links, reminders, payments, credit. */
const soldTo = async (company: Owned, customerId: string): Promise<void> => {
  const id = await markedInvoice(company, customerId, 'i')
  ok(await company.post(`/invoices/${id}/send`, letter('s')))
  ok(await company.post(`/invoices/${id}/payment-link`))
  ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'mail', ...letter('m') }))
  const hold = ok(await company.post('/reminder-holds', { customerId, reason: mark('hold') }))
  expect(hold.id).toBeTruthy()
  const payment = { date: '2026-06-10', sumBaseCurrency: 400, bookkeepingAccountNumber: 1930 }
  const { id: paymentId } = ok(await company.post(`/invoices/${id}/payments`, payment))
  ok(await company.post(`/invoices/${id}/payments/${paymentId}/record`))
  const { id: credit } = ok(await company.post(`/invoices/${await markedInvoice(company, customerId, 'k')}/credit`))
  ok(await company.post(`/credit-notes/${credit}/publish`))
  await markedInvoice(company, customerId, 'r', reduced)
  await aMarkedDraft(company, customerId, 'd')
  ok(await company.post(`/customers/${customerId}/statement/send`, letter('a')))
  ok(
    await company.post('/recurring-invoices', {
      customerRef: { id: customerId },
      lineItems: [line('y')],
      buyerReference: mark('ybuyer'),
      schedule: { every: 1, unit: 'months', firstDate: '2026-12-01' },
    }),
  )
}

/** What the books hold beside, where a name stands in a text. */
const bookedBeside = async (company: Owned, of: string, name: string): Promise<void> => {
  const items = [
    { account: 1930, debit: 100, text: `${name} ${mark(`${of}item`)}` },
    { account: 2081, credit: 100 },
  ]
  const { id } = ok(
    await company.post('/journal-entries', { title: `${mark(`${of}title`)} ${name}`, date: '2026-06-01', items }),
  )
  ok(await company.post(`/journal-entries/${id}/comments`, { content: mark(`${of}comment`) }))
  const transactions = [{ ore: -7500n, details: [{ ore: -7500n, name, text: mark(`${of}message`) }] }]
  ok(
    await company.upload(
      '/bank-statements',
      'utdrag.xml',
      camtFile({ statements: [{ id: of, entries: transactions }] }),
    ),
  )
  const rule = { name: mark(`${of}rule`), counterparty: name, account: 6212 }
  ok(await company.post('/matching-rules', rule))
}

/** A supplier with all that can be said of one, an e-invoice, an invoice by hand, and a payment to them. */
const boughtFrom = async (company: Owned, service: Service): Promise<string> => {
  const buyerNumber = ok(await company.get('/company-information')).organizationNumber
  const xml = incoming({ buyerNumber, seller: mark('vname'), number: mark('vnumber') })
  const first = ok(await company.upload('/supplier-invoices/e-invoices', `${mark('vxml')}.xml`, Buffer.from(xml)))
  const id = first.supplierRef.id as string
  const supplier = ok(await company.get(`/suppliers/${id}`))
  ok(await company.put(`/suppliers/${id}`, { ...supplier, address: address('v') }))
  const lines = [{ account: 6110, netAmount: 1000, description: mark('vline') }]
  ok(await company.post(`/supplier-invoices/${first.id}/record`, { lines }))
  const upload = ok(await company.upload('/uploads', `${mark('vupload')}.png`, pngFile()))
  const invoice = {
    supplierRef: { id },
    invoiceNumber: mark('vhand'),
    invoiceDate: '2026-06-01',
    dueDate: '2026-07-01',
    totalAmount: 129.5,
    uploadRef: { id: upload.id },
  }
  ok(await company.post('/supplier-invoices', invoice))
  const recipientRef = {
    kind: 'bankgiro',
    recipientName: mark('vname'),
    bankgiroNumber: '5050-1055',
    message: mark('vreference'),
  }
  const payment = { amount: 1250, paymentDate: '2026-07-01', ownNote: mark('vnote'), recipientRef }
  ok(await company.post('/bank-payments', payment))
  const { address: mailbox } = ok(await company.as('POST', '/mail-address'))
  const attachments = [
    { filename: `${mark('venclosed')}.xml`, content: incoming({ buyerNumber, seller: mark('vname'), number: 'E2' }) },
  ]
  await bringMail(service, { from: `${mark('vsender')}@example.com`, to: mailbox, subject: mark('vmail'), attachments })
  const text = `${mark('vname')}\nOrg.nr 556036-0793\n2026-06-05 12:41\nMoms 25 %  25,90\nAtt betala  129,50`
  await newRunner(
    service,
    readingsContribution.jobs(async (_, known) => ({ facts: factsOf([typedPage(text)], known) })),
  ).runDue()
  return id
}

/** A company with one of each, and with one of each of whom nothing may be told. */
export const withMarkedParties = async (service: Service, company: Owned) => {
  await service.operate((call) => setReferenceRate(call, { fromDate: dayFrom('2026-01-01'), hundredths: 200 }))
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const customerId = await markedCustomer(company)
  await soldTo(company, customerId)
  await bookedBeside(company, 'cb', mark('cname'))
  const supplierId = await boughtFrom(company, service)
  await bookedBeside(company, 'vb', mark('vname'))
  return { customerId, supplierId }
}
