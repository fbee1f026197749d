// SIE files: how many vouchers per second are imported from one file, compared with psql copying the same rows, and
// exported; the memory; and how long another company waits for its reads meanwhile.
import { createReadStream } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ledgerContribution } from '#ledger'
import { operator } from '#platform/actor'
import { type Copying, copyingOf } from './copying.ts'
import { type Used, watchMemory } from './memory.ts'
import { type ProcessorTime, processorTime } from './processor-time.ts'
import { requester } from './requests.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { ROWS, writeSieFile } from './sie-file.ts'
import { median, printTable, shareOf, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Vouchers per second. */
const AIM_IMPORT = 20_000
const AIM_EXPORT = 50_000
/**
 * Aim: the largest ratio of memory to that at rest, and to that with a file a tenth as long, since nothing of it is
 * kept.
 */
const AIM_GROWTH = 1.5
/** Aim: the largest ratio of another company's read time during an import to that without. */
const AIM_WAIT = 3
/** The pause between the other company's reads in milliseconds, and their number without an import. */
const BETWEEN_READS_MS = 5
const IDLE_READS = 400
const WARM_VOUCHERS = 2_000
/** Time limit for one file, in milliseconds. */
const FILE_TIMEOUT_MS = 10 * 60 * 1000

type Round = { import: Done; export: Done; copying: Copied; waits: readonly number[] }
type Copied = Awaited<ReturnType<Copying>>
/** The measurements of one file. */
type Done = { seconds: number; before: Used; most: Used; time: ProcessorTime | null }

export const measureSie = async (
  workshop: Workshop,
  { rounds, vouchers }: { rounds: number; vouchers: number },
): Promise<Verdict[]> => {
  tell('SIE: starting the service')
  const service = await startService(workshop, 'sie')
  const year = new Date().getFullYear() - 1
  const file = join(workshop.folder, 'large.se')
  const warm = join(workshop.folder, 'warm.se')
  const bytes = await writeSieFile(file, year, vouchers)
  await writeSieFile(warm, year, WARM_VOUCHERS)
  const [other, small, ...companies] = await makeCompanies(service, rounds + 2, [year])
  if (!other || !small) throw new Error('No company was made')
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  await importFile(service, small, warm, WARM_VOUCHERS)
  await exportYear(service, small, await yearOf(service, small))
  const idle = await readsOf(service, other, agent, (count) => count < IDLE_READS)
  const done: Round[] = []
  let copying: Awaited<ReturnType<typeof copyingOf>> = null
  for (const [index, company] of companies.entries()) {
    tell(`SIE, round ${index + 1} of ${rounds}: a file of ${vouchers} vouchers`)
    const { imported, waits } = await importBeside(service, { company, other, agent }, { file, vouchers })
    if (index === 0) {
      await verify(service, company, vouchers)
      copying = await copyingOf(service, company.id, workshop.folder)
      if (!copying) console.log('\nImports have no comparison: apt-get install postgresql-client')
    }
    const copied = copying ? await copying() : { seconds: Number.NaN, database: Number.NaN }
    const exported = await exportYear(service, company, await yearOf(service, company))
    done.push({ import: imported, export: exported, copying: copied, waits })
  }
  return print(done, idle, { vouchers, bytes })
}

type Large = { file: string; vouchers: number }

/** Imports a file while another company reads. */
const importBeside = async (
  service: Service,
  { company, other, agent }: { company: Company; other: Company; agent: Agent },
  { file, vouchers }: Large,
): Promise<{ imported: Done; waits: number[] }> => {
  let isDone = false
  const importing = importFile(service, company, file, vouchers).finally(() => {
    isDone = true
  })
  const [imported, waits] = await Promise.all([importing, readsOf(service, other, agent, () => !isDone)])
  return { imported, waits }
}

const importFile = (service: Service, company: Company, file: string, vouchers: number): Promise<Done> =>
  timed(service, async () => {
    const { made } = await upload(`${service.origin}${company.path}/sie/import`, company.token, file)
    if (made.journalEntries !== vouchers) throw new Error(`${made.journalEntries} of ${vouchers} vouchers were booked`)
  })

const exportYear = (service: Service, company: Company, yearId: string): Promise<Done> =>
  timed(service, () => download(`${service.origin}${company.path}/sie/${yearId}/download`, company.token))

const timed = async (service: Service, work: () => Promise<void>): Promise<Done> => {
  const { pid, postmaster } = service
  const from = processorTime(pid, postmaster)
  const {
    outcome: seconds,
    before,
    most,
  } = await watchMemory(service, async () => {
    const started = performance.now()
    await work()
    return (performance.now() - started) / 1000
  })
  const to = processorTime(pid, postmaster)
  const time = from && to && { ...to, service: to.service - from.service, database: to.database - from.database }
  return { seconds, before, most, time }
}

/** The times of a company's reads, in milliseconds. */
const readsOf = async (
  { origin }: Service,
  { path, token }: Company,
  agent: Agent,
  goesOn: (count: number) => boolean,
): Promise<number[]> => {
  const send = requester(`${origin}${path}`, { token, agent })
  const took: number[] = []
  while (goesOn(took.length)) {
    const started = performance.now()
    await send('GET', '/chart-of-accounts/1930')
    took.push(performance.now() - started)
    await pause(BETWEEN_READS_MS)
  }
  return took
}

const yearOf = async ({ origin }: Service, { path, token }: Company): Promise<string> => {
  const agent = new Agent()
  const { items } = await requester(`${origin}${path}`, { token, agent })('GET', '/fiscal-years')
  return (items as { id: string }[])[0]?.id ?? ''
}

/** Verifies the imported books: every digest, link and balance. */
const verify = async ({ standing, database }: Service, { id }: Company, vouchers: number): Promise<void> => {
  const { entries, fault } = await database.transaction(
    (db) =>
      ledgerContribution.verifyBooks({ ...standing, db, now: new Date(), from: null, actor: operator, companyId: id }),
    'repeatable read, read only',
  )
  if (fault || entries !== vouchers) throw new Error(`The imported books are wrong: ${fault ?? `${entries} entries`}`)
}

const BOUNDARY = 'bench-boundary'

const upload = (url: string, token: string, file: string): Promise<{ made: { journalEntries: number } }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const sent = request(url, { method: 'POST', headers, timeout: FILE_TIMEOUT_MS }, (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        answer += piece
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(answer))
        else reject(new Error(`The file was answered with ${response.statusCode}: ${answer}`))
      })
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('The file was not answered')))
    pipeline(Readable.from(partsOf(file)), sent).catch(reject)
  })

