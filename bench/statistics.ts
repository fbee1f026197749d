// Statistics over several rounds, and their output.

/** The number and length of measurements. */
export type Measure = { rounds: number; seconds: number }

/** The result for an aim. */
export type Verdict = { passed: boolean; sentence: string }

/** The minimum, median and maximum of several figures. */
type Spread = { least: number; middle: number; most: number }

const spreadOf = (figures: readonly number[]): Spread => {
  const sorted = [...figures].sort((left, right) => left - right)
  return { least: shareOf(sorted, 0), middle: median(sorted), most: shareOf(sorted, 1) }
}

export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((left, right) => left - right)
  const upper = shareOf(sorted, 0.5)
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? Number.NaN)) / 2
}

/** The quantile (0 to 1) of sorted figures; NaN without any. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** `minimum/median/maximum`, with this many decimals; a dash if something could not be measured. */
export const textOfSpread = (figures: readonly number[], decimals: number): string => {
  if (figures.length === 0 || figures.some(Number.isNaN)) return '-'
  const { least, middle, most } = spreadOf(figures)
  return [least, middle, most].map((figure) => figure.toFixed(decimals)).join('/')
}

/** Prints rows below a title, in columns as wide as their widest cell; the first row is the header. */
export const printTable = (title: string, rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
}
