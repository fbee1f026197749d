// SIE files on the command line.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Answer, companyOf, latestOf, written } from '#admin/answer'
import { fromCaller, type Given, UsageError } from '#admin/arguments'
import { exportSie, ledgerAdmin, listFiscalYears, type SieReport } from '#ledger'
import { operator } from '#platform/actor'
import { digestOfFile } from '#platform/files'
import { asOperator, asOperatorOf, type System } from '#programs/system'

/** Imports a file, with reports of progress. */
export const sieImport = async (system: System, given: Given, report: (sentence: string) => void): Promise<Answer> => {
  const [named] = given.rest
  if (named === undefined) throw new UsageError('Missing: the file to import')
  const path = fromCaller(named)
  const size = await sizeOf(path)
  if (size > ledgerAdmin.SIE_FILE_LIMIT)
    throw new UsageError(`${path} is larger than ${ledgerAdmin.SIE_FILE_LIMIT} bytes`)
  const file = { path, name: basename(path), size, digest: await digestOfFile(path), contentType: '' }
  const map = ledgerAdmin.readMap(given.all('map').join(','))
  const companyId = await asOperator(system, (call) => companyOf(call, given))
  const kept = await asOperatorOf(system, companyId, (call) =>
    ledgerAdmin.importSie(call, {
      file,
      dryRun: given.has('dry-run'),
      force: given.has('force'),
      map,
      ...choicesOf(given),
      language: 'en',
      progress: (done, of) => report(`${done} of ${of} vouchers`),
    }),
  )
  const imported = ledgerAdmin.reportIn('en', kept)
  const { made, skipped, alreadyImported, dryRun } = imported
  const lines = [
    alreadyImported ? 'This same file was imported before; nothing was booked now.' : '',
    dryRun ? 'Nothing was booked: this is what the import would do.' : '',
    `Journal entries: ${made.journalEntries} booked, ${skipped.alreadyBooked} were already booked`,
    `Accounts: ${made.accounts} added, ${made.changedAccounts} changed; tags: ${made.tags}`,
    `Opening balances: ${made.openingBalances}; budget rows: ${made.budgetRows}`,
    ...told('Decisions', imported.decisions, imported.decisionCount),
    ...told('Notes', imported.notes, imported.noteCount),
  ]
  return { json: imported, text: lines.filter(Boolean).join('\n') }
}

const choicesOf = (given: Given) => {
  const opening = given.text('opening-difference')
  const voucher = given.text('voucher-difference')
  if (opening !== undefined && opening !== 'resultOfYearBefore') {
    throw new UsageError('--opening-difference takes resultOfYearBefore')
  }
  if (voucher !== undefined && !/^[1-9]\d{3,7}$/.test(voucher)) {
    throw new UsageError(`--voucher-difference takes an account number, not ${voucher}`)
  }
  return { openingDifference: opening, voucherDifference: voucher === undefined ? undefined : Number(voucher) } as const
}

const told = (title: string, findings: SieReport['notes'], count: number): string[] => {
  const lines = findings.map(({ line, message, remedy }) =>
    [line === null ? '  ' : `  Line ${line}: `, message, '. ', remedy].join('').replace(/\s+$/, ''),
  )
  const more = count > findings.length ? [`  … and ${count - findings.length} more`] : []
  return count === 0 ? [] : [`${title}:`, ...lines, ...more]
}

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${(cause as Error).message}`)
  }
}

/** Writes a fiscal year to a file. */
export const sieExport = async (system: System, given: Given): Promise<Answer> => {
  const companyId = await asOperator(system, (call) => companyOf(call, given))
  const answer = await system.database.of(companyId).transaction(async (db) => {
    const call = { ...system.standing, db, now: new Date(), actor: operator, from: null, companyId }
    const fiscalYearId = given.text('fiscal-year') ?? latestOf((await listFiscalYears(call, { pageSize: 1 })).items)
    return exportSie(call, fiscalYearId)
  }, 'repeatable read, read only')
  return written(answer, given)
}
