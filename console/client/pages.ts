// Long lists: read page by page with the cursor of the one before, so that every page costs the same.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from './api.ts'

type Cursored<Item> = { items: readonly Item[]; nextCursor?: string | null; totalItems?: number }

/** Rows of one page of a list. */
const PAGE_SIZE = 100

/** `followMs`: the polling interval while the list is visible, for lists without events. */
type Asked = { query?: Record<string, string | undefined>; enabled?: boolean; followMs?: number }

/**
 * A list of the company, as far as it has been read. `path` is below the company, such as `/customers`.
 * `Item` is what the list's items are: `Schema<'Customer'>`.
 */
export const usePages = <Item>(path: string, { companyId, ...asked }: Asked & { companyId: string }) =>
  usePagesAt<Item>(`/companies/{companyId}${path}`, { path: { companyId }, ...asked })

/** How far a list is read to its end where nothing else is asked, in rows. */
const MOST_ROWS = 20_000

/**
 * The same, read on page by page until all of it is there, or `most` rows of it: for what is put in another order here,
 * summed up, or looked for. `isReading` until then. `isWhole` says that `rows` is all there is: not where reading
 * failed, nor of a list that `isTooLong`.
 */
export const useAllPages = <Item>(
  path: string,
  { most = MOST_ROWS, ...asked }: Asked & { companyId: string; most?: number },
) => {
  const found = usePages<Item>(path, asked)
  const { rows, isSuccess, isLoading, isPlaceholderData, isFetching, hasNextPage, fetchNextPage } = found
  const isTooLong = hasNextPage && rows.length >= most
  const goesOn = isSuccess && !isPlaceholderData && hasNextPage && !isTooLong
  // Each page that has come asks for the next.
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  const isWhole = isSuccess && !isPlaceholderData && !hasNextPage
  return { ...found, isTooLong, isWhole, isReading: isLoading || isPlaceholderData || goesOn }
}

/** The same of any list of the API, by its address and what varies in it. */
export const usePagesAt = <Item>(
  address: string,
  { path, query = {}, enabled = true, followMs }: Asked & { path: Readonly<Record<string, string>> },
) => {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  const found = useInfiniteQuery({
    queryKey: ['get', address, { params: { path, query: given } }, 'pages'],
    initialPageParam: '',
    // What was there stays until what was asked for is.
    placeholderData: keepPreviousData,
    enabled,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const asked = { path, query: { ...given, cursor, pageSize: PAGE_SIZE } }
      // The path is one of the lists, which all have this shape.
      const { data } = await (api.GET as Reader)(address, { params: asked, signal })
      return data as Cursored<Item>
    },
    // After scrolling further down, only the shown pages are kept: otherwise all pages would be read again.
    refetchInterval: ({ state }) => (followMs !== undefined && state.data?.pages.length === 1 ? followMs : false),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = useMemo(() => found.data?.pages.flatMap(({ items }) => items) ?? [], [found.data])
  return { ...found, rows }
}

type Reader = (path: string, init: object) => Promise<{ data?: unknown }>
