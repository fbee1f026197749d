// The VAT of another EU country on a line (One Stop Shop): which country, and its rate.
import { NativeSelect } from '@mantine/core'
import { isUnionCountry, standardRateOn, unionCountries } from '#rule/union-vat'
import { DecimalInput, numberText } from '#ui'
import { useLanguage, useWords } from '#words'
import type { UnionDraft } from './draft.ts'
import { editorWords } from './editor-words.ts'

type Given = {
  union: UnionDraft
  /** The day of supply. */
  day: string
  /** Names a field of the line. */
  label: (name: string) => string
  errorOf: (part: string) => string | undefined
  onChange: (union: UnionDraft) => void
}

export const UnionVat = ({ union, day, label, errorOf, onChange }: Given) => {
  const texts = useWords(editorWords)
  const language = useLanguage()
  const standard = isUnionCountry(union.country) ? standardRateOn(union.country, day) : null
  const countries = Object.entries(unionCountries)
    .map(([value, words]) => ({ value, label: words[language] }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <div className="line-more">
      <NativeSelect
        aria-label={label(texts.unionCountry)}
        value={union.country}
        error={errorOf('unionVat.country') ?? errorOf('unionVat')}
        onChange={({ currentTarget }) => onChange(unionOf(currentTarget.value, day))}
        data={[{ value: '', label: texts.chooseCountry }, ...countries]}
      />
      <DecimalInput
        aria-label={label(texts.unionRate)}
        placeholder={texts.unionRate}
        description={standard === null ? undefined : texts.unionStandard(numberText(standard, language))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={union.rate}
        error={errorOf('unionVat.taxRate')}
        onChange={(rate) => onChange({ ...union, rate })}
      />
    </div>
  )
}

/** A country with its standard rate on a day, where the law's table has one. */
export const unionOf = (country: string, day: string): UnionDraft => {
  const rate = isUnionCountry(country) ? standardRateOn(country, day) : null
  return { country: isUnionCountry(country) ? country : '', rate: rate === null ? '' : String(rate) }
}
