// How the refusals of what would take too long come about.
import { pngFile } from '#support/samples/sample-files'
import { anEntry } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

/** More than an atomic request may have made outside of its transaction. */
const MANY_DOCUMENTS = 21
/** Titles with more letters, all together, than a PDF holds of such a script. */
const MANY_TITLES = 600
const TITLE = 'क'.repeat(200)

const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }

export const ofSlow: Record<string, Provocation> = {
  tooManySlow: over(async (company) => {
    const customerRef = { id: (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body.id }
    const operations: object[] = []
    for (let made = 0; made < MANY_DOCUMENTS; made += 1) {
      const { body } = await company.post('/invoices', { invoiceDate: '2026-06-10', customerRef, lineItems: [line] })
      await company.upload(`/invoices/${body.id}/attachments`, 'bild.png', pngFile({ width: 20 }))
      operations.push({ method: 'POST', path: `/invoices/${body.id}/publish` })
    }
    return company.post('/bulk', { mode: 'atomic', operations })
  }),
  lettersForPdf: over(async (company) => {
    const body = anEntry({ title: TITLE })
    const operations = Array(MANY_TITLES).fill({ method: 'POST', path: '/journal-entries', body })
    const { status } = await company.post('/bulk', { mode: 'atomic', operations })
    if (status !== 200) throw new Error(`The entries were not booked: ${status}`)
    return company.get('/reports/journal?format=pdf')
  }),
}
