// The page of proposals: what programs want done, and a person decides.
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
]
