// Batches work with the same key: calls in one turn of the event loop form a batch, and while a batch runs, later calls
// with its key wait for the next one. A single call runs without delay.

type BatchingOptions<Input> = {
  /** The name under which waiting calls are counted in metrics. */
  name?: string
  /** Most inputs of a batch. */
  limit: number
  /** If a batch takes longer, the next one starts beside it. In milliseconds. */
  patienceMs?: number
  /** The owner of an input: if more inputs wait than fit, each owner gets an equal share of the next batch. */
  ownerOf?: (input: Input) => string
}

/** The outcome of an input. */
type Batching<Input, Outcome> = ((key: string, input: Input) => Promise<Outcome>) & {
  /** Whether a batch with this key is running, so that a call now would wait. */
  isUnderWay(key: string): boolean
}

/** How many calls wait in this process, by name; without those in a running batch. */
export const waitingForBatches = (): ReadonlyMap<string, number> => waitingByName

const waitingByName = new Map<string, number>()

const note = (name: string, more: number): void => void waitingByName.set(name, (waitingByName.get(name) ?? 0) + more)

/** Runs `work` on batches; it returns one outcome per input, in order. */
export const newBatching = <Input, Outcome>(
  options: BatchingOptions<Input>,
  work: (key: string, inputs: Input[]) => Promise<Outcome[]>,
): Batching<Input, Outcome> => {
  const { patienceMs, name = 'other' } = options
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
      const batch = nextOf(queue, options)
      note(name, -batch.length)
      const done = run(key, batch)
      await (patienceMs === undefined ? done : doneOr(patienceMs, done))
    }
    waiting.delete(key)
  }

  const outcomeOf = (key: string, input: Input) =>
    new Promise<Outcome>((resolve, reject) => {
      const queue = waiting.get(key)
      if (queue) {
        note(name, 1)
        queue.push({ input, resolve, reject })
        return
      }
      note(name, 1)
      const started = [{ input, resolve, reject }]
      waiting.set(key, started)
      // Starts at the end of this turn, so that all calls made in it are in the batch.
      setImmediate(() => void drain(key, started))
    })
  return Object.assign(outcomeOf, { isUnderWay: (key: string) => waiting.has(key) })
}

/** Takes the next batch from the queue, in order of arrival. */
const nextOf = <One extends { input: Input }, Input>(
  queue: One[],
  { limit, ownerOf }: BatchingOptions<Input>,
): One[] => {
  if (!ownerOf || queue.length <= limit) return queue.splice(0, limit)
  const chosen = new Set(inTurns(queue, ({ input }) => ownerOf(input)).slice(0, limit))
  const next = queue.filter((one) => chosen.has(one))
  queue.splice(0, queue.length, ...queue.filter((one) => !chosen.has(one)))
  return next
}

/** The first input of each owner, then the second of each, and so on. */
const inTurns = <One>(queue: readonly One[], ownerOf: (one: One) => string): One[] => {
  const turns = new Map<string, number>()
  const placed = queue.map((one) => {
    const owner = ownerOf(one)
    const turn = turns.get(owner) ?? 0
    turns.set(owner, turn + 1)
    return { one, turn }
  })
  return placed.sort((one, other) => one.turn - other.turn).map(({ one }) => one)
}

type Waiting<Input, Outcome> = {
  input: Input
  resolve: (outcome: Outcome) => void
  reject: (cause: unknown) => void
}

/** A plain timer instead of an AbortSignal, whose error captures a stack trace; this runs for every request. */
const doneOr = (ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const tooLate = setTimeout(resolve, ms)
    void done.then(() => {
      clearTimeout(tooLate)
      resolve()
    })
  })
