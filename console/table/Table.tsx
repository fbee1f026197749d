// A list as a table: only the rows that are seen are in the document, the next page of them is fetched before the last
// is reached, and hands stay on the keyboard: `j k` or the arrows go, Enter opens, `x` selects, Shift extends.
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { listens, useIsLost } from '#ui'
import { useWords } from '#words'
import { type Column, cellClass, columnsStyle, mainOf, rowHeight } from './column.ts'
import { Row } from './Row.tsx'
import { Waiting } from './Waiting.tsx'
import { words } from './words.ts'

type TableGiven<Item> = {
  /** What the list is of; read out. */
  label: string
  columns: readonly Column<Item>[]
  rows: readonly Item[]
  keyOf: (item: Item) => string
  /** Enter, or a click. */
  onOpen?: (item: Item) => void
  /** Keys for actions on the focused row; an `Enter` here replaces opening it. */
  rowKeys?: Readonly<Record<string, (item: Item) => void>>
  /** What other keys do with the row, said where `?` lists them. */
  keyLabels?: readonly (readonly [keys: string, label: string])[]
  /** The row that is open beside the list. */
  openKey?: string | null
  /** Keys of selected rows, where rows can be selected. */
  selected?: ReadonlySet<string>
  onSelect?: (keys: ReadonlySet<string>) => void
  /** More rows than there are yet. */
  hasMore?: boolean | undefined
  onMore?: () => void
  isLoading?: boolean
  empty?: ReactNode
  /** Rows that stand out, such as what is overdue. */
  toneOf?: (item: Item) => 'wrong' | 'soft' | undefined
}

/** Rows kept above and below what is seen. */
const OVERSCAN = 12
/** How many rows before the end the next page is asked for. */
const AHEAD = 30

const atOnce = { getInitialValueInEffect: false }

type Texts = (typeof words)['sv']

const selecting = (texts: Texts) =>
  [
    ['x', texts.select],
    ['⇧ ↓', texts.selectMore],
    ['Mod+a', texts.selectAll],
  ] as const

/** How high rows are in this window; it changes when a phone is turned. */
const useRowHeight = <Item,>(columns: readonly Column<Item>[]): number => {
  const isPhone = useMediaQuery('(max-width: 40rem)', false, atOnce)
  const isThumb = useMediaQuery('(pointer: coarse)', false, atOnce)
  return rowHeight(columns, { isPhone, isThumb })
}

/**
 * Puts the focus on a row, where it is drawn: at once, since the next key may come before the next picture, and goes on
 * from the row that has the focus. False where the row is not drawn yet.
 */
const enterRow = (list: HTMLElement | null, index: number): boolean => {
  const row = list?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  row?.focus()
  return row !== null && row !== undefined
}

/** The place of the row that it stands in. */
const placeOf = (element: Element | null): number | null => {
  const row = element?.closest<HTMLElement>('[data-index]')
  return row ? Number(row.dataset.index) : null
}

/** Loads the next page before the last row is reached; after an error, only on the user's request. */
const useReadingOn = (
  { hasMore, onMore, rows: { length } }: Pick<TableGiven<unknown>, 'hasMore' | 'onMore'> & { rows: readonly unknown[] },
  lastSeen: number,
): void => {
  const isLost = useIsLost()
  useEffect(() => {
    if (hasMore && onMore && !isLost && lastSeen >= length - AHEAD) onMore()
  }, [hasMore, onMore, isLost, lastSeen, length])
}

/** If an action removes the row, the focus moves to the row in its place. */
const useHands = (list: RefObject<HTMLDivElement | null>, rows: readonly unknown[], current: number) => {
  const areIn = useRef(false)
  const at = useRef(0)
  useEffect(() => {
    const { activeElement: holder, body } = document
    // Rows that come or go before the one that they are on move it.
    if (list.current?.contains(holder)) at.current = placeOf(holder) ?? at.current
    else if (areIn.current && holder === body && rows.length > 0)
      enterRow(list.current, Math.min(at.current, rows.length - 1))
  }, [list, rows, current])
  return {
    goTo: (index: number): void => {
      at.current = index
    },
    // They come to a row by a click too, or by Tab.
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      areIn.current = true
      at.current = placeOf(target) ?? current
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
      areIn.current = relatedTarget === null || currentTarget.contains(relatedTarget)
    },
  }
}

