// The lines that a supplier invoice is booked on: account, tax and amount without tax, and what is left of the total.
import { NativeSelect } from '@mantine/core'
import { useCompany } from '#client'
import { AccountInput, type Tax, taxes, taxName, taxWords, usualTaxOf } from '#console/accounts'
import { ActionButton, amountText, Money, MoneyInput, type Ore } from '#ui'
import { useLanguage, useWords } from '#words'
import { edited, type Line, newLine, worked } from './booking.ts'
import { VatBoxes } from './VatBoxes.tsx'
import { words } from './words.ts'

export const BookingLines = ({
  lines,
  total,
  errors,
  isSek,
  onChange,
}: {
  lines: readonly Line[]
  total: Ore | null
  errors: Readonly<Record<string, string>>
  isSek: boolean
  onChange: (lines: Line[]) => void
}) => {
  const texts = useWords(words)
  const { isVatRegistered } = useCompany()
  const taxTexts = useWords(taxWords)
  const language = useLanguage()
  const { lines: amounts, difference } = worked(lines, total)
  const setLine = (place: number, change: Parameters<typeof edited>[1]) =>
    onChange(lines.map((line, at) => (at === place ? edited(line, change) : line)))
  return (
    <fieldset className="form plain-fieldset">
      <legend>
        <h2>{texts.lines}</h2>
      </legend>
      <p className="soft">{texts.linesLead}</p>
      {lines.map((line, place) => (
        <div className="booking-line" key={place}>
          <AccountInput
            label={texts.account}
            aria-label={texts.lineOf(texts.account, place + 1)}
            value={line.account === null ? '' : String(line.account)}
            onChange={(text) => {
              const account = text === '' ? null : Number(text)
              setLine(place, { account, ...(account === null ? {} : { tax: usualTaxOf(account) ?? line.tax }) })
            }}
            error={errors[`lines.${place}.account`]}
          />
          <NativeSelect
            label={texts.tax}
            aria-label={texts.lineOf(texts.tax, place + 1)}
            value={line.tax}
            data={[...taxes.keys()].map((tax) => ({ value: tax, label: taxName(tax, taxTexts) }))}
            onChange={({ currentTarget }) => setLine(place, { tax: currentTarget.value as Tax })}
            error={errors[`lines.${place}.taxRate`] ?? errors[`lines.${place}.vatTreatment`]}
          />
          <MoneyInput
            label={texts.net}
            aria-label={texts.lineOf(texts.net, place + 1)}
            value={line.net}
            placeholder={amounts[place]?.isRest ? amountText(amounts[place].net, language) : ''}
            onChange={(net) => setLine(place, { net })}
            onKeyDown={(event) => {
              // The rest: the amount is left to what the other lines leave.
              if (event.key !== '=' || event.currentTarget.value !== '') return
              event.preventDefault()
              setLine(place, { net: amounts[place]?.net ?? null })
            }}
            error={errors[`lines.${place}.netAmount`] ?? errors[`lines.${place}.taxAmount`]}
          />
          <span className="amount" title={texts.vat}>
            <Money ore={amounts[place]?.charged ?? 0} dash />
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={`${texts.removeLine} ${place + 1}`}
            disabled={lines.length === 1}
            onClick={() => onChange(lines.filter((_, at) => at !== place))}
          >
            ×
          </button>
        </div>
      ))}
      <VatBoxes lines={lines} total={total} isSek={isSek} />
      {difference !== 0 && <p className="is-wrong">{texts.difference(amountText(difference, language))}</p>}
      {errors.lines && (
        <p className="is-wrong" role="alert">
          {errors.lines}
        </p>
      )}
      <div className="form-actions">
        <ActionButton variant="default" keys="+" onClick={() => onChange([...lines, newLine(isVatRegistered)])}>
          {texts.addLine}
        </ActionButton>
      </div>
    </fieldset>
  )
}
