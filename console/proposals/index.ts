// The pages of proposals: what programs want done and a person decides, and what is done without asking.
import type { CompanyPage } from '#client'

export const stagedPages: readonly CompanyPage[] = [
  {
    path: '/proposals',
    area: 'home',
    title: { sv: 'Förslag', en: 'Proposals' },
    scope: 'proposals:read',
    also: { sv: 'program agent godkänn', en: 'program agent approve' },
    load: () => import('./ProposalsPage.tsx'),
  },
  {
    path: '/settings/proposal-limits',
    area: 'settings',
    title: { sv: 'Gränser för förslag', en: 'Limits of proposals' },
    scope: 'proposals:read',
    also: { sv: 'program agent direkt utan godkännande', en: 'program agent at once without approval' },
    load: () => import('./LimitsPage.tsx'),
  },
]
