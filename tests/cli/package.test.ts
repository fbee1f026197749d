// The command as others get it: packed, installed into an empty folder, and run there.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('what npm packs installs without anything else, and knows every command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-cli-'))
  try {
    const pack = ['pack', '--json', '--workspace', 'packages/cli', '--pack-destination', folder]
    const packed = execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')))
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const flags = ['--offline', '--no-audit', '--no-fund', '--silent']
    execFileSync('npm', ['install', ...flags, `./${filename}`], { cwd: folder })
    const bok = (...args: string[]) => execFileSync(join(folder, 'node_modules/.bin/bok'), args, { encoding: 'utf8' })
    expect(bok('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(bok('commands')).toContain('invoices publish')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
