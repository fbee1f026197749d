// What runs in a thread: it does one piece of work after the other, as they are sent, and says what came of each.
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'

/** What came of a piece of work; `heap` is the memory that the objects of the thread take now, in bytes. */
export type Outcome<Done> = { heap: number } & ({ done: Done } | { tooMuch: string } | { failed: Failure })

/** An error as it is told across threads; `syscall` is there where the disk or the system failed. */
export type Failure = { message: string; code?: string; syscall?: string }

/** Does each piece of work that is sent here. `handedOver` names the buffers of its outcome that need no copy. */
export const doEach = <Order, Done>(
  work: (order: Order) => Done | Promise<Done>,
  handedOver: (done: Done) => ArrayBuffer[] = () => [],
): void => {
  parentPort?.on('message', async (order: Order) => {
    const tell = (outcome: Outcome<Done>, buffers: ArrayBuffer[] = []) => parentPort?.postMessage(outcome, buffers)
    try {
      const done = await work(order)
      tell({ heap: heapNow(), done }, handedOver(done))
    } catch (cause) {
      tell({ heap: heapNow(), ...toldOf(cause) })
    }
  })
}

const heapNow = (): number => getHeapStatistics().total_heap_size

/** A stack, a text or a buffer that would be too long are all told as a RangeError. */
const toldOf = (cause: unknown): { tooMuch: string } | { failed: Failure } => {
  if (cause instanceof RangeError) return { tooMuch: cause.message }
  if (!(cause instanceof Error)) return { failed: { message: String(cause) } }
  const { code, syscall } = cause as NodeJS.ErrnoException
  const message = syscall === undefined ? (cause.stack ?? cause.message) : cause.message
  return { failed: { message, ...(code === undefined ? {} : { code }), ...(syscall === undefined ? {} : { syscall }) } }
}
