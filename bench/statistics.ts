// Figures of several rounds, and how they are printed.

/** How often, and for how long each time, something is measured. */
export type Measure = { rounds: number; seconds: number }

/** An aim that was measured. */
export type Verdict = { passed: boolean; sentence: string }

/** The least, the middle and the largest of several figures. */
export type Spread = { least: number; middle: number; most: number }

export const spreadOf = (figures: readonly number[]): Spread => {
  const sorted = [...figures].sort((left, right) => left - right)
  return { least: shareOf(sorted, 0), middle: median(sorted), most: shareOf(sorted, 1) }
}

export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((left, right) => left - right)
  const upper = shareOf(sorted, 0.5)
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? Number.NaN)) / 2
}

/** The figure below which a share (0 to 1) of the sorted figures lies; NaN when there are none. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** `least/middle/most`, each with so many decimals; a dash when something could not be measured. */
export const textOfSpread = (figures: readonly number[], decimals: number): string => {
  if (figures.length === 0 || figures.some(Number.isNaN)) return '-'
  const { least, middle, most } = spreadOf(figures)
  return [least, middle, most].map((figure) => figure.toFixed(decimals)).join('/')
}

/** Prints rows below a title, in columns as wide as their widest cell; the first row names the columns. */
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
