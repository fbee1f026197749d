// Adds data from later files to unbooked transactions.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { mapInSlices, writeInParts } from '#threads/event-loop'
import type { AddedData } from './added-data.rules.ts'

/** Stores the added data. Booked transactions stay as the user saw them. */
export const storeAddedData = async (call: CompanyCall, said: readonly AddedData[]): Promise<void> => {
  const rows = await mapInSlices(
    said.filter(({ kept }) => !kept.isBooked),
    ({ kept, more: { instructed, ...more } }) => ({
      id: kept.id,
      ...more,
      instructedCurrency: instructed?.currency ?? null,
      instructedOre: instructed === null ? null : String(instructed.ore),
    }),
  )
  await writeInParts(rows, async (part) => {
    const changed = await keepRows(call, part)
    for (const { id, statementId } of changed) recordEvent(call, 'bank-transaction.changed', { id, of: statementId })
  })
}

const keepRows = (
  { db, companyId, now }: CompanyCall,
  rows: readonly object[],
): Promise<{ id: string; statementId: string }[]> =>
  db.rows(sql`
    update banking.transaction t set
      bank_reference = coalesce(t.bank_reference, more."bankReference"),
      value_date = coalesce(t.value_date, more."valueDate"),
      counterparty = coalesce(t.counterparty, more.counterparty),
      counterparty_account = coalesce(t.counterparty_account, more."counterpartyAccount"),
      payment_references = case when t.payment_references = '{}' then more."references" else t.payment_references end,
      message = coalesce(t.message, more.message),
      end_to_end_id = coalesce(t.end_to_end_id, more."endToEndId"),
      instructed_ore = coalesce(t.instructed_ore, more."instructedOre"),
      instructed_currency = coalesce(t.instructed_currency, more."instructedCurrency"),
      modified_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as more (id uuid, "bankReference" text, "valueDate" date,
      counterparty text, "counterpartyAccount" text, "references" text[], message text, "endToEndId" text,
      "instructedOre" bigint, "instructedCurrency" text)
    where t.company_id = ${companyId} and t.id = more.id
    returning t.id, t.statement_id as "statementId"`)
