// JSON lines: each row is an object with its kind and the values of its columns by key. Amounts are kronor.
import type { SheetColumn, SheetRow } from '#http'
import { textFromOre } from '#platform/money'

export const jsonLines = (columns: readonly SheetColumn[]): ((rows: readonly SheetRow[]) => string) => {
  const names = columns.map(({ key }) => `,${JSON.stringify(key)}:`)
  return (rows) => {
    let text = ''
    for (const { kind, cells } of rows) {
      text += `{"kind":"${kind}"`
      for (const [place, name] of names.entries()) {
        const cell = cells[place] ?? null
        text += name + (typeof cell === 'bigint' ? numberText(textFromOre(cell)) : JSON.stringify(cell))
      }
      text += '}\n'
    }
    return text
  }
}

/** `12.50` as a JSON number, with all its digits. */
const numberText = (text: string): string => text.replace(/\.?0+$/, '')
