// VAT returns (momsdeklarationer): the reported figures of a period, its settlement entry, and the days it locks.
import { findCompany, vatSettingOf } from '#identity'
import {
  accountingCurrencyOf,
  type Book,
  type BookedDocument,
  bookDocument,
  bookOf,
  type DocumentItem,
  firstOpenDay,
  headsOfBooks,
  inBaseCurrency,
  lastLocked,
  lockBooks,
  MAX_RATE,
  noteVatReport,
  outOfBase,
  type Rate,
  rateFromNumber,
  setVatLockDate,
} from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { requireRateOfEuro, vatFigures } from '#reports'
import { CURRENCY_OF_LAW } from '#rule/currency'
import { holdDocuments, namesOf, unrecordedIn } from '#sales'
import { requirePeriod } from './asked-period.ts'
import { warnOfCashTurnover } from './cash-turnover.ts'
import { refuseDifferences } from './difference.ts'
import { warnOfLargeBase } from './large-base.ts'
import { requireMarginWorkedOut } from './margin.ts'
import { BASE_BOXES, dueDateOf, UNION_BOXES, unreportedBefore } from './period.ts'
import { vatWarnings as doubts, vatFaults as faults, vatRefusals as refusals } from './refusals.ts'
import { type Days, entryItems, type Reported, yearUpTo } from './return.rules.ts'
import { type ReturnEntry, type ReturnRecord, readReturn, type StoredBox } from './return-store.ts'
import { refuseSettledBefore } from './settled-before.ts'

type AskedReturn = {
  start?: Day | undefined
  end?: Day | undefined
  /** The return of the same period that this one corrects. */
  corrects?: string | undefined
  /** It was reported by other means: nothing is booked or locked. */
  isElsewhere: boolean
  /** A tax that does not correspond to its base is intended. */
  acceptsDifferences?: boolean
  /** Of books in euro: kronor for one euro, in place of the mean of the period. */
  rateOfEuro?: number | undefined
}

/** `force` proceeds although published documents are unbooked; `dryRun` only shows the outcome. */
type Manner = { force: boolean; dryRun: boolean }

/** Reports VAT for an ended period: settles its tax, locks its days, and stores the return. */
export const reportVat = async (call: CompanyCall, asked: AskedReturn, manner: Manner): Promise<ReturnRecord> => {
  const corrected = asked.corrects === undefined ? null : await requireCorrectable(call, asked.corrects, asked)
  const days = daysOf(asked, corrected, dayOf(call.now))
  if (!asked.isElsewhere && !corrected) await requirePeriod(call, days)
  await hold(call, days, manner)
  // Another request may have corrected it since it was read.
  if (asked.corrects !== undefined) await requireCorrectable(call, asked.corrects, asked)
  const book = await bookOf(call, true)
  if (!corrected) await requireUnreported(call, days)
  if (!asked.isElsewhere) await requireMarginWorkedOut(call, days)
  const rateOfEuro = await rateOf(call, days, asked.rateOfEuro)
  const made = await decided(call, { ...asked, ...days, rateOfEuro }, corrected)
  if (!asked.isElsewhere && !corrected) await refuseSettledBefore(call, days, made.taxes)
  await refuseDifferences(call, made, { isIntended: asked.isElsewhere || (asked.acceptsDifferences ?? false) })
  await warnOfLargeBase(call, await vatSettingOf(call), days.end)
  await warnOfCashTurnover(call, days.end)
  const entry = asked.isElsewhere ? null : entryOf(book, made, corrected)
  if (entry && entry.date !== days.end)
    warn(call, doubts.dated({ lockDate: String(lastLocked(book)), date: entry.date }))
  if (manner.dryRun) return { ...made, entry, id: null }
  const booked = entry && (await bookDocument(call, { ...entry, items: itemsOf(entry) }))
  if (!asked.isElsewhere) await lockUpTo(call, book, days.end)
  await noteVatReport(call, days)
  return store(call, { ...made, entry }, booked)
}

const itemsOf = ({ items }: ReturnEntry): DocumentItem[] => items.map(({ account, ore }) => ({ account, debit: ore }))

