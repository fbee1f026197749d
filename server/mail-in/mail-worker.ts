// The program of a thread that reads one large mail, so that the service goes on answering meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadMail, readMail } from './mail.ts'

parentPort?.postMessage((await readMail(String(workerData))) satisfies ReadMail)
