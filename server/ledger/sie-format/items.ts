// The contents of a SIE file as values: the reader yields these in file order and the writer takes the same shapes.
// Amounts are bigint öre with debit positive, days are `YYYY-MM-DD`, a missing text is an empty string.
import type { SieEncoding } from './encoding.ts'
import type { SieFindings } from './findings.ts'

/** One end of an object list: the code of an object in a dimension (SIE 4B §5, the braces of a row). */
export type SieObjectRef = { readonly dimension: number; readonly code: string }

/** An account of the file. `number` is one to eight digits, the first not 0, kept as text. */
export type SieAccount = { readonly number: string; readonly name: string }

/** What an account counts as: `T` asset, `S` liability or equity, `K` cost, `I` income. */
export type SieAccountType = 'T' | 'S' | 'K' | 'I'

/** A dimension; `parent` is the dimension it is a part of, or null. */
export type SieDimension = { readonly number: number; readonly name: string; readonly parent: number | null }

/** An object of a dimension, for example a cost centre. */
export type SieObject = { readonly dimension: number; readonly code: string; readonly name: string }

/** A fiscal year: index 0 is the year of the file, -1 the one before. Both days belong to it. */
export type SieFiscalYear = { readonly index: number; readonly start: string; readonly end: string }

/** `opening` and `closing` are for balance sheet accounts, `result` for the income statement. */
export type SieBalanceKind = 'opening' | 'closing' | 'result'

/** A balance of one account. `quantity` is a decimal number as text, or null. */
export type SieBalance = {
  readonly kind: SieBalanceKind
  readonly yearIndex: number
  readonly account: string
  readonly amount: bigint
  readonly quantity: string | null
}

/** `given`: the account in the file, if the caller maps it to another. */
export type Mapped = { readonly given?: string }

/** A balance that was read. */
export type SieBalanceItem = SieBalance & { readonly line: number } & Mapped

/** A row of a voucher. `date` is null when it is the voucher's own. `quantity` is a decimal number as text. */
export type SieRow = {
  readonly account: string
  readonly objects: readonly SieObjectRef[]
  readonly amount: bigint
  readonly date: string | null
  readonly text: string
  readonly quantity: string | null
  readonly sign: string
}

/**
 * A voucher. `series` is at most 20 characters and may be empty; `number` is a whole number without leading zeros, or
 * null when the file leaves it to the receiver. `rows` are the booked rows only, and they may be none.
 */
export type SieVoucher = {
  readonly series: string
  readonly number: string | null
  readonly date: string
  readonly text: string
  readonly registeredOn: string | null
  readonly sign: string
  readonly rows: readonly SieRow[]
}

/** The row of a voucher that was read, with its line in the file. */
export type SieRowItem = SieRow & { readonly line: number }

/**
 * A voucher that was read. `struckRows` (#BTRANS) and `addedRows` (#RTRANS) are the numbers of such lines; `repeated`
 * means that its series and number occurred before, so that it needs another number: see {@link SieSpareNumbers}.
 */
export type SieVoucherItem = Omit<SieVoucher, 'rows'> & {
  readonly kind: 'voucher'
  readonly line: number
  readonly repeated: boolean
  readonly rows: readonly SieRowItem[]
  readonly struckRows: number
  readonly addedRows: number
}

