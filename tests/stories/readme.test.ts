// What README and the pages below docs/ tell a newcomer to type works as it stands there, and their links lead to
// files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { rows } from '#app'
import { needs } from '#support/needs'
import { admin, newDataDir, startMain } from '#support/programs'
import { pdfFile } from '#support/sample-files'

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

test('the requests in README are answered', async () => {
  needs('curl')
  const service = await startMain({ env: { DATA_DIR: newDataDir() } })
  const env = { PATH: process.env.PATH, BASE: service.base, COMPANY: service.companyId, TOKEN: service.token }
  const cwd = mkdtempSync(join(tmpdir(), 'grundbok-readme-'))
  writeFileSync(join(cwd, 'kvitto.pdf'), await pdfFile())
  // What a shell has learned before it still knows.
  const learned = examples.flatMap((example) => example.match(/^\w+\(\) \{.*\}$/gm) ?? []).join('\n')
  for (const example of examples) {
    const { stdout } = spawnSync('sh', ['-c', `${learned}\n${example}`], { encoding: 'utf8', env, cwd })
    expect(JSON.parse(stdout), example).not.toHaveProperty('code')
  }
  await service.stop()
  rmSync(cwd, { recursive: true })
})

test('the commands in the pages exist', async () => {
  const { stdout } = await admin(newDataDir(), ['--help'])
  const known = stdout.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?)/gm)
  const names = [...known].map(([, name]) => name)
  const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
  for (const page of pages) {
    const text = readFileSync(page, 'utf8')
    for (const [, name] of text.matchAll(/npm run admin -- ([a-z-]+ [a-z-]+)/g)) expect(names, page).toContain(name)
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
