// The accounts under the margin scheme: each has sales or purchases of a method and rate from a day on. Sales stand in
// box 07 by their VAT code until the margin of the period is worked out.
import { type Book, bookOf, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { numberFromOre, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { VatRate } from '#rule/vat-rates'
import { pointer } from '#text/json'
import { type CarriedMargin, MARGIN_BOX, type MarginKind, type MarginMethod } from './margin.rules.ts'
import { marginFaults as faults } from './margin-refusals.ts'

/** What an account has from a day on. */
type MarginAccount = { account: number; from: Day; kind: MarginKind; method: MarginMethod; taxRate: VatRate }

/** The accounts, and what purchases exceeded sales by, in kronor, when the company began here. */
export type MarginSetting = {
  accounts: readonly MarginAccount[]
  carriedIn: readonly { taxRate: VatRate; amount: number }[]
}

export const marginSettingOf = async (call: CompanyCall): Promise<MarginSetting> => ({
  accounts: await accountsOf(call),
  carriedIn: (await openingMargins(call)).map(({ taxRate, amount }) => ({ taxRate, amount: numberFromOre(amount) })),
})

const accountsOf = ({ db, companyId }: CompanyCall): Promise<MarginAccount[]> =>
  db.rows<MarginAccount>(
    sql`
    select account, from_date as "from", kind, method, tax_rate as "taxRate" from vat.margin_account
    where company_id = ${companyId} order by account, from_date`,
    'margin-accounts',
  )

/** What is carried into the first calculation of a company, in öre. */
export const openingMargins = ({ db, companyId }: CompanyCall): Promise<CarriedMargin[]> =>
  db.rows<CarriedMargin>(
    sql`
    select tax_rate as "taxRate", amount_ore as amount from vat.margin_opening
    where company_id = ${companyId} order by tax_rate desc`,
    'margin-openings',
  )

/** Puts these accounts in place of those before. What was worked out stays until it is worked out again. */
export const setMarginAccounts = async (call: CompanyCall, setting: MarginSetting): Promise<MarginSetting> => {
  const { db, companyId } = call
  const { accounts, carriedIn } = setting
  refuseIfAny([...wrongIn(accounts, await bookOf(call, true)), ...wrongInCarried(carriedIn)])
  const column = <Key extends keyof MarginAccount>(key: Key) => accounts.map((one) => one[key])
  // Of two who set them at once, one waits for the other.
  await lockBooks(call)
  await db.rows(sql`delete from vat.margin_account where company_id = ${companyId}`)
  await db.rows(sql`
    insert into vat.margin_account (company_id, account, from_date, kind, method, tax_rate)
    select ${companyId}::uuid, a.* from unnest(${column('account')}::integer[], ${column('from')}::date[],
      ${column('kind')}::text[], ${column('method')}::text[], ${column('taxRate')}::integer[]) a`)
  await db.rows(sql`delete from vat.margin_opening where company_id = ${companyId}`)
  await db.rows(sql`
    insert into vat.margin_opening (company_id, tax_rate, amount_ore)
    select ${companyId}::uuid, o.* from unnest(${carriedIn.map(({ taxRate }) => taxRate)}::integer[],
      ${carriedIn.map(({ amount }) => oreFromNumber(amount))}::bigint[]) o`)
  recordEvent(call, 'margin-accounts.set', { id: companyId }, { accounts: accounts.length })
  return marginSettingOf(call)
}

/** Sales are income (class 3), purchases are costs of goods (class 4). */
const classes = { sales: '3', salesAtLoss: '3', purchases: '4' } as const satisfies Record<MarginKind, string>

const wrongIn = (accounts: readonly MarginAccount[], { accounts: chart, roles }: Book): FieldError[] => {
  const given = new Set<string>()
  return accounts.flatMap(({ account, from, kind, method }, index) => {
    const at = (name: string) => pointer('accounts', index, name)
    const errors: FieldError[] = []
    const box = roles.vatCodes.get(account) ?? null
    const digit = classes[kind]
    if (!String(account).startsWith(digit) || chart.get(account) !== true) {
      errors.push(faults.unknownAccount(at('account'), { digit }))
    } else if (kind !== 'purchases' && box !== MARGIN_BOX) errors.push(faults.salesBox(at('account')))
    else if (kind === 'purchases' && box !== null) errors.push(faults.purchaseBox(at('account'), { box }))
    if (kind === 'salesAtLoss' && method === 'perPeriod') errors.push(faults.lossPerPeriod(at('method')))
    const key = `${account} ${from}`
    if (given.has(key)) errors.push(faults.repeated(at('from')))
    given.add(key)
    return errors
  })
}

const wrongInCarried = (carriedIn: MarginSetting['carriedIn']): FieldError[] =>
  carriedIn.flatMap(({ taxRate, amount }, index) => [
    ...((oreFromNumber(amount) ?? 0n) > 0n ? [] : [faults.amount(pointer('carriedIn', index, 'amount'))]),
    ...(carriedIn.findIndex((one) => one.taxRate === taxRate) === index
      ? []
      : [faults.repeatedRate(pointer('carriedIn', index, 'taxRate'))]),
  ])
