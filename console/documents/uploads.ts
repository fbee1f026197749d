// Files on their way to the service, one after the other.
import { useCallback, useMemo, useState } from 'react'
import { isRefused, newIntent, type Schema, sendFile, useCompany, useRefresh } from '#client'
import { isXml, sendEInvoice } from '#console/uploads'
import { useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

/** `intent` stays the same until an answer has come. */
type Sending = { key: string; intent: string; file: File; part: number; error?: unknown }

export type Uploads = {
  sending: readonly Sending[]
  add: (files: readonly File[]) => Promise<void>
  retry: (one: Sending) => Promise<void>
  forget: (key: string) => void
}

/** The name without its ending describes the file. */
const descriptionOf = ({ name }: File) => name.replace(/\.\w+$/, '')

export const useUploads = (): Uploads => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const change = useCallback(
    (key: string, changes: Partial<Sending>) =>
      setSending((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    [],
  )
  const forget = useCallback((key: string) => setSending((all) => all.filter((one) => one.key !== key)), [])
  const send = useCallback(
    async ({ key, intent, file }: Sending): Promise<boolean> => {
      try {
        const onProgress = (part: number) => change(key, { part })
        if (isXml(file)) {
          const { supplierRef } = await sendEInvoice(companyId, file, { intent, onProgress })
          say(texts.eInvoice(supplierRef.name))
        } else {
          const described = { texts: { description: descriptionOf(file) } }
          await sendFile<Schema<'Upload'>>(companyId, { path: '/uploads', file, intent, onProgress, ...described })
        }
        forget(key)
        return true
      } catch (error) {
        change(key, { error })
        return false
      }
    },
    [companyId, change, forget, say, texts],
  )
  const add = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return
      const queue = files.map((file) => ({ key: newIntent(), intent: newIntent(), file, part: 0 }))
      setSending((all) => [...all, ...queue])
      let count = 0
      for (const one of queue) count += (await send(one)) && !isXml(one.file) ? 1 : 0
      if (count > 0) say(texts.uploaded(count))
      await refresh('uploads', 'supplier-invoices', 'suppliers', 'queue')
    },
    [send, say, texts, refresh],
  )
  const retry = useCallback(
    async (one: Sending) => {
      const intent = isRefused(one.error) && one.error.answers(one.intent) ? newIntent() : one.intent
      change(one.key, { error: undefined, part: 0, intent })
      if ((await send({ ...one, intent })) && !isXml(one.file)) say(texts.uploaded(1))
      await refresh('uploads', 'supplier-invoices', 'suppliers', 'queue')
    },
    [change, send, say, texts, refresh],
  )
  return useMemo(() => ({ sending, add, retry, forget }), [sending, add, retry, forget])
}
