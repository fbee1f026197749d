// The system documentation (systemdokumentation, bokföringslagen 5 kap. 11 §; BFNAR 2013:2, chapter 9): how a company's
// books are kept in the service, generated from its tables.
import { connectionsOf } from '#access'
import { agenciesOf, companyInformation, listMembers, listTokens, vatSettingOf } from '#identity'
import { accountMapOf, accountRoles, chainsOfYear, type FiscalYear, keptUntil, listFiscalYears } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { MAX_PAGE_SIZE } from '#platform/list'
import { sql } from '#platform/sql'
import { accountRoleNames } from '#rule/account-roles'
import { roleTitles } from '#rule/roles'
import { programVersion, schemaVersion } from '#schema/program'
import type { Section, TextDocument } from './document.ts'

/** Maximum number of tokens and connections listed. */
const MAX_LISTED = 1000

/** The current document of a company, from one snapshot. */
export const systemDocument = async (call: CompanyCall): Promise<TextDocument> => {
  const company = await companyInformation(call)
  const { items: years } = await listFiscalYears(call, { pageSize: MAX_PAGE_SIZE })
  return {
    title: `Systemdokumentation för ${company.name}`,
    lead: [
      `Organisationsnummer ${company.organizationNumber}. Upprättad ${dayOf(call.now)} av bokföringsprogrammet självt, ur dess egna tabeller.`,
    ],
    sections: [
      await programSection(call),
      yearsSection(years),
      await chartSection(call),
      await seriesSection(call, years),
      ...(await postingSections(call)),
      await vatSection(call),
      await peopleSection(call),
      ...(await integrationSections(call)),
      keepingSection,
      chainSection,
      historySection,
    ],
  }
}

const programSection = async (call: CompanyCall): Promise<Section> => ({
  title: 'Program',
  texts: [
    'Bokföringen förs i Grundbok, en tjänst som bokför i en PostgreSQL-databas. Den nås genom ett programgränssnitt över HTTP, genom webbsidor och genom den driftansvariges kommandon. Alla vägar in går genom samma regler: en verifikation balanserar, ligger i ett öppet räkenskapsår och på en dag som inte är låst, och använder konton i kontoplanen.',
  ],
  table: {
    columns: ['Del', 'Version'],
    rows: [
      ['Grundbok', programVersion()],
      ['Databasens tabeller', await schemaVersion(call.db)],
    ],
  },
})

const methods = { accrual: 'Faktureringsmetoden', cash: 'Kontantmetoden' }

const yearsSection = (years: readonly FiscalYear[]): Section => ({
  title: 'Räkenskapsår',
  texts: ['Ett stängt räkenskapsår tar inte emot fler verifikationer. En ägare kan öppna det igen, med ett skäl.'],
  table: {
    columns: ['Första dag', 'Sista dag', 'Metod', 'Läge', 'Bevaras till och med'],
    rows: years.map(({ startDate, endDate, accountingMethod, status }) => [
      startDate,
      endDate,
      methods[accountingMethod],
      status === 'open' ? 'Öppet' : 'Stängt',
      keptUntil(endDate),
    ]),
  },
})

const kinds: Readonly<Record<string, string>> = {
  asset: 'Tillgång',
  liability: 'Eget kapital eller skuld',
  income: 'Intäkt',
  expense: 'Kostnad',
}

const chartSection = async (call: CompanyCall): Promise<Section> => {
  const accounts = await call.db.rows<{
    number: number
    name: string
    kind: string
    sru: string[]
    vat_code: string | null
  }>(sql`
    select number, name, kind, sru, vat_code from ledger.account_view where company_id = ${call.companyId}
    order by number`)
  return {
    title: 'Kontoplan',
    texts: [
      'Ett konto tas aldrig bort och byter aldrig nummer. Momskoden är den ruta i momsdeklarationen som kontot hör till.',
    ],
    table: {
      columns: ['Konto', 'Namn', 'Slag', 'SRU-kod', 'Momskod'],
      rows: accounts.map(({ number, name, kind, sru, vat_code: vat }) => [
        String(number),
        name,
        kinds[kind] ?? kind,
        sru.join(', '),
        vat ?? '',
      ]),
    },
  }
}

