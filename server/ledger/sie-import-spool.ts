// The vouchers of a SIE file between its reading and their booking: on disk, in portions, with what booking needs of
// them. The file is thus taken apart once, outside of the transaction, and never held in memory.
import { type FileHandle, open } from 'node:fs/promises'
import type { SieObjectRef, SieVoucherItem } from '#sie'

/** A row: in öre, with the first object of each dimension. */
export type SpooledItem = readonly [
  account: number,
  ore: number,
  text: string,
  quantity: string | null,
  objects: readonly SieObjectRef[],
]

/** A voucher with rows. */
export type SpooledVoucher = Pick<
  SieVoucherItem,
  'line' | 'series' | 'number' | 'repeated' | 'date' | 'text' | 'registeredOn' | 'sign'
> & { readonly items: readonly SpooledItem[] }

/** What is booked in one statement; `read` counts the vouchers of the file so far, those without rows too. */
export type Portion = { readonly read: number; readonly vouchers: readonly SpooledVoucher[] }

/** How many vouchers, and about how many rows and characters of their texts, a portion has at most. */
const PORTION_VOUCHERS = 1_000
const PORTION_ROWS = 10_000
const PORTION_CHARACTERS = 1_000_000
/** Before each portion stands how many bytes it has, in so many bytes. */
const LENGTH_BYTES = 4
/** Only we may read it. */
const MODE = 0o600

/** Writes the vouchers of one file. */
export class SpoolWriter {
  readonly #file: FileHandle
  #vouchers: SpooledVoucher[] = []
  #read = 0
  #rows = 0
  #characters = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async at(path: string): Promise<SpoolWriter> {
    return new SpoolWriter(await open(path, 'w', MODE))
  }

  /** Takes a voucher; true once there is a portion to {@link write}. */
  take(voucher: SieVoucherItem): boolean {
    this.#read += 1
    const { rows } = voucher
    if (rows.length === 0) return false
    this.#vouchers.push(spooled(voucher))
    this.#rows += rows.length
    for (const { text } of rows) this.#characters += text.length
    return (
      this.#vouchers.length >= PORTION_VOUCHERS || this.#rows >= PORTION_ROWS || this.#characters >= PORTION_CHARACTERS
    )
  }

  /** Writes what was taken since last time. */
  async write(): Promise<void> {
    const text = JSON.stringify({ read: this.#read, vouchers: this.#vouchers } satisfies Portion)
    this.#vouchers = []
    this.#rows = 0
    this.#characters = 0
    const portion = Buffer.allocUnsafe(LENGTH_BYTES + Buffer.byteLength(text))
    portion.writeUInt32BE(portion.length - LENGTH_BYTES)
    portion.write(text, LENGTH_BYTES)
    await this.#file.writeFile(portion)
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Field by field, and without a copy where it can be: most of the time of a reading goes by here. */
const spooled = ({ line, series, number, repeated, date, text, registeredOn, sign, rows }: SieVoucherItem) => ({
  ...{ line, series, number, repeated, date, text, registeredOn, sign },
  items: rows.map(
    (row): SpooledItem => [
      Number(row.account),
      Number(row.amount),
      row.text,
      row.quantity,
      row.objects.length < 2 ? row.objects : row.objects.filter(isFirstOfDimension),
    ],
  ),
})

const isFirstOfDimension = ({ dimension }: SieObjectRef, at: number, all: readonly SieObjectRef[]): boolean =>
  all.findIndex((other) => other.dimension === dimension) === at

/** The portions in their order, one in memory at a time. */
export async function* readSpool(path: string): AsyncGenerator<Portion> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const length = await bytesOf(file, LENGTH_BYTES)
      if (length === null) return
      const portion = await bytesOf(file, length.readUInt32BE())
      if (portion === null) throw new Error(`The spooled vouchers in ${path} break off`)
      yield JSON.parse(portion.toString()) as Portion
    }
  } finally {
    await file.close()
  }
}

/** The next bytes of a file; null at its end. */
const bytesOf = async (file: FileHandle, count: number): Promise<Buffer | null> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(count), 0, count, null)
  return bytesRead === count ? buffer : null
}
