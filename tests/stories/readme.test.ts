// What the pages at the top and below docs/ tell a newcomer to type works as it stands there, and their links lead to
// files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#support/needs'
import { admin, freePort, newDataDir, type RunningService, startMain, until } from '#support/programs'
import { requestsWith } from '#support/service'

const readme = readFileSync('README.md', 'utf8')
const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))
const atTop = readdirSync('.').filter((name) => name.endsWith('.md'))
const pages = [...atTop, ...docs].filter((path) => path.endsWith('.md'))

/** The pages that go on in the shell of README, in the order in which each leads to the next. */
const TUTORIAL = ['first-requests', 'first-invoice', 'first-purchase', 'bring-your-books', 'commands']
const tutorial = TUTORIAL.map((name) => readFileSync(join('docs', 'tutorial', `${name}.md`), 'utf8'))

/** What README, and then the tutorial, has a shell do after the start, in order. */
const examples = [readme, ...tutorial].flatMap((text) =>
  [...text.matchAll(/```sh\n(.+?)```/gs)].map(([, example = '']) => example),
)

/** In the default start of README: the demo company has its year, with returns that lock it and purchases that wait. */
describe('after npm start without options', () => {
  const dataDir = newDataDir()
  const home = mkdtempSync(join(tmpdir(), 'grundbok-home-'))
  let service: RunningService
  beforeAll(async () => {
    service = await startMain({ env: { DATA_DIR: dataDir, PORT: String(await freePort()) } }, [])
    const demo = requestsWith(`${service.base}/companies/${service.companyId}`, service.token)
    // Seldom: a token has 200 requests a minute, and README's are among them.
    await until(
      async () => (await pause(1000)) || /K-77/.test(JSON.stringify((await demo.get('/uploads?pageSize=100')).body)),
    )
  })
  afterAll(async () => {
    await service.stop()
    rmSync(home, { recursive: true, force: true })
  })

  test('README and the tutorial are pasted from the first request to the last command', () => {
    needs('curl')
    expect(examples.length).toBeGreaterThan(12)
    expect(readdirSync('docs/tutorial').sort()).toEqual([...TUTORIAL, 'start'].map((name) => `${name}.md`).sort())
    // The commands find the service by the data folder alone.
    const { PORT: _, ...rest } = process.env
    const own = { DATA_DIR: dataDir, HOME: home, BASE: service.base, COMPANY: service.companyId, TOKEN: service.token }
    const script = examples.join('\n').replaceAll(/^curl -OJ.*$/gm, `cd "$HOME"; $&; cd - > /dev/null`)
    const { stdout, stderr, status } = spawnSync('bash', ['-e', '-u', '-o', 'pipefail'], {
      encoding: 'utf8',
      env: { ...rest, ...own },
      input: script,
    })
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stdout: expect.not.stringMatching(/"(?:error|code)":/),
      stderr: expect.not.stringMatching(/Usage:|There is no/),
    })
    const files = [expect.stringMatching(/^\d{4}\.se$/), ...Array(2).fill(expect.stringMatching(/\.pdf$/))]
    expect(readdirSync(home).sort()).toEqual(files)
  })

  test('the demo integration asks for what its code was granted, at the address that is running', async () => {
    const { PORT: _, ...rest } = process.env
    const own = { ...rest, DATA_DIR: dataDir }
    const { stdout } = spawnSync('./grundbok', ['demo', 'oauth', '--json'], { encoding: 'utf8', env: own })
    const said = JSON.parse(stdout)
    expect(said.BASE).toBe(service.base)
    const redirectUri = said.REDIRECT_URI
    expect(new URL(said.AUTHORIZE_URL).searchParams.get('redirect_uri')).toBe(redirectUri)
    const ask = async (path: string, form: Record<string, string>): Promise<Record<string, string>> => {
      const headers = { authorization: `Basic ${btoa(`${said.CLIENT_ID}:${said.CLIENT_SECRET}`)}` }
      const answer = await fetch(said.BASE + path, { method: 'POST', headers, body: new URLSearchParams(form) })
      return (await answer.json()) as Record<string, string>
    }
    const form = { grant_type: 'authorization_code', code: said.CODE, code_verifier: said.VERIFIER }
    const { scope } = await ask('/token/introspect', { token: (await ask('/token', form)).access_token ?? '' })
    expect(scope?.split(' ')).toEqual(expect.arrayContaining(['sie:read', 'journal-entries:write', 'history:read']))
    const shown = await fetch(`${redirectUri}?code=a-b_c&state=x%3Cb%3E`)
    expect(await shown.text()).toMatch(/CODE='a-b_c'[\s\S]*x&lt;b&gt;/)
    expect(await (await fetch(`${redirectUri}?code=a'%3Bls`)).text()).not.toContain('CODE=')
    expect(await (await fetch(`${redirectUri}?error=access_denied`)).text()).toContain('access_denied')
  })
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

  test.each(['access', 'agencies'])('docs/guides/%s.md is pasted from top to bottom', async (name) => {
    needs('curl')
    const text = readFileSync(`docs/guides/${name}.md`, 'utf8')
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

test('README is read in a few minutes', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})

test('each page below docs/ says first for whom it is', () => {
  const shelved = docs.filter((path) => path.endsWith('.md') && !path.startsWith(join('docs', 'decisions')))
  expect(shelved.filter((path) => !/^# .+\n\n\*For .+\*\n/.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('the links between the pages lead to files', () => {
  for (const page of pages) {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  }
  const ofPages = docs.filter((path) => /\.(?:md|json)$/.test(path) && !path.startsWith(join('docs', 'decisions')))
  expect(ofPages.filter((path) => !readme.includes(path))).toEqual([])
})
