// The management report (förvaltningsberättelse, BFNAR 2016:10 chapter 5): the business, several years, the changes in
// equity, and the proposed appropriation of the result. Pure.

import type { Teller } from '#annual-report/ixbrl/facts.rules'
import type { AnnualBlock, AnnualTable, AnnualTableRow } from '#paper'
import { equityTable } from './equity.rules.ts'
import type { DocumentFacts } from './report-facts.ts'
import { isGiven, textBlock, told, yearTitle } from './texts.rules.ts'

export const managementReport = (teller: Teller, facts: DocumentFacts): AnnualBlock[] => {
  const { text, before, kronor, equity, company } = facts
  const business = [(text.business ?? '').trim(), `Företaget har sitt säte i ${company.seat}.`]
  return [
    { kind: 'heading', level: 2, text: 'Verksamheten' },
    ...told(
      teller,
      'Allmänt om verksamheten',
      business.filter((one) => one !== '' && !one.endsWith('säte i .')).join('\n\n'),
      'AllmantVerksamheten',
    ),
    ...told(teller, 'Väsentliga händelser under räkenskapsåret', text.events, 'VasentligaHandelserRakenskapsaret'),
    ...told(teller, 'Egna aktier', text.ownShares, 'EgnaAktier'),
    { kind: 'heading', level: 2, text: 'Flerårsöversikt' },
    overviewTable(teller, facts),
    ...(isGiven(text.overviewComment) ? [textBlock(teller, text.overviewComment, 'KommentarFlerarsoversikt')] : []),
    {
      kind: 'text',
      isQuiet: true,
      text: 'Soliditet: eget kapital och obeskattade reserver med avdrag för skatt, i procent av balansomslutningen.',
    },
    { kind: 'heading', level: 2, text: 'Förändringar i eget kapital' },
    equityTable(teller, before?.kronor.balance ?? new Map(), kronor.balance, equity),
    ...(isGiven(text.equityComment) ? [textBlock(teller, text.equityComment, 'ForandringEgetKapitalKommentar')] : []),
    { kind: 'heading', level: 2, text: 'Resultatdisposition' },
    ...appropriation(teller, facts),
  ]
}

const overviewTable = (teller: Teller, { overview }: DocumentFacts): AnnualTable => {
  const row = (label: string, cells: AnnualTableRow['cells']): AnnualTableRow => ({
    kind: 'line',
    level: 0,
    label: { text: label },
    cells,
  })
  return {
    kind: 'table',
    hasNotes: false,
    columns: overview.map(yearTitle),
    rows: [
      row(
        'Nettoomsättning',
        overview.map(({ netSales }, yearsBack) => teller.kronor(netSales, 'Nettoomsattning', { yearsBack })),
      ),
      row(
        'Resultat efter finansiella poster',
        overview.map((one, yearsBack) =>
          teller.kronor(one.resultAfterFinancialItems, 'ResultatEfterFinansiellaPoster', { yearsBack }),
        ),
      ),
      row(
        'Soliditet (%)',
        overview.map(({ equityRatio }, yearsBack) => {
          const fact = teller.fact('Soliditet', { yearsBack })
          return equityRatio === null
            ? null
            : { amount: equityRatio, decimals: 1, unit: 'percent', ...(fact ? { fact } : {}) }
        }),
      ),
    ],
  }
}

const free = [
  ['freePremium', 'Fri överkursfond', 'Overkursfond'],
  ['retained', 'Balanserat resultat', 'BalanseratResultat'],
  ['yearResult', 'Årets resultat', 'AretsResultatEgetKapital'],
] as const

const appropriation = (teller: Teller, { kronor: { balance }, text }: DocumentFacts): AnnualBlock[] => {
  const of = (key: string) => balance.get(key) ?? 0n
  const dividend = BigInt(text.proposedDividend ?? 0)
  const row = (
    label: string,
    amount: bigint,
    element: string,
    kind: AnnualTableRow['kind'] = 'line',
  ): AnnualTableRow => ({ kind, level: 0, label: { text: label }, cells: [teller.kronor(amount, element)] })
  const table = (rows: AnnualTableRow[]): AnnualTable => ({ kind: 'table', hasNotes: false, columns: [''], rows })
  return [
    { kind: 'text', text: 'Till årsstämmans förfogande står följande medel:' },
    table([
      ...free.flatMap(([key, label, element]) => (of(key) === 0n ? [] : [row(label, of(key), element)])),
      row('Summa', of('free'), 'FrittEgetKapital', 'total'),
    ]),
    { kind: 'text', text: 'Styrelsen föreslår att medlen disponeras enligt följande:' },
    table([
      ...(dividend > 0n ? [row('Utdelning till aktieägarna', dividend, 'ForslagDispositionUtdelning')] : []),
      row('Balanseras i ny räkning', of('free') - dividend, 'ForslagDispositionBalanserasINyRakning'),
      row('Summa', of('free'), 'ForslagDisposition', 'total'),
    ]),
    ...(isGiven(text.appropriationComment)
      ? [textBlock(teller, text.appropriationComment, 'DispositionerVinstForlustKommentar')]
      : []),
    ...(dividend > 0n
      ? told(
          teller,
          'Styrelsens yttrande om den föreslagna vinstutdelningen',
          text.boardStatement,
          'StyrelsensYttrandeVinstutdelning',
        )
      : []),
  ]
}
