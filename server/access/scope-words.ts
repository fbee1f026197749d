// Scopes as people read them before consenting: in words, by resource.
import { type Dictionary, dictionary, type Language } from '#http'
import { scopeWords } from '#identity'

/** One scope: its description, and whether it is read-only. */
type ScopeInWords = { scope: string; words: string; isRead: boolean }
export type ScopeGroup = { title: string; scopes: ScopeInWords[] }

/** The names of resources, in the order in which they are shown: first those that reveal most of the books. */
const titles: Readonly<Record<string, Dictionary<string>>> = {
  'agency-information': dictionary('Byråns uppgifter', 'Agency information'),
  'agency-companies': dictionary('Klientföretag', 'Client companies'),
  'agency-users': dictionary('Användare', 'Users'),
  'agency-company-navigation': dictionary('Länkar in i klientföretag', 'Links into client companies'),
  'agency-todos': dictionary('Att göra', 'To-dos'),
  'agency-events': dictionary('Byråns händelser', 'Agency events'),
  'agency-connections': dictionary('Byråns anslutning', 'Agency connection'),
  'company-information': dictionary('Företagsuppgifter', 'Company information'),
  'journal-entries': dictionary('Verifikationer', 'Journal entries'),
  'chart-of-accounts': dictionary('Kontoplan', 'Chart of accounts'),
  'fiscal-years': dictionary('Räkenskapsår', 'Fiscal years'),
  reports: dictionary('Rapporter', 'Reports'),
  'fixed-assets': dictionary('Anläggningstillgångar', 'Fixed assets'),
  payroll: dictionary('Löner och anställda', 'Payroll and employees'),
  sie: dictionary('SIE-filer', 'SIE files'),
  uploads: dictionary('Uppladdade filer', 'Uploaded files'),
  customers: dictionary('Kunder', 'Customers'),
  items: dictionary('Artiklar', 'Items'),
  invoices: dictionary('Kundfakturor', 'Invoices'),
  'credit-notes': dictionary('Kreditfakturor', 'Credit notes'),
  suppliers: dictionary('Leverantörer', 'Suppliers'),
  'supplier-invoices': dictionary('Leverantörsfakturor', 'Supplier invoices'),
  tags: dictionary('Taggar', 'Tags'),
  proposals: dictionary('Förslag', 'Proposals'),
  events: dictionary('Händelser', 'Events'),
  webhooks: dictionary('Webhookar', 'Webhooks'),
  history: dictionary('Behandlingshistorik', 'Processing history'),
  'bank-payments': dictionary('Bankbetalningar', 'Bank payments'),
  'bank-statements': dictionary('Kontoutdrag', 'Bank statements'),
}

/** Scopes by resource, in a language; resources without a name here come last, under their technical name. */
export const scopesInWords = (scopes: readonly string[], language: Language): ScopeGroup[] => {
  const resources = new Set([...Object.keys(titles), ...scopes.map(resourceOf)])
  return [...resources].flatMap((resource) => {
    const own = scopes.filter((scope) => resourceOf(scope) === resource)
    const title = titles[resource]?.[language] ?? resource
    return own.length > 0 ? [{ title, scopes: own.map((scope) => inWords(scope, language)) }] : []
  })
}

const inWords = (scope: string, language: Language): ScopeInWords => ({
  scope,
  words: scopeWords[scope]?.[language] ?? scope,
  isRead: actionOf(scope).startsWith('read'),
})

const resourceOf = (scope: string): string => scope.split(':')[0] ?? ''
const actionOf = (scope: string): string => scope.split(':')[1] ?? ''
