// The journal as a sheet: a row for each line, repeating the data of its entry.
import type { Language, Sheet, SheetRow } from '#http'
import { momentText } from '#platform/day'
import type { Words } from '#reports/lines.rules'
import type { Period } from '#reports/period.rules'
import { columnsIn, type WordedColumn } from '#reports/report-sheet.rules'
import { reportTitles } from '#rule/report-titles'
import { amountWords, lineWords } from '#rule/report-words'
import type { JournalRow, Order } from './journal.ts'

const titles: Readonly<Record<Order, Words>> = {
  registration: reportTitles.journal,
  number: { sv: 'Verifikationslista', en: 'Journal by entry number' },
}
const reversing: Words = { sv: 'Rättar', en: 'Reverses' }
const reversed: Words = { sv: 'Rättad av', en: 'Reversed by' }

const columns: readonly WordedColumn[] = [
  { key: 'registration', title: { sv: 'Nr', en: 'No.' }, holds: 'integer' },
  { key: 'journalEntryNumber', title: lineWords.entry, holds: 'text' },
  { key: 'date', title: lineWords.date, holds: 'day' },
  { key: 'account', title: lineWords.account, holds: 'integer' },
  { key: 'text', title: lineWords.text, holds: 'text' },
  { key: 'debit', title: amountWords.debit, holds: 'amount' },
  { key: 'credit', title: amountWords.credit, holds: 'amount' },
  { key: 'registered', title: { sv: 'Registrerad', en: 'Registered' }, holds: 'moment' },
  { key: 'registeredBy', title: { sv: 'Av', en: 'By' }, holds: 'text' },
  { key: 'documents', title: { sv: 'Underlag', en: 'Documents' }, holds: 'integer' },
  { key: 'journalEntryId', title: { sv: 'Verifikationens id', en: 'Entry id' }, holds: 'text', forPrograms: true },
]

type Journal = { period: Period; registration: number; order: Order; entries: AsyncIterable<readonly JournalRow[]> }

export const journalSheet = ({ period, registration, order, entries }: Journal, language: Language): Sheet => ({
  title: titles[order][language],
  period,
  knownAt: registration,
  columns: columnsIn(columns, language),
  rows: rowsOf(entries, language),
})

async function* rowsOf(entries: AsyncIterable<readonly JournalRow[]>, language: Language): AsyncGenerator<SheetRow[]> {
  for await (const portion of entries) yield portion.flatMap((entry) => rowsOfEntry(entry, language))
}

const rowsOfEntry = (entry: JournalRow, language: Language): SheetRow[] => {
  const { registration, journalEntryNumber, date, id } = entry
  const head: SheetRow = {
    kind: 'heading',
    cells: [
      registration,
      journalEntryNumber,
      date,
      null,
      headingOf(entry, language),
      null,
      null,
      momentText(entry.registeredAt),
      entry.registeredBy.name,
      entry.documents.length,
      id,
    ],
  }
  const lines = entry.lines.map(({ account, name, text, debit, credit }): SheetRow => {
    const amounts = [debit === 0n ? null : debit, credit === 0n ? null : credit]
    const cells = [registration, journalEntryNumber, date, account, text ? `${name}: ${text}` : name, ...amounts]
    return { kind: 'line', cells: [...cells, null, null, null, id] }
  })
  return [head, ...lines]
}

/** `Hyra (rättad av V12)` */
const headingOf = ({ title, reverses, reversedBy }: JournalRow, language: Language): string => {
  const links = [
    ...(reverses ? [`${reversing[language]} ${reverses.journalEntryNumber}`] : []),
    ...(reversedBy ? [`${reversed[language]} ${reversedBy.journalEntryNumber}`] : []),
  ]
  return links.length === 0 ? title : `${title} (${links.join(', ')})`
}
