// Writes server/paper/pdf/font-signs.rules.ts: the characters in the PDF fonts. Needed when a font changes. With
// --check it writes nothing, and fails if the file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, serverCode } from './bundle.mjs'

const file = join(root, 'server', 'paper', 'pdf', 'font-signs.rules.ts')
const { familyNames, fontNamed } = await serverCode([
  `export { familyNames } from './server/paper/font-families.ts'`,
  `export { fontNamed } from './server/paper/pdf/pdf-fonts.ts'`,
])

const MAX_LINE = 116
/** Private-use characters are specific to a font, and control characters are never drawn. */
const NO_SIGN = /[\p{Co}\p{Cn}\p{Cs}\p{Cc}]/u

const tables = familyNames.map((name) => `  ${name}: \`\n${linesOf(runsOf(signsOf(name)))}\`,\n`)
const head =
  '// Which signs each family of fonts has, in both weights: runs of code points. Written by scripts/signs.mjs.'
const text = `${head}
export const fontSigns: Readonly<Record<string, string>> = {
${tables.join('')}}
`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('server/paper/pdf/font-signs.rules.ts is out of date: run node scripts/signs.mjs')
  process.exitCode = 1
}

/**
 * @param {string} name
 * @returns {number[]} the code points in both weights of a family
 */
function signsOf(name) {
  const [regular, bold] = ['regular', 'bold'].map((weight) => fontNamed(`${name} ${weight}`))
  const isDrawn = (/** @type {number} */ code) =>
    !NO_SIGN.test(String.fromCodePoint(code)) && bold.hasGlyphForCodePoint(code) && regular.hasGlyphForCodePoint(code)
  return [...new Set(regular.characterSet)].filter(isDrawn).sort((one, other) => one - other)
}

/**
 * @param {number[]} codes in ascending order
 * @returns {string[]} ranges such as `20-7e`, or single code points
 */
function runsOf(codes) {
  const runs = codes.filter((code, at) => code !== codes[at - 1] + 1).map((first) => ({ first, last: first }))
  let at = 0
  for (const code of codes) {
    while (runs[at + 1] && runs[at + 1].first <= code) at += 1
    runs[at].last = code
  }
  const hex = (/** @type {number} */ code) => code.toString(16)
  return runs.map(({ first, last }) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`))
}

/**
 * @param {string[]} words
 * @returns {string} the words, wrapped to lines
 */
function linesOf(words) {
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1)
    if (line.length + word.length < MAX_LINE) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => `${line}\n`).join('')
}
