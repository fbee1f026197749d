// The end of a run names the tests that were left out, by what was missing, so that they are not taken for passed, and
// says what the gate leaves to the rest.
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** The tag of tests that are no part of the gate, in files that are. */
const REST = 'rest'

/** `restFiles`: how many files this run leaves to the rest; null for one that leaves it nothing. */
export const leftOut = (restFiles: number | null): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[]) {
    const reasons = new Map<string, Map<string, number>>()
    let tagged = 0
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        // What a filter passes over has no note.
        if (result.state === 'skipped' && !result.note && test.tags.includes(REST)) tagged += 1
        if (result.state !== 'skipped' || !result.note) continue
        const files = reasons.get(result.note) ?? new Map<string, number>()
        const file = relative(process.cwd(), module.moduleId)
        reasons.set(result.note, files.set(file, (files.get(file) ?? 0) + 1))
      }
    }
    for (const [reason, files] of reasons) {
      const sum = [...files.values()].reduce((one, other) => one + other, 0)
      console.log(`\n LEFT OUT  ${counted(sum, 'test')}, ${reason}:`)
      for (const [file, count] of files) console.log(`   ${file} (${count})`)
    }
    if (reasons.size === 0) console.log('\n Nothing was left out.')
    if (restFiles !== null)
      console.log(
        ` Left to the rest (npm run test:all): ${counted(tagged, 'test')} by their tag, ${counted(restFiles, 'file')}.`,
      )
  },
})

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`