/** The entry of a return made elsewhere is unknown, so a correction cannot be booked. */
const requireCorrectable = async (
  call: CompanyCall,
  id: string,
  { isElsewhere }: AskedReturn,
): Promise<ReturnRecord> => {
  const corrected = await readReturn(call, id)
  if (corrected.isElsewhere && !isElsewhere) refuseIfAny([faults.elsewhereToo('#/reportedElsewhere')])
  if (corrected.correctedById) throw refusals.correctedAlready({ id: corrected.correctedById })
  return corrected
}

const daysOf = ({ start, end }: AskedReturn, corrected: ReturnRecord | null, today: Day): Days => {
  if (corrected) {
    const { startDate, endDate } = corrected
    const isOther = (start && start !== startDate) || (end && end !== endDate)
    if (isOther) refuseIfAny([faults.otherDays('#/startDate', { start: startDate, end: endDate })])
    return { start: startDate, end: endDate }
  }
  refuseIfAny([
    ...(start ? [] : [faults.daysMissing('#/startDate')]),
    ...(end ? [] : [faults.daysMissing('#/endDate')]),
    ...(start && end && end < start ? [faults.order('#/endDate')] : []),
    ...(end && end >= today ? [faults.notOver('#/endDate', { end })] : []),
  ])
  return { start: start as Day, end: end as Day }
}

/**
 * Blocks publication and booking until the transaction ends; unbooked documents of the period are refused or returned.
 */
const hold = async (call: CompanyCall, days: Days, { force, dryRun }: Manner): Promise<void> => {
  const lacking = dryRun ? await unrecordedIn(call, days) : await holdDocuments(call, { ...days, force })
  if (!dryRun) await lockBooks(call)
  if (lacking.length > 0) warn(call, doubts.notInBooks({ names: namesOf(lacking) }))
  const earlier = await unreportedBefore(call, days.start)
  if (earlier.length === 0) return
  const named = earlier.map(({ start, end }) => `${start} to ${end}`).join(', ')
  warn(call, doubts.earlier({ names: named }))
}

const requireUnreported = async ({ db, companyId }: CompanyCall, { start, end }: Days): Promise<void> => {
  const found = await db.maybe<{ id: string }>(sql`
    select r.id from vat.vat_return r
    where r.company_id = ${companyId} and r.start_date <= ${end}::date and r.end_date >= ${start}::date
      and not exists (select from vat.vat_return c where c.company_id = r.company_id and c.corrects_id = r.id)
    limit 1`)
  if (found) throw refusals.alreadyReported({ start, end, id: found.id })
}

type Made = Omit<ReturnRecord, 'id' | 'entry'> & { id: string }

/** The figures to report, by the current books. */
const decided = async (
  call: CompanyCall,
  { start, end, isElsewhere, rateOfEuro }: Days & Pick<AskedReturn, 'isElsewhere'> & { rateOfEuro: Rate | null },
  corrected: ReturnRecord | null,
): Promise<Made> => {
  const { registration, figures } = await vatFigures(
    call,
    [{ from: start, to: end }, yearUpTo(end)],
    rateOfEuro === null ? undefined : [rateOfEuro, null],
  )
  const [period, year] = figures
  if (!period || !year) throw new Error('No figures for the VAT period')
  const setting = await vatSettingOf(call)
  const { companyType } = await findCompany(call.db, call.companyId)
  const sumOf = (boxes: readonly StoredBox[], codes: readonly string[]) =>
    boxes.reduce((sum, { code, amount }) => (codes.includes(code) ? sum + amount : sum), 0n)
  const due = { companyType, end, baseOre: inKronor(sumOf(year.boxes, BASE_BOXES), rateOfEuro) }
  const tradesInUnion = period.boxes.some(({ code, amount }) => UNION_BOXES.includes(code) && amount !== 0n)
  const boxes = period.boxes.filter(({ reported, amount }) => reported !== 0n || amount !== 0n)
  return {
    id: newId(),
    startDate: start,
    endDate: end,
    isElsewhere,
    boxes,
    taxes: period.taxes,
    payable: period.payable,
    rateOfEuro,
    registration,
    heads: await headsOf(call),
    reportedAt: call.now,
    modifiedAt: call.now,
    dueDate: setting && dueDateOf({ setting, ...due, tradesInUnion }),
    reportedBy: call.actor.name,
    correctsId: corrected?.id ?? null,
    correctedById: null,
    journalEntryId: null,
    journalEntryNumber: null,
  }
}

