// The fields that the bodies of customers and suppliers have in common, with their limits.
import { nullable, saying, Type } from '#http'
import { partyFaults } from './refusals.ts'

/** The most characters in what is written of a party. */
export const partyLimits = { name: 200, number: 50, line: 200, postalCode: 20 } as const

type Options = Parameters<typeof Type.String>[0]

/** A text that may be left out. */
export const optionalText = (maxLength: number, options: Options = {}) =>
  Type.Optional(nullable(Type.String({ maxLength, ...options })))

/** The VAT number of a party. */
export const VatNumber = optionalText(partyLimits.number, { examples: ['SE556036079301'] })

/** The organization number of a party, or what stands for one. */
export const OrganizationNumber = (description: string) =>
  optionalText(partyLimits.number, { description, examples: ['556036-0793'] })

/** The country of an address. */
export const Country = (description: string) =>
  saying(partyFaults.country(''), Type.String({ maxLength: 2, examples: ['SE'], description }))

/** The subdivision of the country of an address. */
export const CountrySubdivision = optionalText(partyLimits.line, { description: 'Required in GB' })
