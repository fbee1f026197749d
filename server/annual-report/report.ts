// The annual report of a fiscal year: gathered from the books and its text, made final, signed, filed.

import { tellerOf } from '#annual-report/ixbrl/facts.rules'
import { namingTaxonomy, taxonomyOn } from '#annual-report/ixbrl/taxonomies.rules'
import { type Line, lineOf, rowsOn } from '#annual-report/statements/lines.rules'
import { type Statements, sheetOf, statementsOf, type YearSheet } from '#annual-report/statements/statements'
import { allLives } from '#assets'
import type { Language } from '#http'
import { companyInformation } from '#identity'
import { type BookYear, bookOf, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { mainAccount } from '#rule/account-ranges'
import type { NoteYear } from './asset-notes.rules.ts'
import { type Check, checksOf, stopsIn } from './checks.rules.ts'
import type { ReportText } from './content.ts'
import { isOfNotes, taxOn } from './data.rules.ts'
import { undoneIn } from './data.ts'
import { documentOf } from './document.rules.ts'
import { equityMoves } from './equity.rules.ts'
import { annualReportRefusals as refusals } from './refusals.ts'
import type { DocumentFacts, OverviewYear, Snapshot, UsefulLife } from './report-facts.ts'
import { textOf } from './text.ts'
import { type Filing, filingsOf, standingVersion, type Version } from './version.ts'

/** The years of the overview: this one, and at most three before it. */
const YEARS = 4

/** A report as it is now: from a snapshot if it is final, and otherwise from the books. */
export type Report = {
  year: Pick<BookYear, 'id' | 'startDate' | 'endDate'>
  version: Version | null
  filings: readonly Filing[]
  snapshot: Snapshot
  checks: readonly Check[]
}

/** The annual report of a year; reads one snapshot of the books. */
export const reportOf = async (call: CompanyCall, id: string): Promise<Report> => {
  const found = await statementsOf(call, { id, framework: 'k2' })
  const { companyType } = await companyInformation(call)
  if (!formsWithReport.has(companyType)) throw refusals.noReportOfForm({ form: companyType })
  const version = await standingVersion(call, id)
  const year = { id, startDate: found.year.startDate, endDate: found.year.endDate }
  if (version) return { year, version, filings: await filingsOf(call, id), snapshot: version.snapshot, checks: [] }
  const { facts, isTest } = await gather(call, found)
  const checks = checksOf(facts, found)
  return { year, version, filings: await filingsOf(call, id), snapshot: snapshotOf(facts, isTest), checks }
}

/** Limited companies; those whose form is not set are taken for one. */
const formsWithReport: ReadonlySet<string> = new Set(['limitedCompany', 'notSet'])

const snapshotOf = (facts: DocumentFacts, isTest: boolean): Snapshot => {
  const { company, year, overview, text, income, balance } = facts
  const teller = tellerOf(namingTaxonomy(year.startDate))
  return {
    company: { ...company, isTest },
    period: { from: year.startDate, to: year.endDate },
    blocks: documentOf(teller, facts),
    years: overview.map(({ startDate, endDate }) => ({ startDate, endDate })),
    taxonomy: taxonomyOn(year.startDate)?.name ?? null,
    signatories: text.signatories ?? [],
    untagged: [...income, ...balance]
      .filter(({ kind, key, element }) => kind === 'line' && key !== 'taxes' && element === null)
      .map(({ name }) => name.sv),
  }
}

/** Everything that a report is made of. */
const gather = async (call: CompanyCall, found: Statements): Promise<{ facts: DocumentFacts; isTest: boolean }> => {
  const { year, now, before, income, balance, framework } = found
  const { name, organizationNumber, address } = await companyInformation(call)
  const { isTest } = await call.db.one<{ isTest: boolean }>(
    sql`select is_test as "isTest" from identity.company_view where id = ${call.companyId}`,
  )
  const { years } = await bookOf(call, true)
  const place = years.findIndex(({ id }) => id === year.id)
  const earlier = years.slice(0, place).reverse()
  const previous = before?.isOpening === false ? earlier[0] : undefined
  const text = await textWithBefore(call, year.id, previous)
  const rows = rowsOn(framework.balance, year.startDate)
  const contributions = -movedOn(now, CONTRIBUTIONS)
  const opening = before?.kronor.balance ?? new Map()
  const given = text.dividendPaid ?? null
  return {
    isTest,
    facts: {
      company: { name, organizationNumber, seat: (text.seat ?? '').trim() || address.city },
      year: { startDate: year.startDate, endDate: year.endDate },
      before: before && { span: before.span, isOpening: before.isOpening, kronor: before.kronor },
      kronor: now.kronor,
      income,
      balance,
      rows,
      notes: {
        now: await noteYear(call, year.id, now),
        before: previous ? await noteYear(call, previous.id, await sheetOf(call, framework, previous)) : null,
      },
      overview: await overviewOf(call, found, { earlier, text }),
      equity: equityMoves(opening, now.kronor.balance, {
        dividend: given === null ? null : BigInt(given),
        contributions: contributions / 100n,
      }),
      lives: await livesOf(call, rows),
      text,
    },
  }
}

/** Contributions of shareholders (erhållna aktieägartillskott). */
const CONTRIBUTIONS = 2093

const movedOn = ({ accounts }: YearSheet, main: number): bigint =>
  accounts.filter((one) => one.main === main).reduce((sum, { debit, credit }) => sum + debit - credit, 0n)

const noteYear = async (call: CompanyCall, id: string, { accounts }: YearSheet): Promise<NoteYear> => ({
  accounts,
  undone: await undoneIn(call, id, accounts.filter(isOfNotes)),
})

/** The text, with figures of the year before from its own report where this one does not give them. */
const textWithBefore = async (call: CompanyCall, id: string, previous: BookYear | undefined): Promise<ReportText> => {
  const text = await textOf(call, id)
  const earlier = previous ? await textOf(call, previous.id) : {}
  return {
    ...text,
    averageEmployeesBefore: text.averageEmployeesBefore ?? earlier.averageEmployees ?? null,
    longDebtsAfterFiveYearsBefore: text.longDebtsAfterFiveYearsBefore ?? earlier.longDebtsAfterFiveYears ?? null,
    pledgedAssetsBefore: text.pledgedAssetsBefore ?? earlier.pledgedAssets ?? null,
    contingentLiabilitiesBefore: text.contingentLiabilitiesBefore ?? earlier.contingentLiabilities ?? null,
  }
}

type OverviewAsked = { earlier: readonly BookYear[]; text: ReportText }

/** This year and those before it, from the books, and from the text where the books do not have them. */
const overviewOf = async (
  call: CompanyCall,
  { framework, now, before }: Statements,
  { earlier, text }: OverviewAsked,
): Promise<OverviewYear[]> => {
  const years = [overviewYear(now)]
  let last: { startDate: Day } = now
  for (const one of earlier) {
    if (years.length === YEARS || one.removed) break
    const sheet = await sheetOf(call, framework, one)
    const isKnown = sheet.position.income.size > 0 || (one === earlier[0] && before?.isOpening === false)
    if (!isKnown) break
    years.push(overviewYear(sheet))
    last = one
  }
  const given = (text.earlierYears ?? [])
    .filter(({ endDate }) => endDate < last.startDate)
    .sort((one, other) => (one.endDate < other.endDate ? 1 : -1))
    .map((one) => ({
      startDate: one.startDate as Day,
      endDate: one.endDate as Day,
      netSales: BigInt(one.netSales),
      resultAfterFinancialItems: BigInt(one.resultAfterFinancialItems),
      equityRatio: Math.round(one.equityRatio * 10),
    }))
  return [...years, ...given].slice(0, YEARS)
}

const overviewYear = ({ startDate, endDate, kronor: { income, balance } }: YearSheet): OverviewYear => {
  const of = (key: string) => balance.get(key) ?? 0n
  const adjusted = of('equity') + (of('untaxed') * (1000n - taxOn(startDate))) / 1000n
  const assets = of('assets')
  return {
    startDate,
    endDate,
    netSales: income.get('netSales') ?? 0n,
    resultAfterFinancialItems: income.get('afterFinancial') ?? 0n,
    equityRatio: assets > 0n ? tenthsOf(adjusted, assets) : null,
  }
}

/** A share in tenths of a percent, half a tenth rounded away from zero. */
const tenthsOf = (part: bigint, whole: bigint): number => {
  const doubled = (part * 2000n) / whole
  return Number((doubled + (doubled < 0n ? -1n : 1n)) / 2n)
}

const MONTHS = 12

/** How long assets are depreciated, by line, from the register. */
const livesOf = async (call: CompanyCall, rows: ReturnType<typeof rowsOn>): Promise<UsefulLife[]> => {
  const lives = await allLives(call)
  const byLine = new Map<string, number[]>()
  for (const { account, months } of lives) {
    const line = lineOf(rows, mainAccount(account))
    if (line) byLine.set(line.key, [...(byLine.get(line.key) ?? []), months / MONTHS])
  }
  const isOf = (row: (typeof rows)[number]): row is Line => row.kind === 'line' && byLine.has(row.key)
  return rows.filter(isOf).map(({ key }) => {
    const years = byLine.get(key) ?? []
    const text = (one: number) => one.toLocaleString('sv-SE', { maximumFractionDigits: 1 })
    const [least, most] = [Math.min(...years), Math.max(...years)]
    return { line: key, years: least === most ? text(least) : `${text(least)}–${text(most)}` }
  })
}

/** Freezes text and figures; refused while a check stops it. */
export const finalizeReport = async (
  call: CompanyCall,
  { id, language }: { id: string; language: Language },
): Promise<Report> => {
  await lockBooks(call)
  const { version, year, checks, snapshot } = await reportOf(call, id)
  if (version) throw refusals.isFinal()
  if (year.endDate >= dayOf(call.now)) throw refusals.yearNotOver({ date: year.endDate })
  const stops = stopsIn(checks)
  if (stops.length > 0) throw refusals.notReady({ checks: stops.map(({ words }) => words[language]).join('; ') })
  await call.db.rows(sql`
    insert into annual_report.version (company_id, id, fiscal_year_id, number, snapshot, made_at, made_by)
    select ${call.companyId}, ${newId()}, ${id}, 1 + count(*), ${JSON.stringify(snapshot)}::jsonb, ${call.now},
      ${call.actor.name}
    from annual_report.version where company_id = ${call.companyId} and fiscal_year_id = ${id}`)
  recordEvent(call, 'annual-report.finalized', { id }, { id })
  return reportOf(call, id)
}

/** Takes a final report back, so that its text can be changed; refused once it is filed. */
export const withdrawReport = async (
  call: CompanyCall,
  { id, reason }: { id: string; reason: string },
): Promise<Report> => {
  await lockBooks(call)
  const { version, filings } = await reportOf(call, id)
  if (!version) throw refusals.notFinal()
  const [filed] = filings.filter(({ versionId }) => versionId === version.id)
  if (filed) throw refusals.alreadyFiled({ date: filed.filedOn })
  await call.db.rows(sql`
    insert into annual_report.withdrawal (company_id, version_id, reason, withdrawn_at, withdrawn_by)
    values (${call.companyId}, ${version.id}, ${reason}, ${call.now}, ${call.actor.name})`)
  recordEvent(call, 'annual-report.withdrawn', { id }, { id, reason })
  return reportOf(call, id)
}
