// Vouchers of a SIE file between reading and booking: on disk, in portions, reduced to what booking needs. The file is
// thus parsed once, outside the transaction, and never held in memory.
import { type FileHandle, open } from 'node:fs/promises'
import type { SieObjectRef, SieVoucherItem } from '#ledger/sie-format/items'

/** A row: amounts in öre, with the first object of each dimension. */
type SpooledItem = readonly [
  account: number,
  ore: number,
  text: string,
  quantity: string | null,
  objects: readonly SieObjectRef[],
]

/** A voucher that has rows. */
export type SpooledVoucher = Pick<
  SieVoucherItem,
  'line' | 'series' | 'number' | 'repeated' | 'date' | 'text' | 'registeredOn' | 'sign'
> & { readonly items: readonly SpooledItem[] }

/**
 * The vouchers booked in one statement; `read` counts all vouchers of the file so far, including those without rows.
 */
export type Portion = { readonly read: number; readonly vouchers: readonly SpooledVoucher[] }

/** Maximum number of vouchers in a portion, and the approximate maximum of rows and of characters in texts. */
const PORTION_VOUCHERS = 1_000
const PORTION_ROWS = 10_000
const PORTION_CHARACTERS = 1_000_000
/** Each portion is preceded by its length, in this many bytes. */
const LENGTH_BYTES = 4
/** Readable by this process only. */
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

  /** Adds a voucher; true if a portion is ready to {@link write}. */
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

  /** Writes what was added since the last call. */
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

/** Copied field by field, without cloning where possible: this takes most of the reading time. */
const spooled = ({ line, series, number, repeated, date, text, registeredOn, sign, rows }: SieVoucherItem) => ({
  line,
  series,
  number,
  repeated,
  date,
  text,
  registeredOn,
  sign,
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

/** The portions in order, one in memory at a time. */
export async function* readSpool(path: string): AsyncGenerator<Portion> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const length = await bytesOf(file, LENGTH_BYTES)
      if (length === null) return
      const portion = await bytesOf(file, length.readUInt32BE())
      if (portion === null) throw new Error(`The voucher spool ${path} is truncated`)
      yield JSON.parse(portion.toString()) as Portion
    }
  } finally {
    await file.close()
  }
}

/** The next bytes of a file; null at the end. */
const bytesOf = async (file: FileHandle, count: number): Promise<Buffer | null> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(count), 0, count, null)
  return bytesRead === count ? buffer : null
}
