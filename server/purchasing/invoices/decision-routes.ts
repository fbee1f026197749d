// The endpoints of purchasing settings and approvals.
import { Amount, Id, named, nullable, object, type Row, row, type Static, saying, Type } from '#http'
import { MAX_RATE } from '#ledger'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import {
  changePurchasingSettings,
  lockPurchasingSettings,
  type PurchasingChange,
  type PurchasingSettings,
  purchasingSettingsOf,
} from '#purchasing/settings'
import { approveSupplierInvoice } from './approving.ts'
import { shownSupplierInvoice } from './supplier-invoice.ts'
import { setSupplierInvoiceRate } from './supplier-invoice-change.ts'
import { supplierInvoiceFaults as faults, supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'
import { SupplierInvoiceGet } from './supplier-invoice-routes.ts'

/** Maximum length of a list that people read. */
const MAX_APPROVERS = 200

const limit = nullable({ ...Amount, description: 'In the accounting currency; null is no limit' })
const decided = {
  approves: Type.Boolean({
    description: 'Whether supplier invoices must be approved before they are paid; applies to those added from now on',
  }),
  approvesOwn: Type.Boolean({
    description:
      'Whether those who registered or changed an invoice, themselves or by a token or integration of theirs, may approve it',
  }),
  twoApproversFrom: nullable({
    ...Amount,
    description:
      'From this amount in the accounting currency on two people approve an invoice; null: one is always enough',
  }),
  twoSignersFrom: nullable({
    ...Amount,
    description:
      'From this amount in the accounting currency on two signatories sign bank payments: one, or several to the same recipient in one decision or on one day; null: one is always enough',
  }),
}

const PurchasingSettingsGet = named(
  'PurchasingSettings',
  object({
    ...decided,
    approvers: Type.Array(object({ personId: Id, name: Type.String({ examples: ['Karin Ek'] }), limit }), {
      description: 'Who approves, up to which amount; if it is empty, every member whose role allows it',
    }),
  }),
)

const PurchasingSettingsChange = named(
  'PurchasingSettingsChange',
  Type.Partial(
    object({
      ...decided,
      approvers: Type.Array(object({ personId: Id, limit: Type.Optional(limit) }), { maxItems: MAX_APPROVERS }),
    }),
    { additionalProperties: false },
  ),
)

const numberOf = (ore: Ore | null): number | null => (ore === null ? null : numberFromOre(ore))

const shownSettings = ({ approves, approvesOwn, twoFromOre, twoSignersFromOre, approvers }: PurchasingSettings) => ({
  approves,
  approvesOwn,
  twoApproversFrom: numberOf(twoFromOre),
  twoSignersFrom: numberOf(twoSignersFromOre),
  approvers: approvers.map(({ personId, name, limitOre }) => ({
    personId,
    name,
    limit: numberOf(limitOre),
  })),
})

type Change = Static<typeof PurchasingSettingsChange>

/** Positive amounts in whole öre; errors are reported at their fields. */
const changeOf = ({ approvers, twoApproversFrom, twoSignersFrom, ...rest }: Change): PurchasingChange => {
  const wrong: FieldError[] = []
  const read = (field: string, amount: number | null | undefined): Ore | null => {
    if (amount === null || amount === undefined) return null
    const ore = oreFromNumber(amount)
    if (ore !== null && ore > 0n) return ore
    wrong.push(faults.approvalAmount(field))
    return null
  }
  const change = {
    ...rest,
    ...(twoApproversFrom === undefined ? {} : { twoFromOre: read('#/twoApproversFrom', twoApproversFrom) }),
    ...(twoSignersFrom === undefined ? {} : { twoSignersFromOre: read('#/twoSignersFrom', twoSignersFrom) }),
    ...(approvers && {
      approvers: approvers.map(({ personId, limit }, at) => ({
        personId,
        limitOre: read(`#/approvers/${at}/limit`, limit),
      })),
    }),
  }
  refuseIfAny(wrong)
  return change
}
const SupplierInvoiceRate = named(
  'SupplierInvoiceRate',
  object({
    rate: saying(
      faults.badRate('', { limit: MAX_RATE }),
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: MAX_RATE,
        description: 'What one unit costs in the accounting currency',
      }),
    ),
  }),
)
const purchasingSettings = '/companies/{companyId}/purchasing-settings'

