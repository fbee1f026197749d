// Assembles the lines of a voucher: #VER, an opening brace, rows, a closing brace (SIE 4B §5).
import type { Words } from './findings.ts'
import type { SieCounts, SieRowItem, SieVoucherItem } from './items.ts'
import { accountAt, amountAt, objectsAt, quantityAt, type Reading } from './labels.ts'
import { SERIES_MAX_CHARACTERS, VOUCHER_MAX_ROWS, VOUCHER_NUMBER_MAX_DIGITS } from './limits.ts'
import { textAt } from './lines.ts'
import { formatAmount, parseDay, voucherTitle } from './values.ts'

/** The labels of rows: booked, added afterwards, struck out. */
export type RowLabel = 'TRANS' | 'RTRANS' | 'BTRANS'

export const isRowLabel = (label: string): label is RowLabel =>
  label === 'TRANS' || label === 'RTRANS' || label === 'BTRANS'

type Head = Omit<SieVoucherItem, 'rows' | 'struckRows' | 'addedRows' | 'repeated'>

/** A voucher before its number has been compared with earlier ones. */
export type ReadVoucher = Omit<SieVoucherItem, 'repeated'> & { repeated: boolean }

/** The counters of a file, shared by all vouchers. */
type Counts = Pick<
  SieCounts,
  | 'vouchers'
  | 'rows'
  | 'emptyVouchers'
  | 'unbalancedVouchers'
  | 'struckRows'
  | 'addedRows'
  | 'multiObjectRows'
  | 'withoutNumber'
  | 'numberedZero'
>

/** A voucher between its #VER and its closing brace. */
export class OpenVoucher {
  readonly line: number
  /** Whether its opening brace was read. */
  isEntered = false
  readonly #findings: Reading['findings']
  readonly #counts: Counts
  readonly #head: Head | null
  readonly #title: Words
  #isSound = true
  readonly #rows: SieRowItem[] = []
  #struckRows = 0
  #addedRows = 0
  /** The positions of added rows that still wait for their twin, by account and amount. */
  #untwinned: Map<string, number[]> | null = null

  constructor(at: Reading, counts: Counts) {
    this.line = at.line
    this.#findings = at.findings
    this.#counts = counts
    counts.vouchers += 1
    this.#head = readHead(at, counts)
    this.#title = voucherTitle(textAt(at.fields, 0), textAt(at.fields, 1))
  }

  add(label: RowLabel, at: Reading): void {
    if (label === 'BTRANS') {
      this.#struckRows += 1
      this.#counts.struckRows += 1
      return
    }
    if (label === 'RTRANS') {
      this.#addedRows += 1
      this.#counts.addedRows += 1
    }
    const row = readRow(at)
    if (row === null) this.#isSound = false
    else if (label === 'RTRANS') this.#addLater(row)
    else this.#addBooked(row)
  }

