// An anchor is a signed record of the heads of all hash chains. Its statement is short enough for a mail and for a time
// stamp; the heads follow it, and the statement contains their digest. Each statement refers to the one before it.
import { createHash } from 'node:crypto'

/** The head of a chain. `ownerId` is the company, agency or person that the chain belongs to. */
export type AnchoredHead = { ownerId: string; chain: string; number: bigint; link: Buffer }

export type Statement = {
  /** Counts from 1, without gaps. */
  number: bigint
  madeAt: Date
  /** SHA-256 of the preceding statement, in hexadecimal; null in the first. */
  previous: string | null
  /** The signing key: the first 16 hexadecimal digits of the SHA-256 of the public key (SubjectPublicKeyInfo). */
  keyId: string
  /** The number of heads, and the SHA-256 of their lines in hexadecimal. */
  heads: number
  headsDigest: string
}

/** The part of an anchor's file before its heads. `stamp` is the token of RFC 3161, in DER. */
type AnchorFile = { statement: string; signature: Buffer; stamp: Buffer | null }

/** Why a text is not an anchor. */
export class NoAnchor extends Error {}

const TITLE = 'Grundbok anchor 1'
/** Base64 is broken into lines short enough for mail programs to leave unchanged. */
const LINE_LENGTH = 64

export const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

export const statementText = (statement: Statement): string =>
  [
    TITLE,
    `number: ${statement.number}`,
    `made: ${statement.madeAt.toISOString()}`,
    `previous: ${statement.previous ?? '-'}`,
    `key: ${statement.keyId}`,
    `heads: ${statement.heads}`,
    `sha256 of heads: ${statement.headsDigest}`,
    '',
  ].join('\n')

const STATEMENT = new RegExp(
  `^${TITLE}\\n` +
    [
      'number: (\\d{1,18})',
      'made: (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)',
      'previous: ([0-9a-f]{64}|-)',
      'key: ([0-9a-f]{16})',
      'heads: (\\d{1,12})',
      'sha256 of heads: ([0-9a-f]{64})',
    ].join('\\n') +
    '\\n$',
)

/** @throws {NoAnchor} */
export const readStatement = (text: string): Statement => {
  const [, number = '', made = '', previous = '', keyId = '', heads = '', headsDigest = ''] = STATEMENT.exec(text) ?? []
  const madeAt = new Date(made)
  if (number === '' || Number.isNaN(madeAt.getTime())) throw new NoAnchor('its statement cannot be read')
  return {
    number: BigInt(number),
    madeAt,
    previous: previous === '-' ? null : previous,
    keyId,
    heads: Number(heads),
    headsDigest,
  }
}

/** The line of a chain's head; the chain comes last, since names of series may contain blanks. */
export const headLine = ({ ownerId, chain, number, link }: AnchoredHead): string =>
  `${ownerId} ${number} ${link.toString('hex')} ${chain}\n`

const HEAD = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,18}) ([0-9a-f]{64}) (\S.*)$/

/**
 * Parses the line of a head.
 * @throws {NoAnchor}
 */
export const readHead = (line: string): AnchoredHead => {
  const [, ownerId = '', number = '', link = '', chain = ''] = HEAD.exec(line) ?? []
  if (ownerId === '') throw new NoAnchor(`the line "${line.slice(0, LINE_LENGTH)}" is not the head of a chain`)
  return { ownerId, chain, number: BigInt(number), link: Buffer.from(link, 'hex') }
}

/** The part of a file before the heads, including the empty line that ends it. */
export const fileHeading = ({ statement, signature, stamp }: AnchorFile): string =>
  `${statement}signature:\n${inLines(signature)}${stamp === null ? '' : `time stamp:\n${inLines(stamp)}`}\n`

const inLines = (bytes: Buffer): string =>
  (bytes.toString('base64').match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? []).map((line) => `${line}\n`).join('')

/**
 * The anchor in a text, and the position of its heads, after the first empty line. Text before the anchor, such as the
 * greeting of a mail, is ignored.
 * @throws {NoAnchor}
 */
export const readHeading = (text: string): AnchorFile & { headsFrom: number } => {
  const start = text.startsWith(`${TITLE}\n`) ? 0 : text.indexOf(`\n${TITLE}\n`) + 1
  const end = text.indexOf('\n\n', start)
  if (!text.startsWith(TITLE, start) || end < 0) throw new NoAnchor('it has no anchor in it')
  const [statement = '', rest] = text.slice(start, end + 1).split('signature:\n')
  const [signature, stamp] = (rest ?? '').split('time stamp:\n').map((part) => Buffer.from(part, 'base64'))
  if (!signature || signature.length === 0) throw new NoAnchor('it has no signature')
  return { statement, signature, stamp: stamp ?? null, headsFrom: end + 2 }
}

/** The inconsistency between two consecutive statements, in words; null if there is none. */
export const wrongBetween = (before: string | null, after: Statement): string | null => {
  if (before === null) {
    if (after.number !== 1n) return `the anchors before number ${after.number} are missing`
    return after.previous === null ? null : 'it is the first, and names one before it'
  }
  const { number } = readStatement(before)
  if (after.number !== number + 1n) return `the anchors ${number + 1n} to ${after.number - 1n} are missing`
  return after.previous === sha256(before).toString('hex') ? null : `it does not follow anchor ${number}`
}
