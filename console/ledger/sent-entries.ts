// Entries that were sent and are not booked yet. The form is free for the next one meanwhile; what could not be booked
// waits here until the user looks at it. This window keeps them, also over a reload: each has the key of its booking,
// so that one whose answer was lost is booked once when it is sent again.
import { useEffect, useRef, useState } from 'react'
import { isSpent, newIntent, useTaken, useUnsent } from '#client'
import type { Draft } from './entry.ts'

export type SentEntry = {
  draft: Draft
  isBusy: boolean
  /** Why it was not booked; null while it is on its way, and where no answer is known. */
  error: unknown
}

/** What was judged is done with: what comes after it is meant anew, in the other windows too. */
export const meantAnew = (draft: Draft): Draft =>
  draft.intent && isSpent(draft.intent) ? { ...draft, intent: newIntent() } : draft

/**
 * `post` books one; `takeBack` shows a refused one in the form, where the form has nothing else. `replace` puts another
 * draft, or nothing, in the place of one that the form shows from then on.
 */
export const useSentEntries = (
  draftKey: string,
  post: (draft: Draft) => Promise<unknown>,
  takeBack: (draft: Draft, error: unknown) => boolean,
) => {
  const key = `${draftKey}:sent`
  const unsent = useUnsent<readonly Draft[]>()
  const taken = useTaken()
  const [entries, setEntries] = useState<readonly SentEntry[]>([])
  const now = useRef(entries)
  const turn = (next: readonly SentEntry[]) => {
    now.current = next
    setEntries(next)
    if (next.length === 0) unsent.drop(key)
    else
      unsent.keep(
        key,
        next.map(({ draft }) => draft),
      )
  }
  useEffect(() => {
    void taken<readonly Draft[]>(key).then((left) => {
      if (left && now.current.length === 0) turn(left.map((draft) => ({ draft, isBusy: false, error: null })))
    })
    // What an earlier visit left is looked for once.
  }, [])
  const without = (draft: Draft) => now.current.filter((one) => one.draft !== draft)
  const send = async (draft: Draft) => {
    turn([...without(draft), { draft, isBusy: true, error: null }])
    try {
      await post(draft)
      turn(without(draft))
    } catch (error) {
      const back = meantAnew(draft)
      const others = without(draft)
      turn(takeBack(back, error) ? others : [...others, { draft: back, isBusy: false, error }])
    }
  }
  return {
    entries,
    send,
    retry: (one: SentEntry) => send(one.draft),
    replace: (one: Draft, by: Draft | null) =>
      turn([...without(one), ...(by ? [{ draft: by, isBusy: false, error: null }] : [])]),
  }
}
