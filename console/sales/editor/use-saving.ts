// What is done with the draft by hand: it is saved, published and booked.
import { useState } from 'react'
import { answered, api, Refused, sentencesOf, useCompany, useIntent, useRefresh } from '#client'
import { useGo } from '#console/sales/parts.tsx'
import { focusFirstWrong, useAnnounce } from '#ui'
import { useWords } from '#words'
import { type InvoiceDraft, sentLines } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { isOvertaken, isSame } from './kept-draft.ts'
import { ifStill, type Saved } from './saved.ts'
import type { Editor } from './use-editor.ts'

/** As it is while what it holds is on its way for the last time. */
export const heldEditor = (editor: Editor): Editor => ({
  ...editor,
  change: () => undefined,
  discard: async () => undefined,
  takeTheirs: () => undefined,
})

/** Nothing is published without a customer and something that is sold, which is said at once. */
const refuseIncomplete = (draft: InvoiceDraft, texts: { noCustomer: string; noLine: string }): void => {
  const refused = { status: 400, code: 'validation-error' }
  if (draft.customerId === '')
    throw new Refused({ ...refused, errors: [{ field: '#/customerRef', message: texts.noCustomer }] })
  if (!sentLines(draft).some(({ kind }) => kind === 'sales')) throw new Refused({ ...refused, message: texts.noLine })
}

type Terms = {
  /** The draft that the page is of; null while it is begun, and has a page of its own once it is saved. */
  pageOf: string | null
}

/**
 * Does something with the draft after what is on its way; of the `isLast` there is nothing to change afterwards, so its
 * fields are held. If both changed the same field, the user chooses before either is lost.
 */
const useGuarded = (editor: Editor) => {
  const { doing } = editor
  const [isHeld, setIsHeld] = useState(false)
  const guarded = async (what: () => Promise<void>, isLast = false) => {
    if (editor.isAsked()) return document.querySelector<HTMLElement>('.changed button')?.focus()
    const isDone = await doing.run(async () => {
      setIsHeld(isLast)
      try {
        await editor.inTurn(what)
      } catch (thrown) {
        if (isOvertaken(thrown)) await editor.inTurn(editor.meet)
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
export const useSaving = (editor: Editor, { pageOf }: Terms) => {
  const texts = useWords(editorWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const go = useGo()
  const published = useIntent()
  const recorded = useIntent()
  const { now } = editor
  const { guarded, isHeld } = useGuarded(editor)
  /** The draft as the service has it, once all that is typed is there. */
  const keep = async (): Promise<Saved> => {
    await editor.settle()
    const { mine, sent, saved } = now.current
    if (saved === null || !isSame(mine, sent)) await editor.store(() => now.current.mine)
    const { saved: kept } = now.current
    if (kept === null) throw new Error('A draft was saved, and is not known')
    editor.opened.current = now.current.sent
    return kept
  }
  return {
    isHeld,
    /** `search` becomes the query string of the address. */
    save: (search: Record<string, string> = {}) =>
      guarded(async () => {
        const { id } = await keep()
        editor.settleTheirs()
        await refresh('invoices')
        say(texts.saved)
        if (id === pageOf && Object.keys(search).length === 0) return
        editor.stop()
        go(`/invoices/${id}/edit`, search)
      }),
    book: (isSent = false) =>
      guarded(async () => {
        const { mine } = now.current
        refuseIncomplete(mine, texts)
        const saved = await keep()
        const init = { params: { path: { companyId, invoiceId: saved.id } } }
        const path = '/companies/{companyId}/invoices/{invoiceId}/publish'
        // Published is what stands here, and nothing that another user has saved since.
        const headers = { ...published.headers(saved), ...ifStill(saved) }
        const { invoiceNumber, bookedBy } = answered(await api.POST(path, { ...init, headers }))
        published.done()
        editor.finish()
        go('/invoices', { open: saved.id, ...(isSent ? { send: '1' } : {}) })
        if (bookedBy === 'payments') {
          say(texts.published(invoiceNumber ?? ''))
          return await refresh('invoices')
        }
        const record = '/companies/{companyId}/invoices/{invoiceId}/record'
        try {
          const { journalEntryRef } = answered(await api.POST(record, { ...init, headers: recorded.headers(saved.id) }))
          say((journalEntryRef === null ? texts.published : texts.booked)(invoiceNumber ?? ''))
        } catch (thrown) {
          say(sentencesOf(thrown).join(' · '), { isWrong: true })
        }
        await refresh('invoices')
      }, true),
  }
}
