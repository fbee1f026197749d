// The state of reading one file: takes lines, yields items, and has the summary and findings at the end.
import { Accounts, type SieAccountMap } from './accounts.ts'
import { Chart } from './chart.ts'
import { Checksum, parseChecksum } from './checksum.ts'
import { Balances, reportControls } from './controls.ts'
import { type EncodingDoubt, type SieEncoding, type TextLine, Unreadable } from './encoding.ts'
import { Header } from './header.ts'
import type { SieCounts, SieItem, SieReport, SieSummary } from './items.ts'
import { ReadingFindings } from './kinds.ts'
import { labels, type Reading } from './labels.ts'
import { FILE_MAX_LABELS, PREAMBLE_MAX_LINES } from './limits.ts'
import { isSpace, parseLine, seenFields, textAt } from './lines.ts'
import { VoucherOrder } from './series.ts'
import { isMarkup, Sie5 } from './sie5.ts'
import { formatAmount } from './values.ts'
import { isRowLabel, OpenVoucher, type RowLabel } from './vouchers.ts'
import { WrittenAmounts } from './written-amounts.ts'

/** What to do with differences that are errors otherwise. */
export type SieChoices = {
  /** The account for a result of the previous year that the opening balances lack. */
  readonly resultAccount?: string
  /** The account for the difference of an unbalanced voucher. */
  readonly differenceAccount?: string
}

type Wanted = { doubt: EncodingDoubt | null; force: boolean; map: SieAccountMap; choices: SieChoices }

/** The reading of one file. */
export class SieFile {
  /** The line read last. */
  line = 0
  readonly #encoding: SieEncoding
  readonly #findings: ReadingFindings
  readonly #accounts: Accounts
  readonly #counts = noCounts()
  readonly #labels = new Map<string, number>()
  readonly #unknownLabels = new Map<string, number>()
  readonly #header: Header
  readonly #chart: Chart
  readonly #balances: Balances
  readonly #order: VoucherOrder
  readonly #amounts: WrittenAmounts
  readonly #choices: SieChoices
  /** The converter to lines, if the file is XML. */
  #sie5: Sie5 | null = null
  #items: SieItem[] = []
  #voucher: OpenVoucher | null = null
  #strayLines = 0
  #hasUnseen = false
  #hasSmallLabels = false
  #sum: Checksum | null = null
  #sumLine = 0
  #declaredSum: number | null = null
  #computedSum: number | null = null

  constructor(encoding: SieEncoding, { doubt, force, map, choices }: Wanted) {
    this.#encoding = encoding
    this.#choices = choices
    this.#findings = new ReadingFindings(force)
    this.#amounts = new WrittenAmounts(this.#findings)
    if (doubt === 'mixed') this.#findings.add('encodingMixed', null)
    if (doubt === 'unsure') {
      this.#findings.add('encodingUnsure', null, { encoding: encoding === 'cp437' ? 'PC8' : 'Windows-1252' })
    }
    this.#accounts = new Accounts(this.#findings, map)
    this.#header = new Header(this.#findings)
    this.#chart = new Chart(this.#findings)
    this.#balances = new Balances(this.#findings)
    this.#order = new VoucherOrder(this.#findings, this.#counts)
  }

