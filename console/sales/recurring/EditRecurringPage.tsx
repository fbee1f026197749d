// A recurring invoice, changed: all that it says holds for what is made from then on.
import { useParams } from '@tanstack/react-router'
import { type Schema, useCompany, useVersioned } from '#client'
import { useGo } from '#console/sales/parts.tsx'
import { ActionButton, Page, ResilientContent } from '#ui'
import { useWords } from '#words'
import { RecurringForm } from './RecurringForm.tsx'
import { recurringDraftOf } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

export { EditRecurringPage as Page }

const EditRecurringPage = () => {
  const texts = useWords(recurringWords)
  const { id: companyId } = useCompany()
  const { recurringInvoiceId = '' } = useParams({ strict: false }) as { recurringInvoiceId?: string }
  const go = useGo()
  const found = useVersioned<Schema<'RecurringInvoice'>>(
    '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}',
    { path: { companyId, recurringInvoiceId } },
  )
  return (
    <Page title={texts.editTitle}>
      <ResilientContent of={found}>
        {(data) =>
          data.state === 'ended' ? (
            <div className="stack">
              <p>{texts.hasEnded}</p>
              <div>
                <ActionButton onClick={() => go('/recurring-invoices', { open: recurringInvoiceId })}>
                  {texts.toList}
                </ActionButton>
              </div>
            </div>
          ) : (
            <RecurringForm
              key={recurringInvoiceId}
              id={recurringInvoiceId}
              etag={found.etag}
              first={() => recurringDraftOf(data)}
            />
          )
        }
      </ResilientContent>
    </Page>
  )
}
