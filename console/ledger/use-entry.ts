// The entry that is being typed: kept with each change, and booked.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { answered, api, isRefused, isSpent, newIntent, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { focusFirstWrong, today, useAnnounce } from '#ui'
import { useWords } from '#words'
import { type Draft, isBlank, isWaiting, itemOf, linesToBook, newLine, placeOf, tagsOf } from './entry.ts'
import { words } from './words.ts'

type Given = {
  draftKey: string
  templateId: string | undefined
  /** What it is booked from. */
  uploadId: string | undefined
  onBooked: (id: string) => void
  /** The form is empty again. */
  onEmptied: () => void
}

export const useEntry = ({ draftKey, templateId, uploadId, onBooked, onEmptied }: Given) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const apart = (own: Draft, other: Draft): Draft => apartFrom(other, own, setDraft)
  const drafts = useDraft<Draft>(draftKey, { offersOther: true, apart })
  const [draft, setDraft] = useState<Draft>(() => drafts.kept() ?? empty(today(), templateId))
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  /** Shows the draft as it becomes, and keeps it. */
  const turn = (into: (before: Draft) => Draft) =>
    setDraft((before) => {
      const after = into(before)
      drafts.keep(after)
      return after
    })
  const startOver = () => {
    drafts.drop()
    setDraft((before) => empty(before.date, templateId))
    setWrong({})
    setError(null)
    onEmptied()
  }
  const send = async () => {
    const { lines, places } = linesToBook(draft.lines)
    const body = bodyOf(draft, lines, uploadId ?? draft.uploadId)
    setIsBusy(true)
    setWrong({})
    setError(null)
    try {
      const header = draft.intent ? { 'Idempotency-Key': draft.intent } : intent.headers(body)
      const params = { path: { companyId }, header }
      const made = answered(await api.POST('/companies/{companyId}/journal-entries', { params, body }))
      say(texts.booked(made.journalEntryNumber))
      startOver()
      void refresh('journal-entries', 'uploads', 'reports', 'chart-of-accounts')
      onBooked(made.id)
    } catch (thrown) {
      // What was judged is done with; what comes after it is meant anew, in the other windows too. As it stands now:
      // what was read of its document may have come meanwhile.
      turn((now) => ({ ...now, intent: now.intent && isSpent(now.intent) ? newIntent() : now.intent }))
      const placed = placedIn(thrown, places)
      setWrong(placed)
      const isShown = Object.keys(placed).every((field) => /^(title|date|\d+\.(account|debit|credit))$/.test(field))
      if (Object.keys(placed).length === 0 || !isShown) setError(thrown)
      focusFirstWrong()
    } finally {
      setIsBusy(false)
    }
  }
  // What follows from an amount that was typed a moment ago does not stand here yet: it is booked once it does.
  const book = () => (isWaiting(draft) ? setIsWanted(true) : void send())
  useEffect(() => {
    if (!isWanted || isWaiting(draft)) return
    setIsWanted(false)
    if (draft.template?.isFilled) void send()
  }, [isWanted, draft])
  const isUntouched = draft.title === '' && draft.lines.every(isBlank) && !draft.uploadId
  const { elsewhere, other } = drafts
  return { draft, setDraft, turn, startOver, book, isUntouched, elsewhere, other, wrong, error, isBusy }
}

/** Of two entries that have come of one, each is booked: the one that is typed here under a key of its own. */
const apartFrom = (other: Draft, own: Draft, show: Dispatch<SetStateAction<Draft>>): Draft => {
  if (own.intent !== other.intent) return own
  const intent = newIntent()
  show((shown) => (shown.intent === own.intent ? { ...shown, intent } : shown))
  return { ...own, intent }
}

const empty = (date: string, templateId: string | undefined): Draft => ({
  intent: newIntent(),
  date,
  title: '',
  lines: [newLine(), newLine()],
  tags: {},
  template: templateId ? { id: templateId, ore: null, isFilled: false } : null,
})

const bodyOf = (draft: Draft, lines: Draft['lines'], uploadId: string | null | undefined) => {
  const tags = tagsOf(draft)
  return {
    date: draft.date,
    title: draft.title,
    items: lines.map(itemOf),
    ...(tags.length > 0 && { tags }),
    ...(uploadId && { uploadRef: { id: uploadId } }),
  }
}

/** Sentences about fields, by the line on which each was typed: `2.account`. */
const placedIn = (thrown: unknown, places: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRefused(thrown) ? thrown.fields : {}).map(([field, sentence]) => {
      const place = placeOf(field, places)
      return [place ? `${place.line}.${place.field}` : field, sentence]
    }),
  )
