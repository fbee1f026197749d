// What the columns of a bank's tables hold, where their names do not say it: said once for a bank account.
import { readBankAccount } from '#banking/payments/bank-account'
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { fingerprintOf, isWhole, type Layout } from './columns.rules.ts'

/** Maximum number of layouts of one bank account. */
export const MAX_LAYOUTS = 20

export type StatementColumns = { bankAccountId: string; layouts: Layout[]; modifiedAt: Date | null }

/** The layouts of a bank account; none before they are said. Refused as not found if there is no such account. */
export const readStatementColumns = async (call: CompanyCall, bankAccountId: string): Promise<StatementColumns> => {
  await readBankAccount(call, bankAccountId)
  const found = await call.db.maybe<{ layouts: Layout[]; modifiedAt: Date }>(sql`
    select layouts, modified_at as "modifiedAt" from banking.statement_columns
    where company_id = ${call.companyId} and bank_account_id = ${bankAccountId}`)
  return { bankAccountId, layouts: found?.layouts ?? [], modifiedAt: found?.modifiedAt ?? null }
}

/** Replaces the layouts of a bank account. */
export const putStatementColumns = async (
  call: CompanyCall,
  bankAccountId: string,
  layouts: Layout[],
): Promise<StatementColumns> => {
  await readBankAccount(call, bankAccountId)
  refuseIfAny(wrongIn(layouts))
  await call.db.rows(sql`
    insert into banking.statement_columns (company_id, bank_account_id, layouts, modified_at)
    values (${call.companyId}, ${bankAccountId}, ${JSON.stringify(layouts)}::jsonb, ${call.now})
    on conflict (company_id, bank_account_id) do update set layouts = excluded.layouts,
      modified_at = excluded.modified_at`)
  recordEvent(call, 'statement-columns.changed', { id: bankAccountId }, { layouts })
  return { bankAccountId, layouts, modifiedAt: call.now }
}

/** The layouts of a bank account, or of all of them. */
export const layoutsOf = async ({ db, companyId }: CompanyCall, bankAccountId: string | null): Promise<Layout[]> => {
  const rows = await db.rows<{ layouts: Layout[] }>(sql`
    select layouts from banking.statement_columns
    where company_id = ${companyId} and (${bankAccountId}::uuid is null or bank_account_id = ${bankAccountId}::uuid)
    order by bank_account_id`)
  return rows.flatMap(({ layouts }) => layouts)
}

const wrongIn = (layouts: readonly Layout[]): FieldError[] => {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, layout] of layouts.entries()) {
    const field = `#/layouts/${index}`
    const kinds = layout.columns.map(({ holds }) => holds)
    if (!isWhole(layout.columns)) errors.push(faults.incompleteColumns(`${field}/columns`))
    if (kinds.includes('amount') && (kinds.includes('moneyIn') || kinds.includes('moneyOut'))) {
      errors.push(faults.amountTwice(`${field}/columns`))
    }
    for (const [at, holds] of kinds.entries()) {
      if (holds === 'ignored' || holds === 'text' || kinds.indexOf(holds) === at) continue
      errors.push(faults.columnTwice(`${field}/columns/${at}/holds`, { holds }))
    }
    const fingerprint = fingerprintOf(layout)
    if (seen.has(fingerprint)) errors.push(faults.layoutTwice(field))
    seen.add(fingerprint)
  }
  return errors
}
