// The statement with which a key vouches for an earlier one. Its beginning differs from that of an anchor's statement,
// so that neither can be passed off as the other.

/** An earlier anchor key, by its id in statements. */
export type EarlierKey = {
  keyId: string
  /** SubjectPublicKeyInfo in DER; null if it was lost with its secret key. */
  publicKey: Buffer | null
  /** The last anchor that it signed, and the SHA-256 of its statement, which covers all earlier ones. */
  lastNumber: bigint
  lastDigest: Buffer
}

export const vouchText = ({ keyId, publicKey, lastNumber, lastDigest }: EarlierKey, vouchedBy: string): string =>
  [
    'Grundbok earlier key of anchors 1',
    `key: ${keyId}`,
    `public key: ${publicKey?.toString('base64') ?? '-'}`,
    `last anchor: ${lastNumber}`,
    `sha256 of last anchor: ${lastDigest.toString('hex')}`,
    `vouched for by: ${vouchedBy}`,
    '',
  ].join('\n')
