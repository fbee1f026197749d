// What the form of a supplier invoice holds, and what it becomes when it is saved and booked.
import { answered, api, type Schema } from '#client'
import { kronorOf, type Ore, oreOf } from '#ui'
import { type Line, newLine, recordedLines } from './booking.ts'

export type Invoice = Schema<'SupplierInvoiceGet'>

export type InvoiceForm = {
  supplierId: string
  invoiceNumber: string
  invoiceDate: string
  dueDate: string
  total: Ore | null
  uploadId: string | null
  lines: Line[]
  /** Whether the lines are a proposal that nobody has touched. */
  isProposed: boolean
}

export const emptyForm = (supplierId: string, uploadId: string | null): InvoiceForm => ({
  supplierId,
  uploadId,
  ...{ invoiceNumber: '', invoiceDate: '', dueDate: '', total: null },
  lines: [newLine()],
  isProposed: true,
})

export const formOf = (invoice: Invoice): InvoiceForm => ({
  supplierId: invoice.supplierRef.id,
  invoiceNumber: invoice.invoiceNumber ?? '',
  invoiceDate: invoice.invoiceDate,
  dueDate: invoice.dueDate,
  total: oreOf(invoice.totalAmount),
  uploadId: invoice.uploadRefs[0]?.id ?? null,
  lines: [newLine()],
  isProposed: true,
})

const writtenOf = (form: InvoiceForm) => ({
  supplierRef: { id: form.supplierId },
  invoiceNumber: form.invoiceNumber.trim() || null,
  invoiceDate: form.invoiceDate,
  dueDate: form.dueDate,
  totalAmount: kronorOf(form.total ?? 0),
})

export type Saving = {
  companyId: string
  form: InvoiceForm
  /** The invoice as it was read, with the mark of its version; null for a new one. */
  before: { invoice: Invoice; etag: string | null } | null
  isRecorded: boolean
  headers: Record<string, string>
}

/** Saves it, and books it in the same transaction when it is to be recorded: both, or neither. Answers its id. */
export const saveInvoice = async ({ companyId, form, before, isRecorded, headers }: Saving): Promise<string> => {
  const written = writtenOf(form)
  const path = before ? `/supplier-invoices/${before.invoice.id}` : '/supplier-invoices'
  const connects = form.uploadId !== null && before !== null && before.invoice.uploadRefs.length === 0
  const at = before ? path : '/supplier-invoices/{invoice#/id}'
  const body = before ? written : { ...written, ...(form.uploadId ? { uploadRef: { id: form.uploadId } } : {}) }
  const { results } = answered(
    await api.POST('/companies/{companyId}/bulk', {
      params: { path: { companyId } },
      headers,
      body: {
        mode: 'atomic',
        operations: [
          {
            ...{ name: 'invoice', method: before ? 'PUT' : 'POST', path, body },
            ...(before?.etag ? { ifMatch: before.etag } : {}),
          },
          ...(connects ? [{ method: 'POST' as const, path: `${at}/uploads`, body: { id: form.uploadId } }] : []),
          ...(isRecorded
            ? [
                {
                  ...{ method: 'POST' as const, path: `${at}/record` },
                  body: { lines: recordedLines(form.lines, form.total) },
                },
              ]
            : []),
        ],
      },
    }),
  )
  return String((results[0]?.body as { id?: string } | null)?.id ?? before?.invoice.id)
}

/** Fields of operations as the form knows them: `lines.0.account`. */
export const fieldsOf = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^operations\.\d+(\.body)?\.?/, ''), text]),
  )
