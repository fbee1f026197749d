// The loop of a worker thread: does one piece of work after the other, and sends back each result.
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { type Portion, splitForTransfer, type TransferRest } from './thread-transfer.ts'

/** What came of a piece of work; `holds` is what the thread takes now for objects and buffers, in bytes. */
export type Outcome = { holds: number } & ({ done: TransferRest } | { tooMuch: string } | { failed: Failure })

/** What a thread says: a portion of what comes of its work, after which it waits for {@link Asked}, or the end. */
export type Said = { portion: Portion } | Outcome

/** What a thread is told: a piece of work, or that what it said has been taken in. */
export type Asked<Order> = { order: Order } | 'more'

/** An error as sent across threads; `syscall` is present for failures of the disk or the system. */
export type Failure = { message: string; code?: string; syscall?: string }

/**
 * Does each piece of work sent to this thread. `handedOver` lists the buffers of the result that are transferred, not
 * copied.
 */
export const doEach = <Order, Done>(
  work: (order: Order) => Done | Promise<Done>,
  handedOver: (done: Done) => ArrayBuffer[] = () => [],
): void => {
  const tell = (said: Said, buffers: ArrayBuffer[] = []) => parentPort?.postMessage(said, buffers)
  let goOn = () => {}
  /** One at a time: several that waited would be taken in without a stop between them. */
  const tellPortion = (portion: Portion) =>
    new Promise<void>((resolve) => {
      goOn = resolve
      tell({ portion })
    })
  parentPort?.on('message', async (asked: Asked<Order>) => {
    if (asked === 'more') return goOn()
    try {
      const done = await work(asked.order)
      const portions = splitForTransfer(done)
      let next = portions.next()
      for (; !next.done; next = portions.next()) await tellPortion(next.value)
      tell({ holds: heldNow(), done: next.value }, handedOver(done))
    } catch (cause) {
      tell({ holds: heldNow(), ...toldOf(cause) })
    }
  })
}

/** What this thread takes for objects and buffers, what is not collected yet among them, in bytes. */
export const heldNow = (): number => {
  const { total_heap_size: objects, external_memory: buffers } = getHeapStatistics()
  return objects + buffers
}

/** Exceeding the maximum size of a stack, a string or a buffer throws a RangeError. */
const toldOf = (cause: unknown): { tooMuch: string } | { failed: Failure } => {
  if (cause instanceof RangeError) return { tooMuch: cause.message }
  if (!(cause instanceof Error)) return { failed: { message: String(cause) } }
  const { code, syscall } = cause as NodeJS.ErrnoException
  const message = syscall === undefined ? (cause.stack ?? cause.message) : cause.message
  return { failed: { message, ...(code === undefined ? {} : { code }), ...(syscall === undefined ? {} : { syscall }) } }
}
