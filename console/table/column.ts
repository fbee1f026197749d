// What a column of a table is, and how its cells are marked.
import type { CSSProperties, ReactNode } from 'react'

export type Column<Item> = {
  key: string
  title: string
  /** As in `grid-template-columns`: `6rem`, `minmax(8rem, 2fr)`. */
  width: string
  align?: 'right'
  /** Whether a phone leaves it out. */
  isWide?: boolean
  cell: (item: Item) => ReactNode
}

type Marks = { align?: 'right' | undefined; isWide?: boolean | undefined }

export const cellClass = ({ align, isWide }: Marks): string =>
  ['cell', align === 'right' && 'is-right', isWide && 'is-wide'].filter(Boolean).join(' ')

/** The columns of all rows, and those of a phone. */
export const columnsStyle = <Item>(columns: readonly Column<Item>[]): CSSProperties =>
  ({
    '--columns': columns.map(({ width }) => width).join(' '),
    '--narrow': columns.flatMap(({ width, isWide }) => (isWide ? [] : [width])).join(' '),
  }) as CSSProperties
