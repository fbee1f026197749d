// What goes wrong outside of every test fails a run too, and its report tells nothing of it: it lies beside the report.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter } from 'vitest/node'

export const outsideTests = (report: string): Reporter => ({
  onTestRunEnd(_modules, errors) {
    // The file that ran meanwhile: mostly what is wrong is that file, or one before it in the same process.
    const reasons = errors.map(
      ({ name, message, stack, VITEST_TEST_PATH: file }) =>
        `${stack ?? `${name}: ${message}`}\nwhile ${typeof file === 'string' ? relative('', file) : 'no file'} ran`,
    )
    writeFileSync(`${report}.errors`, JSON.stringify(reasons))
  },
})
