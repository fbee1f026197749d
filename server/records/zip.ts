// Writes a zip file part by part: each is read while it is written, with constant memory for any archive size, and
// digested on the way.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** The source of a file: bytes on disk, deleted afterwards if it is a work file, or portions. */
export type Source = { path: string; kept: boolean } | { portions: AsyncIterable<string | Uint8Array> }

/** A file in the archive. */
export type Packed = { path: string; size: number; sha256: string }

export type Packer = {
  add(path: string, source: Source): Promise<Packed>
  /** Stores bytes on disk until the archive is closed; returns a function that reads them once. */
  layAside(bytes: Uint8Array): Promise<() => Promise<Buffer>>
  /** Finishes the file; returns its size in bytes. */
  close(): Promise<number>
  /** Aborts: the file is deleted. */
  drop(): Promise<void>
}

/** `goOn` throws once no client waits for the file. */
type PackOptions = { folder: string; mtime: Date; goOn?: (() => void) | undefined }

/** Writes a zip file to `target`; its content is in one folder and has one timestamp. */
export const packInto = (target: string, { folder, mtime, goOn }: PackOptions): Packer => {
  const zip = new ZipFile()
  const file = createWriteStream(target, { mode: 0o600 })
  const written = pipeline(zip.outputStream as unknown as Readable, file)
  // The error is reported by add or close.
  written.catch(() => undefined)
  const aside = new Set<string>()
  let laid = 0
  const removeAside = () => Promise.all([...aside].map((path) => rm(path, { force: true })))
  return {
    async add(path, source) {
      goOn?.()
      const hash = createHash('sha256')
      let size = 0
      const through = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length
          hash.update(chunk)
          done(null, chunk)
        },
      })
      const from = 'path' in source ? createReadStream(source.path) : Readable.from(bytesOf(source.portions))
      zip.addReadStream(through, `${folder}/${path}`, { mtime, mode: 0o100644, forceZip64Format: false })
      try {
        await Promise.race([
          pipeline(from, through),
          written.then(() => Promise.reject(new Error('The zip file ended'))),
        ])
      } finally {
        if ('path' in source && !source.kept) await rm(source.path, { force: true })
      }
      return { path, size, sha256: hash.digest('hex') }
    },
    async layAside(bytes) {
      laid += 1
      const path = `${target}.${laid}`
      aside.add(path)
      await writeFile(path, bytes, { mode: 0o600 })
      return async () => {
        const again = await readFile(path)
        await rm(path)
        aside.delete(path)
        return again
      }
    },
    async close() {
      zip.end()
      await written
      await removeAside()
      return (await stat(target)).size
    },
    async drop() {
      file.destroy()
      await written.catch(() => undefined)
      await removeAside()
      await rm(target, { force: true })
    },
  }
}

async function* bytesOf(portions: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const portion of portions) {
    const bytes = Buffer.from(portion)
    if (bytes.length > 0) yield bytes
  }
}
