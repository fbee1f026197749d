// A country by its name.
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage } from '#words'
import { countriesIn } from './countries.rules.ts'

export const CountrySelect = ({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  /** Its code, such as `SE`. */
  value: string
  error?: string | undefined
  onChange: (country: string) => void
}) => {
  const language = useLanguage()
  const countries = useMemo(() => countriesIn(language), [language])
  const isKnown = countries.some((country) => country.value === value)
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      data={isKnown ? countries : [{ value, label: value }, ...countries]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
