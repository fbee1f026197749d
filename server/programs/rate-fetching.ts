// Fetches currency rates and the reference rate from Riksbanken (SWEA), with the ECB as a second source of currency
// rates, where the operator allows it (FETCH_RATES). What the operator has entered for a day or half-year stays.
import { object } from '#http'
import { ledgerService } from '#ledger'
import { dayOf } from '#platform/day'
import { defineJob, type Job, type Work } from '#platform/job'
import { halfYearOf, referenceRates, setReferenceRate } from '#reminders'
import { asOperator } from './system.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long one answer may take, and how large it may be. */
const PATIENCE_MS = 20_000
const MAX_ANSWER = 500_000
const HUNDREDTHS = 100
/** The central bank rounds the reference rate up to a half (räntelagen 1975:635, 9 §). */
const HALVES = 50

/** Where rates are fetched. */
type RateSources = { riksbank: string; ecb: string }
const usualSources: RateSources = {
  riksbank: 'https://api.riksbank.se/swea/v1',
  ecb: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
}

/** Series that quote one unit; others may be of a hundred units, and are taken from the ECB. */
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']
const REFERENCE_SERIES = 'SECBREFEFF'

type Fetching = Pick<Work, 'database' | 'standing' | 'signal'>

/** The job, four times a day; after a failure it tries again after 5, 30 and 60 minutes. */
export const rateFetching = (sources: RateSources = usualSources): Job =>
  defineJob(
    {
      name: 'rates.fetch',
      payload: object({}),
      pausesMs: [5 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS],
      timeLimitMs: 5 * MINUTE_MS,
      atOnce: 1,
      perTenant: 1,
      everyMs: 6 * HOUR_MS,
    },
    (work) => fetchRates(work, sources),
  )

/**
 * Fetches from each source; one that does not answer leaves the others.
 * @throws {Error} that names each source without an answer
 */
export const fetchRates = async (work: Fetching, sources: RateSources): Promise<void> => {
  const failures: string[] = []
  const attempt = async (source: string, run: () => Promise<void>): Promise<boolean> => {
    try {
      await run()
      return true
    } catch (cause) {
      failures.push(`${source}: ${cause instanceof Error ? cause.message : String(cause)}`)
      return false
    }
  }
  const isFromRiksbank = await attempt('Riksbanken', () => currenciesOfRiksbank(work, sources))
  const isFromEcb = await attempt('ECB', () => currenciesOfEcb(work, sources))
  const isReferenceKnown = await attempt('Riksbanken, reference rate', () => referenceRateOf(work, sources))
  if (!isReferenceKnown || (!isFromRiksbank && !isFromEcb)) throw new Error(failures.join('; '))
}

const currenciesOfRiksbank = async (work: Fetching, { riksbank }: RateSources): Promise<void> => {
  const found = []
  for (const currency of CURRENCIES) {
    const text = await answerOf(`${riksbank}/Observations/Latest/SEK${currency}PMI`, work.signal)
    const observation = ledgerService.observationIn(JSON.parse(text))
    const rate = observation && ledgerService.rateOfObservation(currency, observation)
    if (rate === null) throw new Error(`the answer about ${currency} has no rate`)
    found.push(rate)
  }
  await keep(work, 'Riksbanken, SWEA', found)
}

const currenciesOfEcb = async (work: Fetching, { ecb }: RateSources): Promise<void> => {
  const found = ledgerService.ratesFromEcb(await answerOf(ecb, work.signal))
  if (found.length === 0) throw new Error('the answer has no rates')
  await keep(work, 'ECB, eurofxref', found)
}

type Found = ReturnType<typeof ledgerService.ratesFromEcb>

/** Keeps the rates of days after the latest known one of each currency. */
const keep = (work: Fetching, name: string, found: Found): Promise<void> =>
  asOperator(work, async (call) => {
    const known = new Map((await ledgerService.lastRates(call)).map(({ currency, date }) => [currency, date]))
    const fresh = found.filter(({ currency, date }) => date > (known.get(currency) ?? ''))
    if (fresh.length === 0) return
    const text = fresh.map(({ date, currency, rate }) => `${date};${currency};${rate}`).join('\n')
    await ledgerService.loadRates(call, { name, text })
  })

/** Enters the rate of the half-year, unless it is entered. */
const referenceRateOf = async (work: Fetching, { riksbank }: RateSources): Promise<void> => {
  const text = await answerOf(`${riksbank}/Observations/Latest/${REFERENCE_SERIES}`, work.signal)
  const observation = ledgerService.observationIn(JSON.parse(text))
  if (observation === null) throw new Error('the answer has no rate')
  const hundredths = Math.round(observation.value * HUNDREDTHS)
  if (hundredths % HALVES !== 0) throw new Error(`${observation.value} is no multiple of 0.5`)
  await asOperator(work, async (call) => {
    // A rate is observed on each day of its half-year, or on the first one alone.
    const fromDate = halfYearOf(observation.date)
    if (fromDate > dayOf(call.now)) return
    const isEntered = (await referenceRates(call.db)).some((one) => one.fromDate === fromDate)
    if (!isEntered) await setReferenceRate(call, { fromDate, hundredths })
  })
}

const answerOf = async (url: string, signal: AbortSignal): Promise<string> => {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MAX_ANSWER) throw new Error(`${url} answered with more than ${MAX_ANSWER} characters`)
  }
  return text
}
