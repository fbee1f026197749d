// The thread program that reads SIE files, one after the other.
import { doEach } from '#threads/thread-work'
import { readFileOf } from './sie-import-read.ts'

doEach(readFileOf)
