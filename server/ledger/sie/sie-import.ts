// SIE import: a file is read and checked by itself, then compared with the books and booked. All of it, or nothing.
import { rm } from 'node:fs/promises'
import type { Language, ReceivedFile } from '#http'
import { findCompany } from '#identity'
import { resultAccounts } from '#ledger/accounts/chart.rules'
import { lockBooks } from '#ledger/book'
import { ledgerFaults, ledgerRefusals } from '#ledger/refusals'
import type { SieAccountMap } from '#ledger/sie-format/accounts'
import type { SieChoices } from '#ledger/sie-format/file'
import { allFindings, type SieFindings } from '#ledger/sie-format/findings'
import type { SieReport as Reading, SieSummary } from '#ledger/sie-format/items'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { MAX_ERRORS } from '#platform/refusal'
import { madeOutside } from '#platform/retry-with-results'
import { sql } from '#platform/sql'
import { reserveAndStore } from '#storage'
import { yieldToEventLoop } from '#threads/event-loop'
import { sieFiles } from './sie-file.ts'
import { compareWithNextYear, differencesOf, movementsBefore, yearEnd } from './sie-import-check.ts'
import { ImportFindings } from './sie-import-kinds.ts'
import { numberVouchers, readLastNumbers } from './sie-import-numbers.ts'
import { type Plan, planImport } from './sie-import-plan.ts'
import type { SeenInFile } from './sie-import-seen.ts'
import { createImportSetup, type ImportSetup } from './sie-import-setup.ts'
import { readSpool } from './sie-import-spool.ts'
import { readAndSpool, type SpooledFile } from './sie-import-thread.ts'
import { bookVouchers, recordGaps, type VoucherOutcome } from './sie-import-vouchers.ts'
import { countOfErrors, errorsToTell, type KeptReport, keptReport, MAX_LISTED, sentenceOf } from './sie-report.ts'

type SieImport = {
  file: ReceivedFile
  /** Checks and reports without booking. */
  dryRun: boolean
  /** Accepts what is otherwise refused: a wrong checksum, another company, a file marked as already imported. */
  force?: boolean
  /** Accounts of the file that are mapped to others. */
  map?: SieAccountMap
  /** Treats a missing amount in the opening balances as the result of the year before, and books it accordingly. */
  openingDifference?: 'resultOfYearBefore' | undefined
  /** The account for differences in unbalanced vouchers. */
  voucherDifference?: number | undefined
  /** The language of refusals. */
  language: Language
  /** Called from time to time with the number of processed vouchers and the total. */
  progress?: (done: number, of: number) => void
}

/**
 * Imports a file of type 1-4 or 4I into the call's company and returns the report. Importing the same file again books
 * nothing. A file with errors is refused with a validation error that cites the lines.
 */
export const importSie = async (call: CompanyCall, input: SieImport): Promise<KeptReport> => {
  const choices = await choicesOf(call, input)
  const read = () => madeOutside(call, 'reading', () => readFirst(call, input, choices))
  const known = await reportOnKnown(call, input)
  if (known) {
    // If another request imported the file first, discard what was read.
    if (call.made?.things.has('reading')) await read().then(removeSpool, () => {})
    return known
  }
  return importRead(call, input, await read())
}

/** Books the file that was read, and removes its spool in every case. */
const importRead = async (call: CompanyCall, input: SieImport, read: SpooledFile): Promise<KeptReport> => {
  try {
    // The file was checked without the book lock; another request may have imported it meanwhile.
    if (!input.dryRun) await lockBooks(call)
    const meanwhile = input.dryRun ? null : await reportOnKnown(call, input)
    return meanwhile ?? (await bookRead(call, input, read))
  } finally {
    await removeSpool(read)
  }
}

const removeSpool = ({ spool }: SpooledFile): Promise<void> => rm(spool, { force: true })

/** Reads the file to its end, and refuses it if it has errors. */
const readFirst = async (call: CompanyCall, input: SieImport, choices: SieChoices): Promise<SpooledFile> => {
  const { file, force = false, map = new Map(), language } = input
  const read = await readAndSpool(call, file, { force, map, choices })
  try {
    refuseOnErrors(read, language)
    return read
  } catch (cause) {
    await removeSpool(read)
    throw cause
  }
}

