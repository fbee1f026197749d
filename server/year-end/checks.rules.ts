// The checklist of a year-end closing: what is done, what is left, and what prevents closing. A table of checks on
// facts. Pure.
import type { Day } from '#platform/day'
import { numberFromOre, type Ore, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import type { RemainingWorkKind } from '#todo/remaining-work'
import { hindrances as faults } from './refusals.ts'

export const checkStates = ['open', 'done', 'notApplicable'] as const
/** `stops`: must be done before closing. `closes`: the closing does it automatically. */
export const checkSeverities = ['stops', 'warns', 'closes'] as const

type Words = { sv: string; en: string }

/** The number left of a kind, and their sum in öre; null if a sum is meaningless. */
export type RemainingWork = { count: number; ore: Ore | null }

export type Facts = {
  companyId: string
  year: { id: string; startDate: Day; endDate: Day; closed: boolean; method: 'cash' | 'accrual' }
  today: Day
  left: ReadonlyMap<RemainingWorkKind, RemainingWork>
  earlierOpen: number
  /**
   * Unreported VAT periods of the year; null if the company reports none. `isEmpty`: every VAT account has a zero
   * balance. Their sum is only shown, since reverse-charge VAT is on both sides.
   */
  vat: { periods: RemainingWork; balance: Ore; isEmpty: boolean } | null
  /** The differences between open items and the books, and the day of the comparison. */
  differences: { side: 'customer' | 'supplier'; ore: Ore }[]
  comparedOn: Day
  /** Months of bank accounts that are over and not reconciled; null where no account has statements with balances. */
  bankMonths: { months: number; bankAccountId: string | null } | null
  /** The unbooked depreciation of the year, and the number of assets. */
  depreciation: { assets: number; ore: Ore }
  /** How many accounts were corrected in the usual chart, and differ in the company's. */
  chartCorrections: number
  /** How many portions of accruals up to the year's end are not booked, or accruals not reversed with their entry. */
  accruals: { portions: number; ore: Ore }
  /** The balances of bank accounts in other currencies. */
  accountsInCurrency: { account: number; ore: Ore }[]
  /** The turnover of the year, and the most that the cash method is for (bokföringslagen 5 kap. 2 §). */
  turnover: { ore: Ore; most: Ore | null }
  /** Whether what is in other currencies was restated at the rates of the last day. */
  isRevalued: boolean
  imbalance: Ore
  /** Not transferred to equity; a profit is positive. */
  result: Ore
  /** Whether the company pays tax on its result itself, has a profit before tax, and has booked no tax. */
  isTaxMissing: boolean | null
  /** How many proposals of the year-end are neither taken nor declined. */
  openProposals: number
  /** The amount to be moved at the start of the next year. */
  transfers: Ore
  /**
   * The next year of the books, and the accounts on which its opening balances differ from this year's closing
   * balances. One that `keepsOwn` does not carry forward from this year: intermediate years are missing, or this year's
   * bookings are.
   */
  next: {
    id: string
    startDate: Day
    endDate: Day
    isStored: boolean
    differing: readonly number[]
    keepsOwn: boolean
  } | null
  /** The first closed year whose figures depend on the next year's opening balances. */
  closedAfter: { id: string; startDate: Day; endDate: Day } | null
}

type CheckState = (typeof checkStates)[number]
/** `severity` if it depends on the finding. */
type Found = { state: CheckState; severity?: Check['severity']; count?: number; ore?: Ore | null }

type Check = {
  key: string
  words: Words
  severity: (typeof checkSeverities)[number]
  find: (facts: Facts) => Found
  /** The API path of the findings, below the company; `kinds` have a list of their own. */
  link?: (facts: Facts) => { path: string; query?: string } | null
  kind?: RemainingWorkKind
  fault?: (values: { count: number; amount: string; end: Day; after: string }) => FieldError
}

const pass: Found = { state: 'done' }
const none: Found = { state: 'notApplicable' }
const openIf = (isOpen: boolean, found: Omit<Found, 'state'> = {}): Found =>
  isOpen ? { state: 'open', ...found } : pass

const ofLeft =
  (kind: RemainingWorkKind) =>
  ({ left }: Facts): Found => {
    const found = left.get(kind)
    return found ? { state: 'open', count: found.count, ore: found.ore } : pass
  }
const underCash =
  (find: (facts: Facts) => Found) =>
  (facts: Facts): Found =>
    facts.year.method === 'cash' ? find(facts) : none

/** What was restated at the rates of the last day may stay open. */
const unlessRevalued =
  (find: (facts: Facts) => Found) =>
  (facts: Facts): Found =>
    facts.isRevalued ? pass : find(facts)

const at = (key: string): string => `#/checks/${key}`
const reportOf = (report: string) => (facts: Facts) => ({
  path: `/reports/${report}`,
  query: `fiscalYearId=${facts.year.id}`,
})

const checks: readonly Check[] = [
  {
    key: 'notOver',
    words: { sv: 'Räkenskapsåret har tagit slut', en: 'The fiscal year has ended' },
    severity: 'stops',
    find: ({ year, today }) => openIf(today <= year.endDate),
    fault: ({ end }) => faults.notOver(at('notOver'), { end }),
  },
  {
    key: 'earlierYearsOpen',
    words: { sv: 'Tidigare räkenskapsår är stängda', en: 'Earlier fiscal years are closed' },
    severity: 'stops',
    find: ({ earlierOpen }) => openIf(earlierOpen > 0, { count: earlierOpen }),
    link: ({ year }) => ({ path: '/fiscal-years', query: `query=status==open&&endDate<${year.startDate}` }),
    fault: () => faults.earlierYearsOpen(at('earlierYearsOpen')),
  },
  {
    key: 'unrecordedInvoices',
    words: {
      sv: 'Utfärdade fakturor och deras betalningar är bokförda',
      en: 'Published invoices and their payments are in the books',
    },
    severity: 'stops',
    kind: 'invoice.unrecorded',
    find: ofLeft('invoice.unrecorded'),
    fault: ({ count }) => faults.unrecordedInvoices(at('unrecordedInvoices'), { count }),
  },
  {
    key: 'draftInvoices',
    words: { sv: 'Inga utkast till fakturor är daterade i året', en: 'No draft invoices are dated in the year' },
    severity: 'warns',
    kind: 'invoice.draft',
    find: ofLeft('invoice.draft'),
  },
  {
    key: 'unrecordedSupplierInvoices',
    words: { sv: 'Leverantörsfakturor är bokförda', en: 'Supplier invoices are booked' },
    severity: 'stops',
    kind: 'supplierInvoice.unrecorded',
    find: ofLeft('supplierInvoice.unrecorded'),
    fault: ({ count }) => faults.unrecordedSupplierInvoices(at('unrecordedSupplierInvoices'), { count }),
  },
  {
    key: 'openBankTransactions',
    words: { sv: 'Bankens transaktioner är avprickade', en: 'Bank transactions are matched' },
    severity: 'warns',
    kind: 'bankTransaction.open',
    find: ofLeft('bankTransaction.open'),
  },
  {
    key: 'unusedUploads',
    words: { sv: 'Uppladdade underlag är bokförda', en: 'Uploaded receipts are booked' },
    severity: 'warns',
    kind: 'receipt.unrecorded',
    find: ofLeft('receipt.unrecorded'),
  },
  {
    // Bokföringslagen (1999:1078) 5 kap. 6 §: each business event has a voucher.
    key: 'entriesWithoutDocument',
    words: { sv: 'Verifikationerna har underlag', en: 'Entries have their documents' },
    severity: 'warns',
    kind: 'entry.withoutDocument',
    find: ofLeft('entry.withoutDocument'),
  },
  {
    key: 'unpaidInvoices',
    words: {
      sv: 'Obetalda kundfakturor är bokförda (kontantmetoden)',
      en: 'Unpaid invoices are booked (cash method)',
    },
    severity: 'closes',
    kind: 'invoice.unpaid',
    find: underCash(ofLeft('invoice.unpaid')),
  },
  {
    key: 'unpaidSupplierInvoices',
    words: {
      sv: 'Obetalda leverantörsfakturor är bokförda (kontantmetoden)',
      en: 'Unpaid supplier invoices are booked (cash method)',
    },
    severity: 'closes',
    kind: 'supplierInvoice.unpaid',
    find: underCash(ofLeft('supplierInvoice.unpaid')),
  },
  {
    key: 'invoicesInCurrency',
    words: {
      sv: 'Kundfakturor i annan valuta är betalda (annars räknas de om till balansdagens kurs)',
      en: 'Invoices in other currencies are paid (otherwise restate them at the rate of the last day)',
    },
    severity: 'warns',
    kind: 'invoice.inCurrency',
    find: unlessRevalued(ofLeft('invoice.inCurrency')),
  },
  {
    key: 'supplierInvoicesInCurrency',
    words: {
      sv: 'Leverantörsfakturor i annan valuta är betalda (annars räknas de om till balansdagens kurs)',
      en: 'Supplier invoices in other currencies are paid (otherwise restate them at the rate of the last day)',
    },
    severity: 'warns',
    kind: 'supplierInvoice.inCurrency',
    find: unlessRevalued(ofLeft('supplierInvoice.inCurrency')),
  },
  {
    key: 'accountsInCurrency',
    words: {
      sv: 'Bankkonton i annan valuta är tomma (annars räknas saldot om till balansdagens kurs)',
      en: 'Bank accounts in other currencies are empty (otherwise restate them at the rate of the last day)',
    },
    severity: 'warns',
    find: unlessRevalued(({ accountsInCurrency: found }) =>
      openIf(found.length > 0, { count: found.length, ore: found.reduce((sum, { ore }) => sum + ore, 0n) }),
    ),
    link: reportOf('balance-sheet'),
  },
  {
    key: 'revaluation',
    words: {
      sv: 'Det som är i annan valuta är omräknat till balansdagens kurs',
      en: 'What is in other currencies is restated at the rate of the last day',
    },
    severity: 'warns',
    find: ({ left, accountsInCurrency: { length }, isRevalued }) => {
      const documents = [left.get('invoice.inCurrency'), left.get('supplierInvoice.inCurrency')]
      const count = documents.reduce((sum, found) => sum + (found?.count ?? 0), length)
      if (isRevalued) return pass
      return count === 0 ? none : openIf(true, { count })
    },
    link: ({ year: { endDate } }) => ({ path: '/currency-revaluations', query: `query=date==${endDate}` }),
  },
  {
    key: 'vatOpen',
    words: { sv: 'Momsen är redovisad', en: 'VAT is reported' },
    severity: 'stops',
    // With empty VAT accounts the books are in order: only the return is missing.
    find: ({ vat }) => {
      if (vat === null) return none
      const severity = vat.isEmpty ? 'warns' : 'stops'
      return openIf(vat.periods.count > 0, { ...vat.periods, severity, ore: vat.balance })
    },
    link: ({ year: { startDate, endDate } }) => ({
      path: '/vat-periods',
      query: `query=status==unreported&&endDate>=${startDate}&&endDate<=${endDate}`,
    }),
    fault: ({ count }) => faults.vatOpen(at('vatOpen'), { count }),
  },
  {
    key: 'vatLeft',
    words: { sv: 'Ingen moms är bokförd efter redovisningen', en: 'No VAT was booked after it was reported' },
    severity: 'warns',
    find: ({ vat }) => (vat === null || vat.periods.count > 0 ? none : openIf(!vat.isEmpty, { ore: vat.balance })),
    link: ({ year: { startDate, endDate } }) => ({
      path: '/vat-periods',
      query: `query=endDate>=${startDate}&&endDate<=${endDate}`,
    }),
  },
  {
    key: 'reconciliation',
    words: { sv: 'Reskontrorna stämmer med bokföringen', en: 'The sub-ledgers agree with the books' },
    severity: 'warns',
    find: ({ differences }) =>
      openIf(differences.length > 0, {
        count: differences.length,
        ore: differences.reduce((sum, { ore }) => sum + ore, 0n),
      }),
    link: ({ differences: [first], comparedOn }) => ({
      path: `/reports/${first?.side ?? 'customer'}-ledger`,
      query: `on=${comparedOn}`,
    }),
  },
  {
    key: 'bankMonths',
    words: { sv: 'Bankkontonas månader är avstämda', en: 'The months of the bank accounts are reconciled' },
    severity: 'warns',
    find: ({ bankMonths }) => (bankMonths === null ? none : openIf(bankMonths.months > 0)),
    link: ({ bankMonths, year: { startDate, endDate } }) => ({
      path: `/bank-accounts/${bankMonths?.bankAccountId ?? ''}/reconciliations`,
      query: `query=month>=${startDate}&&month<=${endDate}`,
    }),
  },
  {
    key: 'depreciation',
    words: { sv: 'Årets avskrivningar är bokförda', en: 'Depreciation of the year is booked' },
    severity: 'warns',
    find: ({ depreciation: { assets, ore } }) => openIf(assets > 0, { count: assets, ore }),
    link: ({ year: { startDate, endDate } }) => ({
      path: '/depreciations/proposal',
      query: `from=${startDate.slice(0, 7)}&to=${endDate.slice(0, 7)}`,
    }),
  },
  {
    key: 'accruals',
    words: { sv: 'Periodiseringar är bokförda', en: 'Accruals are booked' },
    severity: 'warns',
    find: ({ accruals: { portions, ore } }) => openIf(portions > 0, { count: portions, ore }),
    link: ({ year: { endDate } }) => ({ path: '/accrual-portions/proposal', query: `to=${endDate.slice(0, 7)}` }),
  },
  {
    key: 'chartCorrections',
    words: {
      sv: 'Kontoplanen har rättelserna av BAS-kontoplanen',
      en: 'The chart of accounts has the corrections of the usual chart',
    },
    severity: 'warns',
    find: ({ chartCorrections: count }) => openIf(count > 0, { count }),
    link: () => ({ path: '/chart-corrections' }),
  },
  {
    key: 'cashMethod',
    words: {
      sv: 'Omsättningen är inom gränsen för kontantmetoden',
      en: 'The turnover is within the limit of the cash method',
    },
    severity: 'warns',
    find: underCash(({ turnover: { ore, most } }) => openIf(most !== null && ore > most, { ore })),
    link: reportOf('income-statement'),
  },
  {
    key: 'unbalanced',
    words: { sv: 'Balansräkningen balanserar', en: 'The balance sheet balances' },
    severity: 'stops',
    find: ({ imbalance }) => openIf(imbalance !== 0n, { ore: imbalance }),
    link: reportOf('balance-sheet'),
    fault: ({ amount }) => faults.unbalanced(at('unbalanced'), { amount }),
  },
  {
    key: 'tax',
    words: { sv: 'Skatt på årets vinst är bokförd', en: 'Tax on the profit is booked' },
    severity: 'warns',
    find: ({ isTaxMissing }) => (isTaxMissing === null ? none : openIf(isTaxMissing)),
    link: reportOf('income-statement'),
  },
  {
    key: 'proposals',
    words: {
      sv: 'Bokslutsförslagen är bokförda eller avböjda',
      en: 'Year-end proposals are booked or declined',
    },
    severity: 'warns',
    find: ({ openProposals: count }) => openIf(count > 0, { count }),
    link: ({ year }) => ({ path: `/fiscal-years/${year.id}/proposals` }),
  },
  {
    key: 'result',
    words: { sv: 'Årets resultat är bokfört', en: 'The result is booked' },
    severity: 'closes',
    find: ({ result }) => openIf(result !== 0n, { ore: result }),
    link: reportOf('income-statement'),
  },
  {
    key: 'nextYear',
    words: { sv: 'Nästa räkenskapsår finns', en: 'The next fiscal year exists' },
    severity: 'closes',
    find: ({ next }) => openIf(next === null),
  },
  {
    key: 'openingBalances',
    words: {
      sv: 'Nästa års ingående balanser är årets utgående',
      en: 'The next year begins with the balances that this one ends with',
    },
    severity: 'closes',
    find: ({ next }) => {
      if (next === null) return { state: 'open' }
      const { isStored, differing, keepsOwn } = next
      const count = differing.length
      return keepsOwn ? openIf(count > 0, { count, severity: 'warns' }) : openIf(!isStored || count > 0, { count })
    },
    link: ({ next }) => next && { path: `/fiscal-years/${next.id}/opening-balances` },
  },
  {
    key: 'transfer',
    words: {
      sv: 'Resultat och eget kapital är omförda i nästa år',
      en: 'Result and equity are moved in the next year',
    },
    severity: 'closes',
    find: ({ next, transfers }) => (next?.keepsOwn ? none : openIf(transfers !== 0n)),
  },
  {
    key: 'nextYearClosed',
    words: { sv: 'Inget senare stängt räkenskapsår ändras', en: 'No later fiscal year that is closed would change' },
    severity: 'stops',
    find: ({ next, closedAfter, transfers }) => {
      const isCorrected = next !== null && !next.keepsOwn && next.differing.length > 0
      return openIf(closedAfter !== null && (!next?.isStored || isCorrected || transfers !== 0n))
    },
    link: ({ closedAfter }) =>
      closedAfter && { path: '/fiscal-years', query: `query=status==closed&&startDate==${closedAfter.startDate}` },
    fault: ({ after }) => faults.nextYearClosed(at('nextYearClosed'), { after }),
  },
]

type ShownCheck = {
  key: string
  name: string
  state: CheckState
  severity: Check['severity']
  count: number | null
  amount: number | null
  link: { path: string; query: string | null } | null
}

/** Each check with its findings, in kronor and in a language. */
export const stateOf = (facts: Facts, language: keyof Words): ShownCheck[] =>
  checks.map((check) => {
    const { state, severity = check.severity, count, ore } = check.find(facts)
    const found = check.kind
      ? { path: `/fiscal-years/${facts.year.id}/closing/${check.key}` }
      : (check.link?.(facts) ?? null)
    return {
      key: check.key,
      name: check.words[language],
      state,
      severity,
      count: state === 'open' ? (count ?? null) : null,
      amount: state === 'open' && ore !== undefined && ore !== null ? numberFromOre(ore) : null,
      link: found && { path: `/companies/${facts.companyId}${found.path}`, query: found.query ?? null },
    }
  })

/** The reasons that prevent closing. */
export const faultsOf = (facts: Facts): FieldError[] => {
  const { year, closedAfter } = facts
  const after = closedAfter ? `${closedAfter.startDate} to ${closedAfter.endDate}` : ''
  return checks.flatMap(({ find, fault, ...check }) => {
    const { state, severity = check.severity, count = 0, ore } = find(facts)
    if (severity !== 'stops' || state !== 'open' || !fault) return []
    return [fault({ count, amount: textFromOre(ore ?? 0n), end: year.endDate, after })]
  })
}

/** The checks with a list, by key. */
export const listedChecks: ReadonlyMap<string, RemainingWorkKind> = new Map(
  checks.flatMap(({ key, kind }) => (kind ? [[key, kind] as const] : [])),
)
