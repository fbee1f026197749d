// Invoices: searched, filtered, summed up, and the one that is open beside the list.
import { NativeSelect } from '@mantine/core'
import { useCallback } from 'react'
import { queries, type Schema, useCompany, usePages } from '#client'
import { inCurrency, StatusTag, searchOf, useGo } from '#console/sales/parts.tsx'
import { words } from '#console/sales/words.ts'
import { type Column, Table } from '#table'
import {
  ActionButton,
  DayInput,
  Empty,
  Money,
  numberText,
  oreOf,
  Page,
  ResilientContent,
  Search,
  Split,
  Tag,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { InvoiceDetail } from './InvoiceDetail.tsx'

export { InvoicesPage as Page }

type Invoice = Schema<'Invoice'>

/** Filters by the word in the address. */
const states: Readonly<Record<string, string>> = {
  draft: 'status==draft',
  unpaid: '(status==published||status==underPaid||status==overdue)',
  overdue: 'status==overdue',
  paid: 'status==paid',
  overPaid: 'status==overPaid',
  credited: 'status==credited',
  unsent: '(sendingStatus==notSent||sendingStatus==failed)&&status!=draft&&status!=credited',
  unsentFailed: 'sendingStatus==failed',
  writtenOff: 'writtenOffAmount>0',
  reductionReady: 'taxReductionStatus==readyToSubmit',
  reductionWaiting: 'taxReductionStatus==submitted',
}

type Filter = { q?: string; status?: string; from?: string; to?: string; customer?: string }

const filterOf = ({ q, status, from, to, customer }: Filter): string | undefined => {
  const parts = [
    customer && `customerRef==${customer}`,
    q && searchOf(q),
    status && states[status],
    from && `invoiceDate>=${from}`,
    to && `invoiceDate<=${to}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('&&') : undefined
}

const InvoicesPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [url, set] = useUrl()
  const go = useGo()
  const query = filterOf(url)
  const found = usePages<Invoice>('/invoices', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const lost = useLost()
  const columns: Column<Invoice>[] = [
    { key: 'number', title: texts.number, width: '3.75rem', cell: ({ invoiceNumber }) => invoiceNumber ?? '–' },
    { key: 'name', title: texts.customer, width: 'minmax(4rem, 1fr)', cell: ({ customerRef }) => customerRef?.name },
    ...(url.open ? [] : [dateOf(texts.date)]),
    { key: 'due', title: texts.due, width: 'minmax(5.5rem, 6.25rem)', isWide: true, cell: ({ dueDate }) => dueDate },
    {
      key: 'status',
      title: texts.status,
      width: 'minmax(5.5rem, 7rem)',
      cell: (invoice) =>
        lost.has(invoice.id) ? <Tag tone="wrong">{texts.choices.unsentFailed}</Tag> : <StatusTag {...invoice} />,
    },
    {
      key: 'amount',
      title: texts.amount,
      width: 'minmax(5.75rem, 6.75rem)',
      align: 'right',
      cell: ({ totalAmount, currency }) => (
        <>
          <Money kronor={totalAmount} />
          {inCurrency(currency)}
        </>
      ),
    },
  ]
  const add = may('invoices:write') && (
    <ActionButton keys="n" onClick={() => go('/invoices/new')}>
      {texts.newInvoice}
    </ActionButton>
  )
  const clear = (
    <ActionButton
      variant="default"
      onClick={() => set({ q: null, status: null, from: null, to: null, customer: null })}
    >
      {texts.clear}
    </ActionButton>
  )
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.invoices}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={url.open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        toneOf={({ status }) => (status === 'credited' ? 'soft' : undefined)}
        empty={query ? <Empty action={clear}>{texts.noneFound}</Empty> : <Empty>{texts.none}</Empty>}
      />
      {rows.length > 0 && <Sums rows={rows} isAll={!hasNextPage} />}
    </ResilientContent>
  )
  return (
    <Page title={texts.invoices} actions={add}>
      <Filters url={url} set={set} />
      <Split
        label={texts.invoices}
        list={list}
        detail={url.open ? <InvoiceDetail key={url.open} id={url.open} ids={rows.map(({ id }) => id)} /> : null}
      />
    </Page>
  )
}

/** Unpaid invoices that were mailed and arrived nowhere: the newest hundred. */
const useLost = (): ReadonlySet<string> => {
  const { id: companyId } = useCompany()
  const query = `${states.unpaid}&&sendingStatus==failed`
  const { data } = queries.useQuery('get', '/companies/{companyId}/invoices', {
    params: { path: { companyId }, query: { query, pageSize: 100 } },
  })
  return new Set(data?.items.map(({ id }) => id))
}

const dateOf = (title: string): Column<Invoice> => ({
  key: 'date',
  title,
  width: '6.25rem',
  isWide: true,
  cell: ({ invoiceDate }) => invoiceDate,
})

const Filters = ({ url, set }: { url: Filter; set: ReturnType<typeof useUrl>[1] }) => {
  const texts = useWords(words)
  const search = useCallback((q: string) => set({ q, open: null }, { replace: true }), [set])
  return (
    <div className="filters">
      <Search label={texts.search} value={url.q ?? ''} onChange={search} />
      <NativeSelect
        label={texts.status}
        value={url.status ?? ''}
        onChange={({ currentTarget }) => set({ status: currentTarget.value, open: null })}
        data={Object.entries(texts.choices).map(([value, label]) => ({ value: value === 'all' ? '' : value, label }))}
      />
      <DayInput label={texts.from} value={url.from ?? ''} onChange={(from) => set({ from, open: null })} />
      <DayInput label={texts.to} value={url.to ?? ''} onChange={(to) => set({ to, open: null })} />
      {url.customer && (
        <ActionButton variant="default" onClick={() => set({ customer: null })}>
          {texts.clear}
        </ActionButton>
      )}
    </div>
  )
}

/** What the rows that have been read come to, in SEK; a draft is no invoice yet. */
const Sums = ({ rows, isAll }: { rows: readonly Invoice[]; isAll: boolean }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const total = rows
    .filter(({ status }) => status !== 'draft')
    .reduce((sum, { totalAmount, currencyRate }) => sum + Math.round(oreOf(totalAmount) * currencyRate), 0)
  const paid = rows.reduce((sum, { paidAmount }) => sum + oreOf(paidAmount), 0)
  return (
    <p className="sums">
      <span>{texts.shown(rows.length, numberText(rows.length, language), isAll)}</span>
      <span>
        {texts.invoiced} <Money ore={total} />
      </span>
      <span>
        {texts.paid} <Money ore={paid} />
      </span>
    </p>
  )
}
