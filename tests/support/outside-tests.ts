// What goes wrong outside of every test fails a run too, and its report tells nothing of it: it lies beside the report.
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export const outsideTests = (report: string): Reporter => ({
  onTestRunEnd(_modules, errors) {
    if (errors.length === 0) return
    const reasons = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    writeFileSync(`${report}.errors`, JSON.stringify(reasons))
  },
})
