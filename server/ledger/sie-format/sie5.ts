// SIE 5, the XML variant of the format: converted to equivalent lines of SIE 4, so that one reader handles both.
// Content without an equivalent (ledgers, documents, signatures) is dropped, and reported. Streaming, one element at a
// time.
import { type TextLine, Unreadable } from './encoding.ts'
import type { ReadingFindings } from './kinds.ts'
import { LINE_MAX_BYTES, VOUCHER_MAX_ROWS } from './limits.ts'
import { compactDay } from './values.ts'

/** Whether the first line of a file begins XML, or a web page. */
export const isMarkup = (lines: readonly TextLine[]): boolean =>
  lines
    .find(({ text }) => text.trim() !== '')
    ?.text.trimStart()
    .startsWith('<') ?? false

type Attributes = Readonly<Record<string, string>>
type Element = { readonly name: string; readonly attributes: Attributes }

const roots = ['Sie', 'SieEntry']
/** Parts of a file that are skipped with their contents. */
const leftOut = [
  'CustomerInvoices',
  'SupplierInvoices',
  'FixedAssets',
  'GeneralSubdividedAccount',
  'Customers',
  'Suppliers',
  'AccountAggregations',
  'Documents',
  'Signature',
  'OpeningBalanceMultidim',
  'ClosingBalanceMultidim',
  'BudgetMultidim',
]
/** Maximum nesting depth: the format uses six. */
const MAX_DEPTH = 20

