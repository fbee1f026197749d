// What a token may be allowed to do, and how that is told to people. A scope is `{resource}:{action}`.
import { declareTerms } from '#platform/sentences'
import { roleNames } from '#rule/roles'

/** What a scope grants, in each language. */
type ScopeWords = Readonly<Record<'sv' | 'en', string>>

const words = (sv: string, en: string): ScopeWords => ({ sv, en })

/** Every scope of the Company API. */
const companyScopeWords: Readonly<Record<string, ScopeWords>> = {
  'company-information:read': words(
    'Läsa företagets namn, organisationsnummer och adress',
    "Read the company's name, organization number and address",
  ),
  'chart-of-accounts:read': words('Läsa kontoplanen och saldon', 'Read the chart of accounts and balances'),
  'chart-of-accounts:write': words(
    'Byta namn på konton, ge dem SRU- och momskoder och göra dem inaktiva',
    'Rename accounts, give them SRU and VAT codes, and make them inactive',
  ),
  'fiscal-years:read': words('Läsa räkenskapsåren', 'Read the fiscal years'),
  'fiscal-years:write': words('Rätta ingående balanser', 'Correct opening balances'),
  'journal-entries:read': words(
    'Läsa verifikationer och kommentarer till dem',
    'Read journal entries and their comments',
  ),
  'journal-entries:write': words(
    'Bokföra, rätta och kommentera verifikationer',
    'Book and reverse journal entries, and comment on them',
  ),
  'sie:read': words('Hämta bokföringen som SIE-filer', 'Download the books as SIE files'),
  'sie:write': words('Läsa in SIE-filer i bokföringen', 'Import SIE files into the books'),
  'customers:read': words('Läsa kunder', 'Read customers'),
  'customers:write': words('Lägga till, ändra och ta bort kunder', 'Add, change and remove customers'),
  'items:read': words('Läsa artiklar', 'Read items'),
  'items:write': words('Lägga till, ändra och ta bort artiklar', 'Add, change and remove items'),
  'invoices:read': words(
    'Läsa fakturor med betalningar och bilagor',
    'Read invoices with their payments and attachments',
  ),
  'invoices:write': words(
    'Skapa, utfärda, skicka och bokföra fakturor samt registrera betalningar',
    'Make, publish, send and book invoices, and record payments',
  ),
  'credit-notes:read': words('Läsa kreditfakturor', 'Read credit notes'),
  'credit-notes:write': words(
    'Ändra, utfärda, skicka och bokföra kreditfakturor',
    'Change, publish, send and book credit notes',
  ),
  'suppliers:read': words('Läsa leverantörer', 'Read suppliers'),
  'suppliers:write': words('Lägga till, ändra och ta bort leverantörer', 'Add, change and remove suppliers'),
  'supplier-invoices:read': words('Läsa leverantörsfakturor', 'Read supplier invoices'),
  'supplier-invoices:write': words(
    'Lägga till, ändra och ta bort leverantörsfakturor',
    'Add, change and remove supplier invoices',
  ),
  'uploads:read': words('Läsa och hämta uppladdade filer', 'Read and download uploaded files'),
  'uploads:write': words('Ladda upp filer', 'Upload files'),
  'tags:read': words('Läsa taggar och grupper av taggar', 'Read tag groups and tags'),
  'tags:write': words(
    'Lägga till, ändra och ta bort taggar och grupper av taggar',
    'Add, change and remove tag groups and tags',
  ),
  'bank-payments:read-limited': words(
    'Läsa de bankbetalningar som integrationen har skapat',
    'Read the bank payments that the integration made',
  ),
  'bank-payments:write': words(
    'Skapa bankbetalningar som någon sedan signerar',
    'Make bank payments for a signatory to sign',
  ),
  'bank-statements:read': words(
    'Läsa importerade kontoutdrag och deras transaktioner',
    'Read imported bank statements and their transactions',
  ),
  'bank-statements:write': words(
    'Läsa in kontoutdrag och bokföra deras transaktioner mot fakturor',
    'Import bank statements and book their transactions against invoices',
  ),
  'reports:read': words('Läsa rapporter ur bokföringen', 'Read reports of the books'),
  'reports:write': words(
    'Redovisa moms och göra bokslut, med de verifikationer som hör till',
    'Report VAT and close the year, with the entries that belong to it',
  ),
  'fixed-assets:read': words('Läsa anläggningsregistret', 'Read the register of fixed assets'),
  'fixed-assets:write': words(
    'Ändra anläggningsregistret och bokföra avskrivningar, nedskrivningar och avyttringar',
    'Change the register of fixed assets, and book depreciation, write-downs and disposals',
  ),
  'payroll:read': words('Läsa anställda, anställningar och löner', 'Read employees, employments and pay'),
  'payroll:write': words(
    'Lägga till, ändra och ta bort anställda, anställningar och löner',
    'Add, change and remove employees, employments and pay',
  ),
  'proposals:read': words('Läsa de förslag som programmet har lämnat', 'Read the proposals that the program has made'),
  'proposals:write': words(
    'Lämna förslag, som ändrar något först när en människa godkänner dem',
    'Make proposals, which change something only once a person approves them',
  ),
  'events:read': words('Följa vad som händer med det som får läsas', 'Follow what happens to what may be read'),
  'webhooks:read': words('Läsa webhookar och vad de har skickat', 'Read webhooks and what they have delivered'),
  'webhooks:write': words(
    'Lägga till, ändra och ta bort webhookar, som berättar för andra vad som händer',
    'Add, change and remove webhooks, which tell others what happens',
  ),
  'history:read': words(
    'Läsa behandlingshistoriken: inloggningar, medgivanden och ändringar',
    'Read the processing history: logins, consents and changes',
  ),
}

