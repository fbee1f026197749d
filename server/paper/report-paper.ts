// A printed report, as plain data: the company, the subject, and the table.
import type { Day } from '#platform/day'

/** Amounts are öre in a bigint. */
export type ReportCell = string | number | bigint | null

export type ReportColumn = {
  title: string
  /** A heading above adjacent columns with the same value. */
  over: string | null
  holds: 'text' | 'day' | 'moment' | 'amount' | 'integer' | 'percent'
}

export type ReportRow = { kind: 'heading' | 'group' | 'opening' | 'line' | 'total'; cells: readonly ReportCell[] }

export type ReportPaper = {
  language: 'sv' | 'en'
  company: { name: string; organizationNumber: string; isTest: boolean }
  title: string
  /** Without a first day, it shows the state on the last day. */
  period: { from: Day | null; to: Day } | null
  /** The last registration number included. */
  knownAt: number | null
  printedAt: Date
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}
