// The texts of the page of consent.
import type { TenantType } from '#access/scope.rules'
import { type Dictionary, dictionary } from '#http'
import type { ClientProblem } from './authorize.rules.ts'

type Sentences = Readonly<{
  title: (name: string) => string
  /** The question, by the kind of tenant. */
  heading: Record<TenantType, (name: string) => string>
  test: string
  testHint: string
  registeredBy: string
  /** Who registered a program that no person did. */
  itself: string
  /** The address of the document that describes a program. */
  document: string
  unverifiedTitle: string
  unverified: (name: string) => string
  /** Where the answer goes: to this computer, or to a host. */
  unverifiedHere: (host: string) => string
  unverifiedAt: (host: string) => string
  unverifiedMay: string
  sentTo: string
  mode: string
  modes: Record<'test' | 'production', string>
  who: Record<TenantType, string>
  whoHint: Record<TenantType, string>
  find: string
  findButton: string
  findAll: string
  more: (shown: number, total: number) => string
  noneFound: (text: string) => string
  preferredMissing: Record<TenantType, string>
  may: (name: string) => string
  read: string
  write: string
  elevated: string
  testCompany: string
  elevatedHint: string
  clients: string
  howLong: string
  howLongText: Record<TenantType, (name: string) => string>
  connections: string
  grant: string
  refuse: string
  afterwards: (host: string) => string
  loggedInAs: string
  notYou: string
  tenantMissing: Record<TenantType, string>
  tenantForbidden: Record<TenantType, string>
  stale: string
  undecided: string
}>

