// Closing the year, opening it again, and how it was closed before.
import { useState } from 'react'
import { type Schema, useCompany, useDraft, useRefresh } from '#client'
import { CompanyLink } from '#console/figures'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { ActionButton, Facts, Money, momentText, oreOf, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { Shares } from './Shares.tsx'
import { leftOf, type Split, sharesOf } from './shares.rules.ts'
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
  const say = useAnnounce()
  const { fiscalYear, closings, reopenings } = yearEnd
  const path = { companyId, fiscalYearId: fiscalYear.id }
  const isOpen = fiscalYear.status === 'open'
  const draft = useDraft<Split>(`year-end/shares/${fiscalYear.id}`)
  const [split, setSplit] = useState<Split>(() => draft.kept() ?? {})
  const partners = isOpen && may('fiscal-years:manage') && yearEnd.shares?.result ? yearEnd.shares : null
  const isSplit = partners === null || leftOf(oreOf(partners.result), split) === 0
  const act = (what: 'closing' | 'unpaid-items', said: string) =>
    run(async () => {
      // The year stays on the page, whichever is the next to close.
      set({ year: fiscalYear.id }, { replace: true })
      const body = partners ? { shares: sharesOf(split) } : {}
      await send('POST', `${ADDRESS}/${what}`, { path, ...(what === 'closing' ? { body } : {}) })
      if (what === 'closing') draft.drop()
      await touched()
    }, said)
  return (
    <section className="year-end-part">
      {partners && (
        <Shares
          result={partners.result}
          partners={partners.accounts}
          split={split}
          isFinal={!isCash || !hasUnpaid(yearEnd)}
          onChange={(next) => [setSplit(next), draft.keep(next)]}
        />
      )}
      <div className="page-actions">
        {isOpen && may('fiscal-years:manage') && (
          <ConfirmButton
            label={texts.close}
            keys="b"
            variant="filled"
            isBusy={isBusy}
            isDisabled={!isSplit}
            onSure={() => act('closing', texts.closed)}
          >
            <p>{texts.closeLead}</p>
            {partners && (
              <Facts
                facts={sharesOf(split).map(({ account, amount }) => [
                  `${account} ${partners.accounts.find((one) => one.account === account)?.name ?? ''}`,
                  <Money key={account} kronor={amount} />,
                ])}
              />
            )}
          </ConfirmButton>
        )}
        {isOpen && isCash && may('fiscal-years:manage') && (
          <ConfirmButton label={texts.unpaid} isBusy={isBusy} onSure={() => act('unpaid-items', texts.booked)}>
            <p>{texts.unpaidLead}</p>
          </ConfirmButton>
        )}
        {!isOpen && may('fiscal-years:reopen') && (
          <ActionButton keys="r" variant="default" onClick={() => set({ reopen: '1' })}>
            {texts.reopen}
          </ActionButton>
        )}
      </div>
      {reopen && !isOpen && may('fiscal-years:reopen') && (
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
              <CompanyLink to="/journal" search={{ open: resultEntryRef.id }}>
                {texts.resultEntry}
              </CompanyLink>
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

/** Whether the closing would book something first, which changes the result. */
const hasUnpaid = ({ checks }: Schema<'YearEnd'>): boolean =>
  checks.some(({ key, state }) => key.startsWith('unpaid') && state === 'open')
