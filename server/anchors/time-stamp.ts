// Time stamps of an authority (RFC 3161): it signs the digest of a statement with its own time, which proves that the
// statement existed then. The authority only gets the digest.
import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { sha256 } from './anchor.rules.ts'

/** An authority, and the PEM file of the certificates that its own must be issued under. */
export type StampAuthority = { url: string; certificates: string }

/** Why a token does not prove a statement: the part after "its time stamp". */
export class WrongStamp extends Error {}

/** Timeout for an authority, in milliseconds, and the largest answer, in bytes. */
const PATIENCE_MS = 15_000
const MAX_ANSWER = 256 * 1024
const NONCE_BYTES = 8

const SHA_256 = '2.16.840.1.101.3.4.2.1'
/** The purpose required in a certificate, and its extension (RFC 5280 section 4.2.1.12; RFC 3161 section 2.3). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const EXTENDED_KEY_USAGE = '2.5.29.37'
/**
 * The signed attributes that identify the certificate (RFC 5035; before it RFC 2634), and the digest that each uses.
 */
const SIGNING_CERTIFICATES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.9.16.2.47', 'sha256'],
  ['1.2.840.113549.1.9.16.2.12', 'sha1'],
])
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])
const GRANTED: readonly number[] = [0, 1]

/**
 * Requests a stamp for a statement; returns the token in DER, verified against the statement.
 * @throws {Error} if the authority does not answer
 * @throws {WrongStamp} if its answer does not prove the statement
 */
export const stampOf = async (authority: StampAuthority, statement: string): Promise<Buffer> => {
  const nonce = new asn1js.Integer({ valueHex: inBytes(positive(randomBytes(NONCE_BYTES))) })
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new asn1js.OctetString({ valueHex: inBytes(sha256(statement)) }),
    }),
    nonce,
    certReq: true,
  })
  const answer = await ask(authority.url, Buffer.from(request.toSchema().toBER(false)))
  const token = tokenIn(answer)
  const { info } = await readStamp(token, statement, await trustedIn(authority.certificates))
  if (!info.nonce?.isEqual(nonce)) throw new WrongStamp('answers another request')
  return token
}

/**
 * The time of a stamp.
 * @throws {WrongStamp}
 */
export const stampedAt = async (token: Buffer, statement: string, certificates: string): Promise<Date> =>
  (await readStamp(token, statement, await trustedIn(certificates))).info.genTime

const ask = async (url: string, body: Buffer): Promise<Buffer> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: inBytes(body),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return await short(response)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The time stamp authority ${url} gave no time stamp: ${reason}.`, { cause })
  }
}

const short = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_ANSWER) throw new Error(`its answer is longer than ${MAX_ANSWER} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tokenIn = (answer: Buffer): Buffer => {
  const { status, timeStampToken } = parsed(() => pkijs.TimeStampResp.fromBER(inBytes(answer)))
  if (!GRANTED.includes(status.status)) {
    const said = (status.statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join(' ')
    throw new WrongStamp(`was refused by the authority (status ${status.status}${said ? `: ${said}` : ''})`)
  }
  if (!timeStampToken) throw new WrongStamp('is missing in the answer of the authority')
  return Buffer.from(timeStampToken.toSchema().toBER(false))
}

/** Parses a token, and verifies it against the statement and the certificates. */
const readStamp = async (token: Buffer, statement: string, trustedCerts: pkijs.Certificate[]) => {
  const signed = parsed(() => {
    const content = pkijs.ContentInfo.fromBER(inBytes(token))
    return new pkijs.SignedData({ schema: content.content })
  })
  const info = parsed(() => {
    if (signed.encapContentInfo.eContentType !== pkijs.id_eContentType_TSTInfo) throw new Error('no time stamp')
    return pkijs.TSTInfo.fromBER(signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0))
  })
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView)
  if (hashAlgorithm.algorithmId !== SHA_256 || !imprint.equals(sha256(statement))) {
    throw new WrongStamp('is that of another statement')
  }
  await verifySignature(signed, { data: inBytes(Buffer.from(statement)), trustedCerts, checkDate: info.genTime })
  return { info }
}

const verifySignature = async (signed: pkijs.SignedData, how: pkijs.SignedDataVerifyParams): Promise<void> => {
  const all = { ...how, signer: 0, checkChain: true, extendedMode: true } as const
  const { signatureVerified, signerCertificate } = await signed.verify(all).catch((cause: { message?: string }) => {
    throw new WrongStamp(`is not signed by an authority that is trusted (${cause.message ?? 'it cannot be verified'})`)
  })
  if (!signatureVerified || !signerCertificate) throw new WrongStamp('is not signed by an authority that is trusted')
  const usage = signerCertificate.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue
  if (!(usage instanceof pkijs.ExtKeyUsage) || !usage.keyPurposes.includes(TIME_STAMPING)) {
    throw new WrongStamp('is signed with a certificate that is not for time stamps')
  }
  const named = certificateNamedBy(signed)
  const own = Buffer.from(signerCertificate.toSchema().toBER(false))
  if (!named?.hash.equals(createHash(named.algorithm).update(own).digest())) {
    throw new WrongStamp('was signed under another certificate than the one that comes with it')
  }
}

type NamedCertificate = { algorithm: string; hash: Buffer }

/**
 * The digest of the signing certificate, which is signed too (RFC 3161 section 2.4.2); otherwise another certificate
 * for the same key could be substituted. Null if the stamp lacks it.
 */
const certificateNamedBy = ({ signerInfos: [signer] }: pkijs.SignedData): NamedCertificate | null => {
  const attribute = signer?.signedAttrs?.attributes.find(({ type }) => SIGNING_CERTIFICATES.has(type))
  const [certificates] = partsOf(attribute?.values[0])
  const [certificate] = partsOf(certificates)
  const [first, second] = partsOf(certificate)
  const [algorithm] = partsOf(first)
  const hash = algorithm ? second : first
  const name =
    algorithm instanceof asn1js.ObjectIdentifier
      ? DIGESTS.get(algorithm.valueBlock.toString())
      : SIGNING_CERTIFICATES.get(attribute?.type ?? '')
  if (!(hash instanceof asn1js.OctetString) || !name) return null
  return { algorithm: name, hash: Buffer.from(hash.valueBlock.valueHexView) }
}

const partsOf = (value: unknown): readonly unknown[] => (value instanceof asn1js.Sequence ? value.valueBlock.value : [])

const parsed = <T>(read: () => T): T => {
  try {
    return read()
  } catch {
    throw new WrongStamp('cannot be read')
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

const trustedIn = async (path: string): Promise<pkijs.Certificate[]> =>
  ((await readFile(path, 'utf8')).match(CERTIFICATE) ?? []).map((pem) =>
    pkijs.Certificate.fromBER(inBytes(new X509Certificate(pem).raw)),
  )

/** The bytes in a separate buffer, as the package requires. */
const inBytes = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

/** The same bytes as a positive number in minimal ASN.1 encoding. */
const positive = (bytes: Buffer): Buffer => {
  const [first = 0] = bytes
  return Buffer.concat([Buffer.from([(first & 0x3f) | 0x40]), bytes.subarray(1)])
}
