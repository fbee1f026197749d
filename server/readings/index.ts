// Readings: the content of uploads, extracted by a program and proposed to people.
export { readingJobs } from './job.ts'
export { localReader } from './local-reader.ts'
export { readingPartyParts } from './party-data.ts'

export { offerReading } from './reading.ts'

export { readingRows } from './routes.ts'
