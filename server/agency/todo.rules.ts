// The representation of to-dos: the kinds in the books, resources and actions in the API, titles for people.
import { dictionary, type Language } from '#http'
import { addDays, type Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import type { TodoKind } from '#todo/todo'

/** Every kind, as `todoType` names it, with its resource and action in the API. */
export const todoKinds = {
  'receipt.unrecorded': { resourceType: 'receipt', actionType: 'toRecord' },
  'supplierInvoice.unpaid': { resourceType: 'supplierInvoice', actionType: 'toPay' },
  'supplierInvoice.unapproved': { resourceType: 'supplierInvoice', actionType: 'toApprove' },
  'invoice.unpaid': { resourceType: 'invoice', actionType: 'getPaid' },
  'invoice.unrecorded': { resourceType: 'invoice', actionType: 'toRecord' },
  'invoicePayment.unrecorded': { resourceType: 'payment', actionType: 'toRecord' },
  'payment.unsigned': { resourceType: 'payment', actionType: 'toSchedulePay' },
  'vat.unreported': { resourceType: 'vat', actionType: 'toRecord' },
} as const satisfies Record<TodoKind, object>

export const isTodoKind = (text: string): text is TodoKind => Object.hasOwn(todoKinds, text)

/** A to-do from the books. `name` is the counterparty or thing; for VAT, `from` and `to` are the period. */
export type TodoFact = {
  kind: TodoKind
  name: string
  number: string | null
  ore: Ore | null
  currency: string
  date: Day
  from: Day | null
  to: Day | null
}

/** A to-do as in the API; the amount is in the currency of the resource. */
export type Todo = {
  resourceType: 'none' | 'vat' | 'supplierInvoice' | 'invoice' | 'payment' | 'receipt' | 'expense'
  actionType: 'none' | 'toApprove' | 'toRecord' | 'toPay' | 'toSchedulePay' | 'getPaid'
  title: string
  totalAmount: number | null
  date: Day
}

/** The amount is absolute: credit notes and repayments are negative. */
type Words = { name: string; number: string; amount: string; period: string; isCredit: boolean }

const titles = dictionary<Record<TodoKind, (words: Words) => string>>(
  {
    'receipt.unrecorded': ({ name }) => `Bokför underlaget ${name}`,
    'supplierInvoice.unpaid': ({ name, number, amount }) => `Betala ${amount} till ${name}${number}`,
    'supplierInvoice.unapproved': ({ name, number, amount, isCredit }) =>
      isCredit
        ? `Attestera kreditfakturan på ${amount} från ${name}${number}`
        : `Attestera ${amount} till ${name}${number}`,
    'invoice.unpaid': ({ name, number, amount }) => `Få betalt ${amount} av ${name}${number}`,
    'invoice.unrecorded': ({ name, number, amount, isCredit }) =>
      `Bokför ${isCredit ? 'kreditfakturan' : 'fakturan'} på ${amount} till ${name}${number}`,
    'invoicePayment.unrecorded': ({ name, number, amount, isCredit }) =>
      isCredit
        ? `Bokför återbetalningen på ${amount} till ${name}${number}`
        : `Bokför betalningen på ${amount} från ${name}${number}`,
    'payment.unsigned': ({ name, amount }) => `Signera betalningen på ${amount} till ${name}`,
    'vat.unreported': ({ period }) => `Redovisa moms för ${period}`,
  },
  {
    'receipt.unrecorded': ({ name }) => `Book the receipt ${name}`,
    'supplierInvoice.unpaid': ({ name, number, amount }) => `Pay ${amount} to ${name}${number}`,
    'supplierInvoice.unapproved': ({ name, number, amount, isCredit }) =>
      isCredit ? `Approve the credit note of ${amount} from ${name}${number}` : `Approve ${amount} to ${name}${number}`,
    'invoice.unpaid': ({ name, number, amount }) => `Collect ${amount} from ${name}${number}`,
    'invoice.unrecorded': ({ name, number, amount, isCredit }) =>
      `Book the ${isCredit ? 'credit note' : 'invoice'} of ${amount} to ${name}${number}`,
    'invoicePayment.unrecorded': ({ name, number, amount, isCredit }) =>
      isCredit
        ? `Book the repayment of ${amount} to ${name}${number}`
        : `Book the payment of ${amount} from ${name}${number}`,
    'payment.unsigned': ({ name, amount }) => `Sign the payment of ${amount} to ${name}`,
    'vat.unreported': ({ period }) => `Report VAT for ${period}`,
  },
)

const numberWords = dictionary(
  (number: string, isCredit: boolean) => ` (${isCredit ? 'kreditfaktura' : 'faktura'} ${number})`,
  (number: string, isCredit: boolean) => ` (${isCredit ? 'credit note' : 'invoice'} ${number})`,
)

/** The locale for amounts and months in each language. */
const locales: Readonly<Record<Language, string>> = { sv: 'sv-SE', en: 'en-GB' }

/** A to-do in words; amounts, periods and numbers formatted for the language. */
export const todoOf = (fact: TodoFact, language: Language): Todo => {
  const { kind, name, number, ore, currency, date, from, to } = fact
  const isCredit = ore !== null && ore < 0n
  const words = {
    name,
    isCredit,
    // A repayment still belongs to an invoice.
    number: number === null ? '' : numberWords[language](number, isCredit && kind !== 'invoicePayment.unrecorded'),
    amount: ore === null ? '' : amountIn(language, isCredit ? -ore : ore, currency),
    period: from === null || to === null ? '' : periodIn(language, from, to),
  }
  const totalAmount = ore === null ? null : numberFromOre(ore)
  return { ...todoKinds[kind], title: titles[language][kind](words), totalAmount, date }
}

const amountIn = (language: Language, ore: Ore, currency: string): string => {
  const key = `${language} ${currency}`
  const known = amounts.get(key)
  const format = known ?? new Intl.NumberFormat(locales[language], { style: 'currency', currency })
  if (!known) amounts.set(key, format)
  return format.format(numberFromOre(ore))
}

/** Formats of amounts, by language and currency, cached because creating one is much slower than using it. */
const amounts = new Map<string, Intl.NumberFormat>()

/** `april–juni 2026`; only the year if the period is one. */
const periodIn = (language: Language, from: Day, to: Day): string => {
  if (from.endsWith('-01-01') && to === addDays(`${Number(from.slice(0, 4)) + 1}-01-01` as Day, -1))
    return from.slice(0, 4)
  const months = new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return months.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}
