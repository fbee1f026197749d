// Anchors kept elsewhere: files in a folder, as exported, from a bucket, or from mail (`.eml`).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NoAnchor, readHeading } from './anchor.rules.ts'
import type { FoundAnchor } from './verify.ts'

/** A file that is not an anchor, and why. */
type NotAnAnchor = { name: string; reason: string }

/** The anchors in the files of a folder, by file name; other files are reported. */
export async function* anchorsIn(folder: string, other: (file: NotAnAnchor) => void): AsyncGenerator<FoundAnchor> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const name of names.sort()) {
    const text = await textOf(join(folder, name))
    try {
      const { headsFrom, ...heading } = readHeading(text)
      const heads = text.slice(headsFrom).split('\n').filter(Boolean)
      yield { name, ...heading, heads: heads.length === 0 ? null : linesOf(heads) }
    } catch (cause) {
      if (!(cause instanceof NoAnchor)) throw cause
      other({ name, reason: cause.message })
    }
  }
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Mail programs use different line endings. */
const textOf = async (path: string): Promise<string> => {
  const bytes = await readFile(path)
  if (!path.endsWith('.eml')) return bytes.toString('utf8').replaceAll('\r\n', '\n')
  const { default: PostalMime } = await import('postal-mime')
  const { text = '' } = await PostalMime.parse(bytes)
  return text.replaceAll('\r\n', '\n')
}
