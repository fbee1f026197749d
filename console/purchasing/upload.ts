// Documents of purchases: sent to the service, and dropped on pages.
import type { DragEvent } from 'react'
import { answered, api, newIntent, type Schema } from '#client'

/** What a document may be. */
export const DOCUMENT_TYPES = 'application/pdf,image/jpeg,image/png'

export const uploadDocument = async (companyId: string, file: File): Promise<Schema<'Upload'>> => {
  const form = new FormData()
  form.append('file', file)
  return answered(
    await api.POST('/companies/{companyId}/uploads', {
      params: { path: { companyId } },
      headers: { 'Idempotency-Key': newIntent() },
      // The description of a file field is its name; what is sent is the form.
      body: form as never,
      bodySerializer: () => form,
    }),
  )
}

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