/** The identification items: the program, the time, the company and the years. */
type SieHeaderItem =
  | { readonly kind: 'flag'; readonly line: number; readonly value: string }
  | { readonly kind: 'program'; readonly line: number; readonly name: string; readonly version: string }
  | { readonly kind: 'format'; readonly line: number; readonly value: string }
  | { readonly kind: 'generated'; readonly line: number; readonly date: string | null; readonly sign: string }
  | { readonly kind: 'type'; readonly line: number; readonly value: SieType }
  | { readonly kind: 'comment'; readonly line: number; readonly text: string }
  | { readonly kind: 'companyType'; readonly line: number; readonly code: string }
  | { readonly kind: 'companyId'; readonly line: number; readonly id: string }
  | { readonly kind: 'orgNumber'; readonly line: number; readonly number: string; readonly serial: string }
  | { readonly kind: 'industry'; readonly line: number; readonly code: string }
  | ({ readonly kind: 'address'; readonly line: number } & SieAddress)
  | { readonly kind: 'companyName'; readonly line: number; readonly name: string }
  | ({ readonly kind: 'fiscalYear'; readonly line: number } & SieFiscalYear)
  | { readonly kind: 'taxYear'; readonly line: number; readonly year: number }
  | { readonly kind: 'balancesUpTo'; readonly line: number; readonly date: string }
  | { readonly kind: 'chartType'; readonly line: number; readonly code: string }
  | { readonly kind: 'currency'; readonly line: number; readonly code: string }

/** The four fields of #ADRESS. */
export type SieAddress = {
  readonly contact: string
  readonly street: string
  readonly postal: string
  readonly phone: string
}

/** The file types of SIE 4B §4. Both 4E and 4I are type 4. */
export type SieType = 1 | 2 | 3 | 4

/** The chart: accounts with their attributes, dimensions and objects. */
export type SieChartItem =
  | ({ readonly kind: 'account'; readonly line: number } & SieAccount & Mapped)
  | { readonly kind: 'accountType'; readonly line: number; readonly account: string; readonly type: SieAccountType }
  | { readonly kind: 'unit'; readonly line: number; readonly account: string; readonly unit: string }
  | { readonly kind: 'sru'; readonly line: number; readonly account: string; readonly code: string }
  | ({ readonly kind: 'dimension'; readonly line: number } & SieDimension)
  | ({ readonly kind: 'object'; readonly line: number } & SieObject)

/** #OIB and #OUB: a balance of one account for the objects in the list. */
type SieObjectBalanceItem = {
  readonly kind: 'objectOpening' | 'objectClosing'
  readonly line: number
  readonly yearIndex: number
  readonly account: string
  readonly objects: readonly SieObjectRef[]
  readonly amount: bigint
  readonly quantity: string | null
}

/**
 * #PSALDO, #PBUDGET and, as some programs write it though SIE 4B has no such label, #OBJPBUDGET: the change within one
 * month (`YYYY-MM`); an empty list means the whole account.
 */
export type SiePeriodItem = {
  readonly kind: 'periodBalance' | 'periodBudget' | 'objectBudget'
  readonly line: number
  readonly yearIndex: number
  readonly period: string
  readonly account: string
  readonly objects: readonly SieObjectRef[]
  readonly amount: bigint
  readonly quantity: string | null
}

/** A budget row to write; `ofObjects`: it was read from #OBJPBUDGET, and concerns objects even if its list is empty. */
export type SieBudget = Omit<SiePeriodItem, 'kind' | 'line'> & { readonly ofObjects: boolean }

/** The last item of every reading, and the only one that tells whether the file may be used. */
type SieEndItem = { readonly kind: 'end'; readonly line: number; readonly report: SieReport }

/** One item of a file, with its line number from 1 (for a voucher, the line of its #VER). */
export type SieItem =
  | SieHeaderItem
  | SieChartItem
  | SieBalanceItem
  | SieObjectBalanceItem
  | SiePeriodItem
  | SieVoucherItem
  | SieEndItem

/** The findings, and the contents of the file. `complete` is false if reading stopped early. */
export type SieReport = {
  readonly complete: boolean
  readonly findings: SieFindings
  readonly summary: SieSummary
}

