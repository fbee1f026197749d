// Embedded attachments are most of an e-invoice's bytes and need no XML parsing: they are extracted first and replaced
// by placeholders. Pure.

/** An attachment as in the file. */
export type Embedded = { name: string; base64: string }

/** Maximum number of attachments extracted: a file with more is not read. */
export const MAX_EMBEDDED = 1000

/**
 * The bytes of a file without its attachments, and the attachments by placeholder; at most one more than the maximum.
 */
export const withoutEmbedded = (bytes: Uint8Array): { rest: Uint8Array; contents: ReadonlyMap<string, string> } => {
  const contents = new Map<string, string>()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const parts: string[] = []
  let from = 0
  for (const found of text.matchAll(OPENING)) {
    const start = found.index + found[0].length
    const end = text.indexOf('<', start)
    if (end === -1 || start < from || contents.size > MAX_EMBEDDED) break
    // A placeholder is not valid base64, so it cannot be confused with content.
    const mark = `attachment-${contents.size + 1}`
    contents.set(mark, text.slice(start, end))
    parts.push(text.slice(from, start), mark)
    from = end
  }
  parts.push(text.slice(from))
  return { rest: Buffer.from(parts.join(''), 'latin1'), contents }
}

const OPENING = /<(?:[\w.-]{1,40}:)?EmbeddedDocumentBinaryObject\b[^<>]{0,1000}(?<!\/)>/g

/** The decoded bytes of an attachment; null if it is not base64, or empty. */
export const bytesOf = (base64: string): Buffer | null => {
  const dense = base64.replace(/\s+/g, '')
  if (dense === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(dense)) return null
  return Buffer.from(dense, 'base64')
}
