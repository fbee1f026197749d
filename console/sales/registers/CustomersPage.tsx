// Customers: searched, opened with what they owe and were invoiced, made and changed.
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { api, queries, quoted, type Schema, useAction, useCompany, usePages, useRefresh } from '#client'
import { PersonalDataPart } from '#console/figures'
import { HoldPart } from '#console/sales/invoices/HoldPart.tsx'
import { inCurrency, StatusTag, Steps, useGo } from '#console/sales/parts.tsx'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Allowed,
  bound,
  Chips,
  Empty,
  Facts,
  FailureMessage,
  Money,
  Page,
  PageSkeleton,
  ResilientContent,
  Search,
  Split,
  useAnnounce,
  useUndo,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { bodyOf, CustomerForm, formOf } from './CustomerForm.tsx'
import { registerWords } from './register-words.ts'
import { SendStatements } from './SendStatements.tsx'
import { StatementPart } from './StatementPart.tsx'

export { CustomersPage as Page }

type Customer = Schema<'Customer'>

const choices = ['all', 'unpaid', 'overdue'] as const

/** The customers who have not paid something, in words of the API. */
const filters = { all: undefined, unpaid: 'unpaid!=nothing', overdue: 'unpaid==overdue' } as const

const CustomersPage = () => {
  const texts = useWords(registerWords)
  const { id: companyId, may } = useCompany()
  const [{ q, open, make, show, several }, set] = useUrl()
  const shown = choices.find((one) => one === show) ?? 'all'
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const fits = q && ['name', 'customerNumber', 'orgNumber'].map((of) => `${of}=~${quoted(q)}`).join('||')
  const query = [filters[shown], fits && `(${fits})`].filter(Boolean).join('&&') || undefined
  const found = usePages<Customer>('/customers', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const canSend = may('invoices:write') && may('reports:read')
  const chosen = canSend ? rows.filter(({ id }) => selected.has(id)) : []
  const done = () => [setSelected(new Set()), set({ several: null })]
  const columns: Column<Customer>[] = [
    { key: 'number', title: texts.number, width: '7rem', isWide: true, cell: ({ customerNumber }) => customerNumber },
    { key: 'name', title: texts.name, width: 'minmax(9rem, 1fr)', cell: ({ name }) => name },
    { key: 'org', title: texts.orgNumber, width: '9.5rem', cell: ({ orgNumber }) => orgNumber ?? '' },
    { key: 'city', title: texts.city, width: '8rem', isWide: true, cell: ({ address }) => address?.city ?? '' },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.customers}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id, make: null, edit: null, several: null })}
        {...(canSend ? { selected, onSelect: setSelected } : {})}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={
          <Empty how={!q && shown === 'all' && may('customers:write') && texts.noCustomersHow}>
            {q ? texts.noneFound : texts.none[shown]}
          </Empty>
        }
      />
    </ResilientContent>
  )
  const ids = rows.map(({ id }) => id)
  return (
    <Page
      title={texts.customers}
      actions={
        may('customers:write') && (
          <ActionButton keys="n" onClick={() => set({ make: '1', open: null, edit: null })}>
            {texts.newCustomer}
          </ActionButton>
        )
      }
    >
      <div className="filters">
        <Search label={texts.searchCustomers} value={q ?? ''} onChange={search} />
        <Chips
          label={texts.show}
          value={shown}
          choices={choices.map((one) => [one, texts.filters[one]] as const)}
          onChange={(one) => set({ show: one === 'all' ? null : one, open: null, several: null })}
        />
      </div>
      {chosen.length > 0 && (
        <SendStatements
          customers={chosen}
          isOpen={several === '1'}
          onDone={done}
          onLeft={(left) => setSelected(new Set(left.map(({ id }) => id)))}
        />
      )}
      <Split
        label={texts.customers}
        list={list}
        detail={
          make ? (
            <Allowed scope="customers:write">
              <NewCustomer />
            </Allowed>
          ) : open ? (
            <CustomerDetail key={open} id={open} ids={ids} />
          ) : null
        }
      />
    </Page>
  )
}

const NewCustomer = () => {
  const texts = useWords(registerWords)
  const [, set] = useUrl()
  const say = useAnnounce()
  return (
    <>
      <h2>{texts.newCustomer}</h2>
      <CustomerForm
        customer={null}
        onSaved={({ id, name }) => [set({ open: id, make: null }), say(texts.saved(name))]}
        onCancel={() => set({ make: null })}
      />
    </>
  )
}

const CustomerDetail = ({ id, ids }: { id: string; ids: readonly string[] }) => {
  const texts = useWords(registerWords)
  const { id: companyId } = useCompany()
  const [{ edit }, set] = useUrl()
  const say = useAnnounce()
  const path = { companyId, customerId: id }
  // With its ETag, which the form sends back.
  const found = useQuery({
    queryKey: ['get', '/companies/{companyId}/customers/{customerId}', { params: { path } }, 'etag'],
    queryFn: async () => {
      const { data: customer, response } = await api.GET('/companies/{companyId}/customers/{customerId}', {
        params: { path },
      })
      return { customer: customer as Customer, etag: response.headers.get('etag') }
    },
  })
  const head = (
    <div className="detail-head">
      <h2>{found.data?.customer.name ?? ' '}</h2>
      <div className="page-actions">
        {!edit && <Steps ids={ids} at={id} onGo={(open) => set({ open }, { replace: true })} />}
        {!edit && <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={() => set({ open: null })} />}
      </div>
    </div>
  )
  return (
    <>
      {head}
      <ResilientContent of={found}>
        {({ customer, etag }) =>
          edit ? (
            <Allowed scope="customers:write">
              <CustomerForm
                customer={customer}
                etag={etag}
                onSaved={({ name }) => [set({ edit: null }), say(texts.saved(name))]}
                onCancel={() => set({ edit: null })}
              />
            </Allowed>
          ) : (
            <Shown customer={customer} />
          )
        }
      </ResilientContent>
    </>
  )
}

