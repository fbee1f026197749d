// Statements of account to several customers at once, by mail: how many go out is said first, and what could not be
// sent is told one by one.
import { api, type Schema, useCompany } from '#client'
import { Act, useUrl } from '#ui'
import { useWords } from '#words'
import { Failures, useSeveral } from './several.tsx'
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
  const [, set] = useUrl()
  const reached = customers.filter(hasAddress)
  const { run, progress, failures } = useSeveral({
    items: reached,
    nameOf: ({ customerNumber, name }) => `${customerNumber} ${name}`,
    send: ({ id: customerId }, headers) =>
      api.POST('/companies/{companyId}/customers/{customerId}/statement/send', {
        ...{ params: { path: { companyId, customerId } }, headers, body: {} },
      }),
    ...{ changes: ['customers'], said: texts.saidSeveral, onDone, onLeft },
  })
  return (
    <section className="card stack" aria-label={texts.sendSeveral}>
      <p role="status">
        {texts.chosen(customers.length)}
        {progress !== null && ` · ${texts.progress(progress, reached.length)}`}
      </p>
      {reached.length < customers.length && (
        <p className="notice">{texts.without(customers.length - reached.length)}</p>
      )}
      {isOpen && <p>{texts.severalHow(reached.length)}</p>}
      <Failures title={texts.notSent} failures={failures} />
      <div className="page-actions">
        {isOpen ? (
          <>
            <Act
              keys="Mod+Enter"
              loading={progress !== null}
              disabled={reached.length === 0}
              onClick={() => void run()}
            >
              {texts.sendNow}
            </Act>
            <Act variant="default" keys="Escape" onClick={() => set({ several: null })}>
              {texts.cancel}
            </Act>
          </>
        ) : (
          <>
            <Act keys="p" disabled={reached.length === 0} onClick={() => set({ several: '1', open: null })}>
              {texts.sendSeveral}
            </Act>
            <Act variant="default" onClick={onDone}>
              {texts.selectNone}
            </Act>
          </>
        )}
      </div>
    </section>
  )
}
