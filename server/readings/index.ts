// Readings: the content of uploads, extracted by a program and proposed to people.
export { readingJobs } from './job.ts'
export { localReader, type ReaderLimits } from './local-reader.ts'
export { readingPartyParts } from './party-data.ts'
export type { Readable, Reader, ReadOutcome } from './reader.ts'
export { offerReading } from './reading.ts'
export { readingRefusals } from './refusals.ts'
export { readingRows } from './routes.ts'
