// Where a purchase stands in the VAT return, shown while it is typed.
import { taxingOf } from '#console/accounts'
import { amountText, type Ore } from '#ui'
import { useLanguage, useWords } from '#words'
import { type Line, worked } from './booking.ts'
import { boxesOfLines } from './vat-boxes.rules.ts'
import { words } from './words.ts'

/** In another currency the boxes are told without amounts: the service counts with the rate of the day. */
export const VatBoxes = ({ lines, total, isSek }: { lines: readonly Line[]; total: Ore | null; isSek: boolean }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { lines: amounts } = worked(lines, total)
  const boxes = boxesOfLines(
    lines.map(({ tax }, place) => ({
      net: amounts[place]?.net ?? 0,
      charged: amounts[place]?.charged ?? 0,
      ...taxingOf(tax),
    })),
  )
  if (boxes.length === 0) return null
  return (
    <section aria-label={texts.vatReturn}>
      <p className="soft">{texts.vatReturnLead}</p>
      <ul className="vat-boxes">
        {boxes.map(({ box, ore }) => (
          <li key={box}>
            <span>
              {texts.box(box)} <span className="soft">{texts.boxes[box]}</span>
            </span>
            {isSek && <span className="amount">{amountText(ore, language)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
