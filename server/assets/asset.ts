// The register of fixed assets: what was acquired, what it cost, and how it is depreciated.
import { bookOf, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, firstOfMonth, isDay, lastOfMonth } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { isAssetAccount, proposedAccounts } from './account.rules.ts'
import { type Booked, monthsFrom, monthsKnownFrom, type Planned, planOf, remainingOf } from './plan.rules.ts'
import { assetFaults as faults, assetRefusals as refusals } from './refusals.ts'
import { type Change, changeOfPlan } from './value-change.rules.ts'

/** A change of the value that was booked; `account` is where write-downs stand. Amounts are in öre. */
export type ValueChange = Change & { id: string; account: number | null; priceOre: Ore | null; journalEntryId: string }

/**
 * A fixed asset; amounts are in öre, months their first days. `accumulatedOre` is all that was ever depreciated, also
 * of parts that left. `changes` are those that are not reversed, the first one first.
 */
export type FixedAsset = Planned & {
  id: string
  number: string
  name: string
  acquiredOn: Day
  account: number
  accumulatedAccount: number | null
  expenseAccount: number | null
  accumulatedOre: Ore
  /** Booked and not reversed. */
  bookedMonths: readonly Day[]
  changes: readonly ValueChange[]
  disposal: { id: string; date: Day; priceOre: Ore; journalEntryId: string } | null
  hasEntries: boolean
  modifiedAt: Date
}

/** What is booked of a fixed asset and not reversed. */
export const bookedOf = ({ bookedMonths, accumulatedOre, depreciatedOre, changes }: FixedAsset): Booked => ({
  booked: new Set(bookedMonths),
  bookedOre: accumulatedOre - depreciatedOre,
  changed: changeOfPlan(changes),
})

/** A fixed asset as callers say it: amounts in kronor, months as `YYYY-MM`. */
export type AssetBody = {
  number?: string | undefined
  name: string
  acquisitionDate: string
  acquisitionValue: number
  residualValue?: number | undefined
  account: number
  accumulatedAccount?: number | null | undefined
  expenseAccount?: number | null | undefined
  months?: number | null | undefined
  firstMonth?: string | null | undefined
  depreciatedBefore?: number | undefined
  depreciatedThrough?: string | null | undefined
}

/** Most fixed assets of one company. */
const MAX_ASSETS = 5000

/** What counts of a row beside an entry: nothing reverses it. A reversal stays: `assetsReversed`. */
export const counts = (alias: Sql): Sql => sql`not exists (
  select from ledger.journal_entry_view r
  where r.company_id = ${alias}.company_id and r.reverses_id = ${alias}.journal_entry_id)`

const columns = sql`
  a.id, a.number, a.name, a.acquired_on as "acquiredOn", a.value_ore as "valueOre", a.residual_ore as "residualOre",
  a.account, a.accumulated_account as "accumulatedAccount", a.expense_account as "expenseAccount", a.months,
  a.first_month as "firstMonth", a.depreciated_ore as "depreciatedOre", a.depreciated_through as "depreciatedThrough",
  a.modified_at as "modifiedAt",
  a.depreciated_ore + (select coalesce(sum(d.ore), 0) from assets.depreciation d
    where d.company_id = a.company_id and d.fixed_asset_id = a.id and ${counts(sql`d`)})::bigint as "accumulatedOre",
  array(select d.month::text from assets.depreciation d
    where d.company_id = a.company_id and d.fixed_asset_id = a.id and ${counts(sql`d`)} order by d.month)
    as "bookedMonths",
  (select jsonb_build_object('id', s.id, 'date', s.date, 'priceOre', s.price_ore::text,
      'journalEntryId', s.journal_entry_id)
    from assets.disposal s where s.company_id = a.company_id and s.fixed_asset_id = a.id and ${counts(sql`s`)})
    as disposal,
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'date', c.date, 'account', c.account,
      'valueOre', c.value_ore::text, 'residualOre', c.residual_ore::text, 'depreciatedOre', c.depreciated_ore::text,
      'writtenDownOre', c.written_down_ore::text, 'priceOre', c.price_ore::text,
      'journalEntryId', c.journal_entry_id) order by c.date, c.id), '[]')
    from assets.value_change c where c.company_id = a.company_id and c.fixed_asset_id = a.id and ${counts(sql`c`)})
    as changes,
  (exists (select from assets.depreciation d where d.company_id = a.company_id and d.fixed_asset_id = a.id)
    or exists (select from assets.disposal s where s.company_id = a.company_id and s.fixed_asset_id = a.id)
    or exists (select from assets.value_change c where c.company_id = a.company_id and c.fixed_asset_id = a.id))
    as "hasEntries"`

