// Whether what is declared of a month, what the payslips say, what is booked and what is paid agree.
import { paymentsBy } from '#banking'
import type { PayslipRecord } from '#payroll/runs/payslip'
import { readSettings } from '#payroll/runs/settings'
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { Proposed } from './employer-return.ts'

/** Sums of a month in öre; `booked` are those of the entries of its pay runs. */
export type Agreement = {
  tax: { declaredOre: Ore; payslipsOre: Ore; bookedOre: Ore }
  contributions: { declaredOre: Ore; payslipsOre: Ore; bookedOre: Ore }
  net: { payslipsOre: Ore; bookedOre: Ore; paidOre: Ore; waitingOre: Ore }
  differences: readonly Difference[]
}

/** `rounding`: each base is declared in whole kronor, with the öre dropped. */
type Difference = {
  what: 'tax' | 'contributions' | 'net'
  between: 'declaredAndBooked' | 'payslipsAndBooked' | 'bookedAndPaid'
  ore: Ore
  because: 'rounding' | 'unknown' | 'waiting'
}

/** What each statement may drop of öre: less than a krona of each of two bases, at most a third of it. */
const ROUNDING_ORE = 200n

export const agreementOf = async (call: CompanyCall, { payslips, whole, people }: Proposed): Promise<Agreement> => {
  const { accounts } = await readSettings(call)
  const runs = [...new Set(payslips.map(({ runId }) => runId))]
  const { db, companyId } = call
  const rows = await db.rows<{ account: number; ore: Ore }>(sql`
    select i.account, coalesce(sum(i.credit - i.debit), 0)::bigint as ore
    from payroll.pay_run r
    join ledger.journal_entry_item_view i on i.company_id = r.company_id and i.journal_entry_id = r.journal_entry_id
    where r.company_id = ${companyId} and r.id = any(${runs}::uuid[]) group by i.account`)
  const booked = new Map(rows.map(({ account, ore }) => [account, ore]))
  const sum = (field: (one: PayslipRecord) => Ore) => payslips.reduce((all, one) => all + field(one), 0n)
  const { paidOre, waitingOre } = await paidOf(call, payslips)
  const tax = {
    declaredOre: whole.taxOre,
    payslipsOre: sum(({ taxOre }) => taxOre),
    bookedOre: booked.get(accounts.withheldTax) ?? 0n,
  }
  const contributions = {
    declaredOre: whole.contributionsOre,
    payslipsOre: sum(({ contributionsOre }) => contributionsOre),
    bookedOre: booked.get(accounts.contributionsDebt) ?? 0n,
  }
  const net = {
    payslipsOre: sum(({ netOre }) => netOre),
    bookedOre: booked.get(accounts.netPay) ?? 0n,
    paidOre,
    waitingOre,
  }
  const most = ROUNDING_ORE * BigInt(people.length + 1)
  const differences = [
    ...differing('tax', 'declaredAndBooked', tax.declaredOre - tax.bookedOre, 0n),
    ...differing('contributions', 'declaredAndBooked', contributions.declaredOre - contributions.bookedOre, most),
    ...differing('tax', 'payslipsAndBooked', tax.payslipsOre - tax.bookedOre, 0n),
    ...differing('contributions', 'payslipsAndBooked', contributions.payslipsOre - contributions.bookedOre, 0n),
    ...differing('net', 'payslipsAndBooked', net.payslipsOre - net.bookedOre, 0n),
    ...differing('net', 'bookedAndPaid', net.bookedOre - net.paidOre, net.waitingOre, 'waiting'),
  ]
  return { tax, contributions, net, differences }
}

const differing = (
  what: Difference['what'],
  between: Difference['between'],
  ore: Ore,
  explained: Ore,
  because: Difference['because'] = 'rounding',
): Difference[] => {
  if (ore === 0n) return []
  const size = ore < 0n ? -ore : ore
  return [{ what, between, ore, because: size <= explained ? because : 'unknown' }]
}

/** What is paid: by payments that the bank has made, or in runs that were paid outside of the service. */
const paidOf = async (
  call: CompanyCall,
  payslips: readonly PayslipRecord[],
): Promise<{ paidOre: Ore; waitingOre: Ore }> => {
  const { db, companyId } = call
  const runs = await db.rows<{ id: string; state: string }>(sql`
    select r.id, r.state from payroll.pay_run r
    where r.company_id = ${companyId} and r.id = any(${[...new Set(payslips.map(({ runId }) => runId))]}::uuid[])`)
  const stateOf = new Map(runs.map(({ id, state }) => [id, state]))
  const ids = payslips.flatMap(({ bankPaymentId }) => (bankPaymentId === null ? [] : [bankPaymentId]))
  const payments = new Map((await paymentsBy(call, ids)).map((one) => [one.id, one.state]))
  let paidOre = 0n
  let waitingOre = 0n
  for (const { runId, bankPaymentId, netOre } of payslips) {
    const state = bankPaymentId === null ? null : payments.get(bankPaymentId)
    if (state === 'paid' || (state === null && stateOf.get(runId) === 'paid')) paidOre += netOre
    else if (state === null || state === 'readyToSign' || state === 'signed') waitingOre += netOre
  }
  return { paidOre, waitingOre }
}
