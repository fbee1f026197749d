// What somebody has just written is read again at once; the feed tells the others.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * Reads again what was read from these parts of the company, by the first word of their path: `refresh('uploads')`.
 * Resolves once that has been asked for.
 */
export const useRefresh = (): ((...parts: readonly string[]) => Promise<void>) => {
  const client = useQueryClient()
  return useCallback(
    (...parts) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => parts.includes(String(path).split('/')[3] ?? ''),
      }),
    [client],
  )
}