/** Amounts in JSON are texts. */
type Told<Kept> = {
  [Key in keyof Kept]: Kept[Key] extends Ore ? string : Kept[Key] extends Ore | null ? string | null : Kept[Key]
}

type Row = Omit<FixedAsset, 'disposal' | 'changes'> & {
  disposal: { id: string; date: Day; priceOre: string; journalEntryId: string } | null
  changes: readonly Told<ValueChange>[]
}

const assetOf = ({ disposal, changes, ...row }: Row): FixedAsset => ({
  ...row,
  disposal: disposal && { ...disposal, priceOre: BigInt(disposal.priceOre) },
  changes: changes.map(({ valueOre, residualOre, depreciatedOre, writtenDownOre, priceOre, ...one }) => ({
    ...one,
    valueOre: BigInt(valueOre),
    residualOre: BigInt(residualOre),
    depreciatedOre: BigInt(depreciatedOre),
    writtenDownOre: BigInt(writtenDownOre),
    priceOre: priceOre === null ? null : BigInt(priceOre),
  })),
})

/** All of a company's fixed assets, by number; at most {@link MAX_ASSETS}. */
export const allAssets = async ({ db, companyId }: CompanyCall): Promise<FixedAsset[]> => {
  const rows = await db.rows<Row>(
    sql`select ${columns} from assets.fixed_asset a where a.company_id = ${companyId} order by a.number, a.id
      limit ${MAX_ASSETS}`,
    'all-fixed-assets',
  )
  return rows.map(assetOf)
}

