// Files on their way to the service, one after the other.
import { useCallback, useMemo, useState } from 'react'
import { isRefused, newIntent, type Schema, sendFile, useCompany, useRefresh } from '#client'
import { useSay } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

/** `intent` stays the same until an answer has come. */
export type Sending = { key: string; intent: string; file: File; part: number; error?: unknown }

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
  const say = useSay()
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
        await sendFile<Schema<'Upload'>>(companyId, {
          ...{ path: '/uploads', file, intent },
          texts: { description: descriptionOf(file) },
          onProgress: (part) => change(key, { part }),
        })
        forget(key)
        return true
      } catch (error) {
        change(key, { error })
        return false
      }
    },
    [companyId, change, forget],
  )
  const add = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return
      const queue = files.map((file) => ({ key: newIntent(), intent: newIntent(), file, part: 0 }))
      setSending((all) => [...all, ...queue])
      let count = 0
      for (const one of queue) count += (await send(one)) ? 1 : 0
      if (count > 0) say(texts.uploaded(count))
      await refresh('uploads', 'queue')
    },
    [send, say, texts, refresh],
  )
  const retry = useCallback(
    async (one: Sending) => {
      const intent = isRefused(one.error) && one.error.isAway ? one.intent : newIntent()
      change(one.key, { error: undefined, part: 0, intent })
      if (await send({ ...one, intent })) say(texts.uploaded(1))
      await refresh('uploads', 'queue')
    },
    [change, send, say, texts, refresh],
  )
  return useMemo(() => ({ sending, add, retry, forget }), [sending, add, retry, forget])
}
