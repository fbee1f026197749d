// Depreciation (avskrivning): proposed for months that are not booked yet, as entries of months or of fiscal years, and
// booked by one call. Reversing an entry makes its months due again. What a closed fiscal year lacks is booked after
// it: a mistake is corrected when it is found. So are months before the books, if requested.
import { type Book, bookDocument, bookOf, catchUpDay, type DocumentItem, lockBooks, yearAt } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, firstOfMonth, isDay, lastOfMonth } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { allAssets, bookedOf, counts, type FixedAsset, getAsset } from './asset.ts'
import { type Due, type DuePortion, dueOf, LAST_MONTH, monthsFrom, type Portion, remainingOf } from './plan.rules.ts'
import { assetFaults as faults, assetRefusals as refusals } from './refusals.ts'

/** An entry for each month, or one for each fiscal year. */
export const entryPeriods = ['month', 'year'] as const
type EntryPeriod = (typeof entryPeriods)[number]

/** Months as `YYYY-MM`; without `from` those of the fiscal year of `to`, without `to` the present month. */
type AskedDepreciation = {
  from?: string | undefined
  to?: string | undefined
  per?: EntryPeriod | undefined
}

/** What one entry depreciates of one asset, in öre. */
type Depreciated = { asset: FixedAsset; portions: readonly Portion[]; ore: Ore }

/** An entry that is proposed; its date is the last day that it depreciates for, or the one on which it catches up. */
export type ProposedEntry = {
  date: Day
  title: string
  items: readonly DocumentItem[]
  assets: readonly Depreciated[]
}

type Proposal = { from: Day; to: Day; entries: readonly ProposedEntry[] }

/** Most months that are asked for together. */
const MAX_MONTHS = 60

/** The entries that depreciate what is not depreciated yet, the first day first. */
export const proposeDepreciation = async (call: CompanyCall, asked: AskedDepreciation): Promise<Proposal> => {
  const { from, to } = await monthsOf(call, asked)
  const book = await bookOf(call, true)
  const catchUps = catchUpsIn(book)
  const dateOf = ({ month, catchUpOn: day }: DuePortion): Day => {
    if (day !== null) return day
    const last = lastOfMonth(month)
    if ((asked.per ?? 'month') === 'month') return last
    const year = yearAt(book, last)
    const end = lastOfMonth(to)
    return year && year.endDate < end ? year.endDate : end
  }
  const byDay = new Map<Day, Depreciated[]>()
  for (const asset of await allAssets(call)) {
    const due = dueOf(asset, { from, to, ...catchUps, ...standingOf(asset) })
    for (const day of new Set(due.map(dateOf))) {
      const portions = due.filter((one) => dateOf(one) === day)
      const ore = portions.reduce((sum, one) => sum + one.ore, 0n)
      byDay.set(day, [...(byDay.get(day) ?? []), { asset, portions, ore }])
    }
  }
  const days = [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))
  return { from, to, entries: days.map(([date, assets]) => ({ date, ...entryOf(assets), assets })) }
}

/** Where what no year of a book takes is caught up on; each month is looked up once, for all assets. */
const catchUpsIn = (book: Book): Pick<Due, 'begin' | 'catchUpOn'> => {
  const known = new Map<Day, Day | null>()
  const catchUpOn = (month: Day): Day | null => {
    const found = known.get(month)
    if (found !== undefined) return found
    const day = catchUpDay(book, lastOfMonth(month))
    known.set(month, day)
    return day
  }
  return { begin: book.years[0]?.startDate ?? null, catchUpOn }
}

const standingOf = (asset: FixedAsset): Pick<Due, 'booked' | 'bookedOre' | 'disposedOn'> => ({
  ...bookedOf(asset),
  disposedOn: asset.disposal?.date ?? null,
})

const monthsOf = async (call: CompanyCall, { from, to }: AskedDepreciation): Promise<{ from: Day; to: Day }> => {
  const wrong = Object.entries({ from, to }).filter(([, month]) => month !== undefined && !isDay(`${month}-01`))
  refuseIfAny(wrong.map(([field]) => faults.badMonth(field)))
  const last = to === undefined ? firstOfMonth(dayOf(call.now)) : dayFrom(`${to}-01`)
  const { years } = await bookOf(call, true)
  const year = years.findLast(({ startDate }) => startDate <= lastOfMonth(last))
  const first = from === undefined ? firstOfMonth(year?.startDate ?? last) : dayFrom(`${from}-01`)
  if (last < first) refuseIfAny([faults.order('to', { from: first.slice(0, 7) })])
  if (monthsFrom(first, last) > MAX_MONTHS) refuseIfAny([faults.tooManyMonths('to', { limit: MAX_MONTHS })])
  return { from: first, to: last }
}

