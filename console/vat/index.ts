// The pages of VAT.
import type { CompanyPage } from '#client'

export const vatPages: readonly CompanyPage[] = [
  {
    path: '/vat',
    area: 'reports',
    title: { sv: 'Moms', en: 'VAT' },
    scope: 'vat-periods:read',
    keys: 'g m',
    load: () => import('./VatPage.tsx'),
  },
]
