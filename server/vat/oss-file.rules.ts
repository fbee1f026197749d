// The file of an OSS return that the e-service of Skatteverket reads: lines of values that end in semicolons, amounts
// in euro with a decimal comma. We know it from files that the e-service has read, and have not read the authority's
// own description. Pure.
import { vatCodeOf } from '#rule/union-vat'
import type { OssCorrection, OssLine, Quarter } from './oss-return.rules.ts'

const HEAD = 'OSS_001'
const CORRECTIONS = 'CORRECTIONS'
/** Where the goods or services come from: a company with places of business in other states reports these elsewhere. */
const ORIGIN = 'SE'

type Filed = Quarter & {
  vatNumber: string
  lines: readonly OssLine[]
  corrections: readonly OssCorrection[]
}

export const ossFile = ({ vatNumber, year, quarter, lines, corrections }: Filed): string =>
  [
    [HEAD],
    [vatNumber, quarter, year],
    ...lines.map(({ country, rateHundredths, base, tax, supply }) => [
      ORIGIN,
      vatCodeOf(country),
      decimal(BigInt(rateHundredths)),
      decimal(base),
      decimal(tax),
      supply.toUpperCase(),
    ]),
    ...(corrections.length > 0 ? [[CORRECTIONS]] : []),
    ...corrections.map((one) => [`${one.year}Q${one.quarter}`, vatCodeOf(one.country), decimal(one.tax)]),
  ]
    .map((values) => `${values.join(';')}${values[0] === CORRECTIONS ? '' : ';'}\r\n`)
    .join('')

/** Hundredths with two decimals and a comma. */
const decimal = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}
