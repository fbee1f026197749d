// What an invoice lacks before it is published, by what the company and the customer have said of themselves.
import { queries, type Schema, useCompany } from '#client'
import { CURRENCY_OF_LAW } from '#rule/currency'
import { type MissingContent, missingContent } from '#rule/invoice-content'
import { lawOn } from '#rule/law'
import { ownCurrency } from '#ui'

/** `fTax`: no invoice has been published, and whether the company is approved for F-tax has not been said. */
export type Missing = MissingContent | 'fTax'

export type Publishable = {
  customerId: string
  type: Schema<'Invoice'>['type']
  day: string
  /** With tax, in öre of the accounting currency. */
  totalOre: bigint
}

const IS_FULL_DAY = /^\d{4}-\d\d-\d\d$/

type Found = { isLoading: boolean; missing: readonly Missing[] }

/** What is missing. Nothing without a customer, and where the user may not read it: then the service warns. */
export const useMissing = ({ customerId, type, day, totalOre }: Publishable): Found => {
  const { id: companyId, may } = useCompany()
  const init = { params: { path: { companyId } } }
  const isAsked = customerId !== ''
  const settings = queries.useQuery('get', '/companies/{companyId}/sales-settings', init, {
    enabled: isAsked && may('sales-settings:read'),
  })
  const company = queries.useQuery('get', '/companies/{companyId}/company-information', init, {
    enabled: isAsked,
  })
  const customer = queries.useQuery(
    'get',
    '/companies/{companyId}/customers/{customerId}',
    { params: { path: { companyId, customerId } } },
    { enabled: isAsked },
  )
  const earlier = queries.useQuery(
    'get',
    '/companies/{companyId}/invoices',
    { params: { path: { companyId }, query: { query: 'status!=draft', pageSize: 1 } } },
    { enabled: isAsked && settings.data?.fTax === false },
  )
  const isLoading = [settings, company, customer, earlier].some((one) => one.isLoading)
  const isDated = IS_FULL_DAY.test(day) && lawOn(day).find('invoice.simplified') !== null
  if (isLoading || !settings.data || !company.data || !customer.data || !isDated) return { isLoading, missing: [] }
  const { bankgiro, plusgiro, iban, fTax } = settings.data
  const missing = missingContent({
    type,
    totalOre,
    // In books in euro the limit depends on a rate of the day: the addresses are asked for.
    isSimple: ownCurrency() === CURRENCY_OF_LAW && totalOre <= lawOn(day).ore('invoice.simplified'),
    seller: company.data.address,
    buyerHasAddress: Boolean(customer.data.address),
    accounts: [bankgiro, plusgiro, iban],
  })
  const isUnasked = !fTax && earlier.data?.items.length === 0
  return { isLoading, missing: isUnasked ? [...missing, 'fTax'] : missing }
}
