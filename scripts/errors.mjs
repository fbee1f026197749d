// Writes docs/reference/errors.md: every reason of a refusal, from the declarations in the code. With --check it
// writes nothing, and fails when the file is not what the code declares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, serverCode } from './bundle.mjs'

const file = join(root, 'docs', 'reference', 'errors.md')
const { declaredSentences } = await serverCode([
  `export { declaredSentences } from '#platform/sentences'`,
  `export { rows } from '#programs/app'`,
])

const INTRODUCTION = `# Reasons of errors

*For integrators who decide by what went wrong.*

\`reason\` in an error body, and in each of its \`errors\`, is one of these. A reason stays the same from release to
release; its sentence may be worded better. \`{name}\` stands for a value, which \`values\` has by that name. [Errors in
general](api.md#errors).
`

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/** @type {Map<string, string[]>} */
const groups = new Map()
for (const { reason, code, en, sv } of declaredSentences()) {
  if (code === null) continue
  const [group = ''] = reason.split('.')
  const rows = groups.get(group) ?? []
  rows.push(`| \`${reason}\` | \`${code}\` | ${cell(en)} | ${cell(sv)} |`)
  groups.set(group, rows)
}
const HEAD = '| Reason | Code | English | Swedish |\n|---|---|---|---|'
const sections = [...groups].map(([group, rows]) => `## ${group}\n\n${HEAD}\n${rows.join('\n')}\n`)
const text = [INTRODUCTION, ...sections].join('\n')

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/reference/errors.md is not what the code declares: run node scripts/errors.mjs')
  process.exitCode = 1
}
