// Checks the installation for frequent callers, with a short cache.

import type { System } from '#programs/system'
import { type Finding, judge } from './doctor.rules.ts'

export type { Finding }
export { judge }

/** How long a result is cached, in milliseconds, because a check sends requests and writes files. */
const COUNTS_MS = 30_000

/** Checks the installation by the rules of the doctor; concurrent callers share one check. */
export const newDoctor = (system: System): (() => Promise<Finding[]>) => {
  let last: { at: number; found: Promise<Finding[]> } | null = null
  return () => {
    const now = Date.now()
    if (last === null || now - last.at > COUNTS_MS) {
      const found = import('./doctor-facts.ts').then(async ({ factsOf }) => judge(await factsOf(system, process.env)))
      last = { at: now, found }
      found.catch(() => {
        last = null
      })
    }
    return last.found
  }
}
