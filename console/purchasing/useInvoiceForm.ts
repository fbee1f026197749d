// The state of the form of a supplier invoice: its draft, the proposal of lines, and saving it.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answered, api, isRefused, queries, type Typed, useCompany, useIntent, useRefresh, useTyped } from '#client'
import { taxOf } from '#console/accounts'
import { addDays, focusFirstWrong, oreOf, useAnnounce } from '#ui'
import { useWords } from '#words'
import { type Line, linesLike, recordedLines } from './booking.ts'
import { emptyForm, fieldsOf, formOf, type Invoice, type InvoiceForm, saveInvoice } from './invoice-form.ts'
import { useKeptLines } from './kept-lines.ts'
import { words } from './words.ts'

export type Before = { invoice: Invoice; etag: string | null }

/** Days until an invoice is due when nothing else has been typed. */
const USUAL_DAYS = 30

/** The lines that this supplier's latest recorded invoice was booked on. */
const useLinesBefore = (supplierId: string): { lines: Line[]; currency: string } | null => {
  const { id: companyId, may, isVatRegistered } = useCompany()
  const { data } = useQuery({
    queryKey: [
      'get',
      '/companies/{companyId}/supplier-invoices',
      'lines-before',
      companyId,
      supplierId,
      isVatRegistered,
    ],
    enabled: supplierId !== '' && may('journal-entries:read'),
    queryFn: async ({ signal }) => {
      const query = `supplierRef.id==${supplierId}&&(status==toPay||status==paid)`
      const { items } = answered(
        await api.GET('/companies/{companyId}/supplier-invoices', {
          params: { path: { companyId }, query: { query, pageSize: 5 } },
          signal,
        }),
      )
      const booked = items.find(({ journalEntryRef }) => journalEntryRef)
      if (!booked?.journalEntryRef) return null
      const path = { companyId, journalEntryId: booked.journalEntryRef.id }
      const entry = answered(
        await api.GET('/companies/{companyId}/journal-entries/{journalEntryId}', { params: { path }, signal }),
      )
      return { lines: linesLike(entry.items, isVatRegistered), currency: booked.currency }
    },
  })
  return data ?? null
}

/** The lines that the service proposes for an e-invoice; none of other invoices. */
const useEInvoiceLines = (invoice: Invoice | null): Line[] => {
  const { id: companyId, may } = useCompany()
  const uploads = useQueries({
    queries: (invoice?.uploadRefs ?? []).map(({ id: uploadId }) => ({
      ...queries.queryOptions('get', '/companies/{companyId}/uploads/{uploadId}', {
        params: { path: { companyId, uploadId } },
      }),
      enabled: may('uploads:read'),
    })),
  })
  const isElectronic = uploads.some(({ data }) => data?.contentType === 'application/xml')
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/e-invoice',
    { params: { path: { companyId, supplierInvoiceId: invoice?.id ?? '' } } },
    { enabled: isElectronic },
  )
  return (data?.proposedLines ?? []).map(({ account, netAmount, taxAmount, ...taxing }) => ({
    account,
    net: oreOf(netAmount),
    tax: taxOf(taxing),
    ...(taxAmount === undefined ? {} : { charged: oreOf(taxAmount) }),
  }))
}

export const useInvoiceForm = ({
  before,
  supplierId,
  uploadId,
}: {
  before: Before | null
  supplierId: string
  uploadId: string | null
}) => {
  const own = uploadId ? [uploadId] : []
  const kept = useKeptLines()
  const { isVatRegistered } = useCompany()
  // Each document that was dropped has a draft of its own.
  const typed = useTyped<InvoiceForm>(
    `supplier-invoice:${before?.invoice.id ?? uploadId ?? 'new'}`,
    () =>
      before
        ? formOf(before.invoice, kept.of(before.invoice.id), isVatRegistered)
        : emptyForm(supplierId, own, isVatRegistered),
    {
      etag: before?.etag ?? null,
      adopt: (draft) => ({
        ...draft,
        uploadIds: [...new Set([...own, ...(draft.uploadIds ?? [])])],
        supplierId: supplierId || draft.supplierId,
      }),
    },
  )
  const set = (change: Partial<InvoiceForm>) => {
    const next = { ...typed.latest(), ...change }
    if (change.invoiceDate && next.dueDate === '') next.dueDate = addDays(change.invoiceDate, USUAL_DAYS)
    typed.put(next)
  }
  const ofEInvoice = useEInvoiceLines(before?.invoice ?? null)
  const likeBefore = useLinesBefore(typed.form.supplierId)?.lines ?? []
  const proposed = ofEInvoice.length > 0 ? ofEInvoice : likeBefore
  const shown = (form: InvoiceForm): InvoiceForm =>
    form.isProposed && proposed.length > 0 ? { ...form, lines: proposed } : form
  const isLikeBefore = typed.form.isProposed && proposed.length > 0
  return {
    typed,
    form: shown(typed.form),
    latest: () => shown(typed.latest()),
    set,
    isLikeBefore,
    isOfEInvoice: ofEInvoice.length > 0,
  }
}

