// The tables of the pages of a company, and of a person. The rail, the palette and the router read them; the first page
// of an area is where the rail leads.
import type { CompanyPage, PersonPage } from '#client'
import { agencyPages } from '#console/agency'
import { bankingPages } from '#console/banking'
import { documentPages } from '#console/documents'
import { homePages } from '#console/home'
import { integrationPages } from '#console/integrations'
import { ledgerPages } from '#console/ledger'
import { operatorPages } from '#console/operator'
import { stagedPages } from '#console/proposals'
import { purchasingPages } from '#console/purchasing'
import { reportPages } from '#console/reports'
import { salesPages } from '#console/sales'
import { settingPages } from '#console/settings'
import { siePages } from '#console/sie'
import { taxAccountPages } from '#console/tax-account'
import { vatPages } from '#console/vat'
import { yearEndPages } from '#console/year-end'
import { proposalPages } from '#console/year-end-proposals'

export const companyPages: readonly CompanyPage[] = [
  ...homePages,
  ...stagedPages,
  ...ledgerPages,
  ...documentPages,
  ...siePages,
  ...salesPages,
  ...purchasingPages,
  ...bankingPages,
  ...taxAccountPages,
  ...reportPages,
  ...vatPages,
  ...yearEndPages,
  ...proposalPages,
  ...settingPages,
]

export const personPages: readonly PersonPage[] = [...agencyPages, ...integrationPages, ...operatorPages]
