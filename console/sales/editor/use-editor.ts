// What the editor holds: the one draft that the service keeps, as it is typed. What is typed is sent to it by itself;
// what another user has saved meanwhile is put beside it.
import { useEffect, useRef, useState } from 'react'
import { useAction } from '#client'
import { sendable } from '#console/sales/sending/sendable.ts'
import { useAnnounce } from '#ui'
import { useWords } from '#words'
import { type InvoiceDraft, withIdsOf } from './draft.ts'
import { editorWords } from './editor-words.ts'
import {
  begun,
  type Held,
  isOvertaken,
  isSame,
  readNow,
  useByItself,
  useHeld,
  useLatest,
  useOthers,
  useSending,
  useTurns,
} from './kept-draft.ts'
import { type Difference, inTermsOf, merged, withTheirs } from './merge.ts'
import { removeDraft, type Saved } from './saved.ts'

/** Why there is nothing left to save to: another user has removed the draft, or published it. */
export type Gone = 'removed' | 'published'

type Theirs = { draft: InvoiceDraft; differences: readonly Difference[] }

type Given = {
  /** The name of what is not sent while there is no draft yet. */
  name: string
  /** What an earlier visit left; null if it left nothing. */
  kept: Held | null
  /** As the editor begins otherwise. */
  first: InvoiceDraft
  saved: Saved | null
  gone?: Gone | null
  /** The service has made the draft by itself, or it was given up. */
  onMade?: ((id: string | null) => void) | undefined
}

export const useEditor = ({ name, kept, first, saved, gone: goneFirst = null, onMade }: Given) => {
  const held = useHeld(name, kept ?? begun(first, saved))
  const { now, put, companyId } = held
  const inTurn = useTurns()
  const doing = useAction()
  const dueOf = useRef<(day: string) => string>(() => '')
  const { settle, store } = useSending(held, dueOf, onMade)
  const meeting = useMeeting(held, settle, goneFirst)
  const { meet, isAsked, isHeld, isOver, opened, setTheirs, setGone } = meeting
  const [refused, setRefused] = useState<unknown>(null)
  const { later, stop } = useByItself({
    isHeld,
    send: () =>
      inTurn(async () => {
        try {
          await settle()
          const { mine, sent } = now.current
          if (!isSame(sendable(mine, sent), sent)) await store(() => sendable(now.current.mine, now.current.sent))
          setRefused(null)
        } catch (thrown) {
          if (!isOvertaken(thrown)) throw thrown
          await meet()
          later()
        }
      }),
    onRefused: setRefused,
  })
  useOthers(now, () => inTurn(meet).then(later, () => undefined))
  // What an earlier visit left is sent now.
  const isLeft = kept !== null
  const begin = useRef(later)
  useEffect(() => {
    if (isLeft) begin.current()
  }, [isLeft])
  const type = (next: Held) => {
    put(next)
    later()
  }
  const { mine, sent, saved: known } = held.state
  return {
    draft: mine,
    saved: known,
    theirs: meeting.theirs,
    gone: meeting.gone,
    refused,
    doing,
    meet,
    settle,
    store,
    inTurn,
    stop,
    now,
    opened,
    dueOf,
    isAsked,
    companyId,
    isDirty: !isSame(mine, sent),
    canDiscard: !isSame(mine, opened.current) || (saved === null && known !== null),
    change: (some: Partial<InvoiceDraft>) => type({ ...now.current, mine: { ...now.current.mine, ...some } }),
    ...useChoices({ now, meeting, type }),
    discard: useDiscard({ held, meeting, type, run: doing.run, inTurn, settle, stop, first, saved, onMade }),
    /** It is published, and another page is shown. */
    finish: () => {
      isOver.current = true
      stop()
    },
    settleTheirs: () => {
      setTheirs(null)
      later()
    },
    /** There is nothing to save to any more: what stands here becomes a new draft. */
    renew: () => {
      setGone(null)
      setTheirs(null)
      const { base, mine: typed } = now.current
      put({ ...now.current, mine: withIdsOf(typed, { ...base, lines: [] }), saved: null })
    },
  }
}

export type Editor = ReturnType<typeof useEditor>

