// The table of what is tested when (scripts/blocks.mjs), held against the folders: nothing stands outside of it, and
// nothing in it is about what is not there.
import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocks, filesOf, PARTS, restFiles, testFiles } from '#scripts/blocks'
import { below } from './sources.ts'

const roots = ['server', 'console', 'packages', 'database', 'deploy', 'faults', 'scripts', 'tests', 'docs']
const files = [...below(...roots).files, 'package.json', 'package-lock.json']

test('each file of tests is in the gate, or in one block', () => {
  const blocksOf = (file: string) => blocks.filter((block) => !block.node && block.files?.test(file))
  expect(testFiles.filter((file) => blocksOf(file).length > 1)).toEqual([])
  expect(testFiles.filter((file) => restFiles.has(file) !== (blocksOf(file).length === 1))).toEqual([])
})

test('each block has files to run, and paths after which it runs', () => {
  const without = blocks.filter((block) => filesOf(block).length === 0)
  expect(without.map(({ name }) => name)).toEqual([])
  const untouched = blocks.filter(({ touchedBy }) => !files.some((path) => touchedBy.test(path)))
  expect(untouched.map(({ name }) => name)).toEqual([])
})

/** Every way in which a path can match, so that none is of a folder that has gone: `^server/(?:a|b)` has two. */
const waysOf = ({ source }: RegExp): RegExp[] => {
  const [, before = '', among, after = ''] = /^(.*?)\(\?:([^()]*)\)(.*)$/s.exec(source) ?? []
  if (among === undefined) return source.split(/\|(?=\^)/).map((way) => new RegExp(way))
  return among.split('|').flatMap((one) => waysOf(new RegExp(`${before}${one}${after}`)))
}

test('each path after which a block runs is there', () => {
  const gone = blocks.flatMap(({ name, touchedBy }) =>
    waysOf(touchedBy)
      .flatMap((way) => way.source.split(/\|(?=\^)/))
      .filter((way) => !files.some((path) => new RegExp(way).test(path)))
      .map((way) => `${name}: ${way}`),
  )
  expect([...new Set(gone)]).toEqual([])
})

/** Nothing there is run by those who use the product: they are tried by hand, and measured. */
const TRIED_BY_HAND = ['bench', 'examples', 'fuzz', 'docs', 'tests']

/** Contexts whose tests are those of what is done with them. */
const TESTED_IN: Record<string, string> = {
  integrity: 'verification',
  lifecycle: 'records',
  mail: 'identity',
  parties: 'sales',
  privacy: 'records',
  storage: 'limits',
  text: 'platform',
  threads: 'platform',
  todo: 'desk',
}

test('each folder of code is tested in the gate, or by a block that its change starts', () => {
  const contexts = readdirSync('server', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const isTouched = (folder: string) =>
    below(folder).files.some((path) => blocks.some(({ touchedBy }) => touchedBy.test(path)))
  const isInGate = (context: string) =>
    testFiles.some((file) => file.startsWith(`tests/${TESTED_IN[context] ?? context}/`) && !restFiles.has(file))
  expect(contexts.filter((context) => !isInGate(context) && !isTouched(`server/${context}`))).toEqual([])
  const others = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^dist$|^data$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !['server', 'rules'].includes(name) && !TRIED_BY_HAND.includes(name))
  expect(others.filter((folder) => !isTouched(folder))).toEqual([])
})

test('the eighths are all of the rest', () => {
  for (const block of blocks) {
    const items = filesOf(block)
    const parts = Array.from({ length: PARTS }, (_, part) => items.filter((_, index) => index % PARTS === part))
    expect(parts.flat().sort()).toEqual([...items].sort())
    const named = items.map((item) => item.replace(/^\d+:/, ''))
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  }
})
