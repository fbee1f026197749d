// Peppol addresses: a number and its scheme, from the list of electronic address schemes (EAS) as of BIS Billing 3.0
// 2026.5. Formats that the network validates are validated here too (rules PEPPOL-COMMON-R040 to R057): an address with
// another format is unreachable.
import { luhnHolds } from './luhn.ts'
import { organizationNumber } from './organization-number.ts'

/** For example scheme `0088` and a GLN of 13 digits. */
export type PeppolAddress = { scheme: string; id: string }

export const SWEDISH_NUMBER = '0007'
export const NORWEGIAN_NUMBER = '0192'
/** The scheme under which Belgian businesses must register. */
export const BELGIAN_NUMBER = '0208'
/** It has taken the place of 0213. */
export const FINNISH_OVT = '0216'

export const peppolSchemes: readonly string[] = (
  '0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199 0200 ' +
  '0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 ' +
  '9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 ' +
  '9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959'
).split(' ')

/** The characters allowed in an identifier, and the maximum length stored. */
const ANY_FORM = /^[A-Za-z0-9._~:-]{1,50}$/

/** The address with its number in canonical form, without spaces; null if the network has no such scheme or number. */
export const peppolAddress = ({ scheme, id }: PeppolAddress): PeppolAddress | null => {
  const number = id.replace(/\s/g, '')
  if (!peppolSchemes.includes(scheme) || !ANY_FORM.test(number)) return null
  const fits = forms[scheme]
  const kept = scheme === SWEDISH_NUMBER ? number.replace('-', '') : number
  return !fits || fits(kept) ? { scheme, id: kept } : null
}

const form =
  (pattern: RegExp) =>
  (number: string): boolean =>
    pattern.test(number)

/** Whether a number is valid in its scheme; schemes without validation have no row. */
const forms: Readonly<Record<string, (number: string) => boolean>> = {
  [SWEDISH_NUMBER]: (number) => /^\d{10}$/.test(number) && organizationNumber(number) !== null,
  '0088': (number) => /^\d{13}$/.test(number) && weighted(number, [1, 3]) % 10 === 0,
  '0096': form(/^\d{10}$/),
  '0106': form(/^\d{8}$/),
  '0151': (number) => /^[1-9]\d{10}$/.test(number) && holdsAustralian(number),
  '0184': form(/^(?:DK)?\d{8}$/),
  '0190': form(/^\d{20}$/),
  [NORWEGIAN_NUMBER]: (number) => /^\d{9}$/.test(number) && weighted(number, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  '0198': form(/^DK\d{8}$/),
  '0201': form(/^[A-Z0-9]{6}$/),
  [BELGIAN_NUMBER]: (number) =>
    /^\d{10}$/.test(number) && 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  '0210': form(/^(?:[A-Z0-9]{16}|\d{11})$/),
  '0211': (number) => /^IT\d{11}$/.test(number) && luhnHolds(number.slice(2)),
  [FINNISH_OVT]: form(/^0037\d{8}[A-Z0-9]{0,5}$/),
  '9944': form(/^NL\d{9}B\d{2}$/),
}

/** The weighted digit sum; the weights repeat. */
const weighted = (number: string, weights: readonly number[]): number =>
  [...number].reduce((sum, digit, place) => sum + Number(digit) * (weights[place % weights.length] ?? 0), 0)

/** The Australian business number: its first digit reduced by one, weighted by odd numbers, modulo 89. */
const holdsAustralian = (number: string): boolean =>
  (weighted(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0
