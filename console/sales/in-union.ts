// What is sold within the Union is booked before it is paid by the cash method too. The service knows by the paper;
// here what is known of the buyer says the same, unless that has changed since.
import { queries, type Schema, useCompany } from '#client'
import { countryOfVatNumber, memberStates, NORTHERN_IRELAND } from '#rule/member-states'

/** The country of a VAT number, where it is another member state or Northern Ireland; null otherwise. */
const otherStateOf = (vatNumber: string | null | undefined): string | null => {
  const country = countryOfVatNumber(vatNumber ?? '')
  const isNorthern = vatNumber?.startsWith(NORTHERN_IRELAND) ?? false
  return isNorthern || isOtherState(country) ? country : null
}

const isOtherState = (country: string): boolean => country !== 'SE' && memberStates.has(country)

/** Whether goods sold there may be sold within the Union: GB for Northern Ireland. */
const mayBeInUnion = (country: string): boolean => country === 'GB' || isOtherState(country)

type Buyer = Pick<Schema<'Customer'>, 'type' | 'vatNumber' | 'address'>

/** Whether a buyer is a business with a number of another member state, and is not known to be elsewhere. */
export const isBuyerInUnion = ({ type, vatNumber, address }: Buyer): boolean =>
  type === 'company' && otherStateOf(vatNumber) !== null && (!address || mayBeInUnion(address.country))

/**
 * The countries of the address and of the VAT number, where they differ: without tax a sale counts by the address. Null
 * where they agree, or are not known.
 */
export const countriesOf = ({ vatNumber, address }: Buyer): { address: string; number: string } | null => {
  const number = countryOfVatNumber(vatNumber ?? '')
  const isKnown = number === 'GB' || memberStates.has(number)
  return address && isKnown && number !== address.country ? { address: address.country, number } : null
}

type Sold = Pick<Schema<'Invoice'>, 'type' | 'customerRef' | 'billingAddress' | 'lineItems'>

const isUntaxed = ({ lineItems }: Sold): boolean =>
  lineItems.some((line) => line.itemType === 'salesItem' && line.taxRate === 0)

/** Whether an invoice is sold within the Union; null while that is not known. Of none it is false. */
export const useIsInUnion = (invoice: Sold | null): boolean | null => {
  const { id: companyId, may } = useCompany()
  const isAsked = invoice !== null && invoice.type !== 'advanceInvoice' && isUntaxed(invoice)
  const customerId = isAsked ? (invoice.customerRef?.id ?? '') : ''
  const isKnown = customerId !== '' && may('customers:read')
  const { data: buyer } = queries.useQuery(
    'get',
    '/companies/{companyId}/customers/{customerId}',
    { params: { path: { companyId, customerId } } },
    { enabled: isKnown },
  )
  if (!isAsked) return false
  if (!isKnown) return mayBeInUnion(invoice.billingAddress?.country ?? '')
  return buyer ? isBuyerInUnion(buyer) : null
}
