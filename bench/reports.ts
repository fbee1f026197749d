// Reports: each on large books and on small ones, with one client and with several; two of them compared with pgbench
// running the same statements; and how many lines of the general ledger are streamed per second, with which memory.
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { type Books, compare, makeBooks, type Question, REQUESTS_IN_A_ROW, verify } from './books.ts'
import { type Used, watchMemory } from './memory.ts'
import { findPgbench, postByPgbench } from './pgbench.ts'
import { type Reading, readingScriptOf } from './recorded.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'
import { hasWrk, readByHttp } from './wrk.ts'

/** Aim: the largest ratio of a report's time on large books to that on small ones. */
const AIM_RATIO = 1.5
/** Smallest acceptable fraction of pgbench's rate. */
const AIM_SHARE = 0.7
/** Lines of the general ledger per second. */
const AIM_LINES = 200_000
/**
 * Aim: the largest ratio of memory for a stream four times as long. Streams keep nothing, so this only allows for
 * noise.
 */
const AIM_GROWTH = 1.25
/** Requests per second of a round: reports are slower than lists. */
const REQUESTS_PER_SECOND = 60
const CLIENTS = [1, 8] as const

const report = (name: string, path: string): Question => ({
  name,
  pathFor: async () => `/reports/${path}`,
  items: null,
})

const LAST_YEAR = `${new Date().getFullYear() - 1}-01-01..${new Date().getFullYear() - 1}-12-31`

const questions: readonly Question[] = [
  report('trial balance', 'trial-balance'),
  report('income statement by month', 'income-statement?by=month'),
  report('income statement beside last year', `income-statement?compare=${LAST_YEAR}`),
  report('balance sheet', 'balance-sheet'),
  {
    name: 'balance sheet, known 100 entries ago',
    pathFor: async ({ entries }) => `/reports/balance-sheet?knownAt=${entries - 100}`,
    items: null,
  },
  report('VAT report', 'vat-report'),
  report('key figures', 'key-figures'),
  { ...report('customer ledger', 'customer-ledger'), items: 0 },
  report('ages of receivables', 'aged-receivables'),
  report('general ledger, 100 lines of 1930', 'general-ledger?accounts=1930'),
  report('general ledger, 100 lines of 3001', 'general-ledger?accounts=3001&from=2026-06-01'),
  report('journal, 25 entries', 'journal'),
]

/**
 * Reads compared with pgbench: as cached while the books do not change, and, for comparison, read again each time; and
 * one account, which is about the smallest read.
 */
const yardsticks: readonly { name: string; reading: Reading; path: string; isAim: boolean; anew: boolean }[] = [
  ...[false, true].flatMap((anew) => [
    {
      name: `trial balance${anew ? ', read anew' : ''}`,
      path: '/reports/trial-balance',
      isAim: !anew,
      anew,
      reading: { operationId: 'getTrialBalance', params: {} },
    },
    {
      name: `key figures${anew ? ', read anew' : ''}`,
      path: '/reports/key-figures',
      isAim: !anew,
      anew,
      reading: { operationId: 'getKeyFigures', params: {} },
    },
  ]),
  {
    name: 'one account',
    path: '/chart-of-accounts/1930',
    isAim: false,
    anew: true,
    reading: { operationId: 'getAccount', params: { account: '1930' } },
  },
]

export const measureReports = async (
  workshop: Workshop,
  measure: Measure,
  sizes: { small: number; large: number },
): Promise<Verdict[]> => {
  const small = await makeBooks(workshop, 'small-reports', sizes.small)
  const large = await makeBooks(workshop, 'large-reports', sizes.large)
  await verify(small)
  return [
    ...(await compareAll(small, large, measure)),
    ...(await compareUnderLoad(small, large, measure)),
    ...(await besidePgbench(large, measure, workshop.folder)),
    ...(await streamLedger(large)),
  ]
}

