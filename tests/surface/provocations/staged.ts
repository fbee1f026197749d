// How the refusals of proposals come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { over, overPerson, type Provocation } from '#tests/surface/provocations'

const entry = {
  title: 'Hyra',
  date: '2026-03-01',
  items: [
    { account: 5010, debit: 900 },
    { account: 1930, credit: 900 },
  ],
}
const asked = (changes: object = {}) => ({
  method: 'POST',
  path: '/journal-entries',
  body: entry,
  purpose: 'Hyra',
  ...changes,
})
const proposed = async (company: TestCompany): Promise<string> => ok(await company.post('/proposals', asked())).id

/** Approves as an owner what is made of a proposal that waits. */
const approving = (prepare: (company: TestCompany, id: string) => Promise<unknown>, revision = 1): Provocation =>
  overPerson('owner', async (ask, company) => {
    const id = await proposed(company)
    await prepare(company, id)
    return ask('POST', `/proposals/${id}/approve`, { revision })
  })

/** As many proposals that wait as there are asked for, beside one that is there. */
const many = (company: string, count: number) => sql`
  insert into proposals.proposal (company_id, id, state, revision, operation_id, method, path, reason, digest, effects,
    warnings, vat_periods, proposed_by_kind, proposed_by_id, proposed_by_name, created_at, modified_at)
  select company_id, gen_random_uuid(), state, revision, operation_id, method, path, reason, sha256(n::text::bytea),
    effects, warnings, vat_periods, proposed_by_kind, proposed_by_id, proposed_by_name, created_at, modified_at
  from proposals.proposal cross join generate_series(1, ${count}) n where company_id = ${company}`

export const ofStaged: Record<string, Provocation> = {
  noProposal: over((company) => company.get(`/proposals/${newId()}`)),
  tooManyWaiting: over(async (company, { database }) => {
    await proposed(company)
    await database.rows(many(company.id, 2000))
    return company.post('/proposals', asked({ reference: 'en till' }))
  }),
  notWaiting: over(async (company) => {
    const id = await proposed(company)
    await company.post(`/proposals/${id}/withdraw`)
    return company.post(`/proposals/${id}/withdraw`)
  }),
  otherRevision: approving(async () => undefined, 2),
  triedAmongOthers: over((company) =>
    company.post('/bulk', {
      mode: 'atomic',
      operations: [
        { method: 'POST', path: '/customers', body: { name: 'Kund AB', type: 'company' } },
        { method: 'POST', path: '/proposals', body: asked() },
      ],
    }),
  ),
  contentErased: over(async (company, { database }) => {
    const id = await proposed(company)
    await database.rows(sql`update proposals.proposal set effects = '{}', sealed_body = null where id = ${id}`)
    return company.post(`/proposals/${id}/try`)
  }),
}

const limits = { drafts: false, entryAmount: 500, dayAmount: 1000, accounts: [1930, 5010] }
const limiting = (changes: object): Provocation =>
  overPerson('owner', (ask) => ask('PUT', '/proposal-limits', { ...limits, ...changes }))

export const ofStagedFaults: Record<string, Provocation> = {
  unknownUpload: over((company) => company.post('/proposals', asked({ uploadRef: { id: newId() } }))),
  limitsTogether: limiting({ dayAmount: null }),
  dayBelowEntry: limiting({ dayAmount: 400 }),
}
