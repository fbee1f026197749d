// The order in which the files of a run begin. TEST_ORDER names one of many that are drawn by chance, to find tests
// that depend on those before them. Otherwise long files go first: where durations are not known yet, as in a fresh
// clone, the runner takes larger files for longer ones; of those that are small and long, one would begin last and be
// waited for.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ORDER = process.env.TEST_ORDER

/** Small files that take long. */
const LONG: ReadonlySet<string> = new Set([
  'tests/anchors/anchors.test.ts',
  'tests/backup/backup.test.ts',
  'tests/console/every-page.test.ts',
  'tests/events/agency-mirror.test.ts',
  'tests/process/recurring-crash.test.ts',
  'tests/readings/readings.test.ts',
  'tests/reports/vat-exactness.test.ts',
  'tests/sales/booking/methods-agree.test.ts',
  'tests/stories/newcomer.test.ts',
  'tests/surface/hostile.test.ts',
  'tests/surface/idempotency.test.ts',
  'tests/surface/refusals.test.ts',
  'tests/surface/requests.test.ts',
  'tests/surface/strangers.test.ts',
])

/** Long files first. Those of one kind stay together: a process ends when a file of another kind follows. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const kinds = [...new Set(sorted.map(({ project }) => project))]
    return kinds.flatMap((kind) => {
      const own = sorted.filter(({ project }) => project === kind)
      if (ORDER) return own.toSorted((one, other) => placeOf(one) - placeOf(other))
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

/** Where a file stands in the order that was asked for. */
const placeOf = ({ moduleId }: TestSpecification): number =>
  createHash('sha256')
    .update(`${ORDER} ${relative(process.cwd(), moduleId)}`)
    .digest()
    .readUInt32BE()

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.has(relative(process.cwd(), moduleId))
