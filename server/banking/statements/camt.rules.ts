// Bank statements in ISO 20022: camt.053 (kontoutdrag) and camt.054 (avisering), bytes to plain data. What versions
// differ in is read in every version's way, so that a bank may change version without asking. Status reports on
// payments (pain.002) come the same way, and are told apart by what stands in the file. Pure.
import { readStatusReport, type StatusReading } from '#banking/payments/status-report.rules'
import type { Day } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import type { DeclaredSentence } from '#platform/sentences'
import { repeated, truncate } from '#text/truncate'
import { element, elements, readXml, text, textIn, type XmlElement, XmlFault } from '#text/xml'
import { xmlProblems } from '#text/xml-problems'
import { amountIn, signOf } from './camt-amounts.ts'
import { type CamtEntry, dayIn, readEntry } from './camt-entry.ts'
import { camtPlaces, camtProblems as problems } from './camt-problems.ts'

export type CamtKind = 'camt.053' | 'camt.054'

/** The account number in a file. */
export type CamtAccount = { iban: string } | { other: string; scheme: string | null }

/** The data of one account in a file. */
export type CamtStatement = {
  kind: CamtKind
  /** The bank's reference of the statement. */
  reference: string
  account: CamtAccount
  currency: string
  fromDate: Day | null
  toDate: Day | null
  /** The balances before and after, if the file has them; notifications do not. */
  openingOre: Ore | null
  closingOre: Ore | null
  /** The booked entries, in file order. */
  entries: CamtEntry[]
  /** How many entries were left out because they are not booked yet. */
  leftOut: number
  /** How many entries are not split because their details do not add up to them. */
  disputed: number
}

/** An error in a file, as a sentence, and its place. */
export type CamtFinding = { place: string; problem: string }

export type CamtReading = { statements: CamtStatement[] } | { findings: CamtFinding[] }

/** Maximum number of statements in one file, and of transactions in all of them. */
const MAX_STATEMENTS = 1_000
const MAX_TRANSACTIONS = 50_000
/** The maximum XML size: 50,000 transactions with 20 elements each, and an attribute on each amount. */
const MOST = { elements: 1_000_000, attributes: 500_000, references: 500_000 }
/** Maximum number of errors reported. */
const MAX_FINDINGS = 100
/** Maximum number of characters in a statement's reference. */
const MAX_REFERENCE = 140

/** What a file of a bank says: statements, or a status report on payments. */
export type BankReading = CamtReading | StatusReading

/** What a file of statements says, or everything that is wrong with it. */
export const readCamt = (bytes: Uint8Array): CamtReading =>
  orFaultOf(() => readMessage(messageIn(documentIn(readXml(bytes, problems, MOST)))))

/** What a file says, be it of statements or a status report, or everything that is wrong with it. */
export const readBankFile = (bytes: Uint8Array): BankReading =>
  orFaultOf((): BankReading => {
    const given = documentIn(readXml(bytes, problems, MOST))
    const report = element(given.document, STATUS_REPORT)
    return report === undefined ? readMessage(messageIn(given)) : readStatusReport(report)
  })

const orFaultOf = <Reading>(read: () => Reading): Reading | { findings: CamtFinding[] } => {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof XmlFault) return { findings: [{ place: camtPlaces.file(), problem: cause.message }] }
    throw cause
  }
}

/** `madeOn` is the creation date of the file, used for data without a date. */
type Message = { kind: CamtKind; statements: unknown[]; madeOn: Day | null }

const messages: readonly (readonly [CamtKind, string, string])[] = [
  ['camt.053', 'BkToCstmrStmt', 'Stmt'],
  ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
]

/** Messages that are mistaken for statements. */
const otherMessages: readonly (readonly [string, { said(): DeclaredSentence }])[] = [
  ['CstmrCdtTrfInitn', problems.isPayments],
  ['BkToCstmrAcctRpt', problems.isIntraday],
]

/** The message of a status report, below the document. */
const STATUS_REPORT = 'CstmrPmtStsRpt'

type Given = { root: string; document: unknown }

