// How organization numbers are asked for: `organizationNumber==5566778899`, with or without the hyphen.
import { organizationNumber } from '#numbers'
import { FilterFault, type FilterOperator, type FilterProperty, type FilterValue, parseFilter } from '#platform/filter'
import { type Sql, sql } from '#platform/sql'

/**
 * The number that a query asks for, as it is kept; null for one of ten digits that nobody can have.
 * @throws FilterFault for a query of any other form
 */
export const organizationNumberAsked = (query: string): string | null => {
  const { root } = parseFilter(query)
  const asked =
    root.kind === 'condition' && root.property === 'organizationNumber' && root.operator === '==' ? root.value : ''
  if (!/^\d{6}-?\d{4}$/.test(asked)) {
    throw new FilterFault('Only organizationNumber== followed by a whole number of ten digits is accepted', query)
  }
  return organizationNumber(asked)
}

/**
 * A property of a list over a column of organization numbers: with and without the hyphen they are equal. The column
 * has the hyphen, and an index for the one that is asked for.
 */
export const organizationNumberFilter = (column: Sql): FilterProperty => ({
  type: 'string',
  column,
  toSql: (operator: FilterOperator, value: FilterValue) => {
    const text = String(value)
    if (operator === '~')
      return sql`(${column} like ${`%${escaped(text)}%`} or ${bare(column)} like ${`%${escaped(text)}%`})`
    const digits = text.replace('-', '')
    return operator === '=='
      ? sql`${column} = ${`${digits.slice(0, -4)}-${digits.slice(-4)}`}`
      : sql`${bare(column)} <> ${digits}`
  },
})

const bare = (column: Sql): Sql => sql`replace(${column}, '-', '')`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
