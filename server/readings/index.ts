// Readings: the content of uploads, extracted by a program and proposed to people.

export { readingsContribution } from './contribution.ts'
export { localReader } from './local-reader.ts'
export { offerReading } from './reading.ts'
export { readingRows } from './routes.ts'
