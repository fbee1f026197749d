// Recurring invoices by the kinds that their lines have, lines with a chosen rate, and the kinds that people give them.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { VatKind } from '#rule/vat-kind'
import type { InvoiceBody, Pinned } from '#sales'
import { pointer } from '#text/json'
import { recurringFaults as faults } from './refusals.ts'

/** Maximum number of lines that are looked at. */
const MAX_LOOKED_AT = 5000

/** How many recurring invoices that have not ended have a line of each kind. */
export const recurringByKind = async ({ db, companyId }: CompanyCall): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ kind: string; count: number }>(sql`
    select line->>'vatKind' as kind, count(distinct s.id)::int as count
    from recurring.schedule s cross join lateral jsonb_array_elements(s.invoice->'lineItems') line
    where s.company_id = ${companyId} and s.state <> 'ended' and line->>'vatKind' is not null
    group by line->>'vatKind'`)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Lines with a chosen rate above zero, by the id of the recurring invoice; lines of items follow these. */
export const pinnedLines = ({ db, companyId }: CompanyCall): Promise<Pinned[]> =>
  db.rows<Pinned>(sql`
    select s.id, (place - 1)::int as line, line->>'description' as description, (line->>'taxRate')::int as "taxRate",
      (line->>'bookkeepingAccountNumber')::int as account
    from recurring.schedule s
    cross join lateral jsonb_array_elements(s.invoice->'lineItems') with ordinality as lines (line, place)
    where s.company_id = ${companyId} and s.state <> 'ended' and line->>'vatKind' is null
      and line->'itemRef'->>'id' is null and (line->>'taxRate')::int > 0 and line->>'description' is not null
    order by s.id desc, place limit ${MAX_LOOKED_AT}`)

type GivenLineKind = { id: string; line: number; vatKind: VatKind }

type Kept = { id: string; invoice: Pick<InvoiceBody, 'lineItems'> }

/** Gives lines of recurring invoices a kind in place of their rate, all or nothing. `at`: their path in the request. */
export const giveLinesKinds = async (call: CompanyCall, given: readonly GivenLineKind[], at: string): Promise<void> => {
  if (given.length === 0) return
  const { db, companyId, now } = call
  const kept = await db.rows<Kept>(sql`
    select id, invoice from recurring.schedule
    where company_id = ${companyId} and id = any(${given.map(({ id }) => id)}::uuid[]) and state <> 'ended'
    order by id for update`)
  const lineOf = ({ id, line }: GivenLineKind) =>
    kept.find((one) => one.id === id.toLowerCase())?.invoice.lineItems?.[line]
  refuseIfAny(
    given.flatMap((one, index): FieldError[] =>
      lineOf(one)?.itemType === 'salesItem' ? [] : [faults.noSalesLine(pointer(at, index, 'line'), { line: one.line })],
    ),
  )
  for (const { id, invoice } of kept) {
    const own = given.filter((one) => one.id.toLowerCase() === id)
    const lineItems = invoice.lineItems?.map((line, index) => {
      const vatKind = own.find((one) => one.line === index)?.vatKind
      if (vatKind === undefined) return line
      const { taxRate: _, ...rest } = line
      return { ...rest, vatKind }
    })
    await db.rows(sql`
      update recurring.schedule set invoice = ${JSON.stringify({ ...invoice, lineItems })}::jsonb, modified_at = ${now}
      where company_id = ${companyId} and id = ${id}`)
    recordEvent(call, 'recurring-invoice.changed', { id })
  }
}
