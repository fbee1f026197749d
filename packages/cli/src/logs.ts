// `bok logs tail`: the requests of a company's private tokens, or of an integration, as the service answers them.

import { pause } from '@grundbok/sdk'
import type { Command } from 'commander'
import { booksOf, type Common, connectionOf } from './connection.ts'
import { untilInterrupted } from './feed.ts'
import { withCommon } from './generic.ts'
import { red } from './terminal.ts'

export const addLogs = (program: Command): void => {
  const tail = program.command('logs').description('The log of requests').command('tail')
  withCommon(tail)
    .description('Show requests as they are answered; needs the session of a person')
    .option('--integration <id>', 'those of an integration of yours, at all companies')
    .option('--failed', 'only those that were refused')
    .option('--once', 'show the last ones, and end')
    .action(showRequests)
}

type Given = Common & { integration?: string; failed?: boolean; once?: boolean }

type Logged = {
  id: string
  happenedDateTime: string
  method: string
  path: string
  status: number
  durationMs: number
  requestId: string
  error: { code: string; reason?: string | null } | null
}

/** Between looks, in milliseconds. */
const PAUSE_MS = 2_000
/** How many are shown at first, and how far back it looks for what it has not shown. */
const FIRST = 20
const MOST = 500

const showRequests = async (given: Given): Promise<void> => {
  const connection = connectionOf(given)
  const { integration } = given
  const list = (): AsyncIterable<Logged> =>
    integration ? connection.client.me.integrations.requests.list(integration) : booksOf(connection).requests.list()
  const signal = untilInterrupted()
  let shown = new Set<string>()
  for (let most = FIRST; !signal.aborted; most = MOST) {
    const found: Logged[] = []
    for await (const one of list()) {
      if (shown.has(one.id) || found.length >= most) break
      found.push(one)
    }
    for (const one of found.reverse()) if (!given.failed || one.status >= 400) process.stdout.write(`${lineOf(one)}\n`)
    // Newest first: what was shown at the last look is where the next one ends.
    if (found.length > 0) shown = new Set(found.map(({ id }) => id))
    if (given.once) return
    await pause(PAUSE_MS, signal)
  }
}

const lineOf = ({ happenedDateTime, method, path, status, durationMs, requestId, error }: Logged): string => {
  const why = error ? [error.reason ?? error.code] : []
  const how = status >= 400 ? red(String(status)) : status
  return [happenedDateTime, how, `${durationMs} ms`, `${method} ${path}`, requestId, ...why].join('\t')
}
