// Booking of sales: the operator's commands for the account map, for unpaid invoices at the end of a year of the cash
// method, and for settlements that the API leaves to the company itself.

import { type Given, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { accountMapOf, accountRoles, ledgerAdmin } from '#ledger'
import { type Day, isDay } from '#platform/day'
import { isId } from '#platform/id'
import { bookUnpaidPurchases, lockUnpaidPurchases } from '#purchasing'
import { bookUnpaid, type ConsoleSettlement, salesAdmin } from '#sales'

export const salesBookingCommands: readonly Command[] = [
  {
    name: 'account-map list',
    summary: 'List which account has which role in automatic entries',
    options: [companyOption],
    run: forCompany(async (call) => {
      const { vatCodes: _, ...accounts } = await accountMapOf(call)
      return { json: { accounts }, text: accountRoles.map((role) => `${accounts[role]}  ${role}`).join('\n') }
    }),
  },
  {
    name: 'account-map set',
    summary: 'Assign another account to a role in automatic entries; what is booked stays',
    options: [
      companyOption,
      { name: 'role', value: 'ROLE', required: true, description: 'One of those that account-map list shows' },
      { name: 'account', value: 'NUMBER', required: true, description: 'An active account of the chart' },
    ],
    run: forCompany(async (call, given) => {
      const role = given.text('role') ?? ''
      const account = Number(given.text('account'))
      await ledgerAdmin.setAccountRole(call, { role, account })
      return { json: { role, account }, text: `${role} is account ${account}` }
    }),
  },
  {
    name: 'fiscal-year book-unpaid',
    summary:
      'Book the customer and supplier invoices that are unpaid at the end of a fiscal year under the cash method',
    options: [companyOption, { name: 'id', value: 'ID', required: true, description: 'The fiscal year' }],
    run: forCompany(async (call, given) => {
      const year = { fiscalYearId: idIn(given, 'id') }
      const purchases = await lockUnpaidPurchases(call, year)
      const { documents } = await bookUnpaid(call, year)
      const { supplierInvoices, unrecorded } = await bookUnpaidPurchases(call, purchases)
      const left = unrecorded === 0 ? '' : `; ${unrecorded} supplier invoices are not recorded and were left out`
      return {
        json: { documents, supplierInvoices, unrecorded },
        text: `${documents} unpaid invoices and credit notes and ${supplierInvoices} supplier invoices are booked${left}`,
      }
    }),
  },
  settling('bad-debt', 'badDebt', 'Write off what is outstanding on an invoice, or a part of it, as a bad debt'),
  settling('balance-adjustment', 'balanceAdjustment', 'Adjust what is outstanding on an invoice, or was overpaid'),
]

function settling(word: string, type: ConsoleSettlement['type'], summary: string): Command {
  return {
    name: `invoice ${word}`,
    summary,
    options: [
      companyOption,
      { name: 'id', value: 'ID', required: true, description: 'The invoice' },
      { name: 'date', value: 'DATE', description: 'The day of the entry; today if left out' },
      { name: 'sum', value: 'KRONOR', description: 'How much; all that is outstanding if left out' },
    ],
    run: forCompany(async (call, given) => {
      const sum = given.text('sum')
      const settlement = await salesAdmin.settleInConsole(call, {
        invoiceId: idIn(given, 'id'),
        type,
        date: dayIn(given),
        sum: sum === undefined ? undefined : kronorFrom(sum),
      })
      const { sumBaseCurrency } = settlement.invoiceSettlementDetails
      return { json: settlement, text: `${sumBaseCurrency} kronor settled, ${settlement.id}` }
    }),
  }
}

const idIn = (given: Given, option: string): string => {
  const id = given.text(option) ?? ''
  if (!isId(id)) throw new UsageError(`--${option}: ${id} is not an id`)
  return id
}

const dayIn = (given: Given): Day | undefined => {
  const text = given.text('date')
  if (text !== undefined && !isDay(text)) throw new UsageError(`--date: ${text} is not a day, YYYY-MM-DD`)
  return text
}

const kronorFrom = (text: string): number => {
  if (!/^-?\d{1,12}(?:\.\d{1,2})?$/.test(text)) throw new UsageError(`--sum: ${text} is not an amount in kronor`)
  return Number(text)
}
