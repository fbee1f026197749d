// Something that was just done and can be taken back. Where that fails, it is said why, and offered again.
import { isRefused, newIntent } from '#client'
import { useSay } from '#ui'
import { useWords } from '#words'
import { whyOf } from './send.ts'
import { words } from './words.ts'

type Undoing = (headers: { 'Idempotency-Key': string }) => Promise<unknown>

/** `sayDone(text, undoing)` says what was done, and offers to undo it. */
export const useUndo = (): ((text: string, undoing: Undoing) => void) => {
  const say = useSay()
  const texts = useWords(words)
  return (done, undoing) => {
    const offer = (text: string, key: string, isWrong: boolean) =>
      say(text, { isWrong, undo: { label: texts.undo, run: () => void undo(key) } })
    const undo = async (key: string) => {
      try {
        await undoing({ 'Idempotency-Key': key })
      } catch (thrown) {
        // What was not answered may have happened: under the same key it happens once.
        const next = isRefused(thrown) && thrown.isAnswered ? newIntent() : key
        offer([texts.notUndone, whyOf(thrown, texts)].filter(Boolean).join(' '), next, true)
      }
    }
    offer(done, newIntent(), false)
  }
}
