// What the service holds of memory under a day's work of many companies: entries are posted, lists and reports read,
// invoices made and their PDFs drawn, for minutes or for half an hour.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { entryOn } from './entry.ts'
import { megabytesOf } from './processor-time.ts'
import { requester } from './requests.ts'
import { makeCompanies, startService } from './service.ts'
import { type Measure, printTable, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

const COMPANIES = 50
const CLIENTS = 16
const YEAR = 2026
const DAY = `${YEAR}-06-10`
/** How long it works, in seconds: for short rounds, and for thorough ones; how long it rests before the last look. */
const SHORT_SECONDS = 120
const THOROUGH_SECONDS = 1800
const REST_MS = 60_000
const LOOK_MS = 500
/** Aim, in MB. */
const AIM_MOST = 250

const aLine = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitType: 'hour' }

export const measureMixed = async (workshop: Workshop, { rounds }: Measure): Promise<Verdict[]> => {
  const seconds = rounds > 3 ? THOROUGH_SECONDS : SHORT_SECONDS
  const service = await startService(workshop, 'mixed')
  const companies = await makeCompanies(service, COMPANIES, [YEAR])
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  const now = () => megabytesOf(service.pid, service.postmaster)
  const idle = now()
  const seen: number[] = []
  const look = setInterval(() => seen.push(now()), LOOK_MS)
  tell(`Mixed work: ${CLIENTS} clients for ${seconds} seconds`)
  const until = performance.now() + seconds * 1000
  let requests = 0
  const client = async (first: number): Promise<void> => {
    for (let at = first; performance.now() < until; at += CLIENTS) {
      const company = companies[at % COMPANIES]
      if (!company) continue
      const send = requester(`${service.origin}${company.path}`, { token: company.token, agent })
      for (let entry = 0; entry < 5; entry++) await send('POST', '/journal-entries', entryOn(DAY))
      await send('GET', '/journal-entries?pageSize=100')
      await send('GET', '/chart-of-accounts')
      const { id } = await send('POST', '/customers', { name: `Kund ${at} AB`, type: 'company' })
      const lineItems = [{ ...aLine, quantity: 1, unitPrice: 100, taxRate: 25 }]
      const invoice = await send('POST', '/invoices', { customerRef: { id }, invoiceDate: DAY, lineItems })
      const path = `${service.origin}${company.path}/invoices/${invoice.id}/preview`
      const pdf = await fetch(path, { headers: { authorization: `Bearer ${company.token}` } })
      await pdf.arrayBuffer()
      requests += 10
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at))).finally(() => clearInterval(look))
  await pause(REST_MS)
  const after = now()
  const late = seen.slice(-Math.ceil(seen.length / 4))
  const middle = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN
  const most = Math.max(...seen)
  printTable(`Mixed work, ${requests} requests: what the service holds, in MB`, [
    ['idle', 'first quarter', 'last quarter', 'most', 'a minute after'],
    [idle, middle(seen.slice(0, late.length)), middle(late), most, after].map((figure) => figure.toFixed(0)),
  ])
  return [
    { passed: most <= AIM_MOST, sentence: `it holds at most ${AIM_MOST} MB under mixed work: ${most.toFixed(0)}` },
  ]
}
