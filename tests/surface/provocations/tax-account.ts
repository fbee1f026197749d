// How the refusals of the tax account come about.
import { newId } from '#platform/id'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const interest = { date: '2026-05-02', text: 'Intäktsränta', amount: 7 }

/** The id of the row of interest, imported. */
const imported = async (company: TestCompany, items: object[] = [interest]): Promise<string> => {
  ok(await company.post('/tax-account/transactions', { items }))
  return ok(await company.get('/tax-account/transactions')).items[0].id
}

/** An entry of the interest. */
const entryOf = async (company: TestCompany, amount = 7): Promise<string> => {
  const items = [
    { account: 1630, debit: amount },
    { account: 8314, credit: amount },
  ]
  return ok(await company.post('/journal-entries', { title: 'Ränta', date: '2026-05-02', items })).id
}

const matching = (body: (company: TestCompany) => Promise<object>, times = 1): Provocation =>
  over(async (company) => {
    const id = await imported(company)
    const asked = await body(company)
    let answer = await company.post(`/tax-account/transactions/${id}/match`, asked)
    for (let time = 1; time < times; time += 1)
      answer = await company.post(`/tax-account/transactions/${id}/match`, asked)
    return answer
  })

const importing = (changes: object): Provocation =>
  over((company) => company.post('/tax-account/transactions', { items: [interest], ...changes }))

const sending = (text: string): Provocation =>
  over((company) => company.upload('/tax-account/statements', 'skattekonto.csv', Buffer.from(text)))

export const ofTaxAccount: Record<string, Provocation> = {
  inKronor: over((company) => company.post('/tax-account/transactions', { items: [interest] }), {
    accountingCurrency: 'EUR',
  }),
  statementNotFound: over((company) => company.get(`/tax-account/statements/${newId()}`)),
  transactionNotFound: over((company) => company.get(`/tax-account/transactions/${newId()}`)),
  noFile: over(async (company) => {
    const { statement } = ok(await company.post('/tax-account/transactions', { items: [interest] }))
    return company.get(`/tax-account/statements/${statement.id}/download`)
  }),
  matchedAlready: matching(async () => ({}), 2),
  notMatched: over(async (company) => company.delete(`/tax-account/transactions/${await imported(company)}/match`)),
  entryBooked: over(async (company) => {
    const id = await imported(company)
    ok(await company.post(`/tax-account/transactions/${id}/match`, {}))
    return company.delete(`/tax-account/transactions/${id}/match`)
  }),
  noProposal: over(async (company) => {
    const id = await imported(company, [{ ...interest, text: 'Omräkning' }])
    return company.post(`/tax-account/transactions/${id}/match`, {})
  }),
  nothingToBook: over((company) => company.post('/tax-account/bookings', {})),
  noStatement: over((company) => company.get('/tax-account/comparison')),
}

export const ofTaxAccountFaults: Record<string, Provocation> = {
  file: sending('2026-05-02;Intäktsränta;sju'),
  otherCompany: sending('"Annan AB";"556000-0001";""\n2026-05-02;Intäktsränta;7'),
  dayToCome: importing({ toDate: '2026-12-31' }),
  amount: importing({ items: [{ ...interest, amount: 0 }] }),
  referenceTwice: importing({ items: [0, 1].map(() => ({ ...interest, reference: 'A1' })) }),
  sum: importing({ openingBalance: 1, closingBalance: 9 }),
  outside: importing({ fromDate: '2026-05-03', toDate: '2026-05-04' }),
  days: importing({ fromDate: '2026-05-03', toDate: '2026-05-01' }),
  oneTarget: matching(async (company) => ({ account: 8314, journalEntryId: await entryOf(company) })),
  titleOfAccount: matching(async (company) => ({ title: 'Ränta', journalEntryId: await entryOf(company) })),
  taxAccountItself: matching(async () => ({ account: 1630 })),
  entry: matching(async (company) => ({ journalEntryId: await entryOf(company, 8) })),
  unknownEntry: matching(async () => ({ journalEntryId: newId() })),
  entryReversed: matching(async (company) => {
    const journalEntryId = await entryOf(company)
    ok(await company.post(`/journal-entries/${journalEntryId}/reverse`))
    return { journalEntryId }
  }),
  entryTaken: over(async (company) => {
    const other = { ...interest, date: '2026-05-03' }
    ok(await company.post('/tax-account/transactions', { items: [interest, other] }))
    const { items } = ok(await company.get('/tax-account/transactions'))
    const journalEntryId = await entryOf(company)
    const match = (at: number) => company.post(`/tax-account/transactions/${items[at].id}/match`, { journalEntryId })
    ok(await match(0))
    return match(1)
  }),
  unknownTransaction: over((company) => company.post('/tax-account/bookings', { transactionIds: [newId()] })),
}
