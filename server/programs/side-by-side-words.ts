// Messages between the processes of a service: workers have requests counted by the supervisor, so that a limit applies
// to all of them together, and report why they could not start.
import type { Worker } from 'node:cluster'
import { newBatching } from '#threads/batching'
import type { Asked, CountTogether, Taken } from '#threads/limit'

type Words =
  | { kind: 'count'; id: number; asked: Asked[] }
  | { kind: 'counted'; id: number; taken: Taken[] }
  | { kind: 'failed'; sentence: string }

/** Most requests that are counted by one message. */
const MOST_TOGETHER = 1000
/** How long to wait for an answer, in milliseconds: as long as for a look-up in the database. */
const ANSWER_MS = 10_000

/** The message, if it is one of these; Node sends others on the same channel. */
const read = (message: unknown): Words | null => {
  const isOurs = typeof message === 'object' && message !== null && 'kind' in message
  return isOurs ? (message as Words) : null
}

/** Why a process could not start, if that is the message. */
export const sentenceOf = (message: unknown): string | null => {
  const words = read(message)
  return words?.kind === 'failed' ? words.sentence : null
}

/** Reports to the supervisor why this process could not start. */
export const tellFailure = (sentence: string): Promise<void> =>
  new Promise((resolve) => {
    if (!process.send) return resolve()
    process.send({ kind: 'failed', sentence } satisfies Words, undefined, undefined, () => resolve())
  })

/** Counts requests for a worker, and answers it. */
export const answerCounts = (worker: Worker, count: (asked: Asked) => Promise<Taken>): void => {
  worker.on('message', async (message) => {
    const words = read(message)
    if (words?.kind !== 'count') return
    const taken = await Promise.all(words.asked.map(count))
    // A worker that has ended meanwhile needs no answer.
    worker.send({ kind: 'counted', id: words.id, taken } satisfies Words, () => {})
  })
}

/** Has requests counted by the supervisor; those that arrive while an answer is awaited are sent together. */
export const countByPrimary = (report: (sentence: string) => void): CountTogether => {
  const waiting = new Map<number, (taken: Taken[] | null) => void>()
  let last = 0
  let isSilent = false
  process.on('message', (message) => {
    const words = read(message)
    if (words?.kind === 'counted') waiting.get(words.id)?.(words.taken)
  })
  const ask = async (asked: Asked[]): Promise<(Taken | null)[]> => {
    last += 1
    const id = last
    const taken = await new Promise<Taken[] | null>((resolve) => {
      const late = setTimeout(() => resolve(null), ANSWER_MS).unref()
      waiting.set(id, (counted) => {
        clearTimeout(late)
        resolve(counted)
      })
      process.send?.({ kind: 'count', id, asked } satisfies Words, undefined, undefined, (cause) => {
        if (cause) resolve(null)
      })
    })
    waiting.delete(id)
    if (taken === null && !isSilent) report('The supervisor does not count requests: this process counts its own')
    isSilent = taken === null
    return taken ?? asked.map(() => null)
  }
  const together = newBatching<Asked, Taken | null>({ limit: MOST_TOGETHER }, (_all, asked) => ask(asked))
  return (asked) => together('all', asked)
}
