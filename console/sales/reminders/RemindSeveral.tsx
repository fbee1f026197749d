// Several invoices reminded of at once, by mail: what goes out is said first, and what could not be is told one by one.
import { api, type Schema, useCompany } from '#client'
import { SeveralPart, useSeveral } from '#console/sales/several.tsx'
import { amountText, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { REMINDED } from './RemindPart.tsx'
import { remindSeveralWords } from './remind-several-words.ts'
import { reminderWords } from './reminder-words.ts'

type ToRemind = Schema<'InvoiceToRemind'>

type Given = {
  invoices: readonly ToRemind[]
  isOpen: boolean
  onDone: () => void
  /** Told which of them were not reminded of. */
  onLeft: (invoices: readonly ToRemind[]) => void
}

export const RemindSeveral = (given: Given) => {
  const { invoices, isOpen, onDone } = given
  const texts = useWords(remindSeveralWords)
  const { send, cancel } = useWords(reminderWords)
  const language = useLanguage()
  const sending = useReminding(given)
  const { progress } = sending
  const reached = invoices.filter(({ hasAddress }) => hasAddress).length
  const sum = invoices.reduce((ore, { unpaidAmount }) => ore + oreOf(unpaidAmount), 0)
  return (
    <SeveralPart
      title={texts.remindAll}
      texts={{ send, cancel, none: texts.selectNone, failed: texts.notReminded }}
      reached={reached}
      isOpen={isOpen}
      sending={sending}
      onDone={onDone}
    >
      <p role="status">
        {texts.chosen(invoices.length, amountText(sum, language))}
        {progress !== null && ` · ${texts.progress(progress, reached)}`}
      </p>
      {reached < invoices.length && <p className="notice">{texts.without(invoices.length - reached)}</p>}
      {isOpen && <p>{texts.allHow(reached)}</p>}
    </SeveralPart>
  )
}

const useReminding = ({ invoices, onDone, onLeft }: Given) => {
  const texts = useWords(remindSeveralWords)
  const { id: companyId } = useCompany()
  return useSeveral({
    items: invoices.filter(({ hasAddress }) => hasAddress),
    nameOf: ({ number, customerRef }) => `${number} ${customerRef.name}`,
    // If another user has reminded meanwhile, nothing is sent.
    send: ({ id: invoiceId, reminders }, headers) =>
      api.POST('/companies/{companyId}/invoices/{invoiceId}/reminders', {
        params: { path: { companyId, invoiceId } },
        headers,
        body: { delivery: 'mail', number: reminders + 1 },
      }),
    changes: REMINDED,
    said: texts.allSaid,
    onDone,
    onLeft,
  })
}
