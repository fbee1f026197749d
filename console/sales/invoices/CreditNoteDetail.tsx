// One credit note: what it credits, its lines lowered while it is a draft, and what can be done with it.
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { answered, api, base, type Schema, useAction, useCompany, useIntent, useRefresh, useTyped } from '#client'
import { DocumentView } from '#console/document-view'
import { draftLine, type LineDraft, writtenLine } from '#console/sales/editor/draft.ts'
import { inCurrency } from '#console/sales/parts.tsx'
import { Sendings, SendPanel } from '#console/sales/sending/SendPart.tsx'
import { sendingWords } from '#console/sales/sending/sending-words.ts'
import {
  ActionButton,
  Allowed,
  DecimalInput,
  entered,
  Facts,
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  isOwnCurrency,
  KeptNote,
  Money,
  TypedNotes,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { creditWords } from './credit-words.ts'
import { LinesTable } from './LinesTable.tsx'

type CreditNote = Schema<'CreditNote'>

export const CreditNoteDetail = ({ note, etag }: { note: CreditNote; etag: string | null }) => {
  const texts = useWords(creditWords)
  const { id: companyId } = useCompany()
  const [{ edit, paper, send }, set] = useUrl()
  const load = useCallback(async () => {
    const path = { companyId, creditNoteId: note.id }
    const init = { params: { path }, parseAs: 'blob' } as const
    const file = answered(await api.GET('/companies/{companyId}/credit-notes/{creditNoteId}/download', init))
    return file as unknown as Blob // As `parseAs` says.
  }, [companyId, note.id])
  const isPublished = note.status !== 'draft'
  const document = { id: note.id, kind: 'creditNote', title: texts.paper(note.invoiceNumber ?? ''), load } as const
  if (edit && !isPublished)
    return (
      <Allowed scope="credit-notes:write">
        <Lines note={note} etag={etag} />
      </Allowed>
    )
  if (send && isPublished)
    return (
      <Allowed scope="credit-notes:write">
        <SendPanel document={document} onClose={() => set({ send: null }, { replace: true })} />
      </Allowed>
    )
  return (
    <>
      <Actions note={note} />
      <Facts
        facts={[
          [
            texts.ofInvoice,
            <Link
              key="of"
              to={`/companies/${companyId}/invoices` as never}
              search={{ open: note.invoiceRef.id } as never}
            >
              {note.invoiceRef.invoiceNumber}
            </Link>,
          ],
          [texts.date, note.creditDate],
          [
            texts.amount,
            <span key="amount">
              <Money kronor={note.totalAmount} />
              {inCurrency(note.currency)}
            </span>,
          ],
          [
            texts.tax,
            <span key="tax">
              <Money kronor={note.totalTax} />
              {inCurrency(note.currency)}
            </span>,
          ],
          note.journalEntryRef && [
            texts.entry,
            <Link
              key="entry"
              to={`/companies/${companyId}/journal` as never}
              search={{ open: note.journalEntryRef.id } as never}
            >
              {texts.bookedAs}
            </Link>,
          ],
        ]}
      />
      <LinesTable lines={note.lineItems} />
      {isPublished && <Sendings document={document} />}
      {isPublished && (
        <div className="paper">
          <ActionButton
            keys="v"
            variant="default"
            onClick={() => set({ paper: paper ? null : '1' }, { replace: true })}
          >
            {paper ? texts.hidePaper : texts.showPaper}
          </ActionButton>
          {paper && <DocumentView title={document.title} load={load} />}
        </div>
      )}
    </>
  )
}

const Actions = ({ note }: { note: CreditNote }) => {
  const texts = useWords(creditWords)
  const { id: companyId, may } = useCompany()
  const sending = useWords(sendingWords)
  const [{ send }, set] = useUrl()
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { run, isBusy, error } = useAction()
  const init = { params: { path: { companyId, creditNoteId: note.id } } }
  const isDraft = note.status === 'draft'
  const isBookable = note.bookedBy === 'recording' && note.journalEntryRef === null
  const file = `${base}/v1/companies/${companyId}/credit-notes/${note.id}/download`
  const publish = async () => {
    const path = '/companies/{companyId}/credit-notes/{creditNoteId}/publish'
    const { invoiceNumber } = answered(await api.POST(path, { ...init, headers: intent.headers('publish') }))
    intent.done()
    say(texts.saidPublished(invoiceNumber ?? ''))
    await refresh('credit-notes', 'invoices')
  }
  const record = async () => {
    const path = '/companies/{companyId}/credit-notes/{creditNoteId}/record'
    await api.POST(path, { ...init, headers: intent.headers('record') })
    intent.done()
    say(texts.saidBooked)
    await refresh('credit-notes', 'invoices')
  }
  const remove = async () => {
    await api.DELETE('/companies/{companyId}/credit-notes/{creditNoteId}', init)
    set({ open: null })
    say(texts.saidRemoved)
    await refresh('credit-notes', 'invoices')
  }
  return (
    <div className="stack">
      <div className="page-actions">
        {may('credit-notes:write') && isDraft && (
          <>
            <ActionButton keys="p" loading={isBusy} onClick={() => void run(publish)}>
              {texts.publish}
            </ActionButton>
            <ActionButton keys="e" variant="default" onClick={() => set({ edit: '1' })}>
              {texts.edit}
            </ActionButton>
            <ActionButton variant="default" disabled={isBusy} onClick={() => void run(remove)}>
              {texts.remove}
            </ActionButton>
          </>
        )}
        {may('credit-notes:write') && isBookable && (
          <ActionButton keys="b" loading={isBusy} onClick={() => void run(record)}>
            {texts.book}
          </ActionButton>
        )}
        {may('credit-notes:write') && !isDraft && !send && (
          <ActionButton keys="s" variant="default" onClick={() => set({ send: '1' }, { replace: true })}>
            {sending.send}
          </ActionButton>
        )}
        {!isDraft && (
          <>
            <a href={file}>{texts.download}</a>
            <a href={`${file}?format=ubl`}>{texts.downloadUbl}</a>
          </>
        )}
      </div>
      {note.bookedBy === 'payments' && <p className="soft">{texts.cashLead}</p>}
      {error ? <FailureMessage error={error} /> : null}
    </div>
  )
}

/** The lines of a draft: fewer, or lower. */
const Lines = ({ note, etag }: { note: CreditNote; etag: string | null }) => {
  const texts = useWords(creditWords)
  const { id: companyId } = useCompany()
  const [, set] = useUrl()
  const say = useAnnounce()
  const refresh = useRefresh()
  const typed = useTyped(`credit-note:${note.id}`, () => ({ lines: note.lineItems.map(draftLine) }), { etag })
  const { lines } = typed.form
  const { run, isBusy, error, fields } = useAction()
  const put = (next: LineDraft[]) => typed.change({ lines: next })
  const close = () => set({ edit: null })
  const save = async () => {
    const { creditDate, dueDate, currency, currencyRate, metadata } = note
    await api.PUT('/companies/{companyId}/credit-notes/{creditNoteId}', {
      params: { path: { companyId, creditNoteId: note.id } },
      body: {
        creditDate,
        dueDate,
        currency,
        ...(isOwnCurrency(currency) ? {} : { currencyRate }),
        buyerReference: note.buyerReference,
        orderNumberReference: note.orderNumberReference,
        projectReference: note.projectReference,
        contractReference: note.contractReference,
        ...(note.deliveryDate ? { deliveryDate: note.deliveryDate } : {}),
        ...(note.deliveryAddress ? { deliveryAddress: note.deliveryAddress } : {}),
        ...(note.vatExemptionReason ? { vatExemptionReason: note.vatExemptionReason } : {}),
        metadata: metadata as Record<string, never>,
        lineItems: lines.map((line) => writtenLine(line, true)),
      },
      ...(typed.etag ? { headers: { 'If-Match': typed.etag } } : {}),
    })
    typed.drop(typed.form)
    await refresh('credit-notes', 'invoices')
    say(texts.saidSaved)
    close()
  }
  const submit = async () => {
    if (!(await run(() => typed.send(save, () => refresh('credit-notes'))))) focusFirstWrong()
  }
  const change = (at: number, some: Partial<LineDraft>) =>
    put(lines.map((line, index) => (index === at ? { ...line, ...some } : line)))
  return (
    <form
      ref={entered}
      className="stack"
      aria-label={texts.edit}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="soft">{texts.editLead}</p>
      <KeptNote isTyped={typed.isTyped} onForget={typed.startOver} />
      <TypedNotes typed={typed} />
      {lines.map((line, index) => (
        <div key={line.key} className="credit-row">
          <span>{line.description}</span>
          {line.kind === 'sales' ? (
            <>
              <DecimalInput
                label={`${texts.quantity}, ${texts.line(index + 1)}`}
                value={line.quantity}
                error={fields[`lineItems.${index}.quantity`] ?? fields[`lineItems.${index}`]}
                onChange={(quantity) => change(index, { quantity })}
              />
              <DecimalInput
                label={`${texts.price}, ${texts.line(index + 1)}`}
                value={line.price}
                error={fields[`lineItems.${index}.unitPrice`]}
                onChange={(price) => change(index, { price })}
              />
            </>
          ) : null}
          <button
            type="button"
            className="icon-button"
            aria-label={`${texts.removeLine}, ${texts.line(index + 1)}`}
            onClick={() => put(lines.filter((_, at) => at !== index))}
          >
            ×
          </button>
        </div>
      ))}
      {typed.trouble(error) ? <FailureMessage error={error} /> : null}
      <FormEnd press={texts.save} cancel={texts.cancel} isBusy={isBusy} onClose={close} onDrop={typed.drop} />
    </form>
  )
}
