// Writes docs/reference/settings.md: every setting with its default, from the table that the service reads them by.
// With --check it writes nothing, and fails when the file is not what the table says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, serverCode } from './bundle.mjs'

const file = join(root, 'docs', 'reference', 'settings.md')
const { settingsPage } = await serverCode([`export { settingsPage } from '#settings/config'`])
const text = settingsPage()

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('docs/reference/settings.md is not what the settings say: run npm run settings')
  process.exitCode = 1
}
