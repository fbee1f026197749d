// The pages of a person who makes integrations, programs that others let work in their books, and tries them out.
import type { PersonPage } from '#client'

export const integrationPages: readonly PersonPage[] = [
  {
    at: '/integrations',
    title: { sv: 'Integrationer', en: 'Integrations' },
    keys: 'g i',
    load: () => import('./IntegrationsPage.tsx'),
  },
  {
    at: '/integrations/$integrationId',
    title: { sv: 'Integration', en: 'Integration' },
    load: () => import('./IntegrationPage.tsx'),
  },
  {
    at: '/integrations/$integrationId/requests',
    title: { sv: 'Anrop', en: 'Requests' },
    load: () => import('./IntegrationRequestsPage.tsx'),
  },
  {
    at: '/integrations/try',
    title: { sv: 'Prova anslutningen', en: 'Try the connection' },
    keys: 'g p',
    load: () => import('./FlowPage.tsx'),
  },
  {
    at: '/test-companies',
    title: { sv: 'Testföretag', en: 'Test companies' },
    keys: 'g t',
    load: () => import('./TestCompaniesPage.tsx'),
  },
]
