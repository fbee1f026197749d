// What an annual report lacks before it is made final, and what its author should look at. Pure.

import { type Words, words } from '#annual-report/statements/lines.rules'
import type { Statements } from '#annual-report/statements/statements'
import { mainAccount } from '#rule/account-ranges'
import type { DocumentFacts, OverviewYear } from './report-facts.ts'

export const severities = ['stops', 'warns'] as const

/** An open check; one that stops must be settled before the report is final. */
export type Check = { key: string; severity: (typeof severities)[number]; words: Words }

type Facts = { facts: DocumentFacts; found: Statements }
type Rule = { key: string; severity: Check['severity']; words: Words; isOpen: (asked: Facts) => boolean }

const isEmpty = (text: string | null | undefined): boolean => (text ?? '').trim() === ''
const kronorOf = ({ facts }: Facts, key: string): bigint => facts.kronor.balance.get(key) ?? 0n

/** Sales that differ by more than this share, in percent, are explained (BFNAR 2016:10 point 5.10). */
const EXPLAINED = 30n
const HUNDRED = 100n

/** Accounts that K2 does not allow: own intangible work and its fund, fair values, deferred taxes (BAS 2026). */
const forbidden: readonly (readonly [number, number])[] = [
  [1010, 1019],
  [1370, 1379],
  [2089, 2089],
  [2092, 2092],
  [2096, 2096],
  [2240, 2249],
  [3940, 3949],
  [7940, 7949],
  [8290, 8299],
  [8320, 8329],
  [8417, 8417],
  [8450, 8459],
  [8480, 8489],
  [8940, 8949],
]

const isForbidden = (account: number): boolean =>
  forbidden.some(([first, last]) => mainAccount(account) >= first && mainAccount(account) <= last)

const differs = ([now, before]: readonly OverviewYear[]): boolean => {
  if (!now || !before) return false
  const change = now.netSales - before.netSales
  const size = change < 0n ? -change : change
  const base = before.netSales < 0n ? -before.netSales : before.netSales
  return size * HUNDRED > base * EXPLAINED
}

const rules: readonly Rule[] = [
  {
    key: 'unmapped',
    severity: 'stops',
    words: words('Konton har belopp men ingen rad i räkningarna', 'Accounts have an amount, and no line'),
    isOpen: ({ found }) => found.now.position.unmapped.length > 0,
  },
  {
    key: 'unbalanced',
    severity: 'stops',
    words: words('Balansräkningen går inte jämnt ut', 'The balance sheet does not balance'),
    isOpen: ({ found }) => found.now.position.difference !== 0n,
  },
  {
    key: 'yearOpen',
    severity: 'stops',
    words: words('Räkenskapsåret är inte avslutat', 'The fiscal year is not closed'),
    isOpen: ({ found }) => !found.year.closed,
  },
  {
    key: 'business',
    severity: 'stops',
    words: words('Beskriv verksamheten', 'Describe the business'),
    isOpen: ({ facts }) => isEmpty(facts.text.business),
  },
  {
    key: 'seat',
    severity: 'stops',
    words: words('Ange företagets säte', 'Give the seat of the company'),
    isOpen: ({ facts }) => facts.company.seat === '',
  },
  {
    key: 'averageEmployees',
    severity: 'stops',
    words: words('Ange medelantalet anställda', 'Give the average number of employees'),
    isOpen: ({ facts }) => typeof facts.text.averageEmployees !== 'number',
  },
  {
    key: 'signatories',
    severity: 'stops',
    words: words('Ange vilka som undertecknar', 'Give the signatories'),
    isOpen: ({ facts }) => (facts.text.signatories ?? []).length === 0,
  },
  {
    key: 'dividendTooLarge',
    severity: 'stops',
    words: words(
      'Den föreslagna utdelningen är större än det fria egna kapitalet',
      'The proposed dividend exceeds free equity',
    ),
    isOpen: (asked) =>
      BigInt(asked.facts.text.proposedDividend ?? 0) > kronorOf(asked, 'free') &&
      (asked.facts.text.proposedDividend ?? 0) > 0,
  },
  {
    key: 'boardStatement',
    severity: 'stops',
    words: words('Styrelsens yttrande om utdelningen saknas', 'The opinion of the board on the dividend is missing'),
    isOpen: ({ facts }) => (facts.text.proposedDividend ?? 0) > 0 && isEmpty(facts.text.boardStatement),
  },
  {
    key: 'comparison',
    severity: 'warns',
    words: words(
      'Året före finns inte i bokföringen: resultaträkningen saknar jämförelsetal',
      'The year before is not in the books: the income statement has no comparative figures',
    ),
    isOpen: ({ found }) => found.before?.isOpening === true,
  },
  {
    key: 'overviewComment',
    severity: 'warns',
    words: words(
      'Nettoomsättningen skiljer sig mer än 30 procent mellan åren: kommentera det',
      'Net sales differ by more than 30 percent between the years: explain it',
    ),
    isOpen: ({ facts }) => differs(facts.overview) && isEmpty(facts.text.overviewComment),
  },
  {
    key: 'dividendGuessed',
    severity: 'warns',
    words: words(
      'Utdelningen under året är beräknad av balanserat resultat: kontrollera eller ange den',
      'The dividend of the year follows from retained earnings: check it or give it',
    ),
    isOpen: ({ facts }) => facts.equity.isGuessed,
  },
  {
    key: 'equityUnexplained',
    severity: 'warns',
    words: words(
      'Balanserat resultat har förändrats på annat sätt än genom årsstämmans beslut: kommentera det',
      'Retained earnings have changed otherwise than by the meeting’s decision: explain it',
    ),
    isOpen: ({ facts }) => facts.equity.unexplained !== 0n && isEmpty(facts.text.equityComment),
  },
  {
    key: 'longDebts',
    severity: 'warns',
    words: words(
      'Det finns långfristiga skulder: ange vad som förfaller senare än om fem år',
      'There are long-term debts: give what is due after five years',
    ),
    isOpen: (asked) =>
      kronorOf(asked, 'longDebts') > 0n && typeof asked.facts.text.longDebtsAfterFiveYears !== 'number',
  },
  {
    key: 'forbiddenAccounts',
    severity: 'warns',
    words: words(
      'Konton är använda som K2 inte tillåter, till exempel egna utvecklingsutgifter eller uppskjuten skatt',
      'Accounts are used that K2 does not allow, such as own development expenses or deferred tax',
    ),
    isOpen: ({ found }) =>
      found.now.accounts.some(
        ({ number, opening, debit, credit }) =>
          isForbidden(number) && (opening !== 0n || debit !== 0n || credit !== 0n),
      ),
  },
]

/** The open checks of a report that is not final. */
export const checksOf = (facts: DocumentFacts, found: Statements): Check[] =>
  rules
    .filter(({ isOpen }) => isOpen({ facts, found }))
    .map(({ key, severity, words: of }) => ({ key, severity, words: of }))

export const stopsIn = (checks: readonly Check[]): Check[] => checks.filter(({ severity }) => severity === 'stops')
