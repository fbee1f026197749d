// What docs/events.md says of kinds is what can happen.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#platform/event-kinds'

const page = readFileSync('docs/events.md', 'utf8')

test('the page has every kind that is told, with what it says and who reads it', () => {
  const lines = Object.entries(resources).flatMap(([name, resource]) =>
    'at' in resource
      ? Object.entries(resource.kinds).map(
          ([verb, says]) => `| \`${name}.${verb}\` | ${says} | \`${resource.scope}\` |`,
        )
      : [],
  )
  const table = page.slice(page.indexOf('\n| Kind |')).trim().split('\n').slice(2)
  expect(table.filter((line) => line.startsWith('| `'))).toEqual(lines)
})
