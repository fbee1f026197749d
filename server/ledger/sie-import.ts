// SIE import: a file is read twice, once to check and plan, once to book. All of it is booked, or nothing.
import { createReadStream } from 'node:fs'
import type { ReceivedFile } from '#http'
import { madeOutside } from '#platform/afresh'
import { type CompanyCall, remember } from '#platform/call'
import { newId } from '#platform/id'
import { MAX_ERRORS } from '#platform/refusal'
import { sql } from '#platform/sql'
import { turns } from '#platform/turns'
import {
  type SieReport as Reading,
  readSie,
  type SieItem,
  type SieOptions,
  type SieSource,
  type SieSummary,
  type SieVoucherItem,
} from '#sie'
import { lockBooks } from './book.ts'
import { ledgerFaults, ledgerRefusals } from './refusals.ts'
import { compareWithNextYear, differencesOf, movementsBefore, yearEnd } from './sie-import-check.ts'
import { type Frame, makeFrame } from './sie-import-frame.ts'
import { numberVouchers, readLastNumbers } from './sie-import-numbers.ts'
import { type Finding, FindingList, type Plan, planImport, Seen } from './sie-import-plan.ts'
import { bookVouchers, recordGaps, type VoucherOutcome } from './sie-import-vouchers.ts'
import type { SieReport } from './sie-report.ts'

export type SieImport = {
  file: ReceivedFile
  /** Checks and reports, and books nothing. */
  dryRun: boolean
  /** Takes a file of vouchers (4I) even though it is marked as read before. */
  force?: boolean
  /** Told now and then how many of how many vouchers are done. */
  progress?: (done: number, of: number) => void
}

/** Most warnings that a report lists; the rest are only counted. */
const MAX_WARNINGS = 200
/** How many items are read at most before the database hears of us again: it ends transactions that stand still. */
const ITEMS_PER_SIGN = 50_000

/**
 * Imports a file of type 1-4 or 4I into the call's company and answers the report. The same file again books nothing.
 * A file with errors is refused with a validation error that names the lines.
 */
export const importSie = async (call: CompanyCall, input: SieImport): Promise<SieReport> => {
  const { file, dryRun, force = false } = input
  const known = await reportOnKnown(call, input)
  if (known) return known
  const open: SieSource = () => createReadStream(file.path)
  const { reading, seen } = await madeOutside(call, 'reading', () =>
    inTurn(call.companyId, () => readFirst(open, force)),
  )
  // Nobody waits for the books while the file is judged by itself; another import of it may come first, though.
  if (!dryRun) await lockBooks(call)
  const meanwhile = dryRun ? null : await reportOnKnown(call, input)
  if (meanwhile) return meanwhile

  const errors = new FindingList()
  const { warnings } = seen
  const plan = await planImport(call, reading, seen, { errors, warnings })
  refuseIfAny(errors)
  const outcome = await takeIn(call, { ...input, open, reading, seen, plan, errors, warnings })
  const id = newId()
  const report = reportOf({ file, dryRun, reading, warnings, ...outcome })
  if (!dryRun) {
    await recordGaps(call, outcome.booked.touched, id)
    await keepImport(call, id, file, report)
  }
  return report
}

/** How many files are judged at once, by turns of companies. */
const MAX_AT_ONCE = 2
const inTurn = turns(MAX_AT_ONCE)

/** Reads the file to its end; refuses it when it has errors. */
const readFirst = async (open: SieSource, force: boolean): Promise<{ reading: Reading; seen: Seen }> => {
  const seen = new Seen()
  for await (const item of readSie(open, { force })) {
    if (item.kind !== 'end') {
      seen.take(item)
      continue
    }
    const { findings, summary } = item.report
    const kept = [...findings.errors, ...seen.errors.kept]
    refuseIfAny({ kept, count: findings.errorCount + seen.errors.count })
    seen.finish(summary.labels)
    return { reading: item.report, seen }
  }
  throw new Error('A reading ended without its report')
}

async function* itemsOf(call: CompanyCall, open: SieSource, options: SieOptions): AsyncGenerator<SieItem> {
  let items = 0
  for await (const item of readSie(open, options)) {
    items += 1
    if (items % ITEMS_PER_SIGN === 0) await call.db.rows(sql`select`)
    yield item
  }
}

async function* vouchersOf(items: AsyncIterable<SieItem>): AsyncGenerator<SieVoucherItem> {
  for await (const item of items) if (item.kind === 'voucher') yield item
}

const refuseIfAny = ({ kept, count }: { kept: readonly Finding[]; count: number }): void => {
  if (count === 0) return
  const byLine = [...kept].sort((a, b) => (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER))
  throw ledgerRefusals.sieUnreadable(
    { count: count === 1 ? '1 error' : `${count} errors` },
    byLine
      .slice(0, MAX_ERRORS)
      .map(({ line, message }) =>
        line === null
          ? ledgerFaults.sieFile('#/file', { problem: message })
          : ledgerFaults.sieLine('#/file', { line, problem: message }),
      ),
  )
}

type Intake = SieImport & {
  open: SieSource
  reading: Reading
  seen: Seen
  plan: Plan
  errors: FindingList
  warnings: FindingList
}

