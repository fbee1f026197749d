// Verification of many small companies: in sets, and each by itself as it is done with large ones.
import { Agent } from 'node:http'
import { walkerOf } from '#verification/verification-walk'
import { entryOn } from './entry.ts'
import { requester } from './requests.ts'
import { makeCompanies, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Companies with a chart, fiscal years and a few entries. */
const COMPANIES = 900
const ENTRIES = 3
const YEAR = 2026
/** How many of them are also verified each by itself. */
const ALONE = 30
/** Aim: companies a second. */
const AIM_RATE = 100

export const measureVerification = async (workshop: Workshop, { rounds }: Measure): Promise<Verdict[]> => {
  const service = await startService(workshop, 'verified')
  tell(`Verification: making ${COMPANIES} companies`)
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  for (const company of await makeCompanies(service, COMPANIES, [YEAR - 1, YEAR])) {
    const send = requester(`${service.origin}${company.path}`, { token: company.token, agent })
    for (let at = 0; at < ENTRIES; at++) await send('POST', '/journal-entries', entryOn(`${YEAR}-01-0${at + 1}`))
  }
  const walker = walkerOf(service, undefined)
  const companies = await walker.companies()
  const rates = { sets: [] as number[], alone: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    rates.sets.push(await companiesASecond(companies.length, () => inSteps(companies, walker.atOnce)))
    rates.alone.push(await companiesASecond(ALONE, () => inSteps(companies.slice(0, ALONE), 1)))
  }
  printTable('Verification: companies a second (least/middle/most)', [
    ['', 'companies', 'rate'],
    ['in sets', String(companies.length), textOfSpread(rates.sets, 0)],
    ['each by itself', String(ALONE), textOfSpread(rates.alone, 1)],
  ])
  const rate = median(rates.sets)
  const times = median(rates.sets) / median(rates.alone)
  return [
    {
      passed: rate >= AIM_RATE,
      sentence: `${rate.toFixed(0)} small companies are verified in a second, ${times.toFixed(0)} times as many as each by itself; aim ${AIM_RATE}`,
    },
  ]

  async function inSteps(some: typeof companies, step: number): Promise<void> {
    for (let first = 0; first < some.length; first += step) {
      const { faults } = await walker.walk(some.slice(first, first + step), () => {})
      if (faults.length > 0) throw new Error(`The books of the benchmark are wrong: ${JSON.stringify(faults[0])}`)
    }
  }
}

const companiesASecond = async (count: number, work: () => Promise<void>): Promise<number> => {
  const started = performance.now()
  await work()
  return count / ((performance.now() - started) / 1000)
}