/** The scopes for an agency itself; those about companies concern the agency's client companies. */
const agencyScopeWords: Readonly<Record<string, ScopeWords>> = {
  'agency-information:read': words('Läsa uppgifter om byrån', 'Read and look up agency information'),
  'agency-connections:read': words(
    'Se vilka byråer integrationen är ansluten till',
    "List the integration's agency connections",
  ),
  'agency-connections:write': words('Ansluta till och koppla från byråer', 'Connect to and disconnect from agencies'),
  'agency-companies:read': words(
    'Läsa byråns klientföretag och skapa länkar in i dem',
    "Read the agency's client companies, and make links into them",
  ),
  'agency-companies:write': words('Skapa och hantera klientföretag', 'Create and manage client companies'),
  'agency-users:read': words(
    'Läsa användare och inbjudningar hos byrån och dess klientföretag',
    'Read users and invitations of the agency and its client companies',
  ),
  'agency-users:write': words(
    'Bjuda in och ta bort användare hos byrån och dess klientföretag',
    'Invite and remove users of the agency and its client companies',
  ),
  'agency-company-navigation:write': words(
    'Skapa länkar in i byråns klientföretag',
    "Make links into the agency's client companies",
  ),
  'agency-events:read': words(
    'Följa vad som händer på byrån och i dess klientföretag',
    'Follow what happens at the agency and in its client companies',
  ),
  'agency-todos:read': words('Läsa användarnas att-göra-listor', 'Read the to-do lists of users'),
}

/** Scopes that only people have, never tokens, with the lowest role in the company that has each. */
export const peopleScopes = {
  'account-map:read': 'reader',
  'account-map:write': 'administrator',
  'bank-accounts:read': 'reader',
  'bank-accounts:write': 'administrator',
  'chart-of-accounts:manage': 'bookkeeper',
  'company-information:write': 'administrator',
  'connections:read': 'administrator',
  'connections:write': 'administrator',
  'currency-rates:read': 'reader',
  'fiscal-years:manage': 'bookkeeper',
  'fiscal-years:remove': 'owner',
  'fiscal-years:reopen': 'owner',
  'invoices:settle': 'bookkeeper',
  'lock-date:read': 'reader',
  'lock-date:write': 'bookkeeper',
  'members:read': 'reader',
  'members:write': 'administrator',
  'personal-data:erase': 'administrator',
  'personal-data:read': 'bookkeeper',
  'plan:read': 'reader',
  'proposal-limits:write': 'administrator',
  'proposals:decide': 'bookkeeper',
  'purchasing-settings:read': 'reader',
  'purchasing-settings:write': 'administrator',
  'queue:read': 'reader',
  'records:read': 'administrator',
  'sales-settings:read': 'reader',
  'sales-settings:write': 'administrator',
  'supplier-invoices:approve': 'bookkeeper',
  'supplier-invoices:set-rate': 'bookkeeper',
  'tokens:read': 'administrator',
  'tokens:write': 'administrator',
  'vat-periods:read': 'reader',
  'vat-setting:read': 'reader',
  'vat-setting:write': 'administrator',
} as const

/** Scopes that only people of an agency have, with the lowest role that has each. */
export const agencyPeopleScopes = {
  'agency-integrations:read': 'administrator',
  'agency-integrations:write': 'administrator',
  'agency-members:read': 'consultant',
  'agency-members:write': 'administrator',
  'agency-templates:apply': 'consultant',
  'agency-templates:read': 'consultant',
  'agency-templates:write': 'administrator',
  'client-overview:read': 'consultant',
} as const

