// Reminders: overdue invoices and how far each has been reminded of, several reminded of at once, and what was sent.
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type Schema, soughtIn, useCompany, usePages } from '#client'
import { HoldPart } from '#console/sales/invoices/HoldPart.tsx'
import { DetailHead } from '#console/sales/parts.tsx'
import { type Column, Table } from '#table'
import { Chips, Empty, Money, Page, ResilientContent, Search, Split, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { PdfLink, type Reminder, RemindersOf, ReminderTag, RemindPanel } from './RemindPart.tsx'
import { RemindSeveral } from './RemindSeveral.tsx'
import { reminderWords } from './reminder-words.ts'

export { RemindersPage as Page }

export type ToRemind = Schema<'InvoiceToRemind'>

const choices = ['due', 'waiting', 'done', 'held', 'notBooked', 'sent'] as const
type Choice = (typeof choices)[number]

const RemindersPage = () => {
  const texts = useWords(reminderWords)
  const [{ q = '', show, several }, set] = useUrl()
  const shown = choices.find((one) => one === show) ?? 'due'
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className="filters">
        <Search label={texts.search} value={q} onChange={search} />
        <Chips
          label={texts.show}
          value={shown}
          choices={choices.map((one) => [one, texts.filters[one]] as const)}
          onChange={(one) => set({ show: one === 'due' ? null : one, open: null, several: null })}
        />
      </div>
      {shown === 'sent' ? <Made q={q} /> : <Overdue key={shown} shown={shown} q={q} isSeveral={several === '1'} />}
    </Page>
  )
}

type Given = { shown: Exclude<Choice, 'sent'>; q: string; isSeveral: boolean }

