// How a booked pay run is paid: by payments that people sign and send to the bank, or outside of the service.
import { createSalaryPayments } from '#banking'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { numberFromOre, textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { type PayslipRecord, payslipsInRun } from './payslip.ts'
import { holdPayroll, holdRun, type RunRecord, readRun, requireState } from './run.ts'
import { peopleBy } from './run-people.ts'
import { runRefusals as refusals } from './run-refusals.ts'

export const payWays = ['bankPayments', 'outside'] as const
type PayWay = (typeof payWays)[number]

/**
 * Pays a booked run. `bankPayments` makes a payment to each account, which are signed and filed as others; `outside`
 * notes that it was paid in another way.
 */
export const payRun = async (call: CompanyCall, id: string, way: PayWay): Promise<RunRecord> => {
  await holdPayroll(call)
  const run = await holdRun(call, id)
  requireState(run, 'booked')
  const { db, companyId, now } = call
  if (way === 'bankPayments') await makePayments(call, run)
  await db.rows(sql`
    update payroll.pay_run set state = 'paid', modified_at = ${now} where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'pay-run.paid', { id }, { id, number: run.number, way, net: textFromOre(run.netOre) })
  return readRun(call, id)
}

const makePayments = async (call: CompanyCall, run: RunRecord): Promise<void> => {
  const payslips = (await payslipsInRun(call, run.id)).filter(({ netOre }) => netOre > 0n)
  const today = dayOf(call.now)
  const paymentDate = run.payDate < today ? today : run.payDate
  const people = await peopleBy(
    call,
    payslips.map(({ employeeId }) => employeeId),
  )
  const bodies = []
  for (const payslip of payslips) {
    const name = nameOf(payslip)
    const bankAccount = people.get(payslip.employeeId)?.bankAccount
    if (!bankAccount) throw refusals.withoutAccount({ name })
    bodies.push({
      amount: numberFromOre(payslip.netOre),
      paymentDate,
      ownNote: `Lön ${run.number}`,
      recipientRef: {
        kind: 'transfer' as const,
        recipientName: name,
        recipientReference: `Lön ${run.payDate.slice(0, 7)}`,
        ...bankAccount,
      },
    })
  }
  const payments = await createSalaryPayments(call, bodies)
  const paid = payslips.map(({ id }, index) => ({ id, paymentId: payments[index]?.id }))
  await call.db.rows(sql`
    update payroll.payslip s set bank_payment_id = p."paymentId"
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as p (id uuid, "paymentId" uuid)
    where s.company_id = ${call.companyId} and s.id = p.id`)
}

export const nameOf = ({ person: { firstName, lastName } }: Pick<PayslipRecord, 'person'>): string =>
  `${firstName} ${lastName}`
