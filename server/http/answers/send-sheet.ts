// Sends content that is generated in portions. An error before the first portion becomes an ordinary refusal; a later
// one cuts the connection, so that a partial file is not mistaken for the whole.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './disposition.ts'
import { disconnectOnceStalled } from './send-file.ts'
import type { WrittenSheet } from './sheet.ts'

/** Longest time for sending, in milliseconds; slower readers are disconnected. */
const SENDING_MS = 900_000

/** Resolves with the answer as soon as the work has one, while the work continues; rejects if it fails before. */
export const beforeTheEnd = <Answer>(work: (answer: (given: Answer) => void) => Promise<void>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    work(resolve).catch(reject)
  })

/** Sends the portions; ends when all are sent, or the client has disconnected. */
export const sendPortions = async (
  reply: FastifyReply,
  { name, portions }: WrittenSheet,
  answer: (given: FastifyReply) => void,
): Promise<void> => {
  const rest = portions[Symbol.asyncIterator]()
  const first = await rest.next()
  const stream = Readable.from(joined(first, rest), { objectMode: false })
  disconnectOnceStalled(reply)
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
