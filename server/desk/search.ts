// The search of the command palette: everything in a company that matches a few letters or digits and that the caller
// may read.
import type { CompanyRowCall } from '#http'
import { ledgerContribution } from '#ledger'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { amountIn, type FoundKind, searchIn } from '#todo/search'

/** Every kind in response order, with the scope required to read it. */
export const foundKinds = {
  customer: 'customers:read',
  invoice: 'invoices:read',
  creditNote: 'credit-notes:read',
  supplier: 'suppliers:read',
  supplierInvoice: 'supplier-invoices:read',
  journalEntry: 'journal-entries:read',
  entryTemplate: 'journal-entries:read',
  account: 'chart-of-accounts:read',
  item: 'items:read',
} as const satisfies Record<FoundKind, string>

/** Maximum number of results of each kind, and the default. */
export const MOST_FOUND = 20
export const USUALLY_FOUND = 5
/** Maximum number of characters in a search text. */
export const MAX_WORDS = 100

type Found = {
  kind: FoundKind
  id: string
  title: string
  number?: string
  date?: Day
  amount?: number
  currency?: string
}

type FoundRow = Pick<Found, 'kind' | 'id' | 'title'> & {
  number: string | null
  date: Day | null
  ore: Ore | null
  currency: string
}

const contexts = [salesContribution.search, purchasingContribution.search, ledgerContribution.searchBooks]

/** The results by kind, best first, at most `limit` of each; empty for an empty text. */
export const searchCompany = async (
  { db, companyId, scopes }: CompanyRowCall,
  { q, limit = USUALLY_FOUND }: { q: string; limit?: number },
): Promise<Found[]> => {
  const text = q.trim()
  if (text === '') return []
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const digits = /^[\d -]+$/.test(text) ? text.replace(/\D/g, '') : ''
  const asked = {
    ore: amountIn(text),
    company: sql`asked.company_id`,
    words: sql`asked.words`,
    anywhere: sql`asked.anywhere`,
    digits: sql`asked.digits`,
    limit,
  }
  const parts = contexts.flatMap((searchOf) => searchOf(asked)).filter(({ kind }) => scopes.has(foundKinds[kind]))
  if (parts.length === 0) return []
  // The statement is unnamed: a generic plan is ten times slower than one for the actual values.
  const rows = await db.rows<FoundRow>(sql`
    select found.* from (
      select ${companyId}::uuid as company_id, lower(${text}::text) as words, lower(${pattern}::text) as anywhere,
        nullif(${digits}::text, '') as digits
    ) asked
    cross join lateral (select *, row_number() over () as nth from (${searchIn(parts, limit)}) part) found
    join unnest(${Object.keys(foundKinds)}::text[]) with ordinality as known (kind, place) using (kind)
    order by place, rank, nth`)
  return distinct(rows, limit).map(shown)
}

/** An item may match in several ways: its best match counts. */
const distinct = (rows: readonly FoundRow[], limit: number): FoundRow[] => {
  const seen = new Map<string, Set<string>>()
  return rows.filter(({ kind, id }) => {
    const known = seen.get(kind) ?? new Set()
    seen.set(kind, known)
    if (known.has(id) || known.size >= limit) return false
    known.add(id)
    return true
  })
}

const shown = ({ kind, id, title, number, date, ore, currency }: FoundRow): Found => ({
  kind,
  id,
  title,
  ...(number === null ? {} : { number }),
  ...(date === null ? {} : { date }),
  ...(ore === null ? {} : { amount: numberFromOre(ore), currency }),
})