export const consentWords: Dictionary<Sentences> = dictionary(
  {
    title: (name) => `Anslut ${name}`,
    heading: {
      company: (name) => `${name} vill ansluta till ett företag`,
      agency: (name) => `${name} vill ansluta till en byrå`,
    },
    test: 'Test',
    testHint: 'Integrationen är märkt som test av den som har registrerat den.',
    registeredBy: 'Registrerad av',
    itself: 'Programmet självt',
    document: 'Programmets adress',
    unverifiedTitle: 'Ett program som ingen har granskat',
    unverified: (name) =>
      `Programmet har registrerat sig självt, och namnet ”${name}” är dess egna ord. Godkänn bara om du själv just har startat anslutningen från ett program som du litar på.`,
    unverifiedHere: (host) =>
      `Svaret skickas till ett program på datorn som du sitter vid (${host}). Vilket program som helst på den kan ha frågat.`,
    unverifiedAt: (host) => `Svaret skickas till ${host}. Är det inte den sajt som du kommer från ska du neka.`,
    unverifiedMay:
      'Programmet kan läsa det som står nedan och lämna förslag. Det bokför, betalar och skickar ingenting förrän en av er har godkänt förslaget, eller företagets gränser för förslag släpper igenom det.',
    sentTo: 'Du skickas sedan till',
    mode: 'Läge',
    modes: { test: 'Test', production: 'Skarp drift' },
    who: { company: 'Vilket företag?', agency: 'Vilken byrå?' },
    whoHint: {
      company: 'Här visas de företag vars integrationer du får hantera.',
      agency: 'Här visas de byråer vars integrationer du får hantera.',
    },
    find: 'Sök på namn',
    findButton: 'Sök',
    findAll: 'Visa alla',
    more: (shown, total) => `${shown} av ${total} visas. Sök på namnet om det du letar efter saknas.`,
    noneFound: (text) => `Inget namn innehåller ”${text}”.`,
    preferredMissing: {
      company: 'Integrationen bad om ett visst företag, men du får inte hantera integrationer i det.',
      agency: 'Integrationen bad om en viss byrå, men du får inte hantera integrationer i den.',
    },
    may: (name) => `Det här får ${name} göra`,
    read: 'Läsa',
    write: 'Ändra',
    elevated: 'Särskild rätt',
    testCompany: 'Testföretag',
    elevatedHint:
      'Det här rör pengar. Integrationen är godkänd för det av den som driver tjänsten, och inga pengar flyttas förrän någon hos er har signerat.',
    clients: 'Anslutningen gäller byrån och alla klientföretag som byrån hanterar, även sådana som kommer till senare.',
    howLong: 'Hur länge',
    howLongText: {
      company: (name) =>
        `Tills någon hos er avslutar anslutningen, vilket går när som helst. Företagets bokföring finns kvar. Används ${name} inte på 30 dagar behöver anslutningen godkännas igen.`,
      agency: (name) =>
        `Tills någon hos er avslutar anslutningen, vilket går när som helst. Byrån och företagens bokföring finns kvar. Används ${name} inte på 30 dagar behöver anslutningen godkännas igen.`,
    },
    connections: 'Dina anslutningar',
    grant: 'Godkänn',
    refuse: 'Neka',
    afterwards: (host) => `Oavsett vad du väljer skickas du till ${host}.`,
    loggedInAs: 'Du är inloggad som',
    notYou: 'Inte du? Logga ut',
    tenantMissing: { company: 'Välj ett företag.', agency: 'Välj en byrå.' },
    tenantForbidden: {
      company: 'Du får inte hantera integrationer i det företaget. Välj ett annat.',
      agency: 'Du får inte hantera integrationer i den byrån. Välj en annan.',
    },
    stale: 'Sidan har varit öppen för länge, eller så har något ändrats. Läs igenom den en gång till.',
    undecided: 'Välj om du vill godkänna eller neka.',
  },
  {
    title: (name) => `Connect ${name}`,
    heading: {
      company: (name) => `${name} wants to connect to a company`,
      agency: (name) => `${name} wants to connect to an agency`,
    },
    test: 'Test',
    testHint: 'The person who registered the integration has marked it as a test.',
    registeredBy: 'Registered by',
    itself: 'The program itself',
    document: 'The address of the program',
    unverifiedTitle: 'A program that has not been verified',
    unverified: (name) =>
      `The program has registered itself, and the name “${name}” is its own word. Approve only if you have just started this connection yourself, from a program that you trust.`,
    unverifiedHere: (host) =>
      `The answer goes to a program on the computer that you are using (${host}). Any program on it may have asked.`,
    unverifiedAt: (host) => `The answer goes to ${host}. If that is not the site that you come from, refuse.`,
    unverifiedMay:
      'The program can read what is listed below, and make proposals. It books, pays and sends nothing until one of you has approved the proposal, or the company’s limits for proposals let it through.',
    sentTo: 'You will be sent on to',
    mode: 'Mode',
    modes: { test: 'Test', production: 'Production' },
    who: { company: 'Which company?', agency: 'Which agency?' },
    whoHint: {
      company: 'These are the companies whose integrations you may manage.',
      agency: 'These are the agencies whose integrations you may manage.',
    },
    find: 'Search by name',
    findButton: 'Search',
    findAll: 'Show all',
    more: (shown, total) => `${shown} of ${total} are shown. Search by name if the one you are looking for is missing.`,
    noneFound: (text) => `No name contains “${text}”.`,
    preferredMissing: {
      company: 'The integration asked for a particular company, but you may not manage integrations in it.',
      agency: 'The integration asked for a particular agency, but you may not manage integrations in it.',
    },
    may: (name) => `This is what ${name} may do`,
    read: 'Read',
    write: 'Change',
    elevated: 'Special right',
    testCompany: 'Test company',
    elevatedHint:
      'This concerns money. The service operator has approved the integration for it, and no money moves until someone on your side has signed.',
    clients: 'The connection covers the agency and all client companies that it manages, including those added later.',
    howLong: 'For how long',
    howLongText: {
      company: (name) =>
        `Until someone on your side ends the connection, which is possible at any time. The company keeps its books. If ${name} is not used for 30 days, the connection needs to be approved again.`,
      agency: (name) =>
        `Until someone on your side ends the connection, which is possible at any time. The agency and the companies’ books stay. If ${name} is not used for 30 days, the connection needs to be approved again.`,
    },
    connections: 'Your connections',
    grant: 'Approve',
    refuse: 'Refuse',
    afterwards: (host) => `In either case you will be sent to ${host}.`,
    loggedInAs: 'You are logged in as',
    notYou: 'Not you? Log out',
    tenantMissing: { company: 'Choose a company.', agency: 'Choose an agency.' },
    tenantForbidden: {
      company: 'You may not manage integrations in that company. Choose another one.',
      agency: 'You may not manage integrations in that agency. Choose another one.',
    },
    stale: 'The page was open for too long, or something has changed. Please read it again.',
    undecided: 'Choose whether to approve or to refuse.',
  },
)

type Stop = { title: string; text: string }

