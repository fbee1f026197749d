// The package for Debian: what is in it, that it runs as an ordinary user from where it was unpacked, and that it is
// installed, upgraded, removed and purged under a real systemd, with all that the units forbid.
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { AS_ANOTHER, needs, ORDINARY_USER } from '#support/needs'
import { start, until, welcomed } from '#support/programs'
import { type BootedDebian, bootDebian } from '#support/servers/booted-debian'
import { anEntry, requestsWith } from '#support/service'

const top = mkdtempSync(join(tmpdir(), 'grundbok-package-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const today = dayOf(new Date())

const said = (program: string, ...words: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

const packed = (...words: string[]): string =>
  said(process.execPath, 'scripts/deb.mjs', ...words, '--quick', '--output', top).trim()

/** The package, made once, and the folder that it was unpacked into. */
let made: { file: string; folder: string } | undefined
const unpacked = (): { file: string; folder: string } => {
  if (made) return made
  const file = packed('--with-node')
  const folder = join(top, 'unpacked')
  said('dpkg-deb', '-x', file, folder)
  made = { file, folder }
  return made
}

test('the package says what it needs, holds what it needs to run, and keeps its settings from others', () => {
  needs('dpkg-deb')
  const { file } = unpacked()
  const field = (name: string) => said('dpkg-deb', '-f', file, name).trim()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect([field('Package'), field('Version')]).toEqual(['grundbok', version])
  expect(field('Architecture')).toBe(said('dpkg', '--print-architecture').trim())
  // It carries its own.
  expect(field('Depends')).not.toContain('nodejs')
  expect(said('dpkg-deb', '-I', file, 'conffiles')).toBe('/etc/grundbok/grundbok.env\n')
  const rows = said('dpkg-deb', '-c', file).split('\n').filter(Boolean)
  const parts = rows.map((row) => row.split(/\s+/))
  expect(new Set(parts.map(([, owner]) => owner))).toEqual(new Set(['root/root']))
  const modes = new Map(parts.map(([mode = '', , , , , path = '']) => [path.replace(/^\.\//, ''), mode]))
  expect(modes.get('etc/grundbok/grundbok.env')).toBe('-rw-------')
  expect(modes.get('usr/bin/grundbok')).toBe('-rwxr-xr-x')
  const isOpen = ([, mode]: [string, string]) => mode[0] !== 'l' && (/w/.test(mode.slice(4)) || mode[7] !== 'r')
  expect([...modes].filter(isOpen)).toEqual([['etc/grundbok/grundbok.env', '-rw-------']])
  // What the console is made of is inside dist/console.
  const isNeedless = (path: string) =>
    /^usr\/lib\/grundbok\/(?:node_modules\/(?:react|esbuild|vitest)|tests)\//.test(path)
  expect([...modes.keys()].filter(isNeedless)).toEqual([])
})

test('the units are right, and leave little open', () => {
  needs('dpkg-deb')
  needs('systemd')
  // Its words for the programs that are not installed here are about files alone.
  const { folder } = unpacked()
  const units = mkdtempSync(join(top, 'units-'))
  for (const name of ['grundbok.service', 'grundbok-worker@.service']) {
    const text = readFileSync(join(folder, 'lib/systemd/system', name), 'utf8')
    writeFileSync(join(units, name), text.replaceAll('/usr/lib/grundbok/node ', `${process.execPath} `))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(units, name)], {
      encoding: 'utf8',
    })
    const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('grundbok'))
    expect({ status, own }, name).toEqual({ status: 0, own: [] })
    // Out of 100, where 0 is shut off from everything; a service on the network does not come below 10.
    said('systemd-analyze', 'security', '--offline=yes', '--threshold=20', '--no-pager', join(units, name))
  }
})

const aLine = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
const WITHOUT_FONTS =
  'contains 中 (U+4E2D), 文 (U+6587), which no font of the PDF has: write it in another way, or ask the operator to install ' +
  'the optional fonts, grundbok-fonts'

/** Of a unit: what a line says, by its name. */
const lineOf = (name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync('deploy/systemd/grundbok.service', 'utf8'))?.[1] ?? ''

test('unpacked, it runs as an ordinary user with the words of the unit, and tells systemd how it is', async () => {
  for (const need of ['dpkg-deb', 'systemd'] as const) needs(need)
  const { folder } = unpacked()
  const home = mkdtempSync(join(top, 'home-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(home, ORDINARY_USER, ORDINARY_USER)
  said('chmod', '755', top)
  const dataDir = join(home, 'data')
  const place = (text: string) => text.replaceAll('/usr/lib/grundbok', join(folder, 'usr/lib/grundbok'))
  const given = Object.fromEntries(
    lineOf('Environment')
      .split(' ')
      .map((one) => one.split('=') as [string, string]),
  )
  const heard = await listenAsSystemd(join(top, 'notify'))
  const watched = { NOTIFY_SOCKET: join(top, 'notify'), WATCHDOG_USEC: '300000' }
  const env = { ...given, DATA_DIR: dataDir, PORT: '0', HOME: home, ...watched }
  const prefix = isRoot ? [...AS_ANOTHER, '--no-new-privs'] : ['setpriv', '--no-new-privs']
  const run = async () => welcomed(start(place(lineOf('ExecStart')).split(' '), { env, prefix }))
  const program = place('/usr/lib/grundbok/dist/admin.js')
  const commanded = async (...words: string[]) => {
    const line = [place('/usr/lib/grundbok/node'), program, ...words, '--json']
    const { code, stdout, stderr } = await start(line, { env: { DATA_DIR: dataDir, HOME: home }, prefix }).ended
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const service = await run()
  await until(() => heard.words().includes('READY=1') && heard.words().includes('WATCHDOG=1'))
  const year = `${today.slice(0, 4)}-01-01:${today.slice(0, 4)}-12-31`
  const named = ['--name', 'Test AB', '--organization-number', '559999-0008', '--fiscal-year', year]
  const { id } = await commanded('company', 'create', ...named)
  const { token } = await commanded('token', 'create', '--company', id, '--name', 'x', '--scopes', 'all')
  const company = requestsWith(`${service.base}/companies/${id}`, token)
  const post = await company.post('/journal-entries', anEntry({ date: today }))
  expect(post.status).toBe(200)
  const customer = await company.post('/customers', { name: 'Handel 中文', type: 'company' })
  const draft = { invoiceDate: today, customerRef: { id: customer.body.id }, lineItems: [aLine] }
  const preview = `/invoices/${(await company.post('/invoices', draft)).body.id}/preview`
  const refused = await company.get(preview)
  const errors = [{ field: '#/customerRef/name', message: WITHOUT_FONTS }]
  expect([refused.status, refused.body.errors]).toEqual([400, errors])
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
  // What is heard is said by another program.
  await until(() => heard.words().includes('STOPPING=1'))
  said('dpkg-deb', '-x', packed('--fonts'), folder)
  const again = await run()
  const companyAgain = requestsWith(`${again.base}/companies/${id}`, token)
  expect((await companyAgain.get('/journal-entries')).body.totalItems).toBe(1)
  expect((await companyAgain.get(preview)).status).toBe(200)
  expect(await again.stop()).toMatchObject({ code: 0 })
  await heard.end()
})

/** What systemd would hear at such a socket. Node has none of that kind; Debian's perl is always there. */
const listenAsSystemd = async (path: string) => {
  const program = [
    'use IO::Socket::UNIX; use Socket; $| = 1;',
    '$s = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die $!; chmod 0666, $ARGV[0];',
    'print "listening\\n"; while (defined $s->recv($m, 4096)) { print "$m\\n" }',
  ].join(' ')
  const listener = start(['perl', '-e', program, path])
  await until(() => listener.said().includes('listening\n'))
  return {
    words: () => listener.said().split('\n'),
    end: async () => {
      listener.kill('SIGTERM')
      await listener.ended
    },
  }
}

/** Lines of a file of settings, and what each of them is; null where it is refused. */
const settingLines: [line: string, value: string | null][] = [
  ['MAIL_FROM=a@example.com', 'a@example.com'],
  ['  MAIL_FROM=a b  ', 'a b'],
  ["MAIL_FROM='Grundbok <no-reply@example.com>'", 'Grundbok <no-reply@example.com>'],
  ['MAIL_FROM="Grundbok <x@example.com>"', 'Grundbok <x@example.com>'],
  ['MAIL_FROM=\'a#b $HOME `id` \\ "c"\'', 'a#b $HOME `id` \\ "c"'],
  ['MAIL_FROM=a#b;c=d$(id)', 'a#b;c=d$(id)'],
  ['MAIL_FROM=', ''],
  ['# MAIL_FROM=x\n; MAIL_FROM=y\n\nMAIL_FROM=z', 'z'],
  ['MAIL_FROM=a\\b', null],
  ["MAIL_FROM=it's", null],
  ["MAIL_FROM='it's'", null],
  ['MAIL_FROM="a"b"', null],
  ['MAIL FROM=x', null],
  ['mail=x', null],
  ['nothing', null],
]

/** The command, with a program in place of the real one that prints the setting. */
const commandThatPrints = (): string => {
  const program = join(top, 'prints.mjs')
  writeFileSync(program, 'console.log(JSON.stringify(process.env.MAIL_FROM))')
  const text = readFileSync('deploy/debian/grundbok', 'utf8')
    .replace('/usr/lib/grundbok/dist/admin.js', program)
    .replace('/usr/lib/grundbok/node', process.execPath)
    .replace('user=grundbok', 'user=$(id -un)')
  writeFileSync(join(top, 'grundbok'), text)
  return join(top, 'grundbok')
}

test('the command reads the settings as they stand, and refuses what systemd reads in another way', () => {
  const command = commandThatPrints()
  for (const [line, value] of settingLines) {
    const file = join(top, 'settings.env')
    writeFileSync(file, `${line}\n`)
    const env = { PATH: process.env.PATH, GRUNDBOK_SETTINGS: file }
    const { status, stdout, stderr } = spawnSync('sh', [command], { encoding: 'utf8', env })
    if (value === null)
      expect([line, status, stderr]).toEqual([line, 1, expect.stringMatching(/settings\.env, line 1: /)])
    else expect([line, JSON.parse(stdout)], stderr).toEqual([line, value])
  }
})

/** What a request is answered within the Debian, by the Node that came with the package. */
const asked = (debian: BootedDebian, path: string, options: object = {}) => {
  const code = `fetch('http://127.0.0.1:3000${path}', ${JSON.stringify(options)})
    .then(async (answer) => console.log(JSON.stringify({ status: answer.status, body: await answer.json() })))`
  writeFileSync(join(debian.folder, 'root/ask.mjs'), code)
  const { stdout, stderr } = debian.run('/usr/lib/grundbok/node /root/ask.mjs')
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const succeeds = (debian: BootedDebian, line: string): string => {
  const { code, stdout, stderr } = debian.run(line)
  expect(code, `${line}: ${stdout}${stderr}`).toBe(0)
  return stdout
}

test('under systemd it is installed, works, is upgraded, removed and purged, and the books stay', async () => {
  for (const need of ['dpkg-deb', 'booted Debian'] as const) needs(need)
  const { file } = unpacked()
  const debian = await bootDebian()
  try {
    cpSync(file, join(debian.folder, 'root', basename(file)))
    const install = `dpkg --force-unsafe-io -i /root/${basename(file)}`
    expect(succeeds(debian, install)).toContain('begin at http://localhost:3000/')
    expect(asked(debian, '/ready')).toEqual({ status: 200, body: { status: 'ok' } })
    expect(readsAsSystemd(debian)).toEqual([])
    const entries = worksIn(debian)

    // A worker shares the embedded database, ends before the service, and begins again after it.
    succeeds(debian, 'systemctl enable --now grundbok-worker@1')
    succeeds(debian, install)
    await until(() => debian.run('systemctl is-active grundbok grundbok-worker@1').stdout === 'active\nactive\n')
    expect(entries()).toBe(1)
    const log = join(debian.folder, 'var/lib/grundbok/postgres/server.log')
    expect(readFileSync(log, 'utf8')).not.toMatch(/not properly shut down|already exists/)

    // One that no longer answers is ended, and comes back with all that it has answered.
    const process = succeeds(debian, 'systemctl show -P MainPID grundbok').trim()
    succeeds(debian, `kill -9 ${process}`)
    await until(() => debian.run('systemctl show -P NRestarts grundbok').stdout === '1\n')
    await until(() => debian.run('systemctl is-active grundbok').stdout === 'active\n')
    expect(entries()).toBe(1)

    startsOnceCorrected(debian)
    expect(entries()).toBe(1)

    succeeds(debian, 'dpkg -r grundbok')
    expect(debian.run('systemctl is-active grundbok').stdout).toBe('inactive\n')
    succeeds(debian, 'test -e /etc/grundbok/grundbok.env && test ! -e /usr/lib/grundbok')
    expect(succeeds(debian, 'dpkg -P grundbok')).toContain('the books stay in /var/lib/grundbok')
    succeeds(debian, 'test ! -e /etc/grundbok && test -s /var/backups/grundbok.env && id grundbok')
    succeeds(debian, 'test -s /var/lib/grundbok/secret-key && test -s /var/lib/grundbok/postgres/data/PG_VERSION')
  } finally {
    await debian.halt()
  }
})

/** A company with an entry; answers how many there are from then on. */
const worksIn = (debian: BootedDebian): (() => number) => {
  const year = `${today.slice(0, 4)}-01-01:${today.slice(0, 4)}-12-31`
  const made = `--name 'Test AB' --organization-number 559999-0008 --fiscal-year ${year} --json`
  const { id } = JSON.parse(succeeds(debian, `grundbok company create ${made}`))
  const { token } = JSON.parse(succeeds(debian, `grundbok token create --company ${id} --name x --scopes all --json`))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = `/v1/companies/${id}/journal-entries`
  const body = JSON.stringify(anEntry({ date: today }))
  expect(asked(debian, path, { method: 'POST', headers, body }).status).toBe(200)
  return () => asked(debian, path, { headers }).body.totalItems
}

/** The number of failed starts: more often than systemd lets a service start unless its unit says otherwise. */
const ATTEMPTS = 6

/** With a wrong setting it is not started again by itself; with the right one it starts, however often it was tried. */
const startsOnceCorrected = (debian: BootedDebian): void => {
  const settings = join(debian.folder, 'etc/grundbok/grundbok.env')
  const right = readFileSync(settings, 'utf8')
  writeFileSync(settings, `${right}\nPORT=http\n`)
  const shown = (name: string) => succeeds(debian, `systemctl show -P ${name} grundbok`).trim()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    expect(debian.run('systemctl restart grundbok').code, `attempt ${attempt}`).not.toBe(0)
    expect(['ActiveState', 'Result', 'ExecMainStatus', 'NRestarts'].map(shown)).toEqual([
      'failed',
      'exit-code',
      '78',
      '0',
    ])
  }
  writeFileSync(settings, right)
  succeeds(debian, 'systemctl restart grundbok')
}

/** The lines of settings that systemd reads in another way than the command. */
const readsAsSystemd = (debian: BootedDebian): unknown[] =>
  settingLines.flatMap(([line, value]) => {
    if (value === null) return []
    writeFileSync(join(debian.folder, 'root/settings.env'), `${line}\n`)
    const words = '--pipe --wait --quiet -p EnvironmentFile=/root/settings.env'
    const read = succeeds(debian, `systemd-run ${words} /bin/sh -c 'printf %s "$MAIL_FROM"'`)
    return read === value ? [] : [{ line, value, read }]
  })
