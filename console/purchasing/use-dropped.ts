// What is dropped on the list of supplier invoices, or chosen there, all of it: each e-invoice becomes an invoice, with
// the documents beside it; of other documents the first becomes a new one.
import { useState } from 'react'
import { api, newIntent, useCompany, useRefresh } from '#client'
import { isXml, sendEInvoice, uploadDocument, useKeeping } from '#console/uploads'
import { useAnnounce } from '#ui'
import { useWords } from '#words'
import { besideEach } from './beside.rules.ts'
import { words } from './words.ts'

/** `open` shows an invoice, `make` begins one from a document. */
type Given = { open: (id: string) => void; make: (uploadId: string) => void }

export const useDropped = ({ open, make }: Given) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const keep = useKeeping()
  const receive = useReceiving()
  const [wrong, setWrong] = useState<unknown>(null)
  const drop = async (files: readonly File[]) => {
    setWrong(null)
    const { pairs, rest } = besideEach(
      files.filter(isXml),
      files.filter((file) => !isXml(file)),
    )
    const left: File[] = []
    const received: string[] = []
    // One that is refused does not stop the next.
    for (const { eInvoice, beside } of pairs) {
      const waiting = [eInvoice, ...beside]
      try {
        await receive(waiting, (id) => received.push(id))
      } catch (cause) {
        setWrong(cause)
        left.push(...waiting)
      }
    }
    const first = pairs.length === 0 ? rest[0] : undefined
    const made: string[] = []
    if (first)
      try {
        made.push((await uploadDocument(companyId, first)).id)
      } catch (cause) {
        setWrong(cause)
        left.push(first)
      }
    await keep(first ? rest.slice(1) : rest)
    if (left.length > 0 && files.length > 1)
      say(texts.notTaken(left.map(({ name }) => name).join(', ')), { isWrong: true })
    const last = received.at(-1)
    if (last) open(last)
    for (const id of made) make(id)
  }
  return { drop, wrong }
}

/** Receives the first of these files as an e-invoice, the others with it; what has arrived is waited for no more. */
const useReceiving = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const refresh = useRefresh()
  return async (waiting: File[], received: (id: string) => void) => {
    const [eInvoice] = waiting
    if (!eInvoice) return
    const { id, supplierRef } = await sendEInvoice(companyId, eInvoice)
    received(id)
    waiting.shift()
    try {
      for (let file = waiting[0]; file; file = waiting[0]) {
        const upload = await uploadDocument(companyId, file)
        await api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/uploads', {
          params: { path: { companyId, supplierInvoiceId: id } },
          headers: { 'Idempotency-Key': newIntent() },
          body: { id: upload.id },
        })
        waiting.shift()
      }
    } finally {
      say(texts.eInvoiceReceived(supplierRef.name))
      await refresh('supplier-invoices', 'suppliers', 'uploads')
    }
  }
}
