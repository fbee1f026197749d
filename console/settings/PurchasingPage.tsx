// Whether supplier invoices must be approved, and by whom.
import { Page } from '#ui'
import { useWords } from '#words'
import { Approvers } from './Approvers.tsx'
import { SettingForm } from './SettingForm.tsx'
import { words } from './words.ts'

export { PurchasingPage as Page }

const PurchasingPage = () => {
  const texts = useWords(words)
  return (
    <Page title={texts.purchasing}>
      <SettingForm
        part="purchasing-settings"
        scope="purchasing-settings:write"
        fields={[
          { name: 'approves', label: texts.approves, hint: texts.approvesHint, kind: 'switch' },
          { name: 'approvesOwn', label: texts.approvesOwn, hint: texts.approvesOwnHint, kind: 'switch' },
          { name: 'twoApproversFrom', label: texts.twoFrom, hint: texts.twoFromHint, kind: 'amount' },
          { name: 'twoSignersFrom', label: texts.twoSigners, hint: texts.twoSignersHint, kind: 'amount' },
        ]}
      />
      <Approvers />
    </Page>
  )
}
