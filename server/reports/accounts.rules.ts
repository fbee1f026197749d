// The account filter of a report: numbers and ranges such as 1930,3000-3999.

export const ACCOUNTS_PATTERN = '^\\d{1,8}(?:-\\d{1,8})?(?:,\\d{1,8}(?:-\\d{1,8})?)*$'

type Range = readonly [first: number, last: number]

/** The first and last account of each part. */
export const rangesIn = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [first = '', last = first] = part.split('-')
    return [Number(first), Number(last)]
  })

/** Returns whether an account matches a filter; without a filter, all do. */
export const isAmong = (text: string | undefined): ((account: number) => boolean) => {
  if (text === undefined) return () => true
  const ranges = rangesIn(text)
  return (account) => ranges.some(([first, last]) => account >= first && account <= last)
}
