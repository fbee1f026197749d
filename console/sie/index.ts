// The page of SIE files.
import type { CompanyPage } from '#client'

export const siePages: readonly CompanyPage[] = [
  {
    path: '/sie',
    area: 'journal',
    title: { sv: 'SIE-filer', en: 'SIE files' },
    scope: 'sie:read',
    load: () => import('./SiePage.tsx'),
  },
]
