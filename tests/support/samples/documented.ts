// Books with old fiscal years and documents in them: invoices of every fate, each made on its day.
import { changeCompany } from '#identity'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { setReferenceRate } from '#reminders'
import { changeSettings } from '#sales'
import { connectWhere } from '#support/by-company'
import { ok } from '#support/entries'
import { type Owned, owned } from '#support/owned'
import { mark } from '#support/reading/marks'
import type { Service } from '#support/service'
import { pngFile } from './sample-files.ts'

export type Documented = {
  company: Owned
  years: Readonly<Record<number, string>>
  /** Customers by the fate of their invoices, which the mark in their names says too. */
  customers: Readonly<Record<string, string>>
  invoices: Readonly<Record<string, { id: string; number: string; customer: string }>>
}

const FIRST = 2016
const LAST = 2025

export type Books = Owned & { at: (day: string) => void; service: Service }

/** Years from 2016 on; those to 2018 are closed. Nothing is made here that `fill` does not make. */
export const agedBooks = async (
  service: Service,
  fill: (books: Books) => Promise<void>,
  accountingMethod: 'accrual' | 'cash' = 'accrual',
) => {
  const company = await owned(service, { name: 'Gamla Bygg AB', accountingMethod })
  const years: Record<number, string> = {}
  for (let year = LAST; year >= FIRST; year--) {
    const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod } as const
    years[year] = (await service.operateFor(company.id, (call) => createFiscalYear(call, days))).id
  }
  const at = (day: string) => service.setNow(`${day}T10:00:00.000Z`)
  await fill({ ...company, at, service })
  at('2026-06-10')
  for (const year of [2016, 2017, 2018])
    await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: years[year] ?? '' }))
  return { company, years }
}

const LINE = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 8000, taxRate: 25 }

let width = 0

/** An invoice over 10 000 kr to a customer of its own, with an attachment, published and booked. */
export const sold = async (books: Books, name: string, date: string, changes: object = {}) => {
  books.at(date)
  const customer = ok(
    await books.post('/customers', {
      name: mark(name),
      type: 'company',
      contactsDetails: [{ name: mark(`${name}contact`), email: `${mark(name)}@kund.example`, isDefault: true }],
    }),
  )
  const draft = { customerRef: { id: customer.id }, lineItems: [LINE], invoiceDate: date, ...changes }
  const { id } = ok(await books.post('/invoices', draft))
  ok(await books.upload(`/invoices/${id}/attachments`, `${mark(name)}file.png`, pngFile({ width: ++width })))
  const { invoiceNumber } = ok(await books.post(`/invoices/${id}/publish`))
  ok(await books.post(`/invoices/${id}/record`))
  return { id, number: invoiceNumber as string, customer: customer.id as string }
}

