// Currency rates in SEK by day, loaded by the operator and shared by all companies.
import type { Call, CompanyCall } from '#platform/call'
import { addDaysWithin, type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { invalid, refuseIfAny } from '#platform/refusal'
import { empty, sql } from '#platform/sql'
import { BASE_CURRENCY, type DayRate, dayRateOf, type Rate, readRates, wrongInRate } from './currency-rate.rules.ts'

/**
 * How many days back a rate may be taken from if the day itself has none. No weekend with adjoining holidays is longer;
 * an older rate would mean that rates are no longer loaded.
 */
export const MAX_RATE_AGE_DAYS = 7

/**
 * The price of one unit of a currency in SEK on a day: the rate of that day or the latest one before, at most {@link
 * MAX_RATE_AGE_DAYS} days back. Null if there is none; callers must treat that as an error and never as 1.
 */
export const rateOn = async ({ db }: Call, currency: string, date: Day): Promise<Rate | null> => {
  if (currency === BASE_CURRENCY) return '1'
  const found = await db.maybe<{ rate: Rate }>(
    sql`
    select trim_scale(rate)::text as rate from ledger.currency_rate
    where currency = ${currency} and date between ${addDaysWithin(date, -MAX_RATE_AGE_DAYS)} and ${date}
    order by date desc limit 1`,
    'rate-on',
  )
  return found?.rate ?? null
}

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
