// The pages of supporting documents.
import type { CompanyPage } from '#client'

export const documentPages: readonly CompanyPage[] = [
  {
    path: '/documents',
    area: 'journal',
    title: { sv: 'Underlag', en: 'Documents' },
    scope: 'uploads:read',
    keys: 'g u',
    load: () => import('./DocumentsPage.tsx'),
  },
]
