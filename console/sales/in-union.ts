// What is sold within the Union is booked before it is paid by the cash method too. The service knows by the paper;
// here what is known of the buyer says the same, unless that has changed since.
import { queries, type Schema, useCompany } from '#client'

/** Other member states, and the United Kingdom for Northern Ireland, which is within the Union for goods. */
const COUNTRIES = new Set('AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SI SK'.split(' '))
/** Of VAT numbers that begin otherwise than the country's code. */
const PREFIXES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB', GB: '' }

type Buyer = Pick<Schema<'Customer'>, 'type' | 'vatNumber' | 'address'>

/** Whether a buyer is a business with a number of another member state, and is not known to be elsewhere. */
export const isBuyerInUnion = ({ type, vatNumber, address }: Buyer): boolean => {
  const prefix = vatNumber?.slice(0, 2) ?? ''
  return type === 'company' && COUNTRIES.has(PREFIXES[prefix] ?? prefix) && (!address || COUNTRIES.has(address.country))
}

/**
 * The countries of the address and of the VAT number, where they differ: without tax a sale counts by the address. Null
 * where they agree, or are not known.
 */
export const countriesOf = ({ vatNumber, address }: Buyer): { address: string; number: string } | null => {
  const prefix = vatNumber?.slice(0, 2) ?? ''
  const number = prefix === 'GB' ? prefix : (PREFIXES[prefix] ?? prefix)
  const isKnown = number === 'SE' || number === 'GB' || COUNTRIES.has(number)
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
  if (!isKnown) return COUNTRIES.has(invoice.billingAddress?.country ?? '')
  return buyer ? isBuyerInUnion(buyer) : null
}
