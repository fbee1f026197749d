// The order in which the files of a run begin. Where durations are not known yet, as in a fresh clone, the runner takes
// larger files for longer ones; of those that are small and long, one would begin last and be waited for by everybody.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take long. */
const LONG: ReadonlySet<string> = new Set([
  'tests/console/every-page.test.ts',
  'tests/console/no-mouse.test.ts',
  'tests/desk/demo-year.test.ts',
  'tests/events/agency-mirror.test.ts',
  'tests/ledger/sie-large.test.ts',
  'tests/ledger/sie-mutated.test.ts',
  'tests/platform/postgres.test.ts',
  'tests/process/docs-page.test.ts',
  'tests/process/first-hour.test.ts',
  'tests/process/recurring-crash.test.ts',
  'tests/reports/vat-exactness.test.ts',
  'tests/sales/methods-agree.test.ts',
  'tests/stories/mirror.test.ts',
  'tests/stories/newcomer.test.ts',
  'tests/surface/hostile.test.ts',
])

/** Long files first. Those of one kind stay together: a process ends when a file of another kind follows. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const kinds = [...new Set(sorted.map(({ project }) => project))]
    return kinds.flatMap((kind) => {
      const own = sorted.filter(({ project }) => project === kind)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.has(relative(process.cwd(), moduleId))
