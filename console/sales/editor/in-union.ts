// The countries that a buyer is in, by the address and by the VAT number.
import type { Schema } from '#client'
import { countryOfVatNumber, memberStates } from '#rule/member-states'

type Buyer = Pick<Schema<'Customer'>, 'vatNumber' | 'address'>

/**
 * The countries of the address and of the VAT number, where they differ: without tax a sale counts by the address. Null
 * where they agree, or are not known.
 */
export const countriesOf = ({ vatNumber, address }: Buyer): { address: string; number: string } | null => {
  const number = countryOfVatNumber(vatNumber ?? '')
  const isKnown = number === 'GB' || memberStates.has(number)
  return address && isKnown && number !== address.country ? { address: address.country, number } : null
}
