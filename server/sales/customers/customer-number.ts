// Customer numbers (kundnummer): any text that is unique in the company. A customer without a given number gets the
// next free whole number.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** Locks the company's customer numbers until the transaction ends, and returns the next number. */
export const lockCustomerNumbers = async ({ db, companyId }: CompanyCall): Promise<bigint> => {
  await db.rows(sql`
    insert into sales.customer_counter (company_id) values (${companyId}) on conflict do nothing`)
  const { next } = await db.one<{ next: bigint }>(sql`
    select next from sales.customer_counter where company_id = ${companyId} for update`)
  return next
}

/** The first free number from `next` on; the numbers must be locked. Numbers of deleted customers are not reused. */
export const nextCustomerNumber = async (call: CompanyCall, next: bigint): Promise<string> => {
  const { db, companyId } = call
  const taken = await db.maybe(sql`
    select from sales.customer where company_id = ${companyId} and customer_number = ${String(next)}`)
  const number = taken ? await freeAfter(call, next) : next
  await db.rows(sql`
    update sales.customer_counter set next = ${number}::bigint + 1 where company_id = ${companyId}`)
  return String(number)
}

/**
 * The first free number after a taken one: its predecessor is taken. Numbers with more digits than a counter are
 * ignored.
 */
const freeAfter = async ({ db, companyId }: CompanyCall, number: bigint): Promise<bigint> => {
  const { free } = await db.one<{ free: bigint }>(sql`
    with taken as (
      select customer_number::bigint as number from sales.customer
      where company_id = ${companyId} and customer_number ~ '^[1-9][0-9]{0,14}$')
    select min(number) + 1 as free from taken
    where number >= ${number}::bigint and not exists (select from taken as next where next.number = taken.number + 1)`)
  return free
}
