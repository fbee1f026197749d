// Positions in PostgreSQL's write-ahead log (LSN).

/** A position in the write-ahead log, in bytes from its beginning. */
export type Lsn = bigint

const HEX = 16
const WORD = 32n

/** Parses the text form of PostgreSQL, `16/B374D848`. */
export const lsnOf = (text: string): Lsn => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << WORD) + BigInt(`0x${low}`)
}

export const lsnText = (lsn: Lsn): string =>
  `${(lsn >> WORD).toString(HEX).toUpperCase()}/${(lsn & 0xffffffffn).toString(HEX).toUpperCase()}`
