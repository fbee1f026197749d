// The steps of a pay run after its draft: review, approval, booking, payment, and back to a draft.
import {
  bookDocument,
  type DocumentItem,
  knownTags,
  ledgerContribution,
  lockBooks,
  type Reversed,
  requireKronor,
  reverseJournalEntry,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import type { PayAccountKey } from '#rule/payroll/pay-types'
import { payslipsInRun } from './payslip.ts'
import { holdPayroll, holdRun, type RunRecord, readRun, requireState } from './run.ts'
import { computeRun, digestOfRun } from './run-computation.ts'
import { type PayslipInEntry, runEntryItems } from './run-entry.rules.ts'
import { runRefusals as refusals } from './run-refusals.ts'
import { addPayAccounts, readSettings } from './settings.ts'

/** A draft becomes a reviewed run, after a last computation. */
export const reviewRun = async (call: CompanyCall, id: string): Promise<RunRecord> => {
  await holdPayroll(call)
  requireState(await holdRun(call, id), 'draft')
  await computeRun(call, await readRun(call, id))
  const run = await readRun(call, id)
  if (run.people === 0) throw refusals.empty({ number: run.number })
  const { db, companyId, actor, now } = call
  const below = await db.maybe<{ person: { firstName: string; lastName: string }; netOre: bigint }>(sql`
    select s.person, s.net_ore as "netOre" from payroll.payslip s
    where s.company_id = ${companyId} and s.pay_run_id = ${id} and s.net_ore < 0 order by s.id limit 1`)
  if (below)
    throw refusals.belowZero({
      name: `${below.person.firstName} ${below.person.lastName}`,
      net: textFromOre(below.netOre),
    })
  await db.rows(sql`
    update payroll.pay_run set state = 'reviewed', reviewed_by_id = ${actor.id}, reviewed_by_name = ${actor.name},
      modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'pay-run.reviewed', { id }, { id, number: run.number, net: textFromOre(run.netOre) })
  return readRun(call, id)
}

/** A reviewed run is approved as it was reviewed; by another person where the settings say so. */
export const approveRun = async (call: CompanyCall, id: string): Promise<RunRecord> => {
  await holdPayroll(call)
  const run = await holdRun(call, id)
  requireState(run, 'reviewed')
  const { db, companyId, actor, now } = call
  const { needsTwo } = await readSettings(call)
  if (needsTwo && actor.kind !== 'user') throw refusals.onlyPeople({ number: run.number })
  if (needsTwo && actor.id === run.reviewedById) throw refusals.samePerson({ number: run.number })
  const reviewed = await digestOfRun(call, id)
  await computeRun(call, run)
  if ((await digestOfRun(call, id)) !== reviewed) throw refusals.outdated({ number: run.number })
  await db.rows(sql`
    update payroll.pay_run set state = 'approved', approved_by_id = ${actor.id}, approved_by_name = ${actor.name},
      modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'pay-run.approved', { id }, { id, number: run.number, net: textFromOre(run.netOre) })
  return readRun(call, id)
}

/** Books an approved run, in one entry on its day of payment. */
export const bookRun = async (call: CompanyCall, id: string): Promise<RunRecord> => {
  await lockBooks(call)
  await requireKronor(call, refusals.notInKronor)
  await holdPayroll(call)
  const run = await holdRun(call, id)
  requireState(run, 'approved')
  const { accounts } = await readSettings(call)
  const items = await withKnownTags(
    call,
    runEntryItems(await inEntry(call, id), (key: PayAccountKey) => accounts[key]),
  )
  await addPayAccounts(
    call,
    items.flatMap((item) => (('debit' in item ? item.debit : item.credit) === 0n ? [] : [item.account])),
  )
  const title = `Lön ${run.number}: ${run.name}`
  const entry = await bookDocument(call, { title, date: run.payDate, items, isReversible: true })
  const { db, companyId, now } = call
  await db.rows(sql`
    update payroll.pay_run set state = 'booked', journal_entry_id = ${entry.id},
      journal_entry_number = ${entry.journalEntryNumber}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'pay-run.booked', { id }, { id, number: run.number, journalEntryId: entry.id })
  return readRun(call, id)
}

const inEntry = async (call: CompanyCall, runId: string): Promise<PayslipInEntry[]> =>
  (await payslipsInRun(call, runId)).map((payslip) => ({
    ...payslip,
    employments: new Map(payslip.person.employments.map((one) => [one.id, one])),
  }))

/** Tags that were removed since are left out. */
const withKnownTags = async (call: CompanyCall, items: readonly DocumentItem[]): Promise<DocumentItem[]> => {
  const ids = [...new Set(items.flatMap(({ tags = [] }) => tags.map(({ tagId }) => tagId)))]
  const known = await knownTags(call, ids)
  return items.map((item) => ({ ...item, tags: (item.tags ?? []).filter(({ tagId }) => known.has(tagId)) }))
}

/** Makes a draft of a run again, until it is paid. The entry of a booked one is reversed. */
export const takeBackRun = async (call: CompanyCall, id: string): Promise<RunRecord> => {
  await lockBooks(call)
  await holdPayroll(call)
  const run = await holdRun(call, id)
  requireState(run, 'reviewed', 'approved', 'booked')
  // What follows a reversed entry makes it a draft.
  if (run.journalEntryId !== null) await reverseJournalEntry(call, run.journalEntryId)
  else await makeDraft(call, run.id, run.number)
  return readRun(call, id)
}

const makeDraft = async (call: CompanyCall, id: string, number: number): Promise<void> => {
  await call.db.rows(sql`
    update payroll.pay_run set state = 'draft', reviewed_by_id = null, reviewed_by_name = null, approved_by_id = null,
      approved_by_name = null, journal_entry_id = null, journal_entry_number = null,
      reversed_entry_ids = array_remove(reversed_entry_ids || journal_entry_id, null), modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'pay-run.taken-back', { id }, { id, number })
}

/** A run whose entry is reversed is a draft again, unless it is paid; the reversal itself is not reversed. */
export const runsReversed = async (call: CompanyCall, { id: entryId, number, restored }: Reversed): Promise<void> => {
  const { db, companyId } = call
  if (restored.length > 0) {
    const former = await db.maybe(sql`
      select r.id from payroll.pay_run r
      where r.company_id = ${companyId} and r.reversed_entry_ids && ${[...restored]}::uuid[] limit 1`)
    if (former) throw ledgerContribution.refusals.reversalOfRegister({ id: entryId, number })
  }
  const run = await db.maybe<{ id: string; number: number; state: string }>(
    sql`
    select r.id, r.number, r.state from payroll.pay_run r
    where r.company_id = ${companyId} and r.journal_entry_id = ${entryId} for update`,
    'pay-run-of-reversed',
  )
  if (!run) return
  if (run.state === 'paid') throw ledgerContribution.refusals.reversedOfPayRun({ id: entryId, number, run: run.number })
  await makeDraft(call, run.id, run.number)
}
