// The company: its name and address.
import { queries, useCompany } from '#client'
import { SettingForm } from '#console/settings/SettingForm.tsx'
import { words } from '#console/settings/words.ts'
import { accountingCurrencies } from '#rule/currency'
import { Facts, Page } from '#ui'
import { useWords } from '#words'
import { RemoveCompany } from './RemoveCompany.tsx'

export { CompanyPage as Page }

const CompanyPage = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/company-information', {
    params: { path: { companyId } },
  })
  return (
    <Page title={texts.company} lead={texts.companyLead}>
      <Facts facts={[[texts.orgNumber, data?.organizationNumber]]} />
      <SettingForm
        part="company-information"
        scope="company-information:write"
        isTagged
        fields={[
          { name: 'name', label: texts.name, isRequired: true },
          { name: 'phone', label: texts.phone, kind: 'tel' },
          { name: 'email', label: texts.email, kind: 'email' },
          { name: 'address.line1', label: texts.line1 },
          { name: 'address.line2', label: texts.line2 },
          { name: 'address.postalCode', label: texts.postalCode },
          { name: 'address.city', label: texts.city },
          { name: 'address.country', label: texts.country },
        ]}
      />
      <section aria-labelledby="books-currency">
        <h2 id="books-currency">{texts.accountingCurrency}</h2>
        <p>{texts.accountingCurrencyLead}</p>
        <SettingForm
          part="accounting-currency"
          isBeside
          scope="company-information:write"
          fields={[
            {
              name: 'accountingCurrency',
              label: texts.accountingCurrency,
              kind: 'choice',
              choices: accountingCurrencies.map((value) => ({ value, label: texts.currencies[value] })),
            },
          ]}
        />
      </section>
      <RemoveCompany />
    </Page>
  )
}
