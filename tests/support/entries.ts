// What stands in the books of a company, read over HTTP.
import { expect } from 'vitest'
import type { Answer, TestCompany } from '#support/service'

/** The body of an answer that is no refusal. */
export const ok = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

type Item = { account: number; debit: number; credit: number }

/** The sum of each account over entries, in kronor and by number: debit is positive. Accounts at zero are left out. */
export const sumsOf = (entries: readonly { items: readonly Item[] }[]): Record<number, number> => {
  const ore = new Map<number, number>()
  for (const { account, debit, credit } of entries.flatMap(({ items }) => items)) {
    ore.set(account, (ore.get(account) ?? 0) + Math.round(debit * 100) - Math.round(credit * 100))
  }
  return Object.fromEntries([...ore].filter(([, sum]) => sum !== 0).map(([account, sum]) => [account, sum / 100]))
}

/** The entry that a document, payment or settlement was recorded with. */
export const entryOf = async (
  company: TestCompany,
  { journalEntryRef }: { journalEntryRef: { id: string } | null },
): Promise<Answer['body']> => ok(await company.get(`/journal-entries/${journalEntryRef?.id}`))

/** The accounts of that entry with their sums. */
export const bookedBy = async (company: TestCompany, recordedOne: { journalEntryRef: { id: string } | null }) =>
  sumsOf([await entryOf(company, recordedOne)])

/** Every entry of a company with its number, the one booked first first. */
export const entriesOf = async (company: TestCompany): Promise<Answer['body'][]> =>
  ok(await company.get('/journal-entries?pageSize=100')).items.reverse()

/** What stands on every account of a company. */
export const balancesOf = async (company: TestCompany) => sumsOf(await entriesOf(company))

/** What an answer warns of. */
export const warningsOf = ({ headers }: Answer): string[] =>
  (headers.get('service-warning') ?? '')
    .split(',')
    .map((one) => decodeURIComponent(one.trim()))
    .filter(Boolean)
