// The house rules that a machine can check: who imports whom, how long things are, what a file begins with.
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aliases, FOUNDATION, fileOf, floors, PROGRAMS, roomOf } from './floors.ts'
import {
  below,
  countedLines,
  exportsDefault,
  functionsOf,
  importsAtRunTime,
  importsDeclared,
  importsOf,
  namesExported,
  namesImported,
  namesPassedOn,
  namesTaken,
  type Source,
  sourceOf,
  sourcesBelow,
  templatesOf,
} from './sources.ts'

const MAX_FILE_LINES = 500
const MAX_LINE_LENGTH = 120
const MAX_FUNCTION_LINES = 70
/** About as many as a newcomer takes in at a glance; what every room stands on is read by its names instead. */
const MAX_FOLDER_FILES = 35
const LARGER_FOLDERS: Readonly<Record<string, number>> = {
  'server/platform': 40,
  // One file for each subject of refusals.
  'tests/surface/provocations': 46,
}
/** A part of the console draws what it decides, and markup takes lines. */
const MAX_DRAWING_LINES = 130

const server = sourcesBelow('server')
const tests = sourcesBelow('tests')
const tools = sourcesBelow('scripts', 'bench', 'faults', 'fuzz')
/** What npm builds in a package, and what is generated there, is read by the compiler alone. */
const packages = sourcesBelow('packages').filter(({ path }) => !/\/(?:dist|node_modules)\/|\.gen\.ts$/.test(path))
const console = sourcesBelow('console').filter(({ path }) => !path.endsWith('.d.ts'))
const rules = sourcesBelow('rules')
const all = [...rules, ...server, ...console, ...tests, ...tools, ...packages]

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))

/** What is wrong with the imports of a file of the server. */
const untidyImports = (source: Source): string[] =>
  importsOf(source).flatMap((specifier) => {
    const file = fileOf(source, specifier)
    const say = (what: string) => [`${source.path} imports ${specifier}: ${what}`]
    if (specifier.includes('..')) return say('goes up')
    if (file === null) return []
    const here = roomOf(source.folder)
    const there = roomOf(folderOf(file))
    const isDoor = source.path === `${here}/index.ts`
    if (specifier.startsWith('./')) {
      return folderOf(file) === source.folder || (isDoor && here === there) ? [] : say('goes down past a door')
    }
    if (specifier.startsWith('#rule/') || specifier.startsWith('#console-rules/')) return []
    if (specifier.startsWith('#rules/')) return say('is for tests: rules are entered by the door')
    if (specifier.startsWith('#server/')) return say('is for tests: a context is entered by the door')
    if (folderOf(file) === source.folder) return say('is of this folder: use ./')
    if (here === there) return []
    const byName = [...FOUNDATION, ...PROGRAMS].includes(there)
    // What only programs call has a door of its own: commands would load it with the other.
    const doors = [`${there}/index.ts`, ...(PROGRAMS.includes(here) ? [`${there}/service.ts`] : [])]
    if (!byName && !doors.includes(file)) return say('goes past a door')
    const from = floors[here]
    const to = floors[there]
    if (from === undefined || to === undefined) return say('stands on no floor')
    return to < from ? [] : say('is not on a lower floor')
  })

