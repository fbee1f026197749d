// What has been typed and not yet sent: the browser keeps it only until the service has it. Each window has its own,
// so that none writes over another's. What a window left when it was closed is taken up by the next one that opens its
// page.
import { useContext, useEffect, useRef } from 'react'
import { keepDraft, readDraft } from './draft-copy.ts'
import { CompanyContext, useSession } from './session.ts'

/** How long after the last key it is kept, in milliseconds. */
const PAUSE_MS = 250

const windowId = crypto.randomUUID()
const lockOf = (id: string): string => `grundbok:window:${id}`

/**
 * Other windows see by this lock that this one is open. A page without https has no locks: there all others count as
 * closed.
 */
let close: () => void = () => undefined
const open = () =>
  void navigator.locks?.request(
    lockOf(windowId),
    () =>
      new Promise<void>((done) => {
        close = done
      }),
  )
open()
addEventListener('pagehide', () => close())
addEventListener('pageshow', ({ persisted }) => persisted && open())

type Kept<Value> = { at: number; value: Value }

/** The names of all windows' texts of one page, by their windows. */
const windowsWith = (name: string): string[] => {
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    return names.filter((one) => one.startsWith(`${name}|`)).map((one) => one.slice(name.length + 1))
  } catch {
    return []
  }
}

const drop = (name: string, id: string): void => {
  try {
    localStorage.removeItem(`${name}|${id}`)
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

/** Reads what this window has kept under a name, or takes over the latest of a window that was closed. */
const taken = async <Value>(name: string): Promise<Value | null> => {
  const own = readDraft<Kept<Value>>(`${name}|${windowId}`)
  if (own) return own.value
  const others = windowsWith(name)
  if (others.length === 0) return null
  const held = (await navigator.locks?.query())?.held?.map((lock) => lock.name) ?? []
  const left = others.flatMap((id) => {
    const kept = held.includes(lockOf(id)) ? null : readDraft<Kept<Value>>(`${name}|${id}`)
    return kept ? [{ id, ...kept }] : []
  })
  const latest = left.sort((one, other) => other.at - one.at)[0]
  if (!latest) return null
  keepDraft(`${name}|${windowId}`, { at: latest.at, value: latest.value })
  drop(name, latest.id)
  return latest.value
}

/** The beginning of the names of a person's unsent texts in a company. */
const useNames = (): ((key: string) => string) => {
  const { person } = useSession()
  const companyId = useContext(CompanyContext)?.id ?? 'own'
  return (key) => `grundbok:unsent:${person.id}:${companyId}:${key}`
}

/** Reads what was typed under `key` and not sent: by this window, or by one that was closed; null if nothing was. */
export const useTaken = (): (<Value>(key: string) => Promise<Value | null>) => {
  const nameOf = useNames()
  return (key) => taken(nameOf(key))
}

/** Keeps what a form holds under a key until it has been sent: `keep` after each change, `drop` once it was. */
export const useUnsent = <Value>() => {
  const nameOf = useNames()
  const waiting = useRef<{ timer: number; write: () => void } | null>(null)
  const forget = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = null
  }
  useEffect(() => {
    const flush = () => waiting.current?.write()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  return {
    keep: (key: string, value: Value): void => {
      forget()
      const write = () => {
        forget()
        keepDraft(`${nameOf(key)}|${windowId}`, { at: Date.now(), value })
      }
      waiting.current = { timer: window.setTimeout(write, PAUSE_MS), write }
    },
    drop: (key: string): void => {
      forget()
      drop(nameOf(key), windowId)
    },
  }
}
