// What the company has decided about reminders: when they go out by themselves, what they claim, and what they say.
import { queries, useCompany } from '#client'
import { lawOn } from '#rule/law'
import { Page, today } from '#ui'
import { useWords } from '#words'
import { reminderWords } from './reminder-words.ts'
import { SettingForm } from './SettingForm.tsx'

export { RemindersPage as Page }

const RemindersPage = () => {
  const texts = useWords(reminderWords)
  const choicesOf = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }))
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Rate />
      <div className="settings-parts">
        <SettingForm
          part="reminder-settings"
          scope="sales-settings:write"
          isTagged
          fields={[
            { name: 'isAutomatic', label: texts.isAutomatic, hint: texts.isAutomaticHint, kind: 'switch' },
            { name: 'dueFrom', label: texts.dueFrom, hint: texts.dueFromHint, kind: 'day' },
            { name: 'firstAfterDays', label: texts.firstAfterDays, kind: 'number' },
            { name: 'daysBetween', label: texts.daysBetween, kind: 'number' },
            { name: 'most', label: texts.most, kind: 'number' },
            { name: 'dueInDays', label: texts.dueInDays, kind: 'number' },
            { name: 'isFeeAgreed', label: texts.isFeeAgreed, hint: texts.isFeeAgreedHint, kind: 'switch' },
            {
              name: 'fee',
              label: texts.fee,
              hint: texts.feeHint(lawOn(today()).value('reminder.fee')),
              kind: 'number',
            },
            { name: 'feeOn', label: texts.feeOn, kind: 'choice', choices: choicesOf(texts.feeOns) },
            {
              name: 'claimsCompensation',
              label: texts.compensation(lawOn(today()).value('latePayment.compensation')),
              hint: texts.compensationHint,
              kind: 'switch',
            },
            { name: 'chargesInterest', label: texts.chargesInterest, kind: 'switch' },
            {
              name: 'interestFrom',
              label: texts.interestFrom,
              hint: texts.interestFromHint,
              kind: 'choice',
              choices: choicesOf(texts.interestFroms),
            },
            { name: 'ownRate', label: texts.ownRate, hint: texts.ownRateHint, kind: 'number' },
            { name: 'text', label: texts.text, hint: texts.textHint, kind: 'long' },
            { name: 'textEnglish', label: texts.textEnglish, kind: 'long' },
          ]}
        />
      </div>
    </Page>
  )
}

/** The rate of the law today, and whether its half-year is entered. */
const Rate = () => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/reminder-settings', {
    params: { path: { companyId } },
  })
  if (!data || data.statutoryRate.rate === null) return null
  const { rate, isKnown } = data.statutoryRate
  return <p className={isKnown ? 'soft' : 'notice'}>{isKnown ? texts.rate(rate) : texts.rateUnknown(rate)}</p>
}