/** With one client: the time on large books and on small ones. */
const compareAll = async (small: Books, large: Books, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  const count = Math.ceil((REQUESTS_PER_SECOND * seconds) / REQUESTS_IN_A_ROW) * REQUESTS_IN_A_ROW
  const lines: string[][] = [['', `${small.entries} entries, ms`, `${large.entries} entries, ms`, 'ratio']]
  const verdicts: Verdict[] = []
  for (const question of questions) {
    tell(`Reports: ${question.name}`)
    const medians = await compare(question, small, large, { rounds, count })
    const ratios = medians.map(([ofSmall, ofLarge]) => ofLarge / ofSmall)
    const ofSmall = medians.map(([figure]) => figure)
    const ofLarge = medians.map(([, figure]) => figure)
    lines.push([question.name, textOfSpread(ofSmall, 2), textOfSpread(ofLarge, 2), textOfSpread(ratios, 2)])
    verdicts.push(verdictOf(question.name, median(ratios)))
  }
  printTable(`Reports with one client: median of ${count} requests, least/middle/most of ${rounds} rounds`, lines)
  return verdicts
}

const verdictOf = (name: string, ratio: number): Verdict => ({
  passed: ratio <= AIM_RATIO,
  sentence: `${name}: ${ratio.toFixed(2)} times as long on the large books (aim: at most ${AIM_RATIO})`,
})

/** With several clients: the rate on small books and on large ones. */
const compareUnderLoad = async (small: Books, large: Books, { rounds, seconds }: Measure): Promise<Verdict[]> => {
  if (!hasWrk()) {
    console.log('\nReports are measured with one client only: wrk is missing. apt-get install wrk')
    return []
  }
  const clients = Math.max(...CLIENTS)
  const lines: string[][] = [['', `${small.entries} entries, per second`, `${large.entries} entries`, 'ratio of times']]
  const verdicts: Verdict[] = []
  for (const { name, pathFor } of questions) {
    tell(`Reports with ${clients} clients: ${name}`)
    const rates: [number, number][] = []
    for (let round = 1; round <= rounds; round++) {
      const of = async (books: Books) =>
        readByHttp(urlOf(books, await pathFor(books)), books.company, { clients, seconds, anew: true })
      rates.push([await of(small), await of(large)])
    }
    const ratios = rates.map(([ofSmall, ofLarge]) => ofSmall / ofLarge)
    const ofSmall = rates.map(([rate]) => rate)
    const ofLarge = rates.map(([, rate]) => rate)
    lines.push([name, textOfSpread(ofSmall, 0), textOfSpread(ofLarge, 0), textOfSpread(ratios, 2)])
    verdicts.push(verdictOf(`${name} with ${clients} clients`, median(ratios)))
  }
  printTable(`Reports with ${clients} clients, ${rounds} rounds of ${seconds} s`, lines)
  return verdicts
}

const urlOf = ({ service, company }: Books, path: string): string => `${service.origin}${company.path}${path}`

/** Compared with pgbench, which runs the same statements on the same server. */
const besidePgbench = async (books: Books, { rounds, seconds }: Measure, folder: string): Promise<Verdict[]> => {
  const pgbench = findPgbench()
  if (!pgbench || !hasWrk()) {
    console.log('\nReports have no comparison: apt-get install wrk postgresql-contrib')
    return []
  }
  const lines: string[][] = [['', 'round trips', 'clients', 'service, per second', 'pgbench, per second', 'share']]
  const verdicts: Verdict[] = []
  for (const { name, reading, path, isAim, anew } of yardsticks) {
    const file = join(folder, `${reading.operationId}.sql`)
    const { script, roundTrips } = await readingScriptOf(books.service, books.company, reading)
    writeFileSync(file, script)
    for (const clients of CLIENTS) {
      tell(`Reports beside pgbench: ${name}, ${clients} clients`)
      const rates: [number, number][] = []
      for (let round = 1; round <= rounds; round++) {
        const ours = await readByHttp(urlOf(books, path), books.company, { clients, seconds, anew })
        const theirs = await postByPgbench(pgbench, books.service, [file], { clients, seconds, folder })
        rates.push([ours, theirs.rate])
      }
      const shares = rates.map(([ours, theirs]) => ours / theirs)
      const ours = rates.map(([rate]) => rate)
      const theirs = rates.map(([, rate]) => rate)
      const cells = [textOfSpread(ours, 0), textOfSpread(theirs, 0), textOfSpread(shares, 2)]
      lines.push([name, String(roundTrips), String(clients), ...cells])
      const sentence = `${name}, ${clients} clients: ${median(shares).toFixed(2)} of pgbench (aim: ${AIM_SHARE})`
      if (isAim) verdicts.push({ passed: median(shares) >= AIM_SHARE, sentence })
    }
  }
  printTable(`Reports beside pgbench with the same statements, ${books.entries} entries`, lines)
  return verdicts
}

