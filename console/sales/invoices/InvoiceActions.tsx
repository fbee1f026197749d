// What can be done with an invoice: each only where its state and the person's role allow it.
import { Menu } from '@mantine/core'
import { useState } from 'react'
import { answered, api, base, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { copyOf, draftOf, written } from '#console/sales/editor/draft.ts'
import { inBooks } from '#console/sales/editor/totals.rules.ts'
import { useGo } from '#console/sales/parts.tsx'
import { useBeforePublishing } from '#console/sales/publishing/BeforePublishing.tsx'
import { reminderWords } from '#console/sales/reminders/reminder-words.ts'
import { sendingWords } from '#console/sales/sending/sending-words.ts'
import { type ReductionAnswer, ReductionForm } from '#console/sales/tax-reduction/ReductionForm.tsx'
import { reductionWords } from '#console/sales/tax-reduction/reduction-words.ts'
import { words } from '#console/sales/words.ts'
import { ActionButton, FailureMessage, isOwnCurrency, type Ore, oreOf, useAnnounce, useUndo, useUrl } from '#ui'
import { useWords } from '#words'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentLinkItems, usePaymentLink } from './PaymentLink.tsx'
import { removedWords } from './removed-words.ts'
import { SetOffForm } from './SetOffForm.tsx'
import { DecisionForm, SettlementForm } from './SettlementForm.tsx'
import { setOffWords } from './set-off-words.ts'

type Invoice = Schema<'Invoice'>
/** What of a draft decides what it has to say; of a published invoice nothing is asked. */
const publishable = ({ status, customerRef, type, invoiceDate, totalAmount, currency, currencyRate }: Invoice) => ({
  customerId: status === 'draft' ? (customerRef?.id ?? '') : '',
  type,
  day: invoiceDate,
  totalOre: isOwnCurrency(currency) ? oreIn(totalAmount) : inBooks(oreIn(totalAmount), String(currencyRate ?? '')),
})

const oreIn = (kronor: number): bigint => BigInt(oreOf(kronor))

type Open = 'pay' | 'settle' | 'setOff' | 'badDebt' | 'adjust' | ReductionAnswer

/** What was credited is paid no more, unless something of it is to go back. */
const isPayable = ({ status }: Invoice, leftOre: Ore | null): boolean =>
  status !== 'credited' || (leftOre !== null && leftOre < 0)

/** Verbs that change the invoice itself. */
const useVerbs = (invoice: Invoice) => {
  const texts = useWords(words)
  const ofReduction = useWords(reductionWords)
  const { booksWhenPaid } = useWords(sendingWords)
  const { withoutFiles } = useWords(removedWords)
  const { id: companyId } = useCompany()
  const [, set] = useUrl()
  const go = useGo()
  const say = useAnnounce()
  const sayDone = useUndo()
  const refresh = useRefresh()
  const intent = useIntent()
  const init = { params: { path: { companyId, invoiceId: invoice.id } } }
  const once = async <Body,>(
    what: string,
    send: (headers: { 'Idempotency-Key': string }) => Promise<{ data?: Body }>,
  ) => {
    const answer = answered(await send(intent.headers(what)))
    intent.done()
    await refresh('invoices', 'credit-notes')
    return answer
  }
  return {
    publish: async () => {
      const { invoiceNumber } = await once('publish', (headers) =>
        api.POST('/companies/{companyId}/invoices/{invoiceId}/publish', { ...init, headers }),
      )
      say(texts.saidPublished(invoiceNumber ?? ''))
    },
    record: async () => {
      const { journalEntryRef } = await once('record', (headers) =>
        api.POST('/companies/{companyId}/invoices/{invoiceId}/record', { ...init, headers }),
      )
      say(journalEntryRef === null ? booksWhenPaid : texts.saidBooked)
    },
    credit: async () => {
      const { id } = await once('credit', (headers) =>
        api.POST('/companies/{companyId}/invoices/{invoiceId}/credit', { ...init, headers }),
      )
      say(texts.saidCredit)
      go('/credit-notes', { open: id })
    },
    submitReduction: async () => {
      await once('tax-reduction/submitted', (headers) =>
        api.POST('/companies/{companyId}/invoices/{invoiceId}/tax-reduction/submitted', { ...init, headers }),
      )
      say(ofReduction.submitted)
    },
    copy: () => go('/invoices/new', { copy: invoice.id }),
    remove: async () => {
      await api.DELETE('/companies/{companyId}/invoices/{invoiceId}', init)
      set({ open: null })
      await refresh('invoices')
      const body = written({ ...draftOf(invoice), lines: copyOf(invoice).lines })
      const files = invoice.attachmentRefs.map(({ name }) => name)
      sayDone(texts.saidRemoved, async (headers) => {
        const params = { path: { companyId } }
        const { id } = answered(await api.POST('/companies/{companyId}/invoices', { params, body, headers }))
        await refresh('invoices')
        set({ open: id })
        // It stays until it is closed.
        if (files.length > 0) say(withoutFiles(files), { isWrong: true })
      })
    },
  }
}

type Left = { leftOre: Ore | null; lostOre: Ore }

