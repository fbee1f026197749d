// A cache of a process, kept between requests. Its values may be stale: readers must be able to detect that, and to
// work without the cache.

export type Cache = {
  get(key: string): unknown
  set(key: string, value: unknown): void
  forget(key: string): void
}

/** A cache of the `limit` most recently used values. */
export const newCache = (limit: number): Cache => {
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