/** What others have done with the draft: changed it, which is put beside what is typed, or removed or published it. */
const useMeeting = ({ state, now, put, companyId }: HeldDraft, settle: () => Promise<unknown>, first: Gone | null) => {
  const { shown: theirs, latest: latestTheirs, set: setTheirs } = useLatest<Theirs | null>(null)
  const { shown: gone, latest: latestGone, set: setGone } = useLatest<Gone | null>(first)
  const isOver = useRef(false)
  /** As it was when it was opened or saved by hand, with what others have changed since. */
  const opened = useRef(state.base)
  const meet = async (): Promise<void> => {
    if (isOver.current) return
    await settle().catch((thrown: unknown) => {
      if (!isOvertaken(thrown)) throw thrown
    })
    const found = await readNow(companyId, now.current.saved)
    if (found === null) return
    if (found.gone !== null) return setGone(found.gone)
    const { other, etag } = found
    const { mine, sent, base, saved: known } = now.current
    if (known === null || etag === known.etag) return
    if (isSame(other, base)) return put({ ...now.current, saved: { ...known, etag } })
    const { draft, differences } = merged(base, inTermsOf(base, sent, mine), other)
    opened.current = merged(base, opened.current, other).draft
    put({ ...begun(other, { ...known, etag }), mine: draft })
    if (differences.length === 0) return
    const keys = new Set(differences.map(({ key }) => key))
    const before = (latestTheirs.current?.differences ?? []).filter(({ key }) => !keys.has(key))
    setTheirs({ draft: other, differences: [...before, ...differences] })
  }
  const isAsked = () => latestTheirs.current?.differences.some(({ isBoth }) => isBoth) === true
  return {
    theirs,
    latestTheirs,
    setTheirs,
    gone,
    setGone,
    isOver,
    opened,
    meet,
    isAsked,
    /** Whether nothing is sent by itself. */
    isHeld: () => isOver.current || isAsked() || latestGone.current !== null,
  }
}

type HeldDraft = ReturnType<typeof useHeld>
type Meeting = ReturnType<typeof useMeeting>

type Choosing = Pick<HeldDraft, 'now'> & { meeting: Meeting; type: (next: Held) => void }

/** Takes what the other has, field by field or all of it. */
const useChoices = ({ now, meeting: { latestTheirs, setTheirs }, type }: Choosing) => {
  const say = useAnnounce()
  const texts = useWords(editorWords)
  return {
    takeTheirs: (keys: readonly Difference['key'][], what: string) => {
      const given = latestTheirs.current
      if (!given) return
      const was = now.current.mine
      const draft = keys.reduce((taken, key) => withTheirs(taken, given.draft, key), was)
      const taken = new Set(keys)
      const differences = given.differences.map((one) => (taken.has(one.key) ? { ...one, isBoth: false } : one))
      setTheirs({ ...given, differences })
      type({ ...now.current, mine: draft })
      const run = () => {
        setTheirs(given)
        type({ ...now.current, mine: withIdsOf(was, now.current.base) })
      }
      say(what, { undo: { label: texts.undo, run } })
    },
  }
}

type Discarding = Choosing &
  Pick<Given, 'first' | 'saved' | 'onMade'> & {
    held: HeldDraft
    run: (what: () => Promise<unknown>) => Promise<boolean>
    inTurn: ReturnType<typeof useTurns>
    settle: () => Promise<unknown>
    stop: () => void
  }

/** Removes a draft that was begun here, or takes another one back to how it was opened. */
const useDiscard = ({ held, meeting, type, run, ...given }: Omit<Discarding, 'now'>) => {
  const { inTurn, settle, stop, first, saved, onMade } = given
  const { now, put, companyId } = held
  const say = useAnnounce()
  const texts = useWords(editorWords)
  return async (): Promise<void> => {
    const was = now.current
    const undo = { label: texts.undo, run: () => type({ ...now.current, mine: withIdsOf(was.mine, now.current.base) }) }
    if (saved !== null) {
      meeting.setTheirs(null)
      type({ ...was, mine: withIdsOf(meeting.opened.current, was.base) })
      return say(texts.discarded, { undo })
    }
    const isDone = await run(() =>
      inTurn(async () => {
        stop()
        await settle()
        if (now.current.saved) await removeDraft(companyId, now.current.saved)
        put(begun(first, null))
        onMade?.(null)
      }),
    )
    if (isDone) say(texts.discarded, { undo })
  }
}
