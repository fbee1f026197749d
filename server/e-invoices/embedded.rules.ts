// Attachments inside an e-invoice are most of its bytes, and nothing that has to be read as XML: they are taken out
// first, each with a mark in its place. Pure.

/** An attachment as it stands in the file. */
export type Embedded = { name: string; base64: string }

/** Maximum number of attachments that are taken out: a file with more is none that is read. */
export const MAX_EMBEDDED = 1000

/** The bytes of a file without its attachments, and these by their marks; one more at most than there may be. */
export const withoutEmbedded = (bytes: Uint8Array): { rest: Uint8Array; contents: ReadonlyMap<string, string> } => {
  const contents = new Map<string, string>()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const parts: string[] = []
  let from = 0
  for (const found of text.matchAll(OPENING)) {
    const start = found.index + found[0].length
    const end = text.indexOf('<', start)
    if (end === -1 || start < from || contents.size > MAX_EMBEDDED) break
    // A mark is no base64: what is taken out cannot look like one.
    const mark = `attachment-${contents.size + 1}`
    contents.set(mark, text.slice(start, end))
    parts.push(text.slice(from, start), mark)
    from = end
  }
  parts.push(text.slice(from))
  return { rest: Buffer.from(parts.join(''), 'latin1'), contents }
}

const OPENING = /<(?:[\w.-]{1,40}:)?EmbeddedDocumentBinaryObject\b[^<>]{0,1000}(?<!\/)>/g

/** The bytes of an attachment; null when they are no base64, or nothing. */
export const bytesOf = (base64: string): Buffer | null => {
  const dense = base64.replace(/\s+/g, '')
  if (dense === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(dense)) return null
  return Buffer.from(dense, 'base64')
}