/**
 * The general ledger of the fiscal year with the most entries, as a whole, and its quarters one after the other, which
 * have as many lines together: their memory shows that of a stream a quarter as long.
 */
const streamLedger = async (books: Books): Promise<Verdict[]> => {
  const year = new Date().getFullYear() - 1
  const all = { from: `${year}-01-01`, to: `${year}-12-31` }
  const quarters = ['01-01..03-31', '04-01..06-30', '07-01..09-30', '10-01..12-31'].map((days) => {
    const [from, to] = days.split('..')
    return { from: `${year}-${from}`, to: `${year}-${to}` }
  })
  tell('Reports: the general ledger as a stream')
  // The first stream makes the memory grow to the usual size.
  await stream(books, 'csv', all)
  const parts: Streamed[] = []
  for (const days of quarters) parts.push(await stream(books, 'csv', days))
  const csv = await stream(books, 'csv', all)
  const ndjson = await stream(books, 'ndjson', all)
  const mostOf = (of: keyof Used) => Math.max(...parts.map(({ most }) => most[of]))
  const part = mostOf('service')
  printTable(`The general ledger of ${year}, from books of ${books.entries} entries`, [
    ['', 'lines', 'lines a second', 'first byte, ms', 'service at most, MiB', 'database, MiB'],
    ['CSV, of a quarter', String(parts[0]?.lines), '', '', String(part), String(mostOf('database'))],
    ['CSV', ...cellsOf(csv)],
    ['NDJSON', ...cellsOf(ndjson)],
  ])
  const growth = csv.most.service / part
  return [
    ...[csv, ndjson].map(({ format, rate }) => ({
      passed: rate >= AIM_LINES,
      sentence: `general ledger as ${format}: ${rate} lines a second (aim: ${AIM_LINES})`,
    })),
    {
      passed: growth <= AIM_GROWTH,
      sentence: `general ledger: ${growth.toFixed(2)} times the memory of a quarter of it (aim: ${AIM_GROWTH})`,
    },
  ]
}

const cellsOf = ({ lines, rate, firstMs, most }: Streamed): string[] =>
  [lines, rate, firstMs, most.service, most.database].map((figure) => figure.toFixed(0))

type Streamed = { format: string; lines: number; rate: number; firstMs: number; most: Used }

const stream = async (books: Books, format: string, { from, to }: { from: string; to: string }): Promise<Streamed> => {
  const path = `/reports/general-ledger?format=${format}&from=${from}&to=${to}`
  const { outcome, most } = await watchMemory(books.service, () => takeLines(urlOf(books, path), books.company.token))
  const { lines, firstMs, ms } = outcome
  return { format, lines, rate: Math.round((lines / ms) * 1000), firstMs, most }
}

const takeLines = (url: string, token: string): Promise<{ lines: number; firstMs: number; ms: number }> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    let firstMs = 0
    let lines = 0
    get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The ledger was answered with ${response.statusCode}`))
      response.on('data', (chunk: Buffer) => {
        firstMs ||= performance.now() - started
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
      })
      response.on('end', () => resolve({ lines, firstMs, ms: performance.now() - started }))
      response.on('error', reject)
    }).on('error', reject)
  })