/** Where a chain of imports comes back to a file. Imports of types count, dynamic imports do not. */
const circlesOf = (sources: readonly Source[]): string[] => {
  const graph = new Map(
    sources.map((source) => [source.path, importsDeclared(source).flatMap((one) => fileOf(source, one) ?? [])]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
    if (trail.includes(path) || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return circles
}

/** Exports that scripts, vitest or the compiler take without naming them in an import. */
const TAKEN_OTHERWISE = [
  'bench/main.ts run',
  'faults/main.ts run',
  'fuzz/main.ts run',
  'server/paper/font-families.ts familyNames',
  'server/platform/functions.ts REVISION_FILE',
  'server/programs/documentation/documentation.ts documentOf',
  'tests/support/run/global-setup.ts setup',
  'tests/support/run/installation.ts setup',
  'tests/support/run/installation.ts teardown',
  'tests/support/run/packages.ts setup',
]

/** What files export and no other file imports. A folder or file that is imported as a whole is left out. */
const idleExports = (sources: readonly Source[]): string[] => {
  const taken = new Set(
    sources.flatMap((source) => namesTaken(source).map(({ name, from }) => `${fileOf(source, from)} ${name}`)),
  )
  return sources
    .filter(({ path }) => !taken.has(`${path} *`))
    .flatMap((source) => namesExported(source).map((name) => `${source.path} ${name}`))
    .filter((one) => !taken.has(one))
    .sort()
}

describe('imports', () => {
  test('go down, from floor to floor, through doors', () => {
    expect(console.flatMap(untidyImports)).toEqual([])
    expect(server.flatMap(untidyImports)).toEqual([])
    // Rules that server and console share use each other alone.
    const ofRules = rules.flatMap((source) => importsOf(source).map((one) => `${source.path} imports ${one}`))
    // Dated data of the law stands beside its reader.
    expect(
      ofRules.filter((one) => !/ (?:#rule\/(?:payroll\/)?[\w-]+|\.\/(?:law|tables)\/\w+\.json)$/.test(one)),
    ).toEqual([])
    const rooms = new Set([...server, ...console].map(({ folder }) => roomOf(folder)))
    expect([...rooms].sort()).toEqual(Object.keys(floors).sort())
  })

  test('have one door to each room; foundations, programs, pure rules for tests and the support of tests apart', () => {
    const named = ['#rule/*', '#rules/*', '#console-rules/*', '#console/*', '#support/*', '#tests/*', '#bench/*']
    const wrong = Object.entries(aliases).filter(([alias, target]) => {
      if ([...named, '#faults/*', '#scripts/*', '#server/*'].includes(alias)) return false
      // A package is entered as others enter it.
      if (alias === '#sdk') return target !== './packages/sdk/src/index.ts'
      const within = /^#(console\/[^/]+)\/\*$/.exec(alias)?.[1]
      if (within !== undefined) return target !== `./${within}/*` || floors[within] === undefined
      const [name = '', rest] = alias.slice(1).split('/')
      const room = `server/${name}`
      if (rest === undefined) return ![room, `console/${name}`].some((one) => target === `./${one}/index.ts`)
      // Within a room that has folders of its own, they enter each other by name.
      return target !== `./${room}/*.ts` || floors[room] === undefined
    })
    expect(wrong).toEqual([])
  })

  test('of other files are what an export is for', () => {
    const config = sourceOf('vitest.config.ts', readFileSync('vitest.config.ts', 'utf8'))
    // What the SDK exports is for others, and for what is generated in it.
    const idle = idleExports([...all, config]).filter((one) => !one.startsWith('packages/sdk/src/'))
    expect(idle).toEqual([...TAKEN_OTHERWISE].sort())
  })

  test('find in a door what others use, and of pure rules what more than tests use', () => {
    const taken = (sources: readonly Source[]) =>
      new Set(sources.flatMap((source) => namesImported(source).map(({ name, from }) => `${from} ${name}`)))
    const byServer = taken(server)
    const byAll = taken(all)
    const isDoor = ({ path }: Source) => /^server\/[^/]+\/index\.ts$/.test(path)
    const idle = server.filter(isDoor).flatMap((door) =>
      namesPassedOn(door).filter(({ name, from, isType }) => {
        const needed = `#${basename(door.folder)} ${name}`
        return from.endsWith('.rules.ts') ? !byServer.has(needed) : !isType && !byAll.has(needed)
      }),
    )
    expect(idle.map(({ name, from }) => `${name} of ${from}`)).toEqual([])
    expect(server.filter(isDoor).length).toBeGreaterThan(10)
  })

  test('name files that are there', () => {
    const missing = all.flatMap((source) =>
      importsOf(source).flatMap((specifier) => {
        const file = fileOf(source, specifier)
        return file === null || existsSync(file) ? [] : [`${source.path}: ${specifier}`]
      }),
    )
    expect(missing).toEqual([])
  })

  test('never go up, in tests and tools neither, and stay within a folder', () => {
    const untidy = [...tests, ...tools, ...packages].flatMap((source) =>
      importsOf(source)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => specifier.includes('..') || folderOf(fileOf(source, specifier) ?? '') !== source.folder)
        .map((specifier) => `${source.path}: ${specifier}`),
    )
    expect(untidy).toEqual([])
  })

  test('form no circle', () => {
    expect(circlesOf(server)).toEqual([])
    expect(circlesOf(console)).toEqual([])
    expect(circlesOf(rules)).toEqual([])
  })

  test('are judged rightly', () => {
    const judged = (path: string, specifier: string) => untidyImports(sourceOf(path, `import '${specifier}'`)).length
    const right: [string, string][] = [
      ['server/ledger/x.ts', '#identity'],
      ['server/ledger/x.ts', '#platform/db'],
      ['server/ledger/x.ts', './book.ts'],
      ['server/sales/items/x.ts', '#sales/customers/customer'],
      ['server/sales/index.ts', './customers/customer.ts'],
      ['server/programs/app.ts', '#ledger'],
      ['server/admin/x.ts', '#programs/system'],
      ['server/http/x.ts', 'fastify'],
    ]
    const wrong: [string, string][] = [
      ['server/ledger/x.ts', '../identity/index.ts'],
      ['server/ledger/x.ts', '#ledger'],
      ['server/ledger/x.ts', '#programs/app'],
      ['server/ledger/x.ts', '#rules/ledger/sie-format/x'],
      ['server/ledger/x.ts', '#server/ledger/sie-format/x'],
      ['server/programs/app.ts', '#rules/ledger/accounts/chart'],
      ['server/banking/x.ts', '#sales/customers/customer'],
      ['server/sales/x.ts', './customers/customer.ts'],
      ['server/platform/x.ts', '#platform/db'],
      ['server/identity/x.ts', '#ledger'],
      ['server/http/x.ts', '#ledger'],
      ['server/platform/x.ts', '#http'],
      ['server/programs/app.ts', './ledger/routes.ts'],
      ['server/programs/app.ts', '#programs/system'],
      ['server/programs/app.ts', './x/../ledger/routes.ts'],
    ]
    expect(right.map(([path, specifier]) => judged(path, specifier))).toEqual(right.map(() => 0))
    expect(wrong.map(([path, specifier]) => judged(path, specifier))).toEqual(wrong.map(() => 1))
    const circle = [sourceOf('server/a.ts', "import './b.ts'"), sourceOf('server/b.ts', "export * from './a.ts'")]
    expect(circlesOf(circle)).toEqual(['server/a.ts > server/b.ts > server/a.ts'])
    const exporting = sourceOf('server/a.ts', 'export const used = 1\nexport type Idle = 1\nexport { own as passed }')
    const using = sourceOf('server/b.ts', "import { used as other } from './a.ts'")
    expect(idleExports([exporting, using])).toEqual(['server/a.ts Idle', 'server/a.ts passed'])
    expect(idleExports([exporting, sourceOf('server/b.ts', "await import('./a.ts')")])).toEqual([])
    const ofTypes = [sourceOf('server/a.ts', "import type { B } from './b.ts'"), circle[1] as Source]
    expect(circlesOf(ofTypes)).toHaveLength(1)
    expect(circlesOf([sourceOf('server/a.ts', "await import('./b.ts')"), circle[1] as Source])).toEqual([])
  })
})

/** Whole files of sentences, and of what provokes them: tables that are built by calls. */
const isTable = (path: string): boolean => /(?:^|[/-])(?:refusals|provocations)\.ts$/.test(path)

describe('size', () => {
  test('of folders', () => {
    const { files } = below('server', 'console', 'rules', 'tests')
    const counted = new Map<string, number>()
    for (const folder of files.map(folderOf)) counted.set(folder, (counted.get(folder) ?? 0) + 1)
    const tooLarge = [...counted].filter(([folder, count]) => count > (LARGER_FOLDERS[folder] ?? MAX_FOLDER_FILES))
    expect(tooLarge.map(([folder, count]) => `${folder} has ${count} files`)).toEqual([])
  })

  test('of files, lines and functions', () => {
    const tooLarge = all.flatMap((source) => {
      const lines = source.text.split('\n')
      const length = countedLines(source)
      return [
        ...(length > MAX_FILE_LINES && !isTable(source.path) ? [`${source.path} has ${length} lines`] : []),
        ...lines.flatMap((line, index) =>
          line.length > MAX_LINE_LENGTH && !isUnbreakable(line) ? [`${source.path}:${index + 1} is long`] : [],
        ),
        ...functionsOf(source)
          .filter((one) => one.lines > (source.path.endsWith('.tsx') ? MAX_DRAWING_LINES : MAX_FUNCTION_LINES))
          .map((one) => `${source.path}:${one.line} ${one.name} has ${one.lines} lines`),
      ]
    })
    expect(tooLarge).toEqual([])
  })

  test('is measured rightly', () => {
    const body = '\n'.repeat(MAX_FUNCTION_LINES)
    const lengths = (text: string) => functionsOf(sourceOf('x.ts', text)).map(({ name, lines }) => [name, lines])
    expect(lengths(`const verb = () => {${body}}`)).toEqual([['verb', MAX_FUNCTION_LINES + 1]])
    expect(lengths(`class X { verb() {${body}} }\nfunction other() {}`)).toEqual([
      ['verb', MAX_FUNCTION_LINES + 1],
      ['other', 1],
    ])
    expect(lengths(`describe('x', () => {${body}test('y', () => {}) })`)).toEqual([['a function', 1]])
    expect(lengths(`describe.each(rows)('x', () => {${body}})`)).toEqual([])
    expect(lengths(`test('x', () => {${body}})`)).toEqual([['a function', MAX_FUNCTION_LINES + 1]])
  })

  test('leaves out tables, and not the code in them', () => {
    const table = `\n${'a: 1,\n'.repeat(9)}`
    const length = (text: string) => functionsOf(sourceOf('x.ts', text))[0]?.lines
    const exempt = [
      `const verb = () => ({${table}})`,
      `const verb = () => {\nreturn {${table}} as const\n}`,
      `const verb = () => {\nconst rows = [{${table}}]\nreturn rows\n}`,
      `const verb = () => object({${table}})`,
    ]
    expect(exempt.map(length)).toEqual([2, 4, 5, 2])
    const counted = [
      `const verb = async () => {\nawait write({${table}})\n}`,
      `const verb = () => {\nrows = {${table}}\n}`,
      `const verb = () => ({\nrun() {${'\n'.repeat(10)}},\n})`,
    ]
    expect(counted.map(length)).toEqual([13, 13, 13])
    const declared = sourceOf('x.ts', `// Rows.\nconst rows = [${'\n[1],'.repeat(600)}\n]\n`)
    expect(countedLines(declared)).toBe(3)
  })
})

/** A line that is as long as it is for a text that the formatter cannot break. */
const isUnbreakable = (line: string): boolean => /'[^']{60,}'|"[^"]{60,}"|`[^`]{60,}`/.test(line)

describe('files', () => {
  test('begin with what they are for', () => {
    const files = below('server', 'console', 'scripts', 'bench', 'faults', 'fuzz', 'tests', 'database').files.filter(
      (path) => !/\.(?:json(?:\.gz)?|d\.ts|patch|tsv)$/.test(path),
    )
    const silent = files.filter((path) => {
      const first = readFileSync(path, 'utf8').replace(/^#!.*\n/, '')
      return !/^(?:\/\/|\/\*|--|#) ?\S/.test(first)
    })
    expect(silent, 'A file begins with a comment that says what it is for').toEqual([])
  })

  test('stand in folders that an accountant could name', () => {
    const vague = /^(?:services|controllers|repositories|models|utils?|helpers?|common|shared|types|lib|misc|core)$/
    const { files, folders } = below('server', 'console', 'scripts', 'bench', 'faults', 'fuzz', 'tests')
    expect(folders.filter((path) => vague.test(basename(path)))).toEqual([])
    expect(files.filter((path) => vague.test(basename(path).replace(/\..*$/, '')))).toEqual([])
  })

  test('have names and no default exports', () => {
    expect(all.filter(exportsDefault).map(({ path }) => path)).toEqual([])
    for (const text of ['export default 1', 'export default () => {}', 'const x = 1\nexport { x as default }']) {
      expect(exportsDefault(sourceOf('x.ts', text)), text).toBe(true)
    }
    expect(exportsDefault(sourceOf('x.ts', "export { default as sql } from 'x'"))).toBe(false)
  })

  test('of tests replace nothing and skip nothing', () => {
    const code = tests.filter(({ path }) => path.endsWith('.test.ts') && !path.startsWith('tests/house/'))
    const replaced = /\bvi\.(?:mock|fn|spyOn|stub\w*|useFakeTimers)\b/
    // What a machine lacks leaves tests out by name, at the end of the run: see tests/support/needs.ts.
    const skipped = /\b(?:(?:test|it|describe)\.(?:skip|skipIf|runIf|only|todo|fails)|context\.skip)\b/
    const untrue = code.filter(({ text }) => replaced.test(text) || skipped.test(text))
    expect(untrue.map(({ path }) => path)).toEqual([])
  })
})

describe('SQL', () => {
  /** A statement that reads or changes rows. */
  const STATEMENT = /^(?=select|insert|update|delete|with|merge).*\b(?:from|into|update|join)\b/is

  const ledger = server
    .filter(({ folder }) => roomOf(folder) === 'server/ledger')
    .flatMap((source) => templatesOf(source, 'sql').map((one) => ({ ...one, path: source.path })))
    .filter(({ text }) => STATEMENT.test(text))

  test('of the ledger names the company in every statement', () => {
    // What currencies cost is the same for all companies; what was just posted is of the one that it was posted for.
    const named = /\bcompany_id\b|\$\{(?:\w+\.)?companyId\}|\bledger\.currency_rate\b|\bfrom posted$/
    const silent = ledger.filter(({ text }) => !named.test(text))
    expect(silent.map(({ path, line }) => `${path}:${line}`)).toEqual([])
    expect(ledger.length).toBeGreaterThan(30)
  })

  test('is made of bound parameters: only foundations know the driver, and text that is no template', () => {
    const outside = server.filter(({ folder }) => !FOUNDATION.includes(folder))
    // What a statement cannot take as a parameter is written into it: constants of the code, nothing else.
    const written = outside.flatMap(({ path, text }) =>
      [...text.matchAll(/\braw\((?!String\([A-Z_]+\)\))/g)].map(({ index }) => `${path} at ${index}`),
    )
    expect(written).toEqual([])
    const drivers = outside.filter((source) =>
      importsAtRunTime(source).some((one) => one === 'pg' || one === 'sql-template-tag'),
    )
    expect(drivers.map(({ path }) => path)).toEqual([])
  })
})
