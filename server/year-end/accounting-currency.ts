// Choosing the accounting currency: before anything is booked, invoiced or bought in it.
import { companyInformation, identityContribution } from '#identity'
import { accountingCurrencyOf, changeAccountingCurrency, ledgerContribution } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type AccountingCurrency, mayAccountIn } from '#rule/currency'

/** Sets it; refused for forms of companies that must have kronor, and where the company has amounts. */
export const setAccountingCurrency = async (call: CompanyCall, currency: AccountingCurrency): Promise<void> => {
  const { companyType } = await companyInformation(call)
  if (!mayAccountIn(currency, companyType))
    refuseIfAny([identityContribution.faults.currencyOfForm('#/accountingCurrency')])
  const before = await accountingCurrencyOf(call)
  if (before !== currency && (await hasDocuments(call)))
    throw ledgerContribution.refusals.currencyInUse({ currency: before })
  await changeAccountingCurrency(call, currency)
}

/** Whether the company has documents, drafts included, or fixed assets: they are in the currency of the books. */
const hasDocuments = async ({ db, companyId }: CompanyCall): Promise<boolean> => {
  const { used } = await db.one<{ used: boolean }>(sql`
    select exists (select from sales.invoice_view i where i.company_id = ${companyId})
      or exists (select from purchasing.supplier_invoice_view i where i.company_id = ${companyId})
      or exists (select from assets.fixed_asset_view a where a.company_id = ${companyId}) as used`)
  return used
}
