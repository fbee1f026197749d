// Open invoices that one or several transactions may pay.
import { type Schema, useAllPages, useCompany } from '#client'
import { addMonths, type Choice, isOwnCurrency, kronorOf, type Ore, oreOf, today } from '#ui'
import type { Open } from './shares.rules.ts'

/** Choices that are offered at once. */
const MOST = 30
/** Months ahead in which what is dated counts already: an invoice may be paid before its own day. */
const AHEAD = 12

/**
 * All open invoices of the side that the money is on: customers' for money in, suppliers' for money out. Of a
 * customer's is left what the ledger says: in SEK, less tax reduction, credit notes and settlements.
 */
export const useOpen = (isIn: boolean): Open[] => {
  const { id: companyId, may } = useCompany()
  const sold = useAllPages<Schema<'CustomerLedgerItem'>>('/reports/customer-ledger', {
    companyId,
    query: { on: addMonths(today(), AHEAD) },
    enabled: isIn && may('reports:read'),
  })
  const bought = useAllPages<Schema<'SupplierInvoiceGet'>>('/supplier-invoices', {
    companyId,
    query: { query: 'status==toPay' },
    enabled: !isIn && may('supplier-invoices:read'),
  })
  return isIn
    ? sold.rows
        // What was paid too much stands in the ledger, too.
        .filter(({ rest }) => rest > 0)
        .map(({ invoice, customer, dueDate, rest, currency, restInCurrency }) => ({
          id: invoice.id,
          kind: 'invoice' as const,
          number: invoice.invoiceNumber,
          name: customer.name,
          rest: oreOf(rest),
          due: dueDate,
          takesAll: true,
          owed: isOwnCurrency(currency) ? null : { ore: oreOf(restInCurrency), currency },
        }))
    : bought.rows.map((one) => ({
        id: one.id,
        kind: 'supplierInvoice' as const,
        number: one.invoiceNumber ?? '',
        name: one.supplierRef.name,
        due: one.dueDate,
        // At the rate of the invoice.
        rest: Math.round(oreOf(one.remainingAmount) * one.currencyRate),
        takesAll: !isOwnCurrency(one.currency),
        owed: isOwnCurrency(one.currency)
          ? null
          : { ore: Math.abs(oreOf(one.remainingAmount)), currency: one.currency },
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

/** The invoice of a match; `paid` is the entered amount in its currency. */
export const targetOf = ({ kind, id }: Open, paid: Ore | null = null) => {
  const said = paid === null ? {} : { invoiceAmount: kronorOf(paid) }
  return kind === 'invoice' ? { invoiceId: id, ...said } : { supplierInvoiceId: id, ...said }
}
