// The account map of a SIE import as text in the query: `FEL:3999,DIFF:3740`. Pure.
import { ledgerFaults } from '#ledger/refusals'
import { isAccountNumber, type SieAccountMap } from '#ledger/sie-format/accounts'
import { MAPPED_MAX_ACCOUNTS } from '#ledger/sie-format/limits'
import { refuseIfAny } from '#platform/refusal'

/** Maximum number of characters in a map, limited by the length of a URL. */
export const MAX_MAP_LENGTH = 16_000

/** The target account by the file's account; refused if a pair is malformed. */
export const readMap = (text = ''): SieAccountMap => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  const wrong = pairs.length > MAPPED_MAX_ACCOUNTS ? pairs[MAPPED_MAX_ACCOUNTS] : pairs.find((pair) => !readPair(pair))
  if (wrong !== undefined) refuseIfAny([ledgerFaults.sieMap('map', { pair: wrong, limit: MAPPED_MAX_ACCOUNTS })])
  return new Map(pairs.flatMap((pair) => readPair(pair) ?? []))
}

const readPair = (pair: string): [string, string][] | null => {
  const cut = pair.lastIndexOf(':')
  const from = pair.slice(0, cut).trim()
  const to = pair.slice(cut + 1).trim()
  return cut > 0 && from !== '' && isAccountNumber(to) ? [[from, to]] : null
}
