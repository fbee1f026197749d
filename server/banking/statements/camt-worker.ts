// The program of a thread that reads files of banks, one after the other.
import { readFileSync } from 'node:fs'
import type { StatusReport } from '#banking/payments/status-report.rules'
import { doEach } from '#threads/thread-work'
import { type CamtFinding, type CamtStatement, readBankFile } from './camt.rules.ts'
import { type IdentifiedEntry, identified } from './statement.rules.ts'

/** A statement with what identifies its entries. */
export type StatementRead = Omit<CamtStatement, 'entries'> & { entries: IdentifiedEntry[] }

/** The statements or the status report of a file, or everything that is wrong with it. */
export type BankFileRead = { statements: StatementRead[] } | { report: StatusReport } | { findings: CamtFinding[] }

doEach((path: string): BankFileRead => {
  const reading = readBankFile(readFileSync(path))
  if (!('statements' in reading)) return reading
  return { statements: reading.statements.map((one) => ({ ...one, entries: identified(one.entries) })) }
})
