// Reports that come page by page: what has been read of them so far.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api, useCompany } from '#client'

type Reader = (path: string, init: object) => Promise<{ data?: unknown }>

/** Rows of one page, as reports count them. */
const PAGE_SIZE = 200

export const useReportPages = <Body extends { nextCursor?: string | undefined }>(
  name: string,
  query: Readonly<Record<string, string | undefined>>,
) => {
  const { id: companyId } = useCompany()
  const path = `/companies/{companyId}/reports/${name}`
  return useInfiniteQuery({
    queryKey: ['get', path, { companyId, query }, 'pages'],
    // Empty asks for the first page, with a cursor of the next one: without it there is none.
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
}
