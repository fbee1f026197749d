// The decisions: short, numbered without gaps, each in the index under its own title.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const MAX_LINES = 15

const names = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort()
const textOf = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8')

test('each says its context, what was chosen and when, and what was rejected, in few lines', () => {
  const form =
    /^# \d{3}\. .+\n\n\*\*Context\.\*\* .+\n\n\*\*Choice\*\* \(20\d\d-\d\d-\d\d\)\. .+\n\n\*\*Rejected\.\*\* /s
  expect(names.filter((name) => !form.test(textOf(name)))).toEqual([])
  expect(names.filter((name) => textOf(name).trimEnd().split('\n').length > MAX_LINES)).toEqual([])
})

test('they are numbered in turn, and the index has each with its title and date', () => {
  const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
  const rows = names.map((name, place) => {
    const number = String(place + 1).padStart(3, '0')
    const [, title, date] = /^# \d{3}\. (.+)$[\s\S]*?\*\*Choice\*\* \((.+?)\)/m.exec(textOf(name)) ?? []
    expect([name, textOf(name)]).toEqual([
      expect.stringMatching(`^${number}-`),
      expect.stringMatching(`^# ${number}\\.`),
    ])
    return `| [${number}](${name}) | ${title} | ${date} |`
  })
  expect(index.match(/^\| \[\d{3}\].*$/gm)).toEqual(rows)
})
