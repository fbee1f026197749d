// The fuzz suite: sends the service hostile requests for a given time, and reports what it did wrong.
import { execFileSync, spawnSync } from 'node:child_process'
import { constants, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ownTime, treeTime } from '#bench/processor-time'
import { tell, type Workshop, withWorkshop } from '#bench/workshop'
import { setRate } from '#ledger'
import { rows } from '#programs/app'
import { rootFolder } from '#programs/system'
import { isAlive } from '#support/servers/scratch'
import { type Callers, forgetGuesses, newCallers } from './callers.ts'
import { exchangeWith } from './exchange.ts'
import { prepareFiles } from './files.ts'
import { newFindings } from './findings.ts'
import { work } from './lane.ts'
import { fillForms } from './pages.ts'
import { newCounter } from './residue.ts'
import { type Kind, newQuiet, type Run } from './run-of.ts'
import { readPlaceholders } from './sequences.ts'
import { followLog, type ServerLog } from './server-log.ts'
import { memoryOf, startDatabase, startTarget, type Target } from './service.ts'
import { breakSockets } from './sockets.ts'
import { newTally } from './tally.ts'

const REQUESTS = 100_000
const LANES = 4
/** Connections that are broken, and forms that are filled in, at once: beside the lanes, and with nothing else. */
const BESIDE_LANES = 2
const SOCKETS_OF_LANE = 8
const FORMS_OF_LANE = 4
const MS_PER_MINUTE = 60_000
const MEMORY_EVERY_MS = 20_000
const PROGRESS_EVERY_MS = 60_000
const kinds = ['bodies', 'sequences', 'files', 'headers', 'sockets', 'pages'] as const

const USAGE = `npm run fuzz -- [--seed N] [--requests N] [--only KIND] [--operation ID] [--lanes N] [--minutes N]
  --seed N        repeats the choices of an earlier run; a new one each time when left out
  --requests N    how many requests are made; ${REQUESTS} when left out
  --only KIND     one of ${kinds.join(', ')}
  --operation ID  one operation of the OpenAPI document, such as createInvoice
  --lanes N       how many companies are worked in at once; ${LANES} when left out
  --minutes N     ends the run after so long, however many requests it has made`

type Options = {
  seed: number
  requests: number
  only: Kind | undefined
  operation: string | undefined
  lanes: number
  minutes: number
}

/** Runs what the words of the command line ask for and answers the exit code: 0 when nothing was found. */
export const run = async (words: string[]): Promise<number> => {
  const options = readOptions(words)
  if (!options) {
    console.error(USAGE)
    return 2
  }
  execFileSync(process.execPath, [join(rootFolder(), 'scripts', 'build.mjs')], { stdio: 'inherit' })
  const load = (loadavg()[0] ?? 0).toFixed(2)
  console.log(`Seed ${options.seed}, ${options.requests} requests, ${options.lanes} companies at once, load ${load}`)
  const cut: Cut = { isCut: false, conclude: () => () => null }
  return withWorkshop(
    (workshop) => fuzzed(workshop, options, cut),
    (signal) => {
      cut.isCut = true
      const ended = cut.conclude()
      return () => ended() ?? FROM_SIGNAL + constants.signals[signal]
    },
  )
}

/** The exit code of what a signal has ended is this much more than the number of the signal. */
const FROM_SIGNAL = 128

/**
 * Whether a signal has ended the run, and what is told then: put together at once, while the service and its log are
 * there, and printed once it has ended. The exit code is null where nothing was found.
 */
type Cut = { isCut: boolean; conclude: () => () => number | null }

const readOptions = (words: string[]): Options | null => {
  try {
    const texts = ['seed', 'requests', 'only', 'operation', 'lanes', 'minutes'] as const
    const { values } = parseArgs({
      args: words,
      options: Object.fromEntries(texts.map((name) => [name, { type: 'string' as const }])),
    }) as { values: Partial<Record<(typeof texts)[number], string>> }
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    const [requests, lanes] = [Number(values.requests ?? REQUESTS), Number(values.lanes ?? LANES)]
    const minutes = Number(values.minutes ?? Number.MAX_SAFE_INTEGER)
    const only = kinds.find((kind) => kind === values.only)
    const isKnown = values.operation === undefined || rows.some(({ operationId }) => operationId === values.operation)
    if (![seed, requests, lanes, minutes].every(Number.isInteger) || lanes < 1) return null
    if ((values.only !== undefined && !only) || !isKnown) return null
    return { seed, requests, lanes, minutes, only, operation: values.operation }
  } catch {
    return null
  }
}

const fuzzed = async (workshop: Workshop, options: Options, cut: Cut): Promise<number> => {
  const { seed, requests, lanes, only, operation } = options
  const database = await startDatabase(workshop)
  const target = await startTarget(workshop, database)
  await target.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11.0625' }))
  await prepareFiles()
  readPlaceholders(rows)
  const { exchange, close } = exchangeWith(target.origin)
  workshop.later(close)
  const log = followLog(target.logFile)
  const tally = newTally()
  const findings = newFindings(log, console.log)
  const chosen = rows.filter(({ operationId }) => operation === undefined || operationId === operation)
  const began = performance.now()
  const ends = began + options.minutes * MS_PER_MINUTE
  const common: Run = {
    seed,
    target,
    exchange,
    tally,
    findings,
    rows: chosen,
    quiet: newQuiet(),
    countRows: await newCounter(target.database),
    goesOn: () => !cut.isCut && performance.now() < ends && tally.total() < requests && isAlive(target.program.pid),
  }
  cut.conclude = () => {
    tellOfLog(common, log)
    findings.stop()
    const texts = ['The run was cut short: the books are not verified', ...figuresOf(common, began)]
    const text = [...texts, summaryOf(common, options)].join('\n')
    return () => {
      console.log(text)
      return findings.all().length > 0 ? 1 : null
    }
  }
  await Promise.all([...workersOf(common, lanes, only), watch(common, began)])
  // Told already: what is left waits for the end.
  if (cut.isCut) return 1
  if (!isAlive(target.program.pid)) findings.tell({ kind: 'crash', says: 'the service has ended' }, '')
  tellOfLog(common, log)
  const growth = tally.growth()
  if (growth === null) console.log('Too few requests, or too short a time, to judge whether memory grows')
  for (const says of growth ?? []) findings.tell({ kind: 'growth', says }, '')
  const figures = figuresOf(common, began)
  const isVerified = verifyBooks(common)
  console.log([...figures, summaryOf(common, options)].join('\n'))
  const code = findings.all().length > 0 ? 1 : 0
  cut.conclude = () => () => (code === 0 && !isVerified ? null : code)
  return code
}