const choicesOf = async (
  call: CompanyCall,
  { openingDifference, voucherDifference }: SieImport,
): Promise<SieChoices> => ({
  ...(openingDifference ? { resultAccount: String(await resultAccountOf(call)) } : {}),
  ...(voucherDifference === undefined ? {} : { differenceAccount: String(voucherDifference) }),
})

const resultAccountOf = async ({ db, companyId }: CompanyCall): Promise<number> =>
  resultAccounts[(await findCompany(db, companyId)).companyType]

const bookRead = async (call: CompanyCall, input: SieImport, read: SpooledFile): Promise<KeptReport> => {
  const { file, dryRun, force = false, language } = input
  const { reading, seen } = read
  // The findings against the books start afresh on each retry of the transaction.
  const found = new ImportFindings(force)
  const plan = await planImport(call, reading, seen, found)
  refuseOnErrors({ reading, seen, found }, language)
  const outcome = await takeIn(call, { ...input, ...read, plan, findings: found })
  const id = newId()
  const report = reportOf({ file, dryRun, reading, findings: findingsOf({ reading, seen, found }), ...outcome })
  if (!dryRun) {
    await recordGaps(call, outcome.booked.touched, id)
    await keepImport(call, id, file, report)
  }
  return report
}

/** What the reader found, and the findings against the books. */
type Found = { reading: Reading; seen: SeenInFile; found?: ImportFindings }

const findingsOf = ({ reading: { findings, summary }, seen, found }: Found): SieFindings =>
  allFindings(findings, seen.findings, ...(found ? [found.settle(summary.is4I)] : []))

const refuseOnErrors = (all: Found, language: Language): void => {
  const findings = findingsOf(all)
  if (findings.errorCount === 0) return
  const unreadable = language === 'sv' ? ledgerRefusals.sieUnreadableInSwedish : ledgerRefusals.sieUnreadable
  throw unreadable(
    { count: countOfErrors(findings, language) },
    errorsToTell(findings, MAX_ERRORS).map((error) =>
      ledgerFaults.sieFile('#/file', { problem: sentenceOf(error, language) }),
    ),
  )
}

type Intake = SieImport & SpooledFile & { plan: Plan; findings: ImportFindings }

type Outcome = { setup: ImportSetup; booked: VoucherOutcome; differences: KeptReport['differences'] }

/** Creates what the file needs, books its vouchers and compares the outcome with its balances; refused on errors. */
const takeIn = async (call: CompanyCall, intake: Intake): Promise<Outcome> => {
  const { spool, reading, plan, dryRun, findings, progress = () => {} } = intake
  const { summary } = reading
  const before = await movementsBefore(call, plan.year)
  const setup = await createImportSetup(call, { ...intake, summary })
  const last = await readLastNumbers(call)
  const booked = await bookVouchers(call, {
    portions: readSpool(spool),
    plan,
    fiscalYearId: setup.fiscalYearId,
    numberOf: numberVouchers(summary, last),
    last,
    tagIds: setup.tagIds,
    dryRun,
    findings,
    progress: (done) => progress(done, summary.counts.vouchers),
  })
  refuseOnErrors({ reading, seen: intake.seen, found: findings }, intake.language)
  if (!plan.year) return { setup, booked, differences: { closing: [], result: [] } }
  const held = await yearEnd(call, { before, movements: booked.movements, setup, dryRun })
  await yieldToEventLoop()
  if (summary.counts.vouchers > 0) await compareWithNextYear(call, plan.year, held, setup, findings)
  else findings.add('balancesOnly', null)
  await yieldToEventLoop()
  return { setup, booked, differences: differencesOf(summary, held, setup.kinds) }
}

