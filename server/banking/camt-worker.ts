// The program of a thread that reads statement files, one after the other.
import { readFileSync } from 'node:fs'
import { doEach } from '#platform/thread-work'
import { type CamtFinding, type CamtStatement, readCamt } from './camt.rules.ts'
import { type IdentifiedEntry, identified } from './statement.rules.ts'

/** A statement with what its entries are known by. */
export type StatementRead = Omit<CamtStatement, 'entries'> & { entries: IdentifiedEntry[] }

/** What a file says, or everything that is wrong with it. */
export type StatementsRead = { statements: StatementRead[] } | { findings: CamtFinding[] }

doEach((path: string): StatementsRead => {
  const reading = readCamt(readFileSync(path))
  if ('findings' in reading) return reading
  return { statements: reading.statements.map((one) => ({ ...one, entries: identified(one.entries) })) }
})
