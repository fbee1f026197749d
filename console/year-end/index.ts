// The pages of the year-end.
import type { CompanyPage } from '#client'

export const yearEndPages: readonly CompanyPage[] = [
  {
    path: '/year-end',
    area: 'yearEnd',
    title: { sv: 'Bokslut', en: 'Year-end' },
    scope: 'reports:read',
    keys: 'g y',
    load: () => import('./YearEndPage.tsx'),
  },
  {
    path: '/tax-return',
    area: 'yearEnd',
    title: { sv: 'Inkomstdeklaration', en: 'Tax return' },
    scope: 'reports:read',
    load: () => import('./TaxReturnPage.tsx'),
  },
  {
    path: '/annual-report',
    area: 'yearEnd',
    title: { sv: 'Årsredovisning', en: 'Annual report' },
    scope: 'reports:read',
    load: () => import('./AnnualReportPage.tsx'),
  },
  {
    path: '/financial-statements',
    area: 'yearEnd',
    title: { sv: 'Resultat- och balansräkning (K2, K1)', en: 'Statements by law (K2, K1)' },
    scope: 'reports:read',
    load: () => import('./StatementsPage.tsx'),
  },
  {
    path: '/fixed-assets',
    area: 'yearEnd',
    title: { sv: 'Anläggningstillgångar', en: 'Fixed assets' },
    scope: 'fixed-assets:read',
    makes: {
      title: { sv: 'Ny anläggningstillgång', en: 'New fixed asset' },
      scope: 'fixed-assets:write',
      search: { open: 'new' },
    },
    load: () => import('./FixedAssetsPage.tsx'),
  },
  {
    path: '/accruals',
    area: 'yearEnd',
    title: { sv: 'Periodiseringar', en: 'Accruals' },
    scope: 'journal-entries:read',
    makes: {
      title: { sv: 'Ny periodisering', en: 'New accrual' },
      scope: 'journal-entries:write',
      search: { open: 'new' },
    },
    load: () => import('./AccrualsPage.tsx'),
  },
  {
    path: '/currency-revaluations',
    area: 'yearEnd',
    title: { sv: 'Valutaomräkning', en: 'Currency revaluation' },
    scope: 'journal-entries:read',
    makes: {
      title: { sv: 'Ny valutaomräkning', en: 'New currency revaluation' },
      scope: 'journal-entries:write',
      search: { open: 'new' },
    },
    load: () => import('./RevaluationsPage.tsx'),
  },
]
