// The customer of an invoice: found while one types, made on the spot, with what they last had.
import { useState } from 'react'
import { queries, quoted, type Schema, useCompany, usePages } from '#client'
import { chargedBy, draftLine, type InvoiceDraft, isBlank, newLine } from '#console/sales/editor/draft.ts'
import { editorWords } from '#console/sales/editor/editor-words.ts'
import { ActionButton, type Choice, Pick } from '#ui'
import { useWords } from '#words'
import { CustomerForm } from './CustomerForm.tsx'

/** Stands before the name of a customer who is to be made. */
const NEW = 'new:'

type Given = {
  draft: InvoiceDraft
  error: string | undefined
  onChange: (some: Partial<InvoiceDraft>) => void
}

export const CustomerPart = ({ draft, error, onChange }: Given) => {
  const texts = useWords(editorWords)
  const { id: companyId, may } = useCompany()
  const [text, setText] = useState('')
  const [making, setMaking] = useState<string | null>(null)
  const query = text
    ? ['name', 'customerNumber', 'orgNumber'].map((of) => `${of}=~${quoted(text)}`).join('||')
    : undefined
  const { rows } = usePages<Schema<'Customer'>>('/customers', { companyId, query: { query } })
  const choicesFor = (typed: string): Choice[] => {
    const plain = typed.trim().toLowerCase()
    const fits = rows.filter(({ name, customerNumber, orgNumber = '' }) =>
      [name, customerNumber, orgNumber].some((one) => one.toLowerCase().includes(plain)),
    )
    const found = fits.map(({ id, name, customerNumber, address }) => ({
      value: id,
      label: name,
      hint: [customerNumber, address?.city].filter(Boolean).join(' · '),
    }))
    const add = { value: `${NEW}${typed.trim()}`, label: plain ? texts.addCustomer(typed.trim()) : texts.add }
    return [...found, ...(may('customers:write') ? [add] : [])]
  }
  const choose = (value: string) => {
    if (value.startsWith(NEW)) return setMaking(value.slice(NEW.length))
    const name = rows.find(({ id }) => id === value)?.name ?? ''
    take({ id: value, name })
  }
  const take = ({ id, name }: { id: string; name: string }) => {
    setMaking(null)
    onChange({ customerId: id, customerName: name, contactId: undefined })
  }
  if (making !== null)
    return (
      <section className="card" aria-label={texts.newCustomer}>
        <CustomerForm
          customer={null}
          name={making}
          onSaved={(customer) => {
            take(customer)
            focusLines()
          }}
          onCancel={() => setMaking(null)}
        />
      </section>
    )
  return (
    <div className="customer-part">
      <Pick
        autoFocus={draft.customerId === ''}
        label={texts.customer}
        placeholder={texts.findCustomer}
        value={draft.customerId}
        shown={draft.customerName}
        error={error}
        choicesFor={choicesFor}
        onChange={choose}
        onType={setText}
      />
      {draft.customerId && <LastHad draft={draft} onChange={onChange} />}
    </div>
  )
}

/** Goes on to the first line, once the form is gone. */
const focusLines = () =>
  setTimeout(() => document.querySelector<HTMLElement>('.line-row [role=combobox], .line-row input')?.focus(), 0)

/** The customer's latest invoice, whose lines may be taken. */
const LastHad = ({ draft, onChange }: Pick<Given, 'draft' | 'onChange'>) => {
  const texts = useWords(editorWords)
  const company = useCompany()
  const { id: companyId } = company
  const { data } = queries.useQuery('get', '/companies/{companyId}/invoices', {
    params: {
      path: { companyId },
      query: { query: `customerRef==${draft.customerId}&&status!=draft`, pageSize: 1 },
    },
  })
  const last = data?.items[0]
  const what = last?.lineItems.find(({ itemType }) => itemType === 'salesItem')?.description
  if (!last || !what) return null
  const isEmpty = draft.lines.every(isBlank)
  return (
    <p className="soft">
      {texts.lastHad(what, last.invoiceDate)}{' '}
      {isEmpty && (
        <ActionButton
          size="compact-sm"
          variant="default"
          onClick={() =>
            onChange({
              lines: last.lineItems.map((line) => {
                const { key: _, ...rest } = draftLine(line)
                return chargedBy(company, newLine({ ...rest, id: null, jobType: '' }))
              }),
            })
          }
        >
          {texts.takeLines}
        </ActionButton>
      )}
    </p>
  )
}