const seriesSection = async (call: CompanyCall, years: readonly FiscalYear[]): Promise<Section> => {
  const rows: string[][] = []
  for (const { id, startDate, endDate } of years) {
    for (const { series, number } of await chainsOfYear(call, id)) {
      const use = series === 'V' ? 'Bokfört här' : 'Inläst ur SIE-fil'
      rows.push([`${startDate} – ${endDate}`, series, number, use])
    }
  }
  return {
    title: 'Verifikationsserier',
    texts: [
      'Serien V är programmets egen. Varje verifikation får nästa nummer i sin serie och sitt räkenskapsår, och dessutom ett registreringsnummer som löper genom hela bokföringen utan luckor. Numren ges i samma transaktion som bokföringen, under lås, så att inget nummer hoppas över eller används två gånger. Inlästa verifikationer behåller serie och nummer ur filen.',
    ],
    table: { columns: ['Räkenskapsår', 'Serie', 'Sista nummer', 'Användning'], rows },
  }
}

const postingSections = async (call: CompanyCall): Promise<Section[]> => {
  const map = await accountMapOf(call)
  return [
    {
      title: 'Automatiska konteringar',
      table: { columns: ['Händelse', 'Kontering'], rows: automatic },
    },
    {
      title: 'Konton i automatiska konteringar',
      texts: ['Företaget kan välja andra konton än de vanliga. Här står de som gäller.'],
      table: {
        columns: ['Användning', 'Konto'],
        rows: accountRoles.map((role) => [accountRoleNames.sv[role], String(map[role])]),
      },
    },
  ]
}

/** Automatic bookings, where no user chooses the accounts. */
const automatic: readonly (readonly string[])[] = [
  [
    'Kundfaktura bokförs (faktureringsmetoden)',
    'Kundfordran i debet; försäljning och utgående moms per sats i kredit; avrundning',
  ],
  [
    'Kundfaktura bokförs (kontantmetoden)',
    'Varor och tjänster till företag i andra EU-länder: som enligt faktureringsmetoden. Annat bokförs när det betalas',
  ],
  ['Kreditfaktura bokförs', 'Som fakturan, med ombytta sidor'],
  ['Kund betalar', 'Betalkonto i debet, kundfordran i kredit; valutakursvinst eller förlust'],
  [
    'Kund betalar (kontantmetoden)',
    'Betalkonto i debet; försäljning och utgående moms i kredit, i proportion till betalningen',
  ],
  [
    'Leverantörsfaktura bokförs (faktureringsmetoden)',
    'Kostnad enligt fakturans rader och ingående moms i debet, leverantörsskuld i kredit; vid omvänd betalningsskyldighet även utgående moms',
  ],
  [
    'Leverantörsfaktura bokförs (kontantmetoden)',
    'Varor från andra EU-länder och import: som enligt faktureringsmetoden. Annat bokförs när det betalas: kostnad och moms i proportion till betalningen',
  ],
  ['Leverantör betalas', 'Leverantörsskuld i debet, betalkonto i kredit; öre och kursdifferenser'],
  ['Banktransaktion avprickas', 'Som den betalning den är, eller mot valt konto'],
  ['Räkenskapsårets slut (kontantmetoden)', 'Obetalda kund- och leverantörsfakturor bokförs på sista dagen, med moms'],
  [
    'Räkenskapsåret stängs',
    'Årets resultat: 8999 mot eget kapital. Nästa års första dag: omföring av resultat och ägares konton',
  ],
]

const vatSettings: Readonly<Record<string, string>> = {
  monthly: 'varje månad',
  quarterly: 'varje kvartal',
  yearly: 'varje räkenskapsår',
  notRegisteredForVat: 'inte alls: företaget är inte momsregistrerat',
}

const vatSection = async (call: CompanyCall): Promise<Section> => {
  const setting = await vatSettingOf(call)
  return {
    title: 'Moms',
    texts: [
      `Moms redovisas ${setting === null ? 'enligt vad som inte är angett ännu' : vatSettings[setting]}. Vilken ruta i momsdeklarationen ett konto hör till avgörs av kontots momskod, som står i kontoplanen ovan.`,
    ],
  }
}

