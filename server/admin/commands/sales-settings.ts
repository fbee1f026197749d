// The company's data on invoices, and its payment details: the operator's commands.

import type { Answer } from '#admin/answer'
import { fromCaller, type Given, type Option, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { type CompanyChanges, changeCompany, companyInformation } from '#identity'
import type { CompanyCall } from '#platform/call'
import { type SalesDecisions, salesAdmin } from '#sales'

/** Removes a value. */
const NONE = 'none'

type Setting = { field: string; value: string; description: string; read?: (text: string, option: string) => unknown }

const wholeNumber = (text: string, option: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option}: ${text} is not a whole number`)
  return Number(text)
}

const yesOrNo = (text: string, option: string): boolean => {
  if (text !== 'yes' && text !== 'no') throw new UsageError(`--${option} must be yes or no`)
  return text === 'yes'
}

const companySettings: Record<string, Setting> = {
  name: { field: 'name', value: 'NAME', description: 'Its name' },
  phone: { field: 'phone', value: 'PHONE|none', description: 'Its telephone number' },
  email: { field: 'email', value: 'EMAIL|none', description: 'Its e-mail address' },
  'address-line1': { field: 'addressLine1', value: 'TEXT|none', description: 'Street or box' },
  'address-line2': { field: 'addressLine2', value: 'TEXT|none', description: 'Second line of the address' },
  'postal-code': { field: 'postalCode', value: 'CODE|none', description: 'Postal code' },
  city: { field: 'city', value: 'TEXT|none', description: 'City' },
  country: { field: 'country', value: 'XX', description: 'Country code of two letters' },
  'business-account': {
    field: 'hasBBA',
    value: 'yes|no',
    description:
      'Whether it has a business account with the service, which decides the currencies that suppliers may have',
    read: yesOrNo,
  },
}

const salesSettings: Record<string, Setting> = {
  'vat-number': { field: 'vatNumber', value: 'NUMBER|none', description: 'VAT number, such as SE559999000801' },
  'f-tax': { field: 'fTax', value: 'yes|no', description: 'Approved for F-tax (F-skatt)', read: yesOrNo },
  seat: { field: 'seat', value: 'TEXT|none', description: 'Registered seat (säte)' },
  website: { field: 'website', value: 'ADDRESS|none', description: 'Web address' },
  bankgiro: { field: 'bankgiro', value: 'NUMBER|none', description: 'Bankgiro number' },
  plusgiro: { field: 'plusgiro', value: 'NUMBER|none', description: 'Plusgiro number' },
  iban: { field: 'iban', value: 'IBAN|none', description: 'International account number' },
  bic: { field: 'bic', value: 'BIC|none', description: 'Code of the bank that holds it' },
  'payment-terms-days': {
    field: 'paymentTermsDays',
    value: 'DAYS|none',
    description: 'From the date of an invoice until it is due, where the customer has no terms; none: 30',
    read: wholeNumber,
  },
  'late-interest': { field: 'lateInterest', value: 'TEXT|none', description: 'What invoices say about late payment' },
  'rounds-total': { field: 'roundsTotal', value: 'yes|no', description: 'Totals in whole kronor', read: yesOrNo },
  'refuses-incomplete': {
    field: 'refusesIncomplete',
    value: 'yes|no',
    description: 'Documents that lack what the law requires are not published',
    read: yesOrNo,
  },
  'tells-seen': {
    field: 'tellsSeen',
    value: 'yes|no',
    description: 'You are told when a recipient first opens an invoice by its payment link',
    read: yesOrNo,
  },
  'mail-subject': {
    field: 'mailSubject',
    value: 'TEXT|none',
    description: 'Subject of mails with invoices, such as "Faktura {number} från {company}"',
  },
  'mail-text': { field: 'mailText', value: 'TEXT|none', description: 'What they say, with the same places' },
  'mail-subject-english': {
    field: 'mailSubjectEnglish',
    value: 'TEXT|none',
    description: 'The same to customers in English',
  },
  'mail-text-english': { field: 'mailTextEnglish', value: 'TEXT|none', description: 'What these say' },
  logo: {
    field: 'logo',
    value: 'FILE|none',
    description: 'PNG or JPEG picture for the top of invoices',
    read: (text) => fromCaller(text),
  },
  'next-invoice-number': {
    field: 'nextInvoiceNumber',
    value: 'NUMBER',
    description: 'Where the series begins; before the first invoice',
    read: wholeNumber,
  },
}

const optionsOf = (settings: Record<string, Setting>): Option[] =>
  Object.entries(settings).map(([name, { value, description }]) => ({ name, value, description }))

/** The requested changes, by the name of their field. */
const changesIn = (settings: Record<string, Setting>, given: Given): Record<string, unknown> => {
  const changes: Record<string, unknown> = {}
  for (const [option, { field, value, read = (text: string): unknown => text }] of Object.entries(settings)) {
    const text = given.text(option)
    if (text === undefined) continue
    changes[field] = text === NONE && value.endsWith(`|${NONE}`) ? null : read(text, option)
  }
  return changes
}

export const salesSettingsCommands: readonly Command[] = [
  {
    name: 'company update',
    summary: "Change a company's name and contact details; what is left out stays as it is",
    options: [companyOption, ...optionsOf(companySettings)],
    run: forCompany(async (call, given) => {
      const changes: CompanyChanges = changesIn(companySettings, given)
      if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change: give at least one option')
      await changeCompany(call, changes)
      return companyAnswer(call)
    }),
  },
  {
    name: 'sales-settings show',
    summary: 'Show what invoices say about a company and how it is paid',
    options: [companyOption],
    run: forCompany((call) => settingsAnswer(call)),
  },
  {
    name: 'sales-settings set',
    summary: 'Change what invoices say about a company and how it is paid; what is left out stays as it is',
    options: [companyOption, ...optionsOf(salesSettings)],
    run: forCompany(async (call, given) => {
      const changes: SalesDecisions = changesIn(salesSettings, given)
      if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change: give at least one option')
      await salesAdmin.decideSales(call, changes)
      return settingsAnswer(call)
    }),
  },
]

const companyAnswer = async (call: CompanyCall): Promise<Answer> => {
  const { address, ...company } = await companyInformation(call)
  return { json: { ...company, address }, text: linesOf({ ...company, ...address }) }
}

const settingsAnswer = async (call: CompanyCall): Promise<Answer> => {
  const { logo, ...settings } = await salesAdmin.decisions(call)
  const shown = {
    companyId: call.companyId,
    ...settings,
    logo: logo && { contentType: logo.contentType, digest: logo.digest.toString('hex') },
  }
  return { json: shown, text: linesOf({ ...shown, logo: logo?.contentType ?? null }) }
}

const linesOf = (values: Record<string, unknown>): string => {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${said(value)}`)
    .join('\n')
}

const said = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === '' ? '-' : String(value)
}
