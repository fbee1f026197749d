// The full check: lists beside events, files byte for byte, the service's own verification, webhooks, and what was left
// in the folder through which files pass.
import { execFile } from 'node:child_process'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rootFolder } from '#programs/system'
import type { Deliveries } from './deliveries.ts'
import type { Finding } from './model.ts'
import type { Play } from './rounds.ts'
import type { Stage } from './stage.ts'

/** How long a verification may take, in milliseconds, and how much it may print, in bytes. */
const VERIFY_LIMIT_MS = 600_000
const MOST_PRINTED = 16 * 1024 * 1024
/** Files in the work folder are removed by a start when they are older than a day: that old they are made here. */
const LONG_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)

/** Checks everything, while there are no writes. */
export const checkAll = async (play: Play, deliveries: Deliveries): Promise<void> => {
  const { stage, watches, findings } = play
  for (const { readOn, readLists } of watches.values()) findings.push(...(await readOn()), ...(await readLists()))
  findings.push(...(await checkFiles(play)))
  findings.push(...(await verify(stage)))
  findings.push(...(await deliveries.untilComplete(stage, watches)), ...deliveries.takeFindings())
}

/** Every upload comes back as the bytes that were sent. */
const checkFiles = async ({ model, courier, stage }: Play): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [thing, bytes] of model.files()) {
    const tenant = stage.companies.find(({ token }) => token.id === thing.company)?.token
    if (!tenant) continue
    const answer = await courier.ask({ tenant, method: 'GET', path: `/uploads/${thing.id}/download` })
    if (answer?.bytes.equals(bytes)) model.forgetBytes(thing)
    else findings.push({ fault: 'content', sentence: `upload ${thing.mark} has other bytes`, history: thing.history })
  }
  return findings
}

/** What `npm run verify` says. */
const verify = async ({ dataDir, settings }: Stage): Promise<Finding[]> => {
  const { PATH, HOME } = process.env
  const words = [join(rootFolder(), 'dist', 'admin.js'), 'verify', '--json']
  const env = { PATH, HOME, DATA_DIR: dataDir, ...settings }
  try {
    await promisify(execFile)(process.execPath, words, { env, timeout: VERIFY_LIMIT_MS, maxBuffer: MOST_PRINTED })
    return []
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    return [{ fault: 'promise', sentence: `verify fails: ${stdout}\n${stderr}`, history: [] }]
  }
}

/** What killed programs have left in the work folder is removed by the start after a day. */
export const checkLeftovers = async ({ dataDir, services }: Stage): Promise<Finding[]> => {
  const work = join(dataDir, 'work')
  for (const name of readdirSync(work)) utimesSync(join(work, name), LONG_AGO, LONG_AGO)
  for (const service of services) {
    await service.kill()
    await service.start()
  }
  const left = readdirSync(work)
  const sentence = `in the work folder there is still ${left.join(', ')}`
  return left.length === 0 ? [] : [{ fault: 'stranger', sentence, history: [] }]
}
