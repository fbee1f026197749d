// Scopes in words: what they are about, and what they let a program do.
import { dictionary } from '#words'

export const scopeWords = dictionary(
  {
    areas: {
      'company-information': 'Företagsuppgifter',
      'journal-entries': 'Verifikationer',
      'chart-of-accounts': 'Kontoplan',
      'fiscal-years': 'Räkenskapsår',
      reports: 'Rapporter',
      'fixed-assets': 'Anläggningstillgångar',
      payroll: 'Löner och anställda',
      proposals: 'Förslag',
      sie: 'SIE-filer',
      uploads: 'Underlag',
      tags: 'Taggar',
      customers: 'Kunder',
      items: 'Artiklar',
      invoices: 'Kundfakturor',
      'credit-notes': 'Kreditfakturor',
      suppliers: 'Leverantörer',
      'supplier-invoices': 'Leverantörsfakturor',
      'bank-payments': 'Bankbetalningar',
      'bank-statements': 'Kontoutdrag',
      events: 'Händelser',
      webhooks: 'Webhooks',
      history: 'Behandlingshistorik',
      'agency-information': 'Byråns uppgifter',
      'agency-companies': 'Byråns klientföretag',
      'agency-users': 'Byråns användare',
      'agency-company-navigation': 'Länkar in i klientföretag',
      'agency-todos': 'Byråns att göra-lista',
      'agency-events': 'Byråns händelser',
      'agency-connections': 'Byråns anslutning',
    },
    deeds: { read: 'Läsa', write: 'Skriva', 'read-limited': 'Läsa de egna' },
    onlyRead: 'Bara läsa',
    books: 'Bokföra',
    sells: 'Fakturera',
    all: 'Allt',
    nothing: 'Inget',
  },
  {
    areas: {
      'company-information': 'Company information',
      'journal-entries': 'Journal entries',
      'chart-of-accounts': 'Chart of accounts',
      'fiscal-years': 'Fiscal years',
      reports: 'Reports',
      'fixed-assets': 'Fixed assets',
      payroll: 'Payroll and employees',
      proposals: 'Proposals',
      sie: 'SIE files',
      uploads: 'Documents',
      tags: 'Tags',
      customers: 'Customers',
      items: 'Items',
      invoices: 'Invoices',
      'credit-notes': 'Credit notes',
      suppliers: 'Suppliers',
      'supplier-invoices': 'Supplier invoices',
      'bank-payments': 'Bank payments',
      'bank-statements': 'Bank statements',
      events: 'Events',
      webhooks: 'Webhooks',
      history: 'Processing history',
      'agency-information': 'Agency information',
      'agency-companies': "The agency's client companies",
      'agency-users': "The agency's users",
      'agency-company-navigation': 'Links into client companies',
      'agency-todos': "The agency's to-do list",
      'agency-events': 'Agency events',
      'agency-connections': "The agency's connection",
    },
    deeds: { read: 'Read', write: 'Write', 'read-limited': 'Read its own' },
    onlyRead: 'Read only',
    books: 'Book',
    sells: 'Invoice',
    all: 'Everything',
    nothing: 'Nothing',
  },
)

type Texts = (typeof scopeWords)['sv']

const partsOf = (scope: string): [area: string, deed: string] => {
  const [area = '', deed = ''] = scope.split(':')
  return [area, deed]
}

/** Whether a scope has words, and so may be given to a token; others are of what people alone do. */
export const isInWords = (scope: string): boolean => {
  const [area, deed] = partsOf(scope)
  return area in scopeWords.sv.areas && deed in scopeWords.sv.deeds && scope !== 'company-information:write'
}

const areaOf = (texts: Texts, area: string): string => texts.areas[area as keyof Texts['areas']] ?? area
const deedOf = (texts: Texts, deed: string): string => texts.deeds[deed as keyof Texts['deeds']] ?? deed

/** Each scope as a choice, below what it is about, in the order of the words. */
export const scopeChoices = (texts: Texts, scopes: readonly string[]) => {
  const order = Object.keys(texts.areas)
  return scopes
    .toSorted((one, other) => order.indexOf(partsOf(one)[0]) - order.indexOf(partsOf(other)[0]))
    .map((value) => {
      const [area, deed] = partsOf(value)
      return { value, label: deedOf(texts, deed), group: areaOf(texts, area), code: value }
    })
}

/** `Kunder: läsa, skriva`, one text for each area. */
export const scopesInWords = (texts: Texts, scopes: readonly string[]): string[] => {
  const areas = [...new Set(scopeChoices(texts, scopes).map(({ group }) => group))]
  return areas.map((area) => {
    const own = scopeChoices(texts, scopes).filter(({ group }) => group === area)
    return `${area}: ${own.map(({ label }) => label.toLowerCase()).join(', ')}`
  })
}

const bookkeeping = ['journal-entries', 'chart-of-accounts', 'uploads', 'tags']
const selling = ['customers', 'items', 'invoices', 'credit-notes']

/** Sets that are chosen at once. The first is what a form begins with. */
export const scopeSets = (texts: Texts, scopes: readonly string[]) => {
  const reading = scopes.filter((scope) => scope.endsWith(':read'))
  const readingAnd = (areas: readonly string[]) =>
    scopes.filter((scope) => reading.includes(scope) || areas.includes(partsOf(scope)[0]))
  return [
    { label: texts.onlyRead, values: reading },
    { label: texts.books, values: readingAnd(bookkeeping) },
    { label: texts.sells, values: readingAnd(selling) },
    { label: texts.all, values: scopes },
    { label: texts.nothing, values: [] },
  ]
}
