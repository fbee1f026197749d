// Stores the accounts of a SIE file in the chart, and records changes in the history.
import { accountTypeOf } from '#ledger/accounts/chart'
import { usualVatCode } from '#ledger/accounts/vat-code.rules'
import type { SieSummary } from '#ledger/sie-format/items'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { mapInSlices, runInSlices, writeInParts } from '#threads/event-loop'
import { accountsOf, type ChartAccount, type TakenAccount } from './sie-import-accounts.rules.ts'
import type { ImportFindings } from './sie-import-kinds.ts'
import type { SeenInFile } from './sie-import-seen.ts'

type AccountsInput = { summary: SieSummary; seen: SeenInFile; dryRun: boolean; findings: ImportFindings }

/** Maximum number of changed accounts in one history event. */
const TOLD_TOGETHER = 500

/** Adds and changes accounts, or only counts them on a dry run; returns the resulting kind of each account. */
export const takeAccounts = async (
  call: CompanyCall,
  { summary, seen, dryRun, findings }: AccountsInput,
): Promise<{ accounts: number; changed: number; kinds: Map<number, string> }> => {
  const chart = await readChart(call)
  const taken = await runInSlices(accountsOf(chart, summary, seen, findings))
  const kinds = new Map<number, string>([...chart].map(([number, { kind }]) => [number, kind]))
  for (const { number, kind } of taken) kinds.set(number, kind)
  const added = taken.filter(({ before }) => before === null)
  const changed: TakenAccount[] = []
  await mapInSlices(taken, (one) => isChanged(one) && changed.push(one))
  if (!dryRun) {
    await writeInParts([...added, ...changed], async (part) => {
      await writeAccounts(call, part)
      for (const { number: id, before } of part)
        recordEvent(call, before ? 'account.changed' : 'account.created', { id })
    })
    for (let from = 0; from < changed.length; from += TOLD_TOGETHER) {
      recordEvent(call, 'accounts.changed', null, {
        accounts: changed.slice(from, from + TOLD_TOGETHER).map(({ before, ...after }) => ({
          account: after.number,
          before: plain(before ?? after),
          after: plain(after),
        })),
      })
    }
  }
  return { accounts: added.length, changed: changed.length, kinds }
}

type Plain = Pick<ChartAccount, 'name' | 'kind' | 'sru' | 'unit'>

const plain = ({ name, kind, sru, unit }: Plain): Plain => ({ name, kind, sru, unit })

const isChanged = ({ before, ...after }: TakenAccount): boolean =>
  before !== null && JSON.stringify(plain(before)) !== JSON.stringify(plain(after))

const readChart = async ({ db, companyId }: CompanyCall): Promise<Map<number, ChartAccount>> => {
  const rows = await db.rows<ChartAccount>(sql`
    select a.number, a.name, a.kind, a.sru, a.unit, used.account is not null as "isUsed",
      opened.account is not null as "isOpened"
    from ledger.account a
    left join (select distinct account from ledger.month_balance where company_id = ${companyId}) used
      on used.account = a.number
    left join (
      select distinct o.account from ledger.fiscal_year y
      join ledger.opening_balance o on o.company_id = ${companyId} and o.fiscal_year_id = y.id
        and o.revision = y.opening_revision
      where y.company_id = ${companyId}
    ) opened on opened.account = a.number
    where a.company_id = ${companyId}`)
  return new Map(rows.map((row) => [row.number, row]))
}

/** SIE files have no VAT codes: a new account gets the usual code of its number, existing accounts keep theirs. */
const writeAccounts = async ({ db, companyId }: CompanyCall, accounts: readonly TakenAccount[]): Promise<void> => {
  const rows = accounts.map(({ before: _, ...account }) => ({
    ...account,
    account_type: accountTypeOf(account.number),
    vat_code: usualVatCode(account.number),
  }))
  await db.rows(sql`
    insert into ledger.account as kept (company_id, number, name, account_type, kind, sru, unit, vat_code)
    select ${companyId}, number, name, account_type, kind, sru, unit, vat_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as account (
      number integer, name text, account_type text, kind text, sru text[], unit text, vat_code text)
    on conflict (company_id, number) do update set
      name = excluded.name, kind = excluded.kind, sru = excluded.sru, unit = excluded.unit`)
}