const token =
  /<!--|<!\[CDATA\[|<\?|<!|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Converts the lines of an XML file to lines of SIE 4, each with the original line number. */
export class Sie5 {
  readonly #findings: ReadingFindings
  readonly #told = new Set<string>()
  readonly #stack: Element[] = []
  #rest = ''
  #goesOn = false
  #out: TextLine[] = []
  #line = 0
  #hasRoot = false
  #skipped = 0
  #years: { start: string; end: string; isPrimary: boolean }[] = []
  #objects: string[] = []
  #isStruck = false
  #rows: string[] = []
  #entryLine = 0
  #entered: Attributes = {}

  constructor(findings: ReadingFindings) {
    this.#findings = findings
  }

  /** Throws {@link Unreadable} if the XML is malformed, or of another kind. */
  read(lines: readonly TextLine[]): readonly TextLine[] {
    for (const { line, text, goesOn = false } of lines) {
      this.#line = line
      this.#rest += `${this.#rest === '' || this.#goesOn ? '' : ' '}${text}`
      this.#goesOn = goesOn
      // A tag over many lines is parsed once it may be complete.
      if (text.includes('>') || !this.#rest.includes('<')) this.#scan()
      if (this.#rest.length > LINE_MAX_BYTES) throw new Unreadable(line, 'longLine', { limit: LINE_MAX_BYTES })
    }
    const out = this.#out
    this.#out = []
    return out
  }

  finish(): void {
    if (this.#stack.length > 0 || this.#rest.trim() !== '') this.#refuse('it ends in the middle', 'den slutar mitt i')
  }

  /** Parses complete parts; an incomplete one waits for the next line. */
  #scan(): void {
    for (;;) {
      const start = this.#rest.indexOf('<')
      if (start < 0) {
        this.#rest = ''
        return
      }
      if (start > 0) this.#rest = this.#rest.slice(start)
      if (!this.#take()) return
    }
  }

  #take(): boolean {
    token.lastIndex = 0
    const found = token.exec(this.#rest)
    if (found === null) {
      if (this.#rest.includes('>') && !/^<[\w.:-]*(\s|$)/.test(this.#rest)) this.#refuse('a tag', 'en tagg')
      return false
    }
    if (found[0].length > LINE_MAX_BYTES) throw new Unreadable(this.#line, 'longLine', { limit: LINE_MAX_BYTES })
    const [text, closed, opened, attributes = '', isEmpty] = found
    const end = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }[text]
    if (text === '<!') throw new Unreadable(this.#line, /^<!doctype\s+html/i.test(this.#rest) ? 'webPage' : 'otherXml')
    if (end !== undefined) {
      const at = this.#rest.indexOf(end, text.length)
      if (at < 0) return false
      this.#rest = this.#rest.slice(at + end.length)
      return true
    }
    this.#rest = this.#rest.slice(text.length)
    if (closed !== undefined) this.#close(localOf(closed))
    else if (opened !== undefined) {
      this.#open({ name: localOf(opened), attributes: attributesOf(attributes) })
      if (isEmpty === '/') this.#close(localOf(opened))
    }
    return true
  }

  #open(element: Element): void {
    const { name } = element
    if (!this.#hasRoot) {
      if (!roots.includes(name)) throw new Unreadable(this.#line, /^html$/i.test(name) ? 'webPage' : 'otherXml')
      this.#hasRoot = true
      for (const line of ['#FLAGGA 0', '#FORMAT PC8', '#SIETYP 4']) this.#say(line)
    }
    this.#stack.push(element)
    if (this.#stack.length > MAX_DEPTH) this.#refuse('too many levels', 'för många nivåer')
    if (leftOut.includes(name)) {
      this.#skipped += 1
      if (!this.#told.has(name)) this.#findings.add('notIn4', this.#line, { what: name })
      this.#told.add(name)
    }
    if (this.#skipped === 0) this.#begin(element)
  }

  #close(name: string): void {
    const element = this.#stack.pop()
    if (element?.name !== name) {
      this.#refuse(`</${name}> closes nothing`, `</${name}> stänger ingenting`)
      return
    }
    if (leftOut.includes(name)) this.#skipped -= 1
    else if (this.#skipped === 0) this.#end(element)
  }

  #begin({ name, attributes: of }: Element): void {
    switch (name) {
      case 'SoftwareProduct':
        this.#say('#PROGRAM', quoted(of.name), quoted(of.version))
        break
      case 'FileCreation':
        this.#say('#GEN', compactDay((of.time ?? '').slice(0, 10)), quoted(of.by))
        break
      case 'Company':
        this.#say('#ORGNR', quoted(of.organizationId))
        this.#say('#FNAMN', quoted(of.name))
        break
      case 'AccountingCurrency':
        this.#say('#VALUTA', quoted(of.currency))
        break
      case 'FiscalYear':
        this.#years.push({
          start: of.start ?? '',
          end: of.end ?? '',
          isPrimary: of.primary === 'true' || of.primary === '1',
        })
        break
      case 'Account':
        this.#beginAccount(of)
        break
      case 'Dimension':
        this.#say('#DIM', quoted(of.id), quoted(of.name))
        break
      case 'Object':
        this.#say('#OBJEKT', quoted(this.#parent('Dimension').id), quoted(of.id), quoted(of.name))
        break
      case 'OpeningBalance':
      case 'ClosingBalance':
      case 'Budget':
      case 'LedgerEntry':
        this.#objects = []
        this.#isStruck = false
        break
      case 'ObjectReference':
        this.#objects.push(quoted(of.dimId), quoted(of.objectId))
        break
      case 'Overstrike':
        this.#isStruck = true
        break
      case 'JournalEntry':
        this.#rows = []
        this.#entryLine = this.#line
        this.#entered = {}
        break
      case 'EntryInfo':
        if (this.#stack.at(-2)?.name === 'JournalEntry') this.#entered = of
    }
  }

  #end({ name, attributes: of }: Element): void {
    if (name === 'FiscalYears') this.#sayYears()
    else if (name === 'OpeningBalance') this.#sayBalance(['#IB', '#OIB'], of, 'start')
    else if (name === 'ClosingBalance') {
      this.#sayBalance([isResult(this.#parent('Account').type) ? '#RES' : '#UB', '#OUB'], of, 'end')
    } else if (name === 'Budget') this.#sayBudget(of)
    else if (name === 'LedgerEntry') this.#endRow(of)
    else if (name === 'JournalEntry') this.#endVoucher(of)
  }

  #beginAccount({ id, name, type = '', unit }: Attributes): void {
    this.#say('#KONTO', quoted(id), quoted(name))
    const kind = accountTypes[type]
    if (kind !== undefined) this.#say('#KTYP', quoted(id), kind)
    if (unit) this.#say('#ENHET', quoted(id), quoted(unit))
  }

  /**
   * Balances are at the first or last month of a year; others are in between. Object balances are part of the account's
   * balance and have their own label.
   */
  #sayBalance(
    [whole, part]: readonly [string, string],
    { month = '', amount, quantity }: Attributes,
    edge: 'start' | 'end',
  ): void {
    const index = this.#indexOf((year) => month === '' || year[edge] === month)
    if (index === null) return
    const isPart = this.#objects.length > 0
    this.#say(
      isPart ? part : whole,
      `${index}`,
      quoted(this.#parent('Account').id),
      ...(isPart ? [`{${this.#objects.join(' ')}}`] : []),
      quoted(amount),
      ...(quantity ? [quoted(quantity)] : []),
    )
  }

  #sayBudget({ month = '', amount, quantity }: Attributes): void {
    const index = this.#indexOf(({ start, end }) => start <= month && month <= end)
    if (month === '' || index === null) return
    const rest = quantity ? [quoted(quantity)] : []
    const account = quoted(this.#parent('Account').id)
    this.#say(
      '#PBUDGET',
      `${index}`,
      month.replace('-', ''),
      account,
      `{${this.#objects.join(' ')}}`,
      quoted(amount),
      ...rest,
    )
  }

  #endRow({ accountId, amount, quantity, text, ledgerDate }: Attributes): void {
    // The reader reports one row too many; more need not be kept.
    if (this.#rows.length > VOUCHER_MAX_ROWS) return
    const label = this.#isStruck ? '#BTRANS' : '#TRANS'
    const day = ledgerDate ? compactDay(ledgerDate.slice(0, 10)) : '""'
    const objects = `{${this.#objects.join(' ')}}`
    const rest = quantity ? [quoted(quantity)] : []
    this.#rows.push([label, quoted(accountId), objects, quoted(amount), day, quoted(text), ...rest].join(' '))
  }

  #endVoucher({ id, journalDate = '', text }: Attributes): void {
    const day = compactDay(journalDate.slice(0, 10))
    const registered = compactDay((this.#entered.date ?? '').slice(0, 10))
    const series = quoted(this.#parent('Journal').id)
    const head = [series, quoted(id), day || '""', quoted(text), registered || '""', quoted(this.#entered.by)]
    this.#out.push({ line: this.#entryLine, text: `#VER ${head.join(' ')}` })
    this.#say('{')
    for (const row of this.#rows) this.#say(row)
    this.#say('}')
  }

  #sayYears(): void {
    this.#years.sort((a, b) => (a.start < b.start ? -1 : 1))
    if (!this.#years.some(({ isPrimary }) => isPrimary)) {
      const last = this.#years.at(-1)
      if (last) last.isPrimary = true
    }
    for (const [place, { start, end }] of this.#years.entries()) {
      this.#say('#RAR', `${place - this.#primary()}`, `${start.replace('-', '')}01`, lastDayOf(end))
    }
  }

  #primary(): number {
    return this.#years.findIndex(({ isPrimary }) => isPrimary)
  }

  #indexOf(fits: (year: { start: string; end: string }) => boolean): number | null {
    const place = this.#years.findIndex(fits)
    return place < 0 ? null : place - this.#primary()
  }

  #parent(name: string): Attributes {
    return this.#stack.findLast((element) => element.name === name)?.attributes ?? {}
  }

  #say(...parts: readonly string[]): void {
    this.#out.push({ line: this.#line, text: parts.join(' ') })
  }

  #refuse(en: string, sv: string): never {
    throw new Unreadable(this.#line, 'badXml', { problem: { sv, en } })
  }
}

const accountTypes: Readonly<Record<string, string>> = {
  asset: 'T',
  liability: 'S',
  equity: 'S',
  cost: 'K',
  income: 'I',
}

const isResult = (type = ''): boolean => type === 'cost' || type === 'income'

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

const attributesOf = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      localOf(name),
      decoded(double ?? single ?? ''),
    ]),
  )

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five XML entities and character references allowed in a line; others are kept as they are. */
const decoded = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (found, name, decimal, hexadecimal) => {
    if (name) return entities[name.toLowerCase()] ?? found
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    const isText = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isText ? String.fromCodePoint(code) : ' '
  })

/** A quoted field; a backslash at its end would escape the quote. */
const quoted = (text = ''): string =>
  `"${text
    .replace(/[\r\n\t]/g, ' ')
    .replace(/(?<!\\)\\+$/, '')
    .replaceAll('"', '\\"')}"`

/** The last day of a month, `YYYY-MM` to `YYYYMMDD`; an invalid month is kept, and reported as a finding. */
const lastDayOf = (month: string): string => {
  const [year = '', number = ''] = month.split('-')
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
  return Number.isNaN(last) ? month : `${year}${number}${String(last).padStart(2, '0')}`
}
