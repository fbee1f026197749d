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
  {
    path: '/oss',
    area: 'reports',
    title: { sv: 'OSS', en: 'OSS' },
    scope: 'reports:read',
    also: {
      sv: 'one stop shop unionsordningen distansförsäljning moms i andra EU-länder',
      en: 'one stop shop union scheme distance sales VAT of other EU countries',
    },
    load: () => import('./OssPage.tsx'),
  },
  {
    path: '/margin',
    area: 'reports',
    title: { sv: 'Vinstmarginal', en: 'Margin scheme' },
    scope: 'reports:read',
    also: {
      sv: 'vinstmarginalbeskattning VMB begagnade varor konst antikviteter',
      en: 'margin scheme second-hand goods art antiques',
    },
    load: () => import('./MarginPage.tsx'),
  },
]
