// The changes in equity of a year (förändringar i eget kapital, ÅRL 6 kap. 2 §), from the balance sheets of two years.
// Pure.

import type { Teller } from '#annual-report/ixbrl/facts.rules'
import type { AnnualTable, AnnualTableRow } from '#paper'

type Sheet = ReadonlyMap<string, bigint>

type Kind = { key: string; title: string; prefix: string; element: string | null }

const CHANGE = 'ForandringEgetKapital'

const kinds: readonly Kind[] = [
  { key: 'shareCapital', title: 'Aktie-kapital', prefix: 'Aktiekapital', element: 'Aktiekapital' },
  {
    key: 'unregisteredCapital',
    title: 'Ej registrerat aktiekapital',
    prefix: 'EjRegistreratAktiekapital',
    element: 'EjRegistreratAktiekapital',
  },
  {
    key: 'restrictedPremium',
    title: 'Bunden överkurs-fond',
    prefix: 'BundenOverkursfond',
    element: 'OverkursfondBunden',
  },
  { key: 'revaluation', title: 'Uppskriv-ningsfond', prefix: 'Uppskrivningsfond', element: 'Uppskrivningsfond' },
  { key: 'statutoryReserve', title: 'Reserv-fond', prefix: 'Reservfond', element: 'Reservfond' },
  { key: 'freePremium', title: 'Fri överkurs-fond', prefix: 'Overkursfond', element: 'Overkursfond' },
  { key: 'retained', title: 'Balanserat resultat', prefix: 'BalanseratResultat', element: 'BalanseratResultat' },
  { key: 'yearResult', title: 'Årets resultat', prefix: 'AretsResultat', element: 'AretsResultatEgetKapital' },
]

const TOTAL: Kind = { key: 'equity', title: 'Totalt', prefix: 'Totalt', element: 'EgetKapital' }

/** A change: its amounts by kind of equity, and the end of the names of its elements. */
type Change = { label: string; suffix: string | null; by: ReadonlyMap<string, bigint>; flips?: boolean }

export type EquityMoves = {
  /** Decided in the year; contributions of shareholders above zero, and those repaid below. */
  dividend: bigint
  contributions: bigint
  /** What is left of the change of retained earnings: it has to be explained. */
  unexplained: bigint
  isGuessed: boolean
}

const of = (sheet: Sheet, key: string): bigint => sheet.get(key) ?? 0n

/**
 * What happened to retained earnings: the result of the year before, less dividends, plus contributions. Without a
 * stated dividend, it is what they fell by beyond that.
 */
export const equityMoves = (
  opening: Sheet,
  closing: Sheet,
  { dividend, contributions }: { dividend: bigint | null; contributions: bigint },
): EquityMoves => {
  const change = of(closing, 'retained') - of(opening, 'retained')
  const fell = of(opening, 'yearResult') + contributions - change
  const guessed = fell > 0n ? fell : 0n
  const decided = dividend ?? guessed
  return {
    dividend: decided,
    contributions,
    unexplained: change - of(opening, 'yearResult') - contributions + decided,
    isGuessed: dividend === null && guessed > 0n,
  }
}

const issued = ['shareCapital', 'unregisteredCapital', 'restrictedPremium', 'freePremium']

/** The table of changes, with a column for each kind of equity that has an amount. */
export const equityTable = (teller: Teller, opening: Sheet, closing: Sheet, moves: EquityMoves): AnnualTable => {
  const delta = (key: string) => of(closing, key) - of(opening, key)
  const isIssue = issued.reduce((sum, key) => sum + delta(key), 0n) > 0n
  const changes: Change[] = [
    {
      label: 'Utdelning',
      suffix: 'Utdelning',
      flips: true,
      by: new Map([['retained', -moves.dividend]]),
    },
    {
      label: 'Balanseras i ny räkning',
      suffix: 'BalanserasNyRakning',
      by: new Map([
        ['retained', of(opening, 'yearResult')],
        ['yearResult', -of(opening, 'yearResult')],
      ]),
    },
    ...(moves.contributions >= 0n
      ? [
          {
            label: 'Erhållna aktieägartillskott',
            suffix: 'ErhallnaAktieagartillskott',
            by: new Map([['retained', moves.contributions]]),
          },
        ]
      : [
          {
            label: 'Återbetalning av aktieägartillskott',
            suffix: 'AterbetalningAktieagartillskott',
            flips: true,
            by: new Map([['retained', moves.contributions]]),
          },
        ]),
    ...(isIssue
      ? [{ label: 'Nyemission', suffix: 'Nyemission', by: new Map(issued.map((key) => [key, delta(key)])) }]
      : []),
    {
      label: 'Övriga förändringar',
      suffix: null,
      by: new Map([
        ...kinds
          .filter(({ key }) => !['retained', 'yearResult', ...(isIssue ? issued : [])].includes(key))
          .map(({ key }) => [key, delta(key)] as const),
        ['retained', moves.unexplained] as const,
      ]),
    },
    { label: 'Årets resultat', suffix: 'AretsResultat', by: new Map([['yearResult', of(closing, 'yearResult')]]) },
  ]
  const shown = kinds.filter(
    ({ key }) =>
      of(opening, key) !== 0n || of(closing, key) !== 0n || changes.some(({ by }) => (by.get(key) ?? 0n) !== 0n),
  )
  const standing = (label: string, sheet: Sheet, yearsBack: number): AnnualTableRow => ({
    kind: yearsBack === 0 ? 'total' : 'line',
    level: 0,
    label: { text: label },
    cells: [...shown, TOTAL].map(({ key, element }) =>
      teller.kronor(of(sheet, key), element, { yearsBack, shown: 'credit' }),
    ),
  })
  const moved = ({ label, suffix, by, flips = false }: Change): AnnualTableRow[] => {
    if ([...by.values()].every((amount) => amount === 0n)) return []
    const total = [...by.values()].reduce((sum, amount) => sum + amount, 0n)
    const cell = ({ prefix }: Kind, amount: bigint) =>
      amount === 0n ? null : teller.kronor(amount, suffix && `${CHANGE}${prefix}${suffix}`, { flips })
    const cells = [...shown.map((kind) => cell(kind, by.get(kind.key) ?? 0n)), cell(TOTAL, total)]
    return [{ kind: 'line', level: 0, label: { text: label }, cells }]
  }
  return {
    kind: 'table',
    hasNotes: false,
    columns: [...shown, TOTAL].map(({ title }) => title.replace('-', '\u00ad')),
    rows: [
      standing('Belopp vid årets ingång', opening, 1),
      ...changes.flatMap(moved),
      standing('Belopp vid årets utgång', closing, 0),
    ],
  }
}