const Overdue = ({ shown, q, isSeveral }: Given) => {
  const texts = useWords(reminderWords)
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const sought = soughtIn(q, { texts: ['customerRef'], numbers: ['invoiceNumber'], amounts: ['unpaidAmount'] })
  const query = [`status==${shown}`, sought].filter(Boolean).join('&&')
  const found = usePages<ToRemind>('/invoices-to-remind', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const mayWrite = may('invoices:write')
  const canChoose = mayWrite && (shown === 'due' || shown === 'waiting' || shown === 'done')
  const chosen = canChoose ? rows.filter(({ id }) => selected.has(id)) : []
  const done = () => [setSelected(new Set()), set({ several: null })]
  return (
    <>
      {chosen.length > 0 && (
        <RemindSeveral
          invoices={chosen}
          isOpen={isSeveral}
          onDone={done}
          onLeft={(left) => setSelected(new Set(left.map(({ id }) => id)))}
        />
      )}
      <Split
        label={texts.title}
        list={
          <ResilientContent of={found}>
            <Table
              label={texts.title}
              columns={columnsIn(texts, open !== undefined)}
              rows={rows}
              keyOf={({ id }) => id}
              openKey={open ?? null}
              onOpen={({ id }) => set({ open: id, several: null })}
              {...(canChoose ? { selected, onSelect: setSelected } : {})}
              isLoading={isLoading}
              hasMore={hasNextPage}
              onMore={() => void fetchNextPage()}
              empty={<Empty>{q ? texts.noneFound : texts.none[shown]}</Empty>}
            />
          </ResilientContent>
        }
        detail={open ? <Open key={open} id={open} rows={rows} /> : null}
      />
    </>
  )
}

const columnsIn = (texts: (typeof reminderWords)['sv'], isOpen: boolean): Column<ToRemind>[] =>
  [
    {
      key: 'customer',
      title: texts.customer,
      width: 'minmax(8rem, 1fr)',
      cell: ({ customerRef, hasAddress }: ToRemind) => (
        <>
          {customerRef.name} {!hasAddress && <span className="soft">({texts.noAddress})</span>}
        </>
      ),
    },
    { key: 'invoice', title: texts.invoice, width: '5.5rem', isWide: true, cell: ({ number }: ToRemind) => number },
    { key: 'due', title: texts.dueDate, width: '6.5rem', cell: ({ dueDate }: ToRemind) => dueDate },
    {
      key: 'late',
      title: texts.late,
      width: '6.5rem',
      align: 'right' as const,
      isWide: true,
      cell: ({ daysOverdue }: ToRemind) => String(daysOverdue),
    },
    {
      key: 'reminded',
      title: texts.reminded,
      width: '10rem',
      cell: ({ reminders, lastReminderDate }: ToRemind) => texts.timesReminded(reminders, lastReminderDate),
    },
    {
      key: 'next',
      title: texts.next,
      width: '6.5rem',
      isWide: true,
      cell: ({ nextDate }: ToRemind) => nextDate ?? '–',
    },
    {
      key: 'unpaid',
      title: texts.unpaid,
      width: '7.5rem',
      align: 'right' as const,
      cell: ({ unpaidAmount }: ToRemind) => <Money kronor={unpaidAmount} />,
    },
  ].filter(({ key }) => !isOpen || !['late', 'reminded', 'next'].includes(key))

const Open = ({ id, rows }: { id: string; rows: readonly ToRemind[] }) => {
  const texts = useWords(reminderWords)
  const { id: companyId, may } = useCompany()
  const [, set] = useUrl()
  const invoice = rows.find((row) => row.id === id)
  const close = () => set({ open: null })
  const canRemind = may('invoices:write') && (!invoice || ['due', 'waiting', 'done'].includes(invoice.status))
  return (
    <>
      <DetailHead ids={rows.map((row) => row.id)} id={id} onClose={close}>
        {invoice ? `${invoice.number} · ${invoice.customerRef.name}` : texts.invoice}
      </DetailHead>
      <p>
        <Link to={`/companies/${companyId}/invoices` as never} search={{ open: id } as never}>
          {texts.openInvoice}
        </Link>
      </p>
      {canRemind && <RemindPanel invoiceId={id} onClose={close} isCalled={false} />}
      <HoldPart of={{ invoiceId: id }} keys="h" />
      <RemindersOf invoiceId={id} />
    </>
  )
}

/** What was sent and printed, the latest first. */
const Made = ({ q }: { q: string }) => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const query = soughtIn(q, { texts: ['customerRef'], numbers: ['invoiceNumber'] })
  const found = usePages<Reminder>('/reminders', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const opened = rows.find(({ id }) => id === open)
  const columns: Column<Reminder>[] = [
    { key: 'date', title: texts.date, width: '6.5rem', cell: ({ date }) => date },
    { key: 'customer', title: texts.customer, width: 'minmax(7rem, 1fr)', cell: ({ customerRef }) => customerRef.name },
    {
      key: 'invoice',
      title: texts.invoice,
      width: '5.5rem',
      isWide: true,
      cell: ({ invoiceRef }) => invoiceRef.number,
    },
    { key: 'state', title: texts.state, width: '8.5rem', cell: (one) => <StateOf reminder={one} /> },
    {
      key: 'claimed',
      title: texts.claimed,
      width: '7.5rem',
      align: 'right',
      cell: ({ totalAmount }) => <Money kronor={totalAmount} />,
    },
  ]
  return (
    <Split
      label={texts.title}
      list={
        <ResilientContent of={found}>
          <Table
            label={texts.filters.sent}
            columns={opened ? columns.filter(({ key }) => key !== 'invoice') : columns}
            rows={rows}
            keyOf={({ id }) => id}
            openKey={open ?? null}
            onOpen={({ id }) => set({ open: id })}
            isLoading={isLoading}
            hasMore={hasNextPage}
            onMore={() => void fetchNextPage()}
            toneOf={({ cancelledDateTime }) => (cancelledDateTime === null ? undefined : 'soft')}
            empty={<Empty>{q ? texts.noneFound : texts.none.sent}</Empty>}
          />
        </ResilientContent>
      }
      detail={opened ? <OpenReminder reminder={opened} ids={rows.map(({ id }) => id)} /> : null}
    />
  )
}

/** In a row there is no room for the reason. */
const StateOf = ({ reminder }: { reminder: Reminder }) => {
  const texts = useWords(reminderWords)
  return reminder.cancelledDateTime === null ? <ReminderTag reminder={reminder} /> : <Tag>{texts.cancelled}</Tag>
}

const OpenReminder = ({ reminder, ids }: { reminder: Reminder; ids: readonly string[] }) => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  const { invoiceRef, customerRef } = reminder
  return (
    <>
      <DetailHead ids={ids} id={reminder.id}>
        {`${invoiceRef.number} · ${customerRef.name}`}
      </DetailHead>
      <p>
        <Link to={`/companies/${companyId}/invoices` as never} search={{ open: invoiceRef.id } as never}>
          {texts.openInvoice}
        </Link>{' '}
        · <PdfLink reminder={reminder}>{texts.download}</PdfLink>
      </p>
      <RemindersOf invoiceId={invoiceRef.id} />
    </>
  )
}
