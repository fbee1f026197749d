// The tests that fail, one line each as soon as they do, in the file that TEST_FAILURES names: file, test, and the
// seconds since the run began. Who tries mutants wants to know which test was first.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export const failures = (file: string): Reporter => {
  const note = (path: string, test: string) => {
    const seconds = Math.round(performance.now() / 1000)
    appendFileSync(file, `${relative(process.cwd(), path)}\t${test.replace(/\s+/g, ' ')}\t${seconds}\n`)
  }
  return {
    onTestCaseResult(test: TestCase) {
      if (test.result().state === 'failed') note(test.module.moduleId, test.fullName)
    },
    // A file that ends before its tests: what they share could not be made.
    onTestModuleEnd(module: TestModule) {
      const [error] = module.errors()
      if (error) note(module.moduleId, `(the file) ${error.message}`)
    },
  }
}
