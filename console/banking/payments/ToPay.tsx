// Supplier invoices to pay: chosen with `x`, and prepared together.
import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useAllPages, useCompany } from '#client'
import { paidAt, type Supplier, useSuppliers } from '#console/suppliers'
import { type Column, Table } from '#table'
import { ActionButton, Empty, Money, numberText, ResilientContent, Split, Tag, today, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { PrepareForm } from './PrepareForm.tsx'
import { type Hindrance, hindranceOf, type Invoice, inCurrency, type Payment, waitingOf } from './payable.ts'
import { usePaymentReferences } from './payment-references.ts'
import { paymentWords } from './payment-words.ts'

/** The service lists the newest first: so many are read before they are shown by the day that they are due. */
const MOST = 2000

type Payable = Invoice & { supplier: Supplier | undefined; hindrance: Hindrance }

/** `waiting`: all payments that wait; null while they are read or could not be, since any invoice may be among them. */
export const ToPay = ({ waiting, isLost }: { waiting: readonly Payment[] | null; isLost: boolean }) => {
  const texts = useWords(paymentWords)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const [{ choose = '', prepare }, set] = useUrl()
  const suppliers = useSuppliers()
  const found = useAllPages<Invoice>('/supplier-invoices', {
    companyId,
    query: { query: 'status==toPay&&totalAmount>0' },
    most: MOST,
    enabled: may('supplier-invoices:read'),
  })
  const { rows, isReading, hasNextPage } = found
  // Once they have been shown they stay while more are read.
  const wasRead = useRef(false)
  wasRead.current ||= !isReading
  // What has been begun stays open, as it is, while what waits is read again or cannot be.
  const last = useRef(waiting)
  if (waiting) last.current = waiting
  const { current: whole } = last
  const payables = useMemo(() => {
    const known = new Map(suppliers.map((supplier) => [supplier.id, supplier]))
    const prepared = whole && waitingOf(whole, suppliers)
    return rows
      .map((invoice): Payable => {
        const supplier = known.get(invoice.supplierRef.id)
        return { ...invoice, supplier, hindrance: hindranceOf(invoice, supplier, prepared) }
      })
      .toSorted((one, two) => one.dueDate.localeCompare(two.dueDate))
  }, [rows, suppliers, whole])
  const selected = new Set(choose.split(',').filter(Boolean))
  const chosen = payables.filter(
    ({ id, hindrance }) => selected.has(id) && (hindrance === null || hindrance === 'unread'),
  )
  // What their e-invoices ask for is read before they are prepared.
  const references = usePaymentReferences(chosen)
  const ready = chosen.flatMap((one) => {
    const paymentReference = references.get(one.id)
    return paymentReference === undefined ? [] : { ...one, paymentReference }
  })
  const known = { loading: waiting === null && !isLost, disabled: isLost }
  const mayPay = may('bank-payments:write')
  // Before that some of them may turn out to be prepared already.
  const isOpen = Boolean(prepare) && whole !== null
  const open = (id: string) => {
    const choice = { choose: [...new Set([...selected, id])].join(',') }
    set(whole ? { ...choice, prepare: '1' } : choice)
  }
  const list = (
    <ResilientContent of={found}>
      {chosen.length > 0 && !isOpen && (
        <div className="form-actions">
          <ActionButton keys="Mod+Enter" {...known} onClick={() => set({ prepare: '1' })}>
            {texts.prepare(chosen.length)}
          </ActionButton>
        </div>
      )}
      <Table
        label={texts.filters.toPay}
        columns={columnsIn(texts, companyId)}
        rows={wasRead.current ? payables : []}
        keyOf={({ id }) => id}
        {...(mayPay
          ? {
              selected,
              onSelect: (keys: ReadonlySet<string>) => set({ choose: [...keys].join(',') }, { replace: true }),
              onOpen: ({ id }: Payable) => open(id),
            }
          : {})}
        isLoading={isReading}
        toneOf={({ dueDate }) => (dueDate < today() ? 'wrong' : undefined)}
        empty={<Empty>{texts.nothingToPay}</Empty>}
      />
      {hasNextPage && !isReading && (
        <p className="soft" role="status">
          {texts.moreToPay(numberText(rows.length, language))}
        </p>
      )}
    </ResilientContent>
  )
  return (
    <Split
      label={texts.prepareTitle}
      list={list}
      detail={
        isOpen && ready.length > 0 ? (
          <PrepareForm
            invoices={ready}
            suppliers={suppliers}
            known={{ ...known, loading: known.loading || ready.length < chosen.length }}
            onClose={() => set({ prepare: null })}
            onDone={() => set({ prepare: null, choose: null })}
          />
        ) : null
      }
    />
  )
}

const columnsIn = (texts: (typeof paymentWords)['sv'], companyId: string): Column<Payable>[] => [
  {
    key: 'supplier',
    title: texts.supplier,
    width: 'minmax(7rem, 2fr)',
    cell: ({ supplierRef }) => supplierRef.name,
  },
  {
    key: 'number',
    title: texts.number,
    width: 'minmax(4rem, 1fr)',
    isWide: true,
    cell: ({ id, invoiceNumber, invoiceDate }) => (
      <Link to={`/companies/${companyId}/supplier-invoices` as never} search={{ open: id } as never} tabIndex={-1}>
        {invoiceNumber ?? invoiceDate}
      </Link>
    ),
  },
  { key: 'due', title: texts.due, width: '6rem', cell: ({ dueDate }) => dueDate },
  {
    key: 'amount',
    title: texts.amount,
    width: '7rem',
    align: 'right' as const,
    cell: ({ remainingAmount, currency }) => (
      <>
        <Money kronor={remainingAmount} />
        {inCurrency(currency)}
      </>
    ),
  },
  {
    key: 'paid',
    title: texts.paidTo,
    width: '9rem',
    isWide: true,
    isLine: true,
    cell: ({ hindrance, supplier, currency }) => {
      if (hindrance === 'prepared') return <Tag tone="good">{texts.alreadyPrepared}</Tag>
      if (hindrance === 'paid') return <Tag tone="waiting">{texts.paidUnbooked}</Tag>
      if (hindrance === 'noDetails') return <Tag tone="waiting">{texts.noDetails}</Tag>
      if (hindrance === 'currency') return texts.otherCurrency(currency)
      return supplier && paidAt(supplier)
    },
  },
]