export const purchasingDecisionRows: readonly Row[] = [
  row({
    method: 'POST',
    path: '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/approve',
    operationId: 'approveSupplierInvoice',
    tag: 'Supplier invoices',
    summary: 'Approve a supplier invoice',
    description:
      'In your own name. An invoice that is waiting for approval may be paid from now on, or once another person has approved it too, where the company wants two people for such an amount. If it is changed, it waits again, and its approvals are gone.',
    by: 'people',
    scope: 'supplier-invoices:approve',
    answer: { json: SupplierInvoiceGet },
    tagged: true,
    events: ['supplier-invoice.approved', 'supplier-invoice.approving'],
    refusals: [
      refusals.supplierInvoiceNotFound,
      refusals.supplierInvoiceApproved,
      refusals.notApprover,
      refusals.approvalOverLimit,
      refusals.approvalOfOwn,
      refusals.approvedByYou,
    ],
    run: async (call, { params }) =>
      shownSupplierInvoice(await approveSupplierInvoice(call, { id: params.supplierInvoiceId ?? '' })),
  }),
  row({
    method: 'POST',
    path: '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/rate',
    operationId: 'setSupplierInvoiceRate',
    tag: 'Supplier invoices',
    summary: 'Set the currency rate of a supplier invoice',
    description: 'Replaces the rate of its day; possible until it is recorded or paid.',
    by: 'people',
    scope: 'supplier-invoices:set-rate',
    body: SupplierInvoiceRate,
    answer: { json: SupplierInvoiceGet },
    tagged: true,
    events: ['supplier-invoice.rate-set'],
    refusals: [
      refusals.supplierInvoiceNotFound,
      refusals.supplierInvoiceRecorded,
      refusals.supplierInvoicePaid,
      refusals.supplierInvoiceInSek,
    ],
    example: { body: { rate: 11.0625 } },
    run: async (call, { params, body }) =>
      shownSupplierInvoice(
        await setSupplierInvoiceRate(call, { id: params.supplierInvoiceId ?? '', rate: String(body.rate) }),
      ),
  }),
  row({
    method: 'GET',
    path: purchasingSettings,
    operationId: 'getPurchasingSettings',
    tag: 'Supplier invoices',
    summary: 'Read what the company has decided about its purchases',
    description:
      'Whether supplier invoices must be approved, by whom, and from which amount two people approve an invoice or sign a bank payment.',
    by: 'people',
    scope: 'purchasing-settings:read',
    answer: { json: PurchasingSettingsGet },
    tagged: true,
    refusals: [],
    run: (call) => purchasingSettingsOf(call).then(shownSettings),
  }),
  row({
    method: 'PATCH',
    path: purchasingSettings,
    operationId: 'setPurchasingSettings',
    tag: 'Supplier invoices',
    summary: 'Change what the company has decided about its purchases',
    description:
      'What is left out stays. Only owners of the company decide that fewer people see what is paid: that invoices need no approval, that people approve their own, that an amount from which two people decide is higher or none, and, once approvers are named, that another one is added, that a limit is higher or none, or that no approver is named. Switching approval off does not approve the invoices that are already waiting; who approves, and how many, holds for them too. Limits are compared with what an invoice comes to in the accounting currency, without its sign.',
    by: 'people',
    scope: 'purchasing-settings:write',
    body: PurchasingSettingsChange,
    answer: { json: PurchasingSettingsGet },
    tagged: true,
    events: ['purchasing-settings.changed'],
    refusals: [refusals.ownersLoosen],
    current: (call) => lockPurchasingSettings(call).then(shownSettings),
    example: { body: { approves: true } },
    run: (call, { body }) => changePurchasingSettings(call, changeOf(body)).then(shownSettings),
  }),
]
