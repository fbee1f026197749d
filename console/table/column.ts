// What a column of a table is, and how its cells are marked. On a phone a row has two lines: what it is called and how
// much, and below them the rest.
import type { CSSProperties, ReactNode } from 'react'

export type Column<Item> = {
  key: string
  title: string
  /** As in `grid-template-columns`: `6rem`, `minmax(8rem, 2fr)`. */
  width: string
  align?: 'right'
  /** Whether narrow windows leave it out. */
  isWide?: boolean
  /** On a phone it has a line of its own, however narrow the window: why, or what is proposed. */
  isLine?: boolean
  cell: (item: Item) => ReactNode
}

type Marks = {
  align?: 'right' | undefined
  isWide?: boolean | undefined
  isLine?: boolean | undefined
  isMain?: boolean
}

export const cellClass = ({ align, isWide, isLine, isMain }: Marks): string =>
  ['cell', align === 'right' && 'is-right', isWide && 'is-wide', isLine && 'is-line', isMain && 'is-main']
    .filter(Boolean)
    .join(' ')

/** What a row is called: the column that takes the room that is left. */
export const mainOf = <Item>(columns: readonly Column<Item>[]): string =>
  (columns.find(({ width, isWide }) => width.includes('fr') && !isWide) ?? columns[0])?.key ?? ''

/** Heights of a row in pixels: with a mouse, under a thumb, and on a phone where there is a second line. */
const ROW_HEIGHT = 32
const THUMB_HEIGHT = 44
const TWO_LINES_HEIGHT = 60
const THREE_LINES_HEIGHT = 82

/** How high rows are, which the style sheet has too. */
export const rowHeight = <Item>(
  columns: readonly Column<Item>[],
  { isThumb, isPhone }: { isThumb: boolean; isPhone: boolean },
): number => {
  if (!isPhone) return isThumb ? THUMB_HEIGHT : ROW_HEIGHT
  const main = mainOf(columns)
  if (columns.some(({ isLine }) => isLine)) return THREE_LINES_HEIGHT
  return columns.some(({ key, align, isWide }) => key !== main && !align && !isWide) ? TWO_LINES_HEIGHT : THUMB_HEIGHT
}

/** The columns of all rows, those of a narrow window, and the height of a row on a phone. */
export const columnsStyle = <Item>(columns: readonly Column<Item>[]): CSSProperties =>
  ({
    '--columns': columns.map(({ width }) => width).join(' '),
    '--narrow': columns.flatMap(({ width, isWide }) => (isWide ? [] : [width])).join(' '),
    '--phone-row': `${rowHeight(columns, { isThumb: true, isPhone: true })}px`,
  }) as CSSProperties
