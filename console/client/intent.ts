// One key for each action that the user means to do once: a request that is sent again under it happens once. A key is
// good until its request has been answered; only one whose answer was lost, or that is still being worked on, is sent
// again.
import { useRef } from 'react'

export const newIntent = (): string => crypto.randomUUID()

const spent = new Set<string>()
/** Keys that are remembered as answered; older ones are no longer in use. */
const MOST = 1000

/** Notes that a request under the key was answered, well or not. */
export const spendIntent = (key: string | null): void => {
  if (key === null) return
  if (spent.size >= MOST) spent.clear()
  spent.add(key)
}

/** Whether a request under the key was answered here. */
export const isSpent = (key: string): boolean => spent.has(key)

/**
 * The key of what a form is about to do. It stays while no answer comes and `what` is the same: the body that is sent,
 * or where there is none, a word for what is asked. Under the key of another request the service refuses it.
 * @example const intent = useIntent(); await api.POST(path, { body, headers: intent.headers(body) })
 */
export const useIntent = (): { headers: (what: unknown) => { 'Idempotency-Key': string }; done: () => void } => {
  const kept = useRef<{ key: string; body: string } | null>(null)
  return {
    headers: (what) => {
      const body = JSON.stringify(what) ?? ''
      if (!kept.current || spent.has(kept.current.key) || kept.current.body !== body)
        kept.current = { key: newIntent(), body }
      return { 'Idempotency-Key': kept.current.key }
    },
    done: () => {
      kept.current = null
    },
  }
}
