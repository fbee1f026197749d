// What the editor holds: the draft as it is typed, what it began with, and what another user has saved meanwhile.
import { useEffect, useRef, useState } from 'react'
import {
  answered,
  api,
  isRefused,
  queries,
  Refused,
  type Schema,
  sentencesOf,
  useCompany,
  useDoing,
  useDraft,
  useHandOver,
  useIntent,
  useRefresh,
} from '#client'
import { focusFirstWrong, useSay } from '#ui'
import { useWords } from '#words'
import { draftOf, type InvoiceDraft, sentLines, withIds, written } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { type Difference, merged, withTheirs } from './merge.ts'
import { useGo } from './parts.tsx'
import { readSaved, type Saved, sendDraft } from './saved.ts'

/** What is kept in the browser until it has been saved. */
type Kept = { mine: InvoiceDraft; base: InvoiceDraft; saved: Saved | null }

type Theirs = { draft: InvoiceDraft; differences: readonly Difference[] }

const isSame = (left: InvoiceDraft, right: InvoiceDraft) =>
  JSON.stringify(written(left)) === JSON.stringify(written(right))

export const useEditor = (name: string, first: InvoiceDraft, firstSaved: Saved | null) => {
  const { id: companyId } = useCompany()
  const { kept, keepOrDrop, move } = useHome(name)
  const [state, setState] = useState<Kept>(() => kept.kept() ?? { mine: first, base: first, saved: firstSaved })
  const now = useRef(state)
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const doing = useDoing()
  const put = (next: Kept) => {
    now.current = next
    setState(next)
    keepOrDrop(next)
  }
  /** Puts what the other saved beside what has been typed here. */
  const meet = async () => {
    const { saved } = now.current
    if (!saved) return
    const { invoice, etag } = await readSaved(companyId, saved.id)
    if (invoice.status !== 'draft') return
    const other = draftOf(invoice)
    // The current draft: the user may have typed while it was read.
    const { base, mine } = now.current
    if (isSame(other, base)) return put({ ...now.current, saved: { ...saved, etag } })
    const { draft, differences } = merged(base, mine, other)
    put({ mine: draft, base: other, saved: { ...saved, etag } })
    if (differences.length === 0) return
    const keys = new Set(differences.map(({ key }) => key))
    const before = (known: Theirs | null) => known?.differences.filter(({ key }) => !keys.has(key)) ?? []
    setTheirs((known) => ({ draft: other, differences: [...before(known), ...differences] }))
  }
  useOthers(state.saved?.id ?? null, now, doing.isBusy, meet)
  /** What another device has left, or has beside this; it is met by what has been saved since. */
  const show = (one: Kept) => {
    put(one)
    setTheirs(null)
    void meet().catch(() => undefined)
  }
  const isDirty = !isSame(state.mine, state.base)
  return {
    elsewhere: { elsewhere: isDirty ? null : kept.elsewhere, other: kept.other, shown: state, onTake: show },
    ...{ draft: state.mine, saved: state.saved, theirs, doing, meet, kept, put, now },
    isDirty,
    change: (some: Partial<InvoiceDraft>) => put({ ...now.current, mine: { ...now.current.mine, ...some } }),
    discard: () => {
      put({ ...now.current, mine: now.current.base })
      setTheirs(null)
    },
    takeTheirs: (key: Difference['key']) => {
      if (!theirs) return
      put({ ...now.current, mine: withTheirs(now.current.mine, theirs.draft, key) })
      const differences = theirs.differences.map((one) => (one.key === key ? { ...one, isBoth: false } : one))
      setTheirs({ ...theirs, differences })
    },
    settle: () => setTheirs(null),
    /** To the page of the draft that has just been made. */
    move: (invoice: Schema<'Invoice'>) => {
      move(invoice.id)
      put(asMade(now.current, invoice))
    },
  }
}

/** Where the draft is kept: what has just been made is kept for its own page from then on, if anything is typed. */
const useHome = (name: string) => {
  const kept = useDraft<Kept>(name, { offersOther: true })
  const handOver = useHandOver<Kept>()
  const movedTo = useRef<string | null>(null)
  return {
    kept,
    keepOrDrop: (next: Kept): void => {
      const isChanged = !isSame(next.mine, next.base)
      if (isChanged && movedTo.current !== null) handOver(movedTo.current, next)
      else if (isChanged) kept.keep(next)
      else kept.drop()
    },
    move: (id: string): void => {
      kept.drop()
      movedTo.current = `invoice:${id}`
    },
  }
}

/** What has just been made, as its own page would begin: what was typed since it was sent is a change of it. */
const asMade = ({ mine, base, saved }: Kept, invoice: Schema<'Invoice'>): Kept => {
  const made = draftOf(invoice)
  const { draft } = merged(base, mine, made)
  const isUsual = draft.contactId === undefined && draft.customerId === made.customerId
  return { mine: isUsual ? { ...draft, contactId: made.contactId } : draft, base: made, saved }
}

export type Editor = ReturnType<typeof useEditor>

