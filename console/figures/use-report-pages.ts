// Reports that come page by page: what has been read of them so far.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, useCompany } from '#client'

type Reader = (path: string, init: object) => Promise<{ data?: unknown }>

/** Rows of one page, as reports count them. */
const PAGE_SIZE = 200

/** How far a report is read to its end where all of it is asked for, in pages. */
const MOST_PAGES = 100

/** `readsAll`: page by page until all of it is there, for what is picked out or summed up; `isReading` until then. */
export const useReportPages = <Body extends { nextCursor?: string | undefined }>(
  name: string,
  query: Readonly<Record<string, string | undefined>>,
  { readsAll = false }: { readsAll?: boolean } = {},
) => {
  const { id: companyId } = useCompany()
  const path = `/companies/{companyId}/reports/${name}`
  const found = useInfiniteQuery({
    queryKey: ['get', path, { companyId, query }, 'pages'],
    // An empty cursor requests the first page with a cursor for the next; without it no cursor is returned.
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const params = { path: { companyId }, query: { ...query, cursor, pageSize: PAGE_SIZE } }
      // The path is that of a report, and `Body` what it answers.
      const { data } = await (api.GET as Reader)(path, { params, signal })
      return data as Body
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const { data, isSuccess, isPlaceholderData, isFetching, hasNextPage, fetchNextPage } = found
  const isShort = (data?.pages.length ?? 0) < MOST_PAGES
  const goesOn = readsAll && isSuccess && !isPlaceholderData && hasNextPage && isShort
  // Each page received triggers the request for the next.
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return { ...found, isReading: readsAll && (isPlaceholderData || goesOn) }
}
