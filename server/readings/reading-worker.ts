// The thread that reads one file: the text of a PDF if it has one, otherwise its pictures.
import { parentPort, workerData } from 'node:worker_threads'
import { factsOf } from './facts.rules.ts'
import type { ReadOrder } from './local-reader.ts'
import type { PageRead } from './page.rules.ts'
import { readPdf } from './pdf-text.ts'
import { readPicture } from './picture-text.ts'
import type { ReadOutcome } from './reader.ts'
import type { ReadingFlaw } from './refusals.ts'

const { bytes, size, known } = workerData as ReadOrder

const read = async (): Promise<ReadOutcome> => {
  const pages: PageRead[] | ReadingFlaw = await (size === null ? readPdf(bytes) : readPicture(bytes, size))
  if (typeof pages === 'string') return { wrong: pages }
  return pages.some(({ words }) => words.length > 0) ? { facts: factsOf(pages, known) } : { wrong: 'noText' }
}

parentPort?.postMessage(await read().catch((): ReadOutcome => ({ wrong: 'broken' })))
