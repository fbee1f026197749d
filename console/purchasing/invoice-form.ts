// What the form of a supplier invoice holds, and what it becomes when it is saved and booked.
import { answered, api, type Schema } from '#client'
import type { Marks } from '#console/uploads'
import { kronorOf, type Ore, oreOf } from '#ui'
import { type Line, newLine, recordedLines } from './booking.ts'

export type Invoice = Schema<'SupplierInvoiceGet'>

export type InvoiceForm = {
  supplierId: string
  invoiceNumber: string
  invoiceDate: string
  dueDate: string
  total: Ore | null
  /** Its documents; the first is the one beside the form. */
  uploadIds: readonly string[]
  lines: Line[]
  /** Whether the lines are an unchanged proposal. */
  isProposed: boolean
  /** What was filled in from its document. */
  read?: { uploadId: string; marks: Marks } | null
}

export const emptyForm = (supplierId: string, uploadIds: readonly string[], isVatRegistered: boolean): InvoiceForm => ({
  supplierId,
  uploadIds,
  invoiceNumber: '',
  invoiceDate: '',
  dueDate: '',
  total: null,
  lines: [newLine(isVatRegistered)],
  isProposed: true,
})

/** `kept`: lines that were typed before it was saved. */
export const formOf = (invoice: Invoice, kept: Line[] | null, isVatRegistered: boolean): InvoiceForm => ({
  supplierId: invoice.supplierRef.id,
  invoiceNumber: invoice.invoiceNumber ?? '',
  invoiceDate: invoice.invoiceDate,
  dueDate: invoice.dueDate,
  total: oreOf(invoice.totalAmount),
  uploadIds: invoice.uploadRefs.map(({ id }) => id),
  lines: kept ?? [newLine(isVatRegistered)],
  isProposed: kept === null,
})

const writtenOf = (form: InvoiceForm) => ({
  supplierRef: { id: form.supplierId },
  invoiceNumber: form.invoiceNumber.trim() || null,
  invoiceDate: form.invoiceDate,
  dueDate: form.dueDate,
  totalAmount: kronorOf(form.total ?? 0),
})

type Saving = {
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
  const at = before ? path : '/supplier-invoices/{invoice#/id}'
  const [first] = form.uploadIds
  const body = before || !first ? written : { ...written, uploadRef: { id: first } }
  const had = before ? before.invoice.uploadRefs.map(({ id }) => id) : form.uploadIds.slice(0, 1)
  const { results } = answered(
    await api.POST('/companies/{companyId}/bulk', {
      params: { path: { companyId } },
      headers,
      body: {
        mode: 'atomic',
        operations: [
          {
            name: 'invoice',
            method: before ? 'PUT' : 'POST',
            path,
            body,
            ...(before?.etag ? { ifMatch: before.etag } : {}),
          },
          ...documentOperations(`${at}/uploads`, had, form.uploadIds),
          ...(isRecorded
            ? [
                {
                  method: 'POST' as const,
                  path: `${at}/record`,
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

/** What makes the documents that it had those that it is to have, in their order. */
const documentOperations = (path: string, had: readonly string[], wanted: readonly string[]) => {
  const removed = had.filter((id) => !wanted.includes(id))
  const added = wanted.filter((id) => !had.includes(id))
  const isMoved = wanted.some((id, place) => id !== had[place])
  return [
    ...removed.map((id) => ({ method: 'DELETE' as const, path: `${path}/${id}` })),
    ...added.map((id) => ({ method: 'POST' as const, path, body: { id } })),
    ...(isMoved && wanted.length > 1
      ? [{ method: 'PUT' as const, path, body: { uploadRefs: wanted.map((id) => ({ id })) } }]
      : []),
  ]
}

/** Fields of operations as the form knows them: `lines.0.account`. */
export const fieldsOf = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^operations\.\d+(\.body)?\.?/, ''), text]),
  )
