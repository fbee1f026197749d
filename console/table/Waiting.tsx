// The bones of a table, while its first page is on the way.
import { Skeleton } from '@mantine/core'
import { useWords } from '#words'
import { type Column, cellClass, columnsStyle, mainOf } from './column.ts'
import { words } from './words.ts'

/** Rows that are drawn. */
const ROWS = 12

export const Waiting = <Item,>({ columns }: { columns: readonly Column<Item>[] }) => {
  const texts = useWords(words)
  const main = mainOf(columns)
  return (
    <div className="table is-waiting" role="status" aria-label={texts.loading} style={columnsStyle(columns)}>
      <div className="table-head">
        {columns.map(({ key, title, align, isWide }) => (
          <div key={key} className={cellClass({ align, isWide })}>
            {title}
          </div>
        ))}
      </div>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className="table-bone">
          {columns.map(({ key, align, isWide }, column) => (
            <div key={key} className={cellClass({ align, isWide, isMain: key === main })}>
              <Skeleton height={10} width={`${45 + ((row * 7 + column * 23) % 40)}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
