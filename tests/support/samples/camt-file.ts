// Writes bank statements as banks do, for tests: camt.053 and camt.054, in the forms of older and of newer versions.
import type { CamtKind } from '#rules/banking/statements/camt'

/** Amounts in whole öre, above zero in. */
export type WrittenDetail = {
  ore: bigint
  /** Leaves the amount out, as banks do of a sum. */
  isUntold?: boolean
  name?: string
  account?: string
  ocr?: string
  document?: string
  text?: string
  endToEndId?: string
  /** What was asked for in another currency, without sign. */
  instructed?: { ore: bigint; currency: string }
}

export type WrittenEntry = {
  ore: bigint
  date?: string
  valueDate?: string
  reference?: string
  status?: string
  reversal?: boolean
  info?: string
  /** What the payer called the payments that it was paid with. */
  batch?: string
  details?: WrittenDetail[]
}

type WrittenStatement = {
  id?: string
  /** An IBAN, or another number. */
  account?: string
  currency?: string
  opening?: bigint
  /** What the opening and the booked entries make when left out. */
  closing?: bigint
  entries: WrittenEntry[]
}

export type WrittenFile = {
  kind?: CamtKind
  /** From 08 on parties and statuses stand one element deeper. */
  version?: '02' | '04' | '08' | '13'
  encoding?: 'UTF-8' | 'ISO-8859-1'
  prefix?: string
  statements: WrittenStatement[]
}

/** The IBAN that tests have their account under. */
export const IBAN = 'SE4550000000058398257466'

export const camtFile = (file: WrittenFile): Buffer =>
  Buffer.from(camtText(file), file.encoding === 'ISO-8859-1' ? 'latin1' : 'utf8')

export const camtText = ({
  kind = 'camt.053',
  version = '02',
  encoding = 'UTF-8',
  prefix = '',
  statements,
}: WrittenFile): string => {
  const [message, part] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const body = element(
    message,
    element('GrpHdr', element('MsgId', 'M1') + element('CreDtTm', '2026-06-10T06:00:00+02:00')),
    ...statements.map((one) => element(part, ...statementParts(one, kind, version))),
  )
  const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}">${body}</Document>`
  const named =
    prefix === '' ? text : text.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`)
  return `<?xml version="1.0" encoding="${encoding}"?>\n${named}\n`
}

const element = (name: string, ...inside: string[]): string => `<${name}>${inside.join('')}</${name}>`

const textElement = (name: string, value: string | undefined): string =>
  value === undefined ? '' : element(name, escaped(value))

const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)

const statementParts = (one: WrittenStatement, kind: CamtKind, version: string): string[] => {
  const { id = 'S1', account = IBAN, currency = 'SEK', opening = 0n, entries } = one
  const isIban = /^[A-Z]{2}\d/.test(account)
  const number = isIban ? element('IBAN', account) : element('Othr', element('Id', account))
  const booked = entries.filter(({ status = 'BOOK' }) => status === 'BOOK')
  const closing = one.closing ?? booked.reduce((sum, { ore }) => sum + ore, opening)
  return [
    element('Id', id),
    element('CreDtTm', '2026-06-10T06:00:00+02:00'),
    element('Acct', element('Id', number), element('Ccy', currency)),
    ...(kind === 'camt.053' ? [balance('OPBD', opening, currency), balance('CLBD', closing, currency)] : []),
    ...entries.map((entry) => element('Ntry', ...entryParts(entry, currency, version))),
  ]
}

const balance = (code: string, ore: bigint, currency: string): string =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', element('Cd', code))),
    amount(ore, currency),
    sign(ore),
    element('Dt', element('Dt', '2026-06-09')),
  )

const amount = (ore: bigint, currency: string): string => {
  const digits = String(ore < 0n ? -ore : ore).padStart(3, '0')
  return `<Amt Ccy="${currency}">${digits.slice(0, -2)}.${digits.slice(-2)}</Amt>`
}

const sign = (ore: bigint): string => element('CdtDbtInd', ore < 0n ? 'DBIT' : 'CRDT')

const entryParts = (entry: WrittenEntry, currency: string, version: string): string[] => {
  const { ore, date = '2026-06-09', valueDate, reference, status = 'BOOK', reversal, info, batch, details } = entry
  return [
    amount(ore, currency),
    sign(ore),
    reversal === undefined ? '' : element('RvslInd', String(reversal)),
    element('Sts', isNew(version) ? element('Cd', status) : status),
    element('BookgDt', element('Dt', date)),
    valueDate === undefined ? '' : element('ValDt', element('DtTm', `${valueDate}T00:00:00+02:00`)),
    textElement('AcctSvcrRef', reference),
    element('BkTxCd', element('Domn', element('Cd', 'PMNT'))),
    details === undefined && batch === undefined
      ? ''
      : element(
          'NtryDtls',
          batch === undefined ? '' : element('Btch', textElement('PmtInfId', batch)),
          ...(details ?? []).map((detail) => element('TxDtls', ...detailParts(detail, entry, currency, version))),
        ),
    textElement('AddtlNtryInf', info),
  ]
}

const isNew = (version: string): boolean => Number(version) >= 8

const detailParts = (detail: WrittenDetail, entry: WrittenEntry, currency: string, version: string): string[] => {
  const { ore, isUntold, name, account, ocr, document, text, endToEndId = 'NOTPROVIDED' } = detail
  const role = ore > 0n !== (entry.reversal ?? false) ? 'Dbtr' : 'Cdtr'
  const party = textElement('Nm', name)
  const isIban = account !== undefined && /^[A-Z]{2}\d/.test(account)
  const number = isIban ? textElement('IBAN', account) : element('Othr', textElement('Id', account))
  const strd = [
    document === undefined ? '' : element('RfrdDocInf', textElement('Nb', document)),
    ocr === undefined
      ? ''
      : element('CdtrRefInf', element('Tp', element('CdOrPrtry', element('Cd', 'SCOR'))), textElement('Ref', ocr)),
  ].join('')
  return [
    element('Refs', textElement('EndToEndId', endToEndId)),
    isUntold ? '' : amountParts(detail, entry, currency, version),
    element(
      'RltdPties',
      party === '' ? '' : element(role, isNew(version) ? element('Pty', party) : party),
      account === undefined ? '' : element(`${role}Acct`, element('Id', number)),
    ),
    element('RmtInf', textElement('Ustrd', text), strd === '' ? '' : element('Strd', strd)),
  ]
}

/** The amount in its place, with its sign where that is not the entry's. */
const amountParts = (
  { ore, instructed }: WrittenDetail,
  entry: WrittenEntry,
  currency: string,
  version: string,
): string => {
  const asked = instructed ? element('InstdAmt', amount(instructed.ore, instructed.currency)) : ''
  return isNew(version)
    ? amount(ore, currency) + sign(ore) + (asked && element('AmtDtls', asked))
    : element('AmtDtls', asked, element('TxAmt', amount(ore, currency))) +
        (ore < 0n === entry.ore < 0n ? '' : sign(ore))
}
