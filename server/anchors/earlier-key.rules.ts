// What a key signs when it vouches for an earlier one. It begins otherwise than the statement of an anchor, so that
// neither can be passed off as the other.

/** An earlier key of anchors, under the name that statements have for it. */
export type EarlierKey = {
  keyId: string
  /** SubjectPublicKeyInfo in DER; null where it was lost with its secret key. */
  publicKey: Buffer | null
  /** The last anchor that it has signed, and the SHA-256 of its statement, which stands for all before it. */
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