const entryOf = (assets: readonly Depreciated[]): Pick<ProposedEntry, 'title' | 'items'> => {
  const months = assets.flatMap(({ portions }) => portions.map(({ month }) => month)).sort()
  const [first = '', last = ''] = [months[0]?.slice(0, 7), months.at(-1)?.slice(0, 7)]
  const sums = new Map<number, Ore>()
  const add = (account: number | null, debit: Ore) => {
    if (account === null) throw new Error('A plan without accounts')
    sums.set(account, (sums.get(account) ?? 0n) + debit)
  }
  for (const { asset, ore } of assets) {
    add(asset.expenseAccount, ore)
    add(asset.accumulatedAccount, -ore)
  }
  const items = [...sums].map(
    ([account, ore]): DocumentItem => (ore < 0n ? { account, credit: -ore } : { account, debit: ore }),
  )
  return { title: `Avskrivningar ${first === last ? first : `${first} – ${last}`}`, items }
}

/** An entry that was booked, with what it depreciates. */
type BookedDepreciation = ProposedEntry & { journalEntryId: string }

/** Books what is proposed, all of it or nothing. */
export const bookDepreciation = async (
  call: CompanyCall,
  asked: AskedDepreciation,
): Promise<Omit<Proposal, 'entries'> & { entries: readonly BookedDepreciation[] }> => {
  await lockBooks(call)
  const { from, to, entries } = await proposeDepreciation(call, asked)
  if (entries.length === 0) throw refusals.nothingDue({ from: from.slice(0, 7), to: to.slice(0, 7) })
  const booked: BookedDepreciation[] = []
  for (const entry of entries) {
    const { title, date, items, assets } = entry
    const { id } = await bookDocument(call, { title, date, items, isReversible: true })
    await keep(call, assets, id)
    booked.push({ ...entry, journalEntryId: id })
    for (const { asset, portions, ore } of assets) {
      const months = portions.map(({ month }) => month.slice(0, 7))
      const detail = { id: asset.id, months, amount: numberFromOre(ore), journalEntryId: id }
      recordEvent(call, 'fixed-asset.depreciated', { id: asset.id }, detail)
    }
  }
  return { from, to, entries: booked }
}

const keep = async ({ db, companyId, now }: CompanyCall, assets: readonly Depreciated[], entryId: string) => {
  const rows = assets.flatMap(({ asset, portions }) =>
    portions.map(({ month, ore }) => ({ id: newId(), asset: asset.id, month, ore: String(ore) })),
  )
  await db.rows(sql`
    insert into assets.depreciation (company_id, id, fixed_asset_id, month, ore, journal_entry_id)
    select ${companyId}, d.id, d.asset, d.month, d.ore, ${entryId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id uuid, asset uuid, month date, ore bigint)`)
  await db.rows(sql`
    update assets.fixed_asset set modified_at = ${now}
    where company_id = ${companyId} and id = any(${assets.map(({ asset }) => asset.id)}::uuid[])`)
}

/** A month of a plan; `catchUpOn` is the day on which it will be booked where no open fiscal year has it. */
type PlannedMonth = DuePortion & { isBooked: boolean }

/** The plan of a fixed asset, as far as it is booked. */
export const plannedMonths = async (call: CompanyCall, id: string): Promise<PlannedMonth[]> => {
  const asset = await getAsset(call, id)
  if (asset.firstMonth === null) return []
  const catchUps = catchUpsIn(await bookOf(call, true))
  const standing = standingOf(asset)
  const due = dueOf(asset, { from: asset.firstMonth, to: LAST_MONTH, ...catchUps, ...standing })
  const days = new Map(due.map((portion) => [portion.month, portion.catchUpOn]))
  const booked = (await bookedPortions(call, id)).map((portion) => ({ ...portion, isBooked: true, catchUpOn: null }))
  const left = remainingOf(asset, standing).map((portion) => ({
    ...portion,
    isBooked: false,
    catchUpOn: days.get(portion.month) ?? null,
  }))
  return [...booked, ...left].sort((one, other) => (one.month < other.month ? -1 : 1))
}

/** What is booked of a fixed asset and not reversed, as it was booked. */
const bookedPortions = ({ db, companyId }: CompanyCall, id: string): Promise<Portion[]> =>
  db.rows<Portion>(sql`
    select d.month, d.ore from assets.depreciation d
    where d.company_id = ${companyId} and d.fixed_asset_id = ${id} and ${counts(sql`d`)}`)

/**
 * What of a fiscal year's depreciation is not booked, in öre, and of how many assets: that of its own months, and what
 * closed years before it lack where that is caught up on in this one.
 */
export const unbookedDepreciation = async (
  call: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
): Promise<{ ore: Ore; assets: number }> => {
  const from = firstOfMonth(startDate)
  const to = firstOfMonth(endDate)
  const catchUps = catchUpsIn(await bookOf(call, true))
  const due = (await allAssets(call)).flatMap((asset) => {
    const ore = dueOf(asset, { from, to, ...catchUps, ...standingOf(asset) }).reduce((sum, one) => sum + one.ore, 0n)
    return ore > 0n ? [ore] : []
  })
  return { ore: due.reduce((sum, ore) => sum + ore, 0n), assets: due.length }
}
