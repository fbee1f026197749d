// Transfers between the company's own accounts: found by the number that the bank names, or by the other half on the
// other account.
import { accountingCurrencyOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { sameDigits, type TransactionFacts } from './match.rules.ts'
import type { Moved } from './match-entry.ts'

/** Within how many days the other half of a transfer is searched. */
const TRANSFER_DAYS = 3
/**
 * From this many digits, the end of an IBAN identifies the account: it consists of clearing number and account number.
 */
const TELLING_DIGITS = 9

/** The other account: its name and ledger account. */
export type OwnAccount = { account: number; name: string }

type Known = OwnAccount & { iban: string; bankgiro: string | null }
type Asking = Moved & Pick<TransactionFacts, 'counterpartyAccount'>

/** The own account at the other end of each of these transactions, by transaction id. */
export const ownTransfersOf = async (
  call: CompanyCall,
  transactions: readonly Asking[],
): Promise<ReadonlyMap<string, OwnAccount>> => {
  if (transactions.length === 0) return new Map()
  const known = await call.db.rows<Known>(
    sql`
    select account, name, iban, bankgiro from banking.account
    where company_id = ${call.companyId} and currency = ${await accountingCurrencyOf(call)} order by id`,
    'own-accounts',
  )
  if (known.length < 2) return new Map()
  const halves = await halvesOf(call, transactions)
  return new Map(
    transactions.flatMap(({ id, bankAccountNumber, counterpartyAccount: number }): [string, OwnAccount][] => {
      const others = known.filter(({ account }) => account !== bankAccountNumber)
      const named = others.find((one) => isNumberOf(one, number))
      const half = halves.get(id)
      const found = named ?? (number === null ? others.find(({ account }) => account === half) : undefined)
      return found ? [[id, { account: found.account, name: found.name }]] : []
    }),
  )
}

const isNumberOf = ({ iban, bankgiro }: Known, number: string | null): boolean => {
  if (number === null) return false
  const digits = number.replace(/\D/g, '').replace(/^0+/, '')
  return (
    sameDigits(iban, number) ||
    sameDigits(bankgiro, number) ||
    (digits.length >= TELLING_DIGITS && iban.startsWith('SE') && iban.endsWith(digits))
  )
}

/** The account of the other half of a transfer: an open transaction of the opposite amount at about the same time. */
const halvesOf = async (call: CompanyCall, transactions: readonly Asking[]): Promise<ReadonlyMap<string, number>> => {
  const { db, companyId } = call
  const own = await accountingCurrencyOf(call)
  const days = transactions.map(({ date }) => date).toSorted()
  const found = await db.rows<{ id: string; account: number }>(
    sql`
    with asked as (
      select * from unnest(${transactions.map(({ id }) => id)}::uuid[],
        ${transactions.map(({ bankAccountNumber }) => bankAccountNumber)}::integer[],
        ${transactions.map(({ date }) => date)}::date[],
        ${transactions.map(({ ore }) => String(ore))}::bigint[]) as a (id, account, day, ore)
    )
    select distinct on (a.id) a.id, b.account from banking.transaction t
    join banking.account b on b.company_id = t.company_id and b.id = t.bank_account_id and b.currency = ${own}
    join asked a on a.ore = -t.amount_ore and a.account <> b.account and abs(a.day - t.date) <= ${TRANSFER_DAYS}
    where t.company_id = ${companyId} and t.journal_entry_id is null and t.replaced_by_statement_id is null
      and t.date between ${days[0] ?? null}::date - ${TRANSFER_DAYS}::integer
        and ${days.at(-1) ?? null}::date + ${TRANSFER_DAYS}::integer
    order by a.id, abs(a.day - t.date), t.id`,
    'halves-of-transfers',
  )
  return new Map(found.map(({ id, account }) => [id, account]))
}