/** As it is while what it holds is on its way for the last time. */
export const heldEditor = (editor: Editor): Editor => ({
  ...editor,
  change: () => undefined,
  discard: () => undefined,
  takeTheirs: () => undefined,
  put: () => undefined,
})

/** Nothing is saved of what could not be published anyway: for whom, and what is sold, is said at once. */
const refuseIncomplete = (draft: InvoiceDraft, texts: { noCustomer: string; noLine: string }): void => {
  const refused = { status: 400, code: 'validation-error' }
  if (draft.customerId === '')
    throw new Refused({ ...refused, errors: [{ field: '#/customerRef', message: texts.noCustomer }] })
  if (!sentLines(draft).some(({ kind }) => kind === 'sales')) throw new Refused({ ...refused, message: texts.noLine })
}

/** The feed says when the draft has been changed: then it is met. */
const useOthers = (
  id: string | null,
  now: { readonly current: Kept },
  isBusy: boolean,
  meet: () => Promise<void>,
): void => {
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/invoices/{invoiceId}',
    { params: { path: { companyId, invoiceId: id ?? '' } } },
    { enabled: id !== null },
  )
  const meeting = useRef(meet)
  meeting.current = meet
  useEffect(() => {
    if (!data || isBusy || data.status !== 'draft' || isSame(draftOf(data), now.current.base)) return
    meeting.current().catch(() => undefined) // The service is away: a change is met when it is saved.
  }, [data, isBusy, now])
}

/**
 * If both changed the same field, the user chooses before either is lost: focuses it, and returns whether there is one.
 */
const choosesFirst = ({ theirs }: Editor): boolean => {
  if (!theirs?.differences.some(({ isBoth }) => isBoth)) return false
  document.querySelector<HTMLElement>('.changed button')?.focus()
  return true
}

type Terms = {
  /** The due date that is proposed for an invoice of the day. */
  dueOf: (day: string) => string
}

/** Does something with the draft; of the `isLast` there is nothing to change afterwards, so its fields are held. */
const useGuarded = (editor: Editor) => {
  const { doing } = editor
  const [isHeld, setIsHeld] = useState(false)
  const guarded = async (what: () => Promise<void>, isLast = false) => {
    if (choosesFirst(editor)) return
    const isDone = await doing.run(async () => {
      setIsHeld(isLast)
      try {
        await what()
      } catch (thrown) {
        if (isRefused(thrown) && thrown.isChanged) await editor.meet()
        throw thrown
      } finally {
        setIsHeld(false)
      }
    })
    if (!isDone) focusFirstWrong()
  }
  return { guarded, isHeld }
}

/**
 * Saves the draft as it stands when it is asked for, and books it: it is published, and recorded unless the service
 * says that it is booked as it is paid.
 */
export const useSaving = (editor: Editor, { dueOf }: Terms) => {
  const texts = useWords(editorWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useSay()
  const go = useGo()
  const [made, published, recorded] = [useIntent(), useIntent(), useIntent()]
  const { now, put } = editor
  const { guarded, isHeld } = useGuarded(editor)
  const keep = async (): Promise<Saved & { invoice: Schema<'Invoice'> }> => {
    const { mine: draft, saved } = now.current
    const sent = sentLines(draft)
    const due = dueOf(draft.invoiceDate)
    const { invoice, etag } = await sendDraft(companyId, saved, { draft, due, headers: made.headers([draft, due]) })
    made.done()
    const mine = withIds(now.current.mine, sent, invoice)
    const next = { id: invoice.id, etag }
    put({ mine, base: withIds(draft, sent, invoice), saved: next })
    editor.settle()
    await refresh('invoices')
    return { ...next, invoice }
  }
  return {
    isHeld,
    /** `search` becomes the query string of the address. */
    save: (search: Record<string, string> = {}) =>
      guarded(async () => {
        const isNew = now.current.saved === null
        const { id, invoice } = await keep()
        say(texts.saved)
        if (isNew) editor.move(invoice)
        if (isNew || Object.keys(search).length > 0) go(`/invoices/${id}/edit`, search)
      }),
    book: (isSent = false) =>
      guarded(async () => {
        const { mine, base, saved } = now.current
        refuseIncomplete(mine, texts)
        const { id } = saved && isSame(mine, base) ? saved : await keep()
        const init = { params: { path: { companyId, invoiceId: id } } }
        const path = '/companies/{companyId}/invoices/{invoiceId}/publish'
        const { invoiceNumber, bookedBy } = answered(await api.POST(path, { ...init, headers: published.headers(id) }))
        published.done()
        editor.kept.drop()
        go('/invoices', { open: id, ...(isSent ? { send: '1' } : {}) })
        if (bookedBy === 'payments') {
          say(texts.published(invoiceNumber ?? ''))
          return await refresh('invoices')
        }
        const record = '/companies/{companyId}/invoices/{invoiceId}/record'
        try {
          const { journalEntryRef } = answered(await api.POST(record, { ...init, headers: recorded.headers(id) }))
          say((journalEntryRef === null ? texts.published : texts.booked)(invoiceNumber ?? ''))
        } catch (thrown) {
          say(sentencesOf(thrown).join(' · '), { isWrong: true })
        }
        await refresh('invoices')
      }, true),
  }
}
