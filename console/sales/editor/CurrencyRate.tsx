// The rate of a document in another currency: that of the service on its day is filled in, and may be typed over. Where
// the service has none, the field says so.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { queries, useCompany } from '#client'
import { CURRENCY_OF_LAW } from '#rule/currency'
import { MAX_RATE_AGE_DAYS } from '#rule/limits'
import { addDays, DecimalInput, numberText, ownCurrency, today } from '#ui'
import { useLanguage, useWords } from '#words'
import { editorWords } from './editor-words.ts'

type Given = {
  currency: string
  /** The day of the document; today's rates where it is empty. */
  day: string
  value: string
  error: string | undefined
  onChange: (rate: string) => void
}

export const CurrencyRate = ({ currency, day, value, error, onChange }: Given) => {
  const texts = useWords(editorWords)
  const language = useLanguage()
  const { data, isMissing } = useServiceRate(currency, day || today())
  const known = data ? String(data.rate) : null
  // What was filled in follows the day and the currency; what was typed stays.
  const filled = useRef<string | null>(null)
  useEffect(() => {
    if (known === null || (value !== '' && value !== filled.current) || value === known) return
    filled.current = known
    onChange(known)
  }, [known, value, onChange])
  const isOther = data !== null && value !== '' && Number(value) !== data.rate
  const hint = () => {
    if (data) return texts.rateOfService(numberText(data.rate, language), data.date)
    return isMissing ? texts.rateUnknown(currency) : undefined
  }
  return (
    <div className="stack">
      <DecimalInput label={texts.rate} description={hint()} value={value} error={error} onChange={onChange} />
      {isOther && known !== null && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => onChange(known)}>
            {texts.useRate}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The rate of the service on a day, or of the last day before it that has one; `isMissing`: there is none. */
const useServiceRate = (currency: string, day: string) => {
  const { id: companyId, may } = useCompany()
  // Rates are in kronor: in books in euro the service reckons with two of them.
  const isAsked = ownCurrency() === CURRENCY_OF_LAW && may('currency-rates:read') && /^[A-Z]{3}$/.test(currency)
  const query = `currency==${currency}&&date>=${addDays(day, -MAX_RATE_AGE_DAYS)}&&date<=${day}`
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/currency-rates',
    { params: { path: { companyId }, query: { query, pageSize: 1 } } },
    { enabled: isAsked },
  )
  const [found = null] = data?.items ?? []
  return { data: found, isMissing: data !== undefined && found === null }
}
