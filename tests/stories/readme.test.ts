// What README and the pages below docs/ tell a newcomer to type works as it stands there, and their links lead to
// files.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#app'
import { needs } from '#support/needs'
import { admin, freePort, newDataDir, type RunningService, startMain } from '#support/programs'

const readme = readFileSync('README.md', 'utf8')
const pages = ['README.md', 'STYLE.md', ...readdirSync('docs').map((name) => join('docs', name))].filter((path) =>
  path.endsWith('.md'),
)

/** The requests that README shows. */
const examples = [...readme.matchAll(/```sh\n(.+?)```/gs)].map(([, example = '']) => example)

test('the requests in README are of paths that are there', () => {
  expect(examples.length).toBeGreaterThan(3)
  for (const example of examples) {
    const path = /\$COMPANY(\/[\w-]+)/.exec(example)?.[1] ?? ''
    expect(rows.map((row) => row.path)).toContainEqual(expect.stringMatching(`^/companies/{companyId}${path}`))
  }
})

describe('beside a first start', () => {
  const dataDir = newDataDir()
  let port: string
  let service: RunningService
  beforeAll(async () => {
    port = String(await freePort())
    service = await startMain({ env: { DATA_DIR: dataDir, PORT: port } })
  })
  afterAll(() => service.stop())

  test('the requests in README are answered', async () => {
    needs('curl')
    const env = { PATH: process.env.PATH, BASE: service.base, COMPANY: service.companyId, TOKEN: service.token }
    // What a shell has learned before it still knows.
    const learned = examples.flatMap((example) => example.match(/^\w+\(\) \{.*\}$/gm) ?? []).join('\n')
    for (const example of examples) {
      const { stdout } = spawnSync('sh', ['-c', `${learned}\n${example}`], { encoding: 'utf8', env })
      expect(JSON.parse(stdout), example).not.toHaveProperty('code')
    }
  })

  test.each(['access', 'agencies'])('docs/%s.md is pasted from top to bottom', async (name) => {
    needs('curl')
    const text = readFileSync(`docs/${name}.md`, 'utf8')
    const fenced = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    const blocks = fenced.filter(([, kind]) => kind === '' || kind === 'sh').map(([, , block = '']) => block)
    expect(blocks.length).toBeGreaterThan(2)
    const env = { ...process.env, DATA_DIR: dataDir, PORT: port }
    const { stdout, stderr } = spawnSync('bash', ['-e', '-u'], { encoding: 'utf8', env, input: blocks.join('\n') })
    expect(stdout).not.toMatch(/"(?:error|code)":/)
    expect(stdout + stderr).not.toMatch(/command not found|Usage:|There is no /)
    // The last of what it asks for is there: so nothing on the way has stopped it.
    expect(stdout).toMatch(
      name === 'access' ? /"active":true[\s\S]*"tenantName":"Demobolaget AB"/ : /"email":"demo@example.com"/,
    )
  })
})

test('the commands in the pages exist', async () => {
  const { stdout } = await admin(newDataDir(), ['--help'])
  const known = stdout.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?)/gm)
  const names = [...known].map(([, name]) => name)
  const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
  for (const page of pages) {
    const text = readFileSync(page, 'utf8')
    for (const [, name = '', more] of text.matchAll(/\.\/grundbok ([a-z-]+)(?: ([a-z][a-z-]*))?/g)) {
      expect(names, page).toContain(names.includes(name) ? name : `${name} ${more}`)
    }
    for (const [, name] of text.matchAll(/npm run (?:--silent )?([a-z-]+)/g)) expect(scripts, page).toContain(name)
  }
})

test('the links between the pages lead to files', () => {
  for (const page of pages) {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  }
  expect(readdirSync('docs').filter((name) => !readme.includes(`docs/${name}`))).toEqual([])
})
