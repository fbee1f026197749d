// The page of settings is what the service reads, and nothing else says their defaults a second time.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings, settingsPage } from '#settings/config'

test('docs/reference/settings.md is what the table of settings says (npm run settings)', () => {
  expect(readFileSync('docs/reference/settings.md', 'utf8')).toBe(settingsPage())
})

test('it has each setting once, with its default and what it is', () => {
  const names = Object.values(settings).map(({ name }) => name)
  const rows = [...settingsPage().matchAll(/^\| `([A-Z0-9_]+)` \| \S.* \| \S.* \|$/gm)].map(([, name]) => name)
  expect(rows).toEqual(names)
  expect(new Set(rows).size).toBeGreaterThan(40)
})
