// Prints what failed in a run of the tests: file, test, and the beginning of the reason. A long run's own words are far
// above its end, and a machine keeps only the last of them. What went wrong outside of every test lies beside the
// report.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './bundle.mjs'

/** Lines of a reason: what was expected, what came, and where. */
const LINES = 25

const [report = ''] = process.argv.slice(2)

/** @param {string | undefined} reason */
const beginning = (reason = '') =>
  reason
    .split('\n', LINES)
    .map((line) => `      ${line}`)
    .join('\n')

for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (file.status === 'failed') console.log(`  ${relative(root, file.name)}`)
  if (file.status === 'failed' && failed.length === 0) console.log(beginning(file.message))
  for (const { fullName, failureMessages } of failed) console.log(`    ${fullName}\n${beginning(failureMessages[0])}`)
}

const errors = `${report}.errors`
if (existsSync(errors)) {
  for (const reason of JSON.parse(readFileSync(errors, 'utf8')))
    console.log(`  outside of a test\n${beginning(reason)}`)
}
