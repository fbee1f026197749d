// The identification items of a file, and their validation (SIE 4B §4).
import type { SieFiscalYear, SieHeader, SieItem, SieType } from './items.ts'
import type { ReadingFindings } from './kinds.ts'
import type { Reading } from './labels.ts'

/** Collects the identification items. */
export class Header {
  readonly values: SieHeader = {
    flag: null,
    program: null,
    format: null,
    generated: null,
    type: null,
    comment: '',
    companyType: '',
    companyId: '',
    orgNumber: '',
    orgSerial: '',
    companyName: '',
    address: null,
    taxYear: null,
    balancesUpTo: null,
    chartType: '',
    currency: '',
  }
  readonly years = new Map<number, SieFiscalYear>()
  readonly #findings: ReadingFindings
  #hasFlag = false

  constructor(findings: ReadingFindings) {
    this.#findings = findings
  }

  /** Checks the position of the line: #FLAGGA must be the first. */
  place({ line, label }: Reading, isFirst: boolean): void {
    if (label !== 'FLAGGA' || this.#hasFlag) return
    this.#hasFlag = true
    if (!isFirst) this.#findings.add('flagLate', line)
  }

  take(item: SieItem): void {
    const { values } = this
    switch (item.kind) {
      case 'flag':
        values.flag = item.value
        this.#checkFlag(item.value, item.line)
        break
      case 'program':
        values.program = { name: item.name, version: item.version }
        break
      case 'generated':
        values.generated = { date: item.date, sign: item.sign }
        break
      case 'orgNumber':
        values.orgNumber = item.number
        values.orgSerial = item.serial
        break
      case 'address':
        values.address = { contact: item.contact, street: item.street, postal: item.postal, phone: item.phone }
        break
      case 'fiscalYear':
        this.#takeYear({ index: item.index, start: item.start, end: item.end }, item.line)
        break
      default:
        this.#takeText(item)
    }
  }

  /** Reports missing mandatory items, and balances of undeclared years. */
  finish(labels: ReadonlyMap<string, number>, usedYears: readonly number[], type: SieType): void {
    if (!labels.has('FLAGGA')) this.#findings.add('flagMissing', null)
    if (!labels.has('SIETYP')) this.#findings.add('typeMissing', null, { type })
    for (const label of ['PROGRAM', 'FORMAT', 'GEN', 'FNAMN']) {
      if (!labels.has(label)) this.#findings.add('labelMissing', null, { label })
    }
    for (const index of usedYears) {
      if (!this.years.has(index)) this.#findings.add('yearUntold', null, { year: index })
    }
  }

  #takeText(item: SieItem): void {
    const { values } = this
    if (item.kind === 'format') values.format = item.value
    else if (item.kind === 'type') values.type = item.value
    else if (item.kind === 'comment') values.comment = item.text
    else if (item.kind === 'companyType') values.companyType = item.code
    else if (item.kind === 'companyId') values.companyId = item.id
    else if (item.kind === 'companyName') values.companyName = item.name
    else if (item.kind === 'taxYear') values.taxYear = item.year
    else if (item.kind === 'balancesUpTo') values.balancesUpTo = item.date
    else if (item.kind === 'chartType') values.chartType = item.code
    else if (item.kind === 'currency') values.currency = item.code
  }

  /** The importer of a file sets the flag to 1, so that vouchers are not imported twice. */
  #checkFlag(value: string, line: number): void {
    if (value === '1') this.#findings.add('flagRead', line)
    else if (value !== '0') this.#findings.add('flagOdd', line, { value })
  }

  #takeYear(year: SieFiscalYear, line: number): void {
    const known = this.years.get(year.index)
    if (known === undefined) this.years.set(year.index, year)
    else if (known.start !== year.start || known.end !== year.end) {
      this.#findings.add('yearTwice', line, { year: year.index })
    }
  }
}