  /**
   * The voucher, unless a part of it cannot be read; an unbalanced one is reported and still returned. Its difference
   * is put on the caller's account, if given.
   */
  close(differenceAccount?: string): ReadVoucher | null {
    let sum = 0n
    this.#counts.rows += this.#rows.length
    for (const { amount, objects } of this.#rows) {
      sum += amount
      if (objects.length > 1) this.#counts.multiObjectRows += 1
    }
    if (!this.#isSound) return null
    if (this.#rows.length === 0) this.#reportEmpty()
    if (sum !== 0n) {
      const told = { voucher: this.#title, difference: formatAmount(sum) }
      if (differenceAccount === undefined) {
        this.#counts.unbalancedVouchers += 1
        this.#findings.add('voucherUnbalanced', this.line, told)
      } else {
        this.#rows.push({ ...evening, line: this.line, account: differenceAccount, amount: -sum })
        this.#findings.add('voucherEvened', this.line, { ...told, account: differenceAccount })
      }
    }
    return this.#head === null ? null : this.#voucher(this.#head)
  }

  /** Field by field: spreading the head takes as long as reading the rest of the voucher. */
  #voucher({ line, series, number, date, text, registeredOn, sign }: Head): ReadVoucher {
    return {
      kind: 'voucher',
      line,
      series,
      number,
      date,
      text,
      registeredOn,
      sign,
      rows: this.#rows,
      struckRows: this.#struckRows,
      addedRows: this.#addedRows,
      repeated: false,
    }
  }

  #reportEmpty(): void {
    this.#counts.emptyVouchers += 1
    for (const kind of ['voucherEmpty', 'voucherWithoutRows'] as const) {
      this.#findings.add(kind, this.line, { voucher: this.#title })
    }
  }

  /** An added row is followed by a twin for readers without support for corrections; it is booked once. */
  #addLater(row: SieRowItem): void {
    if (!this.#push(row)) return
    this.#untwinned ??= new Map()
    const key = twinKey(row)
    const places = this.#untwinned.get(key)
    if (places === undefined) this.#untwinned.set(key, [this.#rows.length - 1])
    else places.push(this.#rows.length - 1)
  }

  /** The twin replaces the added row, which has the day and sign of the correction instead of the voucher's. */
  #addBooked(row: SieRowItem): void {
    const place = this.#untwinned?.get(twinKey(row))?.shift()
    if (place === undefined) this.#push(row)
    else this.#rows[place] = row
  }

  #push(row: SieRowItem): boolean {
    if (this.#rows.length < VOUCHER_MAX_ROWS) {
      this.#rows.push(row)
      return true
    }
    if (this.#isSound) {
      this.#findings.add('voucherLong', row.line, { voucher: this.#title, limit: VOUCHER_MAX_ROWS })
    }
    this.#isSound = false
    return false
  }
}

const twinKey = (row: SieRowItem): string => `${row.account} ${row.amount}`

const readHead = (at: Reading, counts: Counts): Head | null => {
  const { line, fields, findings } = at
  const series = textAt(fields, 0)
  if (series.length > SERIES_MAX_CHARACTERS) {
    findings.add('seriesLong', line, { limit: SERIES_MAX_CHARACTERS })
  }
  const number = readNumber(at, counts)
  const date = parseDay(textAt(fields, 2))
  if (date === null) findings.add('dateOdd', line, { value: textAt(fields, 2) })
  const registered = textAt(fields, 4)
  const registeredOn = parseDay(registered)
  if (registered !== '' && registeredOn === null) {
    findings.add('registeredOdd', line, { value: registered })
  }
  if (series.length > SERIES_MAX_CHARACTERS || number === undefined || date === null) return null
  const text = textAt(fields, 3)
  return { kind: 'voucher', line, series, number, date, text, registeredOn, sign: textAt(fields, 5) }
}

/** The number; null if the file gives none, undefined if it is invalid. */
const readNumber = ({ line, fields, findings }: Reading, counts: Counts): string | null | undefined => {
  const text = textAt(fields, 1)
  if (text === '') {
    counts.withoutNumber += 1
    return null
  }
  if (!/^\d+$/.test(text)) {
    findings.add('numberOdd', line, { value: text })
    return undefined
  }
  const digits = text.replace(/^0+/, '')
  if (digits === '') {
    counts.numberedZero += 1
    return null
  }
  if (digits.length <= VOUCHER_NUMBER_MAX_DIGITS) return digits
  findings.add('numberLong', line, { limit: VOUCHER_NUMBER_MAX_DIGITS })
  return undefined
}

const readRow = (at: Reading): SieRowItem | null => {
  const read = accountAt(at, 0)
  const objects = objectsAt(at, 1)
  const amount = amountAt(at, 2)
  const written = textAt(at.fields, 3)
  const date = parseDay(written)
  if (written !== '' && date === null) at.findings.add('rowDateOdd', at.line, { value: written, label: at.label })
  const text = textAt(at.fields, 4)
  const quantity = quantityAt(at, 5)
  if (read === null || objects === null || amount === null) return null
  return { line: at.line, account: read.account, objects, amount, date, text, quantity, sign: textAt(at.fields, 6) }
}

/** The other fields of the row that balances a voucher. */
const evening = { objects: [], date: null, text: '', quantity: null, sign: '' } as const