const listOf = (companyId: string): List<Row, FixedAsset> => ({
  name: 'fixed-assets',
  columns,
  from: sql`assets.fixed_asset a`,
  where: sql`a.company_id = ${companyId}`,
  key: [sql`a.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      number: { type: 'string', column: sql`a.number` },
      name: { type: 'string', column: sql`a.name` },
      account: { type: 'integer', column: sql`a.account` },
      acquisitionDate: { type: 'date', column: sql`a.acquired_on` },
      modifiedDateTime: { type: 'datetime', column: sql`a.modified_at` },
    },
  },
  itemOf: assetOf,
})

/** The fixed assets of a company, newest first. */
export const listAssets = (call: CompanyCall, request: PageRequest): Promise<Page<FixedAsset>> =>
  listPage(call, listOf(call.companyId), request)

/** One fixed asset; refused as not found. */
export const getAsset = async ({ db, companyId }: CompanyCall, id: string): Promise<FixedAsset> => {
  const row = await db.maybe<Row>(
    sql`select ${columns} from assets.fixed_asset a where a.company_id = ${companyId} and a.id = ${id}`,
    'fixed-asset',
  )
  if (!row) throw refusals.fixedAssetNotFound({ id })
  return assetOf(row)
}

/** The current fixed asset. The register changes only under the book lock, like its entries. */
export const lockAsset = async (call: CompanyCall, id: string): Promise<FixedAsset> => {
  await lockBooks(call)
  return getAsset(call, id)
}

/** Adds a fixed asset to the register; nothing is booked. */
export const createAsset = async (call: CompanyCall, body: AssetBody): Promise<FixedAsset> => {
  await lockBooks(call)
  refuseIfAny(await examineAsset(call, body))
  const { db, companyId, actor, now } = call
  const { count, next } = await db.one<{ count: bigint; next: bigint }>(sql`
    select count(*), coalesce(max(number::bigint) filter (where number ~ '^[0-9]{1,15}$'), 0) + 1 as next
    from assets.fixed_asset where company_id = ${companyId}`)
  if (count >= MAX_ASSETS) throw refusals.tooManyAssets({ limit: MAX_ASSETS })
  const id = newId()
  const kept = await keptOf(call, body)
  refuseIfAny(await wrongBeforeBooks(call, kept, new Set()))
  const number = body.number?.trim() || String(next)
  await db.rows(sql`
    insert into assets.fixed_asset (
      company_id, id, number, name, acquired_on, value_ore, residual_ore, account, accumulated_account,
      expense_account, months, first_month, depreciated_ore, depreciated_through, created_by_kind, created_by_id,
      created_at, modified_at)
    values (${companyId}, ${id}, ${number}, ${kept.name}, ${kept.acquiredOn}, ${kept.valueOre}, ${kept.residualOre},
      ${kept.account}, ${kept.accumulatedAccount}, ${kept.expenseAccount}, ${kept.months}, ${kept.firstMonth},
      ${kept.depreciatedOre}, ${kept.depreciatedThrough}, ${actor.kind}, ${actor.id}, ${now}, ${now})`)
  recordEvent(call, 'fixed-asset.created', { id }, { id, ...body, number })
  return getAsset(call, id)
}

/**
 * Changes a fixed asset: all of it until something is booked of it. Then its number and name, and until it is disposed
 * of, what was depreciated before and over which months: what is booked stays, and the months that are left share the
 * rest.
 */
export const updateAsset = async (call: CompanyCall, id: string, body: AssetBody): Promise<FixedAsset> => {
  const before = await lockAsset(call, id)
  refuseIfAny(await examineAsset(call, body, id))
  const kept = await keptOf(call, body)
  const number = body.number?.trim() || before.number
  const isPlanKept = isSamePlan(before, kept)
  if (before.hasEntries && !isPlanKept) refuseIfAny(wrongInCorrection(before, kept))
  if (!isPlanKept) refuseIfAny(await wrongBeforeBooks(call, kept, new Set(before.bookedMonths)))
  await call.db.rows(sql`
    update assets.fixed_asset set number = ${number}, name = ${kept.name}, acquired_on = ${kept.acquiredOn},
      value_ore = ${kept.valueOre}, residual_ore = ${kept.residualOre}, account = ${kept.account},
      accumulated_account = ${kept.accumulatedAccount}, expense_account = ${kept.expenseAccount},
      months = ${kept.months}, first_month = ${kept.firstMonth}, depreciated_ore = ${kept.depreciatedOre},
      depreciated_through = ${kept.depreciatedThrough}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'fixed-asset.changed', { id }, { id, ...body, number })
  return getAsset(call, id)
}

/** Removes a fixed asset of which nothing was ever booked. */
export const deleteAsset = async (call: CompanyCall, id: string): Promise<void> => {
  const { number, name, hasEntries } = await lockAsset(call, id)
  if (hasEntries) throw refusals.hasEntries({ id })
  await call.db.rows(sql`delete from assets.fixed_asset where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'fixed-asset.deleted', { id }, { id, number, name })
}

type Kept = Planned & Pick<FixedAsset, 'name' | 'acquiredOn' | 'account' | 'accumulatedAccount' | 'expenseAccount'>

const isSame = (before: FixedAsset, kept: Kept, but: ReadonlySet<keyof Kept>): boolean =>
  (Object.keys(kept) as (keyof Kept)[]).every((key) => but.has(key) || before[key] === kept[key])

const isSamePlan = (before: FixedAsset, kept: Kept): boolean => isSame(before, kept, NAMED)

const NAMED = new Set<keyof Kept>(['name'])
/** What may be corrected of a plan of which something is booked. */
const CORRECTED = new Set<keyof Kept>(['name', 'months', 'firstMonth', 'depreciatedOre', 'depreciatedThrough'])
/** What may be corrected after a change of the value, which was reckoned from what was depreciated before it. */
const LIVES = new Set<keyof Kept>(['name', 'months'])

/** What is wrong with a correction of a plan of which something is booked; one that changes more is refused. */
const wrongInCorrection = (before: FixedAsset, kept: Kept): FieldError[] => {
  if (before.disposal || !isSame(before, kept, CORRECTED)) throw refusals.hasEntries({ id: before.id })
  if (before.changes.length > 0 && !isSame(before, kept, LIVES)) throw refusals.valueChanged({ id: before.id })
  const { booked, bookedOre, changed = null } = bookedOf(before)
  const most = kept.valueOre - kept.residualOre - bookedOre - (changed?.lessOre ?? 0n)
  if (kept.depreciatedOre > most) return [faults.beforeBooked('#/depreciatedBefore', { most: numberFromOre(most) })]
  const [first] = before.bookedMonths
  if (first && kept.depreciatedThrough && kept.depreciatedThrough >= first) {
    return [faults.throughBooked('#/depreciatedThrough', { month: first.slice(0, 7) })]
  }
  const isLeft = kept.depreciatedOre < most
  if (isLeft && remainingOf(kept, { booked, bookedOre, changed }).length === 0) return [faults.noMonthLeft('#/months')]
  return []
}

const monthFrom = (text: string): Day => dayFrom(`${text}-01`)
const isMonth = (text: string): boolean => isDay(`${text}-01`)

/** What is kept of a body in which nothing is wrong. */
const keptOf = async (call: CompanyCall, body: AssetBody): Promise<Kept> => {
  const { accounts } = await bookOf(call, true)
  const proposed = proposedAccounts(body.account, accounts)
  const acquiredOn = dayFrom(body.acquisitionDate)
  const months = body.months ?? null
  const isPlanned = months !== null
  return {
    name: body.name.trim(),
    acquiredOn,
    valueOre: oreFromNumber(body.acquisitionValue) ?? 0n,
    residualOre: oreFromNumber(body.residualValue ?? 0) ?? 0n,
    account: body.account,
    accumulatedAccount: isPlanned ? (body.accumulatedAccount ?? proposed.accumulated) : null,
    expenseAccount: isPlanned ? (body.expenseAccount ?? proposed.expense) : null,
    months,
    firstMonth: isPlanned ? (body.firstMonth ? monthFrom(body.firstMonth) : firstOfMonth(acquiredOn)) : null,
    depreciatedOre: oreFromNumber(body.depreciatedBefore ?? 0) ?? 0n,
    depreciatedThrough: body.depreciatedThrough ? monthFrom(body.depreciatedThrough) : null,
  }
}

/** No year has the months before the first one: what was depreciated then is said, and the plan goes on after it. */
const wrongBeforeBooks = async (call: CompanyCall, kept: Planned, booked: ReadonlySet<Day>): Promise<FieldError[]> => {
  const { years } = await bookOf(call, true)
  const begin = years[0]?.startDate
  const first = planOf(kept).find(({ month, ore }) => ore > 0n && !booked.has(month))?.month
  if (begin === undefined || first === undefined || lastOfMonth(first) >= begin) return []
  return [faults.beforeBooks('#/depreciatedBefore', { day: begin, month: first.slice(0, 7) })]
}

/** Everything that is wrong with a body, which may be any object; `id` is of the fixed asset that is changed. */
export const examineAsset = async (call: CompanyCall, body: unknown, id?: string): Promise<FieldError[]> => {
  const asset = Object(body) as Partial<AssetBody>
  const wrong = [...wrongInWords(asset), ...wrongInMonths(asset), ...wrongInAmounts(asset)]
  const errors = [...wrong, ...(await wrongInAccounts(call, asset))]
  if (typeof asset.number !== 'string' || asset.number.trim() === '') return errors
  const other = await call.db.maybe<{ name: string }>(sql`
    select name from assets.fixed_asset where company_id = ${call.companyId} and number = ${asset.number.trim()}
      and id is distinct from ${id ?? null}::uuid`)
  return other ? [...errors, faults.numberTaken('#/number', { name: other.name })] : errors
}

const wrongInWords = ({ name, firstMonth, depreciatedThrough, months }: Partial<AssetBody>): FieldError[] => {
  const errors: FieldError[] = []
  if (typeof name === 'string' && name.trim() === '') errors.push(faults.nameMissing('#/name'))
  for (const [field, month] of Object.entries({ firstMonth, depreciatedThrough })) {
    if (typeof month !== 'string') continue
    if (!isMonth(month)) errors.push(faults.badMonth(`#/${field}`))
    else if (typeof months !== 'number') errors.push(faults.notOfPlan(`#/${field}`))
  }
  return errors
}

/** The last month of a plan is one that is known. */
const wrongInMonths = (asset: Partial<AssetBody>): FieldError[] => {
  const first = firstMonthOf(asset)
  if (typeof asset.months !== 'number' || !isMonth(first)) return []
  const limit = monthsKnownFrom(monthFrom(first))
  return asset.months > limit ? [faults.lastMonth('#/months', { limit })] : []
}

/** The month that a plan begins with, which may be none yet. */
const firstMonthOf = ({ firstMonth, acquisitionDate }: Partial<AssetBody>): string =>
  firstMonth ?? (typeof acquisitionDate === 'string' ? acquisitionDate.slice(0, 7) : '')

const wrongInAmounts = (asset: Partial<AssetBody>): FieldError[] => {
  const { acquisitionValue, residualValue = 0, depreciatedBefore = 0, depreciatedThrough, months } = asset
  const errors: FieldError[] = []
  const oreOf = (field: string, amount: unknown, least: bigint): Ore | null => {
    if (typeof amount !== 'number') return null
    const ore = oreFromNumber(amount)
    if (ore === null || ore < least) errors.push(faults.amount(`#/${field}`, { least: least === 0n ? 0 : 0.01 }))
    return ore
  }
  const value = oreOf('acquisitionValue', acquisitionValue, 1n)
  const residual = oreOf('residualValue', residualValue, 0n)
  const before = oreOf('depreciatedBefore', depreciatedBefore, 0n)
  if (value === null || residual === null || before === null || errors.length > 0) return errors
  if (residual > value) return [...errors, faults.residual('#/residualValue')]
  if (before > value - residual) errors.push(faults.before('#/depreciatedBefore'))
  if (before > 0n && typeof months !== 'number') return [...errors, faults.notOfPlan('#/depreciatedBefore')]
  const through = depreciatedThrough ?? null
  if (before > 0n && through === null) {
    errors.push(faults.beforePair('#/depreciatedBefore', { other: 'depreciatedThrough' }))
  }
  if (before === 0n && through !== null) {
    errors.push(faults.beforePair('#/depreciatedThrough', { other: 'depreciatedBefore' }))
  }
  if (before > 0n && before < value - residual && !isWithinPlan(asset)) {
    errors.push(faults.through('#/depreciatedThrough'))
  }
  return errors
}

/** Whether there are months of the plan left after what was depreciated before. */
const isWithinPlan = (asset: Partial<AssetBody>): boolean => {
  const { months, depreciatedThrough } = asset
  const first = firstMonthOf(asset)
  if (!depreciatedThrough || typeof months !== 'number' || !isMonth(first) || !isMonth(depreciatedThrough)) return true
  const passed = monthsFrom(monthFrom(first), monthFrom(depreciatedThrough))
  return passed >= 1 && passed < months
}

const wrongInAccounts = async (call: CompanyCall, asset: Partial<AssetBody>): Promise<FieldError[]> => {
  const { accounts } = await bookOf(call, true)
  const { account, months } = asset
  if (typeof account !== 'number') return []
  if (!isAssetAccount(account) || !accounts.get(account)) return [faults.account('#/account', { account })]
  const proposed = proposedAccounts(account, accounts)
  const others = [
    { field: 'accumulatedAccount', given: asset.accumulatedAccount, usual: proposed.accumulated },
    { field: 'expenseAccount', given: asset.expenseAccount, usual: proposed.expense },
  ]
  return others.flatMap(({ field, given, usual }) => {
    if (typeof given === 'number') {
      return accounts.get(given) ? [] : [faults.otherAccount(`#/${field}`, { account: given })]
    }
    return typeof months === 'number' && usual === null ? [faults.accountMissing(`#/${field}`)] : []
  })
}
