// One supplier: where it is paid, what is owed to it, its invoices; changed and removed here.
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { api, newIntent, queries, useCompany, useRefresh } from '#client'
import { PersonalDataPart } from '#console/figures'
import { paidAt, type Supplier } from '#console/suppliers'
import {
  ActionButton,
  Allowed,
  bound,
  Dialog,
  Facts,
  FailureMessage,
  isOwnCurrency,
  Money,
  oreOf,
  ResilientContent,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { Advances } from './Advances.tsx'
import { StatusTag } from './StatusTag.tsx'
import { SupplierForm } from './SupplierForm.tsx'
import { words } from './words.ts'

export const NewSupplier = ({ onClose, onSaved }: { onClose: () => void; onSaved: (supplier: Supplier) => void }) => {
  const texts = useWords(words)
  return (
    <>
      <h2>{texts.newSupplier}</h2>
      <Allowed scope="suppliers:write">
        <SupplierForm onSaved={onSaved} onCancel={onClose} />
      </Allowed>
    </>
  )
}

/** The supplier with the mark of its version, which a change of it names. */
const useSupplier = (supplierId: string) => {
  const { id: companyId } = useCompany()
  return useQuery({
    queryKey: ['get', '/companies/{companyId}/suppliers/{supplierId}', { companyId, supplierId }],
    queryFn: async ({ signal }) => {
      const params = { path: { companyId, supplierId } }
      const { data, response } = await api.GET('/companies/{companyId}/suppliers/{supplierId}', { params, signal })
      return { supplier: data as Supplier, etag: response.headers.get('etag') }
    },
  })
}

export const SupplierDetail = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const texts = useWords(words)
  const [{ edit }, set] = useUrl()
  const found = useSupplier(id)
  return (
    <ResilientContent of={found}>
      {(data) => {
        const { supplier, etag } = data
        if (edit)
          return (
            <>
              <h2>{supplier.name}</h2>
              <Allowed scope="suppliers:write">
                <SupplierForm
                  supplier={supplier}
                  etag={etag}
                  onSaved={() => set({ edit: null })}
                  onCancel={() => set({ edit: null })}
                />
              </Allowed>
            </>
          )
        const { address } = supplier
        return (
          <>
            <div className="detail-head">
              <h2>{supplier.name}</h2>
              <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
            </div>
            <Actions supplier={supplier} etag={etag} onClose={onClose} />
            <Facts
              facts={[
                [texts.orgNumber, supplier.orgNumber],
                [texts.vatNumber, supplier.vatNumber],
                [texts.currency, supplier.currency],
                supplier.paymentDetails ? [texts.kinds[supplier.paymentDetails.type], paidAt(supplier)] : null,
                address
                  ? [
                      texts.address,
                      [address.line1, `${address.postalCode ?? ''} ${address.city ?? ''}`.trim(), address.country]
                        .filter(Boolean)
                        .join(', '),
                    ]
                  : null,
              ]}
            />
            <Invoices supplier={supplier} />
            <Advances supplier={supplier} />
          </>
        )
      }}
    </ResilientContent>
  )
}

const Actions = ({ supplier, etag, onClose }: { supplier: Supplier; etag: string | null; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [, set] = useUrl()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isAsked, setIsAsked] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const remove = async () => {
    try {
      await api.DELETE('/companies/{companyId}/suppliers/{supplierId}', {
        params: { path: { companyId, supplierId: supplier.id } },
        headers: { 'Idempotency-Key': newIntent(), ...(etag ? { 'If-Match': etag } : {}) },
      })
      say(`${texts.removed}: ${supplier.name}`)
      onClose()
      void refresh('suppliers')
    } catch (cause) {
      setWrong(cause)
      setIsAsked(false)
    }
  }
  return (
    <>
      <div className="form-actions">
        {may('supplier-invoices:write') && (
          <ActionButton
            onClick={() =>
              void navigate({
                to: `/companies/${companyId}/supplier-invoices/new` as never,
                search: { supplier: supplier.id } as never,
              })
            }
          >
            {texts.newInvoice}
          </ActionButton>
        )}
        {may('suppliers:write') && (
          <>
            <ActionButton keys="e" variant="default" onClick={() => set({ edit: '1' })}>
              {texts.edit}
            </ActionButton>
            <ActionButton variant="default" onClick={() => setIsAsked(true)}>
              {texts.remove}
            </ActionButton>
          </>
        )}
        <PersonalDataPart of={{ supplierId: supplier.id }} name={supplier.name} onErased={onClose} />
      </div>
      {wrong !== null && <FailureMessage error={wrong} />}
      <Dialog title={texts.removeSupplier} isOpen={isAsked} onClose={() => setIsAsked(false)}>
        <div className="form">
          <p>{texts.removeSupplierLead}</p>
          <div className="form-actions">
            <ActionButton color="red" onClick={() => void remove()}>
              {texts.remove}
            </ActionButton>
            <ActionButton variant="default" onClick={() => setIsAsked(false)}>
              {texts.keep}
            </ActionButton>
          </div>
        </div>
      </Dialog>
    </>
  )
}

/** Invoices shown here, and unpaid ones that are summed up; the list has them all. */
const MOST = 100

const Invoices = ({ supplier }: { supplier: Supplier }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/supplier-invoices',
    { params: { path: { companyId }, query: { query: `supplierRef.id==${supplier.id}`, pageSize: MOST } } },
    { enabled: may('supplier-invoices:read') },
  )
  return (
    <ResilientContent of={found} bones={null}>
      {(data) => {
        if (data.items.length === 0) return null
        return (
          <section>
            <h3>{texts.theirInvoices}</h3>
            <Unpaid supplier={supplier} />
            <table className="plain-table is-folding">
              <tbody>
                {data.items.map((invoice) => (
                  <tr key={invoice.id}>
                    <th scope="row">
                      <Link
                        to={`/companies/${companyId}/supplier-invoices` as never}
                        search={{ open: invoice.id } as never}
                      >
                        {invoice.invoiceNumber ?? invoice.invoiceDate}
                      </Link>
                    </th>
                    <td className="is-day">{invoice.dueDate}</td>
                    <td>
                      <StatusTag invoice={invoice} />
                    </td>
                    <td className="is-right">
                      <Money kronor={invoice.totalAmount} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Link to={`/companies/${companyId}/supplier-invoices` as never} search={{ q: supplier.name } as never}>
              {texts.showAll}
            </Link>
          </section>
        )
      }}
    </ResilientContent>
  )
}

/** What is owed to the supplier, in each currency. */
const Unpaid = ({ supplier }: { supplier: Supplier }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const query = `supplierRef.id==${supplier.id}&&remainingAmount!=0`
  const found = queries.useQuery('get', '/companies/{companyId}/supplier-invoices', {
    params: { path: { companyId }, query: { query, pageSize: MOST } },
  })
  return (
    <ResilientContent of={found} bones={null}>
      {(data) => {
        const { items, totalItems = items.length } = data
        const sums = new Map(items.length === 0 ? [[supplier.currency, 0]] : [])
        for (const { currency, remainingAmount } of items)
          sums.set(currency, (sums.get(currency) ?? 0) + oreOf(remainingAmount))
        return (
          <p>
            {totalItems > items.length ? texts.openOfNewest(items.length) : texts.openAmount}:{' '}
            {[...sums].map(([currency, ore], place) => (
              <Fragment key={currency}>
                {place > 0 && ' + '}
                <Money ore={ore} /> {!isOwnCurrency(currency) && currency}
              </Fragment>
            ))}
          </p>
        )
      }}
    </ResilientContent>
  )
}
