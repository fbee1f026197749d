// Entry templates by the kinds of supply of their lines, lines with a chosen rate, and the kinds people give them.
import { lockBooks } from '#ledger/book'
import { ledgerFaults } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { VatKind } from '#rule/vat-kind'
import { pointer } from '#text/json'
import { findEntryTemplate, updateEntryTemplate } from './entry-template.ts'

/** Maximum number of lines that are looked at. */
const MAX_LOOKED_AT = 5000

/** How many templates have a line of each kind. */
export const templatesByKind = async ({ db, companyId }: CompanyCall): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ kind: string; count: number }>(sql`
    select vat_kind as kind, count(distinct entry_template_id)::int as count from ledger.entry_template_item
    where company_id = ${companyId} and vat_kind is not null group by vat_kind`)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** A line of VAT with a chosen rate; `line` is its place, from 0. */
type PinnedTemplateLine = { id: string; line: number; description: string; taxRate: number; account: number }

/** Lines of VAT with a chosen rate, by the id of the template. */
export const pinnedTemplateLines = ({ db, companyId }: CompanyCall): Promise<PinnedTemplateLine[]> =>
  db.rows<PinnedTemplateLine>(sql`
    select m.id, i.line - 1 as line, concat_ws(', ', m.name, m.title) as description, i.vat_rate as "taxRate", i.account
    from ledger.entry_template m
    join ledger.entry_template_item i on i.company_id = m.company_id and i.entry_template_id = m.id
    where m.company_id = ${companyId} and i.kind = 'vat' and i.vat_kind is null
    order by m.id desc, i.line limit ${MAX_LOOKED_AT}`)

type GivenKind = { id: string; line: number; vatKind: VatKind }

/** Gives lines of VAT a kind in place of their rate, all or nothing. `at` is their path in the request. */
export const giveTemplatesKinds = async (call: CompanyCall, given: readonly GivenKind[], at: string): Promise<void> => {
  if (given.length === 0) return
  await lockBooks(call)
  const errors: FieldError[] = []
  for (const id of new Set(given.map((one) => one.id.toLowerCase()))) {
    const template = await findEntryTemplate(call, { id })
    const own = given.filter((one) => one.id.toLowerCase() === id)
    for (const one of own) {
      if (template?.items[one.line]?.kind === 'vat') continue
      errors.push(ledgerFaults.noVatLine(pointer(at, given.indexOf(one), 'line'), { line: one.line }))
    }
    if (template === null || errors.length > 0) continue
    const items = template.items.map((item, index) => {
      const vatKind = own.find(({ line }) => line === index)?.vatKind
      return item.kind === 'vat' && vatKind !== undefined ? { ...item, vatKind } : item
    })
    await updateEntryTemplate(call, id, { ...template, items })
  }
  refuseIfAny(errors)
}
