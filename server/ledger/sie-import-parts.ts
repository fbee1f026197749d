// Long lists of rows are written in parts, so that other companies have their turn between two.

/** How many rows are written in one statement at most. */
const ROWS_AT_A_TIME = 5_000

export const inParts = async <Item>(items: readonly Item[], write: (part: readonly Item[]) => Promise<unknown>) => {
  for (let from = 0; from < items.length; from += ROWS_AT_A_TIME) await write(items.slice(from, from + ROWS_AT_A_TIME))
}
