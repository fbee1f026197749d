// Tax reductions: the operator's commands for requests to the tax authority, and its decisions.

import type { Answer } from '#admin/answer'
import { type Given, type Option, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import type { CompanyCall } from '#platform/call'
import { type Day, isDay } from '#platform/day'
import { isId } from '#platform/id'
import { type Answered, type Standing, salesAdmin } from '#sales'

const invoiceOption: Option = { name: 'invoice', value: 'ID', required: true, description: 'The invoice' }
const answerOptions: readonly Option[] = [
  companyOption,
  invoiceOption,
  { name: 'amount', value: 'KRONOR', description: 'How much; all that is unanswered if left out' },
  { name: 'date', value: 'YYYY-MM-DD', description: 'The day of the entry; today if left out' },
]

export const taxReductionCommands: readonly Command[] = [
  {
    name: 'tax-reduction submitted',
    summary: 'Note that the request for an invoice has been sent to the tax authority',
    options: [companyOption, invoiceOption],
    run: forCompany(async (call, given) => told(await salesAdmin.submitTaxReduction(call, invoiceOf(given)))),
  },
  {
    name: 'tax-reduction paid',
    summary: 'Book what the tax authority has paid for an invoice',
    options: [
      ...answerOptions,
      { name: 'account', value: 'NUMBER', description: 'Where the money came in; 1930 if left out' },
    ],
    run: forCompany(async (call: CompanyCall, given) => {
      const account = given.text('account')
      if (account !== undefined && !/^\d{4}$/.test(account))
        throw new UsageError(`--account: ${account} is not an account`)
      const where = account === undefined ? {} : { account: Number(account) }
      return told(await salesAdmin.payTaxReduction(call, { ...answeredIn(given), ...where }))
    }),
  },
  {
    name: 'tax-reduction refused',
    summary: 'Book what the tax authority has refused for an invoice: the customer owes it again',
    options: answerOptions,
    run: forCompany(async (call, given) => told(await salesAdmin.refuseTaxReduction(call, answeredIn(given)))),
  },
]

const invoiceOf = (given: Given): string => {
  const id = given.text('invoice') ?? ''
  if (!isId(id)) throw new UsageError(`--invoice: ${id} is not an id`)
  return id
}

const answeredIn = (given: Given): Answered => {
  const amount = given.text('amount')
  const date = given.text('date')
  if (amount !== undefined && !/^\d{1,12}(?:\.\d{1,2})?$/.test(amount)) {
    throw new UsageError(`--amount: ${amount} is not an amount in kronor, such as 1250`)
  }
  if (date !== undefined && !isDay(date)) throw new UsageError(`--date: ${date} is not a day, YYYY-MM-DD`)
  return {
    invoiceId: invoiceOf(given),
    ...(amount === undefined ? {} : { amount: Number(amount) }),
    ...(date === undefined ? {} : { date: date as Day }),
  }
}

const told = ({ status, paid, refused, unanswered }: Standing): Answer => ({
  json: { status, paid, refused, unanswered },
  text: `The tax reduction is ${status}: ${paid} kronor paid, ${refused} refused, ${unanswered} not answered`,
})