export const useSavingInvoice = (
  before: Before | null,
  typed: Typed<InvoiceForm>,
  put: (change: Partial<InvoiceForm>) => void,
) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const navigate = useNavigate()
  const intent = useIntent()
  const refresh = useRefresh()
  const say = useAnnounce()
  const kept = useKeptLines()
  const [busy, setBusy] = useState<'save' | 'record' | null>(null)
  const [wrong, setWrong] = useState<unknown>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const save = async (form: InvoiceForm, isRecorded: boolean) => {
    const lacks = missing(form, isRecorded, texts)
    setFields(lacks)
    setWrong(null)
    if (Object.keys(lacks).length > 0) return enterWrong()
    setBusy(isRecorded ? 'record' : 'save')
    const sent = typed.latest()
    try {
      const headers = intent.headers({ form, isRecorded })
      const based = before && { invoice: before.invoice, etag: typed.etag }
      const id = await typed.send(
        () => saveInvoice({ companyId, form, before: based, isRecorded, headers }),
        () => refresh('supplier-invoices'),
      )
      intent.done()
      typed.drop(sent)
      if (isRecorded || form.isProposed) kept.drop(id)
      else kept.keep(id, form.lines)
      say(isRecorded ? texts.recorded : texts.saved)
      await refresh('supplier-invoices', 'uploads', 'journal-entries')
      void navigate({
        to: `/companies/${companyId}/supplier-invoices` as never,
        search: { open: id } as never,
      })
    } catch (cause) {
      setFields(isRefused(cause) ? fieldsOf(cause.fields) : {})
      setWrong(cause)
      enterWrong()
    } finally {
      setBusy(null)
    }
  }
  /** What has been changed since is no longer what was wrong. */
  const set = (change: Partial<InvoiceForm>) => {
    const left = Object.entries(fields).filter(([path]) => !isOf(path, change, typed.latest()))
    if (left.length < Object.keys(fields).length) setFields(Object.fromEntries(left))
    put(change)
  }
  // What is new, or recorded, is not here any more once it is answered.
  const isHeld = busy === 'record' || (busy !== null && before === null)
  const change = (some: Partial<InvoiceForm>) => (isHeld ? undefined : set(some))
  return { save, busy, wrong, fields, set, change, isHeld }
}

/** What is missing, before anything is sent. */
const missing = (form: InvoiceForm, isRecorded: boolean, texts: (typeof words)['sv']): Record<string, string> => ({
  ...(form.supplierId ? {} : { 'supplierRef.id': texts.needSupplier }),
  ...(form.invoiceDate ? {} : { invoiceDate: texts.needDate }),
  ...(form.dueDate ? {} : { dueDate: texts.needDue }),
  ...(form.total === null ? { totalAmount: texts.needTotal } : {}),
  ...(isRecorded
    ? Object.fromEntries(
        recordedLines(form.lines, form.total).flatMap(({ account }, place) =>
          account ? [] : [[`lines.${place}.account`, texts.needAccount]],
        ),
      )
    : {}),
})

/** Focuses the first error once it is rendered; the focus does not move while errors are corrected. */
const enterWrong = (): void => {
  requestAnimationFrame(() => focusFirstWrong())
}

/** Where what is typed stands in the body. */
const paths: Readonly<Record<string, keyof InvoiceForm>> = {
  'supplierRef.id': 'supplierId',
  invoiceNumber: 'invoiceNumber',
  invoiceDate: 'invoiceDate',
  dueDate: 'dueDate',
  totalAmount: 'total',
}

/** Whether the change is of what the path names; of lines, of just that line. */
const isOf = (path: string, change: Partial<InvoiceForm>, before: InvoiceForm): boolean => {
  const [first, place] = path.split('.')
  if (first === 'lines' && change.lines)
    return place === undefined || change.lines[Number(place)] !== before.lines[Number(place)]
  const field = paths[path]
  // The day on which it is due follows from the day of the invoice.
  return field !== undefined && (field in change || (field === 'dueDate' && Boolean(change.invoiceDate)))
}
