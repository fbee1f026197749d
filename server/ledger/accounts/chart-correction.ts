// Corrections of the usual chart in the chart of a company: told where they differ, and taken over when people say so.
import { lockBooks, usualAccount } from '#ledger/book'
import { ledgerPhrases, ledgerRefusals } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { type AccountSettings, findAccount } from './account-settings.ts'
import { addUsualAccount } from './chart.ts'
import { type Charted, corrections, isDiffering } from './chart-correction.rules.ts'

/** An account on which a company's chart differs from the usual one; `own` is null where the chart lacks it. */
type Differing = { account: number; on: Day; own: Charted | null; usual: Charted }

const usualOf = (account: number): Charted => {
  const found = usualAccount(account)
  if (!found) throw new Error(`A correction of ${account}, which the default chart has not`)
  return { name: found.name, accountType: 'basePlanAccount', sruCodes: found.sruCodes }
}

/** The accounts that were corrected in the usual chart and differ in the company's, in order of number. */
export const differingFromUsual = async ({ db, companyId }: CompanyCall): Promise<Differing[]> => {
  const asked = corrections.flatMap(({ account, instead }) => (instead === undefined ? [account] : [account, instead]))
  const rows = await db.rows<Charted & { account: number }>(sql`
    select number as account, name, account_type as "accountType", sru as "sruCodes"
    from ledger.account where company_id = ${companyId} and number = any(${asked}::integer[])`)
  const chart = new Map(rows.map(({ account, ...charted }) => [account, charted]))
  return corrections.flatMap((correction) => {
    const usual = usualOf(correction.account)
    if (!isDiffering(correction, chart, usual)) return []
    const { account, on } = correction
    return [{ account, on, own: chart.get(account) ?? null, usual }]
  })
}

/** Takes a correction over: adds the account, or gives it the type and the codes of the usual chart. Its name stays. */
export const takeCorrection = async (call: CompanyCall, text: string): Promise<AccountSettings> => {
  await lockBooks(call)
  const found = (await differingFromUsual(call)).find(({ account }) => String(account) === text)
  if (!found) throw ledgerRefusals.noCorrection({ account: text })
  const { account, own, usual } = found
  if (own === null) await addUsualAccount(call, account, ledgerPhrases.correctionAdded)
  else {
    await call.db.rows(sql`
      update ledger.account set sru = ${usual.sruCodes}::text[], account_type = ${usual.accountType}
      where company_id = ${call.companyId} and number = ${account}`)
    const said = ({ accountType, sruCodes }: Charted) => ({ accountType, sruCodes })
    recordEvent(call, 'account.changed', { id: account }, { account, before: said(own), after: said(usual) })
  }
  const after = await findAccount(call, account)
  if (!after) throw new Error(`Account ${account} is gone`)
  return after
}