/** Pages instead of the question: errors of the request, and reasons why the person cannot decide. */
export const stopWords: Dictionary<
  Readonly<
    Record<ClientProblem, Stop> & {
      noTenant: Record<TenantType, Stop>
      notSent: Record<'wrong' | 'unapproved', { title: string; text: (name: string, host: string) => string }>
      back: string
    }
  >
> = dictionary(
  {
    'client-missing': {
      title: 'Okänd integration',
      text: 'Det framgår inte tydligt av adressen vilken integration du kommer från (client_id).',
    },
    'client-unknown': {
      title: 'Okänd integration',
      text: 'Integrationen som du kommer från finns inte här, eller finns inte längre (client_id). Hör med den som erbjuder den.',
    },
    'client-document': {
      title: 'Programmet kan inte anslutas',
      text: 'Adressen som programmet visar upp sig med kan inte läsas, eller beskriver inte programmet (client_id). Hör med den som erbjuder det.',
    },
    'client-too-often': {
      title: 'Försök igen senare',
      text: 'Du har kommit hit från många olika program den senaste timmen.',
    },
    'redirect-missing': {
      title: 'Integrationen kan inte anslutas',
      text: 'Det framgår inte tydligt av adressen vart du ska skickas sedan (redirect_uri). Hör med den som erbjuder integrationen.',
    },
    'redirect-unknown': {
      title: 'Integrationen kan inte anslutas',
      text: 'Adressen som du skulle skickas till hör inte till integrationen (redirect_uri). Därför skickas du inte vidare. Hör med den som erbjuder integrationen.',
    },
    noTenant: {
      company: {
        title: 'Det finns inget företag att ansluta',
        text: 'Du får inte hantera integrationer i något företag. Ägare och administratörer får det; be någon av dem.',
      },
      agency: {
        title: 'Det finns ingen byrå att ansluta',
        text: 'Du får inte hantera integrationer i någon byrå. Administratörer får det; be någon av dem.',
      },
    },
    notSent: {
      wrong: {
        title: 'Integrationen kan inte anslutas',
        text: (name, host) =>
          `${name} (${host}) skickade dig hit med en felaktig begäran. Du skickas inte vidare. Hör med den som erbjuder integrationen.`,
      },
      unapproved: {
        title: 'Integrationen är inte godkänd än',
        text: (name, host) =>
          `${name} vill skicka dig vidare till ${host}. Den som driver tjänsten har inte granskat integrationen än, så bara den som har registrerat den kan ansluta den. Hör med den som erbjuder integrationen.`,
      },
    },
    back: 'Tillbaka till integrationen',
  },
  {
    'client-missing': {
      title: 'Unknown integration',
      text: 'The address does not say clearly which integration you come from (client_id).',
    },
    'client-unknown': {
      title: 'Unknown integration',
      text: 'The integration that you come from does not exist here, or no longer does (client_id). Ask its provider.',
    },
    'client-document': {
      title: 'The program cannot be connected',
      text: 'The address that the program is known by cannot be read, or does not describe the program (client_id). Ask its provider.',
    },
    'client-too-often': {
      title: 'Try again later',
      text: 'You have come here from many different programs within an hour.',
    },
    'redirect-missing': {
      title: 'The integration cannot be connected',
      text: 'The address does not say clearly where to send you afterwards (redirect_uri). Ask the provider of the integration.',
    },
    'redirect-unknown': {
      title: 'The integration cannot be connected',
      text: 'The address that you would be sent to does not belong to the integration (redirect_uri). That is why you will not be sent on. Ask the provider of the integration.',
    },
    noTenant: {
      company: {
        title: 'There is no company to connect',
        text: 'You may not manage the integrations of any company. Owners and administrators may; ask one of them.',
      },
      agency: {
        title: 'There is no agency to connect',
        text: 'You may not manage the integrations of any agency. Administrators may; ask one of them.',
      },
    },
    notSent: {
      wrong: {
        title: 'The integration cannot be connected',
        text: (name, host) =>
          `${name} (${host}) sent you here with a faulty request. You will not be sent on. Ask the provider of the integration.`,
      },
      unapproved: {
        title: 'The integration is not approved yet',
        text: (name, host) =>
          `${name} wants to send you on to ${host}. The service operator has not reviewed the integration yet, so only the person who registered it can connect it. Ask the provider of the integration.`,
      },
    },
    back: 'Back to the integration',
  },
)
