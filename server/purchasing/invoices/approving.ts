// Approving supplier invoices (attest): by one person, or two, within their limits.
import { peopleResponsibleFor } from '#access'
import { makersOfTokens } from '#identity'
import { accountingCurrencyOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { CLOCKS_APART_MS, idBefore, newId } from '#platform/id'
import { textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { purchasingSettingsOf } from '#purchasing/settings'
import { hindranceOf, neededFor, type ToApprove } from './approval.rules.ts'
import { duplicateKeyOf, readSupplierInvoice, type SupplierInvoiceRecord } from './supplier-invoice.ts'
import { supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'

/**
 * Approves a supplier invoice as the caller. It may be paid once it has as many approvals as its amount requires. An
 * operator is in no list, and counts as one person.
 */
export const approveSupplierInvoice = async (
  call: CompanyCall,
  { id }: { id: string },
): Promise<SupplierInvoiceRecord> => {
  const { db, companyId, actor, now } = call
  // Concurrent approvals are counted one after the other.
  const invoice = await readSupplierInvoice(call, id, { lock: true })
  if (invoice.approvedAt !== null) throw refusals.supplierInvoiceApproved({ id })
  const rules = await purchasingSettingsOf(call)
  const given = await db.rows<{ personId: string }>(sql`
    select person_id as "personId" from purchasing.approval
    where company_id = ${companyId} and supplier_invoice_id = ${id} and withdrawn_at is null`)
  const approvedByIds = given.map(({ personId }) => personId)
  const writtenByIds = rules.approvesOwn ? [] : await writersOf(call, invoice)
  const asked: ToApprove = { ...invoice, writtenByIds, approvedByIds }
  const limits = actor.kind === 'operator' ? { ...rules, approvers: [], approvesOwn: true } : rules
  await refuse(call, id, hindranceOf(limits, asked, actor.id))
  if (!approvedByIds.includes(actor.id)) {
    approvedByIds.push(actor.id)
    await db.rows(sql`
      insert into purchasing.approval (company_id, id, supplier_invoice_id, person_id, person_name, total_base_ore,
        approved_at)
      values (${companyId}, ${newId()}, ${id}, ${actor.id}, ${actor.name}, ${invoice.totalBaseOre}, ${now})`)
  }
  const missing = neededFor(rules, asked) - approvedByIds.length
  const isApproved = missing <= 0
  await db.rows(sql`
    update purchasing.supplier_invoice set approved_at = ${isApproved ? now : null},
      approved_by = ${isApproved ? actor.name : null}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  const what = isApproved ? 'supplier-invoice.approved' : 'supplier-invoice.approving'
  recordEvent(call, what, { id }, { id, ...duplicateKeyOf(invoice) })
  return readSupplierInvoice(call, id)
}

/**
 * Everyone who registered an invoice, or has since changed its content or its supplier's payment details. The
 * processing history has them; its ids are time-ordered, so later events follow the invoice's creation, within the
 * clock difference. Changes by an integration count as changes by the people behind it.
 */
const writersOf = async (call: CompanyCall, invoice: SupplierInvoiceRecord): Promise<string[]> => {
  const { id, supplierId, createdById, writtenById } = invoice
  const notifications = await call.db.rows<{ id: string }>(sql`
    select distinct h.actor_id as id from platform.history h
    where h.company_id = ${call.companyId} and h.id > ${idBefore(id, CLOCKS_APART_MS)} and (h.detail ->> 'id' = ${id}
      and (h.what in ('supplier-invoice.created', 'supplier-invoice.changed') or h.what = 'supplier-invoice.rate-set'
        and h.detail ->> 'before' is distinct from h.detail ->> 'after')
      or h.what = 'supplier.changed' and h.detail ->> 'id' = ${supplierId}
        and h.detail -> 'paymentDetails' is not null)`)
  const writers = [...new Set([createdById, writtenById, ...notifications.map((one) => one.id)])]
  return [...writers, ...(await makersOfTokens(call, writers)), ...(await peopleResponsibleFor(call, writers))]
}

const refuse = async (call: CompanyCall, id: string, hindrance: ReturnType<typeof hindranceOf>): Promise<void> => {
  if (hindrance === null) return
  if (hindrance.kind === 'overLimit')
    throw refusals.approvalOverLimit({
      id,
      limit: textFromOre(hindrance.limitOre),
      currency: await accountingCurrencyOf(call),
    })
  if (hindrance.kind === 'own') throw refusals.approvalOfOwn({ id })
  throw hindrance.kind === 'again' ? refusals.approvedByYou({ id }) : refusals.notApprover({ id })
}

/** Withdraws the approvals of an invoice whose content changed. */
export const withdrawApprovals = ({ db, companyId, now }: CompanyCall, id: string): Promise<unknown> =>
  db.rows(sql`
    update purchasing.approval set withdrawn_at = ${now}
    where company_id = ${companyId} and supplier_invoice_id = ${id} and withdrawn_at is null`)
