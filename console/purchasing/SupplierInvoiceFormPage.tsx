// A supplier invoice, new or changed, with its document beside it: saved, or saved and booked at once.
import { TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCompany, useRefresh, useVersioned } from '#client'
import { useSuppliers } from '#console/suppliers'
import {
  Documents,
  dropped,
  isXml,
  ReadNote,
  ReadPlace,
  readMark,
  sendEInvoice,
  uploadDocument,
  useReading,
  useShownPlace,
} from '#console/uploads'
import {
  ActionButton,
  amountText,
  DayInput,
  entered,
  FailureMessage,
  FieldLock,
  isOwnCurrency,
  MoneyInput,
  ownCurrency,
  Page,
  ResilientContent,
  TypedNotes,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { BookingLines } from './BookingLines.tsx'
import { EInvoice } from './EInvoice.tsx'
import type { Invoice, InvoiceForm } from './invoice-form.ts'
import { readOf, withoutReading, withReading } from './invoice-reading.ts'
import { SupplierForm } from './SupplierForm.tsx'
import { SupplierPick } from './SupplierPick.tsx'
import { type Before, useInvoiceForm, useSavingInvoice } from './useInvoiceForm.ts'
import { words } from './words.ts'

export { SupplierInvoiceFormPage as Page }

const NEW = 'new'

const SupplierInvoiceFormPage = () => {
  const texts = useWords(words)
  const { supplierInvoiceId = NEW } = useParams({ strict: false }) as { supplierInvoiceId?: string }
  const isNew = supplierInvoiceId === NEW
  const { id: companyId } = useCompany()
  const found = useVersioned<Invoice>(
    '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}',
    { path: { companyId, supplierInvoiceId } },
    { enabled: !isNew },
  )
  return (
    <Page title={isNew ? texts.newInvoice : texts.editInvoice}>
      {isNew ? (
        <Form before={null} />
      ) : (
        <ResilientContent of={found}>
          {(invoice) => <Form key={invoice.id} before={{ invoice, etag: found.etag }} />}
        </ResilientContent>
      )}
    </Page>
  )
}

/** The fields shown of another user's change. */
const namesOf = ({ number, invoiceDate, dueDate, total }: typeof words.sv) => ({
  invoiceNumber: number,
  invoiceDate,
  dueDate,
  total,
})

const Form = ({ before }: { before: Before | null }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { may } = useCompany()
  const back = useWayBack(before)
  const [{ document = null, supplier = '' }] = useUrl()
  const {
    typed,
    form,
    latest,
    set: put,
    isLikeBefore,
    isOfEInvoice,
  } = useInvoiceForm({
    before,
    supplierId: supplier,
    uploadId: document,
  })
  const { save, busy, wrong, fields, set, change, isHeld } = useSavingInvoice(before, typed, put)
  const documents = useDocuments(
    () => latest().uploadIds,
    (uploadIds) => set({ uploadIds }),
  )
  const uploadId = form.uploadIds[0] ?? null
  const read = useFilling(before ? null : uploadId, form, (into) => set(into(latest())))
  const place = useShownPlace(uploadId, form.read?.marks)
  const mark = (field: keyof InvoiceForm) => readMark(form.read?.marks, field, form[field])
  const suppliers = useSuppliers()
  const [newName, setNewName] = useState<string | null>(null)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => entered(box.current), [])
  const currency = suppliers.find(({ id }) => id === form.supplierId)?.currency ?? ownCurrency()
  return (
    <FieldLock isHeld={isHeld}>
      <div className="beside" {...dropped(documents.put)}>
        <div className="card form">
          {newName !== null && (
            <NewSupplierHere
              name={newName}
              onMade={(id) => {
                change({ supplierId: id })
                setNewName(null)
                box.current?.querySelector<HTMLElement>('[name=invoiceNumber]')?.focus()
              }}
              onCancel={() => setNewName(null)}
            />
          )}
          <form ref={box} className="form" onFocus={place.onFocus} onSubmit={(event) => event.preventDefault()}>
            <TypedNotes
              typed={typed}
              names={namesOf(texts)}
              text={(at, value) => (at === 'total' ? amountText(Number(value), language) : String(value))}
            />
            {read}
            <div className="form-row">
              <SupplierPick
                label={texts.supplier}
                placeholder={texts.chooseSupplier}
                suppliers={suppliers}
                value={form.supplierId}
                {...mark('supplierId')}
                onChange={(chosen) => change({ supplierId: chosen?.id ?? '' })}
                onNew={may('suppliers:write') ? setNewName : undefined}
                error={fields['supplierRef.id']}
              />
              <TextInput
                label={texts.number}
                name="invoiceNumber"
                autoComplete="off"
                value={form.invoiceNumber}
                {...mark('invoiceNumber')}
                onChange={({ currentTarget }) => change({ invoiceNumber: currentTarget.value })}
                error={fields.invoiceNumber}
              />
            </div>
            <div className="form-row">
              <DayInput
                label={texts.invoiceDate}
                value={form.invoiceDate}
                {...mark('invoiceDate')}
                onChange={(invoiceDate) => change({ invoiceDate })}
                error={fields.invoiceDate}
              />
              <DayInput
                label={texts.dueDate}
                value={form.dueDate}
                {...mark('dueDate')}
                near={form.invoiceDate}
                onChange={(dueDate) => change({ dueDate })}
                error={fields.dueDate}
              />
              <MoneyInput
                label={isOwnCurrency(currency) ? texts.total : `${texts.total}, ${currency}`}
                value={form.total}
                {...mark('total')}
                onChange={(total) => change({ total })}
                error={fields.totalAmount}
              />
            </div>
            <BookingLines
              lines={form.lines}
              total={form.total}
              errors={fields}
              isSek={isOwnCurrency(currency)}
              onChange={(lines) => change({ lines, isProposed: false })}
            />
            {isLikeBefore && <p className="soft">{isOfEInvoice ? texts.likeEInvoice : texts.likeBefore}</p>}
            {typed.trouble(wrong) ? <FailureMessage error={wrong} /> : null}
            <Actions
              busy={busy}
              isWaiting={newName !== null}
              onSave={(isRecorded) => void save(latest(), isRecorded)}
              onBack={back}
              onStartOver={() => isHeld || typed.startOver()}
            />
          </form>
        </div>
        <aside className="beside-document" aria-label={texts.document}>
          <ReadPlace value={place.shown}>
            <FormDocuments
              documents={{ ...documents, isSending: documents.isSending || isHeld }}
              ids={form.uploadIds}
              eInvoice={before && <EInvoice id={before.invoice.id} />}
            />
          </ReadPlace>
        </aside>
      </div>
    </FieldLock>
  )
}

