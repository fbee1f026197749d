// The draft of an invoice, changed.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCompany } from '#client'
import { Act, Lasting, Page } from '#ui'
import { useWords } from '#words'
import { draftOf } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { InvoiceEditor } from './InvoiceEditor.tsx'
import { useGo } from './parts.tsx'
import { readSaved } from './saved.ts'

export { EditInvoicePage as Page }

const EditInvoicePage = () => {
  const texts = useWords(editorWords)
  const { id: companyId } = useCompany()
  const { invoiceId = '' } = useParams({ strict: false }) as { invoiceId?: string }
  const go = useGo()
  // Read once: what others change meanwhile is put beside what has been typed, never in its place.
  const found = useQuery({
    queryKey: ['begin', companyId, invoiceId],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => readSaved(companyId, invoiceId),
  })
  return (
    <Page title={texts.editInvoice}>
      <Lasting of={found}>
        {(data) =>
          data.invoice.status === 'draft' ? (
            <InvoiceEditor
              key={invoiceId}
              name={`invoice:${invoiceId}`}
              saved={{ id: invoiceId, etag: data.etag }}
              first={draftOf(data.invoice)}
            />
          ) : (
            <div className="stack">
              <p>{texts.notDraft}</p>
              <div>
                <Act onClick={() => go('/invoices', { open: invoiceId })}>{texts.toInvoice}</Act>
              </div>
            </div>
          )
        }
      </Lasting>
    </Page>
  )
}
