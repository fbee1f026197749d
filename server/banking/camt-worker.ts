// The program of a thread that reads statement files, one after the other.
import { readFileSync } from 'node:fs'
import { doEach } from '#platform/thread-work'
import { type CamtReading, readCamt } from './camt.rules.ts'

doEach((path: string): CamtReading => readCamt(readFileSync(path)))
