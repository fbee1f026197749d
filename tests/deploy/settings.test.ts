// No file in deploy/ names a setting that the service does not have, or gives it a value that it refuses.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settings } from '#settings/config'

const known = new Set(Object.values(settings).map(({ name }) => name))
/** Variables that are no settings: those of Node, the C library, the shell and builds, and the word for any. */
const others = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX', 'HOME', 'IFS', 'NAME', 'FONTS'])

/** Names with their values, as files of settings, units, container files and comments give them. */
const given = (text: string): [name: string, value: string][] =>
  [...text.matchAll(/(?<![\w{$-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)=('[^'\n]*'|[^\s'#]*)/g)].map(
    ([, name = '', value = '']) => [name, value.replace(/^'|'$/g, '')],
  )

const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.json') && entry.name !== 'compose.yml')
  .map((entry) => join(entry.parentPath, entry.name))

test('files of settings, units, proxies and the container file name settings that there are', () => {
  const named = files.flatMap((file) =>
    given(readFileSync(file, 'utf8')).map(([name, value]) => ({ file, name, value })),
  )
  expect(named.filter(({ name }) => !known.has(name) && !others.has(name))).toEqual([])
  for (const name of ['PUBLIC_URL', 'TRUSTED_PROXIES', 'DATA_DIR', 'BACKUP_TO', 'DATABASE_URL', 'HOST']) {
    expect(named.map((one) => one.name)).toContain(name)
  }
  const right = named.filter(({ name, value }) => known.has(name) && value !== '')
  for (const { file, name, value } of right) {
    const setting = Object.values(settings).find((one) => one.name === name)
    expect(setting?.parse(value), `${file}: ${name}`).not.toHaveProperty('mustBe')
  }
})

test('the compose file gives the service settings that it starts with', () => {
  const { services } = parse(readFileSync('deploy/container/compose.yml', 'utf8'))
  const own: Record<string, string> = services.grundbok.environment
  expect(Object.keys(own).filter((name) => !known.has(name))).toEqual([])
  const filled = Object.entries(own).map(([name, value]) => [name, value.replaceAll(/\$\{\w+\}/g, 'x'.repeat(48))])
  const config = readConfig(Object.fromEntries(filled), '/app')
  expect([config.s3?.bucket, config.trustedProxies]).toEqual(['books', ['10.89.0.0/16']])
})

test('are found where they are', () => {
  expect(given("# A=1\nB_C='x y'\nEnvironment=D=2 E=3\nENV F=4\n$G=5\nlower=7")).toEqual([
    ['A', '1'],
    ['B_C', 'x y'],
    ['D', '2'],
    ['E', '3'],
    ['F', '4'],
  ])
})
