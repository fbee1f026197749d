// The endpoints of what people decide about purchases.
import { named, object, type Row, row, Type } from '#http'
import { changePurchasingSettings, purchasingSettingsOf } from './settings.ts'
import { shownSupplierInvoice } from './supplier-invoice.ts'
import { approveSupplierInvoice } from './supplier-invoice-change.ts'
import { supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'
import { SupplierInvoiceGet } from './supplier-invoice-routes.ts'

const PurchasingSettings = named(
  'PurchasingSettings',
  object({
    approves: Type.Boolean({
      description:
        'Whether somebody approves a supplier invoice before it is paid; holds for what is added from now on',
    }),
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
    description: 'One that waits for somebody to approve it may be paid from now on. One that is changed waits again.',
    by: 'people',
    scope: 'supplier-invoices:approve',
    answer: { json: SupplierInvoiceGet },
    tagged: true,
    events: ['supplier-invoice.approved'],
    refusals: [refusals.supplierInvoiceNotFound, refusals.supplierInvoiceApproved],
    run: async (call, { params }) =>
      shownSupplierInvoice(await approveSupplierInvoice(call, { id: params.supplierInvoiceId ?? '' })),
  }),
  row({
    method: 'GET',
    path: purchasingSettings,
    operationId: 'getPurchasingSettings',
    tag: 'Supplier invoices',
    summary: 'Read what the company has decided about its purchases',
    description: 'Whether supplier invoices wait for somebody to approve them.',
    by: 'people',
    scope: 'purchasing-settings:read',
    answer: { json: PurchasingSettings },
    tagged: true,
    refusals: [],
    run: (call) => purchasingSettingsOf(call),
  }),
  row({
    method: 'PATCH',
    path: purchasingSettings,
    operationId: 'setPurchasingSettings',
    tag: 'Supplier invoices',
    summary: 'Decide about purchases',
    description: 'Switching approval off lets nothing through that waits already.',
    by: 'people',
    scope: 'purchasing-settings:write',
    body: PurchasingSettings,
    answer: { json: PurchasingSettings },
    tagged: true,
    events: ['purchasing-settings.changed'],
    refusals: [],
    example: { body: { approves: true } },
    run: (call, { body }) => changePurchasingSettings(call, body),
  }),
]
