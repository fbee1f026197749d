// Restates what is open in other currencies at the rate of a day: customers, suppliers, and accounts in another
// currency. A proposal shows the working of each item; what is booked is one entry for each account, reversed on the
// first day after unless it is kept.
import { balanceInCurrencyOn, listBankAccounts } from '#banking'
import {
  accountingCurrencyOf,
  type BookYear,
  bookDocument,
  bookOf,
  createAccount,
  ledgerContribution,
  lockBooks,
  MAX_RATE,
  type Rate,
  rateFromNumber,
  rateOn,
  reverseJournalEntry,
  usualAccount,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayFrom, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { debtsOn } from '#purchasing'
import { balancesOn } from '#reports'
import { MAX_RATE_AGE_DAYS } from '#rule/limits'
import { claimsOn } from '#sales'
import {
  BESIDE_CUSTOMERS,
  BESIDE_SUPPLIERS,
  type BookedItem,
  differenceAccountOf,
  differenceOf,
  entryOf,
  type Group,
  type GroupAccounts,
  type GroupKind,
  nameOfDifference,
  type RevaluedItem,
  revalued,
  takenBackEntry,
} from './revaluation.rules.ts'
import { revaluationFaults as faults, revaluationRefusals as refusals } from './revaluation-refusals.ts'

/** Maximum number of open items of one revaluation. */
const MAX_ITEMS = 5000

type GivenAccount = { account: number; currency: string; balance: number }
type GivenRate = { currency: string; rate: number }

/** `accounts` gives balances that no bank statement tells, `rates` rates that the service does not know. */
export type AskedRevaluation = {
  date: string
  isReversed?: boolean | undefined
  accounts?: readonly GivenAccount[] | undefined
  rates?: readonly GivenRate[] | undefined
}

/** A proposal: what is restated in groups, and what it lacks before it can be booked. */
type Proposed = { date: Day; groups: Group[]; missing: FieldError[] }

/** What a revaluation would book on a day. */
export const proposeRevaluation = async (call: CompanyCall, asked: AskedRevaluation): Promise<Proposed> => {
  const given = await givenIn(call, asked)
  const { date } = given
  const found = [
    ...(await itemsOf(call, date, 'customers')),
    ...(await itemsOf(call, date, 'suppliers')),
    ...(await accountsIn(call, given)),
  ]
  const rates = await ratesOf(call, given, found)
  const missing = [...missingOf(found, rates, date), ...unrecordedIn(found, date)]
  const groups = await groupsOf(call, date, found, rates)
  return { date, groups, missing }
}

type Given = { date: Day; accounts: readonly GivenAccount[]; rates: ReadonlyMap<string, Rate> }

const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The request as read; refused with every error in it. */
const givenIn = async (call: CompanyCall, asked: AskedRevaluation): Promise<Given> => {
  const { accounts = [], rates = [] } = asked
  const own = await accountingCurrencyOf(call)
  const read = new Map(rates.map(({ currency, rate }) => [currency, rateFromNumber(rate)] as const))
  refuseIfAny([
    ...wrongDay(call, asked.date),
    ...rates.flatMap(({ currency, rate }, at) => [
      ...wrongCurrency(own, currency, `#/rates/${at}/currency`),
      ...(rateFromNumber(rate) === null ? [faults.rate(`#/rates/${at}/rate`, { limit: MAX_RATE })] : []),
    ]),
    ...(await wrongInAccounts(call, accounts)),
  ])
  const known = [...read].flatMap(([currency, rate]) => (rate === null ? [] : [[currency, rate] as const]))
  return { date: dayFrom(asked.date), accounts, rates: new Map(known) }
}

const wrongDay = (call: CompanyCall, date: string): FieldError[] =>
  date > dayOf(call.now) ? [faults.dayToCome('#/date')] : []

const wrongCurrency = (own: string, currency: string, field: string): FieldError[] =>
  currency !== own && isoCurrencies.has(currency) ? [] : [faults.currency(field)]

const wrongInAccounts = async (call: CompanyCall, given: readonly GivenAccount[]): Promise<FieldError[]> => {
  if (given.length === 0) return []
  const { accounts, roles, currency: own } = await bookOf(call, true)
  const banks = new Map((await listBankAccounts(call)).map(({ account, currency }) => [account, currency]))
  return given.flatMap(({ account, currency, balance }, at) => {
    const field = `#/accounts/${at}`
    const bank = banks.get(account)
    const isOfBalance = /^[12]/.test(String(account))
    return [
      ...(accounts.get(account) && isOfBalance ? [] : [faults.account(`${field}/account`, { account })]),
      ...(account === roles.receivable || account === roles.payable
        ? [faults.accountOfLedger(`${field}/account`, { account })]
        : []),
      ...(given.findIndex((one) => one.account === account) < at
        ? [faults.accountTwice(`${field}/account`, { account })]
        : []),
      ...wrongCurrency(own, currency, `${field}/currency`),
      ...(bank !== undefined && bank !== currency
        ? [faults.accountCurrency(`${field}/currency`, { account, currency: bank })]
        : []),
      ...(oreFromNumber(balance) === null ? [faults.balance(`${field}/balance`)] : []),
    ]
  })
}

/** What is restated, with the account that it is booked on and what the ledger has open of it. */
type Found = BookedItem & { kind: GroupKind; account: number; restOre: Ore }

type OpenRow = {
  id: string
  number: string | null
  name: string
  currency: string
  ore: Ore
  restOre: Ore
  bookedOre: Ore
}

/** The open items of a side that are booked on its account. */
const itemsOf = async (call: CompanyCall, day: Day, kind: 'customers' | 'suppliers'): Promise<Found[]> => {
  const asked = { day, moment: call.now, registration: Number.MAX_SAFE_INTEGER, partyId: null }
  const isDebt = kind === 'suppliers'
  const rows = await call.db.rows<OpenRow>(
    sql`
    select i.id, i.number, i.party_name as name, i.currency, i.rest_currency_ore as ore, i.rest_ore as "restOre",
      i.booked_ore as "bookedOre"
    from ${isDebt ? debtsOn(call, asked) : claimsOn(call, asked)} i
    where i.currency <> ${await accountingCurrencyOf(call)}
      and (i.booked_ore <> 0 or i.rest_ore <> 0 and i.account is not null)
    order by i.currency, i.date, i.id limit ${MAX_ITEMS + 1}`,
    `revalued-${kind}`,
  )
  if (rows.length > MAX_ITEMS) throw refusals.tooManyItems({ limit: MAX_ITEMS })
  const sign = isDebt ? -1n : 1n
  const account = isDebt ? BESIDE_SUPPLIERS : BESIDE_CUSTOMERS
  return rows.map(({ number, ore, restOre, bookedOre, ...row }) => ({
    ...row,
    kind,
    account,
    number: number ?? '',
    ore: ore * sign,
    restOre: restOre * sign,
    bookedOre: bookedOre * sign,
  }))
}

/** Accounts in other currencies: those of bank accounts, and others whose balance is given. */
const accountsIn = async (call: CompanyCall, { date, accounts }: Given): Promise<Found[]> => {
  const { balances } = await balancesOn(call, date)
  const own = await accountingCurrencyOf(call)
  const banks = (await listBankAccounts(call)).filter(({ currency }) => currency !== own)
  const told = new Map(accounts.map((one) => [one.account, one]))
  const all = new Map(banks.map(({ account, currency, name }) => [account, { currency, name }]))
  for (const { account, currency } of accounts) if (!all.has(account)) all.set(account, { currency, name: '' })
  const found: Found[] = []
  for (const [account, { currency, name }] of all) {
    const bookedOre = balances.get(account) ?? 0n
    const given = told.get(account)
    const ore = given ? oreFromNumber(given.balance) : await balanceInCurrencyOn(call, account, date)
    // An account that is empty and never told of has nothing to restate.
    if (ore === null && bookedOre === 0n) continue
    found.push({
      id: null,
      kind: 'account',
      account,
      number: String(account),
      name: name || usualAccount(account)?.name || '',
      currency,
      ore,
      restOre: bookedOre,
      bookedOre,
    })
  }
  return found
}

/** The rates of the day, of the currencies that are needed; those in the request first. */
const ratesOf = async (call: CompanyCall, given: Given, found: readonly Found[]): Promise<Map<string, Rate | null>> => {
  const rates = new Map<string, Rate | null>()
  for (const currency of new Set(found.map((one) => one.currency)))
    rates.set(currency, given.rates.get(currency) ?? (await rateOn(call, currency, given.date)))
  return rates
}

const missingOf = (found: readonly Found[], rates: ReadonlyMap<string, Rate | null>, date: Day): FieldError[] => [
  ...[...rates].flatMap(([currency, rate]) =>
    rate === null ? [faults.rateMissing('#/rates', { currency, date, days: MAX_RATE_AGE_DAYS })] : [],
  ),
  ...found.flatMap(({ ore, account, currency }) =>
    ore === null ? [faults.balanceMissing('#/accounts', { account, date, currency })] : [],
  ),
]

/** What is open but not booked, or the other way round, cannot be restated. */
const unrecordedIn = (found: readonly Found[], date: Day): FieldError[] =>
  found
    .filter(({ restOre, bookedOre }) => restOre !== bookedOre)
    .map(({ number, restOre, bookedOre }) => {
      const values = { number, date, open: numberFromOre(restOre), booked: numberFromOre(bookedOre) }
      return faults.unrecorded('#/date', values)
    })

const groupsOf = async (
  call: CompanyCall,
  date: Day,
  found: readonly Found[],
  rates: ReadonlyMap<string, Rate | null>,
): Promise<Group[]> => {
  const { roles } = await bookOf(call, true)
  const carried = await carriedInto(call, date)
  const groups = new Map<string, Group & { items: RevaluedItem[] }>()
  for (const { kind, account, restOre: _, ...item } of found) {
    const key = `${kind} ${account}`
    const financial = kind === 'account' ? differenceAccountOf(account) : null
    const gainAccount = financial ?? roles.currencyGain
    const accounts: GroupAccounts = { account, gainAccount, lossAccount: financial ?? roles.currencyLoss }
    // What an account carries is a part of its own balance.
    const carriedOre = kind === 'account' ? 0n : (carried.get(key) ?? 0n)
    const group = groups.get(key) ?? { kind, ...accounts, carriedOre, items: [] }
    group.items.push(revalued(item, rates.get(item.currency) ?? null))
    groups.set(key, group)
  }
  // What was carried of a side without open items is taken back.
  for (const kind of ['customers', 'suppliers'] as const) {
    const account = kind === 'customers' ? BESIDE_CUSTOMERS : BESIDE_SUPPLIERS
    const key = `${kind} ${account}`
    const carriedOre = carried.get(key) ?? 0n
    const accounts = { account, gainAccount: roles.currencyGain, lossAccount: roles.currencyLoss }
    if (carriedOre !== 0n && !groups.has(key)) groups.set(key, { kind, ...accounts, carriedOre, items: [] })
  }
  return [...groups.values()]
}

/** A group as stored: öre are text, and the entries are those that booked it. */
type StoredGroup = GroupAccounts & {
  kind: GroupKind
  carriedOre: string
  entryId: string | null
  reversalId: string | null
  items: {
    id: string | null
    number: string
    name: string
    currency: string
    ore: string
    bookedOre: string
    rate: Rate | null
  }[]
}

/** A booked revaluation; `isStanding` until one of its entries is reversed by hand or with it. */
export type Revaluation = {
  id: string
  date: Day
  isReversed: boolean
  isStanding: boolean
  groups: (Group & { entryId: string | null; reversalId: string | null })[]
  entryIds: readonly string[]
  modifiedAt: Date
  madeBy: string
}

type RevaluationRow = Omit<Revaluation, 'groups'> & { working: { groups: StoredGroup[] } }

/** When it was made, or the last of its entries was reversed. */
const modifiedAt = sql`greatest(r.made_at, (
  select max(e.registered_at) from ledger.journal_entry_view e
  where e.company_id = r.company_id and e.reverses_id = any(r.entry_ids)))`

const columns = sql`
  r.id, r.date, r.is_reversed as "isReversed", r.working, r.entry_ids as "entryIds",
  r.made_by as "madeBy", not exists (
    select from ledger.journal_entry_view e
    where e.company_id = r.company_id and e.reverses_id = any(r.entry_ids)) as "isStanding",
  ${modifiedAt} as "modifiedAt"`

const revaluationOf = ({ working, ...row }: RevaluationRow): Revaluation => ({
  ...row,
  groups: working.groups.map(({ items, carriedOre, ...group }) => ({
    ...group,
    carriedOre: BigInt(carriedOre),
    items: items.map(({ rate, ...item }) =>
      revalued({ ...item, ore: BigInt(item.ore), bookedOre: BigInt(item.bookedOre) }, rate),
    ),
  })),
})

/**
 * What revaluations have left on the accounts beside the ledgers until a day, by kind and account: all of their
 * entries, and the reversals of these.
 */
const carriedInto = async ({ db, companyId }: CompanyCall, date: Day): Promise<ReadonlyMap<string, Ore>> => {
  const rows = await db.rows<{ account: number; ore: Ore }>(
    sql`
    with recursive made (id) as (
      select unnest(r.entry_ids) from year_end.revaluation r where r.company_id = ${companyId} and r.date <= ${date}
      union
      select e.id from made m
      join ledger.journal_entry_view e on e.company_id = ${companyId} and e.reverses_id = m.id
    )
    select i.account, sum(i.debit - i.credit)::bigint as ore
    from made m
    join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = m.id and e.date <= ${date}
    join ledger.journal_entry_item_view i on i.company_id = ${companyId} and i.journal_entry_id = e.id
    where i.account in (${BESIDE_CUSTOMERS}, ${BESIDE_SUPPLIERS})
    group by i.account`,
    'carried-revaluation',
  )
  const kindOf = (account: number): GroupKind => (account === BESIDE_CUSTOMERS ? 'customers' : 'suppliers')
  return new Map(rows.map(({ account, ore }) => [`${kindOf(account)} ${account}`, ore]))
}

/** The first of the standing revaluations from a day on, or of those that were kept. */
const standingFrom = (
  { db, companyId }: CompanyCall,
  date: Day,
  isKept = false,
): Promise<{ id: string; date: Day } | null> =>
  db.maybe<{ id: string; date: Day }>(
    sql`
    select * from (select ${columns} from year_end.revaluation r
      where r.company_id = ${companyId} and r.date >= ${date}) r
    where r."isStanding" and not (r."isReversed" and ${isKept}) order by r.date, r.id limit 1`,
    'standing-revaluation',
  )

/** Whether what is in other currencies stands at the rates of a day. */
export const isRevaluedOn = async (call: CompanyCall, date: Day): Promise<boolean> =>
  (await standingFrom(call, date))?.date === date

/** Books a revaluation: an entry for each account, and its reversal on the first day after unless it is kept. */
export const createRevaluation = async (call: CompanyCall, asked: AskedRevaluation): Promise<Revaluation> => {
  await lockBooks(call)
  const { date, groups, missing } = await proposeRevaluation(call, asked)
  refuseIfAny(missing)
  const isReversed = asked.isReversed ?? true
  const standing = await standingFrom(call, date)
  if (standing?.date === date) throw refusals.revaluedAlready({ id: standing.id, date })
  // What is kept is counted on by those after it; what is reversed the day after leaves them as they are.
  const later = isReversed ? await standingFrom(call, date, true) : standing
  if (later) throw refusals.laterRevaluation({ id: later.id, date: later.date })
  if (groups.length === 0) throw refusals.nothingInCurrency({ date })
  const booked: StoredGroup[] = []
  for (const group of groups) booked.push(await bookGroup(call, date, group, isReversed))
  const id = newId()
  const entryIds = booked.flatMap(({ entryId, reversalId }) => [entryId, reversalId].filter((one) => one !== null))
  const year = await yearOf(call, date)
  await call.db.rows(sql`
    insert into year_end.revaluation (
      company_id, id, fiscal_year_id, date, is_reversed, working, entry_ids, made_at, made_by)
    values (${call.companyId}, ${id}, ${year.id}, ${date}, ${isReversed}, ${JSON.stringify({ groups: booked })}::jsonb,
      ${entryIds}::uuid[], ${call.now}, ${call.actor.name})`)
  const difference = numberFromOre(groups.reduce((sum, group) => sum + differenceOf(group) - group.carriedOre, 0n))
  recordEvent(
    call,
    'currency-revaluation.created',
    { id },
    { id, date, isReversed, difference, entries: entryIds.length },
  )
  return getRevaluation(call, id)
}

const yearOf = async (call: CompanyCall, date: Day): Promise<BookYear> => {
  const { years } = await bookOf(call, true)
  const year = years.find((one) => !one.removed && one.startDate <= date && date <= one.endDate)
  if (!year) throw ledgerContribution.refusals.fiscalYearNotFound({ id: date })
  return year
}

const titles: Readonly<Record<GroupKind, string>> = {
  customers: 'Valutaomräkning av kundfordringar',
  suppliers: 'Valutaomräkning av leverantörsskulder',
  account: 'Valutaomräkning av konto',
}

const bookGroup = async (call: CompanyCall, date: Day, group: Group, isReversed: boolean): Promise<StoredGroup> => {
  const items = entryOf(group)
  const { accounts } = await bookOf(call, true)
  for (const { account } of items)
    if (!accounts.has(account)) await createAccount(call, { number: account, name: nameOfDifference(account) })
  const title = group.kind === 'account' ? `${titles.account} ${group.account}` : titles[group.kind]
  const book = async (day: Day, what: string, rows: typeof items) =>
    rows.length === 0
      ? null
      : (await bookDocument(call, { title: what, date: day, items: rows, isReversible: true })).id
  const entryId = await book(date, `${title} ${date}`, items)
  const back = isReversed ? takenBackEntry(items) : []
  const reversalId = await book(addDays(date, 1), `Återföring: ${title} ${date}`, back)
  return {
    ...group,
    carriedOre: String(group.carriedOre),
    entryId,
    reversalId,
    items: group.items.map(({ id, number, name, currency, ore, bookedOre, rate }) => {
      // The document has the name of its party; kept here, it would stay where that is erased.
      const kept = { id, number, name: id === null ? name : '', currency, rate }
      return { ...kept, ore: String(ore ?? 0n), bookedOre: String(bookedOre) }
    }),
  }
}

/** One revaluation; refused as not found. */
export const getRevaluation = async ({ db, companyId }: CompanyCall, id: string): Promise<Revaluation> => {
  const row = await db.maybe<RevaluationRow>(
    sql`select ${columns} from year_end.revaluation r where r.company_id = ${companyId} and r.id = ${id}`,
    'revaluation',
  )
  if (!row) throw refusals.revaluationNotFound({ id })
  return revaluationOf(row)
}

/** The revaluations of a company, newest first. */
export const listRevaluations = (call: CompanyCall, request: PageRequest): Promise<Page<Revaluation>> => {
  const list: List<RevaluationRow, Revaluation> = {
    name: 'currency revaluations',
    columns,
    from: sql`year_end.revaluation r`,
    where: sql`r.company_id = ${call.companyId}`,
    key: [sql`r.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`r.date` },
        modifiedDateTime: { type: 'datetime', column: modifiedAt },
      },
    },
    itemOf: revaluationOf,
  }
  return listPage(call, list, request)
}

/** Reverses the entries of a revaluation, so that another one may be made on its day. */
export const reverseRevaluation = async (call: CompanyCall, id: string): Promise<Revaluation> => {
  await lockBooks(call)
  const { isStanding, entryIds, date } = await getRevaluation(call, id)
  if (!isStanding || entryIds.length === 0) throw refusals.revaluationReversed({ id })
  for (const entryId of entryIds) await reverseJournalEntry(call, entryId)
  recordEvent(call, 'currency-revaluation.reversed', { id }, { id, date, entries: entryIds.length })
  return getRevaluation(call, id)
}
