// The program of a thread that reads one large statement file, so that the service goes on answering meanwhile.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type CamtReading, readCamt } from './camt.ts'

parentPort?.postMessage(readCamt(readFileSync(String(workerData))) satisfies CamtReading)
