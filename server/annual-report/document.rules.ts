// The annual report as blocks, in the order of the law: management report, income statement, balance sheet, notes,
// signatures (BFNAR 2016:10 point 3.2). Pure.

import type { Teller } from '#annual-report/ixbrl/facts.rules'
import type { ShownRow } from '#annual-report/statements/statements.rules'
import type { AnnualBlock, AnnualTable, AnnualTableRow } from '#paper'
import { managementReport } from './management.rules.ts'
import { type Note, notesOf } from './notes.rules.ts'
import type { DocumentFacts } from './report-facts.ts'
import { yearTitle } from './texts.rules.ts'

export const documentOf = (teller: Teller, facts: DocumentFacts): AnnualBlock[] => {
  const notes = notesOf(teller, facts)
  const { year, before, income, balance, text } = facts
  const isKnownBefore = before !== null && !before.isOpening
  const spans = [yearTitle(year), ...(before?.span ? [yearTitle(before.span)] : before ? ['Föregående år'] : [])]
  const days = [year.endDate, ...(before ? [before.span?.endDate ?? 'Föregående år'] : [])]
  return [
    { kind: 'section', text: 'Förvaltningsberättelse' },
    ...managementReport(teller, facts),
    { kind: 'section', text: 'Resultaträkning' },
    statement(teller, income, notes, { titles: isKnownBefore ? spans : spans.slice(0, 1), part: 'income' }),
    { kind: 'section', text: 'Balansräkning' },
    statement(teller, balance, notes, { titles: days, part: 'balance' }),
    { kind: 'section', text: 'Noter' },
    { kind: 'text', text: 'Belopp i hela kronor om inget annat anges.', isQuiet: true },
    ...notes.flatMap(({ title, blocks }, at): AnnualBlock[] => [
      { kind: 'heading', level: 2, text: `Not ${at + 1} ${title}` },
      ...blocks,
    ]),
    ...((text.signatories ?? []).length > 0 ? [{ kind: 'section', text: 'Underskrifter' } as const] : []),
  ]
}

type StatementFacts = { titles: readonly string[]; part: 'income' | 'balance' }

/** A statement with a column for the note of a line. */
const statement = (
  teller: Teller,
  rows: readonly ShownRow[],
  notes: readonly Note[],
  { titles, part }: StatementFacts,
): AnnualTable => {
  const noteOf = (key: string) => {
    const at = notes.findIndex(({ lines }) => lines.includes(`${part}.${key}`))
    return at === -1 ? null : { text: String(at + 1) }
  }
  const orientation = (side: ShownRow['side']) => (part === 'income' ? 'credit' : (side ?? 'debit'))
  const table = rows.map((row): AnnualTableRow => {
    if (row.kind === 'heading')
      return {
        kind: 'heading',
        level: row.level,
        label: { text: row.name.sv },
        cells: [null, ...titles.map(() => null)],
      }
    const amounts = [row.kronor, row.before].slice(0, titles.length)
    const cells = amounts.map((amount, yearsBack) =>
      amount === 0n && row.kind === 'line'
        ? null
        : teller.kronor(amount, row.element, { yearsBack, shown: orientation(row.side) }),
    )
    const kind = row.kind === 'line' ? 'line' : totals.has(row.key) ? 'total' : 'sum'
    return { kind, level: 0, label: { text: row.name.sv }, cells: [noteOf(row.key), ...cells] }
  })
  return { kind: 'table', hasNotes: true, columns: ['Not', ...titles], rows: table }
}

const totals: ReadonlySet<string> = new Set(['result', 'assets', 'equityAndLiabilities'])
