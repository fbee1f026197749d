// What an annual report is made of, gathered from the books.

import type { TableRow } from '#annual-report/statements/lines.rules'
import type { Kronor, ShownRow } from '#annual-report/statements/statements.rules'
import type { AnnualBlock, AnnualPaper } from '#paper'
import type { Day } from '#platform/day'
import type { NoteYear } from './asset-notes.rules.ts'
import type { ReportText } from './content.ts'
import type { EquityMoves } from './equity.rules.ts'

type Span = { startDate: Day; endDate: Day }

/** A year of the overview; the ratio in tenths of a percent. */
export type OverviewYear = Span & { netSales: bigint; resultAfterFinancialItems: bigint; equityRatio: number | null }

/** How long assets on a line are depreciated, in years as text: `5` or `3–5`. */
export type UsefulLife = { line: string; years: string }

export type DocumentFacts = {
  company: { name: string; organizationNumber: string; seat: string }
  year: Span
  before: { span: Span | null; isOpening: boolean; kronor: Kronor } | null
  kronor: Kronor
  income: readonly ShownRow[]
  balance: readonly ShownRow[]
  /** The lines of the balance sheet that hold for the year. */
  rows: readonly TableRow[]
  notes: { now: NoteYear; before: NoteYear | null }
  overview: readonly OverviewYear[]
  equity: EquityMoves
  lives: readonly UsefulLife[]
  text: ReportText
}

/** What is frozen: every text and figure as printed, and the years that its facts are of. */
export type Snapshot = {
  company: AnnualPaper['company']
  period: AnnualPaper['period']
  blocks: readonly AnnualBlock[]
  years: readonly { startDate: Day; endDate: Day }[]
  taxonomy: string | null
  signatories: readonly { firstName: string; lastName: string; role: string }[]
  /** Lines with an amount for which the taxonomy has no element: the report is then filed as PDF. */
  untagged: readonly string[]
}
