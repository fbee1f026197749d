// The taxonomies of digital annual reports, by the first day of the fiscal year: their elements with type and side, and
// the addresses that a file names. A later version is another row. Pure.
import type { Day } from '#platform/day'
import { dayFrom } from '#platform/day'
import elements20240912 from './k2-ab-2024-09-12.json' with { type: 'json' }

type Element = {
  prefix: string
  type: string
  balance: 'debit' | 'credit' | null
  period: 'instant' | 'duration' | null
}

export type Taxonomy = {
  name: string
  /** The first days of the fiscal years that it is used for; `until` is null while no later version is known here. */
  from: Day
  until: Day | null
  /** The schemas of the report, full income statement and full balance sheet, and of the certificate of adoption. */
  report: string
  certificate: string
  namespaces: Readonly<Record<string, string>>
  elements: ReadonlyMap<string, Element>
}

type ElementFile = { elements: Record<string, Record<string, readonly string[]>> }

const sides = ['debit', 'credit'] as const
const periods = ['instant', 'duration'] as const

const elementsOf = ({ elements }: ElementFile): Map<string, Element> =>
  new Map(
    Object.entries(elements).flatMap(([prefix, kinds]) =>
      Object.entries(kinds).flatMap(([kind, names]) => {
        const facts = kind.split(' ')
        const [type = ''] = facts
        const balance = sides.find((one) => facts.includes(one)) ?? null
        const period = periods.find((one) => facts.includes(one)) ?? null
        return names.map((name) => [name, { prefix, type, balance, period }] as const)
      }),
    ),
  )

export const taxonomies: readonly Taxonomy[] = [
  {
    name: 'K2 AB 2024-09-12',
    from: dayFrom('2016-01-01'),
    until: null,
    report: 'http://xbrl.taxonomier.se/se/fr/gaap/k2-all/ab/risbs/2024-09-12/se-k2-ab-risbs-2024-09-12.xsd',
    certificate: 'http://xbrl.taxonomier.se/se/fr/gaap/coa/rplc/2020-12-01/se-coa-rplc-2020-12-01.xsd',
    namespaces: {
      'se-gen-base': 'http://www.taxonomier.se/se/fr/gen-base/2021-10-31',
      'se-cd-base': 'http://www.taxonomier.se/se/fr/cd-base/2021-10-31',
      'se-mem-base': 'http://www.taxonomier.se/se/fr/mem-base/2021-10-31',
      'se-gaap-ext': 'http://www.taxonomier.se/se/fr/gaap/gaap-ext/2024-09-12',
      'se-bol-base': 'http://www.bolagsverket.se/se/fr/comp-base/2020-12-01',
      'se-k2-type': 'http://www.taxonomier.se/se/fr/k2/datatype',
    },
    elements: elementsOf(elements20240912),
  },
]

/** The taxonomy of a fiscal year by its first day; null if none is known. */
export const taxonomyOn = (startDate: Day): Taxonomy | null =>
  taxonomies.find(({ from, until }) => startDate >= from && (until === null || startDate <= until)) ?? null

/** The one by which facts of a report are named, also where no file is made. */
const [latest] = taxonomies
export const namingTaxonomy = (startDate: Day): Taxonomy => {
  const found = taxonomyOn(startDate) ?? latest
  if (!found) throw new Error('There is no taxonomy')
  return found
}
