// One key for each thing that somebody means to do once: a request that is sent again under it happens once.
import { useRef } from 'react'

export const newIntent = (): string => crypto.randomUUID()

/**
 * The key of what a form is about to do. It stays until the request has been answered well; then `done` begins a new
 * one.
 * @example const intent = useIntent(); await api.POST(path, { headers: intent.headers() }); intent.done()
 */
export const useIntent = (): { headers: () => { 'Idempotency-Key': string }; done: () => void } => {
  const key = useRef<string | null>(null)
  return {
    headers: () => {
      key.current ??= newIntent()
      return { 'Idempotency-Key': key.current }
    },
    done: () => {
      key.current = null
    },
  }
}
