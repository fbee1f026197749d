// What somebody has typed and not yet saved, kept per person, company and page, so that a reload, a lost network or an
// ended session loses nothing.
import { useEffect, useRef } from 'react'
import { useCompany, useSession } from './session.ts'

/** How long after the last key a draft is kept, in milliseconds. */
const PAUSE_MS = 250

const nameOf = (person: string, company: string, key: string) => `grundbok:draft:${person}:${company}:${key}`

export const readDraft = <Value>(name: string): Value | null => {
  try {
    const text = localStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

export const keepDraft = (name: string, value: unknown): void => {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The browser keeps nothing for us, or no more: the page itself still has it.
  }
}

export const dropDraft = (name: string): void => {
  try {
    localStorage.removeItem(name)
  } catch {
    // As above.
  }
}

/**
 * Keeps what a page's form holds under `key`. `kept` is what an earlier visit left; `keep` is called with each change;
 * `drop` forgets, once it has been saved or thrown away.
 */
export const useDraft = <Value>(key: string) => {
  const { person } = useSession()
  const { id } = useCompany()
  const name = nameOf(person.id, id, key)
  const waiting = useRef<{ timer: number; value: Value } | null>(null)
  useEffect(() => {
    const flush = () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      keepDraft(name, waiting.current.value)
      waiting.current = null
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [name])
  return {
    kept: (): Value | null => readDraft<Value>(name),
    keep: (value: Value): void => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      const timer = window.setTimeout(() => keepDraft(name, value), PAUSE_MS)
      waiting.current = { value, timer }
    },
    drop: (): void => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = null
      dropDraft(name)
    },
  }
}
