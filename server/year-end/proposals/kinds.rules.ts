// The proposals of a year-end, in the order in which they are taken: what a later one is worked out from, the earlier
// ones change. Pure.
import type { CompanyType } from '#identity'
import { proposeClaims } from './claims.rules.ts'
import { type Books, type Draft, LawGap, type Words } from './draft.rules.ts'
import { proposeHoliday } from './holiday.rules.ts'
import type { Inputs } from './inputs.rules.ts'
import { proposePensionTax } from './pension-tax.rules.ts'
import { proposeReserve, reserveInReturn } from './reserve.rules.ts'
import { type AfterYear, proposeDecision } from './result-decision.rules.ts'
import { proposeStock } from './stock.rules.ts'
import { proposeTax } from './tax-computation.rules.ts'
import { proposeTaxDepreciation } from './tax-depreciation.rules.ts'

export const proposalKinds = [
  'stock',
  'doubtfulClaims',
  'holidayDebt',
  'pensionTax',
  'taxDepreciation',
  'reserve',
  'tax',
  'resultDecision',
] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** What is booked elsewhere before a proposal that depends on the result. */
export const workBefore = ['depreciation', 'accruals'] as const
export type WorkBefore = (typeof workBefore)[number]

/** `form`: `books` it, has it in the tax `return` of its owners, or not at all. */
type Kind = {
  words: Words
  /** The title of its entry. */
  title: string
  in: (form: CompanyType) => 'books' | 'return' | null
  waitsFor: readonly (ProposalKind | WorkBefore)[]
  propose: (books: Books, inputs: Inputs, after: AfterYear) => Draft | null
}

const paysTax = (form: CompanyType) => form === 'limitedCompany' || form === 'cooperative'
const always = () => 'books' as const
const companies = (form: CompanyType) => (paysTax(form) ? ('books' as const) : null)

const OWN = ['proprietorship', 'partnership', 'limitedPartnership']

const ofResult: readonly (ProposalKind | WorkBefore)[] = [
  'depreciation',
  'accruals',
  'stock',
  'doubtfulClaims',
  'holidayDebt',
  'pensionTax',
  'taxDepreciation',
]

export const kinds: Readonly<Record<ProposalKind, Kind>> = {
  stock: {
    words: { sv: 'Lager', en: 'Stock' },
    title: 'Bokslut: förändring av lager',
    in: always,
    waitsFor: [],
    propose: proposeStock,
  },
  doubtfulClaims: {
    words: { sv: 'Osäkra fordringar', en: 'Doubtful claims' },
    title: 'Bokslut: befarade kundförluster',
    in: always,
    waitsFor: [],
    propose: proposeClaims,
  },
  holidayDebt: {
    words: { sv: 'Semesterlöneskuld', en: 'Holiday debt' },
    title: 'Bokslut: förändring av semesterlöneskuld',
    in: always,
    waitsFor: [],
    propose: proposeHoliday,
  },
  pensionTax: {
    words: { sv: 'Särskild löneskatt på pensionskostnader', en: 'Special payroll tax on pension costs' },
    title: 'Bokslut: särskild löneskatt på pensionskostnader',
    in: always,
    waitsFor: [],
    propose: proposePensionTax,
  },
  taxDepreciation: {
    words: { sv: 'Överavskrivningar på inventarier', en: 'Depreciation of equipment beyond plan' },
    title: 'Bokslut: förändring av överavskrivningar',
    in: always,
    waitsFor: ['depreciation'],
    propose: proposeTaxDepreciation,
  },
  reserve: {
    words: { sv: 'Periodiseringsfond', en: 'Tax allocation reserve' },
    title: 'Bokslut: förändring av periodiseringsfond',
    in: (form) => (OWN.includes(form) ? 'return' : companies(form)),
    waitsFor: ofResult,
    propose: (books, inputs) => (paysTax(books.companyType) ? proposeReserve(books, inputs) : reserveInReturn(books)),
  },
  tax: {
    words: { sv: 'Skatt på årets resultat', en: 'Tax on the result' },
    title: 'Bokslut: skatt på årets resultat',
    in: companies,
    waitsFor: [...ofResult, 'reserve'],
    propose: proposeTax,
  },
  resultDecision: {
    words: { sv: 'Stämmans beslut om resultatet', en: 'The meeting’s decision on the result' },
    title: 'Resultatdisposition enligt stämman',
    in: (form) => (form === 'limitedCompany' ? 'books' : null),
    waitsFor: [],
    propose: proposeDecision,
  },
}

/** What a proposal comes to; where the law's table lacks a value for the year, the draft says which. */
export const proposed = (kind: ProposalKind, books: Books, inputs: Inputs, after: AfterYear): Draft | null => {
  const { in: placeOf, propose } = kinds[kind]
  if (placeOf(books.companyType) === null) return null
  try {
    return propose(books, inputs, after)
  } catch (error) {
    if (error instanceof LawGap) return { steps: [], items: [], missing: [error.fault] }
    throw error
  }
}
