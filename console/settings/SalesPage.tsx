// What invoices say about the company, how it is paid, and its logo.

import { Logo } from '#console/settings/company/Logo.tsx'
import { Page } from '#ui'
import { useWords } from '#words'
import { SettingForm } from './SettingForm.tsx'
import { words } from './words.ts'

export { SalesPage as Page }

const SalesPage = () => {
  const texts = useWords(words)
  return (
    <Page title={texts.sales} lead={texts.salesLead}>
      <div className="settings-parts">
        <SettingForm
          part="sales-settings"
          scope="sales-settings:write"
          isTagged
          fields={[
            { name: 'vatNumber', label: texts.vatNumber },
            { name: 'fTax', label: texts.fTax, kind: 'switch' },
            { name: 'seat', label: texts.seat },
            { name: 'website', label: texts.website, kind: 'url' },
            { name: 'bankgiro', label: texts.bankgiro },
            { name: 'plusgiro', label: texts.plusgiro },
            { name: 'iban', label: texts.iban },
            { name: 'bic', label: texts.bic },
            { name: 'paymentTermsDays', label: texts.terms, kind: 'number' },
            { name: 'lateInterest', label: texts.lateInterest },
            { name: 'roundsTotal', label: texts.roundsTotal, kind: 'switch' },
            { name: 'refusesIncomplete', label: texts.refusesIncomplete, kind: 'switch' },
            { name: 'tellsSeen', label: texts.tellsSeen, kind: 'switch', hint: texts.tellsSeenHint },
            { name: 'mailSubject', label: texts.mailSubject, hint: texts.mailPlaces },
            { name: 'mailText', label: texts.mailText, kind: 'long' },
            { name: 'mailSubjectEnglish', label: texts.mailSubjectEnglish },
            { name: 'mailTextEnglish', label: texts.mailTextEnglish, kind: 'long' },
            { name: 'nextInvoiceNumber', label: texts.nextNumber, kind: 'number' },
          ]}
        />
        <Logo />
      </div>
    </Page>
  )
}