const Shown = ({ customer }: { customer: Customer }) => {
  const texts = useWords(registerWords)
  const { address, peppolAddress } = customer
  return (
    <>
      <Actions customer={customer} />
      <Facts
        facts={[
          [texts.number, customer.customerNumber],
          [texts.type, texts.types[customer.type]],
          [customer.type === 'company' ? texts.orgNumber : texts.personalNumber, customer.orgNumber],
          [texts.vatNumber, customer.vatNumber],
          [texts.terms, customer.paymentTerms],
          address !== undefined && [
            texts.address,
            [address.line1, address.line2, `${address.postalCode} ${address.city}`, address.country]
              .filter(Boolean)
              .join(', '),
          ],
          ...customer.contactsDetails.map(
            ({ name, email, phone }) => [texts.contact, [name, email, phone].filter(Boolean).join(', ')] as const,
          ),
          peppolAddress !== undefined && [texts.electronic, `${peppolAddress.scheme}:${peppolAddress.id}`],
        ]}
      />
      <HoldPart of={{ customerId: customer.id }} keys="h" />
      <Owed customerId={customer.id} />
      <StatementPart customerId={customer.id} language={customer.language ?? 'sv'} />
      <Invoices customerId={customer.id} />
    </>
  )
}

const Actions = ({ customer }: { customer: Customer }) => {
  const texts = useWords(registerWords)
  const { id: companyId, may } = useCompany()
  const [, set] = useUrl()
  const go = useGo()
  const sayDone = useUndo()
  const refresh = useRefresh()
  const { run, isBusy, error } = useAction()
  const remove = async () => {
    const params = { path: { companyId, customerId: customer.id } }
    await api.DELETE('/companies/{companyId}/customers/{customerId}', { params })
    set({ open: null })
    await refresh('customers')
    sayDone(texts.removed(customer.name), async (headers) => {
      const { contactsDetails, ...body } = bodyOf(formOf(customer, ''), customer)
      // They get ids of their own again.
      const contacts = (contactsDetails ?? []).map(({ id: _, ...contact }) => contact)
      const all = '/companies/{companyId}/customers'
      await api.POST(all, { params: { path: { companyId } }, body: { ...body, contactsDetails: contacts }, headers })
      await refresh('customers')
    })
  }
  return (
    <div className="stack">
      <div className="page-actions">
        {may('invoices:write') && (
          <ActionButton keys="f" onClick={() => go('/invoices/new', { customer: customer.id })}>
            {texts.invoiceTo}
          </ActionButton>
        )}
        {may('customers:write') && (
          <>
            <ActionButton keys="e" variant="default" onClick={() => set({ edit: '1' })}>
              {texts.edit}
            </ActionButton>
            <ActionButton variant="default" loading={isBusy} onClick={() => void run(remove)}>
              {texts.remove}
            </ActionButton>
          </>
        )}
        <PersonalDataPart of={{ customerId: customer.id }} name={customer.name} onErased={() => set({ open: null })} />
      </div>
      {error ? <FailureMessage error={error} /> : null}
    </div>
  )
}

/** What the customer owes, by the ledger. */
const Owed = ({ customerId }: { customerId: string }) => {
  const texts = useWords(registerWords)
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/reports/customer-ledger',
    { params: { path: { companyId }, query: { customerId } } },
    { enabled: may('reports:read') },
  )
  if (!data || data.total.count === 0) return null
  return (
    <Facts
      facts={[
        [texts.unpaid, <Money key="rest" kronor={data.total.rest} />],
        data.total.overdue > 0 && [
          texts.overdue,
          <span key="overdue" className="is-wrong">
            <Money kronor={data.total.overdue} />
          </span>,
        ],
      ]}
    />
  )
}

/** Invoices shown of a customer; a link leads to all. */
const LATEST = 10

const Invoices = ({ customerId }: { customerId: string }) => {
  const texts = useWords(registerWords)
  const { id: companyId, may } = useCompany()
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/invoices',
    { params: { path: { companyId }, query: { query: `customerRef==${customerId}`, pageSize: LATEST } } },
    { enabled: may('invoices:read') },
  )
  if (!may('invoices:read')) return null
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={3} />}>
      {(data) => (
        <section className="stack" aria-label={texts.invoices}>
          <h3>{texts.invoices}</h3>
          {data.items.length === 0 ? <p className="soft">{texts.noInvoices}</p> : null}
          <table className="plain-table is-folding customer-invoices">
            <tbody>
              {data.items.map(({ id, invoiceNumber, invoiceDate, status, totalAmount, writtenOffAmount, currency }) => (
                <tr key={id}>
                  <td>
                    <Link to={`/companies/${companyId}/invoices` as never} search={{ open: id } as never}>
                      {invoiceNumber ?? invoiceDate}
                    </Link>
                  </td>
                  <td className="is-day">{invoiceDate}</td>
                  <td>
                    <StatusTag status={status} writtenOffAmount={writtenOffAmount} />
                  </td>
                  <td className="is-right">
                    <Money kronor={totalAmount} />
                    {inCurrency(currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.items.length === LATEST && (
            <Link to={`/companies/${companyId}/invoices` as never} search={{ customer: customerId } as never}>
              {texts.allInvoices}
            </Link>
          )}
        </section>
      )}
    </ResilientContent>
  )
}
