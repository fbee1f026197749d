// How the refusals of reports come about.
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { callingAs } from '#support/calling'
import { ok } from '#support/entries'
import type { Answer, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const asked = (report: string, query: string): Provocation =>
  over((company) => company.get(`/reports/${report}?${query}`))

export const ofReports: Record<string, Provocation> = {
  noRateOfEuro: over((company) => company.get('/reports/eu-sales-list?from=2027-01-01&to=2027-03-31'), {
    fiscalYear: ['2027-01-01', '2027-12-31'],
    accountingCurrency: 'EUR',
  }),
  noFiscalYear: over((company) => company.get('/reports/trial-balance'), { fiscalYear: null }),
}

export const ofReportFaults: Record<string, Provocation> = {
  notYetRegistered: asked('balance-sheet', 'knownAt=1'),
  notYetThere: asked('balance-sheet', 'knownAt=2030-01-01T00:00:00Z'),
  yearOrDays: over((company) =>
    company.get(`/reports/trial-balance?fiscalYearId=${company.fiscalYearId}&from=2026-01-01`),
  ),
  noSuchYear: asked('income-statement', `fiscalYearId=${newId()}`),
  outside: asked('balance-sheet', 'to=2199-01-01'),
  order: asked('income-statement', 'from=2026-03-31&to=2026-01-01'),
  tooManyParts: asked('income-statement', 'from=2020-01-01&to=2026-12-31&by=month'),
  removedYear: afterRemoval('trial-balance?from=2017-06-01'),
  removedDays: afterRemoval('trial-balance?from=2018-01-01&compare=2017-01-05..2017-01-09'),
  registeredBefore: afterRemoval('trial-balance?from=2018-01-01&knownAt=0'),
  acrossYears: over(async (company, service) => {
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' }),
    )
    return company.get('/reports/trial-balance?from=2026-07-01&to=2027-06-30')
  }),
  compare: asked('balance-sheet', 'compare=2026-03-31..2026-01-01'),
  compareOrBudget: asked('income-statement', 'compare=lastYear'),
  budgetOfTags: asked('income-statement', `compare=budget&tagId=${newId()}`),
  noBudget: asked('income-statement', 'compare=budget'),
  noSuchTag: asked('general-ledger', `tagId=${newId()}`),
  tagOrNone: asked('general-ledger', `tagId=${newId()}&untaggedGroupId=${newId()}`),
  noSuchTagGroup: asked('income-statement', `tagGroupId=${newId()}`),
  tooManyTags: over(async (company) => {
    const { body: group } = await company.post('/tag-groups', { name: 'Projekt', alias: 'pro' })
    for (let made = 0; made <= 60; made += 1) {
      await company.post(`/tag-groups/${group.id}/tags`, { name: `Projekt ${made}` })
    }
    return company.get(`/reports/income-statement?tagGroupId=${group.id}`)
  }),
  accounts: asked('general-ledger', 'accounts=3000-'),
  monthOrQuarter: asked('eu-sales-list/file', 'contactName=Anna&contactPhone=1&from=2026-01-01&to=2026-02-28'),
  phoneMissing: asked('eu-sales-list/file', 'contactName=Anna&from=2026-01-01&to=2026-01-31'),
  knownAt: asked('trial-balance', 'knownAt=lately'),
  cursor: asked('aged-payables', 'cursor=x'),
  tooManyEvents: over(async (company, service) => {
    const supplierRef = { id: ok(await company.post('/suppliers', { name: 'Många AB' })).id }
    const days = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const { id } = ok(await company.post('/supplier-invoices', { supplierRef, ...days, totalAmount: 1_000_000 }))
    const lines = [{ account: 6110, netAmount: 800_000 }]
    const { journalEntryRef } = ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
    await service.database.of(company.id).transaction(async (db) => {
      // Each payment would change the invoice once more.
      await db.rows(sql`set local session_replication_role = 'replica'`)
      await db.rows(sql`
        insert into purchasing.payment (company_id, id, supplier_invoice_id, date, ore, base_ore, claim_base_ore,
          paid_before_ore, account, journal_entry_id, created_by_kind, created_by_id, created_at)
        select ${company.id}, gen_random_uuid(), ${id}, '2026-06-09', 1, 1, 1, n - 1, 1930, ${journalEntryRef.id},
          'token', ${newId()}, '2026-06-09'
        from generate_series(1, 10001) n order by n`)
    })
    return company.get('/reports/supplier-ledger?details=true')
  }),
  tooManyItems: over(async (company, service) => {
    const supplierRef = { id: ok(await company.post('/suppliers', { name: 'Många AB' })).id }
    const invoice = { supplierRef, invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 100 }
    const { id } = ok(await company.post('/supplier-invoices', invoice))
    await service.database.rows(sql`
      insert into purchasing.supplier_invoice (company_id, id, supplier_id, invoice_date, due_date, currency,
        currency_rate, total_ore, total_base_ore, created_by_kind, created_by_id, created_at, modified_at)
      select company_id, gen_random_uuid(), supplier_id, invoice_date, due_date, currency, currency_rate, total_ore,
        total_base_ore, created_by_kind, created_by_id, created_at, modified_at
      from purchasing.supplier_invoice cross join generate_series(1, 10000)
      where company_id = ${company.id} and id = ${id}`)
    return company.get('/reports/supplier-ledger?format=csv')
  }),
}

/** A report of a company whose first year was removed. */
function afterRemoval(report: string): Provocation {
  return onceRemoved((company) => company.get(`/reports/${report}`))
}

/** What a company is asked whose first year, 2017, was removed. */
export function onceRemoved(ask: (company: TestCompany) => Promise<Answer>): Provocation {
  return over(
    async (company, service) => {
      const items = [
        { account: 1930, debit: 1 },
        { account: 2081, credit: 1 },
      ]
      await company.post('/journal-entries', { title: 'Start', date: '2017-01-02', items })
      await service.operateFor(company.id, async (call) => {
        await createFiscalYear(call, { startDate: '2018-01-01', endDate: '2018-12-31' })
        await closeFiscalYear(call, { id: company.fiscalYearId })
      })
      const { status, text } = await (await callingAs(service, company, 'owner'))(
        'POST',
        `/fiscal-years/${company.fiscalYearId}/removal`,
      )
      if (status !== 200) throw new Error(text)
      return ask(company)
    },
    { fiscalYear: ['2017-01-01', '2017-12-31'] },
  )
}
