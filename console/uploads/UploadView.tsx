// An upload in the document view. It never changes: recently viewed ones are cached while the user goes back and forth.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { base, refusalOf, useCompany } from '#client'
import { DocumentView } from '#console/document-view'
import { usePlaceOn } from './reading.tsx'

/** How long an unviewed document is cached, in milliseconds. */
const KEPT_MS = 60_000

type Given = {
  uploadId: string
  title?: string | undefined
  /** What it says where it is an e-invoice. */
  eInvoice?: ReactNode
}

export const UploadView = ({ uploadId, title, eInvoice }: Given) => {
  const { id: companyId } = useCompany()
  const client = useQueryClient()
  const address = `${base}/v1/companies/${companyId}/uploads/${uploadId}/download`
  const load = useCallback(
    () =>
      client.fetchQuery({
        queryKey: ['document', address],
        queryFn: async ({ signal }) => {
          const response = await fetch(address, { signal })
          if (!response.ok) throw await refusalOf(response)
          return response.blob()
        },
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEPT_MS,
        retry: false,
      }),
    [client, address],
  )
  const place = usePlaceOn(uploadId)
  return <DocumentView title={title} load={load} address={address} eInvoice={eInvoice} place={place} />
}
