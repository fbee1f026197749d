// Supplier invoices: what is to be approved, recorded and paid, and the one that is open beside the list. A document
// that is dropped here becomes a new one.
import { FileButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Schema, soughtIn, useCompany, usePages } from '#client'
import { dropped, XML_TYPES } from '#console/uploads'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Chips,
  Empty,
  FailureMessage,
  isOwnCurrency,
  Money,
  oreOf,
  Page,
  ResilientContent,
  Search,
  Split,
  today,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { StatusTag } from './StatusTag.tsx'
import { SupplierInvoiceDetail } from './SupplierInvoiceDetail.tsx'
import { useDropped } from './use-dropped.ts'
import { words } from './words.ts'

export { SupplierInvoicesPage as Page }

type Invoice = Schema<'SupplierInvoiceGet'>

const shown = ['all', 'toApprove', 'toRecord', 'toPay', 'overdue', 'paid'] as const
type Shown = (typeof shown)[number]

const conditionOf = (filter: Shown): string | null => {
  if (filter === 'all') return null
  return filter === 'overdue' ? `status==toPay&&totalAmount>0&&dueDate<${today()}` : `status==${filter}`
}

/** The filter of the list, from what is chosen and searched. */
const queryOf = (filter: Shown, text: string): string | undefined => {
  const sought = soughtIn(text, {
    texts: ['invoiceNumber', 'supplierRef'],
    amounts: ['totalAmount', 'remainingAmount'],
  })
  return [conditionOf(filter), sought].filter(Boolean).join('&&') || undefined
}

const SupplierInvoicesPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open, q = '', show = 'all' }, set] = useUrl()
  const filter = shown.find((one) => one === show) ?? 'all'
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const found = usePages<Invoice>('/supplier-invoices', {
    companyId,
    query: { query: queryOf(filter, q) },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const navigate = useNavigate()
  const make = (document?: string) =>
    void navigate({
      to: `/companies/${companyId}/supplier-invoices/new` as never,
      search: (document ? { document } : {}) as never,
    })
  const { drop, wrong } = useDropped({ open: (id) => set({ open: id, file: null }), make })
  const mayWrite = may('supplier-invoices:write')
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.invoices}
        columns={columnsIn(texts)}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id, file: null })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        toneOf={({ status }) => (status === 'paid' ? 'soft' : undefined)}
        empty={
          <Empty how={filter === 'all' && q === '' && may('supplier-invoices:write') && texts.noInvoicesHow}>
            {filter === 'all' && q === '' ? texts.noInvoices : texts.noneFound}
          </Empty>
        }
      />
    </ResilientContent>
  )
  const place = rows.findIndex(({ id }) => id === open)
  const step = (by: number) => {
    const to = rows[place + by]
    if (place !== -1 && to) set({ open: to.id, file: null }, { replace: true })
  }
  return (
    <div className="page" {...(mayWrite ? dropped((files) => void drop(files)) : {})}>
      <Page
        title={texts.invoices}
        actions={
          mayWrite && (
            <>
              <FileButton
                multiple
                accept={`${XML_TYPES},application/pdf,image/png,image/jpeg`}
                inputProps={{ 'aria-label': texts.readEInvoice }}
                onChange={(files) => void drop(files)}
              >
                {({ onClick }) => (
                  <ActionButton keys="u" variant="default" onClick={onClick}>
                    {texts.readEInvoice}
                  </ActionButton>
                )}
              </FileButton>
              <ActionButton keys="n" onClick={() => make()}>
                {texts.newInvoice}
              </ActionButton>
            </>
          )
        }
      >
        <div className="filters">
          <Search label={texts.searchInvoices} value={q} onChange={search} />
          <Chips
            label={texts.show}
            value={filter}
            choices={shown.map((one) => [one, texts.filters[one]] as const)}
            onChange={(one) => set({ show: one === 'all' ? null : one, open: null })}
          />
        </div>
        {wrong !== null && <FailureMessage error={wrong} />}
        <Split
          label={texts.invoice}
          list={list}
          detail={
            open ? (
              <SupplierInvoiceDetail
                key={open}
                id={open}
                onClose={() => set({ open: null, file: null })}
                onStep={step}
              />
            ) : null
          }
        />
      </Page>
    </div>
  )
}

const columnsIn = (texts: (typeof words)['sv']): Column<Invoice>[] => [
  {
    key: 'supplier',
    title: texts.supplier,
    width: 'minmax(7rem, 2fr)',
    cell: ({ supplierRef }) => supplierRef.name,
  },
  {
    key: 'number',
    title: texts.numberShort,
    width: 'minmax(4rem, 1fr)',
    isWide: true,
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  {
    key: 'due',
    title: texts.dueDate,
    width: '6.5rem',
    isWide: true,
    cell: ({ dueDate }) => dueDate,
  },
  {
    key: 'total',
    title: texts.totalShort,
    width: '7rem',
    align: 'right' as const,
    cell: ({ totalAmount, currency }) => (
      <>
        <Money ore={oreOf(totalAmount)} />
        {isOwnCurrency(currency) ? '' : ` ${currency}`}
      </>
    ),
  },
  { key: 'status', title: texts.status, width: '7.5rem', cell: (invoice) => <StatusTag invoice={invoice} /> },
]
