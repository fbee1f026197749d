// A recurring invoice, changed: all that it says holds for what is made from then on.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, type Schema, useCompany } from '#client'
import { Act, Bones, Page, Wrong } from '#ui'
import { useWords } from '#words'
import { useGo } from './parts.tsx'
import { RecurringForm } from './RecurringForm.tsx'
import { recurringDraftOf } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

export { EditRecurringPage as Page }

const EditRecurringPage = () => {
  const texts = useWords(recurringWords)
  const { id: companyId } = useCompany()
  const { recurringInvoiceId = '' } = useParams({ strict: false }) as { recurringInvoiceId?: string }
  const go = useGo()
  // Read once: what others change meanwhile is told when it is saved, and never takes the place of what is typed.
  const { data, error } = useQuery({
    queryKey: ['begin', companyId, recurringInvoiceId],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () => {
      const { data: recurring, response } = await api.GET(
        '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}',
        { params: { path: { companyId, recurringInvoiceId } } },
      )
      return { recurring: recurring as Schema<'RecurringInvoice'>, etag: response.headers.get('etag') }
    },
  })
  return (
    <Page title={texts.editTitle}>
      {error ? (
        <Wrong error={error} />
      ) : !data ? (
        <Bones />
      ) : data.recurring.state === 'ended' ? (
        <div className="stack">
          <p>{texts.hasEnded}</p>
          <div>
            <Act onClick={() => go('/recurring-invoices', { open: recurringInvoiceId })}>{texts.toList}</Act>
          </div>
        </div>
      ) : (
        <RecurringForm
          key={recurringInvoiceId}
          id={recurringInvoiceId}
          etag={data.etag}
          first={() => recurringDraftOf(data.recurring)}
        />
      )}
    </Page>
  )
}
