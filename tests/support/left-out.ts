// The end of a run names the tests that were left out, by what was missing, so that nobody takes them for passed.
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

export const leftOut: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const reasons = new Map<string, Map<string, number>>()
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        // What a filter on the command line passes over has no note.
        if (result.state !== 'skipped' || !result.note) continue
        const files = reasons.get(result.note) ?? new Map<string, number>()
        const file = relative(process.cwd(), module.moduleId)
        reasons.set(result.note, files.set(file, (files.get(file) ?? 0) + 1))
      }
    }
    for (const [reason, files] of reasons) {
      const sum = [...files.values()].reduce((one, other) => one + other, 0)
      console.log(`\n LEFT OUT  ${sum} ${sum === 1 ? 'test' : 'tests'}, ${reason}:`)
      for (const [file, count] of files) console.log(`   ${file} (${count})`)
    }
    if (reasons.size === 0) console.log('\n Nothing was left out.')
  },
}
