// Open invoices that a transaction may pay, whoever pays them: one transaction or several.
import { useEffect } from 'react'
import { type Schema, useCompany, usePages } from '#client'
import { type Choice, type Ore, oreOf } from '#ui'
import type { Open } from './shares.ts'

const OPEN_INVOICES = 'status==published||status==overdue||status==underPaid'
/** Choices that are offered at once. */
const MOST = 30

/** All open invoices of the side that the money is on: customers' for money in, suppliers' for money out. */
export const useOpen = (isIn: boolean): Open[] => {
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
        ...{ due: one.dueDate, takesAll: true },
      }))
    : bought.rows.map((one) => ({
        ...{ id: one.id, kind: 'supplierInvoice' as const, number: one.invoiceNumber ?? '' },
        ...{ name: one.supplierRef.name, rest: oreOf(one.remainingAmount), due: one.dueDate },
        // The service pays all of an invoice in another currency.
        takesAll: one.currency !== 'SEK',
      }))
}

/** Those that a text names, the nearest to an amount first. */
export const choicesOf = (
  open: readonly Open[],
  { text, aim, money }: { text: string; aim: Ore; money: (ore: Ore) => string },
): Choice[] => {
  const sought = plain(text)
  return open
    .filter((one) => plain(shownOf(one, money)).includes(sought))
    .toSorted((one, two) => Math.abs(one.rest - aim) - Math.abs(two.rest - aim))
    .slice(0, MOST)
    .map((one) => ({ value: one.id, label: shownOf(one, money), hint: one.due }))
}

const plain = (text: string): string => text.toLowerCase().replace(/\s/g, '')

export const shownOf = ({ number, name, rest }: Open, money: (ore: Ore) => string): string =>
  `${number} ${name} ${money(rest)}`.trim()

export const targetOf = ({ kind, id }: Open) => (kind === 'invoice' ? { invoiceId: id } : { supplierInvoiceId: id })
