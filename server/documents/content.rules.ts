// Identifies a file by its bytes alone, ignoring its name. Some files are valid as two types at once, and each reader
// sees its own.

export const contentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type ContentType = (typeof contentTypes)[number]

/** The types stored as uploads: those accepted from users, and received e-invoices. */
export const keptTypes = [...contentTypes, 'application/xml'] as const
export type KeptType = (typeof keptTypes)[number]

const beginnings: readonly [Buffer, ContentType][] = [
  [Buffer.from('%PDF-'), 'application/pdf'],
  [Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
]

/** The type by the first bytes; null if it is not accepted. */
export const beginsAs = (bytes: Buffer): ContentType | null =>
  beginnings.find(([beginning]) => bytes.subarray(0, beginning.length).equals(beginning))?.[1] ?? null

/** PDF readers search for the header in this many first bytes (ISO 32000-1, annex H.3, note 13). */
const PDF_BEGINS_WITHIN_BYTES = 1024

/** The end of a ZIP archive (APPNOTE 4.3.16): a signature, 18 bytes, and a comment after its length. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_BYTES = 22
const MAX_ZIP_COMMENT_BYTES = 0xffff

/** Another type that some readers see in the file, as text; null if there is none. */
export const alsoIs = (bytes: Buffer, type: ContentType): string | null => {
  if (type !== 'application/pdf' && bytes.subarray(0, PDF_BEGINS_WITHIN_BYTES).includes('%PDF-')) return 'a PDF'
  return endsAsZip(bytes) ? 'a ZIP archive' : null
}

const endsAsZip = (bytes: Buffer): boolean => {
  const last = bytes.length - ZIP_END_BYTES
  const first = Math.max(0, last - MAX_ZIP_COMMENT_BYTES)
  for (let at = bytes.lastIndexOf(ZIP_END); at >= first; at = bytes.lastIndexOf(ZIP_END, at - 1)) {
    if (at <= last && at + ZIP_END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return true
    if (at === 0) return false
  }
  return false
}
