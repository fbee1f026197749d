// The feed of events on the command line: as lines, and sent on to a program of one's own.
import { createHash, randomBytes } from 'node:crypto'
import { followEvents, type Position, pause, signWebhook } from '@grundbok/sdk'
import type { Command } from 'commander'
import { booksOf, type Common, type Connection, connectionOf } from './connection.ts'
import { Failure } from './exits.ts'
import { withCommon } from './generic.ts'
import { readPrivate, writePrivate } from './profiles.ts'
import { dim, say } from './terminal.ts'

type Following = Common & { types?: string; from?: string }

export const addFeed = (program: Command): void => {
  withCommon(program.command('watch').description('Show events as they happen, one in a line'))
    .option('--types <types>', 'resources and kinds, separated by commas: customer,invoice.published')
    .option('--from <number>', 'the number of the last event that you know; 0 for all that are kept', 'latest')
    .option('--json', 'events as JSON, one in a line')
    .action(watch)
  withCommon(program.command('listen').description('Send events to a program as webhooks would, and miss none'))
    .requiredOption('--forward-to <url>', 'where deliveries are sent: http://localhost:4000/hook')
    .option('--types <types>', 'resources and kinds, separated by commas')
    .option('--from <number>', 'begin anew after this event, and not where the command stopped last')
    .option('--secret <secret>', 'the secret that signs (whsec_…); one is made the first time')
    .option('--give-up <times>', 'go on with the next event after so many refusals; never if left out')
    .action(listen)
}

/** Ends a loop at Ctrl+C, after what is being done. */
export const untilInterrupted = (): AbortSignal => {
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
  return ending.signal
}

const onInterruption = (thrown: unknown) =>
  say(dim(`${thrown instanceof Error ? thrown.message : thrown}; trying again`))

const typesOf = ({ types }: Following) => types?.split(',').map((one) => one.trim())

/** The number of an event as it is typed; nothing before 1 stands for all that are kept. */
const positionOf = (text: string): Position | undefined => {
  if (!/^(?:latest|\d+)$/.test(text)) throw new Failure('usage', `--from is the number of an event, and not ${text}`)
  return text === '0' ? undefined : text
}

const watch = async (given: Following & { from: string; json?: boolean }): Promise<void> => {
  const options = { after: positionOf(given.from), types: typesOf(given), signal: untilInterrupted(), onInterruption }
  for await (const event of followEvents(booksOf(connectionOf(given)).events, options)) {
    const { number, happenedAt, kind, resource, actor } = event
    const line = [number, happenedAt, kind, resource.id, actor.name].filter((one) => one !== null).join('\t')
    process.stdout.write(`${given.json ? JSON.stringify(event) : line}\n`)
  }
}

type Kept = { position?: Position; secret: string }
type Listening = Following & { forwardTo: string; secret?: string; giveUp?: string }

const listen = async (given: Listening): Promise<void> => {
  const connection = connectionOf(given)
  const { events } = booksOf(connection)
  const name = stateName(connection, given)
  const known = readPrivate<Kept>(name)
  const kept: Kept = {
    ...known,
    secret: given.secret ?? known?.secret ?? `whsec_${randomBytes(24).toString('base64')}`,
  }
  const savePosition = (position: Position) => {
    kept.position = position
    writePrivate(name, kept)
  }
  if (given.from !== undefined) delete kept.position
  const after = kept.position ?? positionOf(given.from ?? 'latest')
  say(`Forwarding to ${given.forwardTo}, signed with ${kept.secret}`)
  const signal = untilInterrupted()
  for await (const event of followEvents(events, {
    after,
    types: typesOf(given),
    savePosition,
    signal,
    onInterruption,
  })) {
    await forward(given, { event, secret: kept.secret, companyId: connection.companyId, signal })
    // The delivery that was interrupted is sent again next time.
    if (signal.aborted) return
  }
}

const stateName = ({ profile, companyId }: Connection, { forwardTo, types }: Listening): string => {
  const what = [profile.url, companyId, forwardTo, types ?? ''].join('\n')
  return `listen-${createHash('sha256').update(what).digest('hex').slice(0, 16)}.json`
}

type Event = {
  number: number
  kind: string
  happenedAt: string
  actor: object
  resource: { type: string; id: string | null; path: string | null }
}

/** As long as the service waits, and between attempts, in milliseconds. */
const DELIVERY_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

type Sending = { event: Event; secret: string; companyId: string; signal: AbortSignal }

/** Sends a delivery until it is accepted, or the reader ends it. The body is that of the service's webhooks. */
const forward = async (
  { forwardTo, giveUp }: Listening,
  { event, secret, companyId, signal }: Sending,
): Promise<void> => {
  const { number, kind, happenedAt, actor, resource } = event
  const body = JSON.stringify({ type: kind, timestamp: happenedAt, data: { companyId, number, actor, resource } })
  for (let tried = 1; !signal.aborted; tried += 1) {
    const headers = await signWebhook({ secret, id: `${companyId}-${number}`, body })
    const status = await fetch(forwardTo, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DELIVERY_MS)]),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => 0,
    )
    say(`${number}\t${kind}\t${status === 0 ? 'no answer' : status}`)
    if (status >= 200 && status < 300) return
    if (status === 410) throw new Failure('refused', 'The receiver is gone (410)')
    if (giveUp !== undefined && tried >= Number(giveUp)) return
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried), signal)
  }
}
