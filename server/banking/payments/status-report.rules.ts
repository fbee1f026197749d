// Status reports on payments (pain.002, CustomerPaymentStatusReport, återrapport): what the bank says of a file of
// payments, of the batches in it and of single payments. Versions 03 to 14 and national variants of them name what is
// read here alike, so elements are read by their names in whichever namespace. Pure.
import { Temporal } from 'temporal-polyfill'
import { camtPlaces, camtProblems as problems } from '#banking/statements/camt-problems'
import { repeated, truncate } from '#text/truncate'
import { elements, text, textIn, XmlFault } from '#text/xml'

/** What a report says of a file, a batch or a payment; null where it says nothing. */
export type ToldStatus = {
  /** ISO 20022 payment status, such as RJCT: one to four capital letters and digits. */
  status: string | null
  /** ExternalStatusReason1Code, or a word of the bank's own; at most 35 characters. */
  code: string | null
  /** The bank's own words, at most 500 characters. */
  words: string | null
}

export type ToldPayment = ToldStatus & {
  /** OrgnlEndToEndId and OrgnlInstrId, the first before the second, as far as they are told. */
  names: string[]
}

export type StatusReport = {
  /** The bank's own word for this report (GrpHdr/MsgId). */
  reference: string
  /** When the bank made it (GrpHdr/CreDtTm). */
  madeAt: Date
  /** MsgId of the file, and which message that was, such as pain.001.001.03. */
  messageId: string
  messageKind: string | null
  file: ToldStatus
  batches: (ToldStatus & { name: string; payments: ToldPayment[] })[]
}

/** What is wrong with a report, in a sentence, and where. */
type Finding = { place: string; problem: string }
export type StatusReading = { report: StatusReport } | { findings: Finding[] }

/** Maximum number of payments in a report, and of batches. */
const MAX_TOLD_PAYMENTS = 10_000
/** Maximum number of findings that are told. */
const MAX_FINDINGS = 100
/** Maximum number of characters in names, reason codes and the bank's own words. */
const MAX_NAME = 140
const MAX_CODE = 35
const MAX_WORDS = 500

/** What the element CstmrPmtStsRpt says, or what in it is not clear. Throws {@link XmlFault} when it is too much. */
export const readStatusReport = (message: unknown): StatusReading => {
  const findings: Finding[] = []
  const find = (place: string, problem: string): void => void findings.push({ place, problem })
  const file = camtPlaces.file()
  const reference = truncate(text(message, 'GrpHdr', 'MsgId'), MAX_NAME)
  const madeAt = momentOf(text(message, 'GrpHdr', 'CreDtTm'))
  if (reference === null) find(file, problems.noReportId())
  if (madeAt === null) find(file, problems.noReportMoment())
  const originals = elements(message, 'OrgnlGrpInfAndSts')
  const [original] = originals
  const messageId = truncate(text(original, 'OrgnlMsgId'), MAX_NAME)
  if (originals.length > 1) find(file, problems.severalFiles())
  else if (messageId === null) find(file, problems.noOriginal())
  const told = elements(message, 'OrgnlPmtInfAndSts')
  const count = told.reduce<number>((sum, batch) => sum + 1 + elements(batch, 'TxInfAndSts').length, 0)
  if (count > MAX_TOLD_PAYMENTS) throw new XmlFault(problems.tooManyStatuses.said({ limit: MAX_TOLD_PAYMENTS }))
  const ofFile = statusIn(original, 'GrpSts', (problem) => find(file, problem))
  const batches = told.map((batch, index) => {
    const number = index + 1
    const name = truncate(text(batch, 'OrgnlPmtInfId'), MAX_NAME)
    const place = camtPlaces.batch({ number })
    if (name === null) find(place, problems.noBatchName())
    const ofBatch = statusIn(batch, 'PmtInfSts', (problem) => find(place, problem))
    const payments = elements(batch, 'TxInfAndSts').map((one, at) =>
      paymentIn(one, (problem) => find(camtPlaces.paymentOf({ number, payment: at + 1 }), problem)),
    )
    return { name: name ?? '', ...ofBatch, payments }
  })
  const isSilent = ofFile.status === null && batches.every((one) => one.status === null && one.payments.length === 0)
  if (isSilent) find(file, problems.noStatusAtAll())
  if (findings.length > 0 || reference === null || madeAt === null || messageId === null) {
    return { findings: findings.slice(0, MAX_FINDINGS) }
  }
  const messageKind = truncate(text(original, 'OrgnlMsgNmId'), MAX_CODE)
  return { report: { reference, madeAt, messageId, messageKind, file: ofFile, batches } }
}

type Find = (problem: string) => void

const paymentIn = (one: unknown, find: Find): ToldPayment => {
  const names = ['OrgnlEndToEndId', 'OrgnlInstrId'].flatMap((name) => truncate(text(one, name), MAX_NAME) ?? [])
  if (names.length === 0) find(problems.noPaymentName())
  return { names, ...statusIn(one, 'TxSts', find) }
}

/** A bank may give several reasons: the first code counts, and all words. */
const statusIn = (of: unknown, name: string, find: Find): ToldStatus => {
  const status = text(of, name)
  const isStatus = status === null || /^[A-Z0-9]{1,4}$/.test(status)
  if (!isStatus) find(problems.notAStatus({ status: repeated(status) }))
  const reasons = elements(of, 'StsRsnInf')
  const code = reasons.map((one) => text(one, 'Rsn', 'Cd') ?? text(one, 'Rsn', 'Prtry')).find((one) => one !== null)
  const words = reasons.flatMap((one) => elements(one, 'AddtlInf').flatMap((each) => textIn(each) ?? []))
  return {
    status: isStatus ? status : null,
    code: truncate(code ?? null, MAX_CODE),
    words: truncate(words.join(' ') || null, MAX_WORDS),
  }
}

/** Years that a report may be of: what is outside them is no moment that a bank meant. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2200

/** A moment as a bank writes it, in Swedish time where it does not say in which. */
const momentOf = (written: string | null): Date | null => {
  if (written === null || !/^\d{4}-\d\d-\d\dT/.test(written)) return null
  const year = Number(written.slice(0, 4))
  if (year < FIRST_YEAR || year > LAST_YEAR) return null
  try {
    const instant = /(?:[Zz]|[+-]\d\d:?\d\d)$/.test(written)
      ? Temporal.Instant.from(written)
      : Temporal.PlainDateTime.from(written).toZonedDateTime('Europe/Stockholm').toInstant()
    return new Date(instant.epochMilliseconds)
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
