// Safe file names for downloads: the extension always matches the content.
import { withoutInvisibleCharacters } from '#text/invisible-characters'

/** Extensions by content type; the first is appended if none matches. */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'application/xml': ['.xml'],
}

/** Maximum number of bytes in a name without its extension: file systems allow 255 in all. */
const MAX_BYTES = 200

/** A name for a downloaded file of this type. */
export const safeNameOf = (name: string, contentType: string): string => {
  const [ending, ...others] = endings[contentType] ?? ['.bin']
  // Invisible characters disguise a name; half a surrogate pair is invalid.
  const cleaned = withoutInvisibleCharacters(name)
    .replace(/\p{Surrogate}/gu, '')
    // Characters that a path, a drive or a shell would interpret.
    .replace(/[/\\:*?"<>|%]/g, '_')
    // A leading dot hides a file; Windows drops trailing dots and spaces.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
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

/** Device names in Windows, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i
