// A new invoice: from nothing, for a customer, or like another one.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { answered, api, type Company, useCompany, useTaken } from '#client'
import { Page, ResilientContent, useUrl } from '#ui'
import { useWords } from '#words'
import { chargedBy, copyOf, type InvoiceDraft, newDraft, usualRate } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { InvoiceEditor } from './InvoiceEditor.tsx'
import type { Held } from './kept-draft.ts'

export { NewInvoicePage as Page }

const NewInvoicePage = () => {
  const texts = useWords(editorWords)
  const company = useCompany()
  const [{ copy = '', customer = '' }] = useUrl()
  const { round, isElsewhere, onMade } = useMade(company.id)
  const taken = useTaken()
  const name = `invoice:new${copy || customer}`
  const found = useQuery({
    queryKey: ['begin', company.id, copy, customer, round],
    gcTime: 0,
    staleTime: Infinity,
    enabled: !isElsewhere,
    queryFn: async () => ({ first: await begun(company, copy, customer), kept: await taken<Held>(name) }),
  })
  return (
    <Page title={texts.newInvoice}>
      <ResilientContent of={found}>
        {({ first, kept }) => (
          <InvoiceEditor key={`${name} ${round}`} name={name} saved={null} first={first} kept={kept} onMade={onMade} />
        )}
      </ResilientContent>
    </Page>
  )
}

/**
 * The draft that is made while it is typed is named in the address, which leads to its own page when it is opened
 * again; the fields stay as they are. An address without it begins another one.
 */
const useMade = (companyId: string) => {
  const [{ draft = '' }, set] = useUrl()
  const navigate = useNavigate()
  const made = useRef('')
  const isThere = useRef(true)
  const [round, setRound] = useState(0)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  useEffect(() => {
    if (draft === made.current) return
    if (draft !== '') return void navigate({ to: `/companies/${companyId}/invoices/${draft}/edit`, replace: true })
    made.current = ''
    setRound((count) => count + 1)
  }, [draft, companyId, navigate])
  const onMade = (id: string | null) => {
    if (!isThere.current) return
    made.current = id ?? ''
    set({ draft: id }, { replace: true })
  }
  return { round, isElsewhere: draft !== '' && draft !== made.current, onMade }
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
