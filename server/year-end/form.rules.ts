// The accounts for the result of a year and for the owners' own accounts, by company form, in the usual chart.
import type { CompanyType } from '#identity'

/** Accounts that are emptied at the start of the next year into another. */
type Move = {
  from: readonly number[]
  to: number
  /** Manual entries from `from` to these accounts count as moved. */
  counterparts: readonly [first: number, last: number][]
}

/** The equity account for the result of the year, and the transfers on the first day of the next year. */
export type Form = { result: number; moves: readonly Move[]; isSplit: boolean }

/** The account that books the result of the year, against equity. */
export const RESULT = 8999

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** An owner's withdrawals, contributions and share of the result are moved to their capital. */
const ownerMove = (capital: number): Move => ({
  from: DIGITS.map((digit) => capital + digit),
  to: capital,
  counterparts: [[capital, capital]],
})

/**
 * The result stays on 2098 until the general meeting has decided on it (aktiebolagslagen 18 kap. 1 §); an older
 * decision booked by hand, to 2091 or as dividends, counts as moved too.
 */
const corporate: Form = {
  result: 2099,
  moves: [
    {
      from: [2099],
      to: 2098,
      counterparts: [
        [2080, 2098],
        [2898, 2898],
      ],
    },
  ],
  isSplit: false,
}
const association: Form = {
  result: 2069,
  moves: [{ from: [2069], to: 2068, counterparts: [[2060, 2068]] }],
  isSplit: false,
}
const partnership: Form = { result: 2019, moves: [2010, 2020, 2030, 2040].map(ownerMove), isSplit: true }

export const forms: Readonly<Record<CompanyType, Form>> = {
  limitedCompany: corporate,
  cooperative: corporate,
  notSet: corporate,
  proprietorship: { result: 2019, moves: [ownerMove(2010)], isSplit: false },
  partnership,
  limitedPartnership: partnership,
  nonProfitAssociation: association,
  communityAssociation: association,
  religiousCommunity: association,
}

/** The accounts for a split result: the partners' shares. */
export const shareAccounts = ({ moves }: Form): number[] => moves.map(({ to }) => to + 9)

const names: Readonly<Record<number, string>> = {
  [RESULT]: 'Årets resultat',
  2069: 'Årets resultat',
  2068: 'Vinst eller förlust från föregående år',
  2098: 'Vinst eller förlust från föregående år',
  2099: 'Årets resultat',
  2010: 'Eget kapital, delägare 1',
  2020: 'Eget kapital, delägare 2',
  2030: 'Eget kapital, delägare 3',
  2040: 'Eget kapital, delägare 4',
  2019: 'Årets resultat, delägare 1',
  2029: 'Årets resultat, delägare 2',
  2039: 'Årets resultat, delägare 3',
  2049: 'Årets resultat, delägare 4',
}

/** The name of an account that a closing adds to the chart. */
export const nameOfAccount = (account: number): string => names[account] ?? `Konto ${account}`
