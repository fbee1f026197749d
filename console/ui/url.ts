// What the address says beside the page: filter, selection, period. It is text by name; changing it is going there.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Url = Readonly<Record<string, string>>

/**
 * The parameters of the address, and a change of some of them: `set({ open: id })`; empty or null takes one away.
 * `replace` leaves no step to go back to, for what changes with every key.
 */
export const useUrl = (): [Url, (change: Record<string, string | null>, how?: { replace?: boolean }) => void] => {
  const url = useSearch({ strict: false }) as Url
  const navigate = useNavigate()
  const set = useCallback(
    (change: Record<string, string | null>, { replace = false } = {}) => {
      const search = (before: Url) =>
        Object.fromEntries(
          Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== ''),
        )
      void navigate({ to: '.', search: search as never, replace })
    },
    [navigate],
  )
  return [url, set]
}
