// The pages of what is bought.
import type { CompanyPage } from '#client'

export const purchasingPages: readonly CompanyPage[] = [
  {
    path: '/supplier-invoices',
    area: 'purchasing',
    title: { sv: 'Leverantörsfakturor', en: 'Supplier invoices' },
    scope: 'supplier-invoices:read',
    keys: 'g s',
    load: () => import('./SupplierInvoicesPage.tsx'),
  },
  {
    path: '/supplier-invoices/$supplierInvoiceId',
    area: 'purchasing',
    title: { sv: 'Leverantörsfaktura', en: 'Supplier invoice' },
    scope: 'supplier-invoices:write',
    load: () => import('./SupplierInvoiceFormPage.tsx'),
  },
  {
    path: '/suppliers',
    area: 'purchasing',
    title: { sv: 'Leverantörer', en: 'Suppliers' },
    scope: 'suppliers:read',
    keys: 'g l',
    makes: { title: { sv: 'Ny leverantör', en: 'New supplier' }, scope: 'suppliers:write', search: { open: 'new' } },
    load: () => import('./SuppliersPage.tsx'),
  },
]
