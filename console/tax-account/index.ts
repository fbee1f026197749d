// The page of the tax account.
import type { CompanyPage } from '#client'

export const taxAccountPages: readonly CompanyPage[] = [
  {
    path: '/tax-account',
    area: 'bank',
    title: { sv: 'Skattekonto', en: 'Tax account' },
    scope: 'bank-statements:read',
    load: () => import('./TaxAccountPage.tsx'),
  },
]
