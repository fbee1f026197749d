// Purchases: the operator's commands for currency rates, and for supplier invoices that need approval.
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Answer } from '#admin/answer'
import { fromCaller, type Given, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany, type OnSystem } from '#admin/command'
import { ledgerAdmin, setRate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, isDay } from '#platform/day'
import { isId } from '#platform/id'
import { textFromOre } from '#platform/money'
import { asOperator } from '#programs/system'
import { purchasingAdmin, purchasingSettingsOf, type SupplierInvoiceRecord } from '#purchasing'
import { isInAccountingCurrency } from '#rule/currency'

/** Most bytes in a file of rates (2 MiB). */
const MAX_FILE_BYTES = 2 * 1024 * 1024
const MAX_LISTED = 1000

const rateCommands: readonly Command[] = [
  {
    name: 'rates load',
    summary: 'Load currency rates from a file, all or nothing; rates that are already there are replaced',
    options: [{ name: 'file', value: 'FILE', required: true, description: 'Lines of date;currency;rate, in UTF-8' }],
    run: async (system, given) => {
      const path = fromCaller(given.text('file') ?? '')
      const text = await textOf(path)
      const loaded = await asOperator(system, (call) => ledgerAdmin.loadRates(call, { name: basename(path), text }))
      const { added, replaced, unchanged } = loaded
      return { json: loaded, text: `${added} rates added, ${replaced} replaced, ${unchanged} as they were` }
    },
  },
  {
    name: 'rates set',
    summary: 'Set the rate of one currency on one day',
    options: [
      { name: 'currency', value: 'CODE', required: true, description: 'Code of the currency, such as EUR' },
      { name: 'date', value: 'DATE', required: true, description: 'The day' },
      { name: 'rate', value: 'SEK', required: true, description: 'What one unit costs in SEK, such as 11.0625' },
    ],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const currency = given.text('currency') ?? ''
        const date = given.text('date') ?? ''
        const set = await setRate(call, { currency, date, rate: (given.text('rate') ?? '').replace(',', '.') })
        const was = set.before === null ? '' : `, was ${set.before}`
        return { json: set, text: `${set.date}  ${set.currency}  ${set.rate}${was}` }
      }),
  },
  {
    name: 'rates list',
    summary: 'List the rates that are loaded, newest first',
    options: [
      { name: 'currency', value: 'CODE', description: 'Only this currency' },
      { name: 'from', value: 'DATE', description: 'Only from this day' },
      { name: 'to', value: 'DATE', description: 'Only up to this day' },
    ],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const currency = given.text('currency')
        const from = dayIn(given, 'from')
        const to = dayIn(given, 'to')
        const rates = await ledgerAdmin.listRates(call, {
          ...(currency === undefined ? {} : { currency }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          limit: MAX_LISTED,
        })
        const lines = rates.map(({ date, currency: code, rate }) => `${date}  ${code}  ${rate}`)
        return { json: { rates }, text: lines.join('\n') || 'No rates' }
      }),
  },
]

const settingsCommands: readonly Command[] = [
  {
    name: 'purchasing-settings show',
    summary: 'Show what a company has decided about its purchases',
    options: [companyOption],
    run: forCompany(async (call) => settingsAnswer(await purchasingSettingsOf(call))),
  },
  {
    name: 'purchasing-settings set',
    summary: 'Decide whether supplier invoices must be approved before they are paid',
    options: [
      companyOption,
      { name: 'approves', value: 'yes|no', required: true, description: 'Applies to invoices added from now on' },
    ],
    run: forCompany(async (call, given) => {
      const asked = given.text('approves')
      if (asked !== 'yes' && asked !== 'no') throw new UsageError('--approves must be yes or no')
      return settingsAnswer(await purchasingAdmin.changePurchasingSettings(call, { approves: asked === 'yes' }))
    }),
  },
]

const settingsAnswer = ({ approves }: { approves: boolean }): Answer => ({
  json: { approves },
  text: `approves  ${approves ? 'yes' : 'no'}`,
})

const invoiceCommands: readonly Command[] = [
  {
    name: 'supplier-invoice list',
    summary: 'List the supplier invoices of a company, newest first',
    options: [companyOption, { name: 'unapproved', description: 'Only those that are waiting for approval' }],
    run: forCompany(async (call, given) => {
      const list = given.has('unapproved') ? purchasingAdmin.listUnapproved : purchasingAdmin.listSupplierInvoices
      const { items } = await list(call, { pageSize: MAX_LISTED })
      const supplierInvoices = items.map(told)
      return { json: { supplierInvoices }, text: items.map(lineOf).join('\n') || 'No supplier invoices' }
    }),
  },
  {
    name: 'supplier-invoice approve',
    summary: 'Approve a supplier invoice: it may be paid',
    options: [companyOption, { name: 'id', value: 'ID', required: true, description: 'The supplier invoice' }],
    run: onInvoice(purchasingAdmin.approveSupplierInvoice),
  },
  {
    name: 'supplier-invoice set-rate',
    summary: 'Set what one unit of the currency of a supplier invoice costs, before it is recorded',
    options: [
      companyOption,
      { name: 'id', value: 'ID', required: true, description: 'The supplier invoice' },
      { name: 'rate', value: 'SEK', required: true, description: 'In SEK, such as 11.0625' },
    ],
    run: onInvoice((call, { id, given }) =>
      purchasingAdmin.setSupplierInvoiceRate(call, { id, rate: (given.text('rate') ?? '').replace(',', '.') }),
    ),
  },
]

function onInvoice(
  verb: (call: CompanyCall, input: { id: string; given: Given }) => Promise<SupplierInvoiceRecord>,
): OnSystem['run'] {
  return forCompany(async (call, given) => {
    const id = given.text('id') ?? ''
    if (!isId(id)) throw new UsageError(`--id: ${id} is not an id`)
    const invoice = await verb(call, { id, given })
    return { json: told(invoice), text: lineOf(invoice) }
  })
}

export const purchasingCommands: readonly Command[] = [...rateCommands, ...settingsCommands, ...invoiceCommands]

const told = (invoice: SupplierInvoiceRecord) => ({
  id: invoice.id,
  supplier: { id: invoice.supplierId, name: invoice.supplierName },
  invoiceNumber: invoice.invoiceNumber,
  invoiceDate: invoice.invoiceDate,
  dueDate: invoice.dueDate,
  currency: invoice.currency,
  currencyRate: invoice.currencyRate,
  total: textFromOre(invoice.totalOre),
  remaining: textFromOre(invoice.totalOre - invoice.paidOre),
  approvedAt: invoice.approvedAt,
  approvedBy: invoice.approvedBy,
  recordedAt: invoice.recordedAt,
})

const lineOf = (invoice: SupplierInvoiceRecord): string => {
  const { id, dueDate, totalOre, currency, currencyRate, supplierName, invoiceNumber, approvedAt } = invoice
  const rate = isInAccountingCurrency({ currency, currencyRate }) ? '' : ` at ${currencyRate}`
  const total = `${textFromOre(totalOre)} ${currency}${rate}`
  const state = approvedAt === null ? ['to approve'] : []
  return [id, `due ${dueDate}`, total, supplierName, invoiceNumber ?? '-', ...state].join('  ')
}

const textOf = async (path: string): Promise<string> => {
  try {
    const { size } = await stat(path)
    if (size > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${(cause as Error).message}`)
  }
}

const dayIn = (given: Given, option: string): Day | undefined => {
  const text = given.text(option)
  if (text !== undefined && !isDay(text)) throw new UsageError(`--${option}: ${text} is not a day, YYYY-MM-DD`)
  return text
}
