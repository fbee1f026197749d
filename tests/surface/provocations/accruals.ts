// How the refusals of accruals come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { aRun } from '#tests/surface/payroll-world'
import { over, type Provocation } from '#tests/surface/provocations'

const rent = async (company: TestCompany): Promise<string> =>
  ok(
    await company.post('/journal-entries', {
      title: 'Hyra',
      date: '2026-03-01',
      items: [
        { account: 5010, debit: 900, credit: 0 },
        { account: 1930, debit: 0, credit: 900 },
      ],
    }),
  ).id

const accruing = async (company: TestCompany, id: string, changes: Record<string, unknown> = {}) =>
  company.post('/accruals', {
    journalEntryRef: { id },
    account: 5010,
    firstMonth: '2026-03',
    months: 3,
    ...changes,
  })

const adding = (changes: Record<string, unknown>): Provocation =>
  over(async (company) => accruing(company, await rent(company), changes))

/** As many accruals of one krona as there are asked for, beside one that is there. */
const many = (count: number, months: number) => (company: string) =>
  sql`
  insert into accruals.accrual (company_id, id, source_entry_id, title, account, balance_account, ore, first_month,
    months, journal_entry_id, created_by_kind, created_by_id, created_at, modified_at)
  select company_id, gen_random_uuid(), source_entry_id, title, account, balance_account, 10000, first_month, ${months},
    journal_entry_id, created_by_kind, created_by_id, created_at, modified_at
  from accruals.accrual cross join generate_series(1, ${count}) where company_id = ${company}`

/** Reversals that the registers beside the books refuse. */
export const ofRegisters: Record<string, Provocation> = {
  reversalOfRegister: over(async (company) => {
    const { deferralEntryRef } = ok(await accruing(company, await rent(company)))
    const reversal = ok(await company.post(`/journal-entries/${deferralEntryRef.id}/reverse`))
    return company.post(`/journal-entries/${reversal.id}/reverse`)
  }),
  reversedOfPayRun: over(async (company) => {
    const { id } = await aRun(company, ['review', 'approve', 'book', 'pay'])
    const { journalEntryRef } = ok(await company.get(`/pay-runs/${id}`))
    return company.post(`/journal-entries/${journalEntryRef.id}/reverse`)
  }),
  reversedOfAsset: over(async (company) => {
    const lathe = { name: 'Svarv', acquisitionDate: '2026-01-15', acquisitionValue: 1000, account: 1220, months: 12 }
    const { id } = ok(await company.post('/fixed-assets', lathe))
    const { entries } = ok(await company.post('/depreciations', { to: '2026-01' }))
    ok(await company.post(`/fixed-assets/${id}/write-downs`, { date: '2026-01-31', amount: 100 }))
    return company.post(`/journal-entries/${entries[0].journalEntryRef.id}/reverse`)
  }),
  reversedAccrued: over(async (company) => {
    const entry = await rent(company)
    ok(await accruing(company, entry))
    return company.post(`/journal-entries/${entry}/reverse`)
  }),
}

export const ofAccruals: Record<string, Provocation> = {
  accrualNotFound: over((company) => company.get(`/accruals/${newId()}`)),
  tooManyAccruals: over(async (company, service) => {
    const entry = await rent(company)
    ok(await accruing(company, entry, { amount: 1 }))
    await service.database.rows(many(9999, 1)(company.id))
    return accruing(company, entry, { amount: 1 })
  }),
  sourceReversed: over(async (company) => {
    const entry = await rent(company)
    ok(await company.post(`/journal-entries/${entry}/reverse`))
    return accruing(company, entry)
  }),
  accrualReversed: over(async (company) => {
    const { id } = ok(await accruing(company, await rent(company)))
    ok(await company.post(`/accruals/${id}/reverse`))
    return company.post(`/accruals/${id}/reverse`)
  }),
  nothingToBook: over((company) => company.post('/accrual-portions', { to: '2026-03' })),
  tooManyPortions: over(async (company, service) => {
    ok(await accruing(company, await rent(company), { amount: 1 }))
    await service.database.rows(many(500, 1)(company.id))
    return company.post('/accrual-portions', { to: '2026-03' })
  }),
}

export const ofAccrualFaults: Record<string, Provocation> = {
  unknownEntry: over((company) => accruing(company, newId())),
  notOfEntry: adding({ account: 5410 }),
  accrualAmount: adding({ amount: 901 }),
  nothingLeft: over(async (company) => {
    const entry = await rent(company)
    ok(await accruing(company, entry))
    return accruing(company, entry)
  }),
  balanceAccount: adding({ balanceAccount: 1930 }),
  accrualLastMonth: adding({ firstMonth: '2199-12' }),
  accrualMonth: over((company) => company.get('/accrual-portions/proposal?to=2026-13')),
}
