// The purchasing settings of a company.
import { firstOwnerOf, roleIn } from '#identity'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Decided, isLooser } from '#purchasing/invoices/approval.rules'
import {
  supplierInvoiceFaults as faults,
  supplierInvoiceRefusals as refusals,
} from '#purchasing/invoices/supplier-invoice-refusals'

export type PurchasingSettings = Omit<Decided, 'approvers'> & {
  approvers: readonly { personId: string; name: string; limitOre: Ore | null }[]
}

/** Omitted fields are left unchanged. */
export type PurchasingChange = {
  approves?: boolean
  approvesOwn?: boolean
  twoFromOre?: Ore | null
  twoSignersFromOre?: Ore | null
  approvers?: readonly { personId: string; limitOre: Ore | null }[]
}

const undecided: PurchasingSettings = {
  approves: false,
  approvesOwn: true,
  twoFromOre: null,
  twoSignersFromOre: null,
  approvers: [],
}

/** The company's settings; by default, invoices need no approval. */
export const purchasingSettingsOf = async ({ db, companyId }: CompanyCall): Promise<PurchasingSettings> => {
  const settings = await db.maybe<Omit<PurchasingSettings, 'approvers'> & { approvers: readonly Listed[] }>(
    sql`select s.approves, s.approves_own as "approvesOwn", s.two_from_ore as "twoFromOre",
      s.two_signers_from_ore as "twoSignersFromOre",
      (select coalesce(jsonb_agg(jsonb_build_object('personId', a.person_id, 'name', p.name,
          'limit', a.limit_ore::text) order by p.name, a.person_id), '[]')
        from purchasing.approver a join identity.person_view p on p.id = a.person_id
        where a.company_id = s.company_id) as approvers
      from purchasing.settings s where s.company_id = ${companyId}`,
    'purchasing-settings',
  )
  if (!settings) return undecided
  const approvers = settings.approvers.map(({ limit, ...one }) => ({
    ...one,
    limitOre: limit === null ? null : BigInt(limit),
  }))
  return { ...settings, approvers }
}

/** As {@link purchasingSettingsOf}, locked until the transaction ends. */
export const lockPurchasingSettings = async (call: CompanyCall): Promise<PurchasingSettings> => {
  await call.db.rows(sql`
    insert into purchasing.settings (company_id, changed_at) values (${call.companyId}, ${call.now})
    on conflict (company_id) do update set changed_at = excluded.changed_at`)
  return purchasingSettingsOf(call)
}

/** In the shape of database JSON. */
type Listed = { personId: string; name: string; limit: string | null }

/**
 * Changes whether supplier invoices need approval before payment, and by whom. The requirement applies to invoices
 * added or changed from now on: disabling it releases no pending invoice. The list of approvers also applies to pending
 * invoices. Only owners may loosen the rules.
 */
export const changePurchasingSettings = async (
  call: CompanyCall,
  change: PurchasingChange,
): Promise<PurchasingSettings> => {
  const before = await lockPurchasingSettings(call)
  await refuseUnlessOwner(call, before, { ...before, ...change })
  const { approves, approvesOwn, twoFromOre, twoSignersFromOre } = { ...before, ...change }
  await call.db.rows(sql`
    update purchasing.settings set approves = ${approves}, approves_own = ${approvesOwn}, two_from_ore = ${twoFromOre},
      two_signers_from_ore = ${twoSignersFromOre}
    where company_id = ${call.companyId}`)
  if (change.approvers) await keepApprovers(call, change.approvers)
  const after = await purchasingSettingsOf(call)
  const told = [toldOf(before), toldOf(after)] as const
  if (JSON.stringify(told[0]) === JSON.stringify(told[1])) return before
  recordEvent(call, 'purchasing-settings.changed', { id: call.companyId }, { before: told[0], after: told[1] })
  return after
}

/**
 * Requires an owner to loosen the rules. An operator acts on the company's request and is not bound by them. If the
 * company has no owner, such as one created by its agency, anyone who may change the settings decides.
 */
const refuseUnlessOwner = async (call: CompanyCall, before: Decided, after: Decided): Promise<void> => {
  const { actor, companyId: id } = call
  if (actor.kind === 'operator' || !isLooser(before, after)) return
  if ((await roleIn(call, actor.id, { type: 'company', id })) === 'owner') return
  if ((await firstOwnerOf(call, id)) !== null) throw refusals.ownersLoosen()
}

/** The settings as recorded in the history, without defaults. */
const toldOf = ({ approves, approvesOwn, twoFromOre, twoSignersFromOre, approvers }: PurchasingSettings) => ({
  approves,
  ...(approvesOwn ? {} : { approvesOwn }),
  ...(twoFromOre === null ? {} : { twoFrom: String(twoFromOre) }),
  ...(twoSignersFromOre === null ? {} : { twoSignersFrom: String(twoSignersFromOre) }),
  ...(approvers.length === 0
    ? {}
    : { approvers: approvers.map(({ personId, limitOre }) => ({ personId, limit: limitOre && String(limitOre) })) }),
})

/**
 * Stores the approvers. Only people of the company, or of an agency whose client it is, can be added; people who left
 * stay until removed.
 */
const keepApprovers = async (
  { db, companyId }: CompanyCall,
  approvers: NonNullable<PurchasingChange['approvers']>,
): Promise<void> => {
  const ids = approvers.map(({ personId }) => personId)
  const known = await db.rows<{ id: string }>(sql`
    select person_id as id from identity.company_member_view where company_id = ${companyId}
    union
    select m.person_id from identity.agency_member_view m
    join identity.agency_company_view c on c.agency_id = m.agency_id where c.company_id = ${companyId}
    union
    select person_id from purchasing.approver where company_id = ${companyId}`)
  const wrong = ids.flatMap((id, at) => {
    if (ids.indexOf(id) < at) return [faults.repeatedApprover(`#/approvers/${at}/personId`)]
    return known.some((one) => one.id === id) ? [] : [faults.unknownApprover(`#/approvers/${at}/personId`, { id })]
  })
  refuseIfAny(wrong)
  await db.rows(sql`delete from purchasing.approver where company_id = ${companyId}`)
  const rows = approvers.map(({ personId, limitOre }) => ({ id: personId, limit: limitOre && String(limitOre) }))
  await db.rows(sql`
    insert into purchasing.approver (company_id, person_id, limit_ore)
    select ${companyId}, id, "limit" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid,
      "limit" bigint)`)
}
