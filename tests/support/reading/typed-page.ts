// A page as it is typed: each letter has a place of its own, as on a typewriter.
import type { PageRead, Word } from '#rules/readings/page'

const LETTER = 10
const ROW = 24
const HEIGHT = 16

/** The page of a text; lines and columns stand where they stand in it. */
export const typedPage = (text: string, more: Partial<PageRead> = {}): PageRead => {
  const rows = text.replace(/^\n/, '').split('\n')
  const words = rows.flatMap((row, index) =>
    [...row.matchAll(/\S+/g)].map(
      ({ 0: word, index: at }): Word => ({
        text: word,
        left: at * LETTER,
        top: index * ROW,
        width: word.length * LETTER,
        height: HEIGHT,
        sureness: 1,
      }),
    ),
  )
  return { width: 800, height: rows.length * ROW, slope: 0, words, ...more }
}
