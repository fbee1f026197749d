// PDFs as their readers see them: text, places of words, fonts, facts and pictures by poppler, and what payment codes
// say by a reader of codes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { type Enclosed, type Paper, pdfOf } from '#paper'
import { needs } from '#support/needs'

/** The PDF of a paper, with nothing enclosed but what is said. */
export const pdf = (paper: Paper, enclosed: Partial<Enclosed> = {}): Promise<Buffer> =>
  pdfOf(paper, { logo: null, attachments: [], personalNumbers: [], ...enclosed })

/** The text of each page, in reading order, with plain spaces. */
export const textsOf = (bytes: Buffer): string[] =>
  poppler('pdftotext', bytes, ['-layout', '-', '-'])
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replaceAll('\u00a0', ' '))

/** The text of all pages with one space between words: as it is found by a search. */
export const textOf = (bytes: Buffer): string => textsOf(bytes).join('\n').replace(/\s+/g, ' ')

export type Word = { text: string; page: number; left: number; top: number; right: number; bottom: number }

/** Every word with its place on its page, in points. */
export const wordsOf = (bytes: Buffer): Word[] => {
  const pages = poppler('pdftotext', bytes, ['-bbox', '-', '-']).split('<page ').slice(1)
  const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g
  return pages.flatMap((text, index) =>
    [...text.matchAll(word)].map(([, left, top, right, bottom, shown = '']) => ({
      text: shown,
      page: index + 1,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    })),
  )
}

/** The fonts, each with whether it is embedded, a subset, and can be read as text. */
export const fontsOf = (bytes: Buffer): { name: string; embedded: boolean; subset: boolean; unicode: boolean }[] =>
  poppler('pdffonts', bytes, ['-'])
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', embedded, subset, unicode] =
        /^(\S+) .*? (yes|no) +(yes|no) +(yes|no) +\d+ +\d+$/.exec(line) ?? []
      return { name, embedded: embedded === 'yes', subset: subset === 'yes', unicode: unicode === 'yes' }
    })

/** What is said of the document as a whole. */
export const infoOf = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(
    poppler('pdfinfo', bytes, ['-isodates', '-'])
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )

/** The files that are inside, by name, as text. */
export const enclosedFilesOf = (bytes: Buffer): Record<string, string> => {
  const made = filesMade('pdfdetach', bytes, (file, folder) => ['-saveall', '-o', folder, file])
  return Object.fromEntries(made.map(([name, content]) => [name, content.toString('utf8')]))
}

/** What a part of the document is, the texts that stand in it, and its own parts. */
export type Read = { type: string; texts: string[]; parts: Read[] }

/** The document as it is read aloud: its tree, in its order. */
export const readAloud = (bytes: Buffer): Read => {
  const lines = poppler('pdfinfo', bytes, ['-struct-text', '-']).split('\n')
  const open: { depth: number; node: Read }[] = [{ depth: -1, node: { type: '', texts: [], parts: [] } }]
  for (const line of lines) {
    const depth = line.length - line.trimStart().length
    const [, type] = /^ *([A-Za-z]\w*)(?: \(\w+\))?:?$/.exec(line) ?? []
    const [, text] = /^ *"(.*)"$/.exec(line) ?? []
    while ((open.at(-1)?.depth ?? -1) >= depth && open.length > 1) open.pop()
    const { node } = open.at(-1) ?? {}
    if (text !== undefined) node?.texts.push(text.trim().replaceAll('\u00a0', ' '))
    if (type === undefined) continue
    const next = { type, texts: [], parts: [] }
    node?.parts.push(next)
    open.push({ depth, node: next })
  }
  const document = open[0]?.node.parts[0]
  if (!document) throw new Error('The document has no structure')
  return document
}

/** What the code on the last page says to the app of a bank; null when there is none. */
export const codeOf = (bytes: Buffer): string | null => {
  const [page] = drawn('pdftoppm', bytes, [
    '-f',
    infoOf(bytes).Pages ?? '1',
    '-singlefile',
    '-r',
    '150',
    ...LOWER_RIGHT,
  ])
  if (!page) throw new Error('Nothing was drawn')
  const read = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR
  return read(new Uint8ClampedArray(page.data), page.width, page.height)?.data ?? null
}

/** The pictures that are in it, as pixels, each followed by its transparency. */
export const picturesOf = (bytes: Buffer): PNG[] => drawn('pdfimages', bytes, [])

const drawn = (program: string, bytes: Buffer, options: string[]): PNG[] => {
  const to = (file: string, folder: string) => ['-png', ...options, file, join(folder, 'picture')]
  return filesMade(program, bytes, to).map(([, made]) => PNG.sync.read(made))
}

/** The files that a program makes of a PDF, each with its name. */
const filesMade = (
  program: string,
  bytes: Buffer,
  optionsFor: (file: string, folder: string) => string[],
): [string, Buffer][] => {
  needs('poppler')
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-pages-'))
  try {
    const file = join(folder, 'paper.pdf')
    const into = join(folder, 'made')
    writeFileSync(file, bytes)
    mkdirSync(into)
    execFileSync(program, optionsFor(file, into))
    const names = readdirSync(into).sort()
    return names.map((name) => [name, readFileSync(join(into, name))])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The part of a page where a code is, in pixels of 150 to the inch. */
const LOWER_RIGHT = ['-x', '820', '-y', '1250', '-W', '420', '-H', '420']

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

const poppler = (program: string, input: Buffer, options: string[]): string => {
  needs('poppler')
  return execFileSync(program, options, { input, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES })
}
