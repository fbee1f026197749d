// A new recurring invoice.
import { Page } from '#ui'
import { useWords } from '#words'
import { RecurringForm } from './RecurringForm.tsx'
import { newRecurring } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

export { NewRecurringPage as Page }

const NewRecurringPage = () => {
  const texts = useWords(recurringWords)
  return (
    <Page title={texts.add}>
      <RecurringForm id={null} etag={null} first={newRecurring} />
    </Page>
  )
}
