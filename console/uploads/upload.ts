// Documents that are sent to the service, and dropped on pages.
import type { DragEvent } from 'react'
import { type Schema, sendFile } from '#client'

/** What a document may be. */
export const DOCUMENT_TYPES = 'application/pdf,image/jpeg,image/png'

/** Sends a document; with an entry it belongs to that at once. */
export const uploadDocument = (companyId: string, file: File, journalEntryId?: string): Promise<Schema<'Upload'>> =>
  sendFile(companyId, { path: '/uploads', file, ...(journalEntryId ? { texts: { journalEntryId } } : {}) })

/** Takes the files that are dropped on an element, and on nothing around it. */
export const dropped = (take: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    take(files)
  },
})

/** How systems call XML. */
export const XML_TYPES = 'application/xml,text/xml,.xml'

/** Whether a file may be an e-invoice. Systems know XML by other names, or by none. */
export const isXml = ({ name, type }: File): boolean => /\bxml$/.test(type) || /\.xml$/i.test(name)

/** Sends an e-invoice, which becomes a supplier invoice. */
export const sendEInvoice = (
  companyId: string,
  file: File,
  rest: { intent?: string; onProgress?: (part: number) => void } = {},
): Promise<Schema<'SupplierInvoiceGet'>> =>
  sendFile(companyId, { path: '/supplier-invoices/e-invoices', file, ...rest })
