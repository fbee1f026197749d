// The pages of the books.
import type { CompanyPage } from '#client'

export { TemplateLines } from './TemplateLines.tsx'
export { firstLines, itemOfLine, linesOf, type TemplateLine } from './template.ts'

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
  {
    path: '/entry-templates',
    area: 'journal',
    title: { sv: 'Konteringsmallar', en: 'Entry templates' },
    scope: 'journal-entries:read',
    keys: 'g t',
    makes: {
      title: { sv: 'Ny konteringsmall', en: 'New entry template' },
      scope: 'journal-entries:write',
      search: { open: 'new' },
    },
    load: () => import('./TemplatesPage.tsx'),
  },
  {
    path: '/accounts',
    area: 'journal',
    title: { sv: 'Kontoplan', en: 'Chart of accounts' },
    scope: 'chart-of-accounts:read',
    keys: 'g o',
    makes: {
      title: { sv: 'Nytt konto', en: 'New account' },
      scope: 'chart-of-accounts:manage',
      search: { open: 'new' },
    },
    load: () => import('./AccountsPage.tsx'),
  },
]
