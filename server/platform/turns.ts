// Work that is heavy is done a few pieces at a time; whoever comes later waits, but not behind all that one company has
// sent: the companies take turns.

/**
 * Runs work of companies, at most `limit` pieces at once. One company never has all of them, so that the others do not
 * wait for what is slow of it. Of what waits, each company has one piece done before any of them has another.
 */
export const turns = (limit: number) => {
  const most = Math.max(1, limit - 1)
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let all = 0

  const startNext = (): void => {
    for (const [companyId, [first, ...others]] of waiting) {
      if (all >= limit) return
      const own = running.get(companyId) ?? 0
      if (own >= most) continue
      // At the end of the row again, for what else it has.
      waiting.delete(companyId)
      if (others.length > 0) waiting.set(companyId, others)
      running.set(companyId, own + 1)
      all += 1
      first?.()
    }
  }

  const end = (companyId: string): void => {
    const left = (running.get(companyId) ?? 1) - 1
    if (left === 0) running.delete(companyId)
    else running.set(companyId, left)
    all -= 1
    startNext()
  }

  return async <T>(companyId: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve) => {
      waiting.set(companyId, [...(waiting.get(companyId) ?? []), resolve])
      startNext()
    })
    try {
      return await work()
    } finally {
      end(companyId)
    }
  }
}
