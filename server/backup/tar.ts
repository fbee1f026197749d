// Unpacks the archive of a base. The server writes plain tar files (POSIX ustar): folders and files, numbers in octal,
// or in binary if they are large.
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const BLOCK = 512
const NAME_BYTES = 100
const SIZE = { from: 124, to: 136 } as const
const CHECKSUM = { from: 148, to: 156 } as const
const KIND = 156
const OCTAL = 8
/** The first byte of a binary number. */
const BINARY = 0x80
const SPACE = 0x20

/** Unpacks an archive into a folder, with access for the owner only. */
export const unpack = async (archive: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  const source = newSource(archive)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    const header = await source.exactly(BLOCK)
    if (header === null) throw new Error('The archive of the base has no end.')
    if (header.every((byte) => byte === 0)) break
    await unpackOne(readHeader(header), source, folder)
  }
  // The rest is read as well, so that the checks at the end of the stream run.
  while ((await source.some(BLOCK)) !== null);
}

type Header = { name: string; size: number; kind: string }
type Source = ReturnType<typeof newSource>

const readHeader = (header: Buffer): Header => {
  const sum = header.reduce((total, byte, at) => total + (at >= CHECKSUM.from && at < CHECKSUM.to ? SPACE : byte), 0)
  if (sum !== octal(header.subarray(CHECKSUM.from, CHECKSUM.to))) throw new Error('The archive of the base is damaged.')
  const field = header.subarray(SIZE.from, SIZE.to)
  const size = (field[0] ?? 0) & BINARY ? Number(field.readBigUInt64BE(field.length - 8)) : octal(field)
  const kind = String.fromCharCode(header[KIND] ?? 0)
  return { name: textOf(header.subarray(0, NAME_BYTES)), size, kind }
}

const textOf = (field: Buffer): string => field.toString('utf8').replace(/\0.*$/s, '')
const octal = (field: Buffer): number => Number.parseInt(textOf(field).trim() || '0', OCTAL)

const unpackOne = async ({ name, size, kind }: Header, source: Source, folder: string): Promise<void> => {
  const place = normalize(name)
  if (place.startsWith('..') || place.startsWith('/')) throw new Error(`The archive of the base names ${name}.`)
  const path = join(folder, place)
  if (kind === '5') return void (await mkdir(path, { recursive: true, mode: 0o700 }))
  if (kind !== '0' && kind !== '\0') throw new Error(`The archive of the base has ${name}, which is not a plain file.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    for (let left = size; left > 0; ) {
      const bytes = await source.some(left)
      if (bytes === null) throw new Error('The archive of the base has no end.')
      await file.writeFile(bytes)
      left -= bytes.length
    }
  } finally {
    await file.close()
  }
  if (size % BLOCK > 0) await source.exactly(BLOCK - (size % BLOCK))
}

/** Reads the requested number of bytes; null at the end. */
const newSource = (archive: AsyncIterable<Buffer>) => {
  const chunks = archive[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const some = async (most: number): Promise<Buffer | null> => {
    while (held.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return null
      held = value
    }
    const taken = held.subarray(0, most)
    held = held.subarray(taken.length)
    return taken
  }
  const exactly = async (length: number): Promise<Buffer | null> => {
    const parts: Buffer[] = []
    for (let left = length; left > 0; ) {
      const bytes = await some(left)
      if (bytes === null) return null
      parts.push(bytes)
      left -= bytes.length
    }
    return Buffer.concat(parts)
  }
  return { some, exactly }
}
