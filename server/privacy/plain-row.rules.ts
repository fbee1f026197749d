// A table row in readable form: names as in the API, kronor instead of öre, and without internal columns. New columns
// are included automatically.

/** Columns without personal information: digests, links of chains, and sealed values. */
const OF_THE_PROGRAM = /^(?:company_id|.*_?digest|.*_hash|sealed_.*|.*_key|.*_xid|personal_number)$/

const ORE = /_ore$|^ore$/
const ORE_OF_KRONA = 100

/** The row including nested values; nulls are left out. */
export const plainRow = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      value === null || OF_THE_PROGRAM.test(column) ? [] : [[nameOf(column), plainValue(column, value)]],
    ),
  )

const nameOf = (column: string): string =>
  (column === 'ore' ? 'amount' : column.replace(ORE, '')).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const plainValue = (column: string, value: unknown): unknown => {
  if (ORE.test(column) && typeof value === 'number') return value / ORE_OF_KRONA
  if (Array.isArray(value)) return value.map((one) => plainValue('', one))
  return typeof value === 'object' && value !== null ? plainRow(value as Record<string, unknown>) : value
}