export const paid = async (books: Books, id: string, date: string, sumBaseCurrency: number) => {
  books.at(date)
  const payment = { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  const made = ok(await books.post(`/invoices/${id}/payments`, payment))
  return ok(await books.post(`/invoices/${id}/payments/${made.id}/record`))
}

const credited = async (books: Books, id: string, date: string) => {
  books.at(date)
  const note = ok(await books.post(`/invoices/${id}/credit`))
  ok(await books.post(`/credit-notes/${note.id}/publish`))
  ok(await books.post(`/credit-notes/${note.id}/record`))
  return note.id as string
}

/**
 * A tax reduction on a published invoice, as of one that was refused altogether. The rates that the service knows begin
 * in 2021, so that none can be made of the years that may go: it is put in by hand, with its witnesses.
 */
const reduced = async (books: Books, id: string, name: string, date: string) => {
  const own = `where company_id = '${books.id}' and invoice_id = '${id}'`
  const client = await connectWhere(books.service, books.id)
  await client.query(`
    begin;
    set local session_replication_role = replica;
    insert into sales.tax_reduction (company_id, invoice_id, type, description, owner_kind, owner_id, status,
      submitted_at, submitted_ore, refused_ore)
    values ('${books.id}', '${id}', 'rut', '${mark(name)}', 'user', '${newId()}', 'completed', now(), 500, 500);
    insert into sales.tax_reduction_person (company_id, invoice_id, position, personal_number, digest, deduction_ore,
      asked_ore)
    values ('${books.id}', '${id}', 1, '\\x01', '\\x02', 500, 500);
    insert into sales.tax_reduction_answer (company_id, id, invoice_id, kind, date, ore, created_at)
    values ('${books.id}', '${newId()}', '${id}', 'refused', '${date}', 500, now());
    set local session_replication_role = origin;
    set local timezone = 'UTC';
    select platform.witness_contents('sales.tax_reduction', array(
      select to_jsonb(t) from sales.tax_reduction t ${own}), null);
    select platform.witness_contents('sales.tax_reduction_person', array(
      select to_jsonb(t) from sales.tax_reduction_person t ${own}), null);
    select platform.witness_contents('sales.tax_reduction_answer', array(
      select to_jsonb(t) from sales.tax_reduction_answer t ${own}), null);
    commit;`)
  await client.end()
}

/**
 * Invoices, by what became of them: those whose name ends with 16 are over with 2016, with 17 one year later;
 * `owing` is not paid at all.
 */
export const documented = async (service: Service): Promise<Documented> => {
  const invoices: Record<string, Documented['invoices'][string]> = {}
  await service.operate((call) => setReferenceRate(call, { fromDate: dayFrom('2016-01-01'), hundredths: 0 }))
  const books = await agedBooks(service, async (of) => {
    const seller = { email: 'faktura@gamla.example' }
    await service.operateFor(of.id, (call) => changeCompany(call, seller))
    await service.operateFor(of.id, (call) => changeSettings(call, { bankgiro: '5050-1055' }))
    invoices.paid16 = await sold(of, 'paid16', '2016-03-01')
    ok(await of.post(`/invoices/${invoices.paid16.id}/send`, {}))
    await paid(of, invoices.paid16.id, '2016-03-20', 10_000)
    invoices.paid17 = await sold(of, 'paid17', '2016-11-20')
    await paid(of, invoices.paid17.id, '2016-12-20', 4000)
    invoices.credited16 = await sold(of, 'credited16', '2016-05-02')
    await credited(of, invoices.credited16.id, '2016-05-10')
    invoices.credited17 = await sold(of, 'credited17', '2016-12-28')
    invoices.reminded16 = await sold(of, 'reminded16', '2016-06-01', { dueDate: '2016-06-30' })
    of.at('2016-07-20')
    ok(await of.post(`/invoices/${invoices.reminded16.id}/reminders`, { delivery: 'none' }))
    await paid(of, invoices.reminded16.id, '2016-08-01', 10_000)
    invoices.reduced16 = await sold(of, 'reduced16', '2016-09-01')
    await paid(of, invoices.reduced16.id, '2016-09-20', 10_000)
    await reduced(of, invoices.reduced16.id, 'reduction16', '2016-09-30')
    invoices.owing = await sold(of, 'owing', '2016-12-01')
    of.at('2016-12-05')
    await of.post('/journal-entries', {
      title: 'Kapital',
      date: '2016-01-10',
      items: [
        { account: 1930, debit: 50_000 },
        { account: 2081, credit: 50_000 },
      ],
    })
    await paid(of, invoices.paid17.id, '2017-01-15', 6000)
    await credited(of, invoices.credited17.id, '2017-01-20')
    invoices.late18 = await sold(of, 'late18', '2018-03-01')
    await paid(of, invoices.late18.id, '2018-03-10', 10_000)
    invoices.now = await sold(of, 'now', '2026-05-01')
    await paid(of, invoices.now.id, '2026-05-20', 3000)
  })
  const customers = Object.fromEntries(Object.entries(invoices).map(([name, { customer }]) => [name, customer]))
  return { ...books, customers, invoices }
}
