// The pages of the proposals of a year-end.
import type { CompanyPage } from '#client'

export const proposalPages: readonly CompanyPage[] = [
  {
    path: '/year-end-proposals',
    area: 'yearEnd',
    title: { sv: 'Bokslutsförslag', en: 'Year-end proposals' },
    scope: 'reports:read',
    also: [
      'bokslutsdispositioner',
      'bokslutsposter',
      'periodiseringsfond',
      'överavskrivning',
      'semesterlöneskuld',
      'lager',
      'inkurans',
      'bolagsskatt',
      'löneskatt',
      'utdelning',
      'reserve',
      'dividend',
    ],
    load: () => import('./ProposalsPage.tsx'),
  },
  {
    path: '/tax-computation',
    area: 'yearEnd',
    title: { sv: 'Skatteuträkning', en: 'Tax computation' },
    scope: 'reports:read',
    also: ['skatteberäkning', 'bolagsskatt'],
    load: () => import('./TaxComputationPage.tsx'),
  },
]
