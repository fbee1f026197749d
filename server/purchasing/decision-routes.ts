// The endpoints of what people decide about purchases.
import { named, object, type Row, row, saying, Type } from '#http'
import { MAX_RATE } from '#ledger'
import { changePurchasingSettings, purchasingSettingsOf } from './settings.ts'
import { shownSupplierInvoice } from './supplier-invoice.ts'
import { approveSupplierInvoice, setSupplierInvoiceRate } from './supplier-invoice-change.ts'
import { supplierInvoiceFaults as faults, supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'
import { SupplierInvoiceGet } from './supplier-invoice-routes.ts'

const PurchasingSettings = named(
  'PurchasingSettings',
  object({
    approves: Type.Boolean({
      description:
        'Whether supplier invoices must be approved before they are paid; applies to those added from now on',
    }),
  }),
)
const SupplierInvoiceRate = named(
  'SupplierInvoiceRate',
  object({
    rate: saying(
      faults.badRate('', { limit: MAX_RATE }).message,
      Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: MAX_RATE, description: 'What one unit costs in SEK' }),
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
    description: 'An invoice that is waiting for approval may be paid from now on. If it is changed, it waits again.',
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
    description: 'Whether supplier invoices must be approved.',
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
    summary: 'Change what the company has decided about its purchases',
    description: 'Switching approval off does not approve the invoices that are already waiting.',
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
