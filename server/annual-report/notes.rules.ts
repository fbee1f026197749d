// The notes of an annual report (BFNAR 2016:10 chapter 18), in the order of the statements: what the books give, and
// what people have written. Pure.

import type { Teller } from '#annual-report/ixbrl/facts.rules'
import type { AnnualBlock, AnnualCell, AnnualTable, AnnualTableRow } from '#paper'
import { assetNote, notedLines } from './asset-notes.rules.ts'
import type { DocumentFacts } from './report-facts.ts'
import { isGiven, textBlock, yearTitle } from './texts.rules.ts'

/** A note, and the lines of the statements that refer to it, such as `income.personnel`. */
export type Note = { title: string; lines: readonly string[]; blocks: readonly AnnualBlock[] }

/** What is written of the accounting policies unless the author writes something else. */
export const usualPrinciples =
  'Årsredovisningen är upprättad i enlighet med årsredovisningslagen (1995:1554) och Bokföringsnämndens allmänna råd ' +
  'BFNAR 2016:10 Årsredovisning i mindre företag (K2).'

export const notesOf = (teller: Teller, facts: DocumentFacts): Note[] => {
  const { text } = facts
  const written = (title: string, given: string | null | undefined, element: string, lines: string[] = []): Note[] =>
    isGiven(given) ? [{ title, lines, blocks: [textBlock(teller, given, element)] }] : []
  return [
    principles(teller, facts),
    employees(facts, teller),
    ...written('Exceptionella intäkter och kostnader', text.exceptional, 'NotExceptionellaIntakterKostnader'),
    ...assets(teller, facts),
    ...written(
      'Lån, säkerheter och åtaganden till förmån för ledande befattningshavare',
      text.loansToManagement,
      'NotLanSakerheterAtagandenFormanLedandeBefattningshavare',
      ['balance.loansToOwners'],
    ),
    ...longDebts(teller, facts),
    ...pledged(teller, facts),
    ...contingent(teller, facts),
    ...parent(teller, facts),
    ...written(
      'Väsentliga händelser efter räkenskapsårets slut',
      text.eventsAfter,
      'NotVasentligaHandelserRakenskapsaretsSlut',
    ),
    ...written('Övriga upplysningar', text.other, 'NotAndraOvrigaUpplysningar'),
  ]
}

/** The tuple of the depreciation principle of a line, and the kind of asset in the names of its elements. */
const principleTuples: Readonly<Record<string, readonly [tuple: string, kind: string]>> = {
  rights: [
    'AvskrivningsprincipImmateriellaAnlaggningstillgangarKoncessionerPatentLicenserVarumarkenLiknandeRattigheterTuple',
    'Immateriell',
  ],
  leaseholds: [
    'AvskrivningsprincipImmateriellaAnlaggningstillgangarHyresratterLiknandeRattigheterTuple',
    'Immateriell',
  ],
  goodwill: ['AvskrivningsprincipImmateriellaAnlaggningstillgangarGoodwillTuple', 'Immateriell'],
  buildings: ['AvskrivningsprincipMateriellaAnlaggningstillgangarByggnaderTuple', 'Materiell'],
  machinery: ['AvskrivningsprincipMateriellaAnlaggningstillgangarMaskinerAndraTekniskaAnlaggningarTuple', 'Materiell'],
  equipment: ['AvskrivningsprincipMateriellaAnlaggningstillgangarInventarierVerktygInstallationerTuple', 'Materiell'],
  leaseholdImprovements: [
    'AvskrivningsprincipMateriellaAnlaggningstillgangarForbattringsutgifterAnnansFastighetTuple',
    'Materiell',
  ],
  otherTangible: [
    'AvskrivningsprincipMateriellaAnlaggningstillgangarOvrigaMateriellaAnlaggningstillgangarTuple',
    'Materiell',
  ],
}