export const Table = <Item,>(given: TableGiven<Item>) => {
  const { label, columns, rows, keyOf, onOpen, openKey = null, selected, onSelect, hasMore, isLoading } = given
  const texts = useWords(words)
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const height = useRowHeight(columns)
  const main = mainOf(columns)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    // Another function would make it measure all rows again.
    getItemKey: useCallback((index: number) => keyOf(rows[index] as Item), [keyOf, rows]),
  })
  // Rows are measured again when their height has changed.
  useEffect(() => virtual.measure(), [height])
  const seen = virtual.getVirtualItems()
  const lastSeen = seen.at(-1)?.index ?? 0
  useReadingOn(given, lastSeen)
  const hands = useHands(scroller, rows, current)

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setCurrent(next)
    hands.goTo(next)
    virtual.scrollToIndex(next)
    if (!enterRow(scroller.current, next)) requestAnimationFrame(() => enterRow(scroller.current, next))
  }
  const select = (from: number, to: number) => {
    if (!onSelect || !selected) return
    const keys = new Set(selected)
    const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(keyOf)
    const isOn = range.length > 1 || !keys.has(range[0] ?? '')
    for (const key of range) isOn ? keys.add(key) : keys.delete(key)
    onSelect(keys)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isAll = onSelect !== undefined && event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (((event.ctrlKey || event.metaKey) && !isAll) || event.altKey || rows.length === 0) return
    if (event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]), select, textarea'))
      return
    const step = { j: 1, ArrowDown: 1, J: 1, k: -1, ArrowUp: -1, K: -1, PageDown: 15, PageUp: -15 }[event.key]
    // The focus may have come to a row in another way than by these keys.
    const at = placeOf(event.target as HTMLElement) ?? current
    const isRow = event.target === event.currentTarget || (event.target as HTMLElement).role === 'row'
    const own = given.rowKeys?.[event.key]
    const item = rows[Math.min(at, rows.length - 1)]
    // The next row may come in the place of one that is taken: an Enter that is held takes the first one only.
    const isHeld = event.key === 'Enter' && event.repeat
    if (step !== undefined) {
      if (event.shiftKey && Math.abs(step) === 1) select(at, at + step)
      goTo(event.target === event.currentTarget ? at : at + step)
    } else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(rows.length - 1)
    else if (isAll) select(0, rows.length - 1)
    else if (event.key === 'x') select(at, at)
    else if (isRow && own && item !== undefined) isHeld || own(item)
    else if (event.key === 'Enter' && isRow) isHeld || onOpen?.(rows[at] as Item)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // Rows are drawn again only when they change themselves: what they call stays the same and does what is meant by now.
  const acts = useRef({ press: (_index: number, _extend: boolean): void => undefined, select })
  acts.current = {
    press: (index, extend) => {
      if (extend && onSelect) select(current, index)
      setCurrent(index)
      if (!extend) onOpen?.(rows[index] as Item)
    },
    select,
  }
  const onPress = useCallback((index: number, extend: boolean) => acts.current.press(index, extend), [])
  const onTick = useCallback((index: number) => acts.current.select(index, index), [])

  if (rows.length === 0 && isLoading) return <Waiting columns={columns} />
  if (rows.length === 0) return <>{given.empty ?? <div className="empty">{texts.nothing}</div>}</>
  return (
    <div
      ref={scroller}
      className="table"
      role="grid"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      aria-multiselectable={onSelect ? true : undefined}
      tabIndex={0}
      data-keys="j"
      {...listens([...(onSelect ? selecting(texts) : []), ...(given.keyLabels ?? [])])}
      data-keys-label={texts.keys}
      style={columnsStyle(columns)}
      onKeyDown={onKeyDown}
      onFocus={hands.onFocus}
      onBlur={hands.onBlur}
    >
      <Titles columns={columns} main={main} />
      <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
        {seen.map(({ index, start, key }) => (
          <Row
            key={key}
            item={rows[index] as Item}
            index={index}
            start={start}
            columns={columns}
            main={main}
            isCurrent={index === Math.min(current, rows.length - 1)}
            isOpen={openKey !== null && openKey === key}
            isSelected={selected?.has(String(key))}
            tone={given.toneOf?.(rows[index] as Item)}
            onPress={onPress}
            onSelect={onSelect && onTick}
          />
        ))}
      </div>
      {hasMore && <p className="table-more">{texts.more}</p>}
    </div>
  )
}

const Titles = <Item,>({ columns, main }: { columns: readonly Column<Item>[]; main: string }) => (
  <div role="row" className="table-head" aria-rowindex={1} tabIndex={-1}>
    {columns.map(({ key, title, align, isWide, isLine }) => (
      <div
        key={key}
        role="columnheader"
        tabIndex={-1}
        className={cellClass({ align, isWide, isLine, isMain: key === main })}
      >
        {title}
      </div>
    ))}
  </div>
)
