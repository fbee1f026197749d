// The entry that is being typed: kept with each change, and booked. The form is free for the next one at once.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { answered, api, isRefused, newIntent, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { focusFirstWrong, today, useAnnounce } from '#ui'
import { useWords } from '#words'
import { type Draft, isBlank, isWaiting, itemOf, linesToBook, newLine, placeOf, tagsOf } from './entry.ts'
import { meantAnew, useSentEntries } from './sent-entries.ts'
import { words } from './words.ts'

type Given = {
  draftKey: string
  /** Whether the form stays for the next entry; otherwise it is left once the entry is booked. */
  isForNext: boolean
  templateId: string | undefined
  /** What it is booked from. */
  uploadId: string | undefined
  onBooked: (id: string) => void
  /** The form is empty again. */
  onEmptied: () => void
}

export const useEntry = ({ draftKey, isForNext, templateId, uploadId, onBooked, onEmptied }: Given) => {
  const post = usePosting(uploadId)
  const faults = useFaults()
  const apart = (own: Draft, other: Draft): Draft => apartFrom(other, own, setDraft)
  const drafts = useDraft<Draft>(draftKey, { offersOther: true, apart })
  const [draft, setDraft] = useState<Draft>(() => drafts.kept() ?? empty(today(), templateId))
  const [isBusy, setIsBusy] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const latest = useRef(draft)
  latest.current = draft
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
    faults.forget()
    onEmptied()
  }
  const put = (next: Draft) => {
    drafts.keep(next)
    setDraft(next)
    faults.forget()
  }
  const sent = useSentEntries(draftKey, post, (back, thrown) => {
    // The next one has been begun: the user chooses when to look at the one that came back.
    if (!isUntouchedDraft(latest.current)) return false
    put(back)
    faults.show(thrown, back)
    return true
  })
  const bookAndLeave = async () => {
    setIsBusy(true)
    faults.forget()
    try {
      const made = await post(draft)
      startOver()
      onBooked(made.id)
    } catch (thrown) {
      // As it stands now: what was read of its document may have come meanwhile.
      turn(meantAnew)
      faults.show(thrown, draft)
    } finally {
      setIsBusy(false)
    }
  }
  const send = () => {
    if (!isForNext) return bookAndLeave()
    startOver()
    return sent.send(draft)
  }
  const swap = (one: Draft, thrown: unknown) => {
    sent.replace(one, isUntouchedDraft(draft) ? null : draft)
    put(one)
    if (thrown !== null) faults.show(thrown, one)
  }
  // What follows from an amount that was typed a moment ago does not stand here yet: it is booked once it does.
  const book = () => (isWaiting(draft) ? setIsWanted(true) : void send())
  useEffect(() => {
    if (!isWanted || isWaiting(draft)) return
    setIsWanted(false)
    if (draft.template?.isFilled) void send()
  }, [isWanted, draft])
  return {
    ...{ draft, setDraft, turn, startOver, book, isBusy, swap },
    ...{ isUntouched: isUntouchedDraft(draft), wrong: faults.wrong, error: faults.error },
    ...{ elsewhere: drafts.elsewhere, other: drafts.other, sent: sent.entries, retry: sent.retry },
  }
}

/** Books a draft, once however often it is sent, and announces it. */
const usePosting = (uploadId: string | undefined) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  return async (one: Draft) => {
    const body = bodyOf(one, linesToBook(one.lines).lines, uploadId ?? one.uploadId)
    const header = one.intent ? { 'Idempotency-Key': one.intent } : intent.headers(body)
    const params = { path: { companyId }, header }
    const made = answered(await api.POST('/companies/{companyId}/journal-entries', { params, body }))
    say(texts.booked(made.journalEntryNumber))
    void refresh('journal-entries', 'uploads', 'reports', 'chart-of-accounts')
    return made
  }
}

/** What was refused, on the fields where it was typed; `error` is what has no field that is shown. */
const useFaults = () => {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<unknown>(null)
  const forget = () => {
    setWrong({})
    setError(null)
  }
  const show = (thrown: unknown, of: Draft) => {
    const placed = placedIn(thrown, linesToBook(of.lines).places)
    setWrong(placed)
    const isShown = Object.keys(placed).every((field) => /^(title|date|\d+\.(account|debit|credit))$/.test(field))
    setError(Object.keys(placed).length === 0 || !isShown ? thrown : null)
    focusFirstWrong()
  }
  return { wrong, error, forget, show }
}

const isUntouchedDraft = ({ title, lines, uploadId }: Draft): boolean =>
  title === '' && lines.every(isBlank) && !uploadId

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
