// What was read of a document, in the entry that is typed beside it: only into what is empty, marked as read, and out
// again with one key unless it was changed.
import type { Mark, Marks, ReadProposals } from '#console/uploads'
import { oreOf } from '#ui'
import { type Draft, isBlank, type Line, newLine } from './entry.ts'

type Found = { page: number; box: NonNullable<Mark['at']>['box'] } | null | undefined

const at = (found: Found): Mark['at'] => (found ? { page: found.page, box: found.box } : null)

export const lineField = (line: Line, field: 'account' | 'debit' | 'credit'): string => `${line.key}.${field}`

/** The draft with what was read of its document; typed values are kept. */
export const withReading = (draft: Draft, uploadId: string, proposals: ReadProposals): Draft => {
  const { date, supplier, total, vat, proposedItems } = proposals
  const marks: Record<string, Mark> = {}
  const next = { ...draft }
  if (date && !draft.isDateTyped) {
    next.date = date.value
    marks.date = { value: date.value, at: at(date) }
  }
  if (supplier && supplier.name !== '' && draft.title === '') {
    next.title = supplier.name
    marks.title = { value: supplier.name, at: at(supplier) }
  }
  if (proposedItems && draft.lines.every(isBlank)) {
    const places: Record<string, Found> = { payment: total, vat: vat.length === 1 ? vat[0] : null }
    next.lines = proposedItems.map(({ role, account, debit, credit }) => {
      const line = newLine({
        account: account === null ? '' : String(account),
        debit: debit === null ? null : oreOf(debit),
        credit: credit === null ? null : oreOf(credit),
      })
      for (const field of ['account', 'debit', 'credit'] as const) {
        const place = field === 'account' ? null : at(places[role])
        if (line[field] !== '' && line[field] !== null)
          marks[lineField(line, field)] = { value: line[field], at: place }
      }
      return line
    })
    if (next.lines.length < 2) next.lines = [...next.lines, newLine()]
  }
  return { ...next, read: { uploadId, marks } }
}

/** The draft without the fields that still have the values read. */
export const withoutReading = (draft: Draft, today: string): Draft => {
  const marks: Marks = draft.read?.marks ?? {}
  const isRead = (field: string, value: unknown) => marks[field] !== undefined && marks[field].value === value
  const lines = draft.lines.map((line) => ({
    ...line,
    account: isRead(lineField(line, 'account'), line.account) ? '' : line.account,
    debit: isRead(lineField(line, 'debit'), line.debit) ? null : line.debit,
    credit: isRead(lineField(line, 'credit'), line.credit) ? null : line.credit,
  }))
  return {
    ...draft,
    date: isRead('date', draft.date) ? today : draft.date,
    title: isRead('title', draft.title) ? '' : draft.title,
    lines,
    // It is remembered that it was read, so that it does not come back by itself.
    read: draft.read ? { ...draft.read, marks: {} } : null,
  }
}

/** Which parts of the entry still stand as they were read. */
export const readParts = (draft: Draft): readonly ('date' | 'title' | 'lines')[] => {
  const marks: Marks = draft.read?.marks ?? {}
  const isRead = (field: string, value: unknown) => marks[field] !== undefined && marks[field].value === value
  const fields = ['account', 'debit', 'credit'] as const
  const ofLines = draft.lines.some((line) => fields.some((field) => isRead(lineField(line, field), line[field])))
  return [
    ...(isRead('date', draft.date) ? (['date'] as const) : []),
    ...(isRead('title', draft.title) ? (['title'] as const) : []),
    ...(ofLines ? (['lines'] as const) : []),
  ]
}