/** Errors that the service has logged. */
const tellOfLog = ({ findings }: Run, log: ServerLog): void => {
  for (const [sort, { times, line }] of log.errors()) findings.tell({ kind: 'log', says: `${times} × ${sort}` }, line)
}

/** What was done since a moment, and what it has cost. */
const figuresOf = ({ rows: chosen, target, tally }: Run, began: number): string[] => {
  const operations = chosen.map(({ operationId }) => operationId)
  return [processorTimeOf(target, tally.total()), tally.report(operations, (performance.now() - began) / 1000)]
}

const workersOf = (common: Run, lanes: number, only: Kind | undefined): Promise<void>[] => {
  const wants = (kind: Kind) => only === undefined || kind === only
  const inLanes = kinds.filter((kind) => kind !== 'sockets' && kind !== 'pages' && wants(kind))
  const companies = inLanes.length > 0 ? lanes : 0
  const sockets = only === 'sockets' ? lanes * SOCKETS_OF_LANE : BESIDE_LANES
  const forms = only === 'pages' ? lanes * FORMS_OF_LANE : BESIDE_LANES
  const each = async (count: number, does: (callers: Callers, at: number) => Promise<void>) => {
    const callers = await newCallers(common.target)
    await Promise.all(Array.from({ length: count }, (_, at) => does(callers, at)))
  }
  return [
    ...Array.from({ length: companies }, (_, number) => work(common, { number, count: companies }, inLanes)),
    ...(wants('sockets') ? [each(sockets, (callers, at) => breakSockets(common, at, callers))] : []),
    ...(wants('pages') ? [each(forms, (callers, at) => fillForms(common, at, callers))] : []),
  ]
}

/** Looks at memory and tells how far the run is. */
const watch = async ({ target, tally, goesOn, findings, quiet }: Run, began: number): Promise<void> => {
  let looked = 0
  let told = performance.now()
  while (goesOn()) {
    const now = performance.now()
    await forgetGuesses(target)
    if (now - looked > MEMORY_EVERY_MS) {
      const memory = await quiet.alone(() => memoryOf(target))
      if (memory) tally.sample(memory)
      looked = now
    }
    if (now - told > PROGRESS_EVERY_MS) {
      const rate = Math.round((tally.total() / (now - began)) * 1000)
      tell(`${tally.total()} requests, ${rate} a second, ${findings.all().length} findings`)
      told = now
    }
    await pause(500)
  }
  const memory = await memoryOf(target)
  if (memory) tally.sample(memory)
}

/** What a request has cost whom: on a busy machine that tells more than the rate. */
const processorTimeOf = ({ program, postmaster }: Target, requests: number): string => {
  const used = { suite: ownTime(process.pid), service: treeTime(program.pid), database: treeTime(postmaster) }
  const parts = Object.entries(used).map(
    ([name, seconds]) => `${name} ${((seconds * 1000) / Math.max(1, requests)).toFixed(1)} ms`,
  )
  return `Processor time by request, with what is made ready for it: ${parts.join(', ')}`
}

/** The most that the operator's command may say, in bytes: a line for each chain of each company. */
const MOST_SAID = 256 * 1024 * 1024

/** Verifies all books by the operator's command; false if the user interrupted it. */
const verifyBooks = ({ target, findings }: Run): boolean => {
  const { PATH, HOME } = process.env
  const { NODE_OPTIONS: _, ...settings } = target.settings
  const program = join(rootFolder(), 'dist', 'admin.js')
  const env = { PATH, HOME, DATA_DIR: target.folder, ...settings }
  const options = { env, encoding: 'utf8', maxBuffer: MOST_SAID } as const
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [program, 'verify'], options)
  if (signal === 'SIGINT') {
    console.log('\nVerification of the books was cut short')
    return false
  }
  // What follows are the ends of all chains, of many companies.
  const [found = ''] = stdout.split('\nThe ends of the chains')
  console.log(`\nVerification of the books: exit code ${status}\n${found.slice(-3000)}`)
  if (status !== 0)
    findings.tell({ kind: 'books', says: 'the books do not verify' }, `${signal ?? ''}${found}\n${stderr}`.slice(-3000))
  return true
}

const summaryOf = ({ findings }: Run, { seed }: Options): string => {
  const all = findings.all()
  const slow =
    findings.slowOnce() > 0 ? [`${findings.slowOnce()} were slow once, and not when they were asked again`] : []
  return [
    `\n${all.length} findings with seed ${seed}`,
    ...all.map(({ kind, operation, times, says }) => `  ${kind} ${operation} (${times} times): ${says.slice(0, 150)}`),
    ...slow,
  ].join('\n')
}
