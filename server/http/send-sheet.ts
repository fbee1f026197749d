// Sends what is made in portions. What is wrong before the first of them is refused as ever; what goes wrong later ends
// the connection, so that nobody takes a part for the whole.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './disposition.ts'
import type { WrittenSheet } from './sheet.ts'
import { hangUpOnceStalled } from './slow-reader.ts'

/** Longest time that sending may take, in milliseconds: whoever reads more slowly is hung up on. */
const SENDING_MS = 900_000

/** The answer as soon as work has one, while it goes on; refused when the work fails before. */
export const beforeTheEnd = <Answer>(work: (answer: (given: Answer) => void) => Promise<void>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    work(resolve).catch(reject)
  })

/** Sends them; ends when all is sent, or when nobody takes any more. */
export const sendPortions = async (
  reply: FastifyReply,
  { name, portions }: WrittenSheet,
  answer: (given: FastifyReply) => void,
): Promise<void> => {
  const rest = portions[Symbol.asyncIterator]()
  const first = await rest.next()
  const stream = Readable.from(joined(first, rest), { objectMode: false })
  hangUpOnceStalled(reply)
  const slow = setTimeout(() => reply.raw.destroy(), SENDING_MS)
  const closed = once(stream, 'close').catch(() => undefined)
  const sent = reply
    .header('content-disposition', attachmentNamed(name))
    .header('x-accel-buffering', 'no')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(stream)
  answer(sent)
  await closed
  clearTimeout(slow)
}

type Portion = string | Uint8Array

async function* joined(first: IteratorResult<Portion>, rest: AsyncIterator<Portion>): AsyncGenerator<Portion> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
