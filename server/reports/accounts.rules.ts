// The accounts that a report is narrowed to: numbers and ranges such as 1930,3000-3999.

export const ACCOUNTS_PATTERN = '^\\d{1,8}(?:-\\d{1,8})?(?:,\\d{1,8}(?:-\\d{1,8})?)*$'

type Range = readonly [first: number, last: number]

/** The first and the last account of each part. */
export const rangesIn = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [first = '', last = first] = part.split('-')
    return [Number(first), Number(last)]
  })

/** Whether an account is among those that a text names; all are where there is no text. */
export const isAmong = (text: string | undefined): ((account: number) => boolean) => {
  if (text === undefined) return () => true
  const ranges = rangesIn(text)
  return (account) => ranges.some(([first, last]) => account >= first && account <= last)
}
