// The guide of the SDK: its examples are run from top to bottom against the service, and none of the resources is
// missing in them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { operationsOf, readDocument } from '#scripts/sdk/operations'
import { freshNumber } from '#support/callers'
import { newIntegration } from '#support/integration'
import { pngFile } from '#support/samples/sample-files'
import { startService } from '#support/service'
import { newCaller, sieFile } from '#tests/surface/world'
import { examplesOf, resourcesCalled } from './examples.ts'

/** What the examples print is for readers of the page. */
const QUIET = { js: 'const console = { log() {} };' }

test('the examples have every resource', () => {
  const called = resourcesCalled()
  const resources = operationsOf(readDocument()).map(
    ({ scope, resources: [first], verb }) => `${scope}.${first ?? verb}`,
  )
  // What a person's browser is sent to, and the person themselves.
  const apart = ['service.authorize', 'me.get', 'me.change']
  expect([...new Set(resources)].filter((one) => !called.has(one) && !apart.includes(one))).toEqual([])
})

test('the examples run', async () => {
  const service = await startService()
  const company = await newCaller(service)
  const client = await newIntegration(service)
  const [agency] = await service.database.rows<{ number: string }>(sql`
    select organization_number as number from identity.agency where id = ${company.agency.id}`)
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-guide-'))
  try {
    writeFileSync(join(folder, 'guide.ts'), examplesOf(join(process.cwd(), 'packages/sdk/src/index.ts')))
    const outfile = join(folder, 'guide.mjs')
    await build({
      entryPoints: [join(folder, 'guide.ts')],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      banner: QUIET,
    })
    const { run } = await import(/* @vite-ignore */ pathToFileURL(outfile).href)
    await run({
      baseUrl: service.base,
      token: company.token,
      companyId: company.id,
      agencyId: company.agency.id,
      agencyToken: company.agency.token,
      agencyNumber: agency?.number,
      generalToken: company.general,
      clientId: client.id,
      clientSecret: client.secret,
      organizationNumber: freshNumber(),
      png: pngFile(),
      sieFile: sieFile(),
      session: company.owner,
    })
  } finally {
    rmSync(folder, { recursive: true })
    await service.close()
  }
})
