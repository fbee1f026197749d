// The difference of rates that a payment of an invoice in another currency realises: a settlement of type currency that
// is made, booked and removed with its payment, as charges are.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { refuseTooMany } from '#sales/booking/sale'
import type { Sale } from '#sales/booking/sale.rules'
import { claimSettledBy, type InBoth, openOf } from './in-currency.rules.ts'
import { addSettlement } from './settlement.ts'

type Paying = InBoth & { id: string; date: Day }

/** Adds the difference between the money and the debt that it settles; `claim` is that debt where it is known. */
export const addRateDifference = async (
  call: CompanyCall,
  sale: Sale,
  { id, date, ...money }: Paying,
  claim: bigint | undefined,
): Promise<void> => {
  const whole = { ore: sale.record.totalOre, baseOre: sale.record.totalBaseOre }
  const difference = (claim ?? claimSettledBy(money, openOf(sale), whole)) - money.baseOre
  if (difference === 0n) return
  refuseTooMany(sale.settlements)
  const settlement = { type: 'currency', date, sumBaseOre: difference, vatScheme: null, termsOnInvoice: null } as const
  const { id: settlementId } = await addSettlement(call, sale, settlement)
  await call.db.rows(sql`
    insert into sales.payment_charge (company_id, settlement_id, payment_id)
    values (${call.companyId}, ${settlementId}, ${id})`)
}
