// The pages of those who run the service. Only they have them in the rail, and only they are answered.
import type { PersonPage } from '#client'

export const operatorPages: readonly PersonPage[] = [
  {
    at: '/operator/health',
    title: { sv: 'Driftstatus', en: 'Health' },
    keys: 'g d',
    of: 'operator',
    load: () => import('./HealthPage.tsx'),
  },
  {
    at: '/operator/people',
    title: { sv: 'Personer', en: 'People' },
    keys: 'g u',
    of: 'operator',
    load: () => import('./PeoplePage.tsx'),
  },
  {
    at: '/operator/companies',
    title: { sv: 'Företag', en: 'Companies' },
    keys: 'g f',
    of: 'operator',
    load: () => import('./CompaniesPage.tsx'),
  },
  {
    at: '/operator/agencies',
    title: { sv: 'Byråer', en: 'Agencies' },
    keys: 'g b',
    of: 'operator',
    load: () => import('./AgenciesPage.tsx'),
  },
  {
    at: '/operator/approvals',
    title: { sv: 'Godkännanden', en: 'Approvals' },
    keys: 'g a',
    of: 'operator',
    load: () => import('./ApprovalsPage.tsx'),
  },
  {
    at: '/operator/jobs',
    title: { sv: 'Bakgrundsjobb', en: 'Background jobs' },
    keys: 'g j',
    of: 'operator',
    load: () => import('./JobsPage.tsx'),
  },
  {
    at: '/operator/mails',
    title: { sv: 'Mejl', en: 'Mails' },
    keys: 'g m',
    of: 'operator',
    load: () => import('./MailsPage.tsx'),
  },
  {
    at: '/operator/rates',
    title: { sv: 'Valutakurser', en: 'Currency rates' },
    keys: 'g v',
    of: 'operator',
    load: () => import('./RatesPage.tsx'),
  },
  {
    at: '/operator/law',
    title: { sv: 'Lagens belopp', en: 'The law' },
    keys: 'g w',
    of: 'operator',
    load: () => import('./LawPage.tsx'),
  },
  {
    at: '/operator/verifications',
    title: { sv: 'Kontroll av böckerna', en: 'Verification' },
    keys: 'g k',
    of: 'operator',
    load: () => import('./VerificationsPage.tsx'),
  },
  {
    at: '/operator/history',
    title: { sv: 'Vad som har gjorts', en: 'What has been done' },
    keys: 'g l',
    of: 'operator',
    load: () => import('./HistoryPage.tsx'),
  },
]
