// How the refusals of annual reports come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { asMember, member } from '#support/owned'
import type { NewTestCompany, Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

type Ask = ReturnType<typeof asMember>
type Asked = { ask: Ask; path: string; company: TestCompany; service: Service }

const ENDED: NewTestCompany = { fiscalYear: ['2025-01-01', '2025-12-31'] }

const text = {
  seat: 'Malmö',
  business: 'Bolaget säljer stolar.',
  averageEmployees: 1,
  signatories: [{ firstName: 'Anna', lastName: 'Ek', role: 'Styrelseledamot' }],
}
const signing = { reportDate: '2026-02-01', signatureDates: ['2026-02-02'] }
const adoption = {
  meetingDate: '2026-02-03',
  isAsProposed: true,
  firstName: 'Anna',
  lastName: 'Ek',
  role: 'Styrelseledamot',
  signedDate: '2026-02-04',
}
const filing = { filedOn: '2026-02-05', channel: 'paper' }

/** A provocation by an owner, about the report of a year. */
const asked = (provoke: (asked: Asked) => ReturnType<Ask>, options: NewTestCompany = ENDED): Provocation =>
  over(async (company, service) => {
    const ask = asMember(company, await member(service, company, 'owner'))
    return provoke({ ask, path: `/fiscal-years/${company.fiscalYearId}/annual-report`, company, service })
  }, options)

/** The same, where the report is final. */
const ofFinal = (provoke: (asked: Asked) => ReturnType<Ask>, options?: NewTestCompany): Provocation =>
  asked(async (given) => {
    const { ask, path, company } = given
    await ask('POST', `/fiscal-years/${company.fiscalYearId}/closing`, {})
    await ask('PUT', `${path}/text`, text)
    await ask('POST', `${path}/finalization`)
    return provoke(given)
  }, options)

const ofFiled = (provoke: (asked: Asked) => ReturnType<Ask>): Provocation =>
  ofFinal(async (given) => {
    const { ask, path } = given
    await ask('PUT', `${path}/signing`, { ...signing, adoption })
    await ask('POST', `${path}/filings`, filing)
    return provoke(given)
  })

const signs = (body: object): Provocation => ofFinal(({ ask, path }) => ask('PUT', `${path}/signing`, body))

export const ofAnnualReport: Record<string, Provocation> = {
  inKronor: asked(({ ask, path }) => ask('GET', path), { ...ENDED, ...{ accountingCurrency: 'EUR' } }),
  noSuchFramework: over((company) =>
    company.get(`/fiscal-years/${company.fiscalYearId}/financial-statements?framework=k3`),
  ),
  noReportOfForm: asked(async ({ ask, path, company, service }) => {
    await service.database.rows(sql`update identity.company set company_type = 'partnership' where id = ${company.id}`)
    return ask('GET', path)
  }),
  isFinal: ofFinal(({ ask, path }) => ask('PUT', `${path}/text`, text)),
  notFinal: asked(({ ask, path }) => ask('GET', `${path}/ixbrl`)),
  yearNotOver: asked(({ ask, path }) => ask('POST', `${path}/finalization`), {}),
  notReady: asked(({ ask, path }) => ask('POST', `${path}/finalization`)),
  alreadyFiled: ofFiled(({ ask, path }) => ask('POST', `${path}/withdrawal`, { reason: 'Fel' })),
  notSigned: ofFinal(({ ask, path }) => ask('GET', `${path}/ixbrl`)),
  notAdopted: ofFinal(async ({ ask, path }) => {
    await ask('PUT', `${path}/signing`, signing)
    return ask('POST', `${path}/filings`, filing)
  }),
  noTaxonomy: ofFinal(
    async ({ ask, path }) => {
      await ask('PUT', `${path}/signing`, signing)
      return ask('GET', `${path}/ixbrl`)
    },
    { fiscalYear: ['2015-01-01', '2015-12-31'] },
  ),
  noElement: asked(async ({ ask, path, company }) => {
    const items = [
      { account: 1930, debit: 100 },
      { account: 2083, credit: 100 },
    ]
    await ask('POST', '/chart-of-accounts', { account: 2083, name: 'Medlemsinsatser' })
    await company.post('/journal-entries', { title: 'Insats', date: '2025-05-01', items })
    await ask('POST', `/fiscal-years/${company.fiscalYearId}/closing`, {})
    await ask('PUT', `${path}/text`, text)
    await ask('POST', `${path}/finalization`)
    await ask('PUT', `${path}/signing`, signing)
    return ask('GET', `${path}/ixbrl`)
  }),
  noReceipt: ofFinal(({ ask, path }) => ask('GET', `${path}/filings/${newId()}/receipt`)),
  tooManyFilings: ofFiled(async ({ ask, path, company, service }) => {
    await service.database.rows(sql`
      insert into annual_report.filing (company_id, id, version_id, filed_on, channel, signing, noted_at, noted_by)
      select company_id, gen_random_uuid(), version_id, filed_on, channel, signing, noted_at, noted_by
      from annual_report.filing cross join generate_series(1, 20) where company_id = ${company.id}`)
    return ask('POST', `${path}/filings`, filing)
  }),
}

export const ofAnnualReportFaults: Record<string, Provocation> = {
  signatories: signs({ ...signing, signatureDates: ['2026-02-02', '2026-02-02'] }),
  beforeYearEnd: signs({ ...signing, reportDate: '2025-12-31' }),
  toCome: signs({ reportDate: '2099-01-01', signatureDates: [] }),
  beforeReport: signs({ ...signing, signatureDates: ['2026-01-31'] }),
  beforeSignatures: signs({ ...signing, adoption: { ...adoption, meetingDate: '2026-02-01' } }),
  beforeMeeting: signs({ ...signing, adoption: { ...adoption, signedDate: '2026-02-02' } }),
  receipt: ofFinal(async ({ ask, path }) => {
    await ask('PUT', `${path}/signing`, { ...signing, adoption })
    const receipt = { name: 'kvittens.txt', contentType: 'text/plain', content: '////' }
    return ask('POST', `${path}/filings`, { ...filing, receipt: { ...receipt, content: '!!!!' } })
  }),
}