/** The ends of the entry chains, as texts. */
const headsOf = async (call: CompanyCall): Promise<ReturnRecord['heads']> =>
  (await headsOfBooks(call)).map(({ chain, number, link }) => ({
    chain,
    number: String(number),
    link: link.toString('hex'),
  }))

/** The settlement entry, on the last day of the period, or on the first open day after it; null if it is empty. */
const entryOf = (
  book: Book,
  { startDate, endDate, taxes, payable, rateOfEuro }: Made,
  corrected: ReturnRecord | null,
): ReturnEntry | null => {
  const accounts = { settlement: book.roles.vatSettlement, rounding: book.roles.rounding }
  const items = entryItems(booked({ taxes, payable, rateOfEuro }), corrected ? booked(corrected) : nothing, accounts)
  if (items.length === 0) return null
  const title = `${corrected ? 'Rättad momsredovisning' : 'Momsredovisning'} ${startDate} – ${endDate}`
  return { title, date: firstOpenDay(book, endDate) ?? endDate, items }
}

const nothing: Reported = { taxes: [], payable: 0n }

/** What a return books: the amount payable in the accounting currency, by the rate that it was declared at. */
const booked = ({ taxes, payable, rateOfEuro }: Reported & { rateOfEuro: Rate | null }): Reported => ({
  taxes,
  payable: rateOfEuro === null ? payable : outOfBase(payable, rateOfEuro),
})

const inKronor = (ore: Ore, rateOfEuro: Rate | null): Ore =>
  rateOfEuro === null ? ore : inBaseCurrency(ore, rateOfEuro)

/** The rate by which books in euro are declared, as given or the mean of the period; null of books in kronor. */
const rateOf = async (call: CompanyCall, { start, end }: Days, given: number | undefined): Promise<Rate | null> => {
  if (given === undefined) return requireRateOfEuro(call, { from: start, to: end })
  const isInKronor = (await accountingCurrencyOf(call)) === CURRENCY_OF_LAW
  const rate = rateFromNumber(given)
  if (isInKronor) refuseIfAny([faults.rateOfKronor('#/rateOfEuro')])
  if (rate === null) refuseIfAny([faults.rate('#/rateOfEuro', { limit: MAX_RATE })])
  return rate
}

/** Days are locked for what would change the return; what people have locked stays locked for everything. */
const lockUpTo = async (call: CompanyCall, { lockDate, vatLockDate }: Book, end: Day): Promise<void> => {
  if (vatLockDate !== null && vatLockDate >= end) return
  await setVatLockDate(call, { date: end })
  if (lockDate === null || lockDate < end) warn(call, doubts.locked({ end }))
}

const store = async (
  call: CompanyCall,
  made: Made & { entry: ReturnEntry | null },
  booked: BookedDocument | null,
): Promise<ReturnRecord> => {
  const { id, startDate, endDate, dueDate, isElsewhere, correctsId, payable, entry } = made
  const inText = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
  await call.db.rows(sql`
    insert into vat.vat_return (company_id, id, start_date, end_date, due_date, is_elsewhere, corrects_id, boxes, taxes,
      payable_ore, rate_of_euro, entry, journal_entry_id, registration, heads, reported_at,
      actor_kind, actor_id, actor_name)
    values (${call.companyId}, ${id}, ${startDate}, ${endDate}, ${dueDate}, ${isElsewhere}, ${correctsId},
      ${inText(made.boxes)}::jsonb, ${inText(made.taxes)}::jsonb, ${payable}, ${made.rateOfEuro},
      ${entry && inText(entry)}::jsonb, ${booked?.id ?? null}, ${made.registration}, ${inText(made.heads)}::jsonb,
      ${call.now}, ${call.actor.kind}, ${call.actor.id}, ${call.actor.name})`)
  recordEvent(call, correctsId ? 'vat-return.corrected' : 'vat-return.made', { id }, { start: startDate, end: endDate })
  return { ...made, journalEntryId: booked?.id ?? null, journalEntryNumber: booked?.journalEntryNumber ?? null }
}