type Outcome = { frame: Frame; booked: VoucherOutcome; differences: SieReport['differences'] }

/** Makes what the file needs, books its vouchers and holds the outcome against its balances; refuses on errors. */
const takeIn = async (call: CompanyCall, intake: Intake): Promise<Outcome> => {
  const { open, reading, plan, dryRun, force = false, errors, warnings, progress = () => {} } = intake
  const { summary } = reading
  const before = await movementsBefore(call, plan.year)
  const frame = await makeFrame(call, { ...intake, summary })
  const last = await readLastNumbers(call)
  const booked = await bookVouchers(call, {
    vouchers: vouchersOf(itemsOf(call, open, { encoding: summary.encoding, force })),
    plan,
    fiscalYearId: frame.fiscalYearId,
    numberOf: numberVouchers(summary, last),
    last,
    tagIds: frame.tagIds,
    dryRun,
    errors,
    progress: (done) => progress(done, summary.counts.vouchers),
  })
  refuseIfAny(errors)
  if (!plan.year) return { frame, booked, differences: { closing: [], result: [] } }
  const held = await yearEnd(call, { before, movements: booked.movements, frame, dryRun })
  if (summary.counts.vouchers > 0) await compareWithNextYear(call, plan.year, held, frame, warnings)
  else warnings.add(null, BALANCES_ONLY)
  return { frame, booked, differences: differencesOf(summary, held, frame.kinds) }
}

const BALANCES_ONLY =
  'the file has no vouchers: its opening balances were taken, the movements of its year were not booked'

const reportOf = (
  made: Outcome & { file: ReceivedFile; dryRun: boolean; reading: Reading; warnings: FindingList },
): SieReport => {
  const { dryRun, frame, booked, differences } = made
  const { summary, findings } = made.reading
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
      vouchers: counts.vouchers,
      rows: counts.rows,
      struckRows: counts.struckRows,
      addedRows: counts.addedRows,
    },
    made: {
      fiscalYear: frame.newYear,
      accounts: frame.accounts,
      tagGroups: frame.tagGroups,
      tags: frame.tags,
      openingBalances: frame.openingBalances,
      journalEntries: booked.booked,
    },
    skipped: {
      alreadyBooked: booked.alreadyBooked,
      emptyVouchers: counts.emptyVouchers,
      unknownLabels: [...summary.unknownLabels.keys()],
    },
    differences,
    warningCount: findings.warningCount + made.warnings.count,
    warnings: [...findings.warnings, ...made.warnings.kept].slice(0, MAX_WARNINGS),
  }
}

const describe = ({ name, size, digest }: ReceivedFile, summary: SieSummary): SieReport['file'] => {
  const { header, type, is4I } = summary
  return {
    name,
    size,
    sha256: digest.toString('hex'),
    encoding: summary.encoding,
    type: type === 4 ? (is4I ? '4I' : '4E') : String(type),
    program: [header.program?.name, header.program?.version].filter(Boolean).join(' '),
    companyName: header.companyName,
    organizationNumber: header.orgNumber,
    checksum: summary.checksum ? 'right' : 'none',
  }
}

const countOf = ({ labels }: SieSummary, label: string): number => labels.get(label) ?? 0

/** The report on a file that was imported before; null when it was not. */
const reportOnKnown = async (call: CompanyCall, { file, dryRun }: SieImport): Promise<SieReport | null> => {
  const known = await call.db.maybe<{ report: SieReport }>(sql`
    select report from ledger.sie_import where company_id = ${call.companyId} and file_digest = ${file.digest}`)
  return known && importedBefore(known.report, file, dryRun)
}

/** The report on a file that was imported before: what was read then, and that nothing was made now. */
const importedBefore = (report: SieReport, file: ReceivedFile, dryRun: boolean): SieReport => ({
  ...report,
  dryRun,
  alreadyImported: true,
  file: { ...report.file, name: file.name },
  made: { fiscalYear: null, accounts: 0, tagGroups: 0, tags: 0, openingBalances: 0, journalEntries: 0 },
  skipped: { ...report.skipped, alreadyBooked: report.made.journalEntries + report.skipped.alreadyBooked },
})

/**
 * Keeps the report, a line in the processing history, and the file byte for byte. The file comes last, once the
 * database has judged everything: what is undone leaves none behind.
 */
const keepImport = async (call: CompanyCall, id: string, file: ReceivedFile, report: SieReport): Promise<void> => {
  const { db, companyId, now, actor, files } = call
  await db.rows(sql`
    insert into ledger.sie_import (
      company_id, id, file_name, file_digest, size, report, imported_at, actor_kind, actor_id, actor_name)
    values (${companyId}, ${id}, ${file.name}, ${file.digest}, ${file.size}, ${JSON.stringify(report)}, ${now},
      ${actor.kind}, ${actor.id}, ${actor.name})`)
  const { fiscalYear, ...made } = report.made
  await remember(call, 'sie.imported', { id, fileName: file.name, sha256: report.file.sha256, ...made })
  await db.rows(sql`set constraints all immediate`)
  await files.keep(companyId, file.digest, file.path)
}
