// Sums of the fields of a form. Pure.
import type { FormField, FormTotal } from './edition.ts'

/** The sum of the fields from one to another, with their signs; of some of them where these are named. */
export const signedSum = (
  fields: readonly FormField[],
  { first, last, only }: Pick<FormTotal, 'first' | 'last' | 'only'>,
  amountOf: (field: string) => bigint,
): bigint => {
  const from = fields.findIndex(({ field }) => field === first)
  const to = fields.findIndex(({ field }) => field === last)
  return fields
    .slice(from, to + 1)
    .filter(({ field }) => only === undefined || only.includes(field))
    .reduce((sum, { field, sign }) => {
      if (sign === '') return sum
      return sign === '+' ? sum + amountOf(field) : sum - amountOf(field)
    }, 0n)
}
