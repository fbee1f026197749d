// What is about to be changed, with the version that the change is made to.
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

type Params = { path: Record<string, string>; query?: Record<string, unknown> }
type Reader = (path: string, init: object) => Promise<{ data?: unknown; response: Response }>

/** Something that is read to be changed: `data`, and `etag` for the header If-Match. */
export const useVersioned = <Body>(path: string, params: Params, { enabled = true } = {}) => {
  const { data: found, ...rest } = useQuery({
    queryKey: ['get', path, { params }, 'versioned'],
    enabled,
    queryFn: async ({ signal }) => {
      // `Body` is what the path answers.
      const { data, response } = await (api.GET as Reader)(path, { params, signal })
      return { data: data as Body, etag: response.headers.get('etag') }
    },
  })
  return { ...rest, data: found?.data, etag: found?.etag ?? null }
}
