// The texts of the pages of integrations.
import { dictionary, type Language } from '#http'
import type { FieldError } from '#platform/refusal'
import { accessFaults, uriFaults } from './refusals.ts'

export const integrationWords = dictionary(
  {
    title: 'Dina integrationer',
    lead: 'En integration är ett program som andra låter arbeta i sin bokföring. Registrera den här för att få client_id och client_secret.',
    none: 'Du har inte registrerat någon integration än.',
    register: 'Registrera en integration',
    back: 'Alla integrationer',
    name: 'Namn',
    nameHint: 'Det som står på sidan där ett företag godkänner integrationen.',
    description: 'Beskrivning',
    descriptionHint: 'Vad den gör, för den som ska godkänna den.',
    mode: 'Läge',
    modes: { test: 'Test', production: 'Skarp drift' },
    redirectUris: 'Adresser att skickas tillbaka till (redirect URI)',
    redirectUrisHint: 'En på varje rad. De måste stämma tecken för tecken. Utan adress kan bara maskiner ansluta.',
    scopes: 'Rättigheter',
    scopesHint: 'Integrationen kan be om dem som du väljer här. Ett företag godkänner dem på en egen sida.',
    elevated: 'kräver godkännande av den som driver tjänsten',
    approved: 'godkänd',
    save: 'Spara',
    saved: 'Ändringen är sparad.',
    approval: 'Godkännande',
    approvalOn: 'Godkänd för skarp drift: vem som helst som du skickar hit kan ansluta.',
    approvalOff:
      'Inte godkänd än. Tills den som driver tjänsten har godkänt integrationen kan bara du ansluta den. Ett godkännande upphör när du ändrar namn, beskrivning, läge eller adresser, eller lägger till rättigheter.',
    machine: 'Maskin till maskin',
    machineOn: 'Godkänd: integrationen kan ansluta till byråer utan att någon sitter vid skärmen.',
    machineAdded: 'Rättigheter som har lagts till sedan dess, och väntar på den som driver tjänsten:',
    machineOff: 'Inte godkänd. Hör med den som driver tjänsten om integrationen ska ansluta till byråer av sig själv.',
    credentials: 'Nycklar',
    secret: 'Hemlig nyckel',
    secretsHint: 'Två kan gälla samtidigt, så att du kan byta utan avbrott: lägg till en, byt, och ta bort den gamla.',
    added: 'Skapad',
    addSecret: 'Lägg till en nyckel',
    revokeSecret: 'Ta bort',
    revokeLabel: (id: string) => `Ta bort nyckeln som slutar på ${id}`,
    endsWith: (id: string) => `Nyckel …${id}`,
    shownOnce: 'Nyckeln visas bara nu. Spara den där din integration kan läsa den, och ingen annanstans.',
    registered: 'Integrationen är registrerad',
    newSecret: 'En ny nyckel',
    goOn: 'Jag har sparat den',
    end: 'Ta bort integrationen',
    endText: 'Alla anslutningar och nycklar slutar gälla genast, och det går inte att ångra.',
    endSure: 'Ja, ta bort den',
  },
  {
    title: 'Your integrations',
    lead: 'An integration is a program that others let work in their books. Register it here to get a client_id and a client_secret.',
    none: 'You have not registered any integration yet.',
    register: 'Register an integration',
    back: 'All integrations',
    name: 'Name',
    nameHint: 'What the page says where a company approves the integration.',
    description: 'Description',
    descriptionHint: 'What it does, for whoever is to approve it.',
    mode: 'Mode',
    modes: { test: 'Test', production: 'Production' },
    redirectUris: 'Addresses to be sent back to (redirect URIs)',
    redirectUrisHint: 'One per line. They must match character by character. Without any, only machines can connect.',
    scopes: 'Scopes',
    scopesHint: 'The integration may ask for those that you choose here. A company approves them on a separate page.',
    elevated: 'needs the approval of whoever runs the service',
    approved: 'approved',
    save: 'Save',
    saved: 'The change has been saved.',
    approval: 'Approval',
    approvalOn: 'Approved for production: anybody whom you send here can connect.',
    approvalOff:
      'Not approved yet. Until whoever runs the service has approved the integration, only you can connect it. An approval ends when you change the name, description, mode or addresses, or add scopes.',
    machine: 'Machine to machine',
    machineOn: 'Approved: the integration may connect to agencies without anybody at the screen.',
    machineAdded: 'Scopes that were added since, and wait for whoever runs the service:',
    machineOff: 'Not approved. Ask whoever runs the service if the integration is to connect to agencies by itself.',
    credentials: 'Credentials',
    secret: 'Client secret',
    secretsHint:
      'Two may be valid at a time, so that you can change without interruption: add one, switch to it, remove the old one.',
    added: 'Made',
    addSecret: 'Add a secret',
    revokeSecret: 'Remove',
    revokeLabel: (id: string) => `Remove the secret that ends in ${id}`,
    endsWith: (id: string) => `Secret …${id}`,
    shownOnce: 'The secret is shown only now. Keep it where your integration can read it, and nowhere else.',
    registered: 'The integration is registered',
    newSecret: 'A new secret',
    goOn: 'I have saved it',
    end: 'Delete the integration',
    endText: 'All its connections and secrets end at once, and this cannot be undone.',
    endSure: 'Yes, delete it',
  },
)

