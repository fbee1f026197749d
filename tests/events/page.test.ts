// What docs/guides/events.md says of kinds is what can happen.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#platform/event-kinds'
import { placeOf, type Whose } from '#platform/event-places'

const page = readFileSync('docs/guides/events.md', 'utf8')

/** The rows of the table whose head begins with a word. */
const tableOf = (head: string): string[] => {
  const [, table = ''] = page.split(`\n| ${head} |`)
  return table.slice(0, table.indexOf('\n\n')).trim().split('\n').slice(2)
}

const tables: [Whose, string][] = [
  ['company', 'Kind'],
  ['agency', 'Of the agency itself'],
]

test.each(tables)('the page has every kind of a %s that is told, with what it says and who reads it', (whose, head) => {
  const lines = Object.entries(resources).flatMap(([name, resource]) => {
    const place = placeOf(resource, whose)
    if (!place) return []
    return Object.entries(resource.kinds).map(
      ([verb, says]) => `| \`${name}.${verb}\` | ${says} | \`${place.scope}\` |`,
    )
  })
  expect(tableOf(head).map((line) => line.trim())).toEqual(lines)
})