/** Descriptions of the scopes that only people have. */
const peopleScopeWords: Readonly<Record<keyof typeof peopleScopes | keyof typeof agencyPeopleScopes, ScopeWords>> = {
  'account-map:read': words('Läsa de automatiska kontona', 'Read the automatic accounts'),
  'account-map:write': words('Ändra de automatiska kontona', 'Change the automatic accounts'),
  'bank-accounts:read': words('Läsa företagets bankkonton', "Read the company's bank accounts"),
  'bank-accounts:write': words('Ändra företagets bankkonton', "Change the company's bank accounts"),
  'client-overview:read': words('Se hur alla klienter står till', 'See how all clients stand'),
  'chart-of-accounts:manage': words('Lägga till konton i kontoplanen', 'Add accounts to the chart of accounts'),
  'company-information:write': words('Ändra företagets uppgifter', "Change the company's information"),
  'connections:read': words('Läsa anslutningar', 'Read connections'),
  'connections:write': words('Avsluta anslutningar', 'End connections'),
  'currency-rates:read': words('Läsa valutakurser', 'Read currency rates'),
  'fiscal-years:manage': words('Lägga upp och avsluta räkenskapsår', 'Add and close fiscal years'),
  'fiscal-years:remove': words(
    'Ta bort räkenskapsår som inte längre måste sparas',
    'Remove fiscal years that need not be kept any more',
  ),
  'fiscal-years:reopen': words('Öppna avslutade räkenskapsår igen', 'Open closed fiscal years again'),
  'invoices:settle': words('Avräkna kundfakturor', 'Settle invoices'),
  'lock-date:read': words('Läsa hur långt bokföringen är låst', 'Read how far the books are locked'),
  'lock-date:write': words('Låsa bokföringen', 'Lock the books'),
  'members:read': words('Läsa vilka som är med i företaget', 'Read who works in the company'),
  'members:write': words('Bjuda in människor och ge dem roller', 'Invite people and give them roles'),
  'personal-data:erase': words('Radera kunder och leverantörer', 'Erase customers and suppliers'),
  'personal-data:read': words(
    'Hämta allt som böckerna innehåller om en kund eller leverantör',
    'Download all that the books hold about a customer or supplier',
  ),
  'plan:read': words('Läsa företagets abonnemang', "Read the company's plan"),
  'proposal-limits:write': words(
    'Bestämma vad program får göra utan att fråga',
    'Decide what programs may do without asking',
  ),
  'proposals:decide': words('Godkänna förslag och skicka tillbaka dem', 'Approve proposals and send them back'),
  'purchasing-settings:read': words('Läsa inställningarna för inköp', 'Read the settings of purchases'),
  'purchasing-settings:write': words('Ändra inställningarna för inköp', 'Change the settings of purchases'),
  'queue:read': words('Läsa vad som ska göras', 'Read what is to be done'),
  'records:read': words('Hämta arkivet och systemdokumentationen', 'Download the archive and the system documentation'),
  'sales-settings:read': words('Läsa inställningarna för försäljning', 'Read the settings of sales'),
  'sales-settings:write': words('Ändra inställningarna för försäljning', 'Change the settings of sales'),
  'supplier-invoices:approve': words('Attestera leverantörsfakturor', 'Approve supplier invoices'),
  'supplier-invoices:set-rate': words(
    'Bestämma valutakursen för leverantörsfakturor',
    'Set the currency rate of supplier invoices',
  ),
  'tokens:read': words('Läsa privata token', 'Read private tokens'),
  'tokens:write': words('Skapa och avsluta privata token', 'Make and end private tokens'),
  'vat-periods:read': words('Läsa momsperioderna', 'Read the periods of VAT'),
  'vat-setting:read': words('Läsa hur ofta momsen redovisas', 'Read how often VAT is reported'),
  'vat-setting:write': words('Ändra hur ofta momsen redovisas', 'Change how often VAT is reported'),
  'agency-integrations:read': words('Läsa byråns anslutningar', 'Read the connections of the agency'),
  'agency-integrations:write': words('Avsluta byråns anslutningar', 'End connections of the agency'),
  'agency-members:read': words('Läsa vilka som är med på byrån', 'Read who works at the agency'),
  'agency-members:write': words('Bjuda in människor till byrån', 'Invite people to the agency'),
  'agency-templates:apply': words('Använda byråns mallar på klienter', "Apply the agency's templates to clients"),
  'agency-templates:read': words('Läsa byråns mallar', "Read the agency's templates"),
  'agency-templates:write': words(
    'Lägga till, ändra och ta bort byråns mallar',
    "Add, change and remove the agency's templates",
  ),
}

/** Descriptions of every scope. */
export const scopeWords: Readonly<Record<string, ScopeWords>> = { ...companyScopeWords, ...agencyScopeWords }

/** What a scope permits, within a sentence: `add, change and remove customers`. */
export const deedOf = (scope: string): string => {
  const { en } = { ...scopeWords, ...peopleScopeWords }[scope] ?? { en: scope }
  return `${en.charAt(0).toLowerCase()}${en.slice(1)}`
}

/** The deeds of all scopes, as sentences have them, in both languages. */
const deeds = (): readonly ScopeWords[] =>
  Object.entries({ ...scopeWords, ...peopleScopeWords }).map(([scope, { sv }]) => ({
    sv: `${sv.charAt(0).toLowerCase()}${sv.slice(1)}`,
    en: deedOf(scope),
  }))

// Deeds and roles stand in refusals as values.
declareTerms(Object.fromEntries(deeds().map(({ en, sv }) => [en, sv])))
declareTerms(roleNames.sv)

/** The names of all scopes of the Company API: those a private integration may have. */
export const allScopes: readonly string[] = Object.keys(companyScopeWords)

export const agencyScopes: readonly string[] = Object.keys(agencyScopeWords)
