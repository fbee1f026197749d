// The lines of an invoice or a credit note, as they are read.
import type { Schema } from '#client'
import { draftLine } from '#console/sales/editor/draft.ts'
import { lineNet } from '#console/sales/editor/totals.rules.ts'
import { unitWords } from '#console/sales/editor/unit-words.ts'
import { words } from '#console/sales/words.ts'
import { decimalText, Money } from '#ui'
import { type Language, useLanguage, useWords } from '#words'

/** At least two decimals, and as many as the price has. */
const priceText = (price: number, language: Language): string =>
  new Intl.NumberFormat(language === 'sv' ? 'sv-SE' : 'en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
    .format(price)
    .replace('-', '−')

type SalesLine = Exclude<Schema<'InvoiceItem'>, { itemType: 'descriptionOnlyItem' }>

export const LinesTable = ({ lines }: { lines: readonly Schema<'InvoiceItem'>[] }) => {
  const texts = useWords(words)
  const units = useWords(unitWords)
  const language = useLanguage()
  const quantityOf = ({ quantity, unitType }: SalesLine): string =>
    `${decimalText(String(quantity), language)} ${units.short[unitType]}`
  const rateOf = ({ taxRate, unionVat }: SalesLine): string =>
    unionVat ? `${decimalText(String(unionVat.taxRate), language)} % ${unionVat.country}` : `${taxRate} %`
  return (
    <div className="wide-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{texts.description}</th>
            <th scope="col" className="is-right line-fact">
              {texts.quantity}
            </th>
            <th scope="col" className="is-right line-fact">
              {texts.price}
            </th>
            <th scope="col" className="is-right line-fact">
              {texts.vat}
            </th>
            <th scope="col" className="is-right">
              {texts.sum}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) =>
            line.itemType === 'descriptionOnlyItem' ? (
              <tr key={line.id}>
                <td colSpan={5} className="soft">
                  {line.description}
                </td>
              </tr>
            ) : (
              <tr key={line.id}>
                <td>
                  {line.description}
                  {line.taxReduction && <small className="soft"> · {units.jobs[line.taxReduction.jobType]}</small>}
                  <small className="line-facts soft">
                    {quantityOf(line)} × {priceText(line.unitPrice, language)} · {rateOf(line)}
                  </small>
                </td>
                <td className="is-right line-fact">{quantityOf(line)}</td>
                <td className="is-right line-fact">{priceText(line.unitPrice, language)}</td>
                <td className="is-right line-fact">{rateOf(line)}</td>
                <td className="is-right">
                  <Money ore={Number(lineNet(draftLine(line)) ?? 0)} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
