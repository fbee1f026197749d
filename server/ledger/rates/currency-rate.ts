// Currency rates in SEK by day, loaded by the operator and shared by all companies.
import { accountingCurrencyOf } from '#ledger/book'
import type { Call, CompanyCall } from '#platform/call'
import { addDaysWithin, type Day, dayOf, daysBetween } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { invalid, refuseIfAny } from '#platform/refusal'
import { empty, sql } from '#platform/sql'
import type { AccountingCurrency } from '#rule/currency'
import { MAX_RATE_AGE_DAYS } from '#rule/limits'
import {
  crossRate,
  type DayRate,
  dayRateOf,
  meanRate,
  outOfBase,
  RATES_IN,
  type Rate,
  readRates,
  wrongInRate,
} from './currency-rate.rules.ts'

/**
 * The price of one unit of a currency in the accounting currency of the company on a day: the rate of that day or the
 * latest one before, at most {@link MAX_RATE_AGE_DAYS} days back. Null if there is none; callers must treat that as an
 * error and never as 1.
 */
export const rateOn = async (call: CompanyCall, currency: string, date: Day): Promise<Rate | null> => {
  const own = await accountingCurrencyOf(call)
  if (currency === own) return '1'
  const price = await kronorOn(call, currency, date)
  if (own === RATES_IN || price === null) return price
  const ofOwn = await kronorOn(call, own, date)
  return ofOwn && crossRate(price, ofOwn)
}

/** The price of one unit of a currency in kronor on a day, as {@link rateOn} finds it: for amounts of the law. */
export const kronorOn = async ({ db }: Pick<Call, 'db'>, currency: string, date: Day): Promise<Rate | null> => {
  if (currency === RATES_IN) return '1'
  const found = await db.maybe<{ rate: Rate }>(
    sql`
    select trim_scale(rate)::text as rate from ledger.currency_rate
    where currency = ${currency} and date between ${addDaysWithin(date, -MAX_RATE_AGE_DAYS)} and ${date}
    order by date desc limit 1`,
    'rate-on',
  )
  return found?.rate ?? null
}

/**
 * An amount of the law, in öre of kronor, in the currency of books on a day; null where the rate is unknown.
 */
export const lawInBooks = async (
  call: Pick<Call, 'db'>,
  { currency, ore, date }: { currency: AccountingCurrency; ore: Ore; date: Day },
): Promise<Ore | null> => {
  const rate = await kronorOn(call, currency, date)
  return rate === null ? null : outOfBase(ore, rate)
}

/**
 * The mean price of a currency in kronor over a period, of all days with a rate. Null if rates are missing: where more
 * than {@link MAX_RATE_AGE_DAYS} days pass without one, also at the ends.
 */
export const meanKronor = async (
  { db }: Call,
  currency: string,
  { from, to }: { from: Day; to: Day },
): Promise<Rate | null> => {
  const rows = await db.rows<{ date: Day; rate: Rate }>(
    sql`
    select date, trim_scale(rate)::text as rate from ledger.currency_rate
    where currency = ${currency} and date between ${from} and ${to} order by date limit ${MOST_DAYS_OF_MEAN}`,
    'rates-of-period',
  )
  const days = [from, ...rows.map(({ date }) => date), to]
  const hasGap = days.some((day, index) => index > 0 && daysBetween(days[index - 1] ?? day, day) > MAX_RATE_AGE_DAYS)
  return hasGap ? null : meanRate(rows.map(({ rate }) => rate))
}

/** More days than the longest fiscal year has. */
const MOST_DAYS_OF_MEAN = 600

/** The outcome of a load: the number of new, changed and unchanged rates. */
type Loaded = { added: number; replaced: number; unchanged: number }

/**
 * Loads the rates of a file with lines of `date;currency;rate`. If any line is wrong, nothing is loaded and every wrong
 * line is reported. Existing rates for the same day are replaced; documents keep their rates.
 */
export const loadRates = async (call: Call, { name, text }: { name: string; text: string }): Promise<Loaded> => {
  const { rates, errors } = readRates(text, dayOf(call.now))
  // The usual limit on the number of reported errors does not apply: the operator needs all of them to correct the
  // file.
  if (errors.length > 0) throw invalid({ count: errors.length === 1 ? '1 error' : `${errors.length} errors` }, errors)
  const { replaced, added } = await keepRates(call, rates, name)
  recordEvent(call, 'currency-rates.loaded', null, { file: name, rates: rates.length, added, replaced })
  return { added, replaced: replaced.length, unchanged: rates.length - added - replaced.length }
}