/** The document of a file, which is its root, or stands in an envelope. */
const documentIn = (tree: XmlElement): Given => {
  const roots = Object.keys(tree)
  const [root] = roots
  if (root === undefined || roots.length > 1 || Array.isArray(tree[root]))
    throw new XmlFault(xmlProblems.oneRoot.said())
  return { root, document: root === 'Document' ? tree.Document : element(tree, root, 'Document') }
}

const messageIn = ({ root, document }: Given): Message => {
  for (const [kind, name, part] of messages) {
    const message = element(document, name)
    if (message === undefined) continue
    const statements = elements(message, part)
    if (statements.length === 0) throw new XmlFault(problems.noStatement.said())
    if (statements.length > MAX_STATEMENTS)
      throw new XmlFault(problems.tooManyStatements.said({ limit: MAX_STATEMENTS }))
    return { kind, statements, madeOn: dayIn(element(message, 'GrpHdr'), 'CreDtTm') }
  }
  const other = otherMessages.find(([name]) => element(document, name) !== undefined)?.[1]
  throw new XmlFault((other ?? problems.otherRoot).said({ root: repeated(root) }))
}

const readMessage = ({ kind, statements, madeOn }: Message): CamtReading => {
  const findings: CamtFinding[] = []
  const read: CamtStatement[] = []
  let transactions = 0
  for (const [index, one] of statements.entries()) {
    const number = index + 1
    const statement = readStatement({ kind, madeOn }, one, (problem, within) => {
      const place = within ? camtPlaces.within({ number, within }) : camtPlaces.statement({ number })
      findings.push({ place, problem })
    })
    if (statement) read.push(statement)
    transactions += statement?.entries.reduce((count, { details }) => count + details.length, 0) ?? 0
    if (transactions > MAX_TRANSACTIONS)
      throw new XmlFault(problems.tooManyTransactions.said({ limit: MAX_TRANSACTIONS }))
    if (findings.length > MAX_FINDINGS) break
  }
  return findings.length > 0 ? { findings: findings.slice(0, MAX_FINDINGS) } : { statements: read }
}

/** Reports an error; `within` is the place in the statement. */
type Find = (problem: string, within?: string) => void

type OfMessage = Pick<Message, 'kind' | 'madeOn'>

const readStatement = ({ kind, madeOn }: OfMessage, one: unknown, find: Find): CamtStatement | null => {
  const reference = truncate(text(one, 'Id'), MAX_REFERENCE)
  const account = accountIn(element(one, 'Acct', 'Id'))
  if (!reference) find(problems.noIdentification())
  if (!account) find(problems.noAccount())
  const entries = elements(one, 'Ntry')
  const currency = currencyOf(one, entries)
  if (!currency) find(problems.noCurrency())
  if (!reference || !account || !currency) return null
  const from = dayIn(element(one, 'FrToDt'), 'FrDtTm', 'FrDt')
  const to = dayIn(element(one, 'FrToDt'), 'ToDtTm', 'ToDt')
  // Read first for the date, but reported last.
  const ofBalances: Parameters<Find>[] = []
  const balances = balancesIn(kind, one, currency, (...told) => void ofBalances.push(told))
  const day = to ?? balances?.closedOn ?? dayIn(one, 'CreDtTm') ?? madeOn
  const booked: CamtEntry[] = []
  let leftOut = 0
  let wrong = false
  for (const [index, entry] of entries.entries()) {
    const within = camtPlaces.entry({ number: index + 1 })
    const outcome = readEntry(entry, { currency, day }, (problem) => find(problem, within))
    if (outcome === 'left out') leftOut += 1
    else if (outcome === null) wrong = true
    else booked.push(outcome)
  }
  for (const told of ofBalances) find(...told)
  if (wrong || !balances) return null
  const { openingOre, closingOre } = balances
  if (openingOre !== null && closingOre !== null) holdSums(openingOre, closingOre, booked, find)
  const [fromDate, toDate] = daysOf(from, to, booked)
  return {
    kind,
    reference,
    account,
    currency,
    fromDate,
    toDate,
    openingOre,
    closingOre,
    entries: booked,
    leftOut,
    disputed: booked.filter(({ isDisputed }) => isDisputed).length,
  }
}

