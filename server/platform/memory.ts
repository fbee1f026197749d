// What a process remembers between requests. Nothing here is the truth: whoever reads it must be able to tell that it
// is old, and to do without it.

export type Memory = {
  get(key: string): unknown
  set(key: string, value: unknown): void
  forget(key: string): void
}

/** A memory that keeps the `limit` most recently used values. */
export const newMemory = (limit: number): Memory => {
  const values = new Map<string, unknown>()
  return {
    get(key) {
      const value = values.get(key)
      if (value !== undefined) {
        values.delete(key)
        values.set(key, value)
      }
      return value
    },
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > limit && oldest !== undefined) values.delete(oldest)
    },
    forget(key) {
      values.delete(key)
    },
  }
}