/** Sets the rate of one currency on one day. */
export const setRate = async (
  call: Call,
  input: { currency: string; date: string; rate: string },
): Promise<DayRate & { before: Rate | null }> => {
  refuseIfAny(wrongInRate(input, dayOf(call.now)))
  const rate = dayRateOf(input)
  const { replaced, added } = await keepRates(call, [rate], null)
  const before = replaced[0]?.before ?? null
  if (added + replaced.length > 0) recordEvent(call, 'currency-rate.set', null, { ...rate, before })
  return { ...rate, before }
}

type RateSearch = { currency?: string; from?: Day; to?: Day; limit: number }

/** The stored rates, newest day first. */
export const listRates = ({ db }: Call, { currency, from, to, limit }: RateSearch): Promise<DayRate[]> =>
  db.rows<DayRate>(sql`
    select currency, date, trim_scale(rate)::text as rate from ledger.currency_rate
    where true ${currency === undefined ? empty : sql`and currency = ${currency}`}
      ${from === undefined ? empty : sql`and date >= ${from}`} ${to === undefined ? empty : sql`and date <= ${to}`}
    order by date desc, currency limit ${limit}`)

/** The latest rate of a currency, with the time and user that set it; `source` is the file it came from. */
type LastRate = DayRate & { setAt: Date; setBy: string | null; source: string | null }

/** Upper bound on the number of currencies; ISO 4217 has fewer. */
const MOST_CURRENCIES = 400

/** The latest rate of each currency. */
export const lastRates = ({ db }: Pick<Call, 'db'>): Promise<LastRate[]> =>
  db.rows<LastRate>(sql`
    select distinct on (currency) currency, date, trim_scale(rate)::text as rate, loaded_at as "setAt",
      set_by as "setBy", source
    from ledger.currency_rate order by currency, date desc limit ${MOST_CURRENCIES}`)

/** A page of the stored rates, which apply to all companies; newest day first. */
export const listRatePage = (call: CompanyCall, request: PageRequest): Promise<Page<DayRate>> => {
  const list: List<DayRate, DayRate> = {
    name: 'currency-rates',
    columns: sql`r.currency, r.date, trim_scale(r.rate)::text as rate`,
    from: sql`ledger.currency_rate r`,
    where: sql`true`,
    key: [sql`r.date`, sql`r.currency`],
    keyOf: ({ date, currency }) => [date, currency],
    filters: {
      properties: {
        currency: { type: 'string', column: sql`r.currency` },
        date: { type: 'date', column: sql`r.date` },
      },
    },
    itemOf: ({ currency, date, rate }) => ({ currency, date, rate }),
  }
  return listPage(call, list, request)
}

type Replaced = DayRate & { before: Rate }

const keepRates = async (
  { db, now, actor }: Call,
  rates: readonly DayRate[],
  source: string | null,
): Promise<{ added: number; replaced: Replaced[] }> => {
  // Serializes loads, so that the history shows what each of them replaced.
  await db.rows(sql`lock table ledger.currency_rate in share row exclusive mode`)
  const json = JSON.stringify(rates)
  const given = sql`jsonb_to_recordset(${json}::jsonb) as given (currency text, date date, rate numeric)`
  const replaced = await db.rows<Replaced>(sql`
    select currency, date, trim_scale(given.rate)::text as rate, trim_scale(known.rate)::text as before
    from ${given} join ledger.currency_rate known using (currency, date) where known.rate <> given.rate
    order by date, currency`)
  const kept = await db.rows(sql`
    insert into ledger.currency_rate as known (currency, date, rate, loaded_at, set_by, source)
    select currency, date, rate, ${now}, ${actor.name}, ${source} from ${given}
    on conflict (currency, date) do update set rate = excluded.rate, loaded_at = excluded.loaded_at,
      set_by = excluded.set_by, source = excluded.source
      where known.rate <> excluded.rate
    returning currency`)
  return { added: kept.length - replaced.length, replaced }
}
