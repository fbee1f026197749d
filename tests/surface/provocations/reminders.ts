// How the refusals of reminders come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { over, overPerson, type Provocation } from '#tests/surface/provocations'
import { overdueInvoice } from '#tests/surface/register-world'

const remind = (company: TestCompany, id: string, body: object = { delivery: 'none' }) =>
  company.post(`/invoices/${id}/reminders`, body)

/** A provocation by reminding of an overdue invoice, once something has happened to it. */
const reminding = (
  before: (company: TestCompany, id: string, service: Service) => Promise<unknown> = async () => undefined,
  body?: object,
): Provocation =>
  over(async (company, service) => {
    const id = await overdueInvoice(company)
    await before(company, id, service)
    return remind(company, id, body)
  })

const held = (of: 'customerId' | 'invoiceId'): Provocation =>
  reminding(async (company, id) => {
    const { customerRef } = ok(await company.get(`/invoices/${id}`))
    ok(await company.post('/reminder-holds', { [of]: of === 'invoiceId' ? id : customerRef.id, reason: 'Bestridd' }))
  })

const pay = async (company: TestCompany, id: string, sumBaseCurrency: number) => {
  const body = { date: '2026-06-10', sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  ok(await company.post(`/invoices/${id}/payments`, body))
}

const cancel = (company: TestCompany, id: string) => company.post(`/reminders/${id}/cancel`, { reason: 'Fel' })

export const ofReminders: Record<string, Provocation> = {
  inKronor: over(async (company) => remind(company, await overdueInvoice(company)), { accountingCurrency: 'EUR' }),
  reminderNotFound: over((company) => company.get(`/reminders/${newId()}`)),
  holdNotFound: over((company) => company.get(`/reminder-holds/${newId()}`)),
  nothingToRemind: reminding((company, id) => pay(company, id, 125)),
  notDue: over(async (company) => remind(company, await overdueInvoice(company, { dueDate: '2026-06-10' }))),
  notInSek: over(async (company) =>
    remind(company, await overdueInvoice(company, { currency: 'EUR', currencyRate: 11 })),
  ),
  notBooked: over(async (company) => remind(company, await overdueInvoice(company, {}, false))),
  customerHeld: held('customerId'),
  invoiceHeld: held('invoiceId'),
  remindedToday: reminding((company, id) => remind(company, id)),
  tooManyReminders: reminding(async (company, id, { database }) => {
    ok(await remind(company, id))
    await database.rows(sql`
      update reminders.reminder set number = 10, date = date - 1 where company_id = ${company.id}`)
  }),
  overtaken: reminding(undefined, { delivery: 'none', number: 2 }),
  alreadyCancelled: over(async (company) => {
    const { id } = ok(await remind(company, await overdueInvoice(company)))
    ok(await cancel(company, id))
    return cancel(company, id)
  }),
  claimPaid: over(async (company, { database }) => {
    const invoice = await overdueInvoice(company)
    const { id } = ok(await remind(company, invoice))
    await database.rows(sql`
      update reminders.reminder set fee_ore = 6000, fees_ore = 6000 where company_id = ${company.id}`)
    await pay(company, invoice, 185)
    return cancel(company, id)
  }),
  noMailServer: async (beside) => {
    const service: Service = await startService({ beside, takesMail: false })
    try {
      return await reminding(undefined, { delivery: 'mail', to: ['karin@example.com'] })(service)
    } finally {
      await service.close()
    }
  },
  tooManyReminderMails: over(async (company, { database }) => {
    const to = ['karin@example.com']
    const { id } = ok(await remind(company, await overdueInvoice(company), { delivery: 'mail', to }))
    await database.rows(sql`
      insert into reminders.mailing (company_id, id, reminder_id, recipient, made_at)
      select company_id, gen_random_uuid(), ${id}, recipient, made_at
      from reminders.mailing cross join generate_series(1, 999) where company_id = ${company.id}`)
    return remind(company, await overdueInvoice(company), { delivery: 'mail', to })
  }),
  alreadyHeld: over(async (company) => {
    const invoiceId = await overdueInvoice(company)
    ok(await company.post('/reminder-holds', { invoiceId }))
    return company.post('/reminder-holds', { invoiceId })
  }),
  tooManyHolds: over(async (company, { database }) => {
    const { id } = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
    // No trigger and no key looks at them: their customers are not there.
    await database.of(company.id).transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(sql`
        insert into reminders.hold (company_id, id, customer_id, reason, actor_kind, actor_id, actor_name, placed_at)
        select ${company.id}, gen_random_uuid(), gen_random_uuid(), '', 'user', ${id}, 'n', now()
        from generate_series(1, 50000)`)
    })
    return company.post('/reminder-holds', { customerId: id })
  }),
}

const deciding = (body: object): Provocation => overPerson('owner', (ask) => ask('PATCH', '/reminder-settings', body))

export const ofReminderFaults: Record<string, Provocation> = {
  feeDecimals: deciding({ fee: 60.5 }),
  feeNotAgreed: deciding({ fee: 60 }),
  rateDecimals: deciding({ ownRate: 1.125 }),
  text: deciding({ text: 'a\u0007' }),
  strangePlaceholder: deciding({ text: 'Hej {namn}' }),
  noAddress: reminding(undefined, { delivery: 'mail' }),
  badAddress: reminding(undefined, { delivery: 'mail', to: ['ingen'] }),
  repeatedAddress: reminding(undefined, { delivery: 'mail', to: ['a@example.com', 'a@example.com'] }),
  noMailWanted: reminding(undefined, { delivery: 'none', to: ['a@example.com'] }),
  oneOfTwo: over((company) => company.post('/reminder-holds', {})),
  unknownCustomer: over((company) => company.post('/reminder-holds', { customerId: newId() })),
  unknownInvoice: over((company) => company.post('/reminder-holds', { invoiceId: newId() })),
  noReason: over(async (company) => {
    const { id } = ok(await remind(company, await overdueInvoice(company)))
    return company.post(`/reminders/${id}/cancel`, { reason: '' })
  }),
}
