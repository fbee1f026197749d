// A new invoice: from nothing, for a customer, or like another one.
import { useQuery } from '@tanstack/react-query'
import { answered, api, useCompany } from '#client'
import { Lasting, Page, useUrl } from '#ui'
import { useWords } from '#words'
import { copyOf, type InvoiceDraft, newDraft } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { InvoiceEditor } from './InvoiceEditor.tsx'

export { NewInvoicePage as Page }

const NewInvoicePage = () => {
  const texts = useWords(editorWords)
  const { id: companyId } = useCompany()
  const [{ copy = '', customer = '' }] = useUrl()
  const found = useQuery({
    queryKey: ['begin', companyId, copy, customer],
    gcTime: 0,
    queryFn: () => begun(companyId, copy, customer),
  })
  return (
    <Page title={texts.newInvoice}>
      <Lasting of={found}>
        {(data) => <InvoiceEditor name={`invoice:new${copy || customer}`} saved={null} first={data} />}
      </Lasting>
    </Page>
  )
}

const begun = async (companyId: string, copy: string, customer: string): Promise<InvoiceDraft> => {
  if (copy) {
    const params = { path: { companyId, invoiceId: copy } }
    return copyOf(answered(await api.GET('/companies/{companyId}/invoices/{invoiceId}', { params })))
  }
  if (!customer) return newDraft()
  const params = { path: { companyId, customerId: customer } }
  const { name } = answered(await api.GET('/companies/{companyId}/customers/{customerId}', { params }))
  return { ...newDraft(), customerId: customer, customerName: name }
}
