// A transaction for an invoice that nobody proposed: those that are open, the right amounts first.
import { useEffect, useState } from 'react'
import { type Schema, useCompany, usePages } from '#client'
import { Act, amountText, type Choice, oreOf, Pick, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath, useBooking } from './booking.ts'
import type { Line } from './proposals.ts'
import { words } from './words.ts'

/** An invoice that waits for money or is to be paid. */
type Open = { id: string; kind: 'invoice' | 'supplierInvoice'; number: string; name: string; rest: number; due: string }

const OPEN_INVOICES = 'status==published||status==overdue||status==underPaid'
/** Choices that are offered at once. */
const MOST = 30

/** All open invoices of the side that the money is on: customers' for money in, suppliers' for money out. */
const useOpen = (isIn: boolean): Open[] => {
  const { id: companyId, may } = useCompany()
  const sold = usePages<Schema<'Invoice'>>('/invoices', {
    ...{ companyId, query: { query: OPEN_INVOICES }, enabled: isIn && may('invoices:read') },
  })
  const bought = usePages<Schema<'SupplierInvoiceGet'>>('/supplier-invoices', {
    ...{ companyId, query: { query: 'status==toPay' }, enabled: !isIn && may('supplier-invoices:read') },
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = isIn ? sold : bought
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return isIn
    ? sold.rows.map((one) => ({
        ...{ id: one.id, kind: 'invoice' as const, number: one.invoiceNumber ?? '', name: one.customerRef?.name ?? '' },
        rest: oreOf(one.totalAmount) - oreOf(one.paidAmount),
        due: one.dueDate,
      }))
    : bought.rows.map((one) => ({
        ...{ id: one.id, kind: 'supplierInvoice' as const, number: one.invoiceNumber ?? '' },
        ...{ name: one.supplierRef.name, rest: oreOf(one.remainingAmount), due: one.dueDate },
      }))
}

export const InvoiceForm = ({ line, onDone }: { line: Line; onDone: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const paid = Math.abs(oreOf(line.amount))
  const open = useOpen(line.amount > 0)
  const [chosenId, setChosenId] = useState('')
  const { book, isBusy, wrong } = useBooking(line, onDone)
  const chosen = open.find(({ id }) => id === chosenId)
  const money = (ore: number) => amountText(ore, language)
  const shownOf = ({ number, name, rest }: Open) => `${number} ${name} ${money(rest)}`.trim()
  const choicesFor = (text: string): Choice[] => {
    const sought = text.toLowerCase().replace(/\s/g, '')
    return open
      .filter((one) => shownOf(one).toLowerCase().replace(/\s/g, '').includes(sought))
      .toSorted((one, two) => Math.abs(one.rest - paid) - Math.abs(two.rest - paid))
      .slice(0, MOST)
      .map((one) => ({ value: one.id, label: shownOf(one), hint: one.due }))
  }
  return (
    <form
      className="form inner-form"
      aria-label={texts.other}
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen) return
        const body = chosen.kind === 'invoice' ? { invoiceId: chosen.id } : { supplierInvoiceId: chosen.id }
        void book([{ method: 'POST', path: matchPath(line), body }])
      }}
    >
      <h3>{texts.other}</h3>
      <Pick
        label={texts.chooseInvoice}
        value={chosenId}
        shown={chosen ? shownOf(chosen) : ''}
        choicesFor={choicesFor}
        onChange={setChosenId}
      />
      {chosen && (
        <p className="soft">
          {chosen.rest === paid
            ? texts.exact
            : chosen.rest > paid
              ? texts.part(money(paid), money(chosen.rest))
              : texts.beyond(money(paid - chosen.rest))}
        </p>
      )}
      {wrong !== null && <Wrong error={wrong} />}
      {chosen && (
        <div className="form-actions">
          <Act type="submit" loading={isBusy}>
            {texts.match}
          </Act>
        </div>
      )}
    </form>
  )
}