type Acting = {
  busy: 'save' | 'record' | null
  /** For the supplier that is being made: until then the invoice has another one, or none. */
  isWaiting: boolean
  onSave: (isRecorded: boolean) => void
  onBack: () => void
  onStartOver: () => void
}

const Actions = ({ busy, isWaiting, onSave, onBack, onStartOver }: Acting) => {
  const texts = useWords(words)
  return (
    <div className="form-actions">
      <ActionButton keys="Mod+Enter" loading={busy === 'record'} disabled={isWaiting} onClick={() => onSave(true)}>
        {texts.record}
      </ActionButton>
      <ActionButton
        keys="Mod+s"
        variant="default"
        loading={busy === 'save'}
        disabled={isWaiting}
        onClick={() => onSave(false)}
      >
        {texts.save}
      </ActionButton>
      <ActionButton keys="Escape" variant="default" onClick={onBack}>
        {texts.back}
      </ActionButton>
      <ActionButton variant="subtle" onClick={onStartOver}>
        {texts.dropDraft}
      </ActionButton>
    </div>
  )
}

/** Fills in what was read of the document, once, and says so. */
const useFilling = (
  uploadId: string | null,
  form: InvoiceForm,
  turn: (into: (before: InvoiceForm) => InvoiceForm) => void,
) => {
  const texts = useWords(words)
  const reading = useReading(uploadId)
  const proposals = reading?.proposals ?? null
  const isFilled = form.read?.uploadId === uploadId
  useEffect(() => {
    if (uploadId !== null && proposals && !isFilled) turn((before) => withReading(before, uploadId, proposals))
    // Filled in once, when it has been read.
  }, [uploadId, proposals, isFilled])
  const names = { ...namesOf(texts), supplierId: texts.supplier }
  return (
    <ReadNote
      uploadId={uploadId}
      reading={reading}
      filled={readOf(form).map((field) => names[field].toLowerCase())}
      onClear={() => turn(withoutReading)}
    />
  )
}

/** To the list, with what was open there. */
const useWayBack = (before: Before | null) => {
  const { id: companyId } = useCompany()
  const navigate = useNavigate()
  const search = before ? { open: before.invoice.id } : {}
  return () => void navigate({ to: `/companies/${companyId}/supplier-invoices` as never, search: search as never })
}

/** A supplier that is made while its first invoice is written. */
const NewSupplierHere = ({
  name,
  onMade,
  onCancel,
}: {
  name: string
  onMade: (id: string) => void
  onCancel: () => void
}) => {
  const texts = useWords(words)
  return (
    <section className="inner-form" aria-label={texts.newSupplier}>
      <h2>{texts.newSupplier}</h2>
      <SupplierForm name={name} onSaved={({ id }) => onMade(id)} onCancel={onCancel} />
    </section>
  )
}

type Changing = ReturnType<typeof useDocuments>

/** The documents beside the form, which are saved with it. */
const FormDocuments = ({
  documents,
  ids,
  eInvoice,
}: {
  documents: Changing
  ids: readonly string[]
  eInvoice: ReactNode
}) => (
  <>
    {documents.notSent !== null && <FailureMessage error={documents.notSent} />}
    <Documents
      ids={ids}
      eInvoice={eInvoice}
      isBusy={documents.isSending}
      onOrder={documents.order}
      onRemove={documents.remove}
      onAdd={documents.put}
    />
  </>
)

/** What is done to the documents of the form: those that are dropped or chosen are sent, one after the other. */
const useDocuments = (idsNow: () => readonly string[], set: (ids: readonly string[]) => void) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [isSending, setIsSending] = useState(false)
  const [notSent, setNotSent] = useState<unknown>(null)
  // What is dropped while others are on their way comes after them.
  const queue = useRef(Promise.resolve())
  const put = (files: readonly File[]) => {
    queue.current = queue.current.then(() => send(files))
  }
  const send = async (files: readonly File[]) => {
    setIsSending(true)
    setNotSent(null)
    try {
      for (const file of files) {
        if (isXml(file)) {
          const { id: open } = await sendEInvoice(companyId, file)
          await refresh('supplier-invoices', 'suppliers')
          void navigate({ to: `/companies/${companyId}/supplier-invoices` as never, search: { open } as never })
          continue
        }
        const { id } = await uploadDocument(companyId, file)
        set([...idsNow(), id])
      }
    } catch (cause) {
      setNotSent(cause)
    } finally {
      setIsSending(false)
    }
  }
  const remove = (id: string, name: string) => {
    const before = idsNow()
    set(before.filter((one) => one !== id))
    say(texts.documentRemoved(name), { undo: { label: texts.undo, run: () => set(before) } })
  }
  return { put, remove, order: set, isSending, notSent }
}
