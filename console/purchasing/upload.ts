// Documents of purchases: sent to the service, and dropped on pages.
import type { DragEvent } from 'react'
import { type Schema, sendFile } from '#client'

/** What a document may be. */
export const DOCUMENT_TYPES = 'application/pdf,image/jpeg,image/png'

export const uploadDocument = (companyId: string, file: File): Promise<Schema<'Upload'>> =>
  sendFile(companyId, { path: '/uploads', file })

/** Takes the first file that is dropped on an element. */
export const dropped = (take: (file: File) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    take(file)
  },
})
