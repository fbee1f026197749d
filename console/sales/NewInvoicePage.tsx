// A new invoice: from nothing, for a customer, or like another one.
import { useQuery } from '@tanstack/react-query'
import { answered, api, type Company, useCompany } from '#client'
import { Lasting, Page, useUrl } from '#ui'
import { useWords } from '#words'
import { chargedBy, copyOf, type InvoiceDraft, newDraft, usualRate } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { InvoiceEditor } from './InvoiceEditor.tsx'

export { NewInvoicePage as Page }

const NewInvoicePage = () => {
  const texts = useWords(editorWords)
  const company = useCompany()
  const [{ copy = '', customer = '' }] = useUrl()
  const found = useQuery({
    queryKey: ['begin', company.id, copy, customer],
    gcTime: 0,
    queryFn: () => begun(company, copy, customer),
  })
  return (
    <Page title={texts.newInvoice}>
      <Lasting of={found}>
        {(data) => <InvoiceEditor name={`invoice:new${copy || customer}`} saved={null} first={data} />}
      </Lasting>
    </Page>
  )
}

const begun = async (company: Company, copy: string, customer: string): Promise<InvoiceDraft> => {
  const { id: companyId } = company
  if (copy) {
    const params = { path: { companyId, invoiceId: copy } }
    const draft = copyOf(answered(await api.GET('/companies/{companyId}/invoices/{invoiceId}', { params })))
    return { ...draft, lines: draft.lines.map((line) => chargedBy(company, line)) }
  }
  if (!customer) return newDraft(usualRate(company))
  const params = { path: { companyId, customerId: customer } }
  const { name } = answered(await api.GET('/companies/{companyId}/customers/{customerId}', { params }))
  return { ...newDraft(usualRate(company)), customerId: customer, customerName: name }
}
