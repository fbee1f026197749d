// Parses a mail and writes its attachments to files. Runs in a thread.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Attachment, Email } from 'postal-mime'
import { fileNameOf } from '#text/file-name'
import { withoutInvisibleCharacters } from '#text/invisible-characters'
import { newMailReading } from './mail-parts.ts'

/** An attachment. `digest` is SHA-256; `isXml` means that the sender declared it as XML. */
export type Enclosed = { path: string; name: string; size: number; digest: Uint8Array; isXml: boolean }

/** `digest` is that of the whole mail; `left` names attachments beyond the limit. */
export type ReadMail = { digest: Uint8Array; sender: string; subject: string; files: Enclosed[]; left: string[] }

/** Most files in a mail, and deepest nesting of forwarded mails. */
const MAX_FILES = 50
const MAX_DEPTH = 3
/** XML must begin within this many bytes. */
const XML_BEGINNING = 256
/** An inline picture from this size on is a document (50 kB): photos are larger, logos smaller. */
const LEAST_PHOTO = 50_000
const MAX_SENDER = 320
const MAX_SUBJECT = 200

/** Parses the mail at `path`, and writes its files next to it. */
export const readMail = async (path: string): Promise<ReadMail> => {
  const bytes = await readFile(path)
  const read = newMailReading()
  const { from, subject = '', attachments } = await read(bytes)
  const all = await filesOf(attachments, read)
  const files = await Promise.all(
    all.slice(0, MAX_FILES).map(async (one, index): Promise<Enclosed> => {
      const content = bytesOf(one)
      const own = `${path}-${index}`
      await writeFile(own, content, { mode: 0o600 })
      const name = fileNameOf(one.filename ?? undefined)
      const isXml = (/\.xml$/i.test(name) || /[/+]xml$/i.test(one.mimeType)) && beginsAsXml(content)
      return { path: own, name, size: content.length, digest: digestOf(content), isXml }
    }),
  )
  return {
    digest: digestOf(bytes),
    sender: short(from?.address ?? from?.name ?? '', MAX_SENDER),
    subject: short(subject, MAX_SUBJECT),
    files,
    left: all.slice(MAX_FILES).map((one) => fileNameOf(one.filename ?? undefined)),
  }
}

/** The attachments, including those of nested mails. Small inline pictures (logos) are left out. */
const filesOf = async (
  attachments: readonly Attachment[],
  read: (bytes: Uint8Array) => Promise<Email>,
  depth = 1,
): Promise<Attachment[]> => {
  const found: Attachment[] = []
  for (const one of attachments) {
    if (one.mimeType === 'message/rfc822' && depth < MAX_DEPTH) {
      found.push(...(await filesOf((await read(bytesOf(one))).attachments, read, depth + 1)))
    } else if (!isOrnament(one)) found.push(one)
  }
  return found
}

/** A photo of a receipt pasted into the text is larger. */
const isOrnament = (one: Attachment): boolean =>
  one.related === true && one.mimeType.startsWith('image/') && bytesOf(one).length < LEAST_PHOTO

export const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

/** Whether the first character is that of an element or declaration. UTF-16 is recognized as XML too, and reported. */
const beginsAsXml = (bytes: Uint8Array): boolean => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  return /^\ufeff?\s*</.test(new TextDecoder(encoding).decode(bytes.subarray(0, XML_BEGINNING)))
}

const digestOf = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

const short = (text: string, limit: number): string =>
  [
    ...withoutInvisibleCharacters(text)
      .replace(/\p{Surrogate}/gu, '')
      .trim(),
  ]
    .slice(0, limit)
    .join('')
