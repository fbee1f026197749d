// Recurring invoices: listed with what comes next and how it went the last time; the open one beside the list.
import { useCallback } from 'react'
import { quoted, useCompany, usePages, useVersioned } from '#client'
import { DetailHead, useGo } from '#console/sales/parts.tsx'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Chips,
  Empty,
  FailureMessage,
  isOwnCurrency,
  Money,
  ownCurrency,
  Page,
  PageSkeleton,
  ResilientContent,
  Search,
  Split,
  Tag,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { RecurringDetail } from './RecurringDetail.tsx'
import { type Occurrence, type Recurring, totalOn } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

export { RecurringPage as Page }

const choices = ['all', 'active', 'paused', 'ended'] as const

const RecurringPage = () => {
  const texts = useWords(recurringWords)
  const { id: companyId, may } = useCompany()
  const go = useGo()
  const [{ q, state, open }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const query = [q && `customerRef=~${quoted(q)}`, state && `state==${state}`].filter(Boolean).join('&&') || undefined
  const found = usePages<Recurring>('/recurring-invoices', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Recurring>[] = [
    {
      key: 'customer',
      title: texts.customer,
      width: 'minmax(7rem, 1fr)',
      cell: ({ customerRef }) => customerRef.name || texts.noCustomer,
    },
    { key: 'what', title: texts.what, width: 'minmax(7rem, 1fr)', isWide: true, cell: whatOf },
    {
      key: 'interval',
      title: texts.interval,
      width: '8rem',
      isWide: true,
      cell: ({ schedule }) => texts.every(schedule.every, schedule.unit),
    },
    { key: 'next', title: texts.next, width: '6.25rem', cell: ({ nextDate }) => nextDate ?? '–' },
    { key: 'state', title: texts.state, width: '5.5rem', cell: (one) => <StateTag state={one.state} /> },
    {
      key: 'last',
      title: texts.last,
      width: '8rem',
      cell: ({ lastOccurrence: last }) => (last ? <OccurrenceTag occurrence={last} /> : '–'),
    },
    { key: 'amount', title: texts.amount, width: '7.5rem', align: 'right', cell: (one) => <Sum recurring={one} /> },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.title}
        columns={open ? columns.filter(({ key }) => key !== 'what' && key !== 'interval') : columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={
          <Empty how={!(q || state) && may('invoices:write') && texts.noneHow}>
            {q || state ? texts.noneFound : texts.none}
          </Empty>
        }
      />
    </ResilientContent>
  )
  const add = may('invoices:write') && (
    <ActionButton keys="n" onClick={() => go('/recurring-invoices/new')}>
      {texts.add}
    </ActionButton>
  )
  return (
    <Page title={texts.title} actions={add}>
      <div className="filters">
        <Search label={texts.search} value={q ?? ''} onChange={search} />
        <Chips
          label={texts.state}
          value={choices.find((one) => one === state) ?? 'all'}
          choices={choices.map((value) => [value, value === 'all' ? texts.all : texts.states[value]] as const)}
          onChange={(value) => set({ state: value === 'all' ? null : value, open: null })}
        />
      </div>
      <Split
        label={texts.title}
        list={list}
        detail={open ? <Open key={open} id={open} ids={rows.map(({ id }) => id)} /> : null}
      />
    </Page>
  )
}

/** What it is for: the first line that sells something, or the first text. */
const whatOf = ({ lineItems }: Recurring): string =>
  (lineItems.find(({ itemType }) => itemType === 'salesItem') ?? lineItems[0])?.description ?? ''

const Sum = ({ recurring }: { recurring: Recurring }) => {
  const texts = useWords(recurringWords)
  const totals = totalOn(recurring, recurring.nextDate)
  if (totals === null) return <span className="soft">{texts.byItem}</span>
  const { currency = ownCurrency() } = recurring
  return (
    <>
      <Money ore={Number(totals.total)} />
      {isOwnCurrency(currency) ? '' : ` ${currency}`}
    </>
  )
}

const tones = { active: 'good', paused: 'waiting', ended: 'plain' } as const

const StateTag = ({ state }: Pick<Recurring, 'state'>) => {
  const { states } = useWords(recurringWords)
  return <Tag tone={tones[state]}>{states[state]}</Tag>
}

/** How far it went; that it failed is told before that. */
const OccurrenceTag = ({ occurrence: { outcome, failure, handledDateTime } }: { occurrence: Occurrence }) => {
  const texts = useWords(recurringWords)
  if (failure === null) return <Tag tone="good">{texts.outcomes[outcome]}</Tag>
  return handledDateTime ? <Tag>{texts.handled}</Tag> : <Tag tone="wrong">{texts.failed}</Tag>
}

const Open = ({ id, ids }: { id: string; ids: readonly string[] }) => {
  const texts = useWords(recurringWords)
  const { id: companyId } = useCompany()
  // With its ETag, which a change of its prices sends back.
  const { data, etag, error, refetch } = useVersioned<Recurring>(
    '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}',
    { path: { companyId, recurringInvoiceId: id } },
  )
  return (
    <>
      <DetailHead ids={ids} id={id}>
        {data ? data.customerRef.name || texts.noCustomer : ' '} {data && <StateTag state={data.state} />}
      </DetailHead>
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
      {data ? <RecurringDetail recurring={data} etag={etag} /> : error ? null : <PageSkeleton />}
    </>
  )
}
