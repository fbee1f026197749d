// Gathers what waits for the same thing: while one batch of a key is under way, whatever else comes for that key waits
// and goes together in the next one. A lone caller waits for nobody.

/**
 * Runs `work` over batches of at most `limit`; it answers one outcome for each input, in order. A batch that takes
 * longer than `patienceMs` holds up nobody any more: the next one goes beside it.
 */
export const gather = <Input, Outcome>(
  limit: number,
  work: (key: string, inputs: Input[]) => Promise<Outcome[]>,
  patienceMs?: number,
): ((key: string, input: Input) => Promise<Outcome>) => {
  const waiting = new Map<string, Waiting<Input, Outcome>[]>()

  const run = async (key: string, batch: Waiting<Input, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await work(
        key,
        batch.map(({ input }) => input),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome)
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    }
  }

  const drain = async (key: string, queue: Waiting<Input, Outcome>[]): Promise<void> => {
    while (queue.length > 0) {
      const done = run(key, queue.splice(0, limit))
      await (patienceMs === undefined ? done : doneOr(patienceMs, done))
    }
    waiting.delete(key)
  }

  return (key, input) =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key)
      if (queue) {
        queue.push({ input, resolve, reject })
        return
      }
      const started = [{ input, resolve, reject }]
      waiting.set(key, started)
      void drain(key, started)
    })
}

type Waiting<Input, Outcome> = {
  input: Input
  resolve: (outcome: Outcome) => void
  reject: (cause: unknown) => void
}

/** A timer of its own, and no signal: each request comes through here, and an abort makes an error with its stack. */
const doneOr = (ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const tooLate = setTimeout(resolve, ms)
    void done.then(() => {
      clearTimeout(tooLate)
      resolve()
    })
  })
