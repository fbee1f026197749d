// The one draft of an invoice while it is typed: what the service has, what is on its way, and what the browser keeps
// until it is there.
import { useEffect, useRef, useState } from 'react'
import { isRefused, newIntent, type Schema, useCompany, useUnsent, useVersioned } from '#client'
import { draftOf, type InvoiceDraft, sentLines, withIds, withIdsOf, written } from './draft.ts'
import { readSaved, type Saved, sendDraft } from './saved.ts'

/** How long after the last key the draft is sent, in milliseconds. */
const PAUSE_MS = 2000
/** How long it waits when the service did not answer: the first time, and at most. */
const AGAIN_MS = 4000
const AGAIN_MOST_MS = 60_000

/** A request as it was sent: without an answer it is sent again just so, under its key. */
type Sending = { key: string; draft: InvoiceDraft; due: string }

/** What an editor holds, which the browser keeps while something of it is not sent. */
export type Held = {
  /** As it stands in the fields. */
  mine: InvoiceDraft
  /** As it was sent last, or as the editor began. */
  sent: InvoiceDraft
  /** What the service answered. */
  base: InvoiceDraft
  /** Null as long as the service has no draft. */
  saved: Saved | null
  sending: Sending | null
}

export const isSame = (left: InvoiceDraft, right: InvoiceDraft) =>
  JSON.stringify(written(left)) === JSON.stringify(written(right))

export const begun = (draft: InvoiceDraft, saved: Saved | null): Held => ({
  mine: draft,
  sent: draft,
  base: draft,
  saved,
  sending: null,
})

const unsentName = (saved: Saved | null, other: string): string => (saved ? `invoice:${saved.id}` : other)

/** Whether it was refused because another user has changed, published or removed the draft. */
export const isOvertaken = (thrown: unknown): boolean =>
  isRefused(thrown) && (thrown.isChanged || thrown.status === 404 || thrown.code === 'operation-not-allowed')

/** What the editor holds, and what of it the browser keeps: only what is not sent. */
export const useHeld = (name: string, first: Held) => {
  const { id: companyId } = useCompany()
  const { keep, drop } = useUnsent<Held>()
  const [state, setState] = useState(first)
  const now = useRef(state)
  const put = (next: Held) => {
    const before = unsentName(now.current.saved, name)
    const key = unsentName(next.saved, name)
    now.current = next
    setState(next)
    if (before !== key) drop(before)
    if (next.sending === null && isSame(next.mine, next.sent)) drop(key)
    else keep(key, next)
  }
  return { state, now, put, companyId }
}

/** One after the other: the next has the ETag that the one before it was answered with. */
export const useTurns = () => {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(what: () => Promise<Answer>): Promise<Answer> => {
    const next = last.current.then(what)
    last.current = next.catch(() => undefined)
    return next
  }
}

/** A state whose latest value is also read by what began before it was changed. */
export const useLatest = <Value>(first: Value) => {
  const [shown, setShown] = useState(first)
  const latest = useRef(first)
  const set = (next: Value) => {
    latest.current = next
    setShown(next)
  }
  return { shown, latest, set }
}

/** Sends the draft under a key of its own, and the same request again where no answer came. */
export const useSending = (
  { now, put, companyId }: Pick<ReturnType<typeof useHeld>, 'now' | 'put' | 'companyId'>,
  dueOf: { readonly current: (day: string) => string },
  onMade: ((id: string | null) => void) | undefined,
) => {
  /** Until the service has judged what was sent. */
  const settle = async (): Promise<Schema<'Invoice'> | null> => {
    const { sending, saved } = now.current
    if (!sending) return null
    const { key, draft, due } = sending
    try {
      const { invoice, etag } = await sendDraft(companyId, saved, { draft, due, headers: { 'Idempotency-Key': key } })
      const lines = sentLines(draft)
      const [mine, sent] = [withIds(now.current.mine, lines, invoice), withIds(draft, lines, invoice)]
      put({ mine, sent, base: draftOf(invoice), saved: { id: invoice.id, etag }, sending: null })
      if (saved === null) onMade?.(invoice.id)
      return invoice
    } catch (thrown) {
      if (isRefused(thrown) && thrown.answers(key)) put({ ...now.current, sending: null })
      throw thrown
    }
  }
  const store = async (pick: () => InvoiceDraft): Promise<Schema<'Invoice'> | null> => {
    await settle()
    const draft = withIdsOf(pick(), now.current.base)
    put({ ...now.current, sending: { key: newIntent(), draft, due: dueOf.current(draft.invoiceDate) } })
    return settle()
  }
  return { settle, store }
}

/** The draft as the service has it now; null if it has none yet. */
export const readNow = async (companyId: string, saved: Saved | null) => {
  if (saved === null) return null
  try {
    const { invoice, etag } = await readSaved(companyId, saved.id)
    if (invoice.status !== 'draft') return { gone: 'published' as const }
    return { gone: null, other: draftOf(invoice), etag }
  } catch (thrown) {
    if (isRefused(thrown) && thrown.status === 404) return { gone: 'removed' as const }
    throw thrown
  }
}

type Sender = { isHeld: () => boolean; send: () => Promise<void>; onRefused: (thrown: unknown) => void }

/** Sends what is typed by itself: a moment after the last key, when the page is left, and when the network is back. */
export const useByItself = (given: Sender) => {
  const latest = useRef(given)
  latest.current = given
  const timer = useRef<number | undefined>(undefined)
  const wait = useRef(AGAIN_MS)
  const run = useRef(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (latest.current.isHeld()) return
    try {
      await latest.current.send()
      wait.current = AGAIN_MS
    } catch (thrown) {
      const isAnswered = isRefused(thrown) && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429
      if (isAnswered) return latest.current.onRefused(thrown)
      timer.current ??= window.setTimeout(() => void run.current(), wait.current)
      wait.current = Math.min(2 * wait.current, AGAIN_MOST_MS)
    }
  })
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => {
    const atOnce = () => timer.current !== undefined && void run.current()
    const hidden = () => document.hidden && atOnce()
    addEventListener('online', atOnce)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('online', atOnce)
      document.removeEventListener('visibilitychange', hidden)
      atOnce()
    }
  }, [])
  return {
    later: () => {
      stop()
      timer.current = window.setTimeout(() => void run.current(), PAUSE_MS)
    },
    stop,
  }
}

/** The feed says when the draft has been changed: then it is met. */
export const useOthers = (now: { readonly current: Held }, meet: () => Promise<void>): void => {
  const { id: companyId } = useCompany()
  const id = now.current.saved?.id ?? null
  const path = { companyId, invoiceId: id ?? '' }
  const { etag, error } = useVersioned(
    '/companies/{companyId}/invoices/{invoiceId}',
    { path },
    { enabled: id !== null },
  )
  const meeting = useRef(meet)
  meeting.current = meet
  const isGone = isRefused(error) && error.status === 404
  useEffect(() => {
    const { saved } = now.current
    if (saved === null || (!isGone && (etag === null || etag === saved.etag))) return
    void meeting.current()
  }, [etag, isGone, now])
}