const principles = (teller: Teller, { text, lives, rows }: DocumentFacts): Note => {
  const named = lives.flatMap(({ line: key, years }) => {
    const line = rows.find((row) => row.kind === 'line' && row.key === key)
    return line && line.kind === 'line' ? [{ key, name: line.words.sv, years }] : []
  })
  const lived = named.map(({ key, name, years }): AnnualTableRow => {
    const [element = null, kind = ''] = principleTuples[key] ?? []
    const tuple = (order: number) =>
      element ? { tuple: { element: `se-gaap-ext:${element}`, id: `avskrivningsprincip-${key}`, order } } : {}
    const about = `Avskrivningsprincip${kind}AnlaggningstillgangBenamning`
    const life = `Avskrivningsprincip${kind}AnlaggningstillgangNyttjandeperiod`
    return {
      kind: 'line',
      level: 0,
      label: teller.text(name, element && about, tuple(1)),
      cells: [teller.text(`${years} år`, element && life, tuple(2))],
    }
  })
  return {
    title: 'Redovisningsprinciper',
    lines: [],
    blocks: [
      textBlock(
        teller,
        isGiven(text.principles) ? text.principles : usualPrinciples,
        'RedovisningsVarderingsprinciper',
      ),
      ...(isGiven(text.servicesMethod)
        ? [
            { kind: 'heading', level: 3, text: 'Tjänste- och entreprenaduppdrag' } as const,
            textBlock(teller, text.servicesMethod, 'RedovisningsprinciperTjansteOchEntreprenaduppdrag'),
          ]
        : []),
      ...(lived.length > 0
        ? [
            { kind: 'heading', level: 3, text: 'Avskrivningar' } as const,
            {
              kind: 'text',
              text: 'Anläggningstillgångar skrivs av linjärt över den tid som de beräknas användas.',
            } as const,
            { kind: 'table', hasNotes: false, columns: ['Antal år'], rows: lived } satisfies AnnualTable,
          ]
        : []),
    ],
  }
}

/** Columns of two years, or of one in the first year of a company. */
const titlesOf = ({ year, before }: DocumentFacts): string[] => [
  yearTitle(year),
  ...(before ? [before.span ? yearTitle(before.span) : 'Föregående år'] : []),
]

const TENTHS = 10

const employees = (facts: DocumentFacts, teller: Teller): Note => {
  const { averageEmployees, averageEmployeesBefore } = facts.text
  const titles = titlesOf(facts)
  const cell = (count: number | null | undefined, yearsBack: number): AnnualCell => {
    if (count === null || count === undefined) return null
    const tenths = Math.round(count * TENTHS)
    const isWhole = tenths % TENTHS === 0
    const fact = teller.fact('MedelantaletAnstallda', { yearsBack })
    return {
      amount: isWhole ? tenths / TENTHS : tenths,
      decimals: isWhole ? 0 : 1,
      unit: 'employees',
      ...(fact ? { fact } : {}),
    }
  }
  const cells = [cell(averageEmployees, 0), cell(averageEmployeesBefore, 1)].slice(0, titles.length)
  return {
    title: 'Medelantalet anställda',
    lines: ['income.personnel'],
    blocks: [
      {
        kind: 'table',
        hasNotes: false,
        columns: titles,
        rows: [{ kind: 'line', level: 0, label: { text: 'Medelantalet anställda' }, cells }],
      },
    ],
  }
}

const assets = (teller: Teller, facts: DocumentFacts): Note[] => {
  const { rows, notes, kronor, before } = facts
  const years = [notes.now, ...(notes.before ? [notes.before] : [])]
  return notedLines(rows, years).map((line) => ({
    title: line.words.sv,
    lines: [`balance.${line.key}`],
    blocks: [
      assetNote(teller, {
        rows,
        line,
        ...notes,
        carrying: {
          now: kronor.balance.get(line.key) ?? 0n,
          before: before?.kronor.balance.get(line.key) ?? 0n,
        },
        titles: titlesOf(facts),
      }),
    ],
  }))
}

type Given = number | null | undefined

/** A table of amounts that people have given, this year and the one before; without any there is none. */
const givenTable = (
  teller: Teller,
  facts: DocumentFacts,
  rows: readonly { label: string; amounts: readonly [Given, Given]; element: string; kind?: AnnualTableRow['kind'] }[],
): AnnualTable[] => {
  const titles = titlesOf(facts)
  const shown = rows.filter(({ amounts }) => amounts.some((amount) => (amount ?? 0) > 0))
  if (shown.length === 0) return []
  return [
    {
      kind: 'table',
      hasNotes: false,
      columns: titles,
      rows: shown.map(({ label, amounts, element, kind = 'line' }) => ({
        kind,
        level: 0,
        label: { text: label },
        cells: amounts
          .map((amount, yearsBack) => teller.kronor(amount ? BigInt(amount) : null, element, { yearsBack }))
          .slice(0, titles.length),
      })),
    },
  ]
}