const reportOf = (
  made: Outcome & { file: ReceivedFile; dryRun: boolean; reading: Reading; findings: SieFindings },
): KeptReport => {
  const { dryRun, setup, booked, differences, findings } = made
  const { summary } = made.reading
  const { counts } = summary
  return {
    dryRun,
    alreadyImported: false,
    file: describe(made.file, summary),
    read: {
      accounts: summary.accounts.size,
      dimensions: countOf(summary, 'DIM') + countOf(summary, 'UNDERDIM'),
      objects: countOf(summary, 'OBJEKT'),
      openingBalances: summary.balances.get(0)?.opening.size ?? 0,
      budgetRows: countOf(summary, 'PBUDGET') + countOf(summary, 'OBJPBUDGET'),
      vouchers: counts.vouchers,
      rows: counts.rows,
      struckRows: counts.struckRows,
      addedRows: counts.addedRows,
    },
    made: {
      fiscalYear: setup.newYear,
      accounts: setup.accounts,
      changedAccounts: setup.changedAccounts,
      tagGroups: setup.tagGroups,
      tags: setup.tags,
      openingBalances: setup.openingBalances,
      budgetRows: setup.budgets,
      journalEntries: booked.booked,
    },
    skipped: {
      alreadyBooked: booked.alreadyBooked,
      emptyVouchers: counts.emptyVouchers,
      unknownLabels: [...summary.unknownLabels.keys()],
    },
    differences,
    decisionCount: findings.decisionCount,
    decisions: findings.decisions.slice(0, MAX_LISTED),
    noteCount: findings.noteCount,
    notes: findings.notes.slice(0, MAX_LISTED),
  }
}

const describe = ({ name, size, digest }: ReceivedFile, summary: SieSummary): KeptReport['file'] => {
  const { header, type, is4I, isXml } = summary
  return {
    name,
    size,
    sha256: digest.toString('hex'),
    encoding: summary.encoding,
    type: isXml ? '5' : type === 4 ? (is4I ? '4I' : '4E') : String(type),
    program: [header.program?.name, header.program?.version].filter(Boolean).join(' '),
    companyName: header.companyName,
    organizationNumber: header.orgNumber,
    checksum: checksumOf(summary),
  }
}

const checksumOf = ({ checksum }: SieSummary): KeptReport['file']['checksum'] => {
  if (checksum === null) return 'none'
  return checksum.declared === checksum.computed ? 'right' : 'wrong'
}

const countOf = ({ labels }: SieSummary, label: string): number => labels.get(label) ?? 0

/** The report on an already imported file; null if it was not imported. */
const reportOnKnown = async (call: CompanyCall, { file, dryRun }: SieImport): Promise<KeptReport | null> => {
  const known = await call.db.maybe<{ report: Parameters<typeof keptReport>[0] }>(sql`
    select report from ledger.sie_import where company_id = ${call.companyId} and file_digest = ${file.digest}`)
  return known && importedBefore(keptReport(known.report), file, dryRun)
}

/** The report on an already imported file: its original content, with nothing created now. */
const importedBefore = (report: KeptReport, file: ReceivedFile, dryRun: boolean): KeptReport => ({
  ...report,
  dryRun,
  alreadyImported: true,
  file: { ...report.file, name: file.name },
  made: {
    fiscalYear: null,
    accounts: 0,
    changedAccounts: 0,
    tagGroups: 0,
    tags: 0,
    openingBalances: 0,
    budgetRows: 0,
    journalEntries: 0,
  },
  skipped: { ...report.skipped, alreadyBooked: report.made.journalEntries + report.skipped.alreadyBooked },
})

/**
 * Stores the report, an event in the processing history, and the file byte for byte. The file comes last, after all
 * database checks, so that a rolled-back import leaves no file.
 */
const keepImport = async (call: CompanyCall, id: string, file: ReceivedFile, report: KeptReport): Promise<void> => {
  const { db, companyId, now, actor } = call
  await db.rows(sql`
    insert into ledger.sie_import (
      company_id, id, file_name, file_digest, size, report, imported_at, actor_kind, actor_id, actor_name)
    values (${companyId}, ${id}, ${file.name}, ${file.digest}, ${file.size}, ${JSON.stringify(report)}, ${now},
      ${actor.kind}, ${actor.id}, ${actor.name})`)
  const { fiscalYear, ...made } = report.made
  recordEvent(call, 'sie.imported', { id }, { id, fileName: file.name, sha256: report.file.sha256, ...made })
  // The chain of witnesses is written at commit, not now: no other transaction waits for it while the file is stored.
  await db.rows(sql`
    set constraints ledger.entry_has_items, ledger.tag_group_company_id_parent_dimension_number_fkey immediate`)
  await reserveAndStore(call, { namespace: sieFiles.name, kind: sieFiles.kind, digest: file.digest, path: file.path })
}
