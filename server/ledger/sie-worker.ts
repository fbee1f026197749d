// The program of a thread that reads one large SIE file, so that the service goes on answering meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadingOrder, readFileOf, type SieRead } from './sie-import-read.ts'

parentPort?.postMessage((await readFileOf(workerData as ReadingOrder)) satisfies SieRead)
