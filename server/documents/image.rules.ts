// The type and size of a picture, read from its bytes, never from its name.

export type Picture = { contentType: 'image/png' | 'image/jpeg'; width: number; height: number }

/** The picture type by the first bytes; null unless PNG or JPEG. */
export const pictureOf = (bytes: Buffer): Picture | null => pngOf(bytes) ?? jpegOf(bytes)

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO/IEC 15948): the signature is followed by the chunk IHDR, which starts with width and height. */
const pngOf = (bytes: Buffer): Picture | null => {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Maximum number of segments before the frame: a large colour profile takes 255. */
const MAX_SEGMENTS = 10_000

/** JPEG (ISO/IEC 10918-1): segments with a marker and a length, until the start of a frame. */
const jpegOf = (bytes: Buffer): Picture | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return null
  let at = 2
  for (let segment = 0; segment < MAX_SEGMENTS && at + 9 <= bytes.length && bytes[at] === 0xff; segment += 1) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return sized('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const START_OF_IMAGE = 0xffd8

/** SOF0 to SOF15, except the other markers in that range: Huffman tables, extensions, arithmetic coding conditions. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const sized = (contentType: Picture['contentType'], width: number, height: number): Picture | null =>
  width > 0 && height > 0 ? { contentType, width, height } : null
