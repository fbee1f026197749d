// Lists: pages with totals, or a cursor whose cost does not grow with depth. All use one filter language.
import { createHash } from 'node:crypto'
import type { CompanyCall } from './call.ts'
import { type FilterTable, filter } from './filter.ts'
import { decodeCursor, encodeCursor } from './page.ts'
import { fault, invalidWith } from './refusal.ts'
import { empty, join, type Sql, sql } from './sql.ts'

export const DEFAULT_PAGE_SIZE = 25
/** The page size of credit notes and tag groups, by the contract of the public API. */
export const SMALL_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

export const listFaults = {
  badCursor: fault(
    'list.bad-cursor',
    'is not a cursor of this list and filter',
    'är ingen markör i den här listan med det här filtret',
  ),
}

/** The paging parameters of a request. `cursor` takes precedence over `page`; an empty one starts at the newest. */
export type PageRequest = { page?: number; pageSize?: number; cursor?: string; query?: string }

/**
 * `nextCursor` is present if there are more items: clients get it in the header Link, and in the body if they used a
 * cursor. With a cursor, the totals are omitted.
 */
export type Page<Item> = {
  totalItems?: number
  totalPages?: number
  currentPage?: number
  nextCursor?: string
  items: Item[]
}

/** A list of one kind of resource, newest first. */
export type List<Row, Item> = {
  name: string
  columns: Sql
  /** `table as alias`, with joins. */
  from: Sql
  /** Limits the list to the company, with any other fixed conditions. */
  where: Sql
  /** The columns of the order, together unique, all descending. */
  key: readonly Sql[]
  keyOf: (row: Row) => readonly (string | number)[]
  filters: FilterTable
  itemOf: (row: Row) => Item
  /** The key is a number whose gaps are known: unfiltered pages are found and counted by it. */
  numbered?: Numbered
  /** A query of one row with the unfiltered `total`; without it, rows are counted. */
  count?: Sql
  /** The number of further items stored elsewhere, after all rows of this list. */
  beyond?: number
}

/** How rows are found by their number. */
export type Numbered = {
  /** A query of one row with `total`, and what `behind` needs. */
  counted: Sql
  /** The number below `skipped` rows, in terms of `counted`. */
  behind: (skipped: number) => Sql
}

/** Returns the row as the item, without the page's own columns. */
export const asItem = <Row extends object>(row: Row): Row => {
  const { total: _total, present: _present, ...item } = row as Row & { total?: unknown; present?: unknown }
  return item as unknown as Row
}

/** One page of a list. Refuses a bad filter or cursor with a validation error. */
export const listPage = async <Row, Item>(
  call: CompanyCall,
  list: List<Row, Item>,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE, cursor, query }: PageRequest,
): Promise<Page<Item>> => {
  const condition = filter(query, list.filters)
  const where = condition ? sql`${list.where} and (${condition})` : list.where
  if (cursor !== undefined) return cursorPage(call, list, where, { pageSize, cursor, query })
  const skipped = (page - 1) * pageSize
  const statement =
    list.numbered && !condition
      ? numberedPage(list, list.numbered, where, skipped, pageSize)
      : countedPage(list, where, (!condition && list.count) || countSql(list, where), skipped, pageSize)
  const found = await call.db.rows<Row & { total: bigint; present: boolean | null }>(statement)
  const total = Number(found[0]?.total ?? 0) + (list.beyond ?? 0)
  const rows = found.filter(({ present }) => present)
  const last = rows.at(-1)
  return {
    totalItems: total,
    totalPages: Math.ceil(total / pageSize),
    currentPage: page,
    ...(last && skipped + rows.length < total ? { nextCursor: cursorAfter(call, list, query, last) } : {}),
    items: rows.map(list.itemOf),
  }
}

const cursorPage = async <Row, Item>(
  call: CompanyCall,
  list: List<Row, Item>,
  where: Sql,
  { pageSize, cursor, query }: { pageSize: number; cursor: string; query: string | undefined },
): Promise<Page<Item>> => {
  const key = join([...list.key])
  const after = cursor === '' ? empty : sql`and (${key}) < (${join(keyAt(call, list, query, cursor))})`
  const rows = await call.db.rows<Row>(sql`
    select ${list.columns} from ${list.from} where ${where} ${after}
    order by ${newestFirst(list)} limit ${pageSize + 1}`)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    ...(last && rows.length > pageSize ? { nextCursor: cursorAfter(call, list, query, last) } : {}),
    items: shown.map(list.itemOf),
  }
}

const countSql = <Row, Item>({ from }: List<Row, Item>, where: Sql): Sql =>
  sql`select count(*) as total from ${from} where ${where}`

const countedPage = <Row, Item>(
  list: List<Row, Item>,
  where: Sql,
  count: Sql,
  skipped: number,
  pageSize: number,
): Sql => sql`
  select counted.total, page.* from (${count}) as counted
  left join lateral (
    select ${list.columns}, true as present from ${list.from} where ${where}
    order by ${newestFirst(list)} offset ${skipped} limit ${pageSize}
  ) as page on true`

const numberedPage = <Row, Item>(
  list: List<Row, Item>,
  { counted, behind }: Numbered,
  where: Sql,
  skipped: number,
  pageSize: number,
): Sql => sql`
  select counted.total, page.* from (${counted}) as counted
  left join lateral (
    select ${list.columns}, true as present from ${list.from}
    where ${where} and ${join([...list.key])} <= ${behind(skipped)}
      and ${join([...list.key])} > ${behind(skipped + pageSize)}
    order by ${newestFirst(list)}
  ) as page on true`

const newestFirst = <Row, Item>(list: List<Row, Item>): Sql => join(list.key.map((column) => sql`${column} desc`))

const cursorAfter = <Row, Item>(
  call: CompanyCall,
  list: List<Row, Item>,
  query: string | undefined,
  row: Row,
): string => encodeCursor([markOf(call.companyId, list.name, query), ...list.keyOf(row)], call.cursorKey)

const keyAt = <Row, Item>(call: CompanyCall, list: List<Row, Item>, query: string | undefined, cursor: string) => {
  const [mark, ...key] = decodeCursor(cursor, call.cursorKey) ?? []
  if (mark !== markOf(call.companyId, list.name, query) || key.length !== list.key.length) {
    throw invalidWith([listFaults.badCursor('cursor')])
  }
  return key
}

/** Ties a cursor to its company, list and filter. */
export const markOf = (companyId: string, name: string, query = ''): string =>
  createHash('sha256').update(`${companyId}\n${name}\n${query}`).digest('base64url').slice(0, MARK_LENGTH)

const MARK_LENGTH = 8
