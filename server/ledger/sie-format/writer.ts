// Writes a SIE file of type 4 in the order of SIE 4B §3: CP437 bytes, CRLF, with a checksum. Streaming, so that books
// of any size are written with one voucher in memory.
import { USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import { Checksum } from './checksum.ts'
import { encodePc } from './encoding.ts'
import type {
  SieAccount,
  SieAccountType,
  SieAddress,
  SieBalance,
  SieBalanceKind,
  SieBudget,
  SieDimension,
  SieFiscalYear,
  SieObject,
  SieObjectRef,
  SieRow,
  SieVoucher,
} from './items.ts'
import { WRITE_CHUNK_BYTES } from './limits.ts'
import { pcText } from './transliterate.ts'
import { compactDay, formatAmount } from './values.ts'

/** An account with its attributes. */
export type SieBookAccount = SieAccount & {
  readonly type?: SieAccountType
  readonly unit?: string
  readonly sru?: readonly string[]
}

/**
 * The contents of a file. Lists are written in the given order: vouchers must be ordered by series and number. Texts
 * may contain anything, see {@link pcText}. Account numbers, amounts, days and SRU codes must be valid.
 */
export type SieBook = {
  readonly program: { readonly name: string; readonly version: string }
  /** The day the file is made, and by whom. */
  readonly generated: string
  readonly sign?: string
  readonly comment?: string
  readonly companyType?: string
  /** ISO 4217; SEK if left out. */
  readonly currency?: string
  readonly companyId?: string
  /** With or without its hyphen. */
  readonly orgNumber?: string
  readonly companyName: string
  readonly address?: SieAddress
  /** Year 0 and, when known, -1. */
  readonly years: readonly SieFiscalYear[]
  readonly taxYear?: number
  /** EUBAS97 by default. */
  readonly chartType?: string
  readonly accounts: Iterable<SieBookAccount>
  readonly dimensions: Iterable<SieDimension>
  readonly objects: Iterable<SieObject>
  readonly balances: readonly SieBalance[]
  readonly budgets?: readonly SieBudget[]
  readonly vouchers: AsyncIterable<SieVoucher> | Iterable<SieVoucher>
}

/** The bytes of a type 4 file, in chunks of about {@link WRITE_CHUNK_BYTES}. */
export async function* writeSie4(book: SieBook): AsyncGenerator<Buffer, void, undefined> {
  const out = new Lines()
  writeHeader(book, out)
  for (const account of book.accounts) {
    writeAccount(account, out)
    if (out.isFull()) yield out.taken()
  }
  for (const dimension of book.dimensions) writeDimension(dimension, out)
  for (const { dimension, code, name } of book.objects) {
    out.item('OBJEKT', `${dimension}`, quoted(code), quoted(name))
    if (out.isFull()) yield out.taken()
  }
  for (const kind of balanceKinds) {
    for (const balance of book.balances) if (balance.kind === kind) writeBalance(balance, out)
    if (out.isFull()) yield out.taken()
  }
  for (const budget of book.budgets ?? []) {
    writeBudget(budget, out)
    if (out.isFull()) yield out.taken()
  }
  for await (const voucher of book.vouchers) {
    writeVoucher(voucher, out)
    if (out.isFull()) yield out.taken()
  }
  out.closeSum()
  yield out.taken()
}

const writeHeader = (book: SieBook, out: Lines): void => {
  out.item('FLAGGA', '0')
  out.openSum()
  out.item('PROGRAM', quoted(book.program.name), quoted(book.program.version))
  out.item('FORMAT', 'PC8')
  out.item('GEN', compactDay(book.generated), ...texts(book.sign))
  out.item('SIETYP', '4')
  if (book.comment !== undefined) out.item('PROSA', quoted(book.comment))
  if (book.companyType !== undefined) out.item('FTYP', word(book.companyType))
  if (book.companyId !== undefined) out.item('FNR', quoted(book.companyId))
  if (book.orgNumber !== undefined) out.item('ORGNR', word(hyphenated(book.orgNumber)))
  out.item('FNAMN', quoted(book.companyName))
  if (book.address !== undefined) {
    const { contact, street, postal, phone } = book.address
    out.item('ADRESS', quoted(contact), quoted(street), quoted(postal), quoted(phone))
  }
  for (const { index, start, end } of [...book.years].sort((a, b) => b.index - a.index)) {
    out.item('RAR', `${index}`, compactDay(start), compactDay(end))
  }
  if (book.taxYear !== undefined) out.item('TAXAR', `${book.taxYear}`)
  out.item('KPTYP', word(book.chartType ?? 'EUBAS97'))
  out.item('VALUTA', book.currency ?? USUAL_ACCOUNTING_CURRENCY)
}

/** The format requires a hyphen after the sixth of the ten digits. */
const hyphenated = (number: string): string =>
  /^\d{10}$/.test(number) ? `${number.slice(0, 6)}-${number.slice(6)}` : number

const writeAccount = ({ number, name, type, unit, sru }: SieBookAccount, out: Lines): void => {
  out.item('KONTO', number, quoted(name))
  if (type !== undefined) out.item('KTYP', number, type)
  if (unit !== undefined) out.item('ENHET', number, quoted(unit))
  for (const code of sru ?? []) out.item('SRU', number, word(code))
}

const writeDimension = ({ number, name, parent }: SieDimension, out: Lines): void => {
  if (parent === null) out.item('DIM', `${number}`, quoted(name))
  else out.item('UNDERDIM', `${number}`, quoted(name), `${parent}`)
}

const balanceKinds: readonly SieBalanceKind[] = ['opening', 'closing', 'result']

const balanceLabels = { opening: 'IB', closing: 'UB', result: 'RES' } as const

const writeBalance = ({ kind, yearIndex, account, amount, quantity }: SieBalance, out: Lines): void => {
  out.item(balanceLabels[kind], `${yearIndex}`, account, formatAmount(amount), ...(quantity === null ? [] : [quantity]))
}

/**
 * Budget rows of objects are written as #PBUDGET with an object list; those with an empty list would mean the whole
 * account, and are skipped.
 */
const writeBudget = (
  { ofObjects, yearIndex, period, account, objects, amount, quantity }: SieBudget,
  out: Lines,
): void => {
  if (ofObjects && objects.length === 0) return
  const rest = quantity === null ? [] : [quantity]
  const month = period.replace('-', '')
  out.item('PBUDGET', `${yearIndex}`, month, account, objects, formatAmount(amount), ...rest)
}

const writeVoucher = (voucher: SieVoucher, out: Lines): void => {
  const { series, number, date, text, registeredOn, sign } = voucher
  const rest = [quoted(text), ...days(registeredOn), ...texts(sign)]
  out.item('VER', quoted(series), number ?? nothing, compactDay(date), ...withoutTail(rest))
  out.brace('{')
  for (const row of voucher.rows) writeRow(row, out)
  out.brace('}')
}

const writeRow = ({ account, objects, amount, date, text, quantity, sign }: SieRow, out: Lines): void => {
  const rest = [...days(date), quoted(text), quantity ?? nothing, ...texts(sign)]
  out.item('TRANS', account, objects, formatAmount(amount), ...withoutTail(rest))
}

/** A text written in quotes; other fields are written as they are. */
type Quoted = { readonly text: string }

const quoted = (text: string): Quoted => ({ text: pcText(text) })

/** A code, written without quotes if possible, as other programs do. */
const word = (text: string): string | Quoted => (/^[\w-]+$/.test(text) ? text : quoted(text))

const nothing: Quoted = { text: '' }

const days = (day: string | null): (string | Quoted)[] => [day === null ? nothing : compactDay(day)]

const texts = (text: string | undefined): Quoted[] => (text === undefined ? [] : [quoted(text)])

/** Drops empty fields at the end of a line. */
const withoutTail = (fields: readonly (string | Quoted)[]): readonly (string | Quoted)[] => {
  let length = fields.length
  while (length > 0) {
    const last = fields[length - 1]
    if (typeof last !== 'object' || last.text !== '') break
    length -= 1
  }
  return fields.slice(0, length)
}

/** The output lines. */
class Lines {
  #text = ''
  #sum: Checksum | null = null

  /** The line and its checksum input are built together: this takes most of the time of an export. */
  item(label: string, ...fields: readonly (string | Quoted | readonly SieObjectRef[])[]): void {
    let line = `#${label}`
    let summed = line
    for (const field of fields) {
      if (typeof field === 'string') {
        line += ` ${field}`
        summed += field
      } else if ('text' in field) {
        line += ` ${inQuotes(field.text)}`
        summed += field.text
      } else {
        const objects = field.map(({ dimension, code }) => ({ dimension, code: pcText(code) }))
        line += ` {${objects.map(({ dimension, code }) => `${dimension} ${inQuotes(code)}`).join(' ')}}`
        for (const { dimension, code } of objects) summed += `${dimension}${code}`
      }
    }
    this.#text += `${line}\r\n`
    this.#sum?.addText(summed)
  }

  brace(brace: '{' | '}'): void {
    this.#text += `${brace}\r\n`
  }

  /** Everything written from here on counts towards the checksum. */
  openSum(): void {
    this.item('KSUMMA')
    this.#sum = new Checksum()
  }

  closeSum(): void {
    const sum = this.#sum?.value() ?? 0
    this.#sum = null
    this.item('KSUMMA', `${sum}`)
  }

  isFull(): boolean {
    return this.#text.length >= WRITE_CHUNK_BYTES
  }

  taken(): Buffer {
    const bytes = encodePc(this.#text)
    this.#text = ''
    return bytes
  }
}

const inQuotes = (text: string): string => (text.includes('"') ? `"${text.replaceAll('"', '\\"')}"` : `"${text}"`)
