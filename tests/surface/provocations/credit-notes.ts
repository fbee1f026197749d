// How the refusals of credit notes and attachments come about.
import { sql } from '#platform/sql'
import { encryptedPdf, jpegFile, pdfFile, pngChunk, pngFile } from '#support/samples/sample-files'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

type Line = Record<string, unknown>

const aLine = (changes: Line = {}): Line => ({
  itemType: 'salesItem',
  description: 'Stol',
  productType: 'goods',
  quantity: 4,
  unitPrice: 1000,
  taxRate: 25,
  ...changes,
})

const draftOf = async (company: TestCompany, lineItems: Line[] = [aLine()]): Promise<string> => {
  const customer = await company.post('/customers', { name: 'Kund AB', type: 'company' })
  const customerRef = { id: customer.body.id }
  return (await company.post('/invoices', { customerRef, invoiceDate: '2026-06-02', lineItems })).body.id
}

const publishedOf = async (company: TestCompany, lineItems?: Line[]): Promise<string> => {
  const id = await draftOf(company, lineItems)
  await company.post(`/invoices/${id}/publish`)
  return id
}

const credit = (company: TestCompany, id: string) => company.post(`/invoices/${id}/credit`)

/** Publishes one credit note of an invoice after another one. */
const twice = over(async (company) => {
  const id = await publishedOf(company)
  const notes = [await credit(company, id), await credit(company, id)]
  await company.post(`/credit-notes/${notes[0]?.body.id}/publish`)
  return company.post(`/credit-notes/${notes[1]?.body.id}/publish`)
})

export const ofCreditNotes: Record<string, Provocation> = {
  draftNotCredited: over(async (company) => credit(company, await draftOf(company))),
  nothingToCredit: over(async (company) => {
    const id = await publishedOf(company)
    const note = await credit(company, id)
    await company.post(`/credit-notes/${note.body.id}/publish`)
    return credit(company, id)
  }),
  notCreditable: twice,
  tooManyCreditNotes: over(async (company) => {
    const id = await publishedOf(company)
    for (let count = 0; count < 100; count += 1) await credit(company, id)
    return credit(company, id)
  }),
}

/** Cuts a credit note down; the invoice has a sale, a discount and a text. */
const cut = (changes: Record<string, unknown>): Provocation =>
  over(async (company) => {
    const text = { itemType: 'descriptionOnlyItem', description: 'Text' }
    const id = await publishedOf(company, [aLine(), aLine({ quantity: 1, unitPrice: -500 }), text])
    const note = await credit(company, id)
    return company.put(`/credit-notes/${note.body.id}`, { ...note.body, ...changes })
  })

const cutTo = (line: Line): Provocation => cut({ lineItems: [{ itemType: 'salesItem', id: 1, ...line }] })

export const ofCreditNoteFaults: Record<string, Provocation> = {
  lineMissing: cutTo({ id: null }),
  notOnInvoice: cutTo({ id: 9 }),
  otherKind: cutTo({ id: 3 }),
  asOnInvoice: cutTo({ taxRate: 6 }),
  beyond: cutTo({ quantity: 5 }),
  moreThanLine: over(async (company) => {
    const id = await publishedOf(company)
    const first = await credit(company, id)
    const second = await credit(company, id)
    await company.post(`/credit-notes/${first.body.id}/publish`)
    return company.put(`/credit-notes/${second.body.id}`, second.body)
  }),
  moreThanInvoice: cutTo({ quantity: 4 }),
  moreThanRate: over(async (company) => {
    const id = await publishedOf(company, [aLine(), aLine({ quantity: 1, unitPrice: -500 }), aLine({ taxRate: 6 })])
    const { body } = await credit(company, id)
    return company.put(`/credit-notes/${body.id}`, { ...body, lineItems: body.lineItems.slice(0, 1) })
  }),
  negative: cutTo({ id: 2 }),
  beforeInvoice: cut({ creditDate: '2026-06-01' }),
}

const attach = (company: TestCompany, id: string, bytes: Uint8Array) =>
  company.upload(`/invoices/${id}/attachments`, 'bilaga', bytes)

export const ofAttachments: Record<string, Provocation> = {
  attachmentNotFound: over(async (company) => {
    const id = await draftOf(company)
    return company.get(`/invoices/${id}/attachments/${id}`)
  }),
  attachmentsTooLarge: over(async (company, { database }: Service) => {
    const id = await draftOf(company)
    await attach(company, id, pngFile())
    await database.rows(sql`update sales.attachment set size = 10485760 where invoice_id = ${id}`)
    return attach(company, id, pngFile())
  }),
  tooManyAttachments: over(async (company) => {
    const id = await draftOf(company)
    for (let count = 0; count < 20; count += 1) await attach(company, id, pngFile())
    return attach(company, id, pngFile())
  }),
}

/** Attaches a file to a draft. */
const file = (make: () => Buffer | Promise<Buffer>): Provocation =>
  over(async (company) => attach(company, await draftOf(company), await make()))

export const ofAttachmentFaults: Record<string, Provocation> = {
  notTaken: file(() => Buffer.from('hej')),
  twoThings: file(() => Buffer.concat([pngFile(), Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')])),
  damaged: file(() => pngFile({ between: [pngChunk('tEXt', Buffer.of(1)).fill(0, 8)] })),
  tooLarge: file(() => jpegFile({ width: 9000 })),
  unreadable: file(() => Buffer.from('%PDF-1.7')),
  encrypted: file(encryptedPdf),
  tooManyPages: file(() => pdfFile(101)),
}
