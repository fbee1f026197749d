// What the service holds of memory while several companies send it the worst files that there are, have PDFs made and
// send mails and bulk requests, all at once and over and over; and what it gives back within a minute after it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type HeaviestFile, heaviestFiles, worstFiles } from '#support/samples/worst-files'
import { freePort } from '#support/servers/ports'
import { answerOf, isSendable, MAIL_DOMAIN, type Place, prepared } from './files.ts'
import { megabytesOf } from './processor-time.ts'
import { makeCompanies, startService } from './service.ts'
import { type Measure, printTable, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Companies that send, and how many requests each has under way. */
const SENDERS = 6
const AT_ONCE = 3
/** How long they do, in seconds: for short rounds, and for thorough ones. */
const SHORT_SECONDS = 60
const THOROUGH_SECONDS = 600
/** When memory is looked at after it, and how often meanwhile, in milliseconds. */
const AFTER_MS = 60_000
const LOOK_MS = 100
/** Aims, in MB: the most under way, and a minute after. */
const AIM_PEAK = 600
const AIM_AFTER = 250

/**
 * What the main thread says of itself, in MB: its objects, what its heap keeps for them, and buffers; how many threads
 * there are, and which programs are at work.
 */
type Parts = { heap: number; kept: number; external: number; buffers: number; threads: number; work: string }

export const measureHeld = async (workshop: Workshop, { rounds }: Measure): Promise<Verdict[]> => {
  const seconds = rounds > 3 ? THOROUGH_SECONDS : SHORT_SECONDS
  const mailPort = await freePort()
  const tellPort = await freePort()
  const watch = join(workshop.folder, 'tell-memory.mjs')
  writeFileSync(watch, TELL_MEMORY)
  const service = await startService(workshop, 'held', {
    MAIL_IN_DOMAIN: MAIL_DOMAIN,
    MAIL_IN_PORT: String(mailPort),
    NODE_OPTIONS: `--import ${watch}`,
    BENCH_TELL_PORT: String(tellPort),
  })
  const parts = async (): Promise<Parts> => (await (await fetch(`http://127.0.0.1:${tellPort}`)).json()) as Parts
  const now = () => megabytesOf(service.pid, service.postmaster)
  const [...companies] = await makeCompanies(service, SENDERS, [2026])
  const [other] = companies
  if (!other) throw new Error('No company was made')
  const places: Place[] = []
  for (const company of companies) {
    places.push({ service, mailPort, company, other, ...(await prepared(service, company, places.length)) })
  }
  await pause(AFTER_MS / 12)
  const idle = { held: now(), parts: await parts() }
  tell(`What it holds: ${SENDERS} companies send for ${seconds} seconds`)
  let peak = { held: 0, parts: idle.parts }
  const look = setInterval(() => {
    const held = now()
    if (held <= peak.held) return
    peak = { held, parts: peak.parts }
    void parts().then(
      (said) => {
        if (peak.held === held) peak = { held, parts: said }
      },
      () => {},
    )
  }, LOOK_MS)
  const answers = await sendAll(places, seconds).finally(() => clearInterval(look))
  const end = { held: now(), parts: await parts() }
  await pause(AFTER_MS)
  const after = { held: now(), parts: await parts() }
  print({ idle, peak, end, after }, answers)
  return [
    { passed: peak.held <= AIM_PEAK, sentence: `it holds at most ${AIM_PEAK} MB under them: ${peak.held.toFixed(0)}` },
    { passed: after.held <= AIM_AFTER, sentence: `and ${AIM_AFTER} MB a minute after: ${after.held.toFixed(0)}` },
  ]
}

/** Loaded into the service before its program. */
const TELL_MEMORY = `
import { createServer } from 'node:http'
import { readdirSync } from 'node:fs'
import { subscribe } from 'node:diagnostics_channel'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) {
  const atWork = new Map()
  subscribe('grundbok:threads', ({ program, state }) => {
    atWork.set(program, (atWork.get(program) ?? 0) + (state === 'begun' ? 1 : -1))
  })
  createServer((request, response) => {
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    const threads = readdirSync('/proc/self/task').length
    const busy = [...atWork].filter(([, count]) => count > 0)
    const work = busy.map(([program, count]) => count + ' ' + program).join(', ')
    const [heap, kept, other, buffers] = [heapUsed, heapTotal, external, arrayBuffers].map((bytes) => bytes / 1e6)
    response.end(JSON.stringify({ heap, kept, external: other, buffers, threads, work }))
  }).listen(Number(process.env.BENCH_TELL_PORT), '127.0.0.1').unref()
}
`

/** Has every company send all files over and over, each beginning at another one; answers by status. */
const sendAll = async (places: readonly Place[], seconds: number): Promise<Map<number, number>> => {
  const files = [...worstFiles, ...heaviestFiles].filter(isSendable)
  const made = new Map<HeaviestFile, Buffer>(files.map((file) => [file, file.make()]))
  const until = performance.now() + seconds * 1000
  const answers = new Map<number, number>()
  const sender = async (place: Place, first: number): Promise<void> => {
    for (let at = first; performance.now() < until; at++) {
      const file = files[at % files.length]
      const bytes = file && made.get(file)
      if (!file || !bytes) continue
      const status = await answerOf(place, file, bytes).catch(() => 0)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(
    places.flatMap((place, of) => Array.from({ length: AT_ONCE }, (_, at) => sender(place, of * 5 + at * 9))),
  )
  return answers
}

type Look = { held: number; parts: Parts }

const print = (looks: Record<'idle' | 'peak' | 'end' | 'after', Look>, answers: ReadonlyMap<number, number>): void => {
  printTable('What the service and the processes that it runs hold, in MB', [
    ['', 'all', 'objects', 'heap', 'external', 'buffers', 'threads', 'at work'],
    ...Object.entries(looks).map(
      ([
        when,
        {
          held,
          parts: { heap, kept, external, buffers, threads, work },
        },
      ]) => [
        when === 'after' ? 'a minute after' : when,
        held.toFixed(0),
        ...[heap, kept, external, buffers].map((figure) => figure.toFixed(0)),
        String(threads),
        work,
      ],
    ),
  ])
  const counted = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`  answers ${counted.join(', ')}`)
}
