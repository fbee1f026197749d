// What e-invoices contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { eInvoicePartyParts } from './party-data.ts'
import { eInvoiceRefusals } from './refusals.ts'

export const eInvoicesContribution = {
  partyParts: eInvoicePartyParts,
  refusals: eInvoiceRefusals,
}
