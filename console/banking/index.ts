// The pages of the bank.
import type { CompanyPage } from '#client'

export const bankingPages: readonly CompanyPage[] = [
  {
    path: '/bank',
    area: 'bank',
    title: { sv: 'Banktransaktioner', en: 'Bank transactions' },
    scope: 'bank-statements:read',
    keys: 'g b',
    load: () => import('./BankPage.tsx'),
  },
  {
    path: '/payments',
    area: 'bank',
    title: { sv: 'Betalningar', en: 'Payments' },
    scope: 'bank-payments:read-limited',
    keys: 'g p',
    load: () => import('./payments/PaymentsPage.tsx'),
  },
  {
    path: '/bank/months',
    area: 'bank',
    title: { sv: 'Bankavstämning', en: 'Bank reconciliation' },
    scope: 'bank-statements:read',
    load: () => import('./reconciliation/MonthsPage.tsx'),
  },
  {
    path: '/bank/rules',
    area: 'bank',
    title: { sv: 'Matchningsregler', en: 'Matching rules' },
    scope: 'bank-statements:read',
    makes: {
      title: { sv: 'Ny matchningsregel', en: 'New matching rule' },
      scope: 'bank-statements:write',
      search: { open: 'new' },
    },
    load: () => import('./MatchingPage.tsx'),
  },
]
