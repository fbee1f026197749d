// Bank transactions as rows name them: matched with an entry that was booked before.
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'

type Named = { bankStatementId: string; transactionId: string; amount: number }

export const matchBefore = async (
  company: TestCompany,
  { bankStatementId, transactionId, amount }: Named,
): Promise<void> => {
  const [bank, other] = amount > 0 ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  const items = [
    { account: 1930, [bank]: Math.abs(amount) },
    { account: 6570, [other]: Math.abs(amount) },
  ]
  const { id } = ok(await company.post('/journal-entries', { title: 'Bankavgift', date: '2026-06-01', items }))
  const path = `/bank-statements/${bankStatementId}/transactions/${transactionId}/match`
  ok(await company.post(path, { journalEntryId: id }))
}
