// Looks at the installation for whoever asks again and again: what was found counts for a while.
import { type Finding, judge } from './doctor.rules.ts'
import type { System } from './system.ts'

export type { Finding }
export { judge }

/** How long what was found counts, in milliseconds: a look sends, keeps and asks others. */
const COUNTS_MS = 30_000

/** A look at the installation by the rules of the doctor; those who ask while one is under way share it. */
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
