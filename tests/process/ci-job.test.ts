// The job for CI in the guide about testing an integration, run as it is written: a checkout, a service with a year of
// books, and the test of a client, which asks for faults and for a customer's payment. The second run has the books of
// the first.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'grundbok-ci-job-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GUIDE = readFileSync('docs/guides/testing-your-integration.md', 'utf8')
const job = /```sh\n(#!\/usr\/bin\/env bash\n[\s\S]*?)```/.exec(GUIDE)?.[1] ?? ''

/** `npm ci` of the checkout has been done; `npm test` is the client's; all else is npm's own. */
const NPM = (own: string) => `#!/usr/bin/env bash
set -e
if [ "$1" = ci ]; then exit 0; fi
if [ "$1" != test ]; then exec '${own}' "$@"; fi
ask() { curl -sS -o /dev/null -w '%{http_code} ' -H "Authorization: Bearer $TOKEN" "$@"; }
ask "$BASE/companies/$COMPANY/company-information"
ask -H 'Prefer: fault=503' "$BASE/companies/$COMPANY/customers"
curl -sS -H "Authorization: Bearer $TOKEN" "$BASE/companies/$COMPANY/journal-entries?pageSize=1"
echo
cat "$GRUNDBOK_TRY/running.json"
`

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const run = async () => {
  const port = await freePort()
  writeFileSync(join(folder, 'job.sh'), job.replace('--port 4000', `--port ${port}`))
  const env = { ...process.env, PATH: `${join(folder)}:${process.env.PATH}`, CI_CACHE: join(folder, 'cache') }
  const { status, stdout, stderr } = spawnSync('bash', ['job.sh'], { cwd: folder, env, encoding: 'utf8' })
  expect({ status, stderr: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, stderr: '' })
  const [first = '', last = ''] = stdout.trim().split('\n').slice(-2)
  const [answer, fault] = first.split(' ')
  expect([answer, fault]).toEqual(['200', '503'])
  const { companyId, token, startedInMs } = JSON.parse(last)
  return { companyId, token, startedInMs, entries: first.slice(first.indexOf('{')) }
}

test('it is run as written, and once more from the books that it kept', { timeout: 600_000 }, async () => {
  expect(job).toContain('npm run --silent try')
  const own = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  writeFileSync(join(folder, 'npm'), NPM(own))
  chmodSync(join(folder, 'npm'), 0o755)
  symlinkSync(process.cwd(), join(folder, 'grundbok'))
  const first = await run()
  const second = await run()
  // The same books, ids and token.
  expect({ ...second, startedInMs: 0 }).toEqual({ ...first, startedInMs: 0 })
})
