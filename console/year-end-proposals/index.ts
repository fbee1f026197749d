// The pages of the proposals of a year-end.
import type { CompanyPage } from '#client'

export const proposalPages: readonly CompanyPage[] = [
  {
    path: '/year-end-proposals',
    area: 'yearEnd',
    title: { sv: 'Bokslutsförslag', en: 'Year-end proposals' },
    scope: 'reports:read',
    also: {
      sv: 'bokslutsdispositioner bokslutsposter periodiseringsfond överavskrivning semesterlöneskuld lager inkurans löneskatt utdelning',
      en: 'appropriations reserve holiday debt stock obsolescence payroll tax dividend',
    },
    load: () => import('./ProposalsPage.tsx'),
  },
  {
    path: '/tax-computation',
    area: 'yearEnd',
    title: { sv: 'Skatteuträkning', en: 'Tax computation' },
    scope: 'reports:read',
    also: { sv: 'skatteberäkning bolagsskatt', en: 'corporate tax' },
    load: () => import('./TaxComputationPage.tsx'),
  },
]
