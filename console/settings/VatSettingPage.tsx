// How often the company reports VAT.
import { CompanyLink } from '#console/figures'
import { Page } from '#ui'
import { useWords } from '#words'
import { SettingForm } from './SettingForm.tsx'
import { words } from './words.ts'

export { VatSettingPage as Page }

const VatSettingPage = () => {
  const texts = useWords(words)
  return (
    <Page title={texts.vat} lead={texts.vatLead}>
      <SettingForm
        part="vat-setting"
        scope="vat-setting:write"
        fields={[
          {
            name: 'vatSetting',
            label: texts.vatSetting,
            kind: 'choice',
            choices: [
              { value: '', label: texts.notSet },
              { value: 'monthly', label: texts.monthly },
              { value: 'quarterly', label: texts.quarterly },
              { value: 'yearly', label: texts.yearly },
              { value: 'notRegisteredForVat', label: texts.notRegistered },
            ],
          },
        ]}
      />
      <p>
        <CompanyLink to="/vat">{texts.toReturns}</CompanyLink>
      </p>
    </Page>
  )
}
