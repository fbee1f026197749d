// The thread that reads one file: the text of a PDF if it has one, otherwise its pictures.
import { readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { factsOf } from './facts.rules.ts'
import type { ReadOrder } from './local-reader.ts'
import type { PageRead } from './page.rules.ts'
import { readPdf } from './pdf-text.ts'
import { readPicture } from './picture-text.ts'
import type { ReadOutcome } from './reader.ts'
import type { ReadingFlaw } from './refusals.ts'

const { byteCount, size, known } = workerData as ReadOrder

/** The file, which comes on the standard input: a message with it would be copied from one thread to the other. */
const received = (): Uint8Array => {
  const bytes = new Uint8Array(byteCount)
  for (let at = 0; at < byteCount; ) {
    const read = readSync(STANDARD_INPUT, bytes, at, byteCount - at, null)
    if (read === 0) throw new Error(`The file ended after ${at} of ${byteCount} bytes`)
    at += read
  }
  return bytes
}

const STANDARD_INPUT = 0

const read = async (): Promise<ReadOutcome> => {
  const pages: PageRead[] | ReadingFlaw = await (size === null ? readPdf(received()) : readPicture(received(), size))
  if (typeof pages === 'string') return { wrong: pages }
  return pages.some(({ words }) => words.length > 0) ? { facts: factsOf(pages, known) } : { wrong: 'noText' }
}

parentPort?.postMessage(await read().catch((): ReadOutcome => ({ wrong: 'broken' })))
