// Open documents and bank accounts in other currencies at closing: they have the rates of their own days, while the law
// requires the rate of the last day of the year (årsredovisningslagen 1995:1554, 4 kap. 13 §).
import { accountingCurrencyOf, type BookYear } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { type Ore, textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { closeYear } from '#sales'
import type { RemainingWorkKind } from '#todo/remaining-work'
import type { Facts } from './checks.rules.ts'
import { inCurrencies, remainingWorkOfKind } from './facts.ts'
import { yearEndWarnings as doubts } from './refusals.ts'
import { yearContextOf } from './year-context.ts'

/** Maximum number of documents in a warning. */
const MAX_NAMED = 10

/** Warns about them, with documents and amounts, unless they were restated at the rates of the last day. */
export const warnOfCurrencies = async (
  call: CompanyCall,
  year: BookYear,
  { left, accountsInCurrency: accounts, isRevalued }: Pick<Facts, 'left' | 'accountsInCurrency' | 'isRevalued'>,
): Promise<void> => {
  if (isRevalued) return
  for (const [kind, doubt] of documents) {
    const found = left.get(kind)
    if (!found) continue
    const values = { count: found.count, amount: textFromOre(found.ore ?? 0n) }
    warn(call, doubt({ ...values, documents: await namesOf(call, year, kind) }))
  }
  if (accounts.length === 0) return
  const own = await accountingCurrencyOf(call)
  const named = accounts.slice(0, MAX_NAMED).map(({ account, ore }) => `${account} (${textFromOre(ore)} ${own})`)
  warn(call, doubts.accountsInCurrency({ accounts: shortened(named, accounts.length) }))
}

const documents: readonly (readonly [RemainingWorkKind, typeof doubts.invoicesInCurrency])[] = [
  ['invoice.inCurrency', doubts.invoicesInCurrency],
  ['supplierInvoice.inCurrency', doubts.supplierInvoicesInCurrency],
]

/** `1001 (1100.00 SEK), 1002 (550.00 SEK)`, earliest first. */
const namesOf = async (call: CompanyCall, year: BookYear, kind: RemainingWorkKind): Promise<string> => {
  const found = await call.db.rows<{ number: string | null; name: string; ore: Ore }>(sql`
    select l.number, l.name, l.ore from (${remainingWorkOfKind(call, year, kind)}) l
    order by l.date, l.id limit ${MAX_NAMED + 1}`)
  const own = await accountingCurrencyOf(call)
  const named = found
    .slice(0, MAX_NAMED)
    .map(({ number, name, ore }) => `${number ?? name} (${textFromOre(ore)} ${own})`)
  return shortened(named, found.length)
}

const shortened = (named: readonly string[], of: number): string =>
  [...named, ...(of > named.length ? ['…'] : [])].join(', ')

type Asked = Parameters<typeof closeYear>[1]

/** Closes a year that is settled, or any with `force`; answers it, and the documents that the books lack. */
export const closeAsItStands = async (call: CompanyCall, asked: Asked): ReturnType<typeof closeYear> => {
  const closed = await closeYear(call, asked)
  const { year } = await yearContextOf(call, asked.id)
  await warnOfCurrencies(call, year, await inCurrencies(call, year))
  return closed
}
