// Work that is heavy is done a few at a time; whoever comes later waits.

/** Runs work, at most `limit` pieces at once. */
export const turns = (limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The turn goes on to whoever waits longest.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
