// What a SIE file says of its company and year, read here only to fill in a form; the service reads the file itself.

type SieHead = { name: string; organizationNumber: string; startDate: string; endDate: string; currency: string }

/** Where the head of a file ends at the latest, in bytes. */
const HEAD_BYTES = 64 * 1024

/** Letters of code page 437 that Swedish names have. */
const CP437: Readonly<Record<number, string>> = {
  129: 'ü',
  130: 'é',
  132: 'ä',
  134: 'å',
  142: 'Ä',
  143: 'Å',
  144: 'É',
  148: 'ö',
  153: 'Ö',
}

/** Swedish letters as Latin-1 has them: åäö, ÅÄÖ, éü. */
const LATIN_LETTERS: ReadonlySet<number> = new Set([0xe5, 0xe4, 0xf6, 0xc5, 0xc4, 0xd6, 0xe9, 0xfc])

/**
 * UTF-8 where it is that; else the code page that has more of its Swedish letters in the text, which is that of the
 * standard (PC8) where neither has. The end of the bytes may be within a letter.
 */
const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    const latin = bytes.filter((byte) => LATIN_LETTERS.has(byte)).length
    const standard = bytes.filter((byte) => byte in CP437).length
    if (latin > standard) return new TextDecoder('windows-1252').decode(bytes)
    return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte] ?? ' '))).join('')
  }
}

/** What every file of types 1 to 4 begins with, and the root of SIE 5. */
const IS_SIE = /^\uFEFF?\s*#FLAGGA\b|^\s*#SIETYP\b|<(?:\w+:)?Sie(?:Entry)?[\s>]/m

const dayOf = (digits: string): string => `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`

/** Empty texts for what the file does not say; null of a file that is no SIE file. */
export const sieHeadOf = async (file: Blob): Promise<SieHead | null> => {
  const text = textOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (!IS_SIE.test(text)) return null
  const [, quoted, plain] = /^\s*#FNAMN\s+(?:"([^"]*)"|(\S+))/m.exec(text) ?? []
  const [, number = ''] = /^\s*#ORGNR\s+"?([\d-]+)/m.exec(text) ?? []
  const [, start = '', end = ''] = /^\s*#RAR\s+0\s+"?(\d{8})"?\s+"?(\d{8})/m.exec(text) ?? []
  const [, currency = ''] = /^\s*#VALUTA\s+"?([A-Z]{3})/m.exec(text) ?? []
  return {
    currency,
    name: (quoted ?? plain ?? '').trim(),
    organizationNumber: number.replace(/^(\d{6})(\d{4})$/, '$1-$2'),
    startDate: start && dayOf(start),
    endDate: end && dayOf(end),
  }
}
