// The pages of reports.
import type { CompanyPage } from '#client'
import { titles } from './titles.ts'

const common = { area: 'reports', scope: 'reports:read' } as const

export const reportPages: readonly CompanyPage[] = [
  {
    ...common,
    path: '/reports',
    title: { sv: 'Rapporter', en: 'Reports' },
    keys: 'g r',
    load: () => import('./ReportsPage.tsx'),
  },
  {
    ...common,
    path: '/reports/income-statement',
    title: titles['income-statement'],
    load: () => import('./IncomeStatementPage.tsx'),
  },
  {
    ...common,
    path: '/reports/budget',
    title: { sv: 'Budget', en: 'Budget' },
    scope: 'fiscal-years:read',
    load: () => import('./budget/BudgetPage.tsx'),
  },
  {
    ...common,
    path: '/reports/balance-sheet',
    title: titles['balance-sheet'],
    load: () => import('./BalanceSheetPage.tsx'),
  },
  {
    ...common,
    path: '/reports/trial-balance',
    title: titles['trial-balance'],
    load: () => import('./TrialBalancePage.tsx'),
  },
  {
    ...common,
    path: '/reports/general-ledger',
    title: titles['general-ledger'],
    load: () => import('./GeneralLedgerPage.tsx'),
  },
  {
    ...common,
    path: '/reports/journal',
    title: titles.journal,
    load: () => import('./JournalReportPage.tsx'),
  },
  {
    ...common,
    path: '/reports/customer-ledger',
    title: titles['customer-ledger'],
    load: () => import('./CustomerLedgerPage.tsx'),
  },
  {
    ...common,
    path: '/reports/supplier-ledger',
    title: titles['supplier-ledger'],
    load: () => import('./SupplierLedgerPage.tsx'),
  },
  {
    ...common,
    path: '/reports/aged-receivables',
    title: titles['aged-receivables'],
    load: () => import('./AgedReceivablesPage.tsx'),
  },
  {
    ...common,
    path: '/reports/aged-payables',
    title: titles['aged-payables'],
    load: () => import('./AgedPayablesPage.tsx'),
  },
  {
    ...common,
    path: '/reports/eu-sales-list',
    title: titles['eu-sales-list'],
    load: () => import('./EuSalesListPage.tsx'),
  },
]
