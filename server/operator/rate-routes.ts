// Rates for all companies: currency rates, and the reference rate of late interest, with their age and who has set
// them.
import { DateOnly, DateTime, named, nullable, object, operatorRow, pageOf, pageQuery, type Row, Type } from '#http'
import { lastRates, listRatePage, setRate } from '#ledger'
import type { Call } from '#platform/call'
import { dayFrom, dayOf, daysBetween, momentText } from '#platform/day'
import { invalidWith } from '#platform/refusal'
import { halfYearOf, lastReferenceRate, setReferenceRate } from '#reminders'
import { MAX_RATE_AGE_DAYS } from '#rule/limits'
import { operatorFaults as faults } from './refusals.ts'
import { at, tag } from './shapes.ts'

/** An upper bound for rates; the verb validates the rest. */
const MOST_RATE = 1_000_000
const HUNDREDTHS = 100
/** The reference rate is the policy rate, rounded up to a half (räntelagen 1975:635, 9 §). */
const HALVES = 2
/** The lowest and highest reference rate, in percent; the table enforces it too. */
const LEAST_PERCENT = -5
const MOST_PERCENT = 100

const RateShape = named(
  'OperatedRate',
  object({
    currency: Type.String({ maxLength: 3, examples: ['EUR'], description: 'ISO 4217' }),
    date: DateOnly,
    rate: Type.Number({
      exclusiveMinimum: 0,
      maximum: MOST_RATE,
      examples: [11.0625],
      description: 'What one unit costs in SEK',
    }),
  }),
)

const setBy = nullable(Type.String({ examples: ['Anna Ek'], description: 'null: that was not kept' }))

const ReferenceRateShape = named(
  'OperatedReferenceRate',
  object({
    from: { ...DateOnly, description: 'The first day of its half-year' },
    percent: Type.Number({
      minimum: LEAST_PERCENT,
      maximum: MOST_PERCENT,
      examples: [2.5],
      description: 'As the central bank has announced it: a multiple of 0.5',
    }),
  }),
)

const RateSourcesShape = named(
  'OperatedRateSources',
  object({
    currencies: Type.Array(
      object({
        ...RateShape.properties,
        ageDays: Type.Integer({ description: 'From that day to today' }),
        isTooOld: Type.Boolean({
          description: `More than ${MAX_RATE_AGE_DAYS} days: a document of today that has no rate of its own finds none`,
        }),
        setDateTime: DateTime,
        setBy,
        source: nullable(Type.String({ examples: ['rates.csv'], description: 'The file it came from; null: by hand' })),
      }),
    ),
    referenceRate: nullable(
      object({
        ...ReferenceRateShape.properties,
        isMissing: Type.Boolean({ description: 'Of the half-year that runs: late interest takes the one before it' }),
        setDateTime: DateTime,
        setBy: { ...setBy, description: 'null: the service came with it, or that was not kept' },
      }),
    ),
  }),
)

const sourcesOf = async (call: Call) => {
  const today = dayOf(call.now)
  const reference = await lastReferenceRate(call)
  const currencies = (await lastRates(call)).map(({ setAt, rate, ...one }) => {
    const ageDays = daysBetween(one.date, today)
    const isTooOld = ageDays > MAX_RATE_AGE_DAYS
    return { ...one, rate: Number(rate), ageDays, isTooOld, setDateTime: momentText(setAt) }
  })
  if (!reference) return { currencies, referenceRate: null }
  const { fromDate: from, hundredths, setAt, setBy: by } = reference
  const isMissing = from < halfYearOf(today)
  const percent = hundredths / HUNDREDTHS
  return { currencies, referenceRate: { from, percent, isMissing, setDateTime: momentText(setAt), setBy: by } }
}

export const rateRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/currency-rates'),
    operationId: 'listOperatedRates',
    tag,
    summary: 'List the currency rates',
    description: 'Those of all companies, the newest first. `query` filters on currency and date.',
    query: pageQuery('currency==EUR'),
    answer: { json: pageOf(RateShape) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listRatePage({ ...call, companyId: '' }, query)
      return { ...page, items: page.items.map((one) => ({ ...one, rate: Number(one.rate) })) }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/currency-rates'),
    operationId: 'setOperatedRate',
    tag,
    summary: 'Set the rate of a currency for a day',
    description: 'Documents keep the rate that they have.',
    body: RateShape,
    answer: { json: RateShape },
    events: ['currency-rate.set'],
    refusals: [],
    example: { body: { currency: 'EUR', date: '2026-06-01', rate: 11.0625 } },
    run: async (call, { body }) => {
      const { currency, date, rate } = await setRate(call, { ...body, rate: String(body.rate) })
      return { currency, date, rate: Number(rate) }
    },
  }),
  operatorRow({
    method: 'GET',
    path: at('/rate-sources'),
    operationId: 'readRateSources',
    tag,
    summary: 'Read how old the rates are, and who has set them',
    description: 'The last rate of each currency, and the last reference rate.',
    answer: { json: RateSourcesShape },
    refusals: [],
    run: sourcesOf,
  }),
  operatorRow({
    method: 'POST',
    path: at('/reference-rates'),
    operationId: 'setOperatedReferenceRate',
    tag,
    summary: 'Set the reference rate of a half-year',
    description: 'Late interest goes by it from that day on, in all companies; a rate that was there is replaced.',
    body: ReferenceRateShape,
    answer: { json: ReferenceRateShape },
    events: ['reference-rate.set'],
    refusals: [],
    example: { body: { from: '2026-07-01', percent: 2.5 } },
    run: async (call, { body: { from, percent } }) => {
      const fromDate = dayFrom(from)
      if (halfYearOf(fromDate) !== fromDate) throw invalidWith([faults.halfYear('#/from')])
      if (!Number.isInteger(percent * HALVES)) throw invalidWith([faults.halves('#/percent')])
      await setReferenceRate(call, { fromDate, hundredths: percent * HUNDREDTHS })
      return { from, percent }
    },
  }),
]
