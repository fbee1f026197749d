// Requests by wrk, a load generator that needs few resources itself.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '#programs/system'
import { entryOn } from './entry.ts'
import type { Company } from './service.ts'
import { output } from './workshop.ts'

/** A sample: the number of requests, the rate per second, and quantiles of the time of one in milliseconds. */
export type Sample = { done: number; rate: number; p50: number; p99: number }

/** How much longer than planned a program may run, in seconds. */
export const GRACE_SECONDS = 60
/** Timeout of one request, in seconds. */
const REQUEST_TIMEOUT_SECONDS = 10

export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined

/** Writes the file from which wrk makes the requests. */
export const writeTargets = (file: string, companies: readonly Company[], day: string): void => {
  const lines = companies.map(({ path, token }) => `${path}/journal-entries ${token}`)
  writeFileSync(file, `${[JSON.stringify(entryOn(day)), ...lines].join('\n')}\n`)
}

/**
 * Posts for some seconds from this many clients.
 * @throws if any request fails
 */
export const postByHttp = async (
  origin: string,
  targets: string,
  { clients, seconds, keyed }: { clients: number; seconds: number; keyed: boolean },
): Promise<Sample> => {
  const script = join(rootFolder(), 'bench', 'post.lua')
  const shape = ['-t1', `-c${clients}`, `-d${seconds}s`, '--timeout', `${REQUEST_TIMEOUT_SECONDS}s`, '-s', script]
  const key = keyed ? [`${process.pid}-${Date.now()}-`] : []
  const printed = await output('wrk', [...shape, origin, '--', targets, ...key], seconds + GRACE_SECONDS)
  const result = JSON.parse(/^RESULT (.+)$/m.exec(printed)?.[1] ?? 'null') as Result | null
  if (!result) throw new Error(`wrk printed no result: ${printed}`)
  const { requests, refused, broken } = result
  if (refused > 0 || broken > 0 || requests === 0) {
    throw new Error(`Of ${requests} requests ${refused} were refused, and ${broken} were not answered`)
  }
  return { done: requests, rate: requests / result.seconds, p50: result.p50, p99: result.p99 }
}

type Result = { requests: number; seconds: number; p50: number; p99: number; refused: number; broken: number }

/**
 * Reads one URL for some seconds from this many clients; returns the rate. `anew`: without cached answers.
 * @throws if any request fails
 */
export const readByHttp = async (
  url: string,
  { token }: Company,
  { clients, seconds, anew }: { clients: number; seconds: number; anew: boolean },
): Promise<number> => {
  const shape = ['-t1', `-c${clients}`, `-d${seconds}s`, '--timeout', `${REQUEST_TIMEOUT_SECONDS}s`]
  const headers = ['-H', `authorization: Bearer ${token}`, ...(anew ? ['-H', 'cache-control: no-cache'] : [])]
  const printed = await output('wrk', [...shape, ...headers, url], seconds + GRACE_SECONDS)
  const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(printed)?.[1]
  if (rate === undefined || /Non-2xx|Socket errors/.test(printed)) throw new Error(`wrk reported errors: ${printed}`)
  return Number(rate)
}