export const InvoiceActions = ({ invoice, leftOre, lostOre }: { invoice: Invoice } & Left) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const go = useGo()
  const { run, isBusy, error } = useAction()
  const [open, setOpen] = useState<Open | null>(null)
  const verbs = useVerbs(invoice)
  const isDraft = invoice.status === 'draft'
  const mayWrite = may('invoices:write')
  const sending = useWords(sendingWords)
  const reminding = useWords(reminderWords)
  const ofReduction = useWords(reductionWords)
  const ofSetOff = useWords(setOffWords)
  const reduction = invoice.taxReduction?.status
  const [{ send }, set] = useUrl()
  const isUnbooked = invoice.bookedBy === 'recording' && invoice.journalEntryRef === null
  const file = `${base}/v1/companies/${companyId}/invoices/${invoice.id}/download`
  const close = () => setOpen(null)
  const { press, panel, isWaiting } = useBeforePublishing<null>(publishable(invoice), () => void run(verbs.publish))
  const link = usePaymentLink(invoice.id)
  return (
    <div className="stack">
      <div className="page-actions">
        {mayWrite && isDraft && (
          <>
            <ActionButton keys="e" variant="default" onClick={() => go(`/invoices/${invoice.id}/edit`)}>
              {texts.edit}
            </ActionButton>
            <ActionButton keys="p" loading={isBusy || isWaiting} onClick={() => press(null)}>
              {texts.publish}
            </ActionButton>
          </>
        )}
        {mayWrite && isUnbooked && (
          <ActionButton keys="b" loading={isBusy} onClick={() => void run(verbs.record)}>
            {texts.book}
          </ActionButton>
        )}
        {mayWrite && !isDraft && !send && (
          <ActionButton keys="s" variant="default" onClick={() => set({ send: '1' }, { replace: true })}>
            {sending.send}
          </ActionButton>
        )}
        {mayWrite && invoice.status === 'overdue' && (
          <ActionButton keys="p" variant="default" onClick={() => set({ remind: '1' }, { replace: true })}>
            {reminding.remind}
          </ActionButton>
        )}
        {mayWrite && !isDraft && (leftOre !== 0 || lostOre > 0) && isPayable(invoice, leftOre) && (
          <ActionButton keys="i" variant={isUnbooked ? 'default' : 'filled'} onClick={() => setOpen('pay')}>
            {leftOre !== null && leftOre < 0 ? texts.payBack : texts.pay}
          </ActionButton>
        )}
        {mayWrite && !isDraft && invoice.status !== 'credited' && (
          <ActionButton keys="r" variant="default" loading={isBusy} onClick={() => void run(verbs.credit)}>
            {texts.credit}
          </ActionButton>
        )}
        {mayWrite && (
          <ActionButton keys="c" variant="default" onClick={verbs.copy}>
            {texts.copy}
          </ActionButton>
        )}
        {mayWrite && isDraft && (
          <ActionButton variant="default" loading={isBusy} onClick={() => void run(verbs.remove)}>
            {texts.deleteDraft}
          </ActionButton>
        )}
        {!isDraft && (
          <Menu position="bottom-end" withinPortal={false} returnFocus={false} transitionProps={{ duration: 0 }}>
            <Menu.Target>
              <ActionButton keys="m" variant="default">
                {texts.more}
              </ActionButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component="a" href={file}>
                {texts.download}
              </Menu.Item>
              <Menu.Item component="a" href={`${file}?format=ubl`}>
                {texts.downloadUbl}
              </Menu.Item>
              {mayWrite && <PaymentLinkItems link={link} />}
              {mayWrite && <Menu.Item onClick={() => setOpen('settle')}>{texts.settle}</Menu.Item>}
              {mayWrite && <Menu.Item onClick={() => setOpen('setOff')}>{ofSetOff.menu}</Menu.Item>}
              {may('invoices:settle') && reduction === 'readyToSubmit' && (
                <Menu.Item onClick={() => void run(verbs.submitReduction)}>{ofReduction.submit}</Menu.Item>
              )}
              {may('invoices:settle') && reduction === 'submitted' && (
                <>
                  <Menu.Item onClick={() => setOpen('paid')}>{ofReduction.answers.paid}</Menu.Item>
                  <Menu.Item onClick={() => setOpen('refused')}>{ofReduction.answers.refused}</Menu.Item>
                </>
              )}
              {may('invoices:settle') && leftOre !== 0 && (
                <>
                  <Menu.Item onClick={() => setOpen('badDebt')}>{texts.badDebt}</Menu.Item>
                  <Menu.Item onClick={() => setOpen('adjust')}>{texts.adjust}</Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {mayWrite && isDraft && panel}
      {invoice.bookedBy === 'payments' && leftOre !== 0 && <p className="soft">{sending.booksWhenPaid}</p>}
      {error || link.error ? <FailureMessage error={error ?? link.error} /> : null}
      {link.shown && (
        <p>
          {sending.theLink}: <code>{link.shown}</code>
        </p>
      )}
      {open === 'pay' && <PaymentForm invoice={invoice} leftOre={leftOre} lostOre={lostOre} onClose={close} />}
      {open === 'setOff' && <SetOffForm invoice={invoice} leftOre={leftOre} onClose={close} />}
      {open === 'settle' && <SettlementForm invoice={invoice} leftOre={leftOre} onClose={close} />}
      {(open === 'paid' || open === 'refused') && (
        <ReductionForm key={open} answer={open} invoice={invoice} onClose={close} />
      )}
      {(open === 'badDebt' || open === 'adjust') && (
        <DecisionForm key={open} kind={open} invoice={invoice} leftOre={leftOre} onClose={close} />
      )}
    </div>
  )
}