const longDebts = (teller: Teller, facts: DocumentFacts): Note[] => {
  const { longDebtsAfterFiveYears, longDebtsAfterFiveYearsBefore } = facts.text
  const label = 'Belopp som förfaller till betalning senare än fem år efter balansdagen'
  const amounts = [longDebtsAfterFiveYears, longDebtsAfterFiveYearsBefore] as const
  const blocks = givenTable(teller, facts, [{ label, amounts, element: 'LangfristigaSkulderForfallerSenare5Ar' }])
  return blocks.length > 0 ? [{ title: 'Långfristiga skulder', lines: ['balance.longDebts'], blocks }] : []
}

const pledges = [
  ['businessMortgages', 'Företagsinteckningar', 'StalldaSakerheterForetagsinteckningar'],
  ['propertyMortgages', 'Fastighetsinteckningar', 'StalldaSakerheterFastighetsinteckningar'],
  ['retentionOfTitle', 'Tillgångar med äganderättsförbehåll', 'StalldaSakerheterTillgangarAganderattsforbehall'],
  ['pledgedReceivables', 'Belånade fordringar', 'StalldaSakerheterBelanadeFordringar'],
  ['other', 'Andra ställda säkerheter', 'StalldaSakerheterAndraStalldaSakerheter'],
] as const

const pledged = (teller: Teller, facts: DocumentFacts): Note[] => {
  const { pledgedAssets: now, pledgedAssetsBefore: before, pledgedComment } = facts.text
  const sum = (given: typeof now) => pledges.reduce((total, [key]) => total + (given?.[key] ?? 0), 0)
  const blocks = [
    ...givenTable(teller, facts, [
      ...pledges.map(([key, label, element]) => ({ label, element, amounts: [now?.[key], before?.[key]] as const })),
      {
        label: 'Summa ställda säkerheter',
        element: 'StalldaSakerheter',
        amounts: [sum(now), sum(before)] as const,
        kind: 'total' as const,
      },
    ]),
    ...(isGiven(pledgedComment) ? [textBlock(teller, pledgedComment, 'NotStalldaSakerheterKommentarer')] : []),
  ]
  return blocks.length > 0 ? [{ title: 'Ställda säkerheter', lines: [], blocks }] : []
}

const contingent = (teller: Teller, facts: DocumentFacts): Note[] => {
  const { contingentLiabilities, contingentLiabilitiesBefore, contingentComment } = facts.text
  const amounts = [contingentLiabilities, contingentLiabilitiesBefore] as const
  const blocks = [
    ...givenTable(teller, facts, [{ label: 'Eventualförpliktelser', amounts, element: 'EventualForpliktelser' }]),
    ...(isGiven(contingentComment) ? [textBlock(teller, contingentComment, 'NotEventualForpliktelserKommentar')] : []),
  ]
  return blocks.length > 0 ? [{ title: 'Eventualförpliktelser', lines: [], blocks }] : []
}

const parent = (teller: Teller, { text: { parent: of } }: DocumentFacts): Note[] => {
  if (!of) return []
  const row = (label: string, text: string, element: string, order: number): AnnualTableRow => ({
    kind: 'line',
    level: 0,
    label: { text: label },
    cells: [
      teller.text(text, element, {
        tuple: { element: 'se-gaap-ext:UppgiftNarmasteModerforetagTuple', id: 'moderforetag', order },
      }),
    ],
  })
  const rows = [
    row('Moderföretag', of.name, 'ForetagetsNamn', 1),
    row('Organisationsnummer', of.organizationNumber, 'Organisationsnummer', 2),
    row('Säte', of.seat, 'ForetagetsSate', 3),
  ]
  return [{ title: 'Moderföretag', lines: [], blocks: [{ kind: 'table', hasNotes: false, columns: [''], rows }] }]
}
