// The server's code as tests load it: compiled once for a run, and left to Node. The runner would transform each of its
// many files, for each of its processes. A run that watches the sources takes them as they are.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { build, type Plugin as Compiling } from 'esbuild'
import type { Plugin } from 'vitest/config'
import { isAlive } from '#support/servers/scratch'

/** In this checkout, whose console the service finds from there; node_modules may be a link to another one's. */
const CACHE = '.cache'
const OWN = 'grundbok-tests-'

/** The paths of what is compiled. */
export const COMPILED = new RegExp(`${OWN}\\d+`)

const root = process.cwd()
const sources = join(root, 'server') + sep
/** The rules that the server shares with the console: compiled once too, so that a table has one identity. */
const rules = join(root, 'rules') + sep
/** This process's own: several runs in one checkout do not disturb each other. */
const folder = join(root, CACHE, `${OWN}${process.pid}`)

/** What all kinds of files have in common: the runner reads its configuration anew for each of them. */
const COMPILING = Symbol.for('the compiled server of this run')
const everywhere = globalThis as { [COMPILING]?: Promise<void> }

/** Compiles every module of the server, and redirects imports to the results. */
export const compileServer = async (): Promise<Plugin> => {
  everywhere[COMPILING] ??= compileAll()
  await everywhere[COMPILING]
  return {
    name: 'compiled-server',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!IS_OWN.test(source)) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && isModule(found.id) ? { id: compiled(found.id), external: true } : null
    },
  }
}

const compileAll = async (): Promise<void> => {
  forgetEarlierRuns()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const modules = [sources, rules].flatMap((from) =>
    readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(from, name)),
  )
  await build({
    absWorkingDir: root,
    entryPoints: modules.map((path) => ({ in: path, out: compiled(path).replace(/\.js$/, '') })),
    outdir: folder,
    bundle: true,
    packages: 'external',
    plugins: [apart],
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
}

/** What packages do not begin with. */
const IS_OWN = /^[#.]/

const isModule = (path: string): boolean => (path.startsWith(sources) || path.startsWith(rules)) && path.endsWith('.ts')

const compiled = (path: string): string => {
  const name = path.startsWith(rules) ? join('rules', path.slice(rules.length)) : path.slice(sources.length)
  return join(folder, name.replace(/\.ts$/, '.js'))
}

/** Each module stays a file of its own name, as causes of errors show it; what is no module goes into its importers. */
const apart: Compiling = {
  name: 'apart',
  setup({ onResolve, resolve }) {
    onResolve({ filter: IS_OWN }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === apart || importer === '') return null
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: apart })
      if (found.errors.length > 0 || !isModule(found.path)) return found
      const way = relative(dirname(compiled(importer)), compiled(found.path))
      return { path: way.startsWith('.') ? way : `./${way}`, external: true }
    })
  },
}

/** A run that was killed leaves its folder behind. */
const forgetEarlierRuns = (): void => {
  mkdirSync(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE).filter((one) => one.startsWith(OWN))) {
    if (!isAlive(Number(name.slice(OWN.length)))) rmSync(join(CACHE, name), { recursive: true, force: true })
  }
}
