// Gathers what waits for the same thing: what comes in the same turn of the event loop goes together; while a batch of
// a key is under way, whatever else comes for that key waits and goes in the next one. A lone caller waits for nobody.

export type GatherOptions<Input> = {
  /** What is gathered, in a word for those who watch. */
  name?: string
  /** Most inputs of a batch. */
  limit: number
  /** A batch that takes longer holds up nobody any more: the next one goes beside it. In milliseconds. */
  patienceMs?: number
  /** Whose an input is: where more waits than fits, each of them has an equal share of the next batch. */
  ownerOf?: (input: Input) => string
}

/** The outcome of an input. */
export type Gathering<Input, Outcome> = ((key: string, input: Input) => Promise<Outcome>) & {
  /** Whether a batch of a key is under way, so that what comes now waits. */
  isUnderWay(key: string): boolean
}

/** How many wait in this process, by what they wait for; not those of a batch that is under way. */
export const waitingToGather = (): ReadonlyMap<string, number> => waitingByName

const waitingByName = new Map<string, number>()

const note = (name: string, more: number): void => void waitingByName.set(name, (waitingByName.get(name) ?? 0) + more)

/** Runs `work` over batches; it answers one outcome for each input, in order. */
export const gather = <Input, Outcome>(
  options: GatherOptions<Input>,
  work: (key: string, inputs: Input[]) => Promise<Outcome[]>,
): Gathering<Input, Outcome> => {
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
      // At the end of this turn: whoever was heard in it goes along, and not one ahead of all others.
      setImmediate(() => void drain(key, started))
    })
  return Object.assign(outcomeOf, { isUnderWay: (key: string) => waiting.has(key) })
}

/** Takes the next batch out of what waits, in the order in which it came. */
const nextOf = <One extends { input: Input }, Input>(queue: One[], { limit, ownerOf }: GatherOptions<Input>): One[] => {
  if (!ownerOf || queue.length <= limit) return queue.splice(0, limit)
  const chosen = new Set(inTurns(queue, ({ input }) => ownerOf(input)).slice(0, limit))
  const next = queue.filter((one) => chosen.has(one))
  queue.splice(0, queue.length, ...queue.filter((one) => !chosen.has(one)))
  return next
}

/** The first of each owner, then the second of each, and so on. */
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

/** A timer of its own, and no signal: each request comes through here, and an abort makes an error with its stack. */
const doneOr = (ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const tooLate = setTimeout(resolve, ms)
    void done.then(() => {
      clearTimeout(tooLate)
      resolve()
    })
  })
