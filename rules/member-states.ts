// The member states of the European Union, and the country that a VAT number names.

/** ISO 3166-1 alpha-2, Sweden among them (mervärdesskattelagen 2023:200, 2 kap. 11 §). */
export const memberStates: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * Prefix of VAT numbers in Northern Ireland, which is within the Union for goods alone (protocol on Ireland,
 * article 8): addresses there are in GB.
 */
export const NORTHERN_IRELAND = 'XI'

/** The country of the prefix of a VAT number: Greece writes EL, and Northern Ireland XI. Other prefixes as they are. */
export const countryOfVatNumber = (vatNumber: string): string => {
  const prefix = vatNumber.slice(0, 2)
  if (prefix === 'EL') return 'GR'
  return prefix === NORTHERN_IRELAND ? 'GB' : prefix
}
