// The pages of sales: invoices and what belongs to them.
import type { CompanyPage } from '#client'

export { type PinnedOne, pinnedIn, writtenKinds } from './vat-changes/vat-changes.ts'

export const salesPages: readonly CompanyPage[] = [
  {
    path: '/invoices',
    area: 'sales',
    title: { sv: 'Fakturor', en: 'Invoices' },
    scope: 'invoices:read',
    keys: 'g f',
    load: () => import('./invoices/InvoicesPage.tsx'),
  },
  {
    path: '/invoices/new',
    area: 'sales',
    title: { sv: 'Ny faktura', en: 'New invoice' },
    scope: 'invoices:write',
    load: () => import('./editor/NewInvoicePage.tsx'),
  },
  {
    path: '/invoices/$invoiceId/edit',
    area: 'sales',
    title: { sv: 'Ändra faktura', en: 'Edit invoice' },
    scope: 'invoices:write',
    load: () => import('./editor/EditInvoicePage.tsx'),
  },
  {
    path: '/recurring-invoices',
    area: 'sales',
    title: { sv: 'Avtalsfakturor', en: 'Recurring invoices' },
    scope: 'invoices:read',
    keys: 'g v',
    load: () => import('./recurring/RecurringPage.tsx'),
  },
  {
    path: '/recurring-invoices/new',
    area: 'sales',
    title: { sv: 'Ny avtalsfaktura', en: 'New recurring invoice' },
    scope: 'invoices:write',
    load: () => import('./recurring/NewRecurringPage.tsx'),
  },
  {
    path: '/recurring-invoices/$recurringInvoiceId/edit',
    area: 'sales',
    title: { sv: 'Ändra avtalsfaktura', en: 'Edit recurring invoice' },
    scope: 'invoices:write',
    load: () => import('./recurring/EditRecurringPage.tsx'),
  },
  {
    path: '/reminders',
    area: 'sales',
    title: { sv: 'Påminnelser', en: 'Reminders' },
    scope: 'invoices:read',
    keys: 'g d',
    also: {
      sv: 'påminn betalningspåminnelse dröjsmålsränta förfallna krav inkasso',
      en: 'dunning overdue late interest',
    },
    load: () => import('./reminders/RemindersPage.tsx'),
  },
  {
    path: '/customers',
    area: 'sales',
    title: { sv: 'Kunder', en: 'Customers' },
    scope: 'customers:read',
    keys: 'g k',
    makes: { title: { sv: 'Ny kund', en: 'New customer' }, scope: 'customers:write', search: { make: '1' } },
    load: () => import('./registers/CustomersPage.tsx'),
  },
  {
    path: '/items',
    area: 'sales',
    title: { sv: 'Artiklar', en: 'Items' },
    scope: 'items:read',
    keys: 'g a',
    makes: { title: { sv: 'Ny artikel', en: 'New item' }, scope: 'items:write', search: { make: '1' } },
    load: () => import('./registers/ItemsPage.tsx'),
  },
  {
    path: '/vat-changes',
    area: 'sales',
    title: { sv: 'Ändrade momssatser', en: 'Changed VAT rates' },
    scope: 'items:read',
    also: { sv: 'matmoms livsmedel sänkt moms lagändring', en: 'food VAT law change' },
    load: () => import('./vat-changes/VatChangesPage.tsx'),
  },
  {
    path: '/credit-notes',
    area: 'sales',
    title: { sv: 'Kreditfakturor', en: 'Credit notes' },
    scope: 'credit-notes:read',
    load: () => import('./invoices/CreditNotesPage.tsx'),
  },
  {
    path: '/tax-reductions',
    area: 'sales',
    title: { sv: 'Rot, rut och grön teknik', en: 'ROT, RUT and green technology' },
    scope: 'invoices:read',
    load: () => import('./tax-reduction/TaxReductionsPage.tsx'),
  },
]
