// The SDK as others get it: packed, installed into an empty folder, compiled against and run, and small in a bundle.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '#support/service'
import { examplesOf } from './examples.ts'

const folder = mkdtempSync(join(tmpdir(), 'grundbok-sdk-'))
let service: Service
beforeAll(async () => {
  service = await startService()
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: 'packages/sdk',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')))
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  const flags = ['--offline', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...flags, `./${filename}`], { cwd: folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const program = `
  import { createClient, isRefusal } from '@grundbok/sdk'
  const [baseUrl, token, companyId] = process.argv.slice(2)
  const { customers, invoices } = createClient({ baseUrl, token }).company(companyId)
  const { id, name } = await customers.create({ name: 'Kund AB', type: 'company' })
  const refused = await invoices.publish(id).catch((thrown) => isRefusal(thrown, 'not-found'))
  console.log(JSON.stringify({ name, refused }))`

test('what npm packs installs into an empty folder and runs there', async () => {
  const company = await service.newCompany()
  writeFileSync(join(folder, 'program.mjs'), program)
  // It must not block this process, which answers it.
  const { promisify } = await import('node:util')
  const { execFile } = await import('node:child_process')
  const run = promisify(execFile)
  const args = ['program.mjs', service.base, company.token, company.id]
  const { stdout } = await run(process.execPath, args, { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({ name: 'Kund AB', refused: true })
  const { dependencies = {}, exports } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@grundbok/sdk/package.json'), 'utf8'),
  )
  expect(dependencies).toEqual({})
  expect(Object.keys(exports)).toEqual(['.', './types'])
})

/** What the compiler must refuse, beside the examples of the guide. */
const wrong = `
  import { createClient } from '@grundbok/sdk'
  import type { Customer } from '@grundbok/sdk/types'
  const { customers, invoices } = createClient({ baseUrl: 'x' }).company('x')
  export const made: Promise<Customer> = customers.create({ name: 'x', type: 'company' })
  void customers.get('x', { ifNoneMatch: 'x', signal: AbortSignal.timeout(1), timeoutMs: 1 })
  // @ts-expect-error: no such kind of customer
  void customers.create({ name: 'x', type: 'state' })
  // @ts-expect-error: an id is missing
  void invoices.publish()
  // @ts-expect-error: no such parameter
  void invoices.list({ colour: 'red' })`

test('its types are complete: the examples of the guide compile against them, and what is wrong does not', () => {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', 'wrong.ts'), wrong)
  writeFileSync(join(folder, 'src', 'guide.ts'), examplesOf('@grundbok/sdk'))
  const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc')
  const told = (() => {
    try {
      return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    } catch (thrown) {
      return (thrown as { stdout: string }).stdout
    }
  })()
  expect(told).toBe('')
})

/** In bytes, minified and compressed; the size of a picture on a web page. */
const MOST_BYTES = 25_000

test('a small integration has a small bundle, with nothing of Node', async () => {
  const text = `
    import { createClient, followEvents } from '@grundbok/sdk'
    const company = createClient({ baseUrl: '/v1', token: 'x' }).company('x')
    for await (const { kind } of followEvents(company.events)) await company.invoices.publish(kind)`
  writeFileSync(join(folder, 'small.mjs'), text)
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'small.mjs')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const [bundle] = outputFiles
  expect(gzipSync(bundle?.contents ?? '').length).toBeLessThan(MOST_BYTES)
  // OAuth and webhooks are not in it.
  expect(bundle?.text).not.toMatch(/code_challenge|webhook-signature/)
})