export const connectionWords = dictionary(
  {
    title: 'Anslutningar',
    lead: 'De här integrationerna är anslutna till de företag och byråer vars integrationer du får hantera.',
    none: 'Ingen integration är ansluten.',
    noTenant: 'Du får inte hantera integrationer i något företag eller någon byrå.',
    company: 'företag',
    agency: 'byrå',
    since: 'Ansluten',
    end: 'Avsluta',
    endLabel: (name: string, tenant: string) => `Avsluta anslutningen mellan ${name} och ${tenant}`,
    ended: 'Anslutningen är avslutad. Integrationen kommer inte längre åt något; bokföringen finns kvar.',
    gone: 'Anslutningen fanns inte längre.',
    keptOut: 'Utestängda integrationer',
    keptOutLead:
      'De här integrationerna ansluter sig själva till byråer. Byrån har avslutat deras anslutning, och de kan inte ansluta sig till den igen förrän en administratör på byrån tillåter det.',
    allow: 'Tillåt igen',
    allowLabel: (name: string, agency: string) => `Tillåt ${name} att ansluta sig till ${agency} igen`,
    allowed: 'Integrationen får ansluta sig igen.',
    may: 'Vad den får göra',
    more: (limit: number) => `De senaste ${limit} visas.`,
  },
  {
    title: 'Connections',
    lead: 'These integrations are connected to the companies and agencies whose integrations you may manage.',
    none: 'No integration is connected.',
    noTenant: 'You may not manage the integrations of any company or agency.',
    company: 'company',
    agency: 'agency',
    since: 'Connected',
    end: 'Disconnect',
    endLabel: (name: string, tenant: string) => `Disconnect ${name} from ${tenant}`,
    ended: 'The connection has ended. The integration no longer has access to anything; the books stay.',
    gone: 'The connection was gone already.',
    keptOut: 'Integrations that are kept out',
    keptOutLead:
      'These integrations connect themselves to agencies. The agency has ended their connection, and they cannot connect to it again until one of its administrators allows it.',
    allow: 'Allow again',
    allowLabel: (name: string, agency: string) => `Allow ${name} to connect to ${agency} again`,
    allowed: 'The integration may connect again.',
    may: 'What it may do',
    more: (limit: number) => `The latest ${limit} are shown.`,
  },
)

/** The errors of a registration in Swedish; the English sentences are those of the faults. */
const inSwedish: Readonly<Record<keyof typeof accessFaults | keyof typeof uriFaults, string>> = {
  textMissing: 'får inte vara tomt',
  textTooLong: 'är för långt',
  badCharacter: 'innehåller ett tecken som inte kan stå där',
  ownName: 'får inte innehålla den här tjänstens namn: ge integrationen ett eget',
  mode: 'måste vara test eller skarp drift',
  unknownScope: 'innehåller något som inte är en rättighet',
  noScope: 'måste vara minst en',
  noUri: 'måste vara minst en',
  tooManyUris: 'är för många',
  repeatedUri: 'får bara anges en gång var',
  tooLong: 'är för lång',
  notAbsolute: 'måste vara en hel adress, till exempel https://example.se/tillbaka',
  notHttps: 'måste börja med https://, eller med http:// på 127.0.0.1, [::1] eller localhost',
  fragment: 'får inte ha något fragment (#)',
  wildcard: 'får inte ha jokertecken (*)',
  userInfo: 'får inte ha användarnamn eller lösenord',
  notCanonical:
    'måste skrivas som en webbläsare skriver den: värdnamn med små bokstäver, ingen standardport, inga punktsegment i sökvägen',
  reservedParameter: 'får inte ha en parameter som svaret lägger till, som code eller state',
}

export const faultIn = (language: Language, { message }: FieldError): string => {
  if (language === 'en') return message
  const kinds = Object.entries({ ...accessFaults, ...uriFaults })
  const found = kinds.find(([, { sentence }]) => patternOf(sentence).test(message))
  return found ? inSwedish[found[0] as keyof typeof inSwedish] : message
}

/** A pattern of the sentence with any values. */
const patternOf = (sentence: string): RegExp =>
  new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{\w+\\\}/g, '.*')}$`, 's')