/** The first and the last day, in order even if the file swaps them; missing days come from the entries. */
const daysOf = (from: Day | null, to: Day | null, entries: readonly CamtEntry[]): [Day | null, Day | null] => {
  const said = [from, to].flatMap((day) => day ?? [])
  const told = said.length === 2 ? [] : entries.map(({ date }) => date)
  const days = [...said, ...told].sort()
  return [days[0] ?? null, days.at(-1) ?? null]
}

/** Checks that the opening balance and the entries add up to the closing balance. */
const holdSums = (openingOre: Ore, closingOre: Ore, entries: readonly CamtEntry[], find: Find): void => {
  const sum = entries.reduce((total, { ore }) => total + ore, openingOre)
  if (sum === closingOre) return
  const [opening, made, closing] = [openingOre, sum, closingOre].map(textFromOre)
  find(problems.sums({ opening: opening ?? '', made: made ?? '', closing: closing ?? '' }))
}

const accountIn = (id: unknown): CamtAccount | null => {
  const iban = text(id, 'IBAN')
  if (iban) return { iban: iban.replaceAll(' ', '').toUpperCase() }
  const other = text(id, 'Othr', 'Id') ?? text(id, 'BBAN')
  const scheme = text(id, 'Othr', 'SchmeNm', 'Prtry') ?? text(id, 'Othr', 'SchmeNm', 'Cd')
  return other ? { other, scheme } : null
}

/** The account's currency, if stated; otherwise that of the entries, and last that of other balances. */
const currencyOf = (one: unknown, entries: readonly unknown[]): string | null => {
  const balances = balancesOf(one)
  const isBooked = ({ code }: Balance) => OPENING.includes(code) || CLOSING.includes(code)
  const amounts = [
    ...balances.filter(isBooked).map(({ each }) => each),
    ...entries,
    ...balances.map(({ each }) => each),
  ].map((each) => text(element(each, 'Amt'), '@Ccy'))
  const currency = text(one, 'Acct', 'Ccy') ?? amounts.find((each) => each !== null) ?? null
  return currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null
}

type Balance = { code: string; each: unknown }

const balancesOf = (one: unknown): Balance[] =>
  elements(one, 'Bal').map((each) => ({
    code: text(each, 'Tp', 'CdOrPrtry', 'Cd') ?? text(each, 'Tp', 'Cd') ?? '',
    each,
  }))

type Balances = { openingOre: Ore | null; closingOre: Ore | null; closedOn: Day | null }

/**
 * The codes of opening and closing balances, most reliable first; statements in several pages have interim balances
 * between them.
 */
const OPENING = ['OPBD', 'PRCD', 'ITBD']
const CLOSING = ['CLBD', 'ITBD']

/**
 * The balances in the account's own currency: the standard requires none, and allows them in other currencies too. A
 * single interim balance is the current one.
 */
const balancesIn = (kind: CamtKind, one: unknown, currency: string, find: Find): Balances | null => {
  if (kind === 'camt.054') return { openingOre: null, closingOre: null, closedOn: null }
  const balances = balancesOf(one).filter(({ each }) => (text(element(each, 'Amt'), '@Ccy') ?? currency) === currency)
  const [closing] = CLOSING.flatMap((code) => balances.filter((balance) => balance.code === code).reverse())
  const openings = OPENING.flatMap((code) => balances.filter((balance) => balance.code === code))
  const opening = openings.find((balance) => balance !== closing)
  const openingOre = opening
    ? balanceIn(opening, currency, (problem) => find(problem, camtPlaces.openingBalance()))
    : null
  const closingOre = closing
    ? balanceIn(closing, currency, (problem) => find(problem, camtPlaces.closingBalance()))
    : null
  const isWrong = (opening && openingOre === null) || (closing && closingOre === null)
  return isWrong ? null : { openingOre, closingOre, closedOn: dayIn(element(closing?.each, 'Dt')) }
}

const balanceIn = ({ each }: Balance, currency: string, find: Find): Ore | null => {
  const ore = amountIn(element(each, 'Amt'), currency, find)
  const sign = signOf(textIn(element(each, 'CdtDbtInd')), find)
  return ore === null || sign === null ? null : sign * ore
}
