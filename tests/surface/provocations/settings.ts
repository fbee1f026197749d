// How the refusals of sales settings come about.
import { Refusal } from '#platform/refusal'
import { changeSettings } from '#sales'
import { setNextInvoiceNumber } from '#server/sales/settings/settings-change'
import { overPerson, type Provocation, verb } from '#tests/surface/provocations'

export const ofSettings: Record<string, Provocation> = {
  seriesHasBegun: async (service) => {
    const company = await service.newCompany()
    const customer = await company.post('/customers', { name: 'Kund AB', type: 'company' })
    const lineItems = [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1, taxRate: 25 }]
    const body = { invoiceDate: '2026-06-10', customerRef: { id: customer.body.id }, lineItems }
    const invoice = await company.post('/invoices', body)
    await company.post(`/invoices/${invoice.body.id}/publish`)
    const setting = service.operateFor(company.id, (call) => setNextInvoiceNumber(call, { number: 7n }))
    const refused: unknown = await setting.catch((cause: unknown) => cause)
    if (!(refused instanceof Refusal)) throw new Error('Nothing was refused')
    return { code: refused.kind.code, message: refused.message, errors: refused.errors }
  },
  noLogo: overPerson('reader', (ask) => ask('GET', '/sales-settings/logo')),
}

const changed = (changes: Parameters<typeof changeSettings>[1]): Provocation =>
  verb((call) => changeSettings(call, changes))

export const ofSettingsFaults: Record<string, Provocation> = {
  wrongNumber: changed({ bankgiro: '5805-6202' }),
  textTooLong: changed({ seat: 'x'.repeat(201) }),
  paymentTermsDays: changed({ paymentTermsDays: 366 }),
  logo: changed({ logo: 'package.json' }),
  firstNumber: verb((call) => setNextInvoiceNumber(call, { number: 0n })),
}
