// The BAS plan of a year in the chart of a company: what it would change, and the changes that people tick.
import { lockBooks, usualChart } from '#ledger/book'
import { ledgerFaults as faults } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { textFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { accountMapOf } from './account-map.ts'
import { balanceNow } from './balance.ts'
import { kindByNumber } from './chart.rules.ts'
import { setAccountActive } from './chart.ts'
import { type ChartAccount, type ChartUpdate, type PlanAccount, updateOf } from './chart-update.rules.ts'
import { usualVatCode } from './vat-code.rules.ts'

/** Maximum number of accounts that one request adds, renames or retires, of each. */
export const MAX_TICKED = 500

/** The ticked accounts, by number. */
type Ticked = { add?: readonly number[]; rename?: readonly number[]; retire?: readonly number[] }

/** What the plan of the release's year changes in the company's chart. */
export const chartUpdate = async (call: CompanyCall): Promise<ChartUpdate> => {
  const { db, companyId } = call
  const rows = await db.rows<ChartAccount>(sql`
    select number as account, name, sru as "sruCodes", account_type = 'basePlanAccount' as "isOfPlan", active
    from ledger.account where company_id = ${companyId} order by number`)
  const { vatCodes: _, ...roles } = await accountMapOf(call)
  return updateOf(new Map(rows.map((row) => [row.account, row])), usualChart, new Set(Object.values(roles)))
}

/** Applies what is ticked, all or nothing, and returns what is left. */
export const applyChartUpdate = async (call: CompanyCall, ticked: Ticked): Promise<ChartUpdate> => {
  await lockBooks(call)
  const update = await chartUpdate(call)
  refuseIfAny([
    ...strangers('add', ticked.add, update.adds),
    ...strangers('rename', ticked.rename, update.renames),
    ...strangers('retire', ticked.retire, update.retires),
    ...(await withBalance(call, ticked.retire ?? [])),
  ])
  await add(call, chosen(update.adds, ticked.add))
  await rename(call, chosen(update.renames, ticked.rename))
  for (const { account } of chosen(update.retires, ticked.retire)) {
    await setAccountActive(call, { number: account, active: false })
  }
  return chartUpdate(call)
}

const chosen = <Row extends { account: number }>(rows: readonly Row[], numbers: readonly number[] = []): Row[] =>
  rows.filter(({ account }) => numbers.includes(account))

const strangers = (
  name: string,
  numbers: readonly number[] = [],
  rows: readonly { account: number }[],
): FieldError[] => {
  const known = new Set(rows.map(({ account }) => account))
  return numbers.flatMap((account, index) =>
    known.has(account) ? [] : [faults.notInUpdate(`#/${name}/${index}`, { account })],
  )
}

/** An account of the balance sheet is closed once there is nothing left on it. */
const withBalance = async (call: CompanyCall, numbers: readonly number[]): Promise<FieldError[]> => {
  const errors: FieldError[] = []
  for (const [index, account] of numbers.entries()) {
    if (!['asset', 'liability'].includes(kindByNumber(account))) continue
    const ore = await balanceNow(call, account, dayOf(call.now))
    if (ore !== 0n) errors.push(faults.balanceLeft(`#/retire/${index}`, { account, amount: textFromOre(ore) }))
  }
  return errors
}

const add = async (call: CompanyCall, accounts: readonly PlanAccount[]): Promise<void> => {
  if (accounts.length === 0) return
  const rows = accounts.map(({ account, name, sruCodes }) => ({
    number: account,
    name,
    kind: kindByNumber(account),
    sru: sruCodes,
    vat_code: usualVatCode(account),
  }))
  await call.db.rows(sql`
    insert into ledger.account (company_id, number, name, account_type, kind, sru, vat_code)
    select ${call.companyId}, number, name, 'basePlanAccount', kind, sru, vat_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as account (
      number integer, name text, kind text, sru text[], vat_code text)`)
  for (const { number, name, vat_code: vatCode } of rows) {
    recordEvent(call, 'account.created', { id: number }, { account: number, name, vatCode })
  }
}

const rename = async (call: CompanyCall, accounts: ChartUpdate['renames']): Promise<void> => {
  if (accounts.length === 0) return
  const rows = accounts.map(({ account, name, sruCodes }) => ({ number: account, name, sru: sruCodes }))
  await call.db.rows(sql`
    update ledger.account a set name = planned.name,
      sru = case when cardinality(a.sru) = 0 then a.sru else planned.sru end, account_type = 'basePlanAccount'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planned (number integer, name text, sru text[])
    where a.company_id = ${call.companyId} and a.number = planned.number`)
  for (const { account, own, name, sruCodes } of accounts) {
    const after = { name, sruCodes: own.sruCodes.length === 0 ? [] : sruCodes }
    recordEvent(call, 'account.changed', { id: account }, { account, before: own, after })
  }
}
