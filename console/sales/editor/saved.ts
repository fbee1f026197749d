// A draft as the service has it, with the ETag that a change of it names.
import { answered, api, type Schema } from '#client'
import { type InvoiceDraft, written } from './draft.ts'

export type Saved = { id: string; etag: string | null }

export const readSaved = async (
  companyId: string,
  invoiceId: string,
): Promise<{ invoice: Schema<'Invoice'>; etag: string | null }> => {
  const params = { path: { companyId, invoiceId } }
  const answer = await api.GET('/companies/{companyId}/invoices/{invoiceId}', { params, cache: 'no-store' })
  return { invoice: answered(answer), etag: answer.response.headers.get('etag') }
}

/** Creates the draft, or updates it unless another user has changed it since. */
export const sendDraft = async (
  companyId: string,
  saved: Saved | null,
  { draft, due, headers }: { draft: InvoiceDraft; due: string; headers: { 'Idempotency-Key': string } },
): Promise<{ invoice: Schema<'Invoice'>; etag: string | null }> => {
  const body = written(draft, due)
  const answer =
    saved === null
      ? await api.POST('/companies/{companyId}/invoices', { params: { path: { companyId } }, body, headers })
      : await api.PUT('/companies/{companyId}/invoices/{invoiceId}', {
          params: { path: { companyId, invoiceId: saved.id } },
          body,
          headers: { ...headers, ...ifStill(saved) },
        })
  return { invoice: answered(answer), etag: answer.response.headers.get('etag') }
}

/** The header of a request that is refused if another user has changed the draft since. */
export const ifStill = ({ etag }: Saved): { 'If-Match'?: string } => (etag ? { 'If-Match': etag } : {})

/** Removes a draft that is given up, unless another user has changed it since. */
export const removeDraft = async (companyId: string, saved: Saved): Promise<void> => {
  const params = { path: { companyId, invoiceId: saved.id } }
  await api.DELETE('/companies/{companyId}/invoices/{invoiceId}', { params, headers: ifStill(saved) })
}
