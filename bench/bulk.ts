// Entries in bulk compared with single posts in the same round; and customers, which are not batched.
import { Agent } from 'node:http'
import { dayOf } from '#platform/day'
import { entryOn } from './entry.ts'
import { rateOf, requester } from './requests.ts'
import { makeCompanies, startService } from './service.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

const OPERATIONS = 1000
/** The aim: how many times as many entries per second as single posts of one client. */
const AIM = 5
/** Warm-up time, in seconds. */
const WARM_SECONDS = 3

export const measureBulk = async (workshop: Workshop, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  tell('Bulk: starting the service')
  const service = await startService(workshop, 'bulk')
  const day = dayOf(new Date())
  const [company] = await makeCompanies(service, 1, [Number(day.slice(0, 4))])
  if (!company) throw new Error('No company was made')
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  const send = requester(`${service.origin}${company.path}`, { token: company.token, agent })
  const entry = { method: 'POST', path: '/journal-entries', body: entryOn(day) }
  const customer = { method: 'POST', path: '/customers', body: { name: 'Kunden AB', type: 'company' } }
  const inBulk = (mode: string, operation: object) => async () => {
    await send('POST', '/bulk', { mode, operations: Array.from({ length: OPERATIONS }, () => operation) })
  }
  const works: readonly [name: string, each: number, work: () => Promise<unknown>][] = [
    ['entries one by one', 1, () => send('POST', '/journal-entries', entry.body)],
    ['entries, atomic', OPERATIONS, inBulk('atomic', entry)],
    ['entries, independent', OPERATIONS, inBulk('independent', entry)],
    ['customers one by one', 1, () => send('POST', '/customers', customer.body)],
    ['customers, atomic', OPERATIONS, inBulk('atomic', customer)],
    ['customers, independent', OPERATIONS, inBulk('independent', customer)],
  ]
  const rates = new Map<string, number[]>(works.map(([name]) => [name, []]))
  for (const [, , work] of works) await rateOf({ seconds: WARM_SECONDS, clients: 1 }, work)
  for (let number = 1; number <= rounds; number++) {
    for (const [name, each, work] of works) {
      tell(`Bulk, round ${number} of ${rounds}: ${name}`)
      rates.get(name)?.push(each * (await rateOf({ seconds, clients: 1 }, work)))
    }
  }
  return print(rates)
}

const print = (rates: ReadonlyMap<string, number[]>): Verdict[] => {
  const of = (name: string) => rates.get(name) ?? []
  const ratios = (name: string) => {
    const single = of(`${name.split(/,? /)[0]} one by one`)
    return of(name).map((rate, round) => rate / (single[round] ?? Number.NaN))
  }
  printTable(`In bulk, ${OPERATIONS} operations a request, one client (least/middle/most)`, [
    ['', 'a second', 'times one by one'],
    ...[...rates.keys()].map((name) => [name, textOfSpread(of(name), 0), textOfSpread(ratios(name), 1)]),
  ])
  return ['atomic', 'independent'].map((mode) => {
    const ratio = median(ratios(`entries, ${mode}`))
    return {
      passed: ratio >= AIM,
      sentence: `Entries in bulk (${mode}): ${ratio.toFixed(1)} times one by one, aim ${AIM}`,
    }
  })
}
