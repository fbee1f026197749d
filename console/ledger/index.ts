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
  {
    path: '/journal/new',
    area: 'journal',
    title: { sv: 'Ny verifikation', en: 'New entry' },
    scope: 'journal-entries:write',
    keys: 'g n',
    load: () => import('./NewEntryPage.tsx'),
  },
]