  /** Reads lines; returns the reason if reading must stop. */
  read(lines: readonly TextLine[]): Unreadable | null {
    try {
      this.#sie5 ??= this.#labels.size === 0 && isMarkup(lines) ? new Sie5(this.#findings) : null
      for (const { line, text } of this.#sie5?.read(lines) ?? lines) this.#readLine(line, text)
      return null
    } catch (error) {
      if (error instanceof Unreadable) return error
      throw error
    }
  }

  /** The items since the last call. */
  taken(): readonly SieItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /** Completes what depends on the end of the file. */
  finish(): Unreadable | null {
    if (this.#labels.size === 0) return new Unreadable(null, 'noItems')
    try {
      this.#sie5?.finish()
      this.#closeUnclosed(null)
      return null
    } catch (error) {
      if (error instanceof Unreadable) return error
      throw error
    }
  }

  /** The report, to be called once; `stopped` is why reading ended early. */
  report(stopped: Unreadable | null): SieReport {
    const year = this.#header.years.get(0)
    // A fragment may have vouchers without a header.
    const type = this.#header.values.type ?? (this.#counts.vouchers > 0 ? 4 : 1)
    const is4I = type === 4 && !this.#balances.hasBalances
    this.#balances.carryLast()
    const order = this.#order.finish(year, is4I, this.#counts.vouchers > 0)
    const controls = this.#balances.controls(this.#counts.vouchers > 0)
    this.#chart.settle()
    if (stopped === null) {
      this.#checkSumEnd()
      this.#accounts.finish()
      this.#amounts.finish()
      this.#header.finish(this.#labels, this.#balances.yearIndexes(), type)
      this.#chart.finish()
      this.#judgeOpening()
      reportControls(controls, this.#findings)
    } else this.#findings.add(stopped.kind, stopped.line, stopped.values)
    const hasSum = this.#sum !== null || this.#declaredSum !== null
    const summary: SieSummary = {
      encoding: this.#encoding,
      type,
      is4I,
      isXml: this.#sie5 !== null,
      header: this.#header.values,
      labels: this.#labels,
      unknownLabels: this.#unknownLabels,
      counts: this.#counts,
      checksum: hasSum ? { declared: this.#declaredSum, computed: this.#computedSum } : null,
      years: this.#header.years,
      accounts: this.#chart.accounts,
      undeclaredAccounts: this.#chart.undeclaredAccounts(),
      series: order.series,
      days: order.days,
      balances: this.#balances.byYear(),
      movements: this.#balances.movements,
      controls,
    }
    return { complete: stopped === null, findings: this.#findings.settle(is4I), summary }
  }

  /**
   * Checks that opening balances add up to zero; a missing result of the previous year is put on the caller's account.
   */
  #judgeOpening(): void {
    const { resultAccount } = this.#choices
    const sum = this.#balances.openingSum()
    if (sum === 0n) return
    const result = this.#balances.unbookedResult()
    const values = { sum: formatAmount(sum), result: formatAmount(result ?? 0n), account: resultAccount ?? '' }
    if (result === null) this.#findings.add('openingUnbalanced', null, values)
    else if (resultAccount === undefined) this.#findings.add('openingLacksResult', null, values)
    else {
      this.#balances.addToOpening(resultAccount, result)
      this.#chart.use(resultAccount, [], this.line)
      this.#findings.add('openingResultAdded', null, values)
    }
  }

  #readLine(line: number, text: string): void {
    this.line = line
    const item = stripped(text)
    if (item === '') return
    if (item.includes('\ufffd')) this.#reportDamaged(line)
    if (item.startsWith('#')) this.#readItem(line, item)
    else if (item === '{') this.#enterVoucher(line)
    else if (item === '}') this.#leaveVoucher(line)
    else this.#readStray(line)
  }

  #readItem(line: number, text: string): void {
    const { label: spelt, fields: written, unclosedQuote, quoteInside, unclosedList } = parseLine(text)
    const label = this.#labelOf(spelt, line)
    const fields = seenFields(written)
    this.#amounts.see(line, label, fields)
    const at: Reading = { line, label, fields, findings: this.#findings, accounts: this.#accounts }
    this.#header.place(at, this.#labels.size === 0)
    this.#count(label)
    if (label !== 'KSUMMA') this.#sum?.add(spelt, written)
    if (fields !== written) this.#reportUnseen(line)
    if (unclosedQuote) this.#findings.add('quoteOpen', line, { label })
    if (quoteInside) this.#findings.add('quoteInside', line, { label })
    if (unclosedList) this.#findings.add(isRowLabel(label) ? 'braceOpen' : 'braceOpenLeft', line, { label })
    const make = labels.get(label)
    if (isRowLabel(label)) this.#readRow(label, at)
    else if (make !== undefined) {
      this.#closeUnclosed(line)
      const item = make(at)
      if (item !== null) this.#give(item)
    } else if (label === 'VER') {
      this.#closeUnclosed(line)
      this.#voucher = new OpenVoucher(at, this.#counts)
    } else if (label === 'KSUMMA') this.#readSum(at)
    else this.#countUnknown(label, line)
  }

  #give(item: SieItem): void {
    this.#items.push(item)
    this.#header.take(item)
    switch (item.kind) {
      case 'account':
      case 'accountType':
      case 'unit':
      case 'sru':
      case 'dimension':
      case 'object':
        this.#chart.declare(item)
        if (item.kind === 'accountType') this.#balances.addType(item.account, item.type)
        break
      case 'opening':
      case 'closing':
      case 'result':
        this.#balances.addBalance(item)
        this.#chart.use(item.account, [], item.line)
        break
      case 'periodBalance':
      case 'periodBudget':
      case 'objectBudget':
        this.#balances.addPeriod(item)
        this.#chart.use(item.account, item.objects, item.line)
        break
      case 'objectOpening':
      case 'objectClosing':
        this.#chart.use(item.account, item.objects, item.line)
        break
    }
  }

  #readRow(label: RowLabel, at: Reading): void {
    if (this.#voucher?.isEntered === true) this.#voucher.add(label, at)
    else this.#findings.add('rowOutside', at.line, { label })
  }

  #enterVoucher(line: number): void {
    if (this.#voucher === null || this.#voucher.isEntered) {
      this.#findings.add('strayOpening', line)
    } else this.#voucher.isEntered = true
  }

  #leaveVoucher(line: number): void {
    if (this.#voucher?.isEntered === true) this.#closeVoucher(this.#voucher)
    else this.#findings.add('strayClosing', line)
  }

  /** Closes a voucher followed by something else: without braces it is empty, with one brace the file is damaged. */
  #closeUnclosed(line: number | null): void {
    const voucher = this.#voucher
    if (voucher === null) return
    if (voucher.isEntered) {
      const end = { sv: 'filens slut', en: 'the end of the file' }
      const where = line === null ? end : { sv: `rad ${line}`, en: `line ${line}` }
      this.#findings.add('voucherOpen', voucher.line, { where })
    }
    this.#closeVoucher(voucher)
  }

