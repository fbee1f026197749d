// An annual report as plain data: blocks in the order of the law, from which the PDF and the iXBRL file are made alike.
import type { Day } from '#platform/day'

/** What a shown value reports: an element with its prefix, in a context; `flips`: the fact is the negative of it. */
export type AnnualFact = {
  element: string
  context: string
  flips?: true
  /** A repeated group of facts: its element, its id in the file, and the place of the fact in it. */
  tuple?: { element: string; id: string; order: number }
}

/** A number as shown: 337 with one decimal is 33.7. */
type AnnualNumber = {
  amount: number
  decimals: 0 | 1
  unit: 'kronor' | 'percent' | 'employees'
  fact?: AnnualFact
}
export type AnnualText = { text: string; fact?: AnnualFact }
export type AnnualCell = AnnualNumber | AnnualText | null

export type AnnualTableRow = {
  kind: 'heading' | 'line' | 'sum' | 'total'
  /** Of a heading: 1 is the outermost. */
  level: number
  label: AnnualText
  cells: readonly AnnualCell[]
}

/** `note` is the width of a column for notes: its cells are text and stand to the left. */
export type AnnualTable = {
  kind: 'table'
  columns: readonly string[]
  hasNotes: boolean
  rows: readonly AnnualTableRow[]
}

export type AnnualBlock =
  | { kind: 'section'; text: string }
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'text'; text: string; fact?: AnnualFact; isQuiet?: true }
  | { kind: 'signatures'; signatures: readonly AnnualSignature[] }
  | AnnualTable

/** A signature: each part of it may be a fact. */
export type AnnualSignature = { parts: readonly AnnualText[]; role: AnnualText; day: AnnualText | null }

/** What the meeting decided, and who certifies that and that the copy agrees with the original. */
export type AnnualCertificate = {
  meetingDate: Day
  adopted: string
  decision: string
  /** Whether the decision is the board's proposal, for which the taxonomy has an element. */
  isAsProposed: boolean
  original: string
  firstName: string
  lastName: string
  role: string
  signedDate: Day
}

export type AnnualPaper = {
  company: { name: string; organizationNumber: string; seat: string; isTest: boolean }
  period: { from: Day; to: Day }
  /** A draft says so on each page. */
  isDraft: boolean
  madeAt: string
  /** The certificate of adoption (fastställelseintyg), before the report itself; null until the meeting. */
  certificate: AnnualCertificate | null
  blocks: readonly AnnualBlock[]
}
