// One row of a table, in its place.
import { memo } from 'react'
import { useWords } from '#words'
import { type Column, cellClass } from './column.ts'
import { words } from './words.ts'

const PlainRow = <Item,>({
  item,
  index,
  start,
  columns,
  main,
  isCurrent,
  isOpen,
  isSelected,
  tone,
  onPress,
  onSelect,
}: {
  item: Item
  index: number
  /** Pixels from the top of the list. */
  start: number
  columns: readonly Column<Item>[]
  /** The key of the column that says what a row is called. */
  main: string
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean | undefined
  tone: 'wrong' | 'soft' | undefined
  onPress: (index: number, extend: boolean) => void
  onSelect: ((index: number) => void) | undefined
}) => {
  const texts = useWords(words)
  const classes = ['table-row', isOpen && 'is-open', isSelected && 'is-selected', tone && `is-${tone}`]
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected ?? isOpen}
      tabIndex={isCurrent ? 0 : -1}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${start}px)` }}
      onClick={({ shiftKey, target }) => {
        if (!(target as HTMLElement).closest('a, button, input, label')) onPress(index, shiftKey)
      }}
    >
      {columns.map(({ key, cell, align, isWide, isLine }, place) => (
        <div key={key} role="gridcell" className={cellClass({ align, isWide, isLine, isMain: key === main })}>
          {place === 0 && onSelect && (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={texts.select}
              checked={isSelected ?? false}
              onChange={() => onSelect(index)}
            />
          )}
          {cell(item)}
        </div>
      ))}
    </div>
  )
}

/** Rendered again only if its props change: scrolling and moving the focus do not render the other rows. */
export const Row = memo(PlainRow) as typeof PlainRow
