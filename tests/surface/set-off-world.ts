// What rows of set-offs name: two documents of one party that have something for each other, and what was set off.
import type { Row } from '#http'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'

/** The documents of such a row, its body, and a set-off where one is named; nothing of other rows. */
export const ofSetOffs = async ({ path, method, example }: Row, company: TestCompany) => {
  if (path.includes('{supplierAdvanceId}'))
    return ofAdvances(path, method === 'POST' ? { ...(example?.body as object) } : null, company)
  if (!path.includes('/set-offs')) return {}
  const isSold = path.includes('{invoiceId}')
  const [id, other] = isSold ? await overpaid(company) : await owed(company)
  const ref = isSold ? { invoiceRef: { id: other } } : { supplierInvoiceRef: { id: other } }
  const own = isSold ? { invoiceId: id } : { supplierInvoiceId: id }
  if (!path.includes('{setOffId}')) {
    return method === 'POST' ? { ...own, body: JSON.stringify({ ...(example?.body as object), ...ref }) } : own
  }
  const setOffs = isSold ? `/invoices/${id}/set-offs` : `/supplier-invoices/${id}/set-offs`
  return { ...own, setOffId: await made(company, setOffs, { ...ref, date: '2026-06-09' }) }
}

/** An advance and an invoice of its supplier; a use of it where one is named. */
const ofAdvances = async (path: string, body: object | null, company: TestCompany) => {
  const supplierRef = { id: await made(company, '/suppliers', { name: 'Papper AB' }) }
  const supplierAdvanceId = await made(company, '/supplier-advances', { supplierRef, date: '2026-06-02', amount: 2000 })
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const invoice = await made(company, '/supplier-invoices', { supplierRef, ...dates, totalAmount: 1250 })
  await made(company, `/supplier-invoices/${invoice}/record`, { lines: [{ account: 6110, netAmount: 1000 }] })
  const supplierInvoiceRef = { id: invoice }
  if (path.includes('{useId}')) {
    const uses = `/supplier-advances/${supplierAdvanceId}/uses`
    return { supplierAdvanceId, useId: await made(company, uses, { supplierInvoiceRef, date: '2026-06-09' }) }
  }
  if (body === null) return { supplierAdvanceId }
  return { supplierAdvanceId, body: JSON.stringify({ ...body, supplierInvoiceRef }) }
}

const made = async (company: TestCompany, path: string, body?: object): Promise<string> =>
  ok(await company.post(path, body)).id

/** An invoice that is paid too much, and an unpaid one of its customer. */
const overpaid = async (company: TestCompany): Promise<[string, string]> => {
  const customerRef = { id: await made(company, '/customers', { name: 'Kund AB', type: 'company' }) }
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const sent = async () => {
    const id = await made(company, '/invoices', { customerRef, invoiceDate: '2026-06-01', lineItems: [line] })
    await made(company, `/invoices/${id}/publish`)
    return made(company, `/invoices/${id}/record`)
  }
  const id = await sent()
  const other = await sent()
  const payment = { date: '2026-06-09', sumBaseCurrency: 2000, bookkeepingAccountNumber: 1930 }
  const paymentId = await made(company, `/invoices/${id}/payments`, payment)
  await made(company, `/invoices/${id}/payments/${paymentId}/record`)
  return [id, other]
}

/** A recorded supplier invoice, and a credit note of its supplier. */
const owed = async (company: TestCompany): Promise<[string, string]> => {
  const supplierRef = { id: await made(company, '/suppliers', { name: 'Papper AB' }) }
  const received = async (netAmount: number) => {
    const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const id = await made(company, '/supplier-invoices', { supplierRef, ...dates, totalAmount: netAmount * 1.25 })
    return made(company, `/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount }] })
  }
  return [await received(10_000), await received(-1000)]
}
