// File names that do no harm where they are saved: whatever a file was called, its name ends as its content asks.
import { withoutUnseen } from '#platform/unseen'

/** How names end, by content type; the first is added where none fits. */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'application/xml': ['.xml'],
}

/** Maximum number of bytes in a name, its ending aside: file systems take 255 in all. */
const MAX_BYTES = 200

/** A name for a downloaded file of this type. */
export const safeNameOf = (name: string, contentType: string): string => {
  const [ending, ...others] = endings[contentType] ?? ['.bin']
  // What is not seen shows another name; half a character is none.
  const cleaned = withoutUnseen(name)
    .replace(/\p{Surrogate}/gu, '')
    // What a path, a drive or a shell would read as its own.
    .replace(/[/\\:*?"<>|%]/g, '_')
    // Hidden files begin with a dot; Windows drops dots and blanks at the end.
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const given = [ending, ...others].find((one) => cleaned.toLowerCase().endsWith(one))?.length ?? 0
  const stem = cut(cleaned.slice(0, cleaned.length - given))
  const usable = stem === '' || DEVICES.test(stem) ? `_${stem}` : stem
  return usable + (cleaned.slice(cleaned.length - given) || ending)
}

const cut = (text: string): string => {
  let size = 0
  const kept = [...text].filter((character) => {
    size += Buffer.byteLength(character)
    return size <= MAX_BYTES
  })
  return kept.join('')
}

/** Names that Windows takes for devices, whatever follows a dot. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i
