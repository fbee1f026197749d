// The field of the tax return that an account belongs to, by its own SRU code or by its number. Which accounts a field
// has, the editions of the tax forms say. Pure.

type Range = readonly [first: number, last: number]

/**
 * A line of a form. Amounts on the `side` are positive in `field`; if there is an `other` field, amounts on the other
 * side are in that one.
 */
export type SruLine = { field: string; other?: string; side: 'debit' | 'credit'; ranges: readonly Range[] }

export type SruForm = {
  name: string
  balance: readonly SruLine[]
  result: readonly SruLine[]
  /** The field of free equity, which includes the result not yet transferred. */
  equity: string
  /** The result: of two fields, the first is for a profit. */
  total: readonly [string, string]
}

/** The line of an account: by its own SRU code if the form has that, otherwise by its number. */
export const lineOfAccount = (
  { balance, result }: SruForm,
  { main, sru }: { main: number; sru: readonly string[] },
): SruLine | undefined => {
  const lines = [...balance, ...result]
  const inRange = lines.find(({ ranges }) => ranges.some(([first, last]) => main >= first && main <= last))
  const names = ({ field, other }: SruLine) => sru.includes(field) || (other !== undefined && sru.includes(other))
  if (inRange && names(inRange)) return inRange
  // A code used by one line takes precedence over one used by two, and a line's first field over its other.
  const isFirst = ({ field }: SruLine) => sru.includes(field)
  return lines.find((one) => !one.other && names(one)) ?? lines.find(isFirst) ?? lines.find(names) ?? inRange
}
