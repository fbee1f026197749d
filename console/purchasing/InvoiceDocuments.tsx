// The documents of a supplier invoice that is there: each change is saved at once, and taking one away can be undone.
import { api, newIntent, type Schema, useCompany } from '#client'
import { Documents, uploadDocument } from '#console/uploads'
import { FailureMessage, useUrl } from '#ui'
import { useWords } from '#words'
import { EInvoice } from './EInvoice.tsx'
import { useRunning } from './use-running.ts'
import { words } from './words.ts'

type Invoice = Schema<'SupplierInvoiceGet'>

export const InvoiceDocuments = ({
  invoice: { id, status, remainingAmount, totalAmount, uploadRefs },
}: {
  invoice: Invoice
}) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [, set] = useUrl()
  const { run, isBusy, wrong } = useRunning()
  const path = { companyId, supplierInvoiceId: id }
  const ids = uploadRefs.map((one) => one.id)
  const mayChange = may('supplier-invoices:write')
  // What is recorded or paid keeps its documents.
  const isFree = (status === 'toApprove' || status === 'toRecord') && remainingAmount === totalAmount
  const connect = (uploadId: string) =>
    api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/uploads', {
      params: { path },
      headers: { 'Idempotency-Key': newIntent() },
      body: { id: uploadId },
    })
  const order = (wanted: readonly string[]) =>
    api.PUT('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/uploads', {
      params: { path },
      headers: { 'Idempotency-Key': newIntent() },
      body: { uploadRefs: wanted.map((one) => ({ id: one })) },
    })
  const add = (files: readonly File[]) =>
    run(texts.connected, async () => {
      for (const file of files) {
        const { id: uploadId } = await uploadDocument(companyId, file)
        await connect(uploadId)
        set({ file: uploadId }, { replace: true })
      }
    })
  const putBack = (uploadId: string) =>
    run(texts.connected, async () => {
      await connect(uploadId)
      if (ids.length > 1) await order(ids)
      set({ file: uploadId }, { replace: true })
    })
  const remove = (uploadId: string, name: string) =>
    run(
      texts.documentRemoved(name),
      () =>
        api.DELETE('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/uploads/{uploadId}', {
          params: { path: { ...path, uploadId } },
          headers: { 'Idempotency-Key': newIntent() },
        }),
      { label: texts.undo, run: () => void putBack(uploadId) },
    )
  if (ids.length === 0 && !mayChange) return <p className="soft">{texts.noDocument}</p>
  return (
    <>
      {wrong !== null && <FailureMessage error={wrong} />}
      <Documents
        ids={ids}
        eInvoice={<EInvoice id={id} />}
        isBusy={isBusy}
        onOrder={mayChange ? (wanted) => void run(null, () => order(wanted)) : undefined}
        onRemove={mayChange && isFree ? (uploadId, name) => void remove(uploadId, name) : undefined}
        onAdd={mayChange && may('uploads:write') ? (files) => void add(files) : undefined}
      />
    </>
  )
}
