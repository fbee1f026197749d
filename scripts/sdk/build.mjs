// Makes packages of packages/ ready for `npm pack`: JavaScript and declarations in dist/. `prepack` calls it.
//   node scripts/sdk/build.mjs sdk
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/bundle'
import { generateSdk } from './generate.mjs'

const [name = 'sdk'] = process.argv.slice(2)
const folder = join(root, 'packages', name)
const dist = join(folder, 'dist')

await generateSdk()
rmSync(dist, { recursive: true, force: true })
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })

// The compiler leaves the endings of sources in declarations.
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue
  const path = join(dist, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'))
}
