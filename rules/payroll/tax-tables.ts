// The tax tables of a year: what the tax authority publishes for monthly pay
// and for one-off amounts, read from the compact files in `tables/`. Large: only for the server.
import year2026 from './tables/2026.json' with { type: 'json' }

export const FIRST_TABLE = 29
export const LAST_TABLE = 42
export const COLUMNS = 6

/** The profiles of one-off amounts: a column of the tables, or income at sea in near or far traffic by age. */
export const oneOffProfiles = [
  'column_1',
  'column_2',
  'column_3',
  'column_4',
  'column_5',
  'column_6',
  'sea_near_1',
  'sea_near_2',
  'sea_far_1',
  'sea_far_2',
] as const
export type OneOffProfile = (typeof oneOffProfiles)[number]

/** One column of one table: tax in kronor up to `bounds[index]` kronor of pay; above, percent from `above[index]`. */
export type TaxColumn = {
  bounds: readonly number[]
  amounts: readonly number[]
  above: readonly number[]
  percents: readonly number[]
}

type TaxFile = {
  from: string
  to: string
  source: string
  bounds: string
  tables: readonly {
    table: number
    amounts: readonly string[]
    shares: { above: string; percent: readonly string[] }
  }[]
  oneOff: readonly { profile: string; bands: readonly (readonly number[])[] }[]
}

/** The steps `150 2 10*3` as the numbers 150 152 162 172 182. */
const numbersOfSteps = (steps: string): number[] => {
  let last = 0
  return steps.split(' ').flatMap((step) => {
    const [change = '', times = '1'] = step.split('*')
    return Array.from({ length: Number(times) }, () => {
      last += Number(change)
      return last
    })
  })
}

const years: readonly TaxFile[] = [year2026]

const yearOn = (day: string): TaxFile | null => years.find(({ from, to }) => from <= day && day <= to) ?? null

const columns = new Map<string, TaxColumn>()

/** A column of a table for a day of payment; null where the service has no tables for the day, or no such column. */
export const taxColumn = (day: string, table: number, column: number): TaxColumn | null => {
  const year = yearOn(day)
  const found = year?.tables.find((one) => one.table === table)
  const amounts = found?.amounts[column - 1]
  const percent = found?.shares.percent[column - 1]
  if (!year || !found || amounts === undefined || percent === undefined) return null
  const key = `${year.from} ${table} ${column}`
  const known = columns.get(key)
  if (known) return known
  const made = {
    bounds: numbersOfSteps(year.bounds),
    amounts: numbersOfSteps(amounts),
    above: numbersOfSteps(found.shares.above),
    percents: numbersOfSteps(percent),
  }
  columns.set(key, made)
  return made
}

/** The percent of a one-off amount by the income of the year with it, in whole kronor; null without tables. */
export const oneOffPercent = (day: string, profile: OneOffProfile, yearlyKronor: number): number | null => {
  const bands = yearOn(day)?.oneOff.find((one) => one.profile === profile)?.bands
  return bands?.findLast(([from = 0]) => from <= yearlyKronor)?.[1] ?? null
}
