// The SIE format, types 1 to 4 (SIE 4B): bytes to items and items to bytes, independent of database, HTTP, and the use
// of the items.

export { isAccountNumber, type SieAccountMap } from './accounts.ts'
export type { SieChoices } from './file.ts'
export {
  allFindings,
  Findings,
  type FindingValues,
  finding,
  findingGroups,
  type SieFinding,
  type SieFindings,
  type Words,
} from './findings.ts'
export * from './items.ts'
export { ACCOUNT_HIGHEST, MAPPED_MAX_ACCOUNTS } from './limits.ts'
export { SieSpareNumbers } from './numbers.ts'
export { readSie } from './reader.ts'
export { correctAndExport, insist, nothing } from './remedies.ts'

export { type SieBook, type SieBookAccount, writeSie4 } from './writer.ts'
