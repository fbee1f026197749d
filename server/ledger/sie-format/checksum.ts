// The checksum of a file (SIE 4B, #KSUMMA): CRC-32 over labels and field texts as code page 437 bytes, without
// separators. The reader and the writer compute it in the same way.
import { crc32 } from 'node:zlib'
import { encodePc } from './encoding.ts'
import type { SieField } from './lines.ts'

/** How much text is buffered before it is summed, in characters. */
const BATCH_CHARACTERS = 65_536

/** A running checksum. */
export class Checksum {
  #sum = 0
  #batch = ''

  /** Adds an item: its label without `#`, and its fields with lists flattened. */
  add(label: string, fields: readonly SieField[]): void {
    this.#batch += `#${label}`
    for (const field of fields) this.#batch += typeof field === 'string' ? field : field.join('')
    this.addText('')
  }

  /** Adds an item whose label, with its `#`, and fields are one text. */
  addText(text: string): void {
    this.#batch += text
    if (this.#batch.length >= BATCH_CHARACTERS) this.#flush()
  }

  /** The sum so far, as an unsigned 32-bit number. */
  value(): number {
    this.#flush()
    return this.#sum
  }

  #flush(): void {
    this.#sum = crc32(encodePc(this.#batch), this.#sum)
    this.#batch = ''
  }
}

/** A written checksum as an unsigned number; some programs write it signed. Null if it is neither. */
export const parseChecksum = (text: string): number | null => {
  if (!/^-?\d{1,10}$/.test(text)) return null
  const value = Number(text)
  return value >= -(2 ** 31) && value < 2 ** 32 ? value >>> 0 : null
}
