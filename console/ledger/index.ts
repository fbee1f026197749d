// The pages of the books.
import type { CompanyPage } from '#client'

export const ledgerPages: readonly CompanyPage[] = [
  {
    path: '/journal',
    area: 'journal',
    title: { sv: 'Verifikationer', en: 'Journal' },
    scope: 'journal-entries:read',
    keys: 'g j',
    load: () => import('./JournalPage.tsx'),
  },
]
