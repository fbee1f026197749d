// The program of a thread that reads files of banks, one after the other.
import { readFileSync } from 'node:fs'
import type { StatusReport } from '#banking/payments/status-report.rules'
import type { SheetRow } from '#banking/sheets/table.rules'
import { readTable } from '#banking/sheets/table-file.rules'
import { doEach } from '#threads/thread-work'
import { type CamtFinding, type CamtStatement, readBankFile } from './camt.rules.ts'
import { camtPlaces } from './camt-problems.ts'
import { type IdentifiedEntry, identified, type StatementKind } from './statement.rules.ts'

/** A statement with what identifies its entries. */
export type StatementRead = Omit<CamtStatement, 'entries' | 'kind'> & {
  kind: StatementKind
  entries: IdentifiedEntry[]
}

/**
 * The statements, the status report or the rows of a file, or everything that is wrong with it. What rows mean depends
 * on the bank account.
 */
export type BankFileRead =
  | { statements: StatementRead[] }
  | { report: StatusReport }
  | { rows: SheetRow[] }
  | { findings: CamtFinding[] }

doEach((path: string): BankFileRead => {
  const bytes = readFileSync(path)
  const table = readTable(bytes)
  if (table !== 'xml') {
    if ('rows' in table) return table
    return { findings: table.findings.map(({ place, problem }) => ({ place: place ?? camtPlaces.file(), problem })) }
  }
  const reading = readBankFile(bytes)
  if (!('statements' in reading)) return reading
  return { statements: reading.statements.map((one) => ({ ...one, entries: identified(one.entries) })) }
})
