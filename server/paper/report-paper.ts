// A report on paper, as plain data: whose it is, what it is about, and its table.
import type { Day } from '#platform/day'

/** Amounts are öre in a bigint. */
export type ReportCell = string | number | bigint | null

export type ReportColumn = {
  title: string
  /** A heading above neighbouring columns that have the same. */
  over: string | null
  holds: 'text' | 'day' | 'moment' | 'amount' | 'integer' | 'percent'
}

export type ReportRow = { kind: 'heading' | 'group' | 'opening' | 'line' | 'total'; cells: readonly ReportCell[] }

export type ReportPaper = {
  language: 'sv' | 'en'
  company: { name: string; organizationNumber: string; isTest: boolean }
  title: string
  /** Without a first day it tells how things stood on the last. */
  period: { from: Day | null; to: Day } | null
  /** The last registration number that is counted. */
  knownAt: number | null
  printedAt: Date
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}
