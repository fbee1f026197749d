// The fields of a new company, filled in from a SIE file where there is one.
import { Button, Checkbox, FileButton, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { accountingCurrencies, mayAccountIn } from '#rule/currency'
import { DayInput } from '#ui'
import { useWords } from '#words'
import { type CompanyForm, companyForms, filledFrom, methods, vatSettings } from './company-form.ts'
import { words } from './words.ts'

type Given = {
  form: UseFormReturnType<{ company: CompanyForm }>
  file: File | null
  onFile: (file: File | null) => void
  /** Whether a company to try things out in is offered. */
  offersTest?: boolean
}

export const CompanyFields = ({ form, file, onFile, offersTest = false }: Given) => {
  const texts = useWords(words)
  const [refused, setRefused] = useState<string | null>(null)
  const choose = async (chosen: File | null) => {
    setRefused(null)
    if (chosen === null) return onFile(null)
    const filled = await filledFrom(form.getValues().company, chosen)
    if (filled === null) return setRefused(chosen.name)
    onFile(chosen)
    form.setFieldValue('company', filled)
    // What was wrong in a field that is filled in now is mended.
    for (const name of ['name', 'organizationNumber', 'fiscalYear.startDate', 'fiscalYear.endDate'])
      form.clearFieldError(`company.${name}`)
  }
  const choices = <Name extends string>(names: readonly Name[], labels: Readonly<Record<Name, string>>) =>
    names.map((value) => ({ value, label: labels[value] }))
  return (
    <fieldset className="fields">
      <legend>{texts.company}</legend>
      <div className="fields-note">
        <p>
          {texts.sie} <span className="soft">{texts.sieHint}</span>
        </p>
        {file ? (
          <p>
            {texts.sieChosen(file.name)}{' '}
            <Button variant="subtle" size="xs" onClick={() => onFile(null)}>
              {texts.sieRemove}
            </Button>
          </p>
        ) : (
          <FileButton onChange={(chosen) => void choose(chosen)} accept=".se,.si,.sie">
            {(props) => (
              <Button variant="default" size="sm" {...props}>
                {texts.sieChoose}
              </Button>
            )}
          </FileButton>
        )}
        {refused !== null && (
          <p role="alert" className="is-wrong">
            {texts.noSie(refused)}
          </p>
        )}
      </div>
      <TextInput label={texts.companyName} required {...form.getInputProps('company.name')} />
      <TextInput
        label={texts.number}
        description={texts.numberHint}
        required
        {...form.getInputProps('company.organizationNumber')}
      />
      <NativeSelect
        label={texts.form}
        data={choices(companyForms, texts.forms)}
        {...form.getInputProps('company.companyType')}
      />
      <div className="fields-row">
        <DayInput
          label={`${texts.year}, ${texts.from.toLowerCase()}`}
          {...form.getInputProps('company.fiscalYear.startDate')}
        />
        <DayInput label={texts.to} {...form.getInputProps('company.fiscalYear.endDate')} />
      </div>
      <NativeSelect
        label={texts.method}
        data={choices(methods, texts.methods)}
        {...form.getInputProps('company.accountingMethod')}
      />
      <NativeSelect
        label={texts.vat}
        data={choices(vatSettings, texts.vats)}
        {...form.getInputProps('company.vatSetting')}
      />
      {(mayAccountIn('EUR', form.values.company.companyType) || form.values.company.accountingCurrency !== 'SEK') && (
        <NativeSelect
          label={texts.accountingCurrency}
          data={choices(accountingCurrencies, texts.currencies)}
          {...form.getInputProps('company.accountingCurrency')}
        />
      )}
      {offersTest && <Checkbox label={texts.test} {...form.getInputProps('company.isTest', { type: 'checkbox' })} />}
    </fieldset>
  )
}
