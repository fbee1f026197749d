// The draft of an invoice, changed.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isRefused, useCompany, useTaken } from '#client'
import { useGo } from '#console/sales/parts.tsx'
import { ActionButton, Page, ResilientContent } from '#ui'
import { useWords } from '#words'
import { draftOf } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { InvoiceEditor } from './InvoiceEditor.tsx'
import type { Held } from './kept-draft.ts'
import { readSaved } from './saved.ts'

export { EditInvoicePage as Page }

const EditInvoicePage = () => {
  const texts = useWords(editorWords)
  const { id: companyId } = useCompany()
  const { invoiceId = '' } = useParams({ strict: false }) as { invoiceId?: string }
  const go = useGo()
  const begin = useBegin(invoiceId)
  // Read once: what others change meanwhile is put beside what has been typed, never in its place.
  const found = useQuery({
    queryKey: ['begin', companyId, invoiceId],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: begin,
  })
  return (
    <Page title={texts.editInvoice}>
      <ResilientContent of={found}>
        {(data) =>
          data ? (
            <InvoiceEditor key={invoiceId} name={`invoice:${invoiceId}`} {...data} />
          ) : (
            <div className="stack">
              <p>{texts.notDraft}</p>
              <div>
                <ActionButton onClick={() => go('/invoices', { open: invoiceId })}>{texts.toInvoice}</ActionButton>
              </div>
            </div>
          )
        }
      </ResilientContent>
    </Page>
  )
}

/** The draft, and what was typed in it and not sent; null where it is no draft any more and nothing is left to send. */
const useBegin = (invoiceId: string) => {
  const { id: companyId } = useCompany()
  const taken = useTaken()
  return async () => {
    const kept = await taken<Held>(`invoice:${invoiceId}`)
    try {
      const { invoice, etag } = await readSaved(companyId, invoiceId)
      const saved = { id: invoiceId, etag }
      if (invoice.status === 'draft') return { kept, saved, first: draftOf(invoice) }
      return kept && { kept, saved, first: kept.mine, gone: 'published' as const }
    } catch (thrown) {
      if (kept === null || !isRefused(thrown) || thrown.status !== 404) throw thrown
      return { kept, saved: kept.saved, first: kept.mine, gone: 'removed' as const }
    }
  }
}
