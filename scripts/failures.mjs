// Prints the failures of a test run: file, test, and the beginning of the reason. In a long run the original messages
// are far above the end, and may have been truncated. Errors outside of tests are in a file beside the report.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './bundle.mjs'

/** Lines of a reason: expected and actual values, and the location. */
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
