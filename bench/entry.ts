// The entries that are posted: sales of 1,000 kronor with VAT of 25 %, paid less a bank charge. Four lines.
import { ledgerRows } from '#ledger'
import type { CompanyCall } from '#platform/call'

/** An entry as the body of a request. */
type EntryBody = {
  title: string
  date: string
  items: { account: number; debit?: number; credit?: number }[]
}

export const entryOn = (date: string): EntryBody => ({
  title: 'Försäljning, kortbetalning',
  date,
  items: [
    { account: 1930, debit: 1246.5 },
    { account: 6570, debit: 3.5 },
    { account: 3001, credit: 1000 },
    { account: 2611, credit: 250 },
  ],
})

/**
 * Books entries of one company together, with the code for batched requests.
 * @throws if one of them is refused
 */
export const bookTogether = async (call: CompanyCall, bodies: readonly EntryBody[]): Promise<void> => {
  const gather = ledgerRows.find(({ operationId }) => operationId === 'createJournalEntry')?.gather
  if (!gather) throw new Error('createJournalEntry no longer batches its requests')
  type Waiting = Parameters<typeof gather.run>[0]
  const outcomes = await gather.run(bodies.map((body) => ({ call, input: { body } })) as unknown as Waiting)
  const refused = outcomes.find((outcome) => outcome instanceof Error)
  if (refused) throw refused
}
