// Queries by organization number: `organizationNumber==5566778899`, with or without the hyphen.
import { organizationNumber } from '#numbers/organization-number'
import { FilterFault, type FilterOperator, type FilterProperty, type FilterValue, parseFilter } from '#platform/filter'
import { type Sql, sql } from '#platform/sql'

/**
 * The number in a query, in the stored form; null for ten digits that are not a valid number.
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
 * A filter property on a column of organization numbers, which ignores the hyphen. The column contains the hyphen, and
 * has an index for equality.
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
