// After a write, what it touches is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Queries that depend on entries and documents, refreshed after any write. */
const DERIVED = [
  'reports',
  'queue',
  'invoices-to-remind',
  'bank-transactions',
  'search',
  'journal-entries',
  'chart-of-accounts',
]

/**
 * Reads again what is below these parts of the company's addresses, and what follows from them.
 * @example const refresh = useRefresh(); await refresh('invoices', 'credit-notes')
 */
export const useRefresh = (): ((...parts: readonly string[]) => Promise<void>) => {
  const client = useQueryClient()
  return useCallback(
    (...parts) => {
      const touched = new Set([...parts, ...DERIVED])
      return client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => touched.has(String(path).split('/')[3] ?? ''),
      })
    },
    [client],
  )
}
