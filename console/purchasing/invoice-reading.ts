// What was read of a supplier's invoice, in the form beside it: only into what is empty, marked as read, and out again
// with one key unless it was changed.
import type { Mark, Marks, ReadProposals } from '#console/uploads'
import { oreOf } from '#ui'
import type { InvoiceForm } from './invoice-form.ts'

const readFields = ['supplierId', 'invoiceNumber', 'invoiceDate', 'dueDate', 'total'] as const
type ReadField = (typeof readFields)[number]

type Read = { page: number; box: NonNullable<Mark['at']>['box'] }

/** What the form may take of what was read, each with its place. */
const takenOf = ({ supplier, invoiceNumber, date, dueDate, total }: ReadProposals) =>
  [
    ['supplierId', supplier?.supplierRef?.id, supplier],
    ['invoiceNumber', invoiceNumber?.value, invoiceNumber],
    ['invoiceDate', date?.value, date],
    ['dueDate', dueDate?.value, dueDate],
    ['total', total ? oreOf(total.value) : undefined, total],
  ] as const satisfies readonly (readonly [ReadField, string | number | undefined, Read | null | undefined])[]

/** The form with what was read of its document; typed values are kept. */
export const withReading = (form: InvoiceForm, uploadId: string, proposals: ReadProposals): InvoiceForm => {
  const marks: Record<string, Mark> = {}
  const taken: Partial<Record<ReadField, string | number>> = {}
  for (const [field, value, found] of takenOf(proposals)) {
    if (value === undefined || !found || (form[field] !== '' && form[field] !== null)) continue
    taken[field] = value
    marks[field] = { value, at: { page: found.page, box: found.box } }
  }
  return { ...form, ...(taken as Partial<InvoiceForm>), read: { uploadId, marks } }
}

/** Which fields still stand as they were read. */
export const readOf = (form: InvoiceForm): ReadField[] => {
  const marks: Marks = form.read?.marks ?? {}
  return readFields.filter((field) => marks[field] !== undefined && marks[field].value === form[field])
}

/** The form without them; it is remembered that it was read, so that they do not come back by themselves. */
export const withoutReading = (form: InvoiceForm): InvoiceForm => {
  const emptied = Object.fromEntries(readOf(form).map((field) => [field, field === 'total' ? null : '']))
  return { ...form, ...(emptied as Partial<InvoiceForm>), read: form.read ? { ...form.read, marks: {} } : null }
}
