// How the refusals of the proposals of a year-end come about.
import { createFiscalYear } from '#ledger'
import { sql } from '#platform/sql'
import { asMember, booked, member } from '#support/owned'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const ENDED: NewTestCompany = { fiscalYear: ['2025-01-01', '2025-12-31'] }

const at = ({ fiscalYearId }: TestCompany, rest: string): string => `/fiscal-years/${fiscalYearId}${rest}`
const give = (company: TestCompany, inputs: object) => company.patch(at(company, '/proposal-inputs'), inputs)
const take = (company: TestCompany, kind: string) => company.post(at(company, `/proposals/${kind}/take`))

/** A proposal of a year that is over, taken after what is given and booked. */
const taking = (
  kind: string,
  inputs: object = {},
  prepare: (company: TestCompany, service: Service) => Promise<unknown> = async () => undefined,
): Provocation =>
  over(async (company, service): Promise<Answer> => {
    await prepare(company, service)
    await give(company, inputs)
    return take(company, kind)
  }, ENDED)

const asTrader = async ({ id }: TestCompany, { database }: Service) => {
  await database.rows(sql`update identity.company set company_type = 'proprietorship' where id = ${id}`)
}

const profit = (company: TestCompany) => booked(company, '2025-05-01', { 1930: 1000, 3001: -1000 })

const closed = async (company: TestCompany, service: Service) => {
  await profit(company)
  await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31' }),
  )
  const owner = asMember(company, await member(service, company, 'owner'))
  await owner('POST', at(company, '/closing'), {})
}

const claims = [{ name: 'Faktura 1', amount: 100, vat: 0, lossPercent: 100 }]

export const ofProposals: Record<string, Provocation> = {
  inKronor: over((company) => company.get(at(company, '/proposals')), { accountingCurrency: 'EUR' }),
  noSuchProposal: over((company) => company.get(at(company, '/proposals/others'))),
  proposalNotApplicable: taking('tax', {}, asTrader),
  proposalDeclined: taking('reserve', { declined: ['reserve'] }, profit),
  proposalNothing: taking('doubtfulClaims', { doubtfulClaims: { claims: [] } }),
  proposalWaits: taking('tax', { doubtfulClaims: { claims } }, profit),
  proposalNotTaken: over((company) => company.post(at(company, '/proposals/tax/reverse'))),
  noTaxComputation: over(async (company, service) => {
    await asTrader(company, service)
    return company.get(at(company, '/tax-computation'))
  }),
}

const opened = (balances: { account: number; amount: number }[]) => async (company: TestCompany, service: Service) => {
  const owner = asMember(company, await member(service, company, 'owner'))
  for (const { account } of balances) await owner('POST', '/chart-of-accounts', { account, name: `Konto ${account}` })
  return owner('PUT', at(company, '/opening-balances'), { balances })
}
const FUND = { account: 2123, amount: -1000 }

export const ofProposalFaults: Record<string, Provocation> = {
  lawMissing: over(
    async (company, service) => {
      await opened([FUND, { account: 1930, amount: 1000 }])(company, service)
      return take(company, 'reserve')
    },
    { fiscalYear: ['2027-01-01', '2027-12-31'] },
  ),
  stockMissing: taking('stock', {}, (company) => booked(company, '2025-05-01', { 1460: 100, 1930: -100 })),
  claimsMissing: taking(
    'doubtfulClaims',
    {},
    opened([
      { account: 1519, amount: -100 },
      { account: 1930, amount: 100 },
    ]),
  ),
  holidayMissing: taking('holidayDebt', {}, (company) => booked(company, '2025-05-01', { 7210: 100, 1930: -100 })),
  acquisitionsMissing: taking(
    'taxDepreciation',
    {},
    opened([
      { account: 1220, amount: 1000 },
      { account: 1930, amount: -1000 },
    ]),
  ),
  decisionMissing: taking('resultDecision', {}, closed),
  meetingDay: taking('resultDecision', { resultDecision: { date: '2025-06-01', dividend: 0 } }, closed),
  yearNotClosed: taking('resultDecision', { resultDecision: { date: '2026-05-01', dividend: 0 } }),
  dividendTooHigh: taking('resultDecision', { resultDecision: { date: '2026-05-01', dividend: 5000 } }, closed),
  reserveTooHigh: taking('reserve', { reserve: { allocation: 500 } }, profit),
  reversalTooHigh: taking('reserve', { reserve: { reversals: [{ account: 2123, amount: 500 }] } }),
  amount: over((company) => give(company, { tax: { adjustments: [], deficit: 0.001 } })),
  quantity: over((company) => {
    const item = { name: 'Stol', account: 1460, quantity: 0.0001, cost: 1 }
    return give(company, { stock: { valuation: 'lowest', items: [item] } })
  }),
}