const peopleSection = async (call: CompanyCall): Promise<Section> => {
  const members = await listMembers(call, { type: 'company', id: call.companyId })
  const agencies = await agenciesOf(call, call.companyId)
  return {
    title: 'Behörigheter',
    texts: [
      'Läsare läser. Revisorer läser dessutom historik, systemdokumentation, arkiv och export. Bokförare bokför och stänger räkenskapsår. Administratörer sköter dessutom inställningar, medlemmar och integrationer. Ägare bestämmer dessutom över ägare och firmatecknare, och öppnar stängda räkenskapsår.',
      ...(agencies.length === 0
        ? []
        : [`Byråer vars konsulter arbetar i bokföringen: ${agencies.map(({ name }) => name).join(', ')}.`]),
    ],
    table: {
      columns: ['Namn', 'E-post', 'Roll', 'Tecknar betalningar'],
      rows: members.map(({ name, email, role, isSignatory }) => [
        name,
        email,
        roleTitles.sv[role],
        isSignatory ? 'Ja' : 'Nej',
      ]),
    },
  }
}

const integrationSections = async (call: CompanyCall): Promise<Section[]> => {
  const tokens = await listTokens(call, MAX_LISTED)
  const connections = await connectionsOf(call, { type: 'company', id: call.companyId }, MAX_LISTED)
  return [
    {
      title: 'Andras integrationer',
      texts: ['Program som någon i företaget har gett tillgång till bokföringen, med de rättigheter som gavs.'],
      table: {
        columns: ['Integration', 'Ansluten', 'Rättigheter'],
        rows: connections.map(({ integrationName, connectedAt, scopes }) => [
          integrationName,
          dayOf(connectedAt),
          scopes.join(' '),
        ]),
      },
    },
    {
      title: 'Egna integrationer',
      texts: ['Åtkomstnycklar som företaget har gjort för sina egna program. Själva nycklarna finns inte kvar.'],
      table: {
        columns: ['Nyckel', 'Skapad', 'Återkallad', 'Rättigheter'],
        rows: tokens.map(({ name, createdAt, revokedAt, scopes }) => [
          name,
          dayOf(createdAt),
          revokedAt === null ? '' : dayOf(revokedAt),
          scopes.join(' '),
        ]),
      },
    },
  ]
}

const keepingSection: Section = {
  title: 'Arkivering',
  texts: [
    'Räkenskapsinformation bevaras till och med det sjunde året efter utgången av det kalenderår då räkenskapsåret avslutades (bokföringslagen 7 kap. 2 §). Programmet tar aldrig bort bokförda verifikationer, utfärdade fakturor eller underlag som hör till verifikationer.',
    'Underlag bevaras byte för byte som de togs emot, under sin kontrollsumma (SHA-256). Utfärdade fakturor bevaras som de skickades. Ett räkenskapsår kan tas ut som arkiv: SIE-fil, rapporter, underlag, denna dokumentation, behandlingshistorik och kontrollsummor, läsbara utan programmet.',
  ],
}

const chainSection: Section = {
  title: 'Kontroll av att inget har ändrats',
  texts: [
    'En bokförd verifikation ändras och tas aldrig bort; databasen vägrar. Rättelse sker med en ny verifikation som vänder den gamla, och båda visar den andra, med tid och person (bokföringslagen 5 kap. 5 §).',
    'Varje verifikation har en kontrollsumma (SHA-256) över sitt innehåll: företag, id, räkenskapsår, serie, datum, text, ursprung, vilken den vänder, registreringstid, vem som bokförde, och varje rad. Serien länkas: nästa länk är SHA-256 över förra länken, innehållets kontrollsumma, registreringsnumret och verifikationsnumret. Ändras något bakom programmets rygg stämmer kedjan inte längre.',
    'Andra tabeller med räkenskapsinformation bevittnas på samma sätt: varje ändring lämnar en kontrollsumma i en egen kedja. Den driftansvarige kontrollerar allt med kommandot verify, och i ett arkiv görs det med programmet kontrollera.mjs.',
  ],
}

const historySection: Section = {
  title: 'Behandlingshistorik',
  texts: [
    'Varje ändring lämnar en rad om vem, när, varifrån och vad, i samma transaktion som ändringen. Av dem, och av verifikationerna, skrivs behandlingshistoriken för ett räkenskapsår.',
  ],
}
