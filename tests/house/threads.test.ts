// What reads files from outside is heavy, and anybody may send its worst: programs of threads alone load it, so that
// none of it can be called on the event loop of the service.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { threads } from '#scripts/bundle'
import { every } from '#support/every'
import { fileOf } from './floors.ts'
import { importsAtRunTime, type Source, sourceOf, sourcesBelow } from './sources.ts'

/** What reads mails, XML, documents, packages and pictures. */
const HEAVY = ['postal-mime', 'fflate', 'fast-xml-parser', 'file-type', 'pdf-lib', 'pdfjs-dist', 'tesseract.js']

/** What reads what the operator gives a command, and what only writes. */
const HARMLESS = new Set(['server/anchors/found.ts', 'server/paper/e-invoice/xml.ts'])

/** The programs that answer requests or do jobs. */
const PROGRAMS = ['server/programs/main.ts', 'server/programs/worker.ts']

/** What a file loads as it is loaded, and what it may load later. */
const loadedBy = (source: Source): string[] => {
  const later = [...source.text.matchAll(/\b(?:import|require)\('([^']+)'\)/g)].map(([, specifier = '']) => specifier)
  return [...importsAtRunTime(source), ...later]
}

/** The ways from a program to what is heavy. */
const waysTo = (files: ReadonlyMap<string, Source>, program: string): string[] => {
  const found: string[] = []
  const seen = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const source = files.get(path)
    if (!source || seen.has(path) || HARMLESS.has(path)) return
    seen.add(path)
    for (const specifier of loadedBy(source)) {
      const way = [...trail, path]
      const heavy = HEAVY.find((name) => specifier === name || specifier.startsWith(`${name}/`))
      if (heavy) found.push([...way, heavy].join(' > '))
      const file = fileOf(source, specifier)
      if (file !== null) visit(file, way)
    }
  }
  visit(program, [])
  return found
}

const files = new Map(sourcesBelow('server').map((source) => [source.path, source]))

test('no program that answers requests loads what reads files from outside', () =>
  every(
    PROGRAMS,
    (program) => program,
    (program) => {
      expect(files.has(program)).toBe(true)
      expect(waysTo(files, program)).toEqual([])
    },
  ))

test('each of these packages is loaded by the program of a thread', () => {
  const programs = Object.values(threads.entryPoints as Record<string, string>).map((path) => join(path))
  const ways = programs.flatMap((program) => waysTo(files, program))
  expect(HEAVY.filter((name) => !ways.some((way) => way.endsWith(` ${name}`)))).toEqual([])
})

test('a way is found through doors, and through what is loaded later', () => {
  const house = new Map(
    Object.entries({
      'server/programs/main.ts': "import { door } from '#sales'",
      'server/sales/index.ts': "export { door } from './door.ts'",
      'server/sales/door.ts': "export const door = () => import('./reading.ts')",
      'server/sales/reading.ts':
        "import type { Email } from 'postal-mime'\nimport { XMLParser } from 'fast-xml-parser'",
    }).map(([path, text]) => [path, sourceOf(path, text)]),
  )
  expect(waysTo(house, 'server/programs/main.ts')).toEqual([
    'server/programs/main.ts > server/sales/index.ts > server/sales/door.ts > server/sales/reading.ts > fast-xml-parser',
  ])
})
