// Statements of account to several customers at once, by mail: how many go out is said first, and what could not be
// sent is told one by one.
import { api, type Schema, useCompany } from '#client'
import { SeveralPart, useSeveral } from '#console/sales/several.tsx'
import { useWords } from '#words'
import { statementWords } from './statement-words.ts'

type Customer = Schema<'Customer'>

const hasAddress = ({ contactsDetails }: Customer): boolean =>
  contactsDetails.some(({ isDefault, email }) => isDefault && email)

type Given = {
  customers: readonly Customer[]
  isOpen: boolean
  onDone: () => void
  /** Told which of them have not got theirs. */
  onLeft: (customers: readonly Customer[]) => void
}

export const SendStatements = ({ customers, isOpen, onDone, onLeft }: Given) => {
  const texts = useWords(statementWords)
  const { id: companyId } = useCompany()
  const reached = customers.filter(hasAddress)
  const sending = useSeveral({
    items: reached,
    nameOf: ({ customerNumber, name }) => `${customerNumber} ${name}`,
    send: ({ id: customerId }, headers) =>
      api.POST('/companies/{companyId}/customers/{customerId}/statement/send', {
        params: { path: { companyId, customerId } },
        headers,
        body: {},
      }),
    changes: ['customers'],
    said: texts.saidSeveral,
    onDone,
    onLeft,
  })
  const { progress } = sending
  return (
    <SeveralPart
      title={texts.sendSeveral}
      texts={{ send: texts.sendNow, cancel: texts.cancel, none: texts.selectNone, failed: texts.notSent }}
      reached={reached.length}
      isOpen={isOpen}
      sending={sending}
      onDone={onDone}
    >
      <p role="status">
        {texts.chosen(customers.length)}
        {progress !== null && ` · ${texts.progress(progress, reached.length)}`}
      </p>
      {reached.length < customers.length && (
        <p className="notice">{texts.without(customers.length - reached.length)}</p>
      )}
      {isOpen && <p>{texts.severalHow(reached.length)}</p>}
    </SeveralPart>
  )
}
