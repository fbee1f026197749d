// The bank against the ledger: the difference at the end of a statement in its lines, and months that are reconciled,
// until something changes them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingContribution } from '#banking'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A company, and where the months of its bank account are. */
const newCompany = async (): Promise<{ company: TestCompany; account: string; months: string }> => {
  const company = checkedCompany(await service.newCompany())
  const { id } = await withBankAccount(service, company)
  return { company, account: id, months: `/bank-accounts/${id}/reconciliations` }
}

/** `05-03;Hyra;-100`, from this balance on. */
const sheet = (opening: number, ...rows: string[]): Buffer => {
  let balance = opening
  const lines = rows.map((row) => {
    balance += Number(row.split(';')[2])
    return `2026-${row};${balance}`.replaceAll('.', ',')
  })
  return Buffer.from(['Bokföringsdatum;Text;Belopp;Saldo', ...lines].join('\n'))
}

const bring = async (company: TestCompany, account: string, file: Buffer): Promise<string> =>
  ok(await company.upload(`/bank-statements?bankAccountId=${account}`, 'utdrag.csv', file)).statements[0].id

const book = async (company: TestCompany, date: string, kronor: number, title: string): Promise<string> => {
  const [bank, other] = kronor > 0 ? ['debit', 'credit'] : ['credit', 'debit']
  const items = [
    { account: 1930, [bank as string]: Math.abs(kronor) },
    { account: 2893, [other as string]: Math.abs(kronor) },
  ]
  return ok(await company.post('/journal-entries', { title, date: `2026-${date}`, items })).id
}

type Line = {
  kind: string
  amount: number
  transactions: { text: string }[]
  journalEntries: { title: string }[]
}

const linesOf = ({ lines }: { lines: Line[] }): string[] =>
  lines.map(({ kind, amount, transactions, journalEntries }) =>
    [kind, amount, ...transactions.map(({ text }) => text), ...journalEntries.map(({ title }) => title)].join(' '),
  )

test('a statement is compared with the ledger, and the difference told in lines', async () => {
  const { company, account } = await newCompany()
  await book(company, '04-30', 1000, 'Insättning')
  const statement = await bring(
    company,
    account,
    sheet(1000, '05-04;Hyra;-400', '05-05;Avgift;-15', '05-12;Kund;700', '05-31;Kort;-80'),
  )
  const rent = await book(company, '05-04', -400, 'Hyra maj')
  const [row] = ok(await company.get(`/bank-statements/${statement}/transactions?query=amount==-400`)).items
  ok(await company.post(`/bank-statements/${statement}/transactions/${row.id}/match`, { journalEntryId: rent }))
  await book(company, '05-05', -400, 'Hyra igen')
  await book(company, '05-13', 700, 'Kund betalar')
  await book(company, '05-20', -33, 'Frimärken')
  const found = ok(await company.get(`/bank-statements/${statement}/reconciliation`))
  expect(found).toMatchObject({ account: 1930, date: '2026-05-31', bankBalance: 1205, ledgerBalance: 867 })
  expect(found).toMatchObject({ difference: 338, before: 0, unexplained: 0, lineCount: 5, leftOutAmount: 0 })
  expect(linesOf(found)).toEqual([
    'doubleInLedger 400 Hyra igen',
    'missingInLedger -15 Avgift',
    'otherDay 0 Kund Kund betalar',
    'missingAtBank 33 Frimärken',
    'missingInLedger -80 Kort',
  ])
})

test('a month is reconciled by a person, and opened again by an entry, a statement or an earlier month', async () => {
  const { company, account, months } = await newCompany()
  await book(company, '04-30', 1000, 'Insättning')
  await bring(company, account, sheet(1000, '04-30;Ingenting;0.01', '04-30;Rättat;-0.01'))
  await bring(company, account, sheet(1000, '05-04;Hyra;-400', '05-31;Kort;-80'))
  await book(company, '05-04', -400, 'Hyra')
  const at = `${months}/2026-05`
  const mark = (body: object) => company.post(at, body)
  const refused = await mark({ isReconciled: true })
  expect(refused.body.errors).toMatchObject([{ field: '#/note', reason: 'bank-reconciliation.unexplained' }])
  const noted = ok(await mark({ isReconciled: true, note: 'Kortköpet kommer i juni' }))
  expect(noted).toMatchObject({ state: 'reconciled', difference: -80, note: 'Kortköpet kommer i juni' })
  expect(noted.reconciledBy).not.toBeNull()
  const late = await book(company, '05-31', -80, 'Kort')
  expect(ok(await company.get(at))).toMatchObject({ state: 'reopened', reopenedBy: 'entry', difference: 0 })
  await bankingContribution.reopenMonths({
    database: service.usedDatabase,
    standing: service.standing,
    now: service.now(),
    signal: AbortSignal.timeout(60_000),
  })
  expect(ok(await company.get(at)).reopenedDateTime).not.toBeNull()
  const { items: events } = ok(await company.get('/events?after=0&types=bank-month.reopened'))
  expect(events).toHaveLength(1)

  expect(ok(await mark({ isReconciled: true }))).toMatchObject({ state: 'reconciled', note: null, reopenedBy: null })
  await book(company, '06-01', -5, 'Nästa månad')
  expect(ok(await company.get(at)).state).toBe('reconciled')
  ok(await company.post(`/journal-entries/${late}/reverse`, {}))
  expect(ok(await company.get(at))).toMatchObject({ state: 'reopened', reopenedBy: 'entry' })
  await book(company, '05-31', -80, 'Kort')

  ok(await mark({ isReconciled: true }))
  await book(company, '04-30', -7, 'Glömt i april')
  expect(ok(await company.get(at))).toMatchObject({ state: 'reopened', reopenedBy: 'balance' })
  await book(company, '04-30', 7, 'Rättat')

  ok(await mark({ isReconciled: true }))
  await bring(company, account, sheet(520, '05-31;Ränta;3'))
  expect(ok(await company.get(at))).toMatchObject({ reopenedBy: 'statement', bankBalance: 523 })

  const { items } = ok(await company.get(`${months}?query=month>=2026-05-01`))
  expect(items.map(({ month, state }: Record<string, string>) => `${month} ${state}`)).toEqual(['2026-05 reopened'])
})

test('a month without a statement is reconciled by the balance that a person states', async () => {
  const { company, months } = await newCompany()
  await book(company, '03-02', 250, 'Insättning')
  const mark = (body: object) => company.post(`${months}/2026-03`, body)
  expect((await mark({ isReconciled: true })).body.errors).toMatchObject([{ field: '#/closingBalance' }])
  expect(ok(await mark({ isReconciled: true, closingBalance: 250 }))).toMatchObject({
    state: 'reconciled',
    isStated: true,
    bankBalance: 250,
  })
  expect(ok(await mark({ isReconciled: false })).state).toBe('open')
  expect((await company.post(`${months}/2026-06`, { isReconciled: true })).body.reason).toBe(
    'bank-reconciliation.not-over',
  )
})
