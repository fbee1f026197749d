// Settings of payroll: the accounts that pay is booked on, and whether two people approve a run.
import { accountNames, createAccount, nameInPlan, usualAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type PayAccountKey, payAccountKeys, usualPayAccounts } from '#rule/payroll/pay-types'
import { pointer } from '#text/json'
import { runFaults as faults } from './run-refusals.ts'

type Accounts = Partial<Record<PayAccountKey, number>>
export type PayrollSettings = { needsTwo: boolean; accounts: Record<PayAccountKey, number>; modifiedAt: Date | null }

type Stored = { needsTwo: boolean; accounts: Accounts; modifiedAt: Date }

/** The settings; those that the company has not chosen are the usual ones. */
export const readSettings = async ({ db, companyId }: CompanyCall): Promise<PayrollSettings> => {
  const found = await db.maybe<Stored>(sql`
    select s.needs_two as "needsTwo", s.accounts, s.modified_at as "modifiedAt"
    from payroll.settings s where s.company_id = ${companyId}`)
  return {
    needsTwo: found?.needsTwo ?? false,
    accounts: { ...usualPayAccounts, ...found?.accounts },
    modifiedAt: found?.modifiedAt ?? null,
  }
}

type SettingsBody = { needsTwo: boolean; accounts?: Accounts }

/** Replaces the settings; accounts that are left out are the usual ones. */
export const putSettings = async (call: CompanyCall, { needsTwo, accounts = {} }: SettingsBody) => {
  refuseIfAny(await wrongInSettings(call, { accounts }))
  const chosen = Object.fromEntries(payAccountKeys.flatMap((key) => (accounts[key] ? [[key, accounts[key]]] : [])))
  await call.db.rows(sql`
    insert into payroll.settings (company_id, needs_two, accounts, modified_at)
    values (${call.companyId}, ${needsTwo}, ${JSON.stringify(chosen)}::jsonb, ${call.now})
    on conflict (company_id) do update set needs_two = excluded.needs_two, accounts = excluded.accounts,
      modified_at = excluded.modified_at`)
  recordEvent(call, 'payroll-settings.changed', { id: call.companyId }, { needsTwo, accounts: chosen })
  return readSettings(call)
}

/** Accounts that are neither in the chart nor in the plan. */
export const wrongInSettings = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const accounts = Object.entries(Object(Object(body).accounts) as Record<string, unknown>)
  const numbers = accounts.flatMap(([, number]) => (Number.isInteger(number) ? [number as number] : []))
  const known = await accountNames(
    call,
    numbers.filter((number) => number > 0 && number < MAX_NUMBER),
  )
  return accounts.flatMap(([key, number]) =>
    Number.isInteger(number) && !known.has(number as number) && nameInPlan(number as number) === null
      ? [faults.account(pointer('accounts', key))]
      : [],
  )
}

const MAX_NUMBER = 100_000_000

/** Adds the accounts that a chart lacks, with their names in the BAS plan. */
export const addPayAccounts = async (call: CompanyCall, numbers: readonly number[]): Promise<void> => {
  const known = await accountNames(call, numbers)
  const lacking = [...new Set(numbers)].filter((number) => !known.has(number))
  for (const number of lacking) {
    const name = nameInPlan(number) ?? usualAccount(number)?.name
    if (name !== undefined) await createAccount(call, { number, name })
  }
}
