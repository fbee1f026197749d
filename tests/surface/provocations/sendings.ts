// How the refusals of what is sent by mail come about.
import { sql } from '#platform/sql'
import { type Service, startService, type TestCompany } from '#support/service'
import { over, overPerson, type Provocation } from '#tests/surface/provocations'
import { onceRemoved } from './reports.ts'

const aLine = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }

const made = async (company: TestCompany, path: string, body?: object): Promise<string> =>
  (await company.post(path, body)).body.id

const drafted = async (company: TestCompany): Promise<string> => {
  const customerRef = { id: await made(company, '/customers', { name: 'Kund', type: 'company' }) }
  return made(company, '/invoices', { invoiceDate: '2026-06-10', customerRef, lineItems: [aLine] })
}

const invoiced = async (company: TestCompany): Promise<string> => {
  const id = await drafted(company)
  await company.post(`/invoices/${id}/publish`)
  return id
}

const to = ['karin@example.com']

/** A provocation by sending a published invoice. */
const sending = (body: object) =>
  over(async (company) => company.post(`/invoices/${await invoiced(company)}/send`, body))

/** The same after so many mails, of the company or of the document alone. */
const after = (count: number, at: string): Provocation =>
  over(async (company, { database }) => {
    const id = await invoiced(company)
    await database.rows(sql`
      insert into sales.sending (company_id, id, invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
        made_at)
      select ${company.id}, gen_random_uuid(), ${id}, 'a@b.example', 's', 'user', ${id}, 'n', ${at}::timestamptz
      from generate_series(1, ${count}::integer)`)
    return company.post(`/invoices/${id}/send`, { to })
  })

export const ofSendings: Record<string, Provocation> = {
  draftNotSent: over(async (company) => company.post(`/invoices/${await drafted(company)}/send`, { to })),
  noMailServer: async (beside) => {
    const service: Service = await startService({ beside, takesMail: false })
    try {
      return await sending({ to })(service)
    } finally {
      await service.close()
    }
  },
  tooLargeForMail: over(async (company, { database }) => {
    const id = await invoiced(company)
    await company.get(`/invoices/${id}/download`)
    await database.of(company.id).transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(sql`update sales.paper set pdf_size = 20000000 where invoice_id = ${id}`)
    })
    return company.post(`/invoices/${id}/send`, { to })
  }),
  tooManyMails: after(1000, '2026-06-10T00:00:00Z'),
  tooManySendings: after(200, '2026-01-10T00:00:00Z'),
}

export const ofSendingFaults: Record<string, Provocation> = {
  noAddress: sending({}),
  badAddress: sending({ to: ['ingen'] }),
  repeatedAddress: sending({ to: [...to, ...to] }),
  noOwnAddress: sending({ to, copyToSender: true }),
  subject: sending({ to, subject: 'a\nb' }),
  text: sending({ to, text: 'a\u0007' }),
  unknownPlaceholder: overPerson('owner', (ask) => ask('PATCH', '/sales-settings', { mailText: 'Hej {namn}' })),
}

/** Answers what is asked of a customer with so many events. */
const ofBusy = (events: number, ask: (company: TestCompany, customerId: string) => ReturnType<TestCompany['get']>) =>
  over(async (company, { database }) => {
    const id = await invoiced(company)
    const { customerRef } = (await company.get(`/invoices/${id}`)).body
    await database.of(company.id).transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(sql`
        insert into sales.settlement (company_id, id, invoice_id, type, date, sum_base_ore, created_by_kind,
          created_by_id, created_at)
        select ${company.id}, gen_random_uuid(), ${id}, 'bankFee', '2026-06-10', 1, 'user', ${id},
          '2026-06-10T00:00:00Z' from generate_series(1, ${events}::integer)`)
    })
    return ask(company, customerRef.id)
  })

export const ofAccountStatements: Record<string, Provocation> = {
  emptyStatement: over(async (company) => {
    const id = await made(company, '/customers', { name: 'Kund', type: 'company' })
    return company.post(`/customers/${id}/statement/send`, { to })
  }),
  statementTooLong: ofBusy(5000, (company, id) => company.post(`/customers/${id}/statement/send`, { to })),
}

export const ofAccountStatementFaults: Record<string, Provocation> = {
  backwards: over(async (company) => {
    const id = await made(company, '/customers', { name: 'Kund', type: 'company' })
    return company.get(`/customers/${id}/statement?from=2026-05-02&to=2026-05-01`)
  }),
  removedYear: onceRemoved(async (company) => {
    const id = await made(company, '/customers', { name: 'Kund', type: 'company' })
    return company.get(`/customers/${id}/statement?from=2017-12-31`)
  }),
  tooLong: ofBusy(10_000, (company, id) => company.get(`/customers/${id}/statement`)),
}
