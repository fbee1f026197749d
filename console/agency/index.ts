// The pages of those who work at an agency, with the books of its client companies.
import type { PersonPage } from '#client'

export const agencyPages: readonly PersonPage[] = [
  {
    at: '/clients',
    title: { sv: 'Klienter', en: 'Clients' },
    keys: 'g k',
    of: 'agency',
    load: () => import('./ClientsPage.tsx'),
  },
  {
    at: '/agency/templates',
    title: { sv: 'Mallar', en: 'Templates' },
    keys: 'g m',
    of: 'agency',
    load: () => import('./TemplatesPage.tsx'),
  },
  {
    at: '/agency/rollouts',
    title: { sv: 'Massändringar', en: 'Rollouts' },
    keys: 'g u',
    of: 'agency',
    load: () => import('./RolloutsPage.tsx'),
  },
  {
    at: '/agency/vat-changes',
    title: { sv: 'Ändrade momssatser', en: 'Changed VAT rates' },
    of: 'agency',
    load: () => import('./VatChangesPage.tsx'),
  },
  {
    at: '/agency',
    title: { sv: 'Byrån', en: 'The agency' },
    keys: 'g b',
    of: 'agency',
    load: () => import('./AgencyPage.tsx'),
  },
  {
    at: '/agency/connections',
    title: { sv: 'Anslutningar', en: 'Connections' },
    keys: 'g a',
    of: 'agency',
    load: () => import('./ConnectionsPage.tsx'),
  },
  {
    at: '/agency/people/$memberId',
    title: { sv: 'Klienter för en medarbetare', en: 'Clients of a member' },
    of: 'agency',
    load: () => import('./MemberClientsPage.tsx'),
  },
]