  #closeVoucher(open: OpenVoucher): void {
    this.#voucher = null
    const voucher = open.close(this.#choices.differenceAccount)
    if (voucher === null) return
    for (const row of voucher.rows) {
      this.#balances.addRow(row)
      this.#chart.use(row.account, row.objects, row.line)
    }
    this.#order.add(voucher, this.#header.years.get(0))
    this.#give(voucher)
  }

  /** The opening #KSUMMA has no value, the closing one has. */
  #readSum(at: Reading): void {
    this.#closeUnclosed(at.line)
    const written = textAt(at.fields, 0)
    const declared = parseChecksum(written)
    if (written === '') {
      if (this.#sum !== null) this.#findings.add('sumTwice', at.line)
      this.#sum ??= new Checksum()
      this.#sumLine = at.line
    } else if (declared === null) {
      this.#sum = null
      this.#findings.add('sumOdd', at.line)
    } else if (this.#sum === null) this.#findings.add('sumUnopened', at.line)
    else this.#compareSum(this.#sum.value(), declared, at.line)
  }

  #compareSum(computed: number, declared: number, line: number): void {
    this.#declaredSum = declared
    this.#computedSum = computed
    this.#sum = null
    if (declared !== computed) this.#findings.add('sumWrong', line, { declared, computed })
  }

  #checkSumEnd(): void {
    if (this.#sum === null) return
    this.#findings.add('sumOpen', this.#sumLine)
  }

  #readStray(line: number): void {
    if (this.#labels.size > 0) {
      this.#findings.add('strayLine', line)
      return
    }
    this.#strayLines += 1
    if (this.#strayLines > PREAMBLE_MAX_LINES) throw new Unreadable(line, 'noStart')
  }

  #reportDamaged(line: number): void {
    this.#counts.damagedLines += 1
    if (this.#counts.damagedLines > 1) return
    this.#findings.add('damagedText', line)
  }

  #reportUnseen(line: number): void {
    if (!this.#hasUnseen) this.#findings.add('unseenCharacters', line)
    this.#hasUnseen = true
  }

  #count(label: string): void {
    const count = this.#labels.get(label) ?? 0
    if (count === 0 && this.#labels.size === FILE_MAX_LABELS) {
      throw new Unreadable(this.line, 'tooMany', {
        limit: FILE_MAX_LABELS,
        what: { sv: 'etiketter', en: 'labels' },
      })
    }
    this.#labels.set(label, count + 1)
  }

  /** Labels are upper case; others are accepted, and the first one is reported. */
  #labelOf(spelt: string, line: number): string {
    const capital = spelt.toUpperCase()
    if (capital === spelt || !isLabel(capital)) return spelt
    if (!this.#hasSmallLabels) this.#findings.add('smallLabels', line, { label: spelt })
    this.#hasSmallLabels = true
    return capital
  }

  #countUnknown(label: string, line: number): void {
    const count = this.#unknownLabels.get(label) ?? 0
    this.#unknownLabels.set(label, count + 1)
    if (count === 0) this.#findings.add('unknownLabel', line, { label })
  }
}

/** Whether the format has this label. */
const isLabel = (label: string): boolean =>
  labels.has(label) || isRowLabel(label) || label === 'VER' || label === 'KSUMMA'

/** Trims spaces. `trim` would also remove a no-break space from a truncated text. */
const stripped = (text: string): string => {
  let from = 0
  let to = text.length
  while (from < to && isSpace(text.charCodeAt(from))) from += 1
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

const noCounts = (): SieCounts => ({
  vouchers: 0,
  rows: 0,
  emptyVouchers: 0,
  unbalancedVouchers: 0,
  struckRows: 0,
  addedRows: 0,
  multiObjectRows: 0,
  withoutNumber: 0,
  numberedZero: 0,
  duplicateNumbers: 0,
  notAscending: 0,
  numberGaps: 0,
  outsideYear: null,
  damagedLines: 0,
})
