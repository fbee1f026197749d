// What suppliers ask to be paid with: the reference that the e-invoice of an invoice says.
import { useQueries } from '@tanstack/react-query'
import { queries, useCompany } from '#client'
import type { Invoice } from './payable.ts'

/** The references by the ids of the invoices, null where none is said; an invoice is missing until that is known. */
export const usePaymentReferences = (invoices: readonly Invoice[]): ReadonlyMap<string, string | null> => {
  const { id: companyId, may } = useCompany()
  const mayRead = may('uploads:read')
  const uploadIds = [...new Set(invoices.flatMap(({ uploadRefs }) => uploadRefs.map(({ id }) => id)))]
  const uploads = useQueries({
    queries: uploadIds.map((uploadId) => ({
      ...queries.queryOptions('get', '/companies/{companyId}/uploads/{uploadId}', {
        params: { path: { companyId, uploadId } },
      }),
      enabled: mayRead,
    })),
  })
  const placeOf = new Map(uploadIds.map((id, place) => [id, place]))
  const uploadsOf = ({ uploadRefs }: Invoice) => uploadRefs.map(({ id }) => uploads[placeOf.get(id) ?? -1])
  const electronic = invoices.filter((invoice) =>
    uploadsOf(invoice).some((upload) => upload?.data?.contentType === 'application/xml'),
  )
  const read = useQueries({
    queries: electronic.map(({ id: supplierInvoiceId }) => ({
      ...queries.queryOptions('get', '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/e-invoice', {
        params: { path: { companyId, supplierInvoiceId } },
      }),
      enabled: mayRead,
    })),
  })
  const found = new Map<string, string | null>()
  for (const invoice of invoices) {
    const place = electronic.indexOf(invoice)
    const own = place === -1 ? undefined : read[place]
    const isPending = own ? own.isPending : uploadsOf(invoice).some((upload) => upload?.isPending)
    if (!mayRead || !isPending) found.set(invoice.id, own?.data?.paymentReference ?? null)
  }
  return found
}
