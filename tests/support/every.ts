// One property held against every case of a list, in one test: each case is tried, and what fails is told in one table
// at the end, so that one run shows all that is wrong.
import { inspect } from 'node:util'
import { TestRunner } from 'vitest'

/** How many failures a table shows. */
const MAX_ROWS = 50
/** Of what a case throws, in lines and in characters of each. */
const MAX_REASON_LINES = 3
const MAX_REASON_LENGTH = 200

/** For a test that goes through requests to every endpoint, on a machine that is busy; in milliseconds. */
export const EVERY_MS = 900_000
/** When a case is taken for one that does not end: the table names it, and no other is begun. In milliseconds. */
const CASE_MS = 150_000

/**
 * Runs `check` for one case after the other, and fails with a table of those for which it threw; without any cases it
 * fails too. TEST_ONLY leaves only the cases whose names match it, a regular expression such as `putNotice|getNotice`;
 * a test that has none of these is left out. Where a case needs what is missing, the test is left out if all others
 * hold.
 */
export const every = async <Case>(
  cases: Iterable<Case>,
  nameOf: (one: Case) => string,
  check: (one: Case) => unknown,
): Promise<void> => {
  const all = [...cases]
  if (all.length === 0) throw new Error('There are no cases: nothing was tried')
  const asked = only(all, nameOf)
  const failed: string[] = []
  let leftOut: string | null = null
  let tried = 0
  for (const one of asked) {
    tried += 1
    const cause = await thrownBy(check, one)
    const reason = cause === null ? null : noteOf(cause.thrown)
    if (reason !== null) leftOut = reason
    else if (cause)
      failed.push([`  ${onOneLine(nameOf(one))}`, ...linesOf(cause.thrown).map((line) => `    ${line}`)].join('\n'))
    if (cause?.thrown instanceof Endless) break
  }
  if (failed.length > 0) throw new Error(tableOf(failed, asked.length, asked.length - tried))
  if (leftOut !== null) TestRunner.getCurrentTest()?.context.skip(leftOut)
}

/** The cases that TEST_ONLY asks for; all when it is not set. */
const only = <Case>(all: readonly Case[], nameOf: (one: Case) => string): readonly Case[] => {
  const { TEST_ONLY: pattern } = process.env
  if (!pattern) return all
  const matching = new RegExp(pattern)
  const asked = all.filter((one) => matching.test(nameOf(one)))
  if (asked.length === 0) TestRunner.getCurrentTest()?.context.skip(`without a case that matches TEST_ONLY=${pattern}`)
  return asked
}

class Endless extends Error {}

/** What is thrown for a case; null where nothing is. */
const thrownBy = async <Case>(check: (one: Case) => unknown, one: Case): Promise<{ thrown: unknown } | null> => {
  let waiting: NodeJS.Timeout | undefined
  const tooLong = new Promise((_, reject) => {
    waiting = setTimeout(() => reject(new Endless(`It has not ended in ${CASE_MS / 1000} s`)), CASE_MS)
  })
  try {
    await Promise.race([check(one), tooLong])
    return null
  } catch (thrown) {
    return { thrown }
  } finally {
    clearTimeout(waiting)
  }
}

/** Why a case is left out that needs what is missing; null where it failed. The test is not left out for it yet. */
const noteOf = (thrown: unknown): string | null => {
  const { code, note = '' } = Object(thrown) as { code?: string; note?: string }
  if (code !== 'VITEST_PENDING') return null
  // The runner knows this of itself alone.
  const result = TestRunner.getCurrentTest()?.result as { pending?: boolean } | undefined
  if (result) result.pending = false
  return note
}

/** The words of an error without its stack. An assertion cuts what it compares: that is told beside it. */
const linesOf = (cause: unknown): string[] => {
  const { message, actual, expected } = Object(cause) as { message?: string; actual?: unknown; expected?: unknown }
  const said = String(message ?? cause)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(shortened)
  if (actual === undefined || expected === undefined || !said.some((line) => line.includes('…'))) {
    const more = said.length - MAX_REASON_LINES
    return [...said.slice(0, MAX_REASON_LINES), ...(more > 0 ? [`and ${more} lines more`] : [])]
  }
  return [...said.slice(0, 1), ...difference(shown(actual), shown(expected))]
}

const shown = (value: unknown): string => {
  if (typeof value === 'string') return onOneLine(value)
  const whole = { depth: 8, maxArrayLength: null, maxStringLength: MAX_REASON_LENGTH }
  return inspect(value, whole).replace(/\s*\n\s*/g, ' ')
}

const onOneLine = (text: string): string => text.replaceAll('\n', '\\n')

/** How much of what is the same stands before the first difference, in characters. */
const BEFORE_DIFFERENCE = 60

/** Two texts from shortly before the place where they part. */
const difference = (actual: string, expected: string): string[] => {
  let parting = 0
  while (parting < actual.length && actual[parting] === expected[parting]) parting += 1
  const from = Math.max(0, parting - BEFORE_DIFFERENCE)
  const part = (text: string) => shortened(`${from > 0 ? '…' : ''}${text.slice(from)}`)
  return [`expected: ${part(expected)}`, `received: ${part(actual)}`]
}

const shortened = (line: string): string =>
  line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH)}…` : line

const tableOf = (failed: readonly string[], count: number, untried: number): string => {
  const more = failed.length - MAX_ROWS
  return [
    `${failed.length} of ${count} failed:`,
    ...failed.slice(0, MAX_ROWS),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(untried > 0 ? [`  ${untried} were not tried`] : []),
  ].join('\n')
}