/** The contents of a file, known when it has been read to its end. */
export type SieSummary = {
  readonly encoding: SieEncoding
  readonly type: SieType
  /** Type 4 without any #IB, #UB or #RES: vouchers to import, not a whole year. */
  readonly is4I: boolean
  /** SIE 5, converted to the equivalent type 4. */
  readonly isXml: boolean
  readonly header: SieHeader
  /** Number of lines by label without `#`, unknown ones included. */
  readonly labels: ReadonlyMap<string, number>
  readonly unknownLabels: ReadonlyMap<string, number>
  readonly counts: SieCounts
  /** Null without #KSUMMA; `computed` is null if the closing one is missing. */
  readonly checksum: { readonly declared: number | null; readonly computed: number | null } | null
  readonly years: ReadonlyMap<number, SieFiscalYear>
  readonly accounts: ReadonlyMap<string, string>
  readonly undeclaredAccounts: readonly string[]
  readonly series: ReadonlyMap<string, SieSeries>
  /** The first and last voucher day, or null without vouchers. */
  readonly days: { readonly first: string; readonly last: string } | null
  /** By year index: öre by account. */
  readonly balances: ReadonlyMap<number, SieYearBalances>
  /** Booked rows summed by account, in öre. */
  readonly movements: ReadonlyMap<string, bigint>
  readonly controls: SieControls
}

/**
 * The vouchers of one series. `lowest` and `highest` are null if none is numbered; `renumbered` counts those that get a
 * number after the highest, see {@link SieSpareNumbers}.
 */
export type SieSeries = {
  readonly vouchers: number
  readonly lowest: number | null
  readonly highest: number | null
  readonly renumbered: number
}

/** The identification items, null or empty if missing. The last one of a label counts. */
export type SieHeader = {
  flag: string | null
  program: { readonly name: string; readonly version: string } | null
  format: string | null
  generated: { readonly date: string | null; readonly sign: string } | null
  type: SieType | null
  comment: string
  companyType: string
  companyId: string
  orgNumber: string
  orgSerial: string
  companyName: string
  address: SieAddress | null
  taxYear: number | null
  balancesUpTo: string | null
  chartType: string
  currency: string
}

/** The number of each; rows are the booked ones, counting an #RTRANS and its twin as one. */
export type SieCounts = {
  vouchers: number
  rows: number
  emptyVouchers: number
  unbalancedVouchers: number
  struckRows: number
  addedRows: number
  /** Rows with more than one object. */
  multiObjectRows: number
  /** Vouchers whose number field is empty. */
  withoutNumber: number
  /** Vouchers whose number field is 0, which is equivalent. */
  numberedZero: number
  /** Vouchers with rows whose series and number occurred before. */
  duplicateNumbers: number
  /** Vouchers whose number is not above the previous one in the series. */
  notAscending: number
  /** Runs of missing numbers between the lowest and highest of a series, over all series. */
  numberGaps: number
  /** Vouchers dated outside year 0; null when the file has no year 0 or no vouchers. */
  outsideYear: number | null
  damagedLines: number
}

/** The balances of one year, öre by account. */
export type SieYearBalances = {
  readonly opening: ReadonlyMap<string, bigint>
  readonly closing: ReadonlyMap<string, bigint>
  readonly result: ReadonlyMap<string, bigint>
}

/**
 * The sum controls. Sums are öre by year index, for the years with balances; each list has the accounts that differ, or
 * is null if the file lacks the required data.
 */
export type SieControls = {
  readonly openingSums: ReadonlyMap<number, bigint>
  /** Closing balances and results together. */
  readonly closingSums: ReadonlyMap<number, bigint>
  readonly openingAndVouchersNotClosing: readonly string[] | null
  readonly vouchersNotResult: readonly string[] | null
  readonly openingAndPeriodsNotClosing: readonly string[] | null
  readonly periodsNotResult: readonly string[] | null
  readonly lastClosingNotOpening: readonly string[] | null
  readonly openingOnResultAccounts: readonly string[]
  readonly closingOnResultAccounts: readonly string[]
  readonly resultOnBalanceAccounts: readonly string[]
}

/** Dimension numbers reserved by the format, which may be used without a declaration (SIE 4B §5). */
export const standardDimensions: ReadonlyMap<number, string> = new Map([
  [1, 'Kostnadsställe'],
  [2, 'Kostnadsbärare'],
  [6, 'Projekt'],
  [7, 'Anställd'],
  [8, 'Kund'],
  [9, 'Leverantör'],
  [10, 'Faktura'],
])
