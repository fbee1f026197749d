// Closing the year, opening it again, and how it was closed before.
import { type Schema, useCompany, useRefresh } from '#client'
import { Go } from '#console/figures'
import { Form, Sure, send, useDo } from '#console/form'
import { Act, Money, momentText, useSay, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fiscal-years/{fiscalYearId}'

const useTouched = () => {
  const refresh = useRefresh()
  return () => refresh('fiscal-years', 'journal-entries', 'reports', 'lock-date', 'vat-periods', 'depreciations')
}

export const Closing = ({ yearEnd, isCash }: { yearEnd: Schema<'YearEnd'>; isCash: boolean }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ reopen }, set] = useUrl()
  const touched = useTouched()
  const { isBusy, run } = useDo()
  const say = useSay()
  const { fiscalYear, closings, reopenings } = yearEnd
  const path = { companyId, fiscalYearId: fiscalYear.id }
  const isOpen = fiscalYear.status === 'open'
  const act = (what: 'closing' | 'unpaid-items', said: string) =>
    run(async () => {
      // The year stays on the page, whichever is the next to close.
      set({ year: fiscalYear.id }, { replace: true })
      await send('POST', `${ADDRESS}/${what}`, { path, ...(what === 'closing' ? { body: {} } : {}) })
      await touched()
    }, said)
  return (
    <section className="year-end-part">
      <div className="page-actions">
        {isOpen && may('fiscal-years:manage') && (
          <Sure
            label={texts.close}
            keys="b"
            variant="filled"
            isBusy={isBusy}
            onSure={() => act('closing', texts.closed)}
          >
            <p>{texts.closeLead}</p>
          </Sure>
        )}
        {isOpen && isCash && may('fiscal-years:manage') && (
          <Sure label={texts.unpaid} isBusy={isBusy} onSure={() => act('unpaid-items', texts.booked)}>
            <p>{texts.unpaidLead}</p>
          </Sure>
        )}
        {!isOpen && may('fiscal-years:reopen') && (
          <Act keys="r" variant="default" onClick={() => set({ reopen: '1' })}>
            {texts.reopen}
          </Act>
        )}
      </div>
      {reopen && !isOpen && (
        <Form
          name={`year-end/reopen/${fiscalYear.id}`}
          fields={[{ name: 'reason', label: texts.reason, isRequired: true }]}
          action={texts.reopen}
          onCancel={() => set({ reopen: null })}
          onSend={async (body) => {
            await send('POST', `${ADDRESS}/reopening`, { path, body })
            say(texts.reopened)
            set({ reopen: null })
            await touched()
          }}
        />
      )}
      {closings.length > 0 && <h2>{texts.closings}</h2>}
      <ul className="plain-list">
        {closings.map(({ number, closedDateTime, closedBy, result, resultEntryRef }) => (
          <li key={number}>
            {momentText(closedDateTime)} {texts.by} {closedBy}: <Money kronor={result} />{' '}
            {resultEntryRef && (
              <Go to="/journal" search={{ open: resultEntryRef.id }}>
                {texts.resultEntry}
              </Go>
            )}
          </li>
        ))}
        {reopenings.map(({ reopenedDateTime, reopenedBy, reason }) => (
          <li key={reopenedDateTime}>
            {texts.opened} {momentText(reopenedDateTime)} {texts.by} {reopenedBy}: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