async function* partsOf(file: string): AsyncGenerator<Buffer> {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="large.se"'
  yield Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`)
  yield* createReadStream(file)
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

const download = (url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` }, timeout: FILE_TIMEOUT_MS }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The export was answered with ${response.statusCode}`))
      response.resume().on('end', () => resolve())
      response.on('error', reject)
    }).on('error', reject)
  })

const print = (
  rounds: readonly Round[],
  idle: readonly number[],
  { vouchers, bytes }: { vouchers: number; bytes: number },
) => {
  const rates = (of: (round: Round) => number) => rounds.map((round) => vouchers / of(round))
  const imports = rates((round) => round.import.seconds)
  const exports = rates((round) => round.export.seconds)
  const copies = rates(({ copying }) => copying.seconds)
  const worked = rounds.map(({ copying }) => (copying.database * 1e6) / vouchers)
  const shares = imports.map((rate, index) => rate / (copies[index] ?? Number.NaN))
  const time = (of: 'import' | 'export', who: 'service' | 'database') =>
    rounds.map((round) => ((round[of].time?.[who] ?? Number.NaN) * 1e6) / vouchers)
  const peak = (of: 'import' | 'export', who: keyof Used) => rounds.map((round) => round[of].most[who])
  const row = (name: string, of: 'import' | 'export', figures: number[]): string[] => [
    name,
    textOfSpread(figures, 0),
    ...(['service', 'database'] as const).map((who) => textOfSpread(time(of, who), 1)),
    ...(['service', 'database'] as const).map((who) => textOfSpread(peak(of, who), 0)),
  ]
  const size = (bytes / 1024 / 1024).toFixed(1)
  printTable(`SIE: ${vouchers} vouchers of ${ROWS} rows, ${size} MiB (least/middle/most of ${rounds.length} rounds)`, [
    ['', 'vouchers/s', 'service, µs each', 'database, µs each', 'service, MiB', 'database, MiB'],
    row('import', 'import', imports),
    row('export', 'export', exports),
    ['psql copies the same rows', textOfSpread(copies, 0), '', textOfSpread(worked, 1), '', ''],
    ['import beside psql', textOfSpread(shares, 2), '', '', '', ''],
  ])
  const busy = rounds.flatMap(({ waits }) => waits)
  printTable("Another company's read, ms", [
    ['', 'middle', '99 of 100', 'most', 'reads'],
    ...(
      [
        ['nothing is imported', idle],
        ['during imports', busy],
      ] as const
    ).map(([name, waits]) => [name, ...waitsOf(waits)]),
  ])
  return verdictsOf({ imports, exports, rounds, idle, busy })
}

const sorted = (figures: readonly number[]): number[] => [...figures].sort((one, other) => one - other)

const waitsOf = (waits: readonly number[]): string[] => [
  ...[0.5, 0.99, 1].map((share) => shareOf(sorted(waits), share).toFixed(1)),
  String(waits.length),
]

const verdictsOf = (made: {
  imports: number[]
  exports: number[]
  rounds: readonly Round[]
  idle: readonly number[]
  busy: readonly number[]
}): Verdict[] => {
  const { imports, exports, rounds, idle, busy } = made
  const rate = (what: string, figures: number[], aim: number): Verdict => ({
    passed: median(figures) >= aim,
    sentence: `${what}: ${median(figures).toFixed(0)} vouchers a second (aim: ${aim})`,
  })
  const growth = median(rounds.map(({ import: { before, most } }) => most.service / before.service))
  const wait = shareOf(sorted(busy), 0.99) / shareOf(sorted(idle), 0.99)
  return [
    rate('import', imports, AIM_IMPORT),
    rate('export', exports, AIM_EXPORT),
    {
      passed: growth <= AIM_GROWTH,
      sentence: `import: ${growth.toFixed(2)} times the memory that the service had before (aim: ${AIM_GROWTH})`,
    },
    {
      passed: wait <= AIM_WAIT,
      sentence: `99 of 100 reads of another company take ${wait.toFixed(1)} times as long (aim: at most ${AIM_WAIT})`,
    },
  ]
}
