// After a write, the person's integrations are read again.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export const useRefreshIntegrations = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => /^\/me\/integrations/.test(String(path)) }),
    [client],
  )
}
