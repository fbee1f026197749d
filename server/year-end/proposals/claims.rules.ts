// Doubtful claims at the end of a year: what is expected to be lost of each, without its VAT, is written down on 1519.
// VAT is corrected when the loss is final (mervärdesskattelagen 2023:200, 8 kap.). Pure.
import type { Ore } from '#platform/money'
import { type Books, closingOf, type Draft, draft, lacking, openingOf, shareOf, step } from './draft.rules.ts'
import { type Claim, type Inputs, ore } from './inputs.rules.ts'
import { proposalFaults as faults } from './refusals.ts'

const WRITTEN_DOWN = 1519
const EXPECTED_LOSS = 6352
const SOURCE = 'ÅRL 4 kap. 9 §'

const lossOf = ({ amount, vat, lossPercent }: Claim): Ore => shareOf(ore(amount) - ore(vat), lossPercent)

export const proposeClaims = (books: Books, { doubtfulClaims: given }: Inputs): Draft | null => {
  const booked = -closingOf(books, [WRITTEN_DOWN, WRITTEN_DOWN])
  if (!given) {
    const isOpening = openingOf(books, [WRITTEN_DOWN, WRITTEN_DOWN]) !== 0n
    return isOpening ? lacking(faults.claimsMissing('#/doubtfulClaims')) : null
  }
  const { claims } = given
  const loss = claims.reduce((sum, claim) => sum + lossOf(claim), 0n)
  const net = claims.reduce((sum, { amount, vat }) => sum + ore(amount) - ore(vat), 0n)
  return draft(
    [
      step('Osäkra fordringar utan moms', 'Doubtful claims without VAT', net),
      step('Befarad förlust', 'Expected loss', loss, { source: SOURCE }),
      step(`Redan nedskrivet (${WRITTEN_DOWN})`, `Written down already (${WRITTEN_DOWN})`, booked),
      step('Förändring', 'Change', loss - booked, { isSum: true }),
    ],
    [
      { account: EXPECTED_LOSS, debit: loss - booked },
      { account: WRITTEN_DOWN, debit: booked - loss },
    ],
  )
}
